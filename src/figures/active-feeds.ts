import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { keepCounts, type KeptCounts } from '../kept-counts.ts'

/** Which feeds were read in the last 7 days. */
export interface ActiveFeedCount {
  /** When it was counted (epoch ms). */
  at: number
  /** Active subscribers whose feed was read by any application. */
  subscribers: number
  /** A feed that two applications read counts for both. The most feeds first. */
  applications: { name: string; feeds: number }[]
}

export type ActiveFeeds = KeptCounts<ActiveFeedCount>

export const ACTIVE_DAYS = 7
const DAY_MS = 86_400_000
const FRESH_MS = 300_000
const PUBLISHERS_KEPT = 1000
/** Rows counted in one go: some milliseconds. */
const SLICE = 2000

/** Counts the active feeds of publishers, and keeps what was counted for some minutes. */
export function createActiveFeeds(db: Db, now: () => number, log: Logger): ActiveFeeds {
  return keepCounts(
    {
      count: (publisherId, signal) => countActiveFeeds(db, publisherId, now(), signal),
      freshMs: FRESH_MS,
      most: PUBLISHERS_KEPT,
      sizeOf: () => 1,
    },
    now,
    log,
  )
}

/** Undefined where the signal came before the end. Exported for its test. */
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
    await setImmediate() // whoever waits comes first
  }
  const applications = [...feeds].map(([name, count]) => ({ name, feeds: count }))
  return { at, subscribers, applications: applications.sort((a, b) => b.feeds - a.feeds) }
}

/** The last subscriber of the slice behind one; undefined: it is the last slice. */
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
    // Applications go on reading for a while after somebody left.
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
