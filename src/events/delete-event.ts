import { touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { notFound } from '../errors.ts'
import type { Revision } from '../revisions/revision.ts'
import { touchOwners } from '../subscribers/subscriber-store.ts'
import { type CalendarEvent, calendarsOf, isIn } from './event.ts'
import { deleteEvent, removeEvents } from './event-write-store.ts'

/**
 * Deletes an event in the caller's transaction, which has locked the publisher and read it. With `calendarId` a public
 * event is only taken out of that calendar, and deleted if no other has it; throws `not_found` if that calendar does not
 * have it.
 */
export async function removeEvent(
  tx: Db,
  event: CalendarEvent,
  revision: Revision,
  calendarId?: string,
): Promise<void> {
  const { publisherId } = event
  if (calendarId !== undefined) {
    if (event.private || !isIn(event, calendarId)) throw notFound('Event', event.id)
    const { calendarIds } = await removeEvents(tx, publisherId, calendarId, [event.id], revision)
    return touchCalendars(tx, publisherId, calendarIds, revision)
  }
  await deleteEvent(tx, event, revision)
  const touch = event.private ? touchOwners : touchCalendars
  await touch(tx, publisherId, calendarsOf(event), revision)
}
