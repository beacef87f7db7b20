import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { deleteCalendarEvents } from '../events/event-write-store.ts'
import { markFeedsChanged } from '../publishers/publisher-store.ts'
import { nextRevision } from '../publishers/revision.ts'
import { ownsPrivateCalendar } from '../subscribers/subscriber-store.ts'
import { deleteCalendarRow, findCalendar, getCalendar } from './calendar-store.ts'
import { insertDeletedCalendar } from './deleted-calendar-store.ts'

/** Deletes a calendar, found by id or reference, with its events and the subscriptions to it. */
export async function deleteCalendar(ctx: AppContext, publisherId: number, key: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    if (!(await findCalendar(tx, publisherId, key)) && (await ownsPrivateCalendar(tx, publisherId, key))) {
      throw new AppError('forbidden', 'A private calendar cannot be deleted')
    }
    const calendar = await getCalendar(tx, publisherId, key)
    await deleteCalendarEvents(tx, publisherId, calendar.id)
    await deleteCalendarRow(tx, publisherId, calendar.id)
    await insertDeletedCalendar(tx, publisherId, calendar.id, {
      name: calendar.draft ? undefined : calendar.name,
      deletedAt: revision.at,
    })
    // Its version goes with it, and with that the time its subscribers' feeds last changed.
    await markFeedsChanged(tx, publisherId, revision)
  })
}
