import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { nextRevision } from '../publishers/revision.ts'
import type { Subscriber } from './subscriber.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'

/** Gives a subscriber fresh feed and manage links; the old ones then answer like an ended subscription. */
export async function rotateLinks(
  ctx: AppContext,
  publisherId: number,
  subscriberId: string,
): Promise<Subscriber> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisherId, subscriberId)
    const rotated = { ...subscriber, rotations: [...subscriber.rotations, revision.at] }
    await updateSubscriber(tx, rotated, revision)
    return rotated
  })
}
