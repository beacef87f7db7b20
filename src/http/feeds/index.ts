import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { getEvent } from '../../events/event-store.ts'
import { rawHeaders } from '../headers.ts'
import { findPersonalFeed, findPublicFeed, type FoundFeed } from './find-feed.ts'
import { sendFeed } from './send-feed.ts'
import type { Unsent } from './unsent.ts'

/** What calendar applications poll, and where the links in events lead. */
export function feedRoutes(ctx: AppContext, unsent: Unsent) {
  const fixed = rawHeaders(ctx.config.http.publicUrl)
  return (app: FastifyInstance) => {
    const schema = { hide: true }
    app.get<{ Params: { token: string } }>('/feed/:token', { schema }, (req, reply) =>
      send(() => findPersonalFeed(ctx, req.params.token), req, reply),
    )
    app.get<{ Params: { token: string } }>('/feed/:token/:name', { schema }, (req, reply) =>
      send(() => findPersonalFeed(ctx, req.params.token), req, reply),
    )
    app.get<{ Params: { id: string } }>('/calendar/:id.ics', { schema }, (req, reply) =>
      send(() => findPublicFeed(ctx, req.params.id), req, reply),
    )
    app.get<{ Params: { code: string } }>('/l/:code', { schema }, (req, reply) =>
      followLink(req.params.code, req, reply),
    )
    return Promise.resolve()
  }

  /** Sends the feed, or says what is wrong: most polls never come here, see `feed-lane.ts`. */
  async function send(
    find: () => Promise<FoundFeed | undefined>,
    req: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    try {
      const found = await find()
      if (!found) throw new AppError('not_found', 'Not Found')
      await sendFeed(found.feed, req.raw, reply.raw, ctx.now(), fixed, unsent)
      found.count(req.headers['user-agent'])
      return reply.hijack()
    } catch (error) {
      if (error instanceof AppError || reply.raw.headersSent) throw error
      // Applications keep what they have at a 503; any other answer that is no calendar may wipe it.
      req.log.error({ err: error }, 'feed failed')
      throw new AppError('unavailable', 'The calendar is not available at the moment. Try again.', {
        retryAfter: 60,
      })
    }
  }

  /** Only ever redirects to what a publisher stored. */
  async function followLink(code: string, req: FastifyRequest, reply: FastifyReply) {
    const target = ctx.links.read('quick-link', code)
    if (!target) throw new AppError('not_found', 'Not Found')
    const event = await getEvent(ctx.db, target.publisherId, target.id)
    const link = event.extras.quickLinks?.find((candidate) => candidate.position === target.number)
    if (!link) throw new AppError('not_found', 'Not Found')
    // A HEAD request is a program that looks where a link leads.
    if (req.method === 'GET') ctx.figures.count(target.publisherId, 'clicks')
    return reply.header('cache-control', 'no-store').redirect(link.url, 302)
  }
}
