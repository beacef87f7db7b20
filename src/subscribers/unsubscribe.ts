import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { countLeft } from '../statistics/origins.ts'
import { deletePushSubscriptionsOf } from '../web-push/push-subscription-store.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import { unsubscribePayload } from './notification-payloads.ts'
import { originOf, type Subscriber } from './subscriber.ts'
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
    await endSubscriber(tx, await getActiveSubscriber(tx, publisherId, subscriberId), revision)
  })
}

/** The same in the caller's transaction, which has locked the publisher and read the active subscriber. */
export async function endSubscriber(tx: Db, subscriber: Subscriber, revision: Revision): Promise<void> {
  const { publisherId, id } = subscriber
  await updateSubscriber(tx, { ...subscriber, active: false, endedAt: revision.at }, revision)
  await deletePushSubscriptionsOf(tx, publisherId, id)
  const calendarIds = await listSubscribedCalendarIds(tx, publisherId, id)
  await countLeft(tx, publisherId, revision.at, originOf(subscriber), calendarIds)
  const payload = unsubscribePayload(subscriber, revision.at)
  await recordNotification(tx, publisherId, 'unsubscribe', payload, revision)
}
