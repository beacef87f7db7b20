import { transact } from '../db/transact.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { requireCalendars } from './change-subscriptions.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'
import { addSubscriptions, listSubscribedCalendarIds, removeSubscriptions } from './subscription-store.ts'

/**
 * Replaces the calendars that an active subscriber follows, drafts included, on behalf of the publisher, so
 * no notification is sent. Returns the ids before and after.
 */
export async function setCalendars(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
  calendarIds: string[],
): Promise<{ before: string[]; after: string[] }> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisherId, subscriberId)
    const before = new Set(await listSubscribedCalendarIds(tx, publisherId, subscriberId))
    const after = new Set(calendarIds)
    const [removed, added] = [[...before.difference(after)], [...after.difference(before)]]
    await requireCalendars(tx, publisherId, added)
    await removeSubscriptions(tx, publisherId, subscriberId, removed, revision.at)
    await addSubscriptions(tx, publisherId, subscriberId, added, revision.at)
    if (removed.length + added.length > 0) await updateSubscriber(tx, subscriber, revision)
    return { before: [...before].sort(), after: [...after].sort() }
  })
}
