import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { FRESH_MS, type LinkTarget } from '../../links/links.ts'
import { type FeedLink, isPending } from '../../subscribers/feed-link.ts'
import { findLink } from '../../subscribers/link-store.ts'
import type { Subscriber } from '../../subscribers/subscriber.ts'
import { findSubscriber } from '../../subscribers/subscriber-store.ts'
import { countedTarget } from './forms.ts'
import { isFromMail } from './fresh.ts'

export const ByToken = Type.Object({ token: Type.String({ description: 'The last part of a manage link.' }) })
/** A request whose address has the token of a manage link. */
export type ManageRequest = FastifyRequest<{ Params: Static<typeof ByToken> }>

/** The description of operations that `getFreshLink` guards. */
export const NEEDS_MAIL =
  'Only for a browser that came from a mail within the hour, or soon after the data was typed.'

/** A manage link that opens a portal. */
export interface ActiveLink {
  target: LinkTarget
  link: FeedLink
  subscriber: Subscriber
}

type ManageLink =
  | ({ state: 'active' } & ActiveLink)
  | { state: 'pending'; target: LinkTarget; link: FeedLink }
  /** `subscriber`: undefined if the link ended before it was confirmed. */
  | { state: 'replaced' | 'ended'; target: LinkTarget; subscriber: Subscriber | undefined }

const REFUSED = {
  pending: 'This link was not confirmed yet',
  ended: 'subscriber is not active',
  replaced: 'This link has ended',
}

/** Reads a manage link and its state. Forged tokens are refused without a query. */
export async function readManageLink(ctx: AppContext, token: string): Promise<ManageLink | undefined> {
  const target = ctx.links.read('manage', token)
  const link = target && (await findLink(ctx.db, target.publisherId, target.id, target.number))
  if (!link) return undefined
  if (isPending(link)) return { state: 'pending', target, link }
  if (link.confirmedAt === null) return { state: 'replaced', target, subscriber: undefined }
  const subscriber = await findSubscriber(ctx.db, target.publisherId, target.id)
  if (!subscriber) return undefined
  if (!subscriber.active) return { state: 'ended', target, subscriber }
  return link.endedAt === null
    ? { state: 'active', target, link, subscriber }
    : { state: 'replaced', target, subscriber }
}

/** Returns the link and the subscriber of a live manage link. Throws for any other. */
export async function getActiveLink(ctx: AppContext, token: string): Promise<ActiveLink> {
  const link = await readManageLink(ctx, token)
  if (!link) throw new AppError('not_found', 'Not Found')
  if (link.state === 'active') return link
  throw new AppError('forbidden', REFUSED[link.state])
}

/**
 * Returns whether a browser with these cookies may see and change the subscriber's data: it came from a mail, or the
 * link is the one that the data of a new subscriber was just typed for.
 */
export function isFresh(ctx: AppContext, { target, link }: ActiveLink, cookies?: string): boolean {
  return isFromMail(ctx, cookies, target) || (link.freshUntil ?? 0) > ctx.now()
}

/** Like `getActiveLink`, for what shows or changes the subscriber's data. */
export async function getFreshLink(ctx: AppContext, token: string, cookies?: string): Promise<ActiveLink> {
  const active = await getActiveLink(ctx, token)
  if (isFresh(ctx, active, cookies)) return active
  throw needsMail()
}

/** The refusal of a browser that has to come from a mail first. */
export function needsMail(): AppError {
  const message = 'This needs a link from a mail of the last hour. POST /manage/{token}/mail sends one'
  return new AppError('forbidden', message)
}

/** Like `getActiveLink`; counts the request as a form. */
export async function countedLink(
  ctx: AppContext,
  req: ManageRequest,
  reply: FastifyReply,
): Promise<ActiveLink> {
  await countedTarget(ctx, req, reply)
  return getActiveLink(ctx, req.params.token)
}

/** Like `getFreshLink`; counts the request as a form. */
export async function countedFreshLink(
  ctx: AppContext,
  req: ManageRequest,
  reply: FastifyReply,
): Promise<ActiveLink> {
  await countedTarget(ctx, req, reply)
  return getFreshLink(ctx, req.params.token, req.headers.cookie)
}

/**
 * Returns whether a link was given within the hour. Until then its page shows the feed's address, so that the one
 * who got both goes on on another device. Later the page may be open to somebody who was forwarded an event. That
 * holds for a pending link too: once it is confirmed, its feed has private events at the same address.
 */
export function isNew(ctx: AppContext, { created }: Pick<FeedLink, 'created'>): boolean {
  return created + FRESH_MS > ctx.now()
}
