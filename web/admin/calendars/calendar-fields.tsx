import { Autocomplete, Group, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { AdminCalendar, CategoryTree, GenreList } from '../../../src/http/admin/calendars-schemas.ts'
import { useData } from '../kit/data.ts'
import { type CalendarValues, referenceFrom } from './calendar-form.ts'
import { CalendarLogo } from './calendar-logo.tsx'

interface CalendarFieldsProps {
  form: UseFormReturnType<CalendarValues>
  /** Undefined for a new calendar. */
  id: string | undefined
  readOnly: boolean
  /** The stored calendar has no category, so none is required. */
  uncategorized: boolean
}

export function CalendarFields({ form, id, readOnly, uncategorized }: CalendarFieldsProps) {
  const { data: genres = [] } = useData<GenreList['data']>('/genres')
  const { data: categories = [] } = useData<CategoryTree['data']>('/categories')
  const taken = useReferenceConflict(form.values.reference, id)
  // A new calendar's reference follows its name until someone edits it.
  const [ownReference, setOwnReference] = useState(id !== undefined)
  const { genre, live } = form.values
  const rest = { readOnly }
  const name = form.getInputProps('name')
  const reference = form.getInputProps('reference') as object
  return (
    <Stack>
      <TextInput
        label="Name"
        required
        maxLength={250}
        data-autofocus={id === undefined || undefined}
        {...rest}
        {...name}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
          form.setFieldValue('name', event.currentTarget.value)
          if (!ownReference) form.setFieldValue('reference', referenceFrom(event.currentTarget.value))
        }}
      />
      <TextInput
        label="Reference"
        description="Your own key for this calendar, in the API and in links. Each calendar needs a different one."
        required
        {...rest}
        {...reference}
        error={form.errors.reference ?? (taken && 'Another calendar has this reference')}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
          setOwnReference(true)
          form.setFieldValue('reference', event.currentTarget.value)
        }}
      />
      <Group grow align="flex-start" preventGrowOverflow={false} wrap="wrap">
        <Autocomplete
          label="Genre"
          required
          data={genres.map((item) => item.genre)}
          limit={50}
          miw={200}
          {...rest}
          {...form.getInputProps('genre')}
        />
        <Autocomplete
          label="Sub-genre"
          required
          data={genres.find((item) => item.genre === genre)?.subGenres ?? []}
          limit={50}
          miw={200}
          {...rest}
          {...form.getInputProps('subGenre')}
        />
      </Group>
      <TagsInput
        label="Categories"
        description="People find the calendar under these. A slash makes a level: Sports/Rugby. Choose from the list, or type a new one and press Enter."
        data={categories.map(({ path }) => path)}
        withAsterisk={!uncategorized}
        splitChars={[',']}
        acceptValueOnBlur
        limit={50}
        {...rest}
        {...form.getInputProps('categories')}
      />
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          label="Logo"
          description="The address of an image. If empty, the logo in your settings is used."
          placeholder="https://"
          type="url"
          flex={1}
          miw={0}
          {...rest}
          {...form.getInputProps('logo')}
        />
        <LogoPreview src={form.errors.logo ? '' : form.values.logo} name={form.values.name} />
      </Group>
      <Textarea
        label="Note"
        description="Shown on its public page."
        autosize
        minRows={2}
        maxRows={8}
        {...rest}
        {...form.getInputProps('note')}
      />
      <Switch
        label={live ? 'Live' : 'Draft'}
        description={
          live
            ? 'Anyone can find and follow it. Its page and feed are open.'
            : 'Only you see it. Its page and feed are closed, and its events are in no one’s calendar.'
        }
        disabled={readOnly}
        {...form.getInputProps('live', { type: 'checkbox' })}
      />
      <Switch
        label="Pages for events"
        description="Each event has a page to share, which search engines find. People who follow the calendar don’t need it."
        disabled={readOnly}
        {...form.getInputProps('eventPages', { type: 'checkbox' })}
      />
    </Stack>
  )
}

/** Shows the image once typing pauses. */
function LogoPreview({ src, name }: { src: string; name: string }) {
  const [settled] = useDebouncedValue(src, 400)
  return <CalendarLogo src={settled} name={name} large />
}

/** True if another calendar has this reference. */
function useReferenceConflict(reference: string, id: string | undefined): boolean {
  const [settled] = useDebouncedValue(reference, 300)
  const { data, isPlaceholderData } = useData<AdminCalendar[]>(settled.trim() ? '/calendars' : null, {
    reference: settled,
    limit: 1,
  })
  return settled === reference && !isPlaceholderData && (data ?? []).some((other) => other.id !== id)
}
