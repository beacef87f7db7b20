import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { nextRevision } from '../publishers/revision.ts'
import { getActiveSubscriber, updateSubscriber } from './subscriber-store.ts'

/** Gives a subscriber reminders of its own in all its events: none, one or two; null: as the publisher sets them. */
export async function chooseReminders(
  ctx: AppContext,
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
