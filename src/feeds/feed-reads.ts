import { CompiledQuery } from 'kysely'
import { type Db, isSqlite } from '../db/database.ts'
import { arrayLiteral } from '../db/insert-many.ts'
import { forEachRow } from '../db/sqlite.ts'
import { transact } from '../db/transact.ts'
import { type Figure, figureDay, readsOf } from '../figures/figure.ts'
import { addToFigures } from '../figures/figure-store.ts'
import { dayOf } from './window.ts'

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

export function createFeedReads(db: Db): FeedReads {
  /** By subscriber, whose id is hashed already where a key made for each read would have to be. */
  let pending = new Map<string, CountedReads[]>()
  const count = (read: FeedRead, reads: number) => {
    const { publisherId, subscriberId, application, at } = read
    const own = pending.get(subscriberId)
    if (!own) return void pending.set(subscriberId, [{ ...read, reads }])
    const counted = own.find(
      (other) =>
        other.publisherId === publisherId &&
        other.application === application &&
        dayOf(other.at) === dayOf(at),
    )
    if (!counted) return void own.push({ ...read, reads })
    counted.reads += reads
    if (counted.at > at) return
    counted.at = at
    counted.version = read.version
  }
  return {
    count: (read) => count(read, 1),
    async flush() {
      const rows = [...pending.values()].flat()
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
  const publishers = Map.groupBy(rows, (row) => row.publisherId)
  for (const [publisherId, own] of publishers) await addReads(tx, publisherId, own)
  // Last, since these are what other processes write too.
  for (const [publisherId, own] of publishers) await addToFigures(tx, publisherId, figuresOf(own))
}

const INTO = 'insert into feed_read (publisher_id, subscriber_id, application, reads, last_read_at, version)'
const ADD = `on conflict (publisher_id, subscriber_id, application) do update
  set reads = feed_read.reads + excluded.reads, last_read_at = excluded.last_read_at, version = excluded.version`
const EACH = `${INTO} select publisher_id, id, ?, ?, ?, ? from subscriber where publisher_id = ? and id = ? ${ADD}`
const ALL = `${INTO} select s.publisher_id, s.id, r.application, r.reads, r.at, r.version
  from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[]) as r(id, application, reads, at, version)
  join subscriber s on s.publisher_id = $1 and s.id = r.id ${ADD}`

/**
 * Remembers reads of feeds of one publisher; the figures by day are the caller's. Of somebody who was erased in the
 * meantime nothing is remembered.
 */
export async function addReads(tx: Db, publisherId: number, reads: CountedReads[]): Promise<void> {
  const rows = perReader(reads).map((r) => [
    r.application,
    r.reads,
    r.at,
    r.version,
    publisherId,
    r.subscriberId,
  ])
  const query = isSqlite(tx)
    ? CompiledQuery.raw(forEachRow(EACH), [rows])
    : CompiledQuery.raw(ALL, [publisherId, ...[5, 0, 1, 2, 3].map((column) => arrayLiteral(rows, column))])
  await tx.executeQuery(query)
}

/** One row for each feed and application, whatever the day: a statement can't write one twice. */
function perReader(reads: CountedReads[]): CountedReads[] {
  const groups = Map.groupBy(reads, ({ subscriberId, application }) => `${subscriberId} ${application}`)
  return [...groups.values()].map((same) => {
    const latest = same.reduce((a, b) => (b.at > a.at ? b : a))
    return { ...latest, reads: same.reduce((sum, row) => sum + row.reads, 0) }
  })
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
