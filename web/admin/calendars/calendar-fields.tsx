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
import { BLANK_CALENDAR } from '../../../src/calendars/calendar-fields.ts'
import type { AdminCalendar, CategoryTree, GenreList } from '../../../src/http/admin/calendars-schemas.ts'
import { useData } from '../kit/data.ts'
import { DraftOrLive } from '../kit/draft-or-live.tsx'
import { PictureField } from '../kit/picture-field.tsx'
import { words } from '../words/index.ts'
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
        label={words.calendars.name}
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
          description={live ? words.calendars.liveText : words.calendars.draftText}
          disabled={readOnly}
        />
      )}
      <PictureField
        label={words.calendars.logo}
        description={words.calendars.logoText}
        readOnly={readOnly}
        {...form.getInputProps('logo')}
      />
      <Textarea
        label={words.calendars.note}
        description={words.calendars.noteText}
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
        {words.calendars.more}
      </Button>
      <Collapse expanded={open} id={panel}>
        <Stack pt="sm">
          <TagsInput
            label={words.calendars.categories}
            description={words.calendars.categoriesText}
            data={categories.map(({ path }) => path)}
            splitChars={[',']}
            acceptValueOnBlur
            limit={50}
            readOnly={readOnly}
            {...form.getInputProps('categories')}
          />
          <Group grow align="flex-start" preventGrowOverflow={false} wrap="wrap">
            <Autocomplete
              label={words.calendars.genre}
              placeholder={BLANK_CALENDAR.genre}
              data={genres.map((item) => item.genre)}
              limit={50}
              miw={200}
              readOnly={readOnly}
              {...form.getInputProps('genre')}
            />
            <Autocomplete
              label={words.calendars.subGenre}
              placeholder={BLANK_CALENDAR.genre}
              data={genres.find((item) => item.genre === form.values.genre)?.subGenres ?? []}
              limit={50}
              miw={200}
              readOnly={readOnly}
              {...form.getInputProps('subGenre')}
            />
          </Group>
          <TextInput
            label={words.calendars.reference}
            description={words.calendars.referenceText}
            readOnly={readOnly}
            {...form.getInputProps('reference')}
            error={form.errors.reference ?? (taken && words.calendars.referenceTaken)}
          />
          <Switch
            label={words.calendars.eventPages}
            description={words.calendars.eventPagesText}
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
