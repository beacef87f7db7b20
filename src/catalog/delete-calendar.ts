import { deleteCalendarRow, findCalendar, getCalendar, touchCalendars } from '../calendars/calendar-store.ts'
import { insertDeletedCalendar } from '../calendars/deleted-calendar-store.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { countCalendarEvents } from '../events/calendar-event-store.ts'
import { emptyCalendar } from '../events/event-write-store.ts'
import type { OperationContext } from '../operation.ts'
import { pause } from '../pause.ts'
import { markFeedsChanged } from '../publishers/publisher-store.ts'
import { nextRevision } from '../revisions/revision.ts'
import { emptyCalendarOfSeries } from '../series/series-store.ts'
import { ownsPrivateCalendar } from '../subscribers/subscriber-store.ts'

/** Events that one transaction takes out, during which nobody else can write. */
const STEP = 200

/**
 * Takes most events out of a large calendar in several transactions, so that deleting the calendar itself is
 * fast. If it is aborted, the calendar still exists with the remaining events.
 */
export async function emptyLargeCalendar(
  ctx: OperationContext,
  publisherId: number,
  key: string,
): Promise<void> {
  const calendar = await findCalendar(ctx.db, publisherId, key)
  if (!calendar) return
  // Before its events, so that the upkeep makes no more of them meanwhile.
  if ((await countCalendarEvents(ctx.db, publisherId, calendar.id, STEP)).more)
    await transact(ctx.db, (tx) => emptyCalendarOfSeries(tx, publisherId, calendar.id))
  while ((await countCalendarEvents(ctx.db, publisherId, calendar.id, STEP)).more) {
    await transact(ctx.db, async (tx) => {
      const revision = await nextRevision(tx, publisherId, ctx.now())
      await emptyCalendar(tx, publisherId, calendar.id, STEP)
      await touchCalendars(tx, publisherId, [calendar.id], revision)
    })
    await pause()
  }
}

/**
 * Deletes a calendar, found by id or reference, with the events that no other calendar has and the subscriptions to
 * it. If the caller has a transaction, it must call `emptyLargeCalendar` before that.
 */
export async function deleteCalendar(ctx: OperationContext, publisherId: number, key: string): Promise<void> {
  if (!ctx.db.isTransaction) await emptyLargeCalendar(ctx, publisherId, key)
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    if (!(await findCalendar(tx, publisherId, key)) && (await ownsPrivateCalendar(tx, publisherId, key))) {
      throw new AppError('forbidden', 'A private calendar cannot be deleted', { kind: 'private_calendar' })
    }
    const calendar = await getCalendar(tx, publisherId, key)
    while ((await emptyCalendar(tx, publisherId, calendar.id, STEP)).length === STEP);
    await emptyCalendarOfSeries(tx, publisherId, calendar.id)
    await deleteCalendarRow(tx, publisherId, calendar.id)
    await insertDeletedCalendar(tx, publisherId, calendar.id, {
      name: calendar.draft ? undefined : calendar.name,
      deletedAt: revision.at,
    })
    // Subscribers' feeds use the calendar's version to know when they changed, and it is deleted.
    await markFeedsChanged(tx, publisherId, revision)
  })
}
