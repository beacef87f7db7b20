import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { rawHeaders } from '../headers.ts'
import { findPersonalFeed, findPublicFeed, type FoundFeed } from './find-feed.ts'
import { sendFeed } from './send-feed.ts'
import type { Unsent } from './unsent.ts'

/** What calendar applications poll. */
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
}
