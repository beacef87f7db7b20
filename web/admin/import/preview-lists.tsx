import { ScrollArea, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  ChangedEvent,
  JoinedEvent,
  ListedEvent,
  ListedSeries,
} from '../../../src/http/admin/imports-schemas.ts'
import { fieldLabel } from '../events/field-labels.ts'
import { ruleText } from '../events/series-words.ts'
import { count, counted, day } from '../kit/format.ts'

export function EventRows({ events, label }: { events: ListedEvent[]; label: string }) {
  return (
    <Rows label={label} heads={['When', 'Event', 'Place']} wide={[2]}>
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
    <Rows label="Changed" heads={['Event', 'What changes']} wide={[]}>
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
                <Text span size="sm" c="dimmed">
                  {fieldLabel(field)}:{' '}
                </Text>
                {before && <del className="was">{shown(field, before)}</del>}{' '}
                {shown(field, after) || '(empty)'}
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
    <Rows label="Of other calendars" heads={['When', 'Event', 'In these calendars now']} wide={[]}>
      {events.map((event) => (
        <Table.Tr key={event.id}>
          <Table.Td>{when(event)}</Table.Td>
          <Table.Td>{event.name}</Table.Td>
          <Table.Td>{event.calendars.join(', ')}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  )
}

/** Series of the file, and those that are removed, with what becomes of their dates. */
export function SeriesRows({ series }: { series: ListedSeries[] }) {
  return (
    <Rows label="Series" heads={['Series', 'When', 'What happens']} wide={[]}>
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
              {entry.startDate === entry.lastDate
                ? day(entry.startDate)
                : `${day(entry.startDate)} to ${day(entry.lastDate)}`}
              {entry.startTime && ` at ${entry.startTime}`}
              {entry.exclude.length > 0 && `, not on ${datesText(entry.exclude)}`}
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

/** Few dates in full, of more the first ones and how many. */
function datesText(occurrences: string[]): string {
  const shown = occurrences.slice(0, 3).map((occurrence) => day(occurrence.slice(0, 10)))
  const more = occurrences.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${count(more)} more` : shown.join(', ')
}

function changeText({ change, dates }: ListedSeries): string {
  const of = (value: number) => counted(value, 'date', 'dates')
  const { added, changed, removed, unchanged } = dates
  if (change === 'added' && changed === 0) return `Added with ${of(added)}`
  if (change === 'joined') return `Put into this calendar with ${of(changed + unchanged)}`
  if (change === 'removed') return `Removed with ${of(removed + changed)}`
  if (change === 'unchanged') return `Unchanged, ${of(unchanged)}`
  const parts = [
    added > 0 && `${count(added)} added`,
    changed > 0 && `${count(changed)} changed`,
    removed > 0 && `${count(removed)} removed`,
    unchanged > 0 && `${count(unchanged)} unchanged`,
  ].filter(Boolean)
  return `${change === 'added' ? 'Added' : 'Changed'}. Dates: ${parts.join(', ')}`
}

/** Messages about lines of the file. */
export function LineRows({ lines, label }: { lines: { line: number; message: string }[]; label: string }) {
  return (
    <Rows label={label} heads={['Line', label === 'Notes' ? 'Note' : 'Problem']} wide={[]}>
      {lines.map(({ line, message }, index) => (
        <Table.Tr key={index}>
          <Table.Td>{line}</Table.Td>
          <Table.Td>{message}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  )
}

/** How many reminders of the file were left out, because an event has at most two, before its start. */
export function DroppedAlarms({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Text>
      {counted(count, 'reminder in the file is', 'reminders in the file are')} left out: an event has at most
      two, before its start.
    </Text>
  )
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
  if (startTime) return `${day(startDate)}, ${startTime}`
  return endDate === startDate ? day(startDate) : `${day(startDate)} to ${day(endDate)}`
}

function shown(field: string, value: string): string {
  return value && (field === 'startDate' || field === 'endDate') ? day(value) : value
}
