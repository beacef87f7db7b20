import { Button, Group, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useList } from '../kit/data.ts'
import { Section } from '../kit/page.tsx'
import { Empty, Refusal } from '../kit/states.tsx'
import { EVERY } from '../sources/words.ts'
import { type From, MAX_BYTES, readFile } from './draft.ts'
import { DropZone } from './drop-zone.tsx'

const ADDRESS = /^(https?|webcals?):\/\/\S+\.?\S*$/i

export interface SourceChoice {
  calendarId: string
  from: From
  /** Minutes after which the address is read again and again. */
  every?: number
}

/** The first step: the source and the calendar. */
export function SourceStep({
  start,
  onNext,
  busy,
  problem,
}: {
  /** The values of an earlier import that is repeated. */
  start: { calendarId: string; fileName?: string; pasted?: boolean; url?: string; calendarName?: string }
  onNext: (chosen: SourceChoice) => void
  busy: boolean
  problem: unknown
}) {
  const [calendarId, setCalendarId] = useState(start.calendarId)
  const [kind, setKind] = useState<From['kind']>(start.url ? 'address' : start.pasted ? 'text' : 'file')
  const [text, setText] = useState('')
  const [file, setFile] = useState<Extract<From, { kind: 'file' }>>()
  const [url, setUrl] = useState(start.url ?? '')
  const [every, setEvery] = useState('')
  const [faults, setFaults] = useState<Record<string, string>>({})

  const take = async (chosenFile: File) => {
    setFaults({})
    if (chosenFile.size > MAX_BYTES) {
      return setFaults({ file: 'The file is larger than 10 MB. Split it into smaller ones.' })
    }
    setFile({ kind: 'file', name: chosenFile.name, content: await readFile(chosenFile) })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problems = {
      ...(!calendarId && { calendar: 'Choose the calendar for the events' }),
      ...(kind === 'file' && !file && { file: 'Choose a file first' }),
      ...(kind === 'text' && !text.trim() && { text: 'Paste a table first' }),
      ...(kind === 'address' &&
        !ADDRESS.test(url.trim()) && { url: 'Enter an http, https or webcal address' }),
    }
    setFaults(problems)
    const first = Object.keys(problems)[0]
    if (first) return event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    onNext({
      calendarId,
      from: kind === 'file' ? file! : kind === 'text' ? { kind, text } : { kind, url: url.trim() },
      ...(kind === 'address' && every && { every: Number(every) }),
    })
  }

  // The same query as the field's first one, so that it is sent only once.
  const calendars = useList('/calendars', firstCalendars(''))
  if (calendars.isSuccess && calendars.rows.length === 0)
    return (
      <Section>
        <Empty
          title="There is no calendar to import into"
          action={
            <Button component={Link} to="/calendars/new">
              Create a calendar
            </Button>
          }
        >
          Events belong to a calendar. Create one first, then come back.
        </Empty>
      </Section>
    )
  return (
    <Section title="Source and calendar">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <CalendarSelect
            value={calendarId}
            name={start.calendarName}
            onChange={setCalendarId}
            error={faults.calendar}
          />
          <SegmentedControl
            aria-label="Source"
            value={kind}
            onChange={(value) => setKind(value)}
            data={[
              { value: 'file', label: 'A file' },
              { value: 'text', label: 'Paste' },
              { value: 'address', label: 'An address' },
            ]}
          />
          {kind === 'file' ? (
            <DropZone
              chosen={file?.name}
              onFile={(chosenFile) => void take(chosenFile)}
              error={faults.file ?? (start.fileName && !file ? `Choose ${start.fileName} again` : undefined)}
            />
          ) : kind === 'text' ? (
            <Textarea
              label="Table"
              description={
                start.pasted
                  ? 'What is pasted is not kept. Paste the table again as it is now: your choices for its columns are used again.'
                  : 'Copy the rows in your spreadsheet, with the line of the headings, and paste them here.'
              }
              autoFocus={start.pasted ?? false}
              name="text"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              error={faults.text}
              minRows={8}
              autosize
              maxRows={16}
            />
          ) : (
            <>
              <TextInput
                label="Address of the calendar or table"
                description="The address that a calendar application would subscribe to, of a file, of a Google sheet that is shared, or of matches in the JSON of openfootball."
                name="url"
                type="url"
                placeholder="https://example.com/season.ics"
                value={url}
                onChange={(event) => setUrl(event.currentTarget.value)}
                error={faults.url}
                inputMode="url"
                autoComplete="off"
              />
              <Select
                label="Read it again by itself"
                description="From then on its changes come over by themselves. What you change here stays yours."
                data={[{ value: '', label: 'No, only now' }, ...EVERY]}
                value={every}
                onChange={(value) => setEvery(value ?? '')}
                allowDeselect={false}
                maw={420}
              />
            </>
          )}
          <Refusal error={problem} />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {kind === 'file' ? 'Read the file' : kind === 'text' ? 'Read the table' : 'Read the address'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

function firstCalendars(q: string) {
  return { q, sort: 'name', limit: 100 }
}

function CalendarSelect({
  value,
  name,
  onChange,
  error,
}: {
  value: string
  name: string | undefined
  onChange: (id: string) => void
  error: string | undefined
}) {
  const [typed, setTyped] = useState(name ?? '')
  const [q] = useDebouncedValue(typed, 250)
  // The name of the chosen calendar is not a search text.
  const [chosenName, setChosenName] = useState(name ?? '')
  const search = q === chosenName ? '' : q
  const list = useList<{ id: string; name: string; draft: boolean }>('/calendars', firstCalendars(search))
  const options = list.rows.map((row) => ({
    value: row.id,
    label: row.draft ? `${row.name} (draft)` : row.name,
  }))
  const isListed = !value || options.some((option) => option.value === value)
  const data = isListed ? options : [{ value, label: chosenName }, ...options]
  return (
    <Select
      label="Calendar"
      name="calendar"
      placeholder="Choose a calendar"
      data={data}
      value={value || null}
      onChange={(id, option) => {
        setChosenName(option?.label ?? '')
        onChange(id ?? '')
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={list.isFetching ? 'Searching…' : 'No match'}
      // The service has filtered already.
      filter={({ options }) => options}
      error={error}
      maw={420}
    />
  )
}
