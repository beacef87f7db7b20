import { Table, Text } from '@mantine/core'
import type { LogEntry } from '../../../src/http/admin/audit-log-schemas.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { changedSeries } from './series-words.ts'
import { UndoEntry } from './undo-entry.tsx'

interface SeriesChangesProps {
  entry: LogEntry
  calendarName: (id: string) => string
  onDone: () => void
}

/** What an entry did to series, in words, with a button to undo it. */
export function SeriesChanges({ entry, calendarName, onDone }: SeriesChangesProps) {
  return (
    <>
      <UndoEntry id={entry.id} onDone={onDone} ofSeries />
      {changedSeries(entry, calendarName).map(({ id, name, rows }) => (
        <div key={id}>
          <Text fw={600} mb={4}>
            {name}
          </Text>
          <Table aria-label={say(words.auditLog.changesOf, { name })} layout="fixed" className="changes">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.auditLog.what}</Table.Th>
                <Table.Th>{words.auditLog.before}</Table.Th>
                <Table.Th>{words.auditLog.after}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.name}>
                  <Table.Th scope="row" fw={400}>
                    {row.name}
                  </Table.Th>
                  <Table.Td>{row.before ?? '–'}</Table.Td>
                  <Table.Td>{row.after ?? '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      ))}
    </>
  )
}
