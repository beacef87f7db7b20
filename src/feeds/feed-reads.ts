import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'

/** One read of a subscriber's feed. */
export interface FeedRead {
  publisherId: number
  subscriberId: string
  application: string
  /** The version it carried. */
  version: string
  /** Epoch milliseconds. */
  at: number
}

/** Counts feed reads in memory and writes them together, so that a read costs no write of its own. */
export interface FeedReads {
  count(read: FeedRead): void
  /** Writes what was counted. */
  flush(): Promise<void>
}

const ROWS_AT_ONCE = 200

export function createFeedReads(db: Db): FeedReads {
  let pending = new Map<string, FeedRead & { reads: number }>()
  const count = (read: FeedRead, reads: number) => {
    const key = `${read.publisherId} ${read.subscriberId} ${read.application}`
    const counted = pending.get(key)
    pending.set(key, { ...read, reads: (counted?.reads ?? 0) + reads })
  }
  return {
    count: (read) => count(read, 1),
    async flush() {
      const rows = [...pending.values()]
      pending = new Map()
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        try {
          await transact(db, (tx) => addReads(tx, rows.slice(from, from + ROWS_AT_ONCE)))
        } catch (error) {
          for (const row of rows.slice(from)) count(row, row.reads) // they go in next time
          throw error
        }
      }
    },
  }
}

/** What is known of who reads a subscriber's feed, the most recent first. */
export async function listFeedReads(db: Db, publisherId: number, subscriberId: string) {
  return db
    .selectFrom('feed_read')
    .select(['application', 'reads', 'last_read_at'])
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .orderBy('last_read_at', 'desc')
    .execute()
}

async function addReads(tx: Db, rows: (FeedRead & { reads: number })[]): Promise<void> {
  for (const row of rows) {
    await tx
      .insertInto('feed_read')
      .values({
        publisher_id: row.publisherId,
        subscriber_id: row.subscriberId,
        application: row.application,
        reads: row.reads,
        last_read_at: row.at,
        version: row.version,
      })
      .onConflict((conflict) =>
        conflict.columns(['publisher_id', 'subscriber_id', 'application']).doUpdateSet({
          reads: sql`feed_read.reads + excluded.reads`,
          last_read_at: sql`excluded.last_read_at`,
          version: sql`excluded.version`,
        }),
      )
      .execute()
  }
}
