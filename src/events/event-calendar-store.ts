import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { type ColumnType, insertAll } from '../db/insert-many.ts'
import type { CalendarEvent } from './event.ts'

const COLUMNS: Record<string, ColumnType> = {
  publisher_id: 'integer',
  calendar_id: 'text',
  event_id: 'text',
  imported: 'integer',
}

/** Stores which calendars have events besides their homes. `imported`: an import put them there. */
export async function insertEventCalendars(
  tx: Db,
  publisherId: number,
  events: Pick<CalendarEvent, 'id' | 'alsoIn'>[],
  imported = false,
): Promise<void> {
  const rows = events.flatMap(({ id, alsoIn }) =>
    alsoIn.map((calendarId) => ({
      ...{ publisher_id: publisherId, calendar_id: calendarId, event_id: id },
      imported: imported ? (1 as const) : (0 as const),
    })),
  )
  await insertAll(tx, 'event_calendar', COLUMNS, rows)
}

/** Takes events out of calendars that are not their homes. */
export async function deleteEventCalendars(
  tx: Db,
  publisherId: number,
  events: Pick<CalendarEvent, 'id' | 'alsoIn'>[],
): Promise<void> {
  const shared = events.filter(({ alsoIn }) => alsoIn.length > 0)
  if (shared.length === 0) return
  await tx
    .deleteFrom('event_calendar')
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'calendar_id', [...new Set(shared.flatMap(({ alsoIn }) => alsoIn))]))
    .where(
      inList(
        tx,
        'event_id',
        shared.map(({ id }) => id),
      ),
    )
    .execute()
}

/**
 * The condition that one of some calendars has an event. `calendar` is the column of its home, or an expression that
 * keeps the planner from an index.
 */
export function inCalendars(
  db: Db,
  publisherId: number,
  calendarIds: string[],
  calendar: RawBuilder<unknown> = sql`calendar_id`,
): RawBuilder<boolean> {
  return sql<boolean>`(${inList(db, calendar, calendarIds)} or id in (
    select c.event_id from event_calendar c
    where c.publisher_id = ${publisherId} and ${inList(db, 'c.calendar_id', calendarIds)}))`
}
