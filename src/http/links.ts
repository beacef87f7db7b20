import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import type { CalendarEvent, QuickLink } from '../events/event.ts'
import { getEvent } from '../events/event-store.ts'
import { findCodedEvent } from '../events/link-code-store.ts'
import { readCodedLink } from '../links/link-codes.ts'
import type { QuickLinkTarget } from '../links/links.ts'
import type { ClickedLink } from '../statistics/clicked-link-store.ts'
import type { FindAssets } from './pages/assets.ts'
import { sendGone } from './pages/gone.ts'
import { wantsPage } from './pages/missing.ts'

/** Redirects the tracked links of events. */
export function linkRoutes(ctx: AppContext, assets: FindAssets) {
  return (app: FastifyInstance) => {
    app.get<{ Params: { code: string } }>('/l/:code', { schema: { hide: true } }, async (req, reply) => {
      const target = await findTarget(req.params.code)
      try {
        if (!target) throw new AppError('not_found', 'Not Found')
        const { event, link } = await findLink(target)
        // HEAD requests come from programs that check links, not from people.
        if (req.method === 'GET') ctx.clicks.count(target.publisherId, clickedLink(event, link))
        return reply.header('cache-control', 'no-store').redirect(link.url, 302)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not_found' || !wantsPage(req)) throw error
        return sendGone(ctx, req, reply, assets, target?.publisherId, error)
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

  /** Throws `not_found` if the event or the link was deleted. */
  async function findLink({ publisherId, id, position }: QuickLinkTarget) {
    const event = await getEvent(ctx.db, publisherId, id)
    const link = event.quickLinks.find((quickLink) => quickLink.position === position)
    if (!link) throw new AppError('not_found', 'Not Found')
    return { event, link }
  }
}

/** Returns the link as it is counted; undefined for one of a private event, which would tell of a person. */
function clickedLink(event: CalendarEvent, { position, name }: QuickLink): ClickedLink | undefined {
  if (event.private) return undefined
  const { id: eventId, name: eventName, startDate: eventDate } = event
  return { eventId, position, eventName, eventDate, linkName: name }
}
