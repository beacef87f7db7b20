import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { countLeft } from '../figures/figure-store.ts'
import { nextRevision } from '../publishers/revision.ts'
import { unsubscribePayload } from '../webhooks/notification.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'

/**
 * Ends a subscription: the `svc_id` can't be used any more, and the feed says that it has ended. Only the
 * widget flow leads back.
 */
export async function unsubscribe(ctx: AppContext, publisherId: number, subscriberId: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisherId, subscriberId)
    await updateSubscriber(tx, { ...subscriber, active: false, endedAt: revision.at }, revision)
    await countLeft(tx, publisherId, revision.at)
    const payload = unsubscribePayload(subscriber, revision.at)
    await recordNotification(tx, publisherId, 'unsubscribe', payload, revision)
  })
}
