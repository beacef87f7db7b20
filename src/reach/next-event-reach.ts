import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { cacheCounts, type CachedCounts } from '../cached-counts.ts'
import type { PublicCalendars } from '../catalog/public-calendars.ts'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { listUpcoming } from '../events/upcoming-store.ts'
import { findEndOfSlice } from '../subscribers/subscription-store.ts'
import { type Follower, readFollowers } from './followers.ts'
import { type Reach, ReachCount } from './reach.ts'

/** Subscribers that one statement reads, and the rest after it in times of what it took. As in `countReach`. */
const SLICE = 500
const REST = 2

/** Counts the people who have the next public event as it is now. `eventId` is undefined if there is no next event. */
export interface NextEventReach {
  eventId: string | undefined
  reach: Omit<Reach, 'applications'>
  /** Epoch ms. */
  countedAt: number
}

/** Counts who has the next event of a publisher when somebody looks, and caches it for some seconds. */
export function createNextEventReach(
  db: Db,
  publicCalendars: PublicCalendars,
  now: () => number,
  log: Logger,
): CachedCounts<NextEventReach> {
  return cacheCounts(
    {
      count: async (publisherId, signal) => {
        const countedAt = now()
        const calendars = (await publicCalendars.list(publisherId)).map(({ id }) => id)
        const filter = { calendarIds: calendars, now: countedAt, cancelled: true }
        const [event] = await listUpcoming(db, publisherId, filter, 1)
        const own = event ? [event.calendarId, ...event.alsoIn].filter((id) => calendars.includes(id)) : []
        const revision = event ? await revisionOf(db, publisherId, event.id) : 0
        const reach = await countEventReach(db, publisherId, revision, own, countedAt, signal)
        return reach && { eventId: event?.id, reach, countedAt }
      },
      freshMs: 5000,
      maxSize: 1000,
      sizeOf: () => 1,
    },
    now,
    log,
  )
}

/**
 * Counts in slices how many followers of these calendars have an event in its last form. Somebody who follows several
 * of them counts once. Returns undefined if it was aborted.
 */
async function countEventReach(
  db: Db,
  publisherId: number,
  revision: number,
  calendarIds: string[],
  now: number,
  signal: AbortSignal,
): Promise<Omit<Reach, 'applications'> | undefined> {
  // It concerns whoever follows a calendar now, however long.
  const count = new ReachCount([{ revision, at: Infinity }])
  for (const [index, calendarId] of calendarIds.entries()) {
    for (let after: string | undefined = ''; after !== undefined;) {
      if (signal.aborted) return undefined
      const began = performance.now()
      const upTo = await findEndOfSlice(db, publisherId, calendarId, after, SLICE)
      const followers = await readFollowers(db, publisherId, calendarId, after, upTo)
      const counted = await followersOf(db, publisherId, followers, calendarIds.slice(0, index))
      for (const { id, since, reads } of followers) if (!counted.has(id)) count.add(since, reads, now)
      after = upTo
      await sleep((performance.now() - began) * REST)
    }
  }
  const { active, reached, partly, silent } = count.reach()[0]!
  return { active, reached, partly, silent }
}

/** The publisher's revision of the last change of an event; 0 if the event was just deleted. */
async function revisionOf(db: Db, publisherId: number, eventId: string): Promise<number> {
  const row = await db
    .selectFrom('event')
    .select('revision')
    .where('publisher_id', '=', publisherId)
    .where('id', '=', eventId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/** Returns the ids of those who follow one of the calendars. */
async function followersOf(
  db: Db,
  publisherId: number,
  people: Follower[],
  calendarIds: string[],
): Promise<Set<string>> {
  if (calendarIds.length === 0 || people.length === 0) return new Set()
  const rows = await db
    .selectFrom('subscription')
    .select('subscriber_id')
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'calendar_id', calendarIds))
    .where(
      inList(
        db,
        'subscriber_id',
        people.map(({ id }) => id),
      ),
    )
    .execute()
  return new Set(rows.map((row) => row.subscriber_id))
}
