import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { getCallback } from './callback-store.ts'
import { insertDeliveries } from './delivery-store.ts'
import { listNotificationIds } from './notification-store.ts'

/** The most notifications of one replay. */
const MOST_REPLAYED = 50_000

/**
 * Sends the notifications that a callback chooses again, those of a time range (epoch ms, both inclusive), as new
 * deliveries with the same `webhook-id`. Returns their number.
 */
export async function replayNotifications(
  ctx: OperationContext,
  publisherId: number,
  callbackId: string,
  from: number,
  to: number,
): Promise<number> {
  return transact(ctx.db, async (tx) => {
    const { kinds } = await getCallback(tx, publisherId, callbackId)
    const ids = await listNotificationIds(tx, publisherId, kinds, from, to, MOST_REPLAYED + 1)
    if (ids.length > MOST_REPLAYED) {
      const most = MOST_REPLAYED.toLocaleString('en')
      throw new AppError('conflict', `These are more than ${most} notifications. Choose a shorter range.`, {
        kind: 'range_too_long',
      })
    }
    const deliveries = ids.map((notificationId) => ({ notificationId, callbackId }))
    await insertDeliveries(tx, publisherId, deliveries, ctx.now())
    return ids.length
  })
}

/** Counts the notifications that such a replay would send, up to the most of one. */
export async function countReplay(
  ctx: OperationContext,
  publisherId: number,
  callbackId: string,
  from: number,
  to: number,
): Promise<{ value: number; more: boolean }> {
  const { kinds } = await getCallback(ctx.db, publisherId, callbackId)
  const ids = await listNotificationIds(ctx.db, publisherId, kinds, from, to, MOST_REPLAYED + 1)
  return { value: Math.min(ids.length, MOST_REPLAYED), more: ids.length > MOST_REPLAYED }
}
