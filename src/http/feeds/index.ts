import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { applicationOf } from '../../feeds/applications.ts'
import type { Feed } from '../../feeds/feed-cache.ts'
import { isId } from '../../ids.ts'
import { sendFeed } from './send-feed.ts'
import { boundUnsent } from './unsent.ts'

const RETRY_SECONDS = 60

type FeedRequest<Params> = FastifyRequest<{ Params: Params }>

/** The feeds that calendar applications poll. */
export function feedRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const unsent = boundUnsent()
    const options = { schema: { hide: true } }
    app.get<{ Params: { token: string } }>('/feed/:token', options, personal)
    app.get<{ Params: { token: string } }>('/feed/:token/:name', options, personal)
    app.get<{ Params: { id: string } }>('/calendar/:id.ics', options, (req, reply) =>
      answer(req, reply, () => publicFeed(req.params.id)),
    )
    return Promise.resolve()

    function personal(req: FeedRequest<{ token: string }>, reply: FastifyReply) {
      return answer(req, reply, () => personalFeed(req))
    }

    async function answer(req: FastifyRequest, reply: FastifyReply, find: () => Promise<Feed | undefined>) {
      try {
        const feed = await find()
        if (!feed) throw new AppError('not_found', 'Not Found')
        return await sendFeed(feed, req, reply, ctx.now(), unsent)
      } catch (error) {
        if (error instanceof AppError) throw error
        // Applications keep their copy at a 503; any other answer that is no calendar may wipe it.
        req.log.error({ err: error }, 'feed failed')
        const message = 'The calendar is not available at the moment. Try again.'
        throw new AppError('unavailable', message, { retryAfter: RETRY_SECONDS })
      }
    }
  }

  async function personalFeed(req: FeedRequest<{ token: string }>): Promise<Feed | undefined> {
    const target = ctx.links.read('feed', req.params.token)
    const feed = target && (await ctx.feeds.personal(target))
    if (!feed) return undefined
    ctx.feedReads.count({
      ...{ publisherId: target.publisherId, subscriberId: target.id },
      application: applicationOf(req.headers['user-agent']).name,
      version: feed.etag,
      at: ctx.now(),
    })
    return feed
  }

  async function publicFeed(id: string): Promise<Feed | undefined> {
    const publisherId = isId(id) ? await ctx.directory.find('calendar', id) : undefined
    return publisherId === undefined ? undefined : ctx.feeds.publicCalendar(publisherId, id)
  }
}
