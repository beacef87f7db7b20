import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { insertMany } from '../db/insert-many.ts'
import { newLinkCode } from '../links/link-codes.ts'
import type { Revision } from '../revisions/revision.ts'
import type { CalendarEvent } from './event.ts'
import { changeOf, removalOf } from './event-change.ts'
import { recordChanges, recordPrivateRemovals } from './event-change-store.ts'
import { EVENT_COLUMNS, type NewEvent, toColumns, toEvent, toRow } from './event-columns.ts'
import { insertLinkCodes } from './link-code-store.ts'

// Each write of an event is recorded here in the history of changes, and gives its quick links a code, so that no way
// in can forget it.

/** Inserts events. Returns for each if it was inserted: an event with a taken reference is not. */
export async function insertEvents(
  tx: Db,
  publisherId: number,
  events: NewEvent[],
  revision: Revision,
): Promise<boolean[]> {
  const coded = events.map((event) => withLinkCode(event))
  const rows = coded.map((event) => toRow(publisherId, event, revision))
  const inserted = await insertMany(tx, 'event', EVENT_COLUMNS, rows)
  const added = coded.filter(({ linkCode }, i) => linkCode && inserted[i])
  await insertLinkCodes(tx, publisherId, added)
  return inserted
}

/** The event with a code, if it has quick links. One that it has stays. */
function withLinkCode<Event extends NewEvent>(event: Event): Event & { linkCode: string } {
  const { linkCode = '', quickLinks } = event
  return { ...event, linkCode: linkCode || (quickLinks.length > 0 ? newLinkCode() : '') }
}

/** Replaces the stored event `before` by `after`. */
export async function updateEvent(
  tx: Db,
  before: CalendarEvent,
  after: CalendarEvent,
  revision: Revision,
): Promise<void> {
  const { publisherId, id } = after
  const coded = withLinkCode(after)
  await tx
    .updateTable('event')
    .set({
      ...toColumns(coded),
      calendar_id: after.calendarId,
      sequence: after.sequence,
      revision: revision.number,
      modified: revision.at,
    })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
  if (coded.linkCode !== before.linkCode) await insertLinkCodes(tx, publisherId, [coded])
  await recordChanges(tx, publisherId, [changeOf(before, after, revision)])
}

export async function deleteEvent(tx: Db, event: CalendarEvent, revision: Revision): Promise<void> {
  const { publisherId, id } = event
  await tx.deleteFrom('event').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
  await recordChanges(tx, publisherId, [removalOf(event, revision)])
}

/** Deletes the private events among `ids`; returns the deleted ones. */
export async function deletePrivateEvents(
  tx: Db,
  publisherId: number,
  ids: string[],
  revision: Revision,
): Promise<{ id: string; calendarId: string }[]> {
  await recordPrivateRemovals(tx, publisherId, ids, revision)
  return tx
    .deleteFrom('event')
    .where('publisher_id', '=', publisherId)
    .where('private', '=', 1)
    .where(inList(tx, 'id', ids))
    .returning(['id', 'calendar_id as calendarId'])
    .execute()
}

/** Deletes events of a calendar; returns their number. */
export async function deleteEvents(
  tx: Db,
  publisherId: number,
  calendarId: string,
  ids: string[],
  revision: Revision,
): Promise<number> {
  const rows = await tx
    .deleteFrom('event')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where(inList(tx, 'id', ids))
    .returningAll()
    .execute()
  await recordChanges(
    tx,
    publisherId,
    rows.map((row) => removalOf(toEvent(row), revision)),
  )
  return rows.length
}

/**
 * Deletes up to `limit` events of a calendar in one statement; returns their ids. Like the deletion of all, it is
 * for calendars that cease to exist, and leaves no history.
 */
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
