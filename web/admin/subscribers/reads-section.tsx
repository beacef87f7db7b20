import { Table, Text } from '@mantine/core'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { ago, count, list, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { words } from '../words/index.ts'

/** The applications that read the feed, and whether each has its latest version. */
export function ReadsSection({ record: { reads, applicationsChosen } }: { record: SubscriberRecord }) {
  return (
    <Section
      title={words.subscribers.applications}
      text={
        applicationsChosen.length > 0 &&
        say(words.subscribers.applicationsChosen, { applications: list(applicationsChosen) })
      }
    >
      {reads.length === 0 ? (
        <Text c="dimmed">{words.subscribers.noReads}</Text>
      ) : (
        <Table aria-label={words.subscribers.applications}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.subscribers.application}</Table.Th>
              <Table.Th className="number wide-only">{words.subscribers.reads}</Table.Th>
              <Table.Th>{words.subscribers.lastRead}</Table.Th>
              <Table.Th>{words.subscribers.upToDate}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reads.map(({ application, aggregator, reads, last, current }) => (
              <Table.Tr key={application}>
                <Table.Td>
                  {application}
                  {aggregator && (
                    <Text size="sm" c="dimmed">
                      {words.subscribers.readsForAll}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className="number wide-only">{count(reads)}</Table.Td>
                <Table.Td title={moment(last)}>{ago(last)}</Table.Td>
                <Table.Td>
                  <StateBadge kind={current ? 'ok' : 'warn'}>
                    {current ? words.subscribers.yes : words.subscribers.notYet}
                  </StateBadge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  )
}
