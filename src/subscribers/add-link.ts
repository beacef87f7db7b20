import type { Db } from '../db/database.ts'
import type { LinkTarget } from '../links/links.ts'
import type { Revision } from '../revisions/revision.ts'
import { deletePushSubscriptionsOf } from '../web-push/push-subscription-store.ts'
import { type FeedLink, isLive, isPending, type LinkUse, offeredApplication } from './feed-link.ts'
import { deleteLink, insertLinks, listLinks, nextLinkNumber, updateLink } from './link-store.ts'

/** Live links of one subscriber, and pending links of one address. */
const MOST = 50

interface NewLink {
  kind: LinkUse
  application: string
  /** Given by the subscriber; none by default. */
  name?: string
  /** False: pending. */
  confirmed: boolean
  freshUntil?: number | null
}

/**
 * Adds a link to a subscriber, or to the id that a person will get. Beyond 50 live links, the one that was not
 * used for the longest time ends; beyond 50 pending ones, the oldest is forgotten, one that was read last. The
 * caller has taken the revision.
 */
export async function addLink(
  tx: Db,
  publisherId: number,
  subscriberId: string,
  { kind, application, name = '', confirmed, freshUntil = null }: NewLink,
  revision: Revision,
): Promise<LinkTarget> {
  const number = await nextLinkNumber(tx, publisherId, subscriberId)
  const link: FeedLink = {
    ...{ publisherId, subscriberId, number, kind, name },
    ...{ application: offeredApplication(application), created: revision.at },
    ...{ confirmedAt: confirmed ? revision.at : null, lastUsedAt: null, fetchedAt: null },
    ...{ endedAt: null, freshUntil },
  }
  await insertLinks(tx, [link])
  // Numbers begin with 0, so there are no more links than this.
  if (number < MOST) return { publisherId, id: subscriberId, number }
  if (confirmed) await limitLive(tx, link, revision)
  else await limitPending(tx, link)
  return { publisherId, id: subscriberId, number }
}

/** Ends the live links beyond the limit. `link` stays. */
export async function limitLive(tx: Db, link: FeedLink, revision: Revision): Promise<void> {
  const live = (await listLinks(tx, link.publisherId, link.subscriberId)).filter(isLive)
  const others = live.filter(({ number }) => number !== link.number).sort((a, b) => usedAt(a) - usedAt(b))
  for (const unused of others.slice(0, Math.max(0, live.length - MOST))) {
    await updateLink(tx, { ...unused, endedAt: revision.at })
    await deletePushSubscriptionsOf(tx, unused.publisherId, unused.subscriberId, unused.number)
  }
}

async function limitPending(tx: Db, link: FeedLink): Promise<void> {
  const pending = (await listLinks(tx, link.publisherId, link.subscriberId)).filter(isPending)
  const others = pending
    .filter(({ number }) => number !== link.number)
    .sort((a, b) => Number(a.lastUsedAt !== null) - Number(b.lastUsedAt !== null) || a.number - b.number)
  // The new link has the highest number, which deleting others does not give again.
  for (const oldest of others.slice(0, Math.max(0, pending.length - MOST))) await deleteLink(tx, oldest)
}

function usedAt({ lastUsedAt, created }: FeedLink): number {
  return Math.max(lastUsedAt ?? 0, created)
}
