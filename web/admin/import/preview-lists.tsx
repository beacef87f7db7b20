import { ScrollArea, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChangedEvent, JoinedEvent, ListedEvent } from '../../../src/http/admin/imports-schemas.ts'
import { fieldLabel } from '../events/field-labels.ts'
import { counted, day } from '../kit/format.ts'

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
