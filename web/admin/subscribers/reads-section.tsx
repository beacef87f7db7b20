import { Table, Text } from '@mantine/core'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { ago, count, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'

/** The applications that read the feed, and whether each has its latest version. */
export function ReadsSection({ record: { reads, applicationsChosen } }: { record: SubscriberRecord }) {
  return (
    <Section
      title="Applications"
      text={applicationsChosen.length > 0 && `Chosen when subscribing: ${applicationsChosen.join(', ')}.`}
    >
      {reads.length === 0 ? (
        <Text c="dimmed">No calendar application has read the feed yet.</Text>
      ) : (
        <Table aria-label="Applications">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Application</Table.Th>
              <Table.Th className="number wide-only">Reads</Table.Th>
              <Table.Th>Last read</Table.Th>
              <Table.Th>Up to date</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reads.map(({ application, aggregator, reads, last, current }) => (
              <Table.Tr key={application}>
                <Table.Td>
                  {application}
                  {aggregator && (
                    <Text size="sm" c="dimmed">
                      Reads once for all their devices
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className="number wide-only">{count(reads)}</Table.Td>
                <Table.Td title={moment(last)}>{ago(last)}</Table.Td>
                <Table.Td>
                  <StateBadge kind={current ? 'ok' : 'warn'}>{current ? 'Yes' : 'Not yet'}</StateBadge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  )
}
