import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { keepCounts, type KeptCounts } from '../kept-counts.ts'
import { type CalendarCount, countAll } from './count-calendars.ts'

/** What calendars have, by calendar, for all of a publisher. */
export type CalendarCounts = KeptCounts<ReadonlyMap<string, CalendarCount>>

const FRESH_MS = 60_000
/** Over all publishers. */
const CALENDARS_KEPT = 50_000

/** Counts what the calendars of publishers have, and keeps what was counted for a minute. */
export function createCalendarCounts(db: Db, now: () => number, log: Logger): CalendarCounts {
  return keepCounts(
    {
      count: (publisherId, signal) => countAll(db, publisherId, signal),
      freshMs: FRESH_MS,
      most: CALENDARS_KEPT,
      sizeOf: (counts) => counts.size + 1,
    },
    now,
    log,
  )
}
