import { transact } from '../db/transact.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { countLeft } from '../statistics/origins.ts'
import { deletePushSubscriptionsOf } from '../web-push/push-subscription-store.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import { unsubscribePayload } from './notification-payloads.ts'
import { originOf } from './subscriber.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'
import { listSubscribedCalendarIds } from './subscription-store.ts'

/**
 * Ends a subscription: the `svc_id` becomes unusable, the feed responds as ended, and browsers get no more
 * notifications. Only the widget flow reactivates it.
 */
export async function unsubscribe(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisherId, subscriberId)
    await updateSubscriber(tx, { ...subscriber, active: false, endedAt: revision.at }, revision)
    await deletePushSubscriptionsOf(tx, publisherId, subscriberId)
    const calendarIds = await listSubscribedCalendarIds(tx, publisherId, subscriberId)
    await countLeft(tx, publisherId, revision.at, originOf(subscriber), calendarIds)
    const payload = unsubscribePayload(subscriber, revision.at)
    await recordNotification(tx, publisherId, 'unsubscribe', payload, revision)
  })
}
