import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { getEvent } from '../events/event-store.ts'
import { findCodedEvent } from '../events/link-code-store.ts'
import { readCodedLink } from '../links/link-codes.ts'
import type { QuickLinkTarget } from '../links/links.ts'
import { findPublisher } from '../publishers/publisher-store.ts'
import { settleError } from './errors.ts'
import type { FindAssets } from './pages/assets.ts'
import { sendMissing, wantsPage } from './pages/missing.ts'
import { sendPage } from './pages/page.ts'
import type { GonePage } from './widget/answers.ts'
import { presentPublisher } from './widget/present.ts'
import { upcomingEvents } from './widget/upcoming.ts'
import { standardOffer } from './widget/widget-config.ts'

/** Events shown instead of a deleted one. */
const SHOWN = 8

/** Redirects the tracked links of events. */
export function linkRoutes(ctx: AppContext, assets: FindAssets) {
  return (app: FastifyInstance) => {
    app.get<{ Params: { code: string } }>('/l/:code', { schema: { hide: true } }, async (req, reply) => {
      const target = await findTarget(req.params.code)
      try {
        if (!target) throw new AppError('not_found', 'Not Found')
        const url = await addressOf(target)
        // HEAD requests come from programs that check links, not from people.
        if (req.method === 'GET') ctx.statistics.count(target.publisherId, 'clicks')
        return reply.header('cache-control', 'no-store').redirect(url, 302)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not_found' || !wantsPage(req)) throw error
        return sendGone(req, reply, error, target?.publisherId)
      }
    })
    return Promise.resolve()
  }

  /** Reads a code, or a token, which older addresses have. */
  async function findTarget(text: string): Promise<QuickLinkTarget | undefined> {
    const link = readCodedLink(text)
    if (!link) return ctx.links.read('quick-link', text)
    const { publisherId, code, position } = link
    const id = await findCodedEvent(ctx.db, publisherId, code)
    return id === undefined ? undefined : { publisherId, id, position }
  }

  /** Returns the stored URL of a link. Throws `not_found` if the event or the link was deleted. */
  async function addressOf({ publisherId, id, position }: QuickLinkTarget) {
    const event = await getEvent(ctx.db, publisherId, id)
    const link = event.quickLinks.find((quickLink) => quickLink.position === position)
    if (!link) throw new AppError('not_found', 'Not Found')
    return link.url
  }

  /** Links stay in calendars for a long time: for a deleted event, people see the publisher's next events. */
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
    const { widget, calendars } = await standardOffer(ctx, publisherId)
    const { data } = await upcomingEvents(ctx, publisher, calendars, { limit: String(SHOWN) })
    return {
      publisher: presentPublisher(publisher, widget),
      widgetId: widget?.id ?? false,
      showCalendar: calendars.length > 1,
      upcoming: data,
    }
  }
}
