import type { Logger } from 'pino'
import { cacheCounts, type CachedCounts } from '../cached-counts.ts'
import type { Db } from '../db/database.ts'
import { type CalendarCount, countAll } from './count-calendars.ts'

/** Events and subscribers by calendar id, for a whole publisher. */
export type CalendarCounts = CachedCounts<ReadonlyMap<string, CalendarCount>>

const FRESH_MS = 60_000
/** Cached calendars of all publishers. */
const CALENDARS_CACHED = 50_000

/** Counts events and subscribers of all calendars of a publisher, and caches them for a minute. */
export function createCalendarCounts(db: Db, now: () => number, log: Logger): CalendarCounts {
  return cacheCounts(
    {
      count: (publisherId, signal) => countAll(db, publisherId, signal),
      freshMs: FRESH_MS,
      maxSize: CALENDARS_CACHED,
      sizeOf: (counts) => counts.size + 1,
    },
    now,
    log,
  )
}
