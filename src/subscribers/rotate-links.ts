import { transact } from '../db/transact.ts'
import type { LinkTarget } from '../links/links.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { deletePushSubscriptionsOf } from '../web-push/push-subscription-store.ts'
import { addLink } from './add-link.ts'
import { isLive } from './feed-link.ts'
import { getCurrentLink, listLinks, updateLink } from './link-store.ts'
import { getActiveSubscriber } from './subscriber-store.ts'

/**
 * Ends all live links of a subscriber and returns a new one. The old feeds then behave like those of an ended
 * subscription. Browsers get no more notifications. Pending links, which have nothing of the subscriber, stay.
 * `freshUntil`: of the link that asked for it.
 */
export async function rotateLinks(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
  freshUntil: number | null = null,
): Promise<LinkTarget> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    await getActiveSubscriber(tx, publisherId, subscriberId)
    const links = await listLinks(tx, publisherId, subscriberId)
    for (const link of links.filter(isLive)) await updateLink(tx, { ...link, endedAt: revision.at })
    await deletePushSubscriptionsOf(tx, publisherId, subscriberId)
    const next = { kind: 'feed', application: '', confirmed: true, freshUntil } as const
    return addLink(tx, publisherId, subscriberId, next, revision)
  })
}

/** Returns a subscriber's current link; makes one if none lives. */
export async function ensureLink(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
): Promise<LinkTarget> {
  const current = await getCurrentLink(ctx.db, publisherId, subscriberId)
  if (isLive(current)) return { publisherId, id: subscriberId, number: current.number }
  return rotateLinks(ctx, publisherId, subscriberId)
}
