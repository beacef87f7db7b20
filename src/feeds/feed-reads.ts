import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Figure, figureDay, readsOf } from '../figures/figure.ts'
import { addToFigures } from '../figures/figure-store.ts'

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

/** Reads of one feed by one application on one day. */
export interface CountedReads extends FeedRead {
  reads: number
}

const ROWS_AT_ONCE = 200
const DAY_MS = 86_400_000

export function createFeedReads(db: Db): FeedReads {
  let pending = new Map<string, CountedReads>()
  const count = (read: FeedRead, reads: number) => {
    const { publisherId, subscriberId, application, at } = read
    const key = `${publisherId} ${Math.floor(at / DAY_MS)} ${subscriberId} ${application}`
    const counted = pending.get(key)
    const latest = counted && counted.at > at ? counted : read
    pending.set(key, { ...latest, reads: (counted?.reads ?? 0) + reads })
  }
  return {
    count: (read) => count(read, 1),
    async flush() {
      const rows = [...pending.values()]
      pending = new Map()
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        try {
          await transact(db, (tx) => writeReads(tx, rows.slice(from, from + ROWS_AT_ONCE)))
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
    .select(['application', 'reads', 'last_read_at', 'version'])
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .orderBy('last_read_at', 'desc')
    .execute()
}

async function writeReads(tx: Db, rows: CountedReads[]): Promise<void> {
  for (const row of rows) await addReads(tx, row)
  // Last, since these are what other processes write too.
  for (const [publisherId, own] of Map.groupBy(rows, (row) => row.publisherId))
    await addToFigures(tx, publisherId, figuresOf(own))
}

/**
 * Remembers reads of one feed, all by one application; the figures by day are the caller's. Of somebody who was
 * erased in the meantime nothing is remembered.
 */
export async function addReads(tx: Db, row: CountedReads): Promise<void> {
  await tx
    .insertInto('feed_read')
    .columns(['publisher_id', 'subscriber_id', 'application', 'reads', 'last_read_at', 'version'])
    .expression((eb) =>
      eb
        .selectFrom('subscriber')
        .select([
          'publisher_id',
          'id',
          sql<string>`cast(${row.application} as text)`.as('application'),
          sql<number>`cast(${row.reads} as bigint)`.as('reads'),
          sql<number>`cast(${row.at} as bigint)`.as('last_read_at'),
          sql<string>`cast(${row.version} as text)`.as('version'),
        ])
        .where('publisher_id', '=', row.publisherId)
        .where('id', '=', row.subscriberId),
    )
    .onConflict((conflict) =>
      conflict.columns(['publisher_id', 'subscriber_id', 'application']).doUpdateSet({
        reads: sql`feed_read.reads + excluded.reads`,
        last_read_at: sql`excluded.last_read_at`,
        version: sql`excluded.version`,
      }),
    )
    .execute()
}

function figuresOf(rows: CountedReads[]): Figure[] {
  const figures = new Map<string, Figure>()
  for (const { application, at, reads } of rows) {
    const figure = { name: readsOf(application), day: figureDay(at), value: reads }
    const key = `${figure.day} ${figure.name}`
    figures.set(key, { ...figure, value: (figures.get(key)?.value ?? 0) + reads })
  }
  return [...figures.values()]
}
