import { Anchor, Skeleton, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DeliveryHealth } from '../../../src/http/admin/callbacks-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { useData } from '../kit/data.ts'
import { ago, count, counted, day, percent } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Reading } from '../kit/states.tsx'

type Counts = Record<'delivered' | 'failed' | 'waiting', number>
type CallbackHealth = DeliveryHealth['callbacks'][number]

/**
 * The share of deliveries that arrived, day by day: of one callback, or of all with a line for each. Renders nothing
 * without callbacks.
 */
export function DeliveryHealthPart({ callbackId }: { callbackId?: string }) {
  const query = useData<DeliveryHealth>('/deliveries/health', { callbackId })
  const title = callbackId ? 'Success' : 'Deliveries'
  if (query.data?.callbacks.length === 0) return null
  if (!query.data)
    return (
      <Section title={title}>
        <Reading query={query}>{() => <Skeleton h={120} />}</Reading>
      </Section>
    )
  return <Health title={title} health={query.data} isOne={callbackId !== undefined} />
}

function Health({ title, health, isOne }: { title: string; health: DeliveryHealth; isOne: boolean }) {
  const { days, more, callbacks } = health
  const most = Math.max(...days.map(totalOf))
  return (
    <ChartSection
      title={title}
      sentence={sentenceOf(health)}
      chart={
        most === 0 ? undefined : (
          <div className="success-days">
            {days.map((own) => (
              <div key={own.day} title={`${day(own.day)}: ${shareText(own)}`}>
                <span className="success-bad" style={{ height: `${(100 * own.failed) / most}%` }} />
                <span className="success-waiting" style={{ height: `${(100 * own.waiting) / most}%` }} />
                <span className="success-ok" style={{ height: `${(100 * own.delivered) / most}%` }} />
              </div>
            ))}
          </div>
        )
      }
      columns={['Day', 'Arrived', 'Given up', 'Waiting', 'Share that arrived']}
      rows={days
        .toReversed()
        .map((own) => [
          day(own.day),
          count(own.delivered),
          count(own.failed),
          count(own.waiting),
          totalOf(own) === 0 ? '–' : percent(own.delivered, totalOf(own)),
        ])}
      note={
        <>
          {most > 0 &&
            `From ${day(days[0]!.day)} to today, in days of UTC.${more ? ' Only the newest 10,000 deliveries are counted.' : ''}`}
          {!isOne && <Callbacks callbacks={callbacks} />}
        </>
      }
    />
  )
}

function Callbacks({ callbacks }: { callbacks: CallbackHealth[] }) {
  return (
    <Table aria-label="Deliveries by callback" verticalSpacing="xs" mt="sm" c="var(--ink)">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Callback</Table.Th>
          <Table.Th className="number">Arrived</Table.Th>
          <Table.Th className="number wide-only">Waiting</Table.Th>
          <Table.Th className="number">Given up</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {callbacks.map(({ id, name, url, active, delivered, waiting, failed, lastFailure }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Anchor
                component={Link}
                to={`/developers/callbacks/${id}`}
                style={{ overflowWrap: 'anywhere' }}
              >
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
        ))}
      </Table.Tbody>
    </Table>
  )
}

function sentenceOf({ days, callbacks }: DeliveryHealth): string {
  const sum = (name: keyof Counts) => callbacks.reduce((total, own) => total + own[name], 0)
  const [arrived, failed, waiting] = [sum('delivered'), sum('failed'), sum('waiting')]
  const total = arrived + failed + waiting
  if (total === 0) return `Nothing was sent in the last ${counted(days.length, 'day', 'days')}.`
  const share = `${percent(arrived, total)} of ${counted(total, 'delivery', 'deliveries')} arrived.`
  const givenUp = failed > 0 ? ` ${counted(failed, 'delivery was', 'deliveries were')} given up.` : ''
  const still = waiting > 0 ? ` ${counted(waiting, 'delivery is', 'deliveries are')} still waiting.` : ''
  return share + givenUp + still
}

function shareText(own: Counts): string {
  const total = totalOf(own)
  return total === 0 ? 'nothing was sent' : `${count(own.delivered)} of ${count(total)} arrived`
}

function totalOf({ delivered, failed, waiting }: Counts): number {
  return delivered + failed + waiting
}
