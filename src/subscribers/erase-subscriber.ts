import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { deleteCutFeed } from '../feeds/cut-feeds.ts'
import { nextRevision } from '../publishers/revision.ts'
import { deleteRedirectsTo } from '../redirects/redirect-store.ts'
import { deleteNotificationsOf } from '../webhooks/subscriber-notifications.ts'
import { insertErased } from './erased-store.ts'
import { deleteSubscriber, getSubscriber } from './subscriber-store.ts'
import { unsubscribe } from './unsubscribe.ts'

/**
 * Erases a person (GDPR, article 17): the record, subscriptions, feed reads, and what notifications say. Who was
 * active is unsubscribed first, and callbacks are told. `finishErasure` does what may take longer. What stays is
 * that there was somebody of this `svc_id`, for the feed to say that it has ended: programs that keep polling it
 * would keep the events otherwise. Returns the e-mail, for `forgetMailsTo` once all is committed: it reads files,
 * and a transaction holds up whoever else wants to write.
 */
export async function eraseSubscriber(ctx: AppContext, publisherId: number, id: string): Promise<string> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const { active, email, endedAt, privateCalendarId } = await getSubscriber(tx, publisherId, id)
    await deleteNotificationsOf(tx, publisherId, id)
    if (active) await unsubscribe({ ...ctx, db: tx }, publisherId, id)
    await deleteSubscriber(tx, publisherId, id)
    await deleteRedirectsTo(tx, publisherId, id)
    await deleteCutFeed(tx, publisherId, id)
    const erasedAt = revision.at
    await insertErased(tx, { publisherId, id, privateCalendarId, endedAt: endedAt ?? erasedAt, erasedAt })
    return email
  })
}
