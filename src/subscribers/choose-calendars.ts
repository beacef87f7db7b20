import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { nextRevision } from '../publishers/revision.ts'
import { calendarsPayload } from '../webhooks/notification.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import { requireCalendars } from './change-subscriptions.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'
import { addSubscriptions, listSubscribedCalendars, removeSubscriptions } from './subscription-store.ts'

/**
 * Makes a subscriber follow exactly these of the public calendars, as chosen in the portal; the publisher is
 * told of it. Drafts it follows, which the portal does not show, stay as they are.
 */
export async function chooseCalendars(
  ctx: AppContext,
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
    await removeSubscriptions(tx, publisherId, subscriberId, removed)
    await addSubscriptions(tx, publisherId, subscriberId, added, revision.at)
    await updateSubscriber(tx, subscriber, revision)

    const calendars = await listSubscribedCalendars(tx, publisherId, subscriberId)
    const payload = calendarsPayload(subscriber, calendars, revision.at)
    if (removed.length > 0) await recordNotification(tx, publisherId, 'schedules-removed', payload, revision)
    if (added.length > 0) await recordNotification(tx, publisherId, 'schedules-added', payload, revision)
  })
}
