import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { LinkTarget } from '../links/links.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { addLink, limitLive } from './add-link.ts'
import { findErased } from './erased-store.ts'
import { CONFIRMABLE_MS, type FeedLink, type LinkRequest, type StoredRequest } from './feed-link.ts'
import { deleteRequest, findRequest, moveRequest } from './link-request-store.ts'
import { endFreshness, findLink, updateLink } from './link-store.ts'
import { mergeRequests } from './merge-request.ts'
import { isFreeId } from './reserved-id.ts'
import { findSubscriber, findSubscriberByEmail, markConfirmed, noteLanguage } from './subscriber-store.ts'

/** A request that can still be confirmed. */
type OpenRequest = LinkRequest & { email: string; request: StoredRequest }

/**
 * The state of the link in a mail that asks for a confirmation. `ended`: the link was ended, or its person has
 * left or was erased.
 */
export type Confirmation =
  | { state: 'asked'; request: OpenRequest }
  /** `link`: the subscriber's link, in general that of the request. */
  | { state: 'confirmed'; link: LinkTarget }
  | { state: 'expired' }
  | { state: 'ended' }

export async function readConfirmation(db: Db, target: LinkTarget, now: number): Promise<Confirmation> {
  const { publisherId, id, number } = target
  const link = await findLink(db, publisherId, id, number)
  const pending = await findRequest(db, publisherId, id, number)
  const movedTo = pending?.request?.movedTo
  if (movedTo) return confirmedOrEnded(db, { publisherId, ...movedTo })
  if (!link) return { state: (await findErased(db, publisherId, id)) ? 'ended' : 'expired' }
  if (link.confirmedAt !== null) return confirmedOrEnded(db, target)
  if (link.endedAt !== null) return { state: 'ended' }
  const { email, request, created } = pending ?? {}
  if (!pending || !email || !request || now - created! >= CONFIRMABLE_MS) return { state: 'expired' }
  return { state: 'asked', request: { ...pending, email, request } }
}

async function confirmedOrEnded(db: Db, link: LinkTarget): Promise<Confirmation> {
  const stored = await findLink(db, link.publisherId, link.id, link.number)
  const subscriber = await findSubscriber(db, link.publisherId, link.id)
  if (subscriber?.active && stored?.endedAt === null) return { state: 'confirmed', link }
  return { state: 'ended' }
}

/**
 * Confirms a pending link: its request is merged as any other, and the link becomes one of the person's own,
 * at the same address. Calendars that are not public any more are left out. Returns the link; a second call
 * changes nothing. If the address got another `svc_id` meanwhile, by an import, the person gets a new link, and
 * the pending one ends. Throws `forbidden` if the request has expired or its link has ended.
 */
export async function confirmLink(ctx: OperationContext, target: LinkTarget): Promise<LinkTarget> {
  const { publisherId, id, number } = target
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const confirmation = await readConfirmation(tx, target, revision.now)
    if (confirmation.state === 'confirmed') return confirmation.link
    if (confirmation.state === 'expired') throw new AppError('forbidden', 'This request has expired')
    if (confirmation.state === 'ended') throw new AppError('forbidden', 'This link has ended')

    const { request } = confirmation
    const { email } = request
    const pending = (await findLink(tx, publisherId, id, number))!
    const existing = await findSubscriberByEmail(tx, publisherId, email)
    const own = existing ? existing.id === id : await isFreeId(tx, publisherId, id)
    const subscriberId = own ? id : (existing?.id ?? newId(revision.at))
    const link = own
      ? await confirmOwn(tx, pending, revision)
      : await replacePending(tx, pending, subscriberId, revision)
    const found = await listCalendarsById(tx, publisherId, request.calendarIds)
    const calendars = found.filter(({ draft }) => !draft)
    const merge = { existing, id: subscriberId, email, calendars, request: request.request, confirmed: true }
    await mergeRequests(tx, publisherId, [merge], revision)
    await noteLanguage(tx, publisherId, subscriberId, request.language, revision)
    await endFreshness(tx, publisherId, subscriberId)
    return link
  })
}

async function confirmOwn(tx: Db, pending: FeedLink, revision: Revision): Promise<LinkTarget> {
  const link = { ...pending, confirmedAt: revision.at }
  await updateLink(tx, link)
  await deleteRequest(tx, link)
  await limitLive(tx, link, revision)
  return { publisherId: link.publisherId, id: link.subscriberId, number: link.number }
}

async function replacePending(
  tx: Db,
  pending: FeedLink,
  subscriberId: string,
  revision: Revision,
): Promise<LinkTarget> {
  const { publisherId, kind, application } = pending
  const link = await addLink(tx, publisherId, subscriberId, { kind, application, confirmed: true }, revision)
  await updateLink(tx, { ...pending, endedAt: revision.at })
  await moveRequest(tx, pending, { id: link.id, number: link.number })
  return link
}

/** Notes that a subscriber proved the address, by a link of a mail. */
export async function confirmAddress(
  ctx: OperationContext,
  publisherId: number,
  subscriberId: string,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    await markConfirmed(tx, publisherId, subscriberId, revision.at)
    await endFreshness(tx, publisherId, subscriberId)
  })
}
