import type { Logger } from 'pino'
import { cacheCounts, type CachedCounts } from '../cached-counts.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { COUNTED_MS } from '../events/event-change.ts'
import { listRecentChanges } from '../events/event-change-store.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import { countReach, type TimedChange } from './count-reach.ts'
import { notifyReach } from './notify-reach.ts'
import { type CountedReach, findLastReach, insertReach, keyOf } from './reach-store.ts'

const MINUTE_MS = 60_000
/** Counts are kept at this share of the age of a change: minutes at first, hours later. */
const SPACING = 1 / 24
/** After a count nothing is counted for this many times as long as it took. */
const REST_FACTOR = 20
/** Publishers without recent changes are looked at less often: there may be thousands. */
const QUIET_REST_MS = 5 * MINUTE_MS

type Counted = CountedReach & TimedChange

/** The reach of a publisher's recent changes by `keyOf`. */
export type RecentReach = Map<string, CountedReach>

/** Counts the reach of the changes of the last 14 days when somebody looks, and caches it for some seconds. */
export function createRecentReach(db: Db, now: () => number, log: Logger): CachedCounts<RecentReach> {
  return cacheCounts(
    {
      count: async (publisherId, signal) => {
        const counted = await countRecent(db, publisherId, now(), signal)
        return counted && new Map(counted.map((change) => [keyOf(change), change]))
      },
      freshMs: 5000,
      maxSize: 100_000,
      sizeOf: (reach) => reach.size + 1,
    },
    now,
    log,
  )
}

async function countRecent(
  db: Db,
  publisherId: number,
  now: number,
  signal: AbortSignal,
): Promise<Counted[] | undefined> {
  const changes = await listRecentChanges(db, publisherId, now - COUNTED_MS)
  const counted = await countReach(db, publisherId, changes, now, signal)
  return counted?.map((change) => ({ ...change, countedAt: now }))
}

/** Keeps the reach of recent changes as it grows, for all publishers. Returns a function to call each minute. */
export function createReachKeeper({ db, now }: Pick<AppContext, 'db' | 'now'>, signal: AbortSignal) {
  const restUntil = new Map<number, number>()
  return async () => {
    await eachPublisher(db, signal, async (publisherId) => {
      if ((restUntil.get(publisherId) ?? 0) > performance.now()) return
      const began = performance.now()
      const changes = await keepReach(db, publisherId, now(), signal)
      const rest = changes === 0 ? QUIET_REST_MS : (performance.now() - began) * REST_FACTOR
      restUntil.set(publisherId, began + rest)
    })
  }
}

/**
 * Keeps the reach of a publisher's recent changes, where it grew since it was last kept, and notifies callbacks of
 * it. Returns the number of recent changes.
 */
export async function keepReach(
  db: Db,
  publisherId: number,
  now: number,
  signal: AbortSignal,
): Promise<number> {
  const counted = (await countRecent(db, publisherId, now, signal)) ?? []
  const revisions = [...new Set(counted.map(({ revision }) => revision))]
  const kept = await findLastReach(db, publisherId, revisions)
  const last = new Map(kept.map((reach) => [keyOf(reach), reach]))
  const news = counted.filter((change) => isNews(change, last.get(keyOf(change))))
  await insertReach(db, publisherId, news)
  await notifyReach(db, publisherId, counted, now)
  return counted.length
}

function isNews(change: Counted, last: CountedReach | undefined): boolean {
  if (!last) return true
  const spacing = Math.max(MINUTE_MS, (change.countedAt - change.at) * SPACING)
  return change.countedAt - last.countedAt >= spacing && numbersOf(change) !== numbersOf(last)
}

function numbersOf({ active, reached, partly, silent }: CountedReach): string {
  return `${active} ${reached} ${partly} ${silent}`
}
