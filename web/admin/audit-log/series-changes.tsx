import { Button, Group, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { LogEntry } from '../../../src/http/admin/audit-log-schemas.ts'
import { Confirm } from '../kit/confirm.tsx'
import { undoChanges } from '../kit/undo-changes.ts'
import { changedSeries } from './series-words.ts'

interface SeriesChangesProps {
  entry: LogEntry
  calendarName: (id: string) => string
  onDone: () => void
}

/** What an entry did to series, in words, with a button to undo it. */
export function SeriesChanges({ entry, calendarName, onDone }: SeriesChangesProps) {
  const [asking, setAsking] = useState(false)
  const undo = async () => {
    await undoChanges([entry.id])
    onDone()
  }
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setAsking(true)}>
          Undo this change
        </Button>
      </Group>
      {changedSeries(entry, calendarName).map(({ id, name, rows }) => (
        <div key={id}>
          <Text fw={600} mb={4}>
            {name}
          </Text>
          <Table aria-label={`Changes of ${name}`} layout="fixed" className="changes">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>What</Table.Th>
                <Table.Th>Before</Table.Th>
                <Table.Th>After</Table.Th>
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
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title="Put the series back?"
        action="Put back"
        danger={false}
        onConfirm={undo}
      >
        Its rule, fields and dates become as they were “Before”, here and in subscribers’ calendars. What was
        changed by hand on a date since then stays. If the series itself was changed again, nothing happens.
      </Confirm>
    </>
  )
}
