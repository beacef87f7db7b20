import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { addReads } from '../feeds/feed-read-store.ts'
import type { CountedReads } from '../feeds/feed-reads.ts'
import { findEarlierReads, lagCounts, listFirstFetches } from '../feeds/read-lags.ts'
import { keepReach } from '../reach/keep-reach.ts'
import { currentRevision } from '../revisions/revision.ts'
import { addCounts } from '../statistics/statistic-store.ts'
import { lastPoll, type Reader } from './readers.ts'

const HOUR_MS = 3_600_000
/** Hours after something happened at which the reach of changes is kept. */
const KEPT_AFTER = [0, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 10, 12, 15, 18, 21, 24, 30, 36, 42, 48, 60, 72, 96]

/** An operation of the publisher at a time (epoch ms). */
export interface Deed {
  at: number
  run: () => Promise<unknown>
}

/**
 * Runs the deeds in the order of their times, lets applications read between them at their own pace, and keeps
 * how the reach of changes grew. `setClock` moves the clock of `ctx`.
 */
export async function liveRecentDays(
  ctx: AppContext,
  readers: Reader[],
  deeds: Deed[],
  today: number,
  setClock: (at: number) => void,
): Promise<void> {
  const publisherId = readers[0]!.subscriber.publisherId
  const { signal } = new AbortController()
  const begin = ctx.now()
  const kept = deeds.flatMap((deed) => KEPT_AFTER.map((hours) => deed.at + hours * HOUR_MS + 1000))
  const steps: Deed[] = [...kept.filter((at) => at < today), today].map((at) => ({
    at,
    run: () => keepReach(ctx.db, publisherId, at, signal),
  }))
  let before = begin
  for (const { at, run } of [...deeds, ...steps].sort((a, b) => a.at - b.at)) {
    await addReadsBetween(ctx, publisherId, readers, before, at)
    setClock(at)
    await run()
    before = at
  }
}

/** Adds the last read of each application after one time and up to another, during which nothing was changed. */
async function addReadsBetween(
  { db }: AppContext,
  publisherId: number,
  readers: Reader[],
  after: number,
  upTo: number,
): Promise<void> {
  const revision = await currentRevision(db, publisherId)
  const reads = readers
    .map((reader) => ({ reader, at: lastPoll(reader, upTo) }))
    .filter(({ at }) => at > after)
    .map(({ reader: { subscriber, application }, at }): CountedReads => {
      const read = { publisherId, subscriberId: subscriber.id, link: 0, pending: false, application }
      // The numbers of reads are in the statistics of the whole half year.
      return { ...read, etag: '', revision, at, reads: 0 }
    })
  if (reads.length === 0) return
  await transact(db, async (tx) => {
    const earlier = await findEarlierReads(tx, publisherId, reads)
    const fetches = await listFirstFetches(tx, publisherId, reads, earlier)
    await addReads(tx, publisherId, reads)
    await addCounts(tx, publisherId, lagCounts(fetches))
  })
}
