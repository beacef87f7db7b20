import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { getEvent } from '../../events/event-store.ts'
import { applicationOf } from '../../feeds/applications.ts'
import type { Feed } from '../../feeds/feed-engine.ts'
import { isId } from '../../ids.ts'
import { sendFeed } from './send-feed.ts'

/** What calendar applications poll, and where the links in events lead. */
export function feedRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const schema = { hide: true }
    app.get<{ Params: { token: string } }>('/feed/:token', { schema }, (req, reply) =>
      personal(req.params.token, req, reply),
    )
    app.get<{ Params: { token: string } }>('/feed/:token/:name', { schema }, (req, reply) =>
      personal(req.params.token, req, reply),
    )
    app.get<{ Params: { id: string } }>('/calendar/:id.ics', { schema }, (req, reply) =>
      publicCalendar(req.params.id, req, reply),
    )
    app.get<{ Params: { code: string } }>('/l/:code', { schema }, (req, reply) =>
      followLink(req.params.code, req, reply),
    )
    return Promise.resolve()
  }

  async function personal(token: string, req: FastifyRequest, reply: FastifyReply) {
    const target = ctx.links.read('feed', token)
    if (!target) throw new AppError('not_found', 'Not Found')
    const feed = await orUnavailable(req, () => ctx.feeds.personal(target))
    if (!feed) throw new AppError('not_found', 'Not Found')
    ctx.feedReads.count({
      publisherId: target.publisherId,
      subscriberId: target.id,
      application: applicationOf(req.headers['user-agent']).name,
      version: feed.version,
      at: ctx.now(),
    })
    return sendFeed(ctx, feed, req, reply)
  }

  async function publicCalendar(id: string, req: FastifyRequest, reply: FastifyReply) {
    const publisherId = isId(id) ? await ctx.directory.find('calendar', id) : undefined
    if (publisherId === undefined) throw new AppError('not_found', 'Not Found')
    const feed = await orUnavailable(req, () => ctx.feeds.publicCalendar(publisherId, id))
    if (!feed) throw new AppError('not_found', 'Not Found')
    return sendFeed(ctx, feed, req, reply)
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
    return reply
      .headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      .redirect(link.url, 302)
  }
}

/** Applications keep what they have at a 503; any other answer that is no calendar may wipe it. */
async function orUnavailable(
  req: FastifyRequest,
  make: () => Promise<Feed | undefined>,
): Promise<Feed | undefined> {
  try {
    return await make()
  } catch (error) {
    req.log.error({ err: error }, 'feed failed')
    throw new AppError('unavailable', 'The calendar is not available at the moment. Try again.', {
      retryAfter: 60,
    })
  }
}
