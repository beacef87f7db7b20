import type { FastifyReply } from 'fastify'
import type { AppContext } from '../../context.ts'
import { FRESH_MS, type LinkOwner } from '../../links/links.ts'

const NAME = 'fasti_fresh'

/** Keeps in a cookie of this browser, until `until` (epoch ms), that its person reads the subscriber's mails. */
export function keepFresh(ctx: AppContext, reply: FastifyReply, owner: LinkOwner, until: number): void {
  const code = ctx.links.freshCode('browser', owner, until)
  const secure = ctx.config.http.publicUrl.startsWith('https:') ? '; Secure' : ''
  const seconds = Math.ceil((until - ctx.now()) / 1000)
  const attributes = `Max-Age=${seconds}; Path=/manage; HttpOnly; SameSite=Lax${secure}`
  reply.header('set-cookie', `${NAME}=${code}; ${attributes}`)
}

/**
 * Returns until when (epoch ms) a browser with the code of an address is fresh, or undefined. The code of a mail
 * gives an hour from now. The code of another browser gives no more than that one has: otherwise two devices could
 * renew each other's hour for ever.
 */
export function freshUntilBy(ctx: AppContext, code: string, owner: LinkOwner): number | undefined {
  const now = ctx.now()
  const isMailed = ctx.links.readFreshCode('mail', owner, code, now) !== undefined
  return isMailed ? now + FRESH_MS : ctx.links.readFreshCode('browser', owner, code, now)
}

/**
 * Returns until when (epoch ms) the browser with these cookies counts as one that came from a mail to the
 * subscriber; undefined if it does not.
 */
export function fromMailUntil(
  ctx: AppContext,
  cookies: string | undefined,
  owner: LinkOwner,
): number | undefined {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim())
  const codes = pairs.filter((pair) => pair.startsWith(`${NAME}=`)).map((pair) => pair.slice(NAME.length + 1))
  const times = codes.map((code) => ctx.links.readFreshCode('browser', owner, code, ctx.now()))
  return times.find((until) => until !== undefined)
}

/** Returns whether the browser with these cookies came from a mail to the subscriber within the hour. */
export function isFromMail(ctx: AppContext, cookies: string | undefined, owner: LinkOwner): boolean {
  return fromMailUntil(ctx, cookies, owner) !== undefined
}
