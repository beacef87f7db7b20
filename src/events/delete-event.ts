import { touchCalendars } from '../calendars/calendar-store.ts'
import { transact } from '../db/transact.ts'
import { notFound } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { touchOwners } from '../subscribers/subscriber-store.ts'
import { calendarsOf, isIn } from './event.ts'
import { getEvent } from './event-store.ts'
import { deleteEvent, removeEvents } from './event-write-store.ts'

/**
 * Deletes an event by its id or reference. With `calendarId` a public event is only taken out of that calendar, and
 * deleted if no other has it; throws `not_found` if that calendar does not have it.
 */
export async function removeEvent(
  ctx: OperationContext,
  publisherId: number,
  key: string,
  calendarId?: string,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const event = await getEvent(tx, publisherId, key)
    if (calendarId !== undefined) {
      if (event.private || !isIn(event, calendarId)) throw notFound('Event', key)
      const { calendarIds } = await removeEvents(tx, publisherId, calendarId, [event.id], revision)
      return touchCalendars(tx, publisherId, calendarIds, revision)
    }
    await deleteEvent(tx, event, revision)
    const touch = event.private ? touchOwners : touchCalendars
    await touch(tx, publisherId, calendarsOf(event), revision)
  })
}
