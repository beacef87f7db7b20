import { touchCalendars } from '../calendars/calendar-store.ts'
import { transact } from '../db/transact.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { touchOwners } from '../subscribers/subscriber-store.ts'
import { getEvent } from './event-store.ts'
import { deleteEvent } from './event-write-store.ts'

/** Deletes an event by its id or reference. */
export async function removeEvent(ctx: OperationContext, publisherId: number, key: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const event = await getEvent(tx, publisherId, key)
    await deleteEvent(tx, event, revision)
    const touch = event.private ? touchOwners : touchCalendars
    await touch(tx, publisherId, [event.calendarId], revision)
  })
}
