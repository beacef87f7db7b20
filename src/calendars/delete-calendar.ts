import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { countCalendarEvents } from '../events/calendar-event-store.ts'
import { deleteCalendarEvents, deleteSomeEvents } from '../events/event-write-store.ts'
import { markFeedsChanged } from '../publishers/publisher-store.ts'
import { nextRevision } from '../publishers/revision.ts'
import { ownsPrivateCalendar } from '../subscribers/subscriber-store.ts'
import { deleteCalendarRow, findCalendar, getCalendar, touchCalendars } from './calendar-store.ts'
import { insertDeletedCalendar } from './deleted-calendar-store.ts'

/** Events of one transaction: it holds up whoever else writes. */
const AT_ONCE = 200

/**
 * Deletes most events of a large calendar, in steps that each are stored whole, so that deleting the calendar itself
 * is quick. Broken off half way, the calendar is still there with the events that are left.
 */
export async function emptyLargeCalendar(ctx: AppContext, publisherId: number, key: string): Promise<void> {
  const calendar = await findCalendar(ctx.db, publisherId, key)
  if (!calendar) return
  while ((await countCalendarEvents(ctx.db, publisherId, calendar.id, AT_ONCE)).more) {
    await transact(ctx.db, async (tx) => {
      const revision = await nextRevision(tx, publisherId, ctx.now())
      await deleteSomeEvents(tx, publisherId, calendar.id, AT_ONCE)
      await touchCalendars(tx, publisherId, [calendar.id], revision)
    })
    await nextTurn()
  }
}

/**
 * Deletes a calendar, found by id or reference, with its events and the subscriptions to it. Within a transaction,
 * `emptyLargeCalendar` is to come before it.
 */
export async function deleteCalendar(ctx: AppContext, publisherId: number, key: string): Promise<void> {
  if (!ctx.db.isTransaction) await emptyLargeCalendar(ctx, publisherId, key)
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
