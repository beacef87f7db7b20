import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { COUNTED_MS } from '../events/event-change.ts'
import { listRecentChanges } from '../events/event-change-store.ts'
import { getTimezone } from '../publishers/publisher-store.ts'
import { lagOf } from '../statistics/lag.ts'
import { type Count, readersOf } from '../statistics/statistic.ts'
import { dayAt } from '../time/day.ts'
import type { CountedReads } from './feed-reads.ts'

/** A change that an application fetched for the first time. */
export interface FirstFetch {
  application: string
  /** When, in epoch ms. */
  at: number
  /** Milliseconds from the change until then. */
  lag: number
}

/** Lists the changes that these reads carried, each by an application for the first time. */
export async function listFirstFetches(
  tx: Db,
  publisherId: number,
  reads: CountedReads[],
  earlier: EarlierReads,
): Promise<FirstFetch[]> {
  const oldest = Math.min(...reads.map(({ at }) => at)) - COUNTED_MS
  const changes = await listRecentChanges(tx, publisherId, oldest)
  if (changes.length === 0) return []
  // A reader without an earlier fetch waited for no change. 0: unknown, from before revisions were noted.
  const revisionBefore = (read: CountedReads) => earlier.get(keyOf(read))?.revision || Infinity
  const ahead = reads.filter((read) => read.revision > revisionBefore(read))
  const follows = await subscriptionsOf(tx, publisherId, ahead)
  const fetches: FirstFetch[] = []
  for (const read of ahead) {
    const before = revisionBefore(read)
    for (const { revision, calendarId, at } of changes) {
      if (revision <= before || revision > read.revision) continue
      const since = follows.get(`${read.subscriberId} ${calendarId}`)
      if (since === undefined || since > at) continue
      fetches.push({ application: read.application, at: read.at, lag: read.at - at })
    }
  }
  return fetches
}

/** Counts first fetches by application and how long they took. */
export function lagCounts(fetches: FirstFetch[]): Count[] {
  return fetches.flatMap(({ application, at, lag }) => {
    const name = lagOf(application, lag)
    return name ? { name, at, value: 1 } : []
  })
}

/** The last read of each reader before these, by `keyOf`. */
export type EarlierReads = Map<string, { revision: number; lastReadAt: number }>

/** Finds the last read of each reader. Call it before the new reads are written. */
export async function findEarlierReads(
  tx: Db,
  publisherId: number,
  reads: CountedReads[],
): Promise<EarlierReads> {
  const rows = await tx
    .selectFrom('feed_read')
    .select(['subscriber_id', 'application', 'revision', 'last_read_at'])
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'subscriber_id', idsOf(reads)))
    .execute()
  return new Map(
    rows.map(({ subscriber_id: subscriberId, application, revision, last_read_at: lastReadAt }) => [
      keyOf({ subscriberId, application }),
      { revision, lastReadAt },
    ]),
  )
}

/**
 * Counts the feeds of active subscribers by application, each once a day: reads that are the first ones of their day.
 */
export async function readerCounts(
  tx: Db,
  publisherId: number,
  reads: CountedReads[],
  earlier: EarlierReads,
): Promise<Count[]> {
  const timezone = await getTimezone(tx, publisherId)
  const first = new Map<string, CountedReads>()
  for (const read of reads) {
    const day = dayAt(timezone, read.at)
    const before = earlier.get(keyOf(read))
    if (before && dayAt(timezone, before.lastReadAt) >= day) continue
    first.set(`${keyOf(read)} ${day}`, read)
  }
  if (first.size === 0) return []
  const active = await tx
    .selectFrom('subscriber')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('active', '=', 1)
    .where(inList(tx, 'id', idsOf([...first.values()])))
    .execute()
  const ids = new Set(active.map(({ id }) => id))
  return [...first.values()]
    .filter(({ subscriberId }) => ids.has(subscriberId))
    .map(({ application, at }) => ({ name: readersOf(application), at, value: 1 }))
}

/** When the readers began to follow their calendars (epoch ms). */
async function subscriptionsOf(
  tx: Db,
  publisherId: number,
  reads: CountedReads[],
): Promise<Map<string, number>> {
  if (reads.length === 0) return new Map()
  const rows = await tx
    .selectFrom('subscription')
    .select(['subscriber_id', 'calendar_id', 'created'])
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'subscriber_id', idsOf(reads)))
    .execute()
  return new Map(rows.map((row) => [`${row.subscriber_id} ${row.calendar_id}`, row.created]))
}

function idsOf(reads: CountedReads[]): string[] {
  return [...new Set(reads.map(({ subscriberId }) => subscriberId))]
}

function keyOf({ subscriberId, application }: Pick<CountedReads, 'subscriberId' | 'application'>): string {
  return `${subscriberId} ${application}`
}
