import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { LinkTarget } from '../links/links.ts'
import type { Revision } from '../revisions/revision.ts'
import { deletePushSubscriptionsOf } from '../web-push/push-subscription-store.ts'
import { type FeedLink, isLive, isPending, type LinkUse, offeredApplication } from './feed-link.ts'
import { deleteLink, insertLinks, listLinks, nextLinkNumbers, updateLink } from './link-store.ts'

/** Live links of one subscriber, and pending links of one address. */
const MOST = 50

interface NewLink {
  subscriberId: string
  kind: LinkUse
  application: string
  /** Given by the subscriber; none by default. */
  name?: string
  /** False: pending. */
  confirmed: boolean
  freshUntil?: number | null
}

/** Adds a link to a subscriber, like `addLinks`. Throws `conflict` if the subscriber has had too many. */
export async function addLink(
  tx: Db,
  publisherId: number,
  subscriberId: string,
  link: Omit<NewLink, 'subscriberId'>,
  revision: Revision,
): Promise<LinkTarget> {
  const [added] = await addLinks(tx, publisherId, [{ ...link, subscriberId }], revision)
  if (!added) throw tooManyLinks()
  return added
}

export function tooManyLinks(): AppError {
  return new AppError('conflict', 'This subscriber has had too many links')
}

/**
 * Adds a link to each of several subscribers, or to the ids that persons will get. Returns undefined in place of the link
 * of somebody who has had too many. Beyond 50 live links, the one that was not used for the longest time ends; beyond 50
 * pending ones, the oldest is forgotten, one that was read last. The caller has taken the revision.
 */
export async function addLinks(
  tx: Db,
  publisherId: number,
  links: NewLink[],
  revision: Revision,
): Promise<(LinkTarget | undefined)[]> {
  if (links.length === 0) return []
  const ids = links.map(({ subscriberId }) => subscriberId)
  const numbers = await nextLinkNumbers(tx, publisherId, ids)
  const added = links.flatMap((link, i) => {
    const number = numbers[i]
    return number === undefined ? [] : [toFeedLink(publisherId, link, number, revision)]
  })
  await insertLinks(tx, added)
  // Numbers begin with 0, so nobody has more links than this.
  for (const link of added.filter(({ number }) => number >= MOST)) {
    if (isPending(link)) await limitPending(tx, link)
    else await limitLive(tx, link, revision)
  }
  return numbers.map((number, i) => (number === undefined ? undefined : { publisherId, id: ids[i]!, number }))
}

function toFeedLink(
  publisherId: number,
  { subscriberId, kind, application, name = '', confirmed, freshUntil = null }: NewLink,
  number: number,
  { at }: Revision,
): FeedLink {
  return {
    ...{ publisherId, subscriberId, number, kind, name },
    ...{ application: offeredApplication(application), created: at },
    ...{ confirmedAt: confirmed ? at : null, lastUsedAt: null, fetchedAt: null },
    ...{ endedAt: null, freshUntil },
  }
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
