import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import type { AppContext } from '../context.ts'
import { overAll } from '../publishers/each-found.ts'
import { addBacklogs, type Backlog, MOST_COUNTED, NO_BACKLOG, readBacklog } from './backlog.ts'
import { addGauge, type Metric } from './metric.ts'

const MAX_AGE_MS = 10_000
/** While a node is away: counting one publisher after the other takes thousands of statements. */
const MAX_AGE_ALONE_MS = 60_000
/** How old a count may be that is shown because the next one takes long. */
const SHOWN_MS = 300_000
/**
 * Prometheus has a timeout of 10 s; then all metrics would be missing, even those that show a slow database.
 */
const TIMEOUT_MS = 1000

interface Counted {
  backlog: Backlog
  /** Publishers whose backlog could not be read. */
  unreachable: number
}

/**
 * Returns a function that reads the backlog as metrics: of all publishers that can be reached. What takes longer than a
 * second is shown the next time; until then the last count is. There are no values if the database does not respond.
 */
export function createBacklogMetrics(
  ctx: Pick<AppContext, 'db' | 'now' | 'stopping'>,
): () => Promise<Metric[]> {
  let last: (Counted & { at: number }) | undefined
  let counting: Promise<void> | undefined

  /** Counts, unless that was done just now: several clients may ask often. */
  async function count(): Promise<void> {
    const maxAge = last && last.unreachable > 0 ? MAX_AGE_ALONE_MS : MAX_AGE_MS
    if (last && performance.now() - last.at < maxAge) return
    counting ??= countBacklog(ctx)
      .then((counted) => void (last = { ...counted, at: performance.now() }))
      .catch(() => void (last = undefined))
      .finally(() => (counting = undefined))
    await counting
  }

  // All processes would read the same values, so only the requested one does.
  const registry = new Registry()
  const add = (name: string, help: string, read: (counted: Counted) => number) => {
    const value = () => (last && performance.now() - last.at < SHOWN_MS ? read(last) : undefined)
    addGauge(registry, name, help, value, { aggregator: 'first' })
  }
  add(
    'fasti_delivery_queue',
    `Deliveries that wait, for callbacks that are on; counted up to ${MOST_COUNTED}.`,
    ({ backlog }) => backlog.deliveries,
  )
  add(
    'fasti_delivery_oldest_due_seconds',
    'For how long the oldest of them has been due.',
    ({ backlog }) => backlog.oldestDueMs / 1000,
  )
  add(
    'fasti_erasures_waiting',
    'Erased subscribers of whom something is still to go.',
    ({ backlog }) => backlog.erasures,
  )
  add(
    'fasti_alerts_due',
    `Changed events that wait until subscribers are told of them; counted up to ${MOST_COUNTED}.`,
    ({ backlog }) => backlog.alertsDue,
  )
  add(
    'fasti_alert_recipients_waiting',
    `Recipients of alerts that are being sent, who wait for their turn; counted up to ${MOST_COUNTED}.`,
    ({ backlog }) => backlog.alertRecipients,
  )
  add(
    'fasti_publishers_unreachable',
    'Publishers whose node of the database does not respond: what waits for them is not counted.',
    ({ unreachable }) => unreachable,
  )
  return async () => {
    await Promise.race([count(), sleep(TIMEOUT_MS, undefined, { ref: false })])
    return registry.getMetricsAsJSON()
  }
}

async function countBacklog({
  db,
  now,
  stopping,
}: Pick<AppContext, 'db' | 'now' | 'stopping'>): Promise<Counted> {
  let backlog = NO_BACKLOG
  let unreachable = 0
  const read = (publisherId?: number) =>
    readBacklog(db, now(), publisherId).catch((error: unknown) => {
      if (publisherId === undefined) throw error
      unreachable++
      return NO_BACKLOG
    })
  await overAll(db, stopping.signal, read, async (one) => void (backlog = addBacklogs(backlog, one)))
  return { backlog, unreachable }
}
