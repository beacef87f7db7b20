import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { getCallback } from './callback-store.ts'
import { insertDeliveries } from './delivery-store.ts'
import { listNotificationIds } from './notification-store.ts'

/**
 * Delivers what was notified in a time range (epoch ms, both inclusive) to a callback once more, as new
 * deliveries with the same `webhook-id`; answers how many.
 */
export async function replayNotifications(
  ctx: AppContext,
  publisherId: number,
  callbackId: string,
  from: number,
  to: number,
): Promise<number> {
  return transact(ctx.db, async (tx) => {
    await getCallback(tx, publisherId, callbackId)
    const ids = await listNotificationIds(tx, publisherId, from, to)
    const deliveries = ids.map((notificationId) => ({ notificationId, callbackId }))
    await insertDeliveries(tx, publisherId, deliveries, ctx.now())
    return ids.length
  })
}
