import { ScrollArea, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  ChangedEvent,
  JoinedEvent,
  ListedEvent,
  ListedSeries,
} from '../../../src/http/admin/imports-schemas.ts'
import type { Reason } from '../../../src/reasons/reason.ts'
import { ruleText } from '../events/series-words.ts'
import { fieldLabel } from '../kit/field-labels.ts'
import { day, list, listShort } from '../kit/format.ts'
import { messageText } from '../kit/reasons.ts'
import { facts, Say, say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

const texts = words.imports

export function EventRows({ events, label }: { events: ListedEvent[]; label: string }) {
  return (
    <Rows label={label} heads={[words.kit.when, texts.event, fieldLabel('location')]} wide={[2]}>
      {events.map((event) => (
        <Table.Tr key={event.id ?? `${event.reference}`}>
          <Table.Td>{when(event)}</Table.Td>
          <Table.Td>{event.name}</Table.Td>
          <Table.Td className="wide-only">{event.location}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  )
}

export function ChangedEvents({ events }: { events: ChangedEvent[] }) {
  return (
    <Rows label={texts.changed} heads={[texts.event, texts.whatChanges]} wide={[]}>
      {events.map((event) => (
        <Table.Tr key={event.id}>
          <Table.Td>
            {event.name}
            <Text size="sm" c="dimmed">
              {when(event)}
            </Text>
          </Table.Td>
          <Table.Td>
            {event.fields.map(({ field, before, after }) => (
              <div key={field}>
                <Say
                  text={before ? texts.fieldChange : texts.fieldNew}
                  values={{
                    field: (
                      <Text span size="sm" c="dimmed">
                        {fieldLabel(field)}
                      </Text>
                    ),
                    before: <del className="was">{shown(field, before)}</del>,
                    after: shown(field, after) || texts.empty,
                  }}
                />
              </div>
            ))}
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  )
}

/** Events of other calendars, as they are: the file changes nothing of them. */
export function JoinedEvents({ events }: { events: JoinedEvent[] }) {
  return (
    <Rows label={texts.joined} heads={[words.kit.when, texts.event, texts.inCalendars]} wide={[]}>
      {events.map((event) => (
        <Table.Tr key={event.id}>
          <Table.Td>{when(event)}</Table.Td>
          <Table.Td>{event.name}</Table.Td>
          <Table.Td>{listShort(event.calendars)}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  )
}

/** Series of the file, and those that are removed, with what becomes of their dates. */
export function SeriesRows({ series }: { series: ListedSeries[] }) {
  return (
    <Rows label={texts.series} heads={[texts.oneSeries, words.kit.when, texts.whatHappens]} wide={[]}>
      {series.map((entry) => (
        <Table.Tr key={`${entry.id} ${entry.reference} ${entry.line}`}>
          <Table.Td>
            {entry.name}
            <Text size="sm" c="dimmed">
              {entry.location}
            </Text>
          </Table.Td>
          <Table.Td>
            {entry.ruleBefore && <del className="was">{wordsOf(entry, entry.ruleBefore)}</del>}{' '}
            {wordsOf(entry, entry.rule)}
            <Text size="sm" c="dimmed">
              {daysText(entry)}
            </Text>
          </Table.Td>
          <Table.Td>{changeText(entry)}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  )
}

/** A rule of a series of a file, which skips no days of calendars. */
function wordsOf({ startDate, startTime, timezone }: ListedSeries, rule: string): string {
  const ruleDate = { day: startDate, time: startTime, timezone }
  return ruleText({ rule, ruleDate, skipCalendars: [] }, String)
}

function daysText({ startDate, lastDate, startTime, exclude }: ListedSeries): string {
  const days = rangeText(startDate, lastDate)
  const daysAt = startTime ? say(texts.daysAt, { days, time: startTime }) : days
  return exclude.length > 0 ? say(texts.daysNot, { days: daysAt, dates: datesText(exclude) }) : daysAt
}

function rangeText(from: string, to: string): string {
  return from === to ? day(from) : say(texts.range, { from: day(from), to: day(to) })
}

/** Few dates in full, of more the first ones and how many. */
function datesText(occurrences: string[]): string {
  const shown = occurrences.slice(0, 3).map((occurrence) => day(occurrence.slice(0, 10)))
  const more = occurrences.length - shown.length
  return more > 0 ? list([...shown, sayCount(texts.moreDays, more)]) : listShort(shown)
}

const DATE_COUNTS = [
  ['added', texts.datesAdded],
  ['changed', texts.datesChanged],
  ['removed', texts.datesRemoved],
  ['unchanged', texts.datesUnchanged],
] as const

function changeText({ change, dates }: ListedSeries): string {
  const { added, changed, removed, unchanged } = dates
  if (change === 'added' && changed === 0) return sayCount(texts.addedWith, added)
  if (change === 'joined') return sayCount(texts.putInWith, changed + unchanged)
  if (change === 'removed') return sayCount(texts.removedWith, removed + changed)
  if (change === 'unchanged') return sayCount(texts.unchangedWith, unchanged)
  const some = DATE_COUNTS.filter(([kind]) => dates[kind] > 0)
  const counts = listShort(some.map(([kind, text]) => sayCount(text, dates[kind])))
  return say(change === 'added' ? texts.addedDates : texts.changedDates, { counts })
}

/** Messages about lines of the file. */
export function LineRows({
  lines,
  kind,
}: {
  lines: { line: number; message: string; reason?: Reason }[]
  kind: 'faults' | 'notes'
}) {
  return (
    <Rows label={texts[kind]} heads={[texts.line, kind === 'notes' ? texts.note : texts.problem]} wide={[]}>
      {lines.map(({ line, message, reason }, index) => (
        <Table.Tr key={index}>
          <Table.Td>{line}</Table.Td>
          <Table.Td>{messageText(message, reason)}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  )
}

/** How many reminders of the file were left out, because an event has at most two, before its start. */
export function DroppedAlarms({ count }: { count: number }) {
  return count === 0 ? null : <Text>{sayCount(texts.droppedReminders, count)}</Text>
}

function Rows(props: { label: string; heads: string[]; wide: number[]; children: ReactNode }) {
  const { label, heads, wide, children } = props
  return (
    <ScrollArea.Autosize
      mah={480}
      type="auto"
      viewportProps={{ tabIndex: 0, 'aria-label': label, role: 'group' }}
    >
      <Table aria-label={label} verticalSpacing="xs" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, index) => (
              <Table.Th key={head} className={wide.includes(index) ? 'wide-only' : undefined}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

function when({ startDate, startTime, endDate }: ListedEvent): string {
  return startTime ? facts([day(startDate), startTime]) : rangeText(startDate, endDate)
}

function shown(field: string, value: string): string {
  return value && (field === 'startDate' || field === 'endDate') ? day(value) : value
}
