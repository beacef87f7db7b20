import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { pauser } from '../pause.ts'
import { type CountAtRevision, countNotEnded, countNotEndedAfter } from './calendar-event-store.ts'

/**
 * A private calendar with more events in all is large. A batch for 1000 large calendars has to count millions of
 * events, so it counts them before its transaction: on SQLite nobody else can write during a transaction.
 */
export const LARGE_CALENDAR = 1000

/** How many private events that have not ended a subscriber may have at `now` (epoch ms); `most` 0: any number. */
export interface PrivateEventLimit {
  most: number
  now: number
}

/** A private calendar that a batch adds events to. */
export interface TargetCalendar {
  calendarId: string
  /** All its events, with drafts and past events, counted up to `LARGE_CALENDAR + 1`. */
  events: number
  /** The new events that count towards the limit. */
  added: number
}

/** Counts of events that have not ended, by calendar id. */
export type EarlierCounts = Map<string, CountAtRevision>

export function tooManyEvents({ most }: PrivateEventLimit): string {
  return `subscriber can have no more than ${most} private events that have not ended`
}

/** True if an event counts towards the limit. A draft or past event doesn't, so that a long history is no obstacle. */
export function counts(event: { draft: boolean; endAt: number }, { now }: PrivateEventLimit): boolean {
  return !event.draft && event.endAt > now
}

/** Counts the events of calendars, each at its own moment. Between two of them other requests can run. */
export async function countEarlier(
  db: Db,
  publisherId: number,
  calendarIds: string[],
  { most, now }: PrivateEventLimit,
): Promise<EarlierCounts> {
  const pause = pauser()
  const earlier: EarlierCounts = new Map()
  for (const calendarId of calendarIds) {
    earlier.set(calendarId, await countNotEnded(db, publisherId, calendarId, now, most))
    await pause()
  }
  return earlier
}

/**
 * Returns how many events each calendar can still take, only for calendars that can't take all their new events.
 * Call it in the transaction that inserts them, after that took the publisher's revision: then no other transaction
 * can add events. An earlier count is continued from its revision; without one all events are counted.
 */
export async function listRemaining(
  db: Db,
  publisherId: number,
  targets: TargetCalendar[],
  earlier: EarlierCounts,
  { most, now }: PrivateEventLimit,
): Promise<Map<string, number>> {
  const remaining = new Map<string, number>()
  if (most === 0) return remaining
  for (const { calendarId, events, added } of targets) {
    if (events <= LARGE_CALENDAR && events + added <= most) continue
    const before = earlier.get(calendarId)
    const count = before
      ? before.value + (await countNotEndedAfter(db, publisherId, calendarId, before.revision, now, most))
      : (await countNotEnded(db, publisherId, calendarId, now, most)).value
    if (count + added > most) remaining.set(calendarId, Math.max(0, most - count))
  }
  return remaining
}

/** Refuses one more event for a subscriber who has as many as allowed. Call it in a transaction, as `listRemaining`. */
export async function requirePrivateEventAllowed(
  tx: Db,
  publisherId: number,
  calendarId: string,
  limit: PrivateEventLimit,
): Promise<void> {
  if (limit.most === 0) return
  const { value } = await countNotEnded(tx, publisherId, calendarId, limit.now, limit.most)
  if (value >= limit.most) throw new AppError('invalid', tooManyEvents(limit))
}
