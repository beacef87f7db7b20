import {
  Autocomplete,
  Button,
  Collapse,
  Group,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue, useId } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { AdminCalendar, CategoryTree, GenreList } from '../../../src/http/admin/calendars-schemas.ts'
import { useData } from '../kit/data.ts'
import { DraftOrLive } from '../kit/draft-or-live.tsx'
import { PictureField } from '../kit/picture-field.tsx'
import type { CalendarValues } from './calendar-form.ts'

type Form = UseFormReturnType<CalendarValues>

interface CalendarFieldsProps {
  form: Form
  /** Undefined for a new calendar. */
  id: string | undefined
  readOnly: boolean
}

/** The fields of a calendar. Only the name is needed; what seldom matters is folded away. */
export function CalendarFields({ form, id, readOnly }: CalendarFieldsProps) {
  const { live } = form.values
  return (
    <Stack>
      <TextInput
        label="Name"
        required
        maxLength={250}
        data-autofocus={id === undefined || undefined}
        readOnly={readOnly}
        {...form.getInputProps('name')}
      />
      {id === undefined && (
        <DraftOrLive
          live={live}
          onChange={(value) => form.setFieldValue('live', value)}
          description={
            live
              ? 'Anyone can find and follow it. Its page and feed are open.'
              : 'Only you see it. Its page and feed are closed, and its events are in no one’s calendar.'
          }
          disabled={readOnly}
        />
      )}
      <PictureField
        label="Logo"
        description="Without one, the logo in your settings is used."
        readOnly={readOnly}
        {...form.getInputProps('logo')}
      />
      <Textarea
        label="Note"
        description="Shown on its public page."
        autosize
        minRows={2}
        maxRows={8}
        readOnly={readOnly}
        {...form.getInputProps('note')}
      />
      <More form={form} id={id} readOnly={readOnly} />
    </Stack>
  )
}

const IN_MORE = ['reference', 'genre', 'subGenre', 'categories']

function More({ form, id, readOnly }: CalendarFieldsProps) {
  const [chosen, setOpen] = useState(false)
  const panel = useId()
  const { data: genres = [] } = useData<GenreList['data']>('/genres')
  const { data: categories = [] } = useData<CategoryTree['data']>('/categories')
  const taken = useReferenceConflict(form.values.reference, id)
  const faulty = taken || IN_MORE.some((name) => Boolean(form.errors[name]))
  const open = chosen || faulty
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        aria-expanded={open}
        aria-controls={panel}
        leftSection={<Chevron size={16} aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        More
      </Button>
      <Collapse expanded={open} id={panel}>
        <Stack pt="sm">
          <TagsInput
            label="Categories"
            description="People find the calendar under these. A slash makes a level: Sports/Rugby. Choose from the list, or type a new one and press Enter."
            data={categories.map(({ path }) => path)}
            splitChars={[',']}
            acceptValueOnBlur
            limit={50}
            readOnly={readOnly}
            {...form.getInputProps('categories')}
          />
          <Group grow align="flex-start" preventGrowOverflow={false} wrap="wrap">
            <Autocomplete
              label="Genre"
              placeholder="General"
              data={genres.map((item) => item.genre)}
              limit={50}
              miw={200}
              readOnly={readOnly}
              {...form.getInputProps('genre')}
            />
            <Autocomplete
              label="Sub-genre"
              placeholder="General"
              data={genres.find((item) => item.genre === form.values.genre)?.subGenres ?? []}
              limit={50}
              miw={200}
              readOnly={readOnly}
              {...form.getInputProps('subGenre')}
            />
          </Group>
          <TextInput
            label="Reference"
            description="Your own key for this calendar, in the API and in links. If empty, it is made from the name."
            readOnly={readOnly}
            {...form.getInputProps('reference')}
            error={form.errors.reference ?? (taken && 'Another calendar has this reference')}
          />
          <Switch
            label="Pages for events"
            description="Each event has a page to share, which search engines find. People who follow the calendar don’t need it."
            disabled={readOnly}
            {...form.getInputProps('eventPages', { type: 'checkbox' })}
          />
        </Stack>
      </Collapse>
    </div>
  )
}

/** True if another calendar has this reference. */
function useReferenceConflict(reference: string, id: string | undefined): boolean {
  const [settled] = useDebouncedValue(reference, 300)
  const { data, isPlaceholderData } = useData<AdminCalendar[]>(settled.trim() ? '/calendars' : null, {
    reference: settled,
    limit: 1,
  })
  const isSettled = settled.trim() !== '' && settled === reference && !isPlaceholderData
  return isSettled && (data ?? []).some((other) => other.id !== id)
}
