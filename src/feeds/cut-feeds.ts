import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { eachAlone } from '../db/each-alone.ts'
import { transact } from '../db/transact.ts'
import type { Extent } from './notice-events.ts'
import { dayOf } from './window.ts'

const DAY_MS = 86_400_000
const MAX_RECORDED = 50_000
/** Rows read for a publisher's summary. */
const MAX_COUNTED = 1000

type FeedKind = 'subscriber' | 'calendar'

interface CutFeed {
  publisherId: number
  kind: FeedKind
  feedId: string
  extent: Extent
}

/**
 * Records feeds that are too large to show all events. A row counts on the day of the feed's last read and on
 * the next.
 */
export interface CutFeeds {
  /** Call this for each read of a feed. `extent`: undefined if the feed shows all events. */
  record(publisherId: number, kind: FeedKind, feedId: string, extent: Extent | undefined): void
  /** Cut feeds since the process started, each counted about once a day. */
  readonly count: number
  flush(): Promise<void>
}

export function createCutFeeds(db: Db, now: () => number, log: Logger): CutFeeds {
  let day = 0
  /** Reaches recorded today, by feed. A feed that was evicted is only written once more. */
  const recorded = new LRUCache<string, string>({ max: MAX_RECORDED })
  let warned = new Set<number>()
  let pending: CutFeed[] = []
  let count = 0
  return {
    record(publisherId, kind, feedId, extent) {
      if (!extent) return
      if (dayOf(now()) !== day) {
        day = dayOf(now())
        recorded.clear()
        warned = new Set()
      }
      const key = `${publisherId}:${feedId}`
      const value = `${extent.side}:${extent.at}`
      if (recorded.get(key) === value) return
      if (!recorded.has(key)) count++
      recorded.set(key, value)
      pending.push({ publisherId, kind, feedId, extent })
      if (warned.has(publisherId)) return
      warned.add(publisherId)
      log.warn(
        { publisherId, [`${kind}Id`]: feedId, [extent.side]: new Date(extent.at).toISOString() },
        'a feed is too large to show all events',
      )
    },
    get count() {
      return count
    },
    async flush() {
      const publishers = Map.groupBy(pending, ({ publisherId }) => publisherId)
      pending = []
      try {
        await eachAlone(publishers, async ([publisherId, rows]) => {
          await transact(db, (tx) => saveCutFeeds(tx, rows, now()))
          publishers.delete(publisherId)
        })
      } finally {
        pending.unshift(...[...publishers.values()].flat())
      }
    },
  }
}

async function saveCutFeeds(tx: Db, feeds: CutFeed[], now: number): Promise<void> {
  for (const { publisherId, kind, feedId, extent } of feeds) {
    const values = { side: extent.side, reaches_to: extent.at, seen_at: now }
    await tx
      .insertInto('cut_feed')
      .values({ publisher_id: publisherId, kind, feed_id: feedId, ...values })
      .onConflict((conflict) => conflict.columns(['publisher_id', 'kind', 'feed_id']).doUpdateSet(values))
      .execute()
  }
}

/** Feeds of a publisher that are too large to show all events. */
export interface CutFeedsSummary {
  /** Feeds of subscribers, counted up to 1,000. */
  subscribers: number
  /** Calendars whose public feed is cut, by id. */
  calendars: { id: string; extent: Extent }[]
}

export async function summarizeCutFeeds(db: Db, publisherId: number, now: number): Promise<CutFeedsSummary> {
  const rows = await db
    .selectFrom('cut_feed')
    .select(['kind', 'feed_id', 'side', 'reaches_to'])
    .where('publisher_id', '=', publisherId)
    .where('seen_at', '>=', dayOf(now) - DAY_MS)
    .limit(MAX_COUNTED)
    .execute()
  return {
    subscribers: rows.filter(({ kind }) => kind === 'subscriber').length,
    calendars: rows
      .filter(({ kind }) => kind === 'calendar')
      .map(({ feed_id, side, reaches_to }) => ({ id: feed_id, extent: { side, at: reaches_to } })),
  }
}

export async function deleteCutFeed(tx: Db, publisherId: number, subscriberId: string): Promise<void> {
  await tx
    .deleteFrom('cut_feed')
    .where('publisher_id', '=', publisherId)
    .where('kind', '=', 'subscriber')
    .where('feed_id', '=', subscriberId)
    .execute()
}

/** Deletes rows of feeds that were not cut for two days: of one publisher, or of all. */
export async function deleteOldCutFeeds(db: Db, now: number, publisherId?: number): Promise<void> {
  await db
    .deleteFrom('cut_feed')
    .where('seen_at', '<', dayOf(now) - 2 * DAY_MS)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .execute()
}
