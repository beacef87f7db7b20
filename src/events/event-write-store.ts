import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { insertMany } from '../db/insert-many.ts'
import type { Revision } from '../publishers/revision.ts'
import type { CalendarEvent } from './event.ts'
import { EVENT_COLUMNS, type NewEvent, toColumns, toValues } from './event-columns.ts'

/** Inserts events; tells for each whether it went in: one whose reference is taken does not. */
export async function insertEvents(
  tx: Db,
  publisherId: number,
  events: NewEvent[],
  revision: Revision,
): Promise<boolean[]> {
  const rows = events.map((event) => toValues(publisherId, event, revision))
  return insertMany(tx, 'event', EVENT_COLUMNS, rows)
}

/** Stores an event's calendar, fields and history as they are in `event`. */
export async function updateEvent(tx: Db, event: CalendarEvent, revision: Revision): Promise<void> {
  await tx
    .updateTable('event')
    .set({
      ...toColumns(event),
      calendar_id: event.calendarId,
      sequence: event.sequence,
      revision: revision.number,
      modified: revision.at,
    })
    .where('publisher_id', '=', event.publisherId)
    .where('id', '=', event.id)
    .execute()
}

export async function deleteEvent(tx: Db, publisherId: number, id: string): Promise<void> {
  await tx.deleteFrom('event').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
}

/** Deletes the private events among `ids`; answers what was deleted. */
export async function deletePrivateEvents(
  tx: Db,
  publisherId: number,
  ids: string[],
): Promise<{ id: string; calendar_id: string }[]> {
  return tx
    .deleteFrom('event')
    .where('publisher_id', '=', publisherId)
    .where('private', '=', 1)
    .where(inList(tx, 'id', ids))
    .returning(['id', 'calendar_id'])
    .execute()
}

/** Deletes events of a calendar; answers how many there were. */
export async function deleteEvents(
  tx: Db,
  publisherId: number,
  calendarId: string,
  ids: string[],
): Promise<number> {
  const rows = await tx
    .deleteFrom('event')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where(inList(tx, 'id', ids))
    .returning('id')
    .execute()
  return rows.length
}

/** Deletes up to `limit` events of a calendar, in a statement of its own; answers how many there were. */
export async function deleteSomeEvents(
  db: Db,
  publisherId: number,
  calendarId: string,
  limit: number,
): Promise<string[]> {
  const some = db
    .selectFrom('event')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .limit(limit)
  const deleted = await db
    .deleteFrom('event')
    .where('publisher_id', '=', publisherId)
    .where('id', 'in', some)
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

export async function deleteCalendarEvents(tx: Db, publisherId: number, calendarId: string): Promise<void> {
  await tx
    .deleteFrom('event')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .execute()
}
