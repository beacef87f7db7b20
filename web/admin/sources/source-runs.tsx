import { Table, Text } from '@mantine/core'
import { moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { outcomeText, type Run } from './words.ts'

const OUTCOMES = {
  changed: { kind: 'ok', name: 'Changed' },
  same: { kind: 'plain', name: 'Nothing new' },
  waits: { kind: 'warn', name: 'Waited' },
  failed: { kind: 'bad', name: 'Failed' },
} as const

/** The last runs of a source. Those in a row that came out the same are one line. */
export function SourceRuns({ runs }: { runs: Run[] }) {
  return (
    <Section title="Last runs" text="Runs in a row that came out the same are one line.">
      {runs.length === 0 ? (
        <Empty title="It has not been read yet" />
      ) : (
        <Table verticalSpacing="xs" aria-label="Last runs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th className="wide-only">Outcome</Table.Th>
              <Table.Th>What it did</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs.map((run) => (
              <Table.Tr key={run.id}>
                <Table.Td>
                  {moment(run.until)}
                  {run.times > 1 && (
                    <Text size="sm" c="dimmed">
                      since {moment(run.at)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className="wide-only">
                  <StateBadge kind={OUTCOMES[run.outcome].kind}>{OUTCOMES[run.outcome].name}</StateBadge>
                </Table.Td>
                <Table.Td className="earlier-name">{outcomeText(run)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  )
}
