import { Anchor, Button, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { ago, count } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { aboutDeliveries } from './words.ts'

type CallbackHealth = Overview['deliveries']['callbacks'][number]

/** Deliveries by callback. */
export function DeliveriesPart({ deliveries }: Pick<Overview, 'deliveries'>) {
  const { callbacks } = deliveries
  const there = (
    <Button component={Link} to="/developers/callbacks" variant="default" size="sm">
      Callbacks
    </Button>
  )
  if (callbacks.length === 0) {
    return (
      <Section title="Deliveries" actions={there}>
        <Text c="dimmed" size="sm">
          You have no callbacks. A callback tells your own systems when someone subscribes or unsubscribes.
        </Text>
      </Section>
    )
  }
  return (
    <Section title="Deliveries" text={aboutDeliveries(deliveries)} actions={there}>
      <Table aria-label="Deliveries by callback" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Callback</Table.Th>
            <Table.Th className="number">Arrived</Table.Th>
            <Table.Th className="number wide-only">Waiting</Table.Th>
            <Table.Th className="number">Failed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {callbacks.map((own) => (
            <Row key={own.id} own={own} />
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

function Row({ own }: { own: CallbackHealth }) {
  const { id, name, url, active, delivered, waiting, failed, lastFailure } = own
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/developers/callbacks/${id}`} style={{ overflowWrap: 'anywhere' }}>
          {name || url}
        </Anchor>{' '}
        {!active && <StateBadge kind="warn">Switched off</StateBadge>}
        {lastFailure && (
          <Text size="sm" c="dimmed">
            Last failure {ago(lastFailure.at)}: {lastFailure.error || `status ${lastFailure.status}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="number">{count(delivered)}</Table.Td>
      <Table.Td className="number wide-only">{count(waiting)}</Table.Td>
      <Table.Td className="number">{count(failed)}</Table.Td>
    </Table.Tr>
  )
}
