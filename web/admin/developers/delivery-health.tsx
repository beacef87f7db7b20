import { Anchor, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DeliveryHealth } from '../../../src/http/admin/callbacks-schemas.ts'
import { useData } from '../kit/data.ts'
import { ago, count, counted } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Reading } from '../kit/states.tsx'

type CallbackHealth = DeliveryHealth['callbacks'][number]

/** Counts deliveries of the last days by callback and outcome. Renders nothing without callbacks. */
export function DeliveryHealthPart() {
  const query = useData<DeliveryHealth>('/deliveries/health')
  if (query.data?.callbacks.length === 0) return null
  return <Reading query={query}>{(health) => <Health health={health} />}</Reading>
}

function Health({ health }: { health: DeliveryHealth }) {
  const { callbacks } = health
  return (
    <Section title="Deliveries" text={aboutDeliveries(health)}>
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

/** A sentence about deliveries. */
function aboutDeliveries({ more, callbacks }: DeliveryHealth): string {
  const of = (state: 'delivered' | 'failed' | 'waiting') =>
    callbacks.reduce((total, own) => total + own[state], 0)
  const [delivered, failed, waiting] = [of('delivered'), of('failed'), of('waiting')]
  const all = delivered + failed + waiting
  if (all === 0) return 'Nothing has been sent in the last 7 days.'
  const which = more
    ? `the last ${count(all)} deliveries`
    : `${counted(all, 'delivery', 'deliveries')} in the last 7 days`
  const rest = [failed && `${count(failed)} failed`, waiting && `${count(waiting)} waiting`].filter(Boolean)
  return `Of ${which}, ${count(delivered)} arrived${rest.length > 0 ? `; ${rest.join(', ')}` : ''}.`
}
