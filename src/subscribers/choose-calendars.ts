import { transact } from '../db/transact.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import { requireCalendars } from './change-subscriptions.ts'
import { calendarsPayload } from './notification-payloads.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'
import { addSubscriptions, listSubscribedCalendars, removeSubscriptions } from './subscription-store.ts'

/**
 * Replaces the public calendars that a subscriber follows by the choice made in the portal, and notifies the
 * publisher. Followed drafts, which the portal does not show, stay.
 */
export async function chooseCalendars(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
  calendarIds: string[],
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisherId, subscriberId)
    const followed = await listSubscribedCalendars(tx, publisherId, subscriberId)
    const drafts = new Set(followed.filter(({ draft }) => draft).map(({ id }) => id))
    const before = new Set(followed.map(({ id }) => id)).difference(drafts)
    const after = new Set(calendarIds).difference(drafts)
    await requireCalendars(tx, publisherId, [...after], false)
    const [removed, added] = [[...before.difference(after)], [...after.difference(before)]]
    if (removed.length + added.length === 0) return
    await removeSubscriptions(tx, publisherId, subscriberId, removed, revision.at)
    await addSubscriptions(tx, publisherId, subscriberId, added, revision.at)
    await updateSubscriber(tx, subscriber, revision)

    const calendars = await listSubscribedCalendars(tx, publisherId, subscriberId)
    const payload = calendarsPayload(subscriber, calendars, revision.at)
    if (removed.length > 0) await recordNotification(tx, publisherId, 'schedules-removed', payload, revision)
    if (added.length > 0) await recordNotification(tx, publisherId, 'schedules-added', payload, revision)
  })
}
