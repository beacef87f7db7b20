import { Button, Group, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useList } from '../kit/data.ts'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { Empty, Refusal } from '../kit/states.tsx'
import { EVERY } from '../sources/words.ts'
import { words } from '../words/index.ts'
import { type From, MAX_BYTES, readFile } from './draft.ts'
import { DropZone } from './drop-zone.tsx'

const texts = words.imports

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
      return setFaults({ file: texts.fileTooLarge })
    }
    try {
      setFile({ kind: 'file', name: chosenFile.name, content: await readFile(chosenFile) })
    } catch {
      setFaults({ file: words.kit.unreadableFile })
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problems = {
      ...(!calendarId && { calendar: texts.needCalendar }),
      ...(kind === 'file' && !file && { file: texts.needFile }),
      ...(kind === 'text' && !text.trim() && { text: texts.needTable }),
      ...(kind === 'address' && !ADDRESS.test(url.trim()) && { url: texts.needAddress }),
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
          title={texts.noCalendar}
          action={
            <Button component={Link} to="/calendars/new">
              {words.overview.createCalendar}
            </Button>
          }
        >
          {texts.noCalendarText}
        </Empty>
      </Section>
    )
  return (
    <Section title={texts.sourceAndCalendar}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <CalendarSelect
            value={calendarId}
            name={start.calendarName}
            onChange={setCalendarId}
            error={faults.calendar}
          />
          <SegmentedControl
            aria-label={words.sources.title}
            value={kind}
            onChange={(value) => setKind(value)}
            data={[
              { value: 'file', label: texts.aFile },
              { value: 'text', label: texts.paste },
              { value: 'address', label: texts.anAddress },
            ]}
          />
          {kind === 'file' ? (
            <DropZone
              chosen={file?.name}
              onFile={(chosenFile) => void take(chosenFile)}
              error={
                faults.file ??
                (start.fileName && !file ? say(texts.chooseAgain, { file: start.fileName }) : undefined)
              }
            />
          ) : kind === 'text' ? (
            <Textarea
              label={words.kit.table}
              description={start.pasted ? texts.pasteAgain : texts.pasteText}
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
                label={texts.addressOf}
                description={texts.addressText}
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
                label={words.sources.readAgain}
                description={texts.readAgainText}
                data={[{ value: '', label: texts.onlyNow }, ...EVERY]}
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
              {kind === 'file' ? texts.readFile : kind === 'text' ? texts.readTable : texts.readAddress}
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
    label: row.draft ? say(words.kit.nameOfDraft, { name: row.name }) : row.name,
  }))
  const isListed = !value || options.some((option) => option.value === value)
  const data = isListed ? options : [{ value, label: chosenName }, ...options]
  return (
    <Select
      label={words.calendars.calendar}
      name="calendar"
      placeholder={texts.chooseCalendar}
      data={data}
      value={value || null}
      onChange={(id, option) => {
        setChosenName(option?.label ?? '')
        onChange(id ?? '')
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={list.isFetching ? words.shell.searching : words.kit.noMatch}
      // The service has filtered already.
      filter={({ options }) => options}
      error={error}
      maw={420}
    />
  )
}
