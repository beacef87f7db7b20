import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { type Backlog, MOST_COUNTED, readBacklog } from './backlog.ts'
import { gauge, type Metric } from './metric.ts'

const KEPT_MS = 10_000
/** Prometheus gives up after 10 s, and then knows nothing of the other metrics, which tell of a slow database. */
const PATIENCE_MS = 1000

/** What waits, as metrics without a value where the database does not answer in time. For whoever is asked to read. */
export function createBacklogMetrics({ db, now }: Pick<AppContext, 'db' | 'now'>): () => Promise<Metric[]> {
  let known: { at: number; backlog: Promise<Backlog> } | undefined

  /** Kept for a while: more than one may ask, and often. */
  function backlog(): Promise<Backlog> {
    const at = performance.now()
    if (!known || at - known.at > KEPT_MS) {
      const asked = { at, backlog: readBacklog(db, now()) }
      known = asked
      asked.backlog.catch(() => known === asked && (known = undefined))
    }
    return known.backlog
  }

  return async () => {
    const late = sleep(PATIENCE_MS, undefined, { ref: false })
    return backlogMetrics(await Promise.race([backlog().catch(() => undefined), late]))
  }
}

/** All processes would read the same, so one of them is enough. */
function backlogMetrics(backlog: Backlog | undefined): Metric[] {
  const values = (read: (backlog: Backlog) => number) =>
    backlog ? [{ value: read(backlog), labels: {} }] : []
  return [
    gauge(
      'fasti_delivery_queue',
      `Deliveries that wait, for callbacks that are on; counted up to ${MOST_COUNTED}.`,
      values(({ deliveries }) => deliveries),
      'first',
    ),
    gauge(
      'fasti_delivery_oldest_due_seconds',
      'For how long the oldest of them has been due.',
      values(({ oldestDueMs }) => oldestDueMs / 1000),
      'first',
    ),
    gauge(
      'fasti_erasures_waiting',
      'Erased persons of whom something is still to go.',
      values(({ erasures }) => erasures),
      'first',
    ),
  ]
}
