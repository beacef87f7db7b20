import { Table, Text } from '@mantine/core'
import { moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { outcomeText, type Run } from './words.ts'

const texts = words.sources

const OUTCOMES = {
  changed: { kind: 'ok', name: texts.outcomeChanged },
  same: { kind: 'plain', name: texts.outcomeSame },
  waits: { kind: 'warn', name: texts.outcomeWaits },
  failed: { kind: 'bad', name: texts.outcomeFailed },
} as const

/** The last runs of a source. Those in a row that came out the same are one line. */
export function SourceRuns({ runs }: { runs: Run[] }) {
  return (
    <Section title={texts.lastRuns} text={texts.lastRunsText}>
      {runs.length === 0 ? (
        <Empty title={texts.noRuns} />
      ) : (
        <Table verticalSpacing="xs" aria-label={texts.lastRuns}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.kit.when}</Table.Th>
              <Table.Th className="wide-only">{texts.outcome}</Table.Th>
              <Table.Th>{texts.did}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs.map((run) => (
              <Table.Tr key={run.id}>
                <Table.Td>
                  {moment(run.until)}
                  {run.times > 1 && (
                    <Text size="sm" c="dimmed">
                      {say(texts.since, { when: moment(run.at) })}
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
