import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { getEvent } from '../events/event-store.ts'
import { findPublisher } from '../publishers/publisher-store.ts'
import { standardList } from '../widgets/widget.ts'
import { listWidgets } from '../widgets/widget-store.ts'
import { settleError } from './errors.ts'
import type { FindAssets } from './pages/assets.ts'
import { sendMissing, wantsPage } from './pages/missing.ts'
import { sendPage } from './pages/page.ts'
import type { GonePage } from './widget/answers.ts'
import { presentPublisher } from './widget/present.ts'
import { upcomingEvents } from './widget/upcoming.ts'
import { offeredCalendars } from './widget/widget-config.ts'

/** Events shown in place of one that is gone. */
const SHOWN = 8

/** Follows the tracked links in events. */
export function linkRoutes(ctx: AppContext, assets: FindAssets) {
  return (app: FastifyInstance) => {
    app.get<{ Params: { code: string } }>('/l/:code', { schema: { hide: true } }, async (req, reply) => {
      const target = ctx.links.read('quick-link', req.params.code)
      try {
        if (!target) throw new AppError('not_found', 'Not Found')
        const url = await addressOf(target)
        // A HEAD request is a program that looks where a link leads.
        if (req.method === 'GET') ctx.figures.count(target.publisherId, 'clicks')
        return reply.header('cache-control', 'no-store').redirect(url, 302)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not_found' || !wantsPage(req)) throw error
        return sendGone(req, reply, error, target?.publisherId)
      }
    })
    return Promise.resolve()
  }

  /** Only ever what a publisher stored. Refuses a link of an event that is gone, or has it no longer. */
  async function addressOf({ publisherId, id, number }: { publisherId: number; id: string; number: number }) {
    const event = await getEvent(ctx.db, publisherId, id)
    const link = event.extras.quickLinks?.find(({ position }) => position === number)
    if (!link) throw new AppError('not_found', 'Not Found')
    return link.url
  }

  /** Links stay in calendars for long: who follows one of a deleted event sees what comes next instead. */
  async function sendGone(
    req: FastifyRequest,
    reply: FastifyReply,
    error: AppError,
    publisherId: number | undefined,
  ): Promise<FastifyReply> {
    const page = publisherId === undefined ? undefined : await gonePage(publisherId)
    if (!page) return sendMissing(req, reply, assets, error)
    reply.code(settleError(error, req, reply).status)
    return sendPage(req, reply, assets('gone'), {
      title: page.publisher.name,
      words: ['common', 'message', 'events', 'calendar'],
      data: page,
    })
  }

  async function gonePage(publisherId: number): Promise<GonePage | undefined> {
    const publisher = await findPublisher(ctx.db, publisherId)
    if (!publisher) return undefined
    // No calendar is shown that the publisher offers nowhere.
    const widget = standardList(await listWidgets(ctx.db, publisherId))
    const calendars = widget ? await offeredCalendars(ctx, widget) : []
    const { data } = await upcomingEvents(ctx, publisher, calendars, { limit: String(SHOWN) })
    return {
      publisher: presentPublisher(publisher, widget),
      widgetId: widget?.id ?? false,
      showCalendar: calendars.length > 1,
      upcoming: data,
    }
  }
}
