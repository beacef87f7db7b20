import { CompiledQuery } from 'kysely'
import { type Db, isSqlite } from '../db/database.ts'
import { arrayLiteral } from '../db/insert-many.ts'
import { forEachRow } from '../db/sqlite.ts'
import { type Count, readsOf } from '../statistics/statistic.ts'
import { kindOf } from './applications.ts'
import type { CountedReads } from './feed-reads.ts'
import { findEarlierReads, type FirstFetch, lagCounts, listFirstFetches, readerCounts } from './read-lags.ts'

/** The applications that read a subscriber's feed, the most recent first. */
export interface FeedReader {
  application: string
  reads: number
  lastReadAt: number
  etag: string
  /** The revision up to which it has all changes; 0: none that counts. */
  revision: number
}

export async function listFeedReaders(
  db: Db,
  publisherId: number,
  subscriberId: string,
): Promise<FeedReader[]> {
  return db
    .selectFrom('feed_read')
    .select(['application', 'reads', 'last_read_at as lastReadAt', 'etag', 'revision'])
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .orderBy('last_read_at', 'desc')
    .execute()
}

/** What the writing of reads brought. */
export interface WrittenReads {
  /** The changes that the reads carried for the first time. */
  fetches: FirstFetch[]
  /** What they add to the publisher's statistics. */
  counts: Count[]
}

/** Writes reads of one publisher's feeds, but not its statistics. */
export async function writeReads(tx: Db, publisherId: number, all: CountedReads[]): Promise<WrittenReads> {
  await noteUses(tx, publisherId, all)
  const own = all.filter(({ pending }) => !pending)
  if (own.length === 0) return { fetches: [], counts: [] }
  const earlier = await findEarlierReads(tx, publisherId, own)
  const fetches = await listFirstFetches(tx, publisherId, own, earlier)
  const readers = await readerCounts(tx, publisherId, own, earlier)
  await addReads(tx, publisherId, own)
  return { fetches, counts: [...own.map(countOf), ...readers, ...lagCounts(fetches)] }
}

const INTO =
  'insert into feed_read (publisher_id, subscriber_id, application, reads, last_read_at, etag, revision)'
const ADD = `on conflict (publisher_id, subscriber_id, application) do update
  set reads = feed_read.reads + excluded.reads, last_read_at = excluded.last_read_at, etag = excluded.etag,
    revision = case when excluded.revision > feed_read.revision then excluded.revision else feed_read.revision end`
const EACH = `${INTO} select publisher_id, id, ?, ?, ?, ?, ? from subscriber where publisher_id = ? and id = ? ${ADD}`
const ALL = `${INTO} select s.publisher_id, s.id, r.application, r.reads, r.at, r.etag, r.revision
  from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[])
    as r(id, application, reads, at, etag, revision)
  join subscriber s on s.publisher_id = $1 and s.id = r.id
  order by s.id, r.application ${ADD}`

/**
 * Adds reads to the rows of one publisher's feeds, but not to its statistics by day. Skips subscribers that were
 * erased since.
 */
export async function addReads(
  tx: Db,
  publisherId: number,
  reads: Omit<CountedReads, 'link' | 'pending'>[],
): Promise<void> {
  const rows = sumByReader(reads)
  const query = isSqlite(tx)
    ? CompiledQuery.raw(forEachRow(EACH), [
        rows.map((r) => [r.application, r.reads, r.at, r.etag, r.revision, publisherId, r.subscriberId]),
      ])
    : CompiledQuery.raw(ALL, [
        publisherId,
        ...(['subscriberId', 'application', 'reads', 'at', 'etag', 'revision'] as const).map((name) =>
          arrayLiteral(rows.map((row) => row[name])),
        ),
      ])
  await tx.executeQuery(query)
}

/** A link's last use is written once an hour: nobody needs to know it better. */
const USE_MS = 3_600_000
/**
 * The first read by a recognised application is written at once: whoever has just subscribed waits for it. Programs
 * that look at links in mails and posts are not recognised.
 */
const USED = `update feed_link set last_used_at = ?, application = coalesce(?, application),
    fetched_at = coalesce(fetched_at, ?)
  where publisher_id = ? and subscriber_id = ? and number = ?
    and (last_used_at is null or last_used_at < ? or (fetched_at is null and ? is not null))`
const ALL_USED = `update feed_link l set last_used_at = r.at, application = coalesce(r.application, l.application),
    fetched_at = coalesce(l.fetched_at, r.fetched_at)
  from unnest($2::text[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[])
    as r(id, link, application, at, fetched_at)
  where l.publisher_id = $1 and l.subscriber_id = r.id and l.number = r.link
    and (l.last_used_at is null or l.last_used_at < r.at - ${USE_MS}
      or (l.fetched_at is null and r.fetched_at is not null))`

/** Writes when links were used, and by which application. */
async function noteUses(tx: Db, publisherId: number, reads: CountedReads[]): Promise<void> {
  const links = Map.groupBy(reads, ({ subscriberId, link }) => `${subscriberId} ${link}`)
  const uses = [...links.values()].map(useOf)
  const query = isSqlite(tx)
    ? CompiledQuery.raw(forEachRow(USED), [
        uses.map((use) => [
          ...[use.at, use.application, use.fetchedAt],
          ...[publisherId, use.subscriberId, use.link, use.at - USE_MS, use.fetchedAt],
        ]),
      ])
    : CompiledQuery.raw(ALL_USED, [
        publisherId,
        ...(['subscriberId', 'link', 'application', 'at', 'fetchedAt'] as const).map((name) =>
          arrayLiteral(uses.map((use) => use[name])),
        ),
      ])
  await tx.executeQuery(query)
}

/** Sums up the reads of one link: the last one, and the last of a recognised application, null if there was none. */
function useOf(reads: CountedReads[]) {
  const latest = (some: CountedReads[]) => some.reduce((a, b) => (b.at > a.at ? b : a))
  const recognised = reads.filter(({ application }) => kindOf(application) !== 'unknown')
  const known = recognised.length > 0 ? latest(recognised) : undefined
  const { subscriberId, link, at } = latest(reads)
  return { subscriberId, link, at, application: known?.application ?? null, fetchedAt: known?.at ?? null }
}

/** One row for each feed and application, of any day: a statement can't update one row twice. */
function sumByReader<T extends Omit<CountedReads, 'link' | 'pending'>>(reads: T[]): T[] {
  const groups = Map.groupBy(reads, ({ subscriberId, application }) => `${subscriberId} ${application}`)
  return [...groups.values()].map((same) => {
    const latest = same.reduce((a, b) => (b.at > a.at ? b : a))
    const revision = Math.max(...same.map((row) => row.revision))
    return { ...latest, revision, reads: same.reduce((sum, row) => sum + row.reads, 0) }
  })
}

function countOf({ application, at, reads }: CountedReads): Count {
  return { name: readsOf(application), at, value: reads }
}
