import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { newId } from '../ids.ts'
import { nextRevision } from '../publishers/revision.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { getCallback } from './callback-store.ts'
import type { Attempt, Claim } from './delivery.ts'
import { recordOutcomes } from './delivery-queue.ts'
import { insertDeliveries } from './delivery-store.ts'
import { insertNotification } from './notification-store.ts'

/**
 * Sends a made-up subscription to a callback, on or off, at once and once, as deliveries are sent; tells what
 * came back. It is in the log of deliveries, but no notification: who catches up is not told of it.
 */
export async function testCallback(
  ctx: AppContext,
  publisherId: number,
  callbackId: string,
): Promise<Attempt> {
  const callback = await getCallback(ctx.db, publisherId, callbackId)
  const now = ctx.now()
  const notification = { id: newId(now), kind: 'test' as const, payload: samplePayload(now), created: now }
  const claim: Claim = {
    id: '',
    publisherId,
    notificationId: notification.id,
    attempts: 0,
    firstAttemptAt: now,
    claimedUntil: now,
    payload: notification.payload,
  }
  const outcome = await attemptDelivery({ ...ctx, retrySeconds: [] }, callback, claim)
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, now)
    await insertNotification(tx, publisherId, notification, revision.number, null)
    const [id] = await insertDeliveries(
      tx,
      publisherId,
      [{ notificationId: notification.id, callbackId }],
      now,
    )
    await recordOutcomes(tx, [{ ...outcome, claim: { ...claim, id: id! } }])
  })
  return outcome.attempt
}

function samplePayload(now: number): string {
  return JSON.stringify({
    svcId: '0'.repeat(24),
    email: 'test@example.com',
    timestamp: String(Math.floor(now / 1000)),
    first_name: 'Test',
    calendarIds: { 0: '0'.repeat(24) },
    calendarNames: ['Test calendar'],
    calendarReferences: ['test'],
  })
}
