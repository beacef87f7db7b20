import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { newId } from '../ids.ts'
import { nextRevision } from '../revisions/revision.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { getCallback } from './callback-store.ts'
import type { Attempt, Claim } from './delivery.ts'
import { recordOutcomes } from './delivery-queue.ts'
import { insertDeliveries } from './delivery-store.ts'
import type { Payload } from './kinds.ts'
import { insertNotifications } from './notification-store.ts'

/**
 * Sends a made-up subscription to a callback, on or off, in one attempt now. Returns the attempt. The delivery is in
 * the log, but the list of notifications leaves it out.
 */
export async function testCallback(
  ctx: Pick<AppContext, 'db' | 'now' | 'sender'>,
  publisherId: number,
  callbackId: string,
): Promise<Attempt> {
  const callback = await getCallback(ctx.db, publisherId, callbackId)
  const now = ctx.now()
  const notification = {
    ...{ id: newId(now), kind: 'test' as const, payload: samplePayload(now), created: now },
    subscriberId: null,
  }
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
    await insertNotifications(tx, publisherId, [notification], revision.number)
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

function samplePayload(now: number): Payload<'subscribe'> {
  return {
    svcId: '0'.repeat(24),
    email: 'test@example.com',
    timestamp: String(Math.floor(now / 1000)),
    first_name: 'Test',
    calendarIds: { 0: '0'.repeat(24) },
    calendarNames: ['Test calendar'],
    calendarReferences: ['test'],
  }
}
