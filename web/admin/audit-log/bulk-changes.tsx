import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { words } from '../words/index.ts'
import { UndoEntry } from './undo-entry.tsx'
import type { ChangedEvent } from './words.ts'

interface Props {
  /** The id of the log entry. */
  id: string
  events: ChangedEvent[]
  onDone: () => void
}

/** The events that a bulk change touched, before and after, with a button to undo it. */
export function BulkChanges({ id, events, onDone }: Props) {
  return (
    <>
      <UndoEntry id={id} onDone={onDone} />
      <Table aria-label={words.auditLog.changedEvents} layout="fixed" className="changes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.auditLog.event}</Table.Th>
            <Table.Th>{words.auditLog.before}</Table.Th>
            <Table.Th>{words.auditLog.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.flatMap((event) =>
            event.fields.map(({ name, before, after }, index) => (
              <Table.Tr key={`${event.id} ${name}`}>
                <Table.Th scope="row" fw={400}>
                  {index === 0 && (
                    <>
                      <Anchor component={Link} to={`/events/${event.id}`}>
                        {event.name}
                      </Anchor>
                      <br />
                    </>
                  )}
                  {name}
                </Table.Th>
                <Table.Td>{before ?? '–'}</Table.Td>
                <Table.Td>{after ?? '–'}</Table.Td>
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </>
  )
}
