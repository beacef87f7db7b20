import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { AT_ONCE, inSteps } from '../sweep.ts'
import { CONFIRMABLE_MS, type FeedLink } from './feed-link.ts'
import { deleteRequest, hasReservation, stripOldRequests } from './link-request-store.ts'
import { deleteLink, lastLinkNumbers, listUnreadPending, updateLink } from './link-store.ts'
import { findSubscriber } from './subscriber-store.ts'

/** A pending link is forgotten after this time without a read. */
const UNREAD_MS = 60 * 86_400_000

/**
 * Deletes the personal data of requests that nobody confirmed within 30 days, and forgets pending links that
 * were not read for 60 days.
 */
export async function sweepPendingLinks(
  ctx: Pick<AppContext, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const now = ctx.now()
  await eachPublisher(ctx.db, signal, async (publisherId) => {
    await inSteps(signal, () => stripOldRequests(ctx.db, publisherId, now - CONFIRMABLE_MS, AT_ONCE))
    await inSteps(signal, () => forgetSome(ctx, publisherId, now - UNREAD_MS))
  })
}

async function forgetSome(
  ctx: Pick<AppContext, 'db' | 'now'>,
  publisherId: number,
  before: number,
): Promise<number> {
  if ((await listUnreadPending(ctx.db, publisherId, before, 1)).length === 0) return 0
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const links = await listUnreadPending(tx, publisherId, before, AT_ONCE)
    for (const link of links) await forgetLink(tx, link, revision)
    return links.length
  })
}

/**
 * Deletes a link, unless it has the last number of an id that is in use: then it ends and stays, so that the
 * number, and the address with it, is not given again.
 */
async function forgetLink(tx: Db, link: FeedLink, revision: Revision): Promise<void> {
  const { publisherId, subscriberId, number } = link
  const last = (await lastLinkNumbers(tx, publisherId, [subscriberId])).get(subscriberId)
  await deleteRequest(tx, link)
  const inUse =
    (await findSubscriber(tx, publisherId, subscriberId)) !== undefined ||
    (await hasReservation(tx, publisherId, subscriberId))
  if (last === number && inUse) await updateLink(tx, { ...link, endedAt: revision.at })
  else await deleteLink(tx, link)
}
