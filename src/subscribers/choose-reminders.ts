import { isDeepStrictEqual } from 'node:util'
import { transact } from '../db/transact.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'

/**
 * Sets a subscriber's reminders for all events: none, one or two. Null: the reminders that the publisher
 * sets.
 */
export async function chooseReminders(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
  reminders: string[] | null,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisherId, subscriberId)
    const chosen = reminders && [...new Set(reminders)]
    if (isDeepStrictEqual(chosen, subscriber.reminders)) return
    await updateSubscriber(tx, { ...subscriber, reminders: chosen, remindersAt: revision.at }, revision)
  })
}
