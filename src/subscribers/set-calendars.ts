import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { nextRevision } from '../publishers/revision.ts'
import { requireCalendars } from './change-subscriptions.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'
import { addSubscriptions, listSubscribedCalendarIds, removeSubscriptions } from './subscription-store.ts'

/**
 * Makes an active subscriber follow exactly these calendars, drafts too, for the publisher, who is not told of it
 * again. Answers what was followed before and what is now, by id.
 */
export async function setCalendars(
  ctx: AppContext,
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
    await removeSubscriptions(tx, publisherId, subscriberId, removed)
    await addSubscriptions(tx, publisherId, subscriberId, added, revision.at)
    if (removed.length + added.length > 0) await updateSubscriber(tx, subscriber, revision)
    return { before: [...before].sort(), after: [...after].sort() }
  })
}
