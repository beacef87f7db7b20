import { Anchor, Skeleton, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DeliveryHealth } from '../../../src/http/admin/callbacks-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { useData } from '../kit/data.ts'
import { ago, count, day, percent } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { messageText } from '../kit/reasons.ts'
import { say, sayCount } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'

/** Deliveries beyond these are not counted. */
const MOST = 10_000

type Counts = Record<'delivered' | 'failed' | 'waiting', number>
type CallbackHealth = DeliveryHealth['callbacks'][number]

/**
 * The share of deliveries that arrived, day by day: of one callback, or of all with a line for each. Renders nothing
 * without callbacks.
 */
export function DeliveryHealthPart({ callbackId }: { callbackId?: string }) {
  const query = useData<DeliveryHealth>('/deliveries/health', { callbackId })
  const title = callbackId ? words.developers.success : words.auditLog.deliveries
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
              <div key={own.day} title={shareText(own)}>
                <span className="success-bad" style={{ height: `${(100 * own.failed) / most}%` }} />
                <span className="success-waiting" style={{ height: `${(100 * own.waiting) / most}%` }} />
                <span className="success-ok" style={{ height: `${(100 * own.delivered) / most}%` }} />
              </div>
            ))}
          </div>
        )
      }
      columns={[
        words.developers.day,
        words.developers.arrived,
        words.developers.abandoned,
        words.developers.pending,
        words.developers.shareArrived,
      ]}
      rows={days
        .toReversed()
        .map((own) => [
          { day: own.day, text: day(own.day) },
          count(own.delivered),
          count(own.failed),
          count(own.waiting),
          totalOf(own) === 0 ? '–' : percent(own.delivered, totalOf(own)),
        ])}
      note={
        <>
          {most > 0 &&
            say(more ? words.developers.fromToNewest : words.developers.fromTo, {
              day: day(days[0]!.day),
              most: MOST,
            })}
          {!isOne && <Callbacks callbacks={callbacks} />}
        </>
      }
    />
  )
}

function Callbacks({ callbacks }: { callbacks: CallbackHealth[] }) {
  return (
    <Table aria-label={words.developers.byCallback} verticalSpacing="xs" mt="sm" c="var(--ink)">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.auditLog.callback}</Table.Th>
          <Table.Th className="number">{words.developers.arrived}</Table.Th>
          <Table.Th className="number wide-only">{words.developers.pending}</Table.Th>
          <Table.Th className="number">{words.developers.abandoned}</Table.Th>
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
              {!active && <StateBadge kind="warn">{words.developers.switchedOff}</StateBadge>}
              {lastFailure && (
                <Text size="sm" c="dimmed">
                  {failureText(lastFailure)}
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
  if (total === 0) return sayCount(words.developers.nothingSentIn, days.length)
  return [
    sayCount(words.developers.shareOf, total, { share: percent(arrived, total) }),
    ...(failed > 0 ? [sayCount(words.developers.wereGivenUp, failed)] : []),
    ...(waiting > 0 ? [sayCount(words.developers.stillWaiting, waiting)] : []),
  ].reduce((first, second) => say(words.kit.sentences, { first, second }))
}

function failureText({ at, error, reason, status }: NonNullable<CallbackHealth['lastFailure']>): string {
  return error
    ? say(words.developers.lastFailure, { ago: ago(at), error: messageText(error, reason) })
    : say(words.developers.lastFailureStatus, { ago: ago(at), status: String(status) })
}

function shareText(own: Counts & { day: string }): string {
  const all = totalOf(own)
  return all === 0
    ? say(words.developers.dayNothing, { day: day(own.day) })
    : say(words.developers.dayShare, { day: day(own.day), arrived: own.delivered, all })
}

function totalOf({ delivered, failed, waiting }: Counts): number {
  return delivered + failed + waiting
}
