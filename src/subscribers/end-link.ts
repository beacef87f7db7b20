import { transact } from '../db/transact.ts'
import { notFound } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { deletePushSubscriptionsOf } from '../web-push/push-subscription-store.ts'
import { deleteRequest } from './link-request-store.ts'
import { findLink, updateLink } from './link-store.ts'

/**
 * Ends one link of a subscriber, also a pending one: its feed says so, all others stay. Browsers
 * that get notifications by this link get no more. Throws `not_found` if
 * there is no such link, or it has ended already.
 */
export async function endLink(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
  number: number,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const link = await findLink(tx, publisherId, subscriberId, number)
    if (!link || link.endedAt !== null) throw notFound('Link', String(number))
    await updateLink(tx, { ...link, endedAt: revision.at })
    await deleteRequest(tx, link)
    await deletePushSubscriptionsOf(tx, publisherId, subscriberId, number)
  })
}

/** Names a link. Throws `not_found` like `endLink`. */
export async function renameLink(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
  number: number,
  name: string,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    await nextRevision(tx, publisherId, ctx.now())
    const link = await findLink(tx, publisherId, subscriberId, number)
    if (!link || link.endedAt !== null) throw notFound('Link', String(number))
    await updateLink(tx, { ...link, name: name.trim() })
  })
}
