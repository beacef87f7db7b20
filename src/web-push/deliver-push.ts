import type { OperationContext } from '../operation.ts'
import type { PushSubscription } from './push-subscription.ts'
import { deletePushSubscription, markPushSent } from './push-subscription-store.ts'
import type { PushMessage, PushResult, WebPush } from './web-push.ts'

/**
 * Sends a message to one browser, and stores what follows from the result: a subscription that is gone is
 * deleted, of one that was sent to the time is noted. The caller limits the number of messages at once, and tries
 * again after `later`. Call it outside a transaction.
 */
export async function deliverPush(
  ctx: OperationContext & { webPush: WebPush },
  subscription: PushSubscription,
  message: PushMessage,
): Promise<PushResult> {
  const result = await ctx.webPush.send(subscription, message)
  if (result.outcome === 'gone')
    await deletePushSubscription(ctx.db, subscription.publisherId, subscription.id)
  if (result.outcome === 'sent') await markPushSent(ctx.db, subscription, ctx.now())
  return result
}
