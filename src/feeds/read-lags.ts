import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { COUNTED_MS } from '../events/event-change.ts'
import { listRecentChanges } from '../events/event-change-store.ts'
import { lagOf } from '../statistics/lag.ts'
import { type Statistic, statisticDay } from '../statistics/statistic.ts'
import type { CountedReads } from './feed-reads.ts'

/** A change that an application fetched for the first time. */
export interface FirstFetch {
  application: string
  /** When, in epoch ms. */
  at: number
  /** Milliseconds from the change until then. */
  lag: number
}

/**
 * Lists the changes that these reads carried, each by an application for the first time. Call it before the reads
 * are written.
 */
export async function listFirstFetches(
  tx: Db,
  publisherId: number,
  reads: CountedReads[],
): Promise<FirstFetch[]> {
  const oldest = Math.min(...reads.map(({ at }) => at)) - COUNTED_MS
  const changes = await listRecentChanges(tx, publisherId, oldest)
  if (changes.length === 0) return []
  const earlier = await lastRevisions(tx, publisherId, reads)
  const ahead = reads.filter((read) => read.revision > (earlier.get(keyOf(read)) ?? Infinity))
  const follows = await subscriptionsOf(tx, publisherId, ahead)
  const fetches: FirstFetch[] = []
  for (const read of ahead) {
    const before = earlier.get(keyOf(read))!
    for (const { revision, calendarId, at } of changes) {
      if (revision <= before || revision > read.revision) continue
      const since = follows.get(`${read.subscriberId} ${calendarId}`)
      if (since === undefined || since > at) continue
      fetches.push({ application: read.application, at: read.at, lag: read.at - at })
    }
  }
  return fetches
}

/** Counts first fetches by day, application and how long they took. */
export function lagStatistics(fetches: FirstFetch[]): Statistic[] {
  const counted = new Map<string, Statistic>()
  for (const { application, at, lag } of fetches) {
    const name = lagOf(application, lag)
    if (!name) continue
    const day = statisticDay(at)
    counted.set(`${day} ${name}`, { name, day, value: (counted.get(`${day} ${name}`)?.value ?? 0) + 1 })
  }
  return [...counted.values()]
}

/** The revisions that the readers had before. Who never read has had none of the changes to wait for. */
async function lastRevisions(
  tx: Db,
  publisherId: number,
  reads: CountedReads[],
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('feed_read')
    .select(['subscriber_id', 'application', 'revision'])
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'subscriber_id', idsOf(reads)))
    // 0: unknown, from before revisions were noted.
    .where('revision', '>', 0)
    .execute()
  return new Map(
    rows.map((row) => [
      keyOf({ subscriberId: row.subscriber_id, application: row.application }),
      row.revision,
    ]),
  )
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
