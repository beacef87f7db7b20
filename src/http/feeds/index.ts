import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { failureLog } from '../../counted-warning.ts'
import { AppError } from '../../errors.ts'
import { applicationOf } from '../../feeds/applications.ts'
import { isId } from '../../ids.ts'
import { limitPendingResponses } from './pending-responses.ts'
import { sendFeed } from './send-feed.ts'

const RETRY_SECONDS = 60

/** The feeds that calendar applications poll. */
export function feedRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const pending = limitPendingResponses()
    const tellFailure = failureLog(ctx.log, 'feeds failed')
    const options = { schema: { hide: true } }
    app.get('/feed/:token', options, personal)
    app.get('/feed/:token/:name', options, personal)
    app.get<{ Params: { id: string } }>('/calendar/:id.ics', options, async (req, reply) => {
      const { id } = req.params
      const publisherId = isId(id) ? await ctx.directory.find('calendar', id) : undefined
      const feed = publisherId === undefined ? undefined : await ctx.feeds.publicCalendar(publisherId, id)
      if (!feed) throw new AppError('not_found', 'Not Found')
      return sendFeed(feed, req, reply, ctx.now(), pending)
    })
    app.setErrorHandler((error) => {
      if (error instanceof AppError) throw error
      // Applications keep their copy at a 503; any other answer that is no calendar may wipe it.
      tellFailure(error)
      const message = 'The calendar is not available at the moment. Try again.'
      throw new AppError('unavailable', message, { retryAfter: RETRY_SECONDS })
    })
    return Promise.resolve()

    async function personal(req: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) {
      const target = ctx.links.read('feed', req.params.token)
      const feed = target && (await ctx.feeds.personal(target))
      if (!feed) throw new AppError('not_found', 'Not Found')
      const now = ctx.now()
      ctx.feedReads.count({
        publisherId: target.publisherId,
        subscriberId: target.id,
        link: target.number,
        pending: feed.pending,
        application: applicationOf(req.headers['user-agent']).name,
        etag: feed.etag,
        revision: feed.revision,
        at: now,
      })
      return sendFeed(feed, req, reply, now, pending)
    }
  }
}
