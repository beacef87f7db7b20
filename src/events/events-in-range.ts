import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { addDays } from '../time/day.ts'
import { inCalendars } from './event-calendar-store.ts'
import { type EventRow, listRowsById } from './event-row.ts'

/** Events that began earlier are found by their length. */
const LOOK_BACK_DAYS = 366
const DAY_MS = 86_400_000
/** Running events that began before the range: a month in the admin portal shows no more. */
const MAX_RUNNING = 200
/** The index `event_long` has events that last longer. */
const LONG_MS = 604_800_000

export interface RangeQuery {
  /** YYYY-MM-DD, both inclusive, compared with the local days of events. */
  fromDate: string
  toDate: string
  calendarIds?: string[]
  draft?: boolean
  limit: number
}

/**
 * Public events on some days: first those that began before and still run, then the others by start. `more`:
 * there are others. A draft that lasts more than a year is found only on the day it begins.
 */
export async function listEventsInRange(
  db: Db,
  publisherId: number,
  query: RangeQuery,
): Promise<{ rows: EventRow[]; more: boolean }> {
  const { fromDate, toDate, limit } = query
  const lookBack = addDays(fromDate, -LOOK_BACK_DAYS)
  const among = () => {
    let events = db
      .selectFrom('event')
      .select('id')
      .where('publisher_id', '=', publisherId)
      .where('private', '=', sql.lit(0))
    // `coalesce` keeps the planner from other indexes: only the one by date has all of these columns.
    if (query.calendarIds)
      events = events.where(inCalendars(db, publisherId, query.calendarIds, sql`coalesce(calendar_id, '')`))
    return events
  }
  const byDate = (from: string, to: string) => {
    const events = among().where('start_date', '>=', from).where('start_date', '<=', to)
    const sorted = events.orderBy('start_date').orderBy('start_at').orderBy('id')
    return query.draft === undefined ? sorted : sorted.where('draft', '=', query.draft ? 1 : 0)
  }
  const long = among()
    .where('draft', '=', sql.lit(0))
    .where(sql<boolean>`(end_at - start_at) > ${sql.lit(LONG_MS)}`)
    .where('end_at', '>', Date.parse(fromDate) - DAY_MS)
    .where('start_date', '<', lookBack)
    .where('end_date', '>=', fromDate)
    .limit(MAX_RUNNING)
  const running = byDate(lookBack, addDays(fromDate, -1)).where('end_date', '>=', fromDate).limit(MAX_RUNNING)
  const starting = await byDate(fromDate, toDate)
    .limit(limit + 1)
    .execute()
  const before = [...(query.draft ? [] : await long.execute()), ...(await running.execute())]
  const ids = [...before, ...starting.slice(0, limit)].map(({ id }) => id)
  return { rows: await listRowsById(db, publisherId, ids), more: starting.length > limit }
}
