import { ScrollArea, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChangedEvent, ListedEvent } from '../../../src/http/admin/imports-schemas.ts'
import { day } from '../kit/format.ts'
import { fieldWord } from './field-words.ts'

export function EventRows({ events, label }: { events: ListedEvent[]; label: string }) {
  return (
    <Rows label={label} heads={['When', 'Event', 'Location']} wide={[2]}>
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
                  {fieldWord(field)}:{' '}
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

export function FaultRows({ faults }: { faults: { line: number; message: string }[] }) {
  return (
    <Rows label="Faulty" heads={['Line', 'What is wrong']} wide={[]}>
      {faults.map(({ line, message }, index) => (
        <Table.Tr key={index}>
          <Table.Td>{line}</Table.Td>
          <Table.Td>{message}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
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
