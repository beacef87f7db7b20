import type { Logger } from 'pino'
import { cacheCounts, type CachedCounts } from '../cached-counts.ts'
import type { Db } from '../db/database.ts'
import { pause } from '../pause.ts'

/** The feeds that were read in the last 7 days. */
export interface ActiveFeedCount {
  /** The time of the count (epoch ms). */
  at: number
  /** Active subscribers whose feed was read by any application. */
  subscribers: number
  /** Sorted by number of feeds, descending. A feed that two applications read counts for both. */
  applications: { name: string; feeds: number }[]
}

export type ActiveFeeds = CachedCounts<ActiveFeedCount>

export const ACTIVE_DAYS = 7
const DAY_MS = 86_400_000
const FRESH_MS = 300_000
const PUBLISHERS_CACHED = 1000
/** Rows that one statement counts: a few milliseconds. */
const SLICE = 2000

/** Counts the active feeds of publishers, and caches the counts for some minutes. */
export function createActiveFeeds(db: Db, now: () => number, log: Logger): ActiveFeeds {
  return cacheCounts(
    {
      count: (publisherId, signal) => countActiveFeeds(db, publisherId, now(), signal),
      freshMs: FRESH_MS,
      maxSize: PUBLISHERS_CACHED,
      sizeOf: () => 1,
    },
    now,
    log,
  )
}

/** Counts the active feeds of a publisher; undefined if it was aborted. Exported for its test. */
export async function countActiveFeeds(
  db: Db,
  publisherId: number,
  at: number,
  signal: AbortSignal,
  slice = SLICE,
): Promise<ActiveFeedCount | undefined> {
  const since = at - ACTIVE_DAYS * DAY_MS
  const feeds = new Map<string, number>()
  let subscribers = 0
  for (let after: string | undefined = ''; after !== undefined;) {
    if (signal.aborted) return undefined
    const upTo = await endOfSlice(db, publisherId, after, slice)
    const counted = await countSlice(db, publisherId, since, after, upTo)
    for (const { application, count } of counted.applications)
      feeds.set(application, (feeds.get(application) ?? 0) + count)
    subscribers += counted.subscribers
    after = upTo
    await pause() // let other requests run
  }
  const applications = [...feeds].map(([name, count]) => ({ name, feeds: count }))
  return { at, subscribers, applications: applications.sort((a, b) => b.feeds - a.feeds) }
}

/** The last subscriber of the slice after `after`; undefined if it is the last slice. */
async function endOfSlice(db: Db, publisherId: number, after: string, slice: number) {
  const row = await db
    .selectFrom('feed_read')
    .select('subscriber_id')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '>', after)
    .orderBy('subscriber_id')
    .offset(slice - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.subscriber_id
}

async function countSlice(
  db: Db,
  publisherId: number,
  since: number,
  after: string,
  upTo: string | undefined,
): Promise<{ subscribers: number; applications: { application: string; count: number }[] }> {
  let active = db
    .selectFrom('feed_read as r')
    // Applications still read the feed for some time after a subscriber has left.
    .innerJoin('subscriber as s', (join) =>
      join.onRef('s.publisher_id', '=', 'r.publisher_id').onRef('s.id', '=', 'r.subscriber_id'),
    )
    .where('r.publisher_id', '=', publisherId)
    .where('r.subscriber_id', '>', after)
    .where('r.last_read_at', '>=', since)
    .where('s.active', '=', 1)
  if (upTo !== undefined) active = active.where('r.subscriber_id', '<=', upTo)
  const applications = await active
    .select(['r.application', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('r.application')
    .execute()
  const { subscribers } = await active
    .select((eb) => eb.fn.count<number>('r.subscriber_id').distinct().as('subscribers'))
    .executeTakeFirstOrThrow()
  return { subscribers, applications }
}
