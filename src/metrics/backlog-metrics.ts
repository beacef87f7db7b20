import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import type { AppContext } from '../context.ts'
import { type Backlog, MOST_COUNTED, readBacklog } from './backlog.ts'
import { addGauge, type Metric } from './metric.ts'

const MAX_AGE_MS = 10_000
/**
 * Prometheus has a timeout of 10 s; then all metrics would be missing, even those that show a slow database.
 */
const TIMEOUT_MS = 1000

/**
 * Returns a function that reads the backlog as metrics; they have no value if the database does not respond
 * in time.
 */
export function createBacklogMetrics({ db, now }: Pick<AppContext, 'db' | 'now'>): () => Promise<Metric[]> {
  let cached: { at: number; backlog: Promise<Backlog> } | undefined

  /** Cached, since several clients may ask often. */
  function backlog(): Promise<Backlog> {
    const at = performance.now()
    if (!cached || at - cached.at > MAX_AGE_MS) {
      const entry = { at, backlog: readBacklog(db, now()) }
      cached = entry
      entry.backlog.catch(() => cached === entry && (cached = undefined))
    }
    return cached.backlog
  }

  // All processes would read the same values, so only the requested one does.
  const registry = new Registry()
  let current: Backlog | undefined
  const add = (name: string, help: string, read: (backlog: Backlog) => number) =>
    addGauge(registry, name, help, () => current && read(current), { aggregator: 'first' })
  add(
    'fasti_delivery_queue',
    `Deliveries that wait, for callbacks that are on; counted up to ${MOST_COUNTED}.`,
    ({ deliveries }) => deliveries,
  )
  add(
    'fasti_delivery_oldest_due_seconds',
    'For how long the oldest of them has been due.',
    ({ oldestDueMs }) => oldestDueMs / 1000,
  )
  add(
    'fasti_erasures_waiting',
    'Erased subscribers of whom something is still to go.',
    ({ erasures }) => erasures,
  )
  add(
    'fasti_alerts_due',
    `Changed events that wait until subscribers are told of them; counted up to ${MOST_COUNTED}.`,
    ({ alertsDue }) => alertsDue,
  )
  add(
    'fasti_alert_recipients_waiting',
    `Recipients of alerts that are being sent, who wait for their turn; counted up to ${MOST_COUNTED}.`,
    ({ alertRecipients }) => alertRecipients,
  )
  return async () => {
    const late = sleep(TIMEOUT_MS, undefined, { ref: false })
    current = await Promise.race([backlog().catch(() => undefined), late])
    return registry.getMetricsAsJSON()
  }
}
