import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import type { Reach } from './stubs.ts'
import { dayOf } from './window.ts'

const DAY_MS = 86_400_000
const FEEDS_REMEMBERED = 50_000
/** Rows counted for a publisher at most. */
const MOST_COUNTED = 1000

type FeedKind = 'subscriber' | 'calendar'

interface CutFeed {
  publisherId: number
  kind: FeedKind
  feedId: string
  reach: Reach
}

/** Feeds that are too large to show everything. A row is good for the day of its last read and the day after. */
export interface CutFeeds {
  /** To be called at each read of a feed. `reach`: undefined where the feed shows everything. */
  note(publisherId: number, kind: FeedKind, feedId: string, reach: Reach | undefined): void
  /** Feeds found cut since the process started, each about once a day. */
  readonly count: number
  flush(): Promise<void>
}

export function createCutFeeds(db: Db, now: () => number, log: Logger): CutFeeds {
  let day = 0
  /** Noted today, by feed. A feed that fell out of it is only written once more. */
  const noted = new LRUCache<string, string>({ max: FEEDS_REMEMBERED })
  let warned = new Set<number>()
  let pending: CutFeed[] = []
  let count = 0
  return {
    note(publisherId, kind, feedId, reach) {
      if (!reach) return
      if (dayOf(now()) !== day) {
        day = dayOf(now())
        noted.clear()
        warned = new Set()
      }
      const key = `${publisherId}:${feedId}`
      const value = `${reach.side}:${reach.at}`
      if (noted.get(key) === value) return
      if (!noted.has(key)) count++
      noted.set(key, value)
      pending.push({ publisherId, kind, feedId, reach })
      if (warned.has(publisherId)) return
      warned.add(publisherId)
      log.warn(
        { publisherId, [`${kind}Id`]: feedId, [reach.side]: new Date(reach.at).toISOString() },
        'a feed is too large to show all events',
      )
    },
    get count() {
      return count
    },
    async flush() {
      const rows = pending
      pending = []
      if (rows.length === 0) return
      try {
        await transact(db, (tx) => saveCutFeeds(tx, rows, now()))
      } catch (error) {
        pending = [...rows, ...pending]
        throw error
      }
    },
  }
}

async function saveCutFeeds(tx: Db, feeds: CutFeed[], now: number): Promise<void> {
  for (const { publisherId, kind, feedId, reach } of feeds) {
    const values = { side: reach.side, reaches_to: reach.at, seen_at: now }
    await tx
      .insertInto('cut_feed')
      .values({ publisher_id: publisherId, kind, feed_id: feedId, ...values })
      .onConflict((conflict) => conflict.columns(['publisher_id', 'kind', 'feed_id']).doUpdateSet(values))
      .execute()
  }
}

/** Feeds of a publisher that are too large to show everything. */
export interface CutFeedsSummary {
  /** Feeds of subscribers, counted up to 1,000. */
  subscribers: number
  /** Calendars whose public feed is cut, by id. */
  calendars: { id: string; reach: Reach }[]
}

export async function summarizeCutFeeds(db: Db, publisherId: number, now: number): Promise<CutFeedsSummary> {
  const rows = await db
    .selectFrom('cut_feed')
    .select(['kind', 'feed_id', 'side', 'reaches_to'])
    .where('publisher_id', '=', publisherId)
    .where('seen_at', '>=', dayOf(now) - DAY_MS)
    .limit(MOST_COUNTED)
    .execute()
  return {
    subscribers: rows.filter(({ kind }) => kind === 'subscriber').length,
    calendars: rows
      .filter(({ kind }) => kind === 'calendar')
      .map(({ feed_id, side, reaches_to }) => ({ id: feed_id, reach: { side, at: reaches_to } })),
  }
}

/** Forgets the feed of an erased subscriber. */
export async function deleteCutFeed(tx: Db, publisherId: number, subscriberId: string): Promise<void> {
  await tx
    .deleteFrom('cut_feed')
    .where('publisher_id', '=', publisherId)
    .where('kind', '=', 'subscriber')
    .where('feed_id', '=', subscriberId)
    .execute()
}

/** Deletes rows of feeds that were not cut for two days, of all publishers. */
export async function deleteOldCutFeeds(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('cut_feed')
    .where('seen_at', '<', dayOf(now) - 2 * DAY_MS)
    .execute()
}
