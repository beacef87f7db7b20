import type { Db } from '../db/database.ts'
import { eachAlone } from '../db/each-alone.ts'
import { transactUnsynced } from '../db/transact-unsynced.ts'
import { countChangeLag, type Meters } from '../metrics/meters.ts'
import { type Count, quarterOf } from '../statistics/statistic.ts'
import { addCounts } from '../statistics/statistic-store.ts'
import { type FeedReader, listFeedReaders, writeReads } from './feed-read-store.ts'

/** One read of a subscriber's feed. */
export interface FeedRead {
  publisherId: number
  subscriberId: string
  /** The number of the subscriber's link. */
  link: number
  /** The read of a pending link counts for the link alone. */
  pending: boolean
  application: string
  /** The ETag of the feed that was sent. */
  etag: string
  /** The feed had all changes up to this revision of the publisher; 0: none that counts. */
  revision: number
  /** Epoch ms. */
  at: number
}

/** Counts feed reads in memory and writes them in batches, so that a read needs no write. */
export interface FeedReads {
  count(read: FeedRead): void
  /** Lists who reads a subscriber's feed, with what this process has not written yet. The most recent come first. */
  list(publisherId: number, subscriberId: string): Promise<FeedReader[]>
  /** Writes what was counted. A publisher whose reads can't be written keeps no other's from it. */
  flush(): Promise<void>
  /** Reads that were not counted, since the database took none for long. */
  readonly dropped: number
}

/** Reads of one feed by one application within a quarter of an hour, and so on one day in every zone. */
export interface CountedReads extends FeedRead {
  reads: number
}

const ROWS_AT_ONCE = 200
/** Rows that wait to be written, a few hundred octets each: about what a process reads in a minute. */
const MOST_WAITING = 100_000

/** Reads by subscriber id: V8 caches the hash of that string, while a joined key would be hashed for each read. */
type Waiting = Map<string, CountedReads[]>

export function createFeedReads(db: Db, meters: Pick<Meters, 'changeLags'>): FeedReads {
  let pending: Waiting = new Map()
  let rows = 0
  let dropped = 0
  /** Reads that a flush is writing, until it is over. */
  let writing: Waiting = new Map()
  let flushing = Promise.resolve()
  /** Statistics of reads that were written. They are rows that all processes share, so each has a short transaction. */
  const counts = new Map<number, Count[]>()

  const count = (read: FeedRead, reads: number) => {
    const own = pending.get(read.subscriberId)
    const counted = own?.find((other) => isSame(other, read))
    if (counted) return addTo(counted, read, reads)
    if (rows >= MOST_WAITING) return void (dropped += reads)
    rows++
    if (own) own.push({ ...read, reads })
    else pending.set(read.subscriberId, [{ ...read, reads }])
  }

  return {
    count: (read) => count(read, 1),
    async list(publisherId, subscriberId) {
      const readers = await listFeedReaders(db, publisherId, subscriberId)
      const isOwn = (read: CountedReads) => read.publisherId === publisherId && !read.pending
      for (const read of (writing.get(subscriberId) ?? []).filter(isOwn)) {
        const stored = readers.find(({ application }) => application === read.application)
        if (!stored || stored.lastReadAt < read.at) addReader(readers, read)
      }
      for (const read of (pending.get(subscriberId) ?? []).filter(isOwn)) addReader(readers, read)
      return readers.sort((a, b) => b.lastReadAt - a.lastReadAt)
    },
    flush() {
      // One at a time: two would wait for each other's rows.
      flushing = flushing.catch(() => {}).then(() => eachAlone([writeAll, writeCounts], (step) => step()))
      return flushing
    },
    get dropped() {
      return dropped
    },
  }

  async function writeAll(): Promise<void> {
    writing = pending
    pending = new Map()
    rows = 0
    const publishers = Map.groupBy([...writing.values()].flat(), ({ publisherId }) => publisherId)
    try {
      await eachAlone(publishers, async ([publisherId, own]) => {
        own.sort(byKey)
        while (own.length > 0) {
          const some = own.slice(0, ROWS_AT_ONCE)
          const written = await transactUnsynced(db, (tx) => writeReads(tx, publisherId, some))
          own.splice(0, some.length)
          counts.set(publisherId, merged([...(counts.get(publisherId) ?? []), ...written.counts]))
          for (const { application, lag } of written.fetches) countChangeLag(meters, application, lag)
        }
      })
    } finally {
      // The next flush writes what is left.
      for (const row of [...publishers.values()].flat()) count(row, row.reads)
      writing = new Map()
    }
  }

  function writeCounts(): Promise<void> {
    return eachAlone([...counts], async ([publisherId, own]) => {
      await transactUnsynced(db, (tx) => addCounts(tx, publisherId, own))
      counts.delete(publisherId)
    })
  }
}

function isSame(a: FeedRead, b: FeedRead): boolean {
  return (
    a.publisherId === b.publisherId &&
    a.link === b.link &&
    a.pending === b.pending &&
    a.application === b.application &&
    quarterOf(a.at) === quarterOf(b.at)
  )
}

function addTo(counted: CountedReads, read: FeedRead, reads: number): void {
  counted.reads += reads
  counted.revision = Math.max(counted.revision, read.revision)
  if (counted.at > read.at) return
  counted.at = read.at
  counted.etag = read.etag
}

function addReader(readers: FeedReader[], { application, reads, at, etag, revision }: CountedReads): void {
  const reader = readers.find((other) => other.application === application)
  if (!reader) return void readers.push({ application, reads, lastReadAt: at, etag, revision })
  reader.reads += reads
  reader.revision = Math.max(reader.revision, revision)
  if (reader.lastReadAt > at) return
  reader.lastReadAt = at
  reader.etag = etag
}

/** In the order of the keys of rows, so that processes that write the same rows don't wait for each other in a ring. */
function byKey(a: CountedReads, b: CountedReads): number {
  return compare(a.subscriberId, b.subscriberId) || compare(a.application, b.application)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Adds up counts of the same name and quarter of an hour. */
function merged(counts: Count[]): Count[] {
  const groups = Map.groupBy(counts, ({ name, at }) => `${quarterOf(at)} ${name}`)
  return [...groups.values()].map((same) => ({
    ...same[0]!,
    value: same.reduce((sum, { value }) => sum + value, 0),
  }))
}
