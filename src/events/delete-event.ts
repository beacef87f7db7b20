import { touchCalendars } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { nextRevision } from '../publishers/revision.ts'
import { touchOwners } from '../subscribers/subscriber-store.ts'
import { getEvent } from './event-store.ts'
import { deleteEvent } from './event-write-store.ts'

/** Deletes an event, found by id or reference. */
export async function removeEvent(ctx: AppContext, publisherId: number, key: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const event = await getEvent(tx, publisherId, key)
    await deleteEvent(tx, publisherId, event.id)
    const touch = event.private ? touchOwners : touchCalendars
    await touch(tx, publisherId, [event.calendarId], revision)
  })
}
