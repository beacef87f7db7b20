import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import type { LinkTarget } from '../links/links.ts'
import type { ConfiguredContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import {
  type PushSubscription,
  pushSubscriptionId,
  type PushTarget,
  readTarget,
} from '../web-push/push-subscription.ts'
import {
  deletePushSubscription,
  findPushSubscription,
  listPushSubscriptions,
  savePushSubscription,
} from '../web-push/push-subscription-store.ts'
import { isLive } from './feed-link.ts'
import { findLink } from './link-store.ts'
import { getActiveSubscriber } from './subscriber-store.ts'

/** Browsers of one subscriber that get notifications. */
const MOST = 10

interface NewPush {
  target: PushTarget
  /** Such as `Firefox on Linux`. */
  browser: string
  /** The endpoint that the browser had before, if any: its subscription is deleted. */
  replaces?: string | undefined
}

/**
 * Has a browser get the notifications of a subscriber. The same endpoint again replaces its keys; beyond 10
 * browsers the oldest subscription is deleted. Throws `invalid` for an endpoint or keys that are not allowed, and
 * `forbidden` if the link has ended or the subscriber has left.
 */
export async function switchOnPush(
  ctx: ConfiguredContext,
  { publisherId, id: subscriberId, number }: LinkTarget,
  { target, browser, replaces }: NewPush,
): Promise<PushSubscription> {
  const { allowPrivate } = ctx.config.webhooks
  const allowed = readTarget(target, { allowPrivate })
  return transact(ctx.db, async (tx) => {
    // Locks the publisher, so that nobody unsubscribes or is erased meanwhile.
    const { at } = await nextRevision(tx, publisherId, ctx.now())
    await getActiveSubscriber(tx, publisherId, subscriberId)
    const link = await findLink(tx, publisherId, subscriberId, number)
    if (!link || !isLive(link)) throw new AppError('forbidden', 'This link has ended')
    const previous = replaces && (await findPushSubscription(tx, publisherId, subscriberId, idOf(replaces)))
    if (previous) await deletePushSubscription(tx, publisherId, previous.id)
    const id = pushSubscriptionId(allowed.endpoint)
    const subscription: PushSubscription = {
      ...{ publisherId, id, subscriberId, linkNumber: number },
      ...{ target: allowed, browser, created: at, lastSentAt: null },
    }
    await savePushSubscription(tx, subscription)
    const all = await listPushSubscriptions(tx, publisherId, [subscriberId])
    const others = all.filter((other) => other.id !== id)
    for (const oldest of others.slice(0, Math.max(0, all.length - MOST)))
      await deletePushSubscription(tx, publisherId, oldest.id)
    return subscription
  })
}

/** Returns whether a browser has this endpoint for the subscriber: only the browser knows it. */
export async function isEndpointOf(
  ctx: Pick<ConfiguredContext, 'db'>,
  { publisherId, id }: Pick<LinkTarget, 'publisherId' | 'id'>,
  endpoint: string,
): Promise<boolean> {
  return (await findPushSubscription(ctx.db, publisherId, id, idOf(endpoint))) !== undefined
}

/** An endpoint is stored as the URL parser writes it. */
function idOf(endpoint: string): string {
  return pushSubscriptionId(URL.parse(endpoint)?.href ?? endpoint)
}
