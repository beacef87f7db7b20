import { Button, Group, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { Empty, Reading, Refusal } from '../kit/states.tsx'
import { EVERY } from '../sources/words.ts'
import { words } from '../words/index.ts'
import { type CalendarChoice, calendarLabel, CalendarSelect, useCalendars } from './calendar-select.tsx'
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

interface SourceStepProps {
  /** The values of an earlier import that is repeated. */
  start: { calendarId: string; fileName?: string; pasted?: boolean; url?: string; calendarName?: string }
  onNext: (chosen: SourceChoice) => void
  busy: boolean
  problem: unknown
}

/** The first step: the source and the calendar. */
export function SourceStep(props: SourceStepProps) {
  const calendars = useCalendars('')
  const read = { ...calendars, data: calendars.data && calendars.rows }
  return (
    <Section title={texts.sourceAndCalendar}>
      <Reading query={read}>
        {(rows) => (rows.length === 0 ? <NoCalendar /> : <SourceForm {...props} calendars={rows} />)}
      </Reading>
    </Section>
  )
}

function NoCalendar() {
  return (
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
  )
}

function SourceForm({
  start,
  calendars,
  onNext,
  busy,
  problem,
}: SourceStepProps & { calendars: CalendarChoice[] }) {
  // There is nothing to choose among one.
  const [first] = useState(() =>
    calendars.find(({ id }) => (start.calendarId ? id === start.calendarId : calendars.length === 1)),
  )
  const [calendarId, setCalendarId] = useState(first?.id ?? start.calendarId)
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

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CalendarSelect
          value={calendarId}
          label={first ? calendarLabel(first) : start.calendarName}
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
  )
}
