import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { getCallback } from './callback-store.ts'
import { insertDeliveries } from './delivery-store.ts'
import { listNotificationIds } from './notification-store.ts'

/** So many are delivered again at once. */
const MOST_REPLAYED = 50_000

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
    const ids = await listNotificationIds(tx, publisherId, from, to, MOST_REPLAYED + 1)
    if (ids.length > MOST_REPLAYED) {
      const most = MOST_REPLAYED.toLocaleString('en')
      throw new AppError('conflict', `These are more than ${most} notifications. Choose a shorter range.`)
    }
    const deliveries = ids.map((notificationId) => ({ notificationId, callbackId }))
    await insertDeliveries(tx, publisherId, deliveries, ctx.now())
    return ids.length
  })
}

/** How many that would be, counted up to one more than can be replayed. */
export async function countReplay(
  ctx: AppContext,
  publisherId: number,
  from: number,
  to: number,
): Promise<{ value: number; more: boolean }> {
  const ids = await listNotificationIds(ctx.db, publisherId, from, to, MOST_REPLAYED + 1)
  return { value: Math.min(ids.length, MOST_REPLAYED), more: ids.length > MOST_REPLAYED }
}
