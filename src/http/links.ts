import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { getEvent } from '../events/event-store.ts'
import { findCodedEvent } from '../events/link-code-store.ts'
import { readCodedLink } from '../links/link-codes.ts'
import type { QuickLinkTarget } from '../links/links.ts'
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
        const url = await addressOf(target)
        // HEAD requests come from programs that check links, not from people.
        if (req.method === 'GET') ctx.statistics.count(target.publisherId, 'clicks')
        return reply.header('cache-control', 'no-store').redirect(url, 302)
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

  /** Returns the stored URL of a link. Throws `not_found` if the event or the link was deleted. */
  async function addressOf({ publisherId, id, position }: QuickLinkTarget) {
    const event = await getEvent(ctx.db, publisherId, id)
    const link = event.quickLinks.find((quickLink) => quickLink.position === position)
    if (!link) throw new AppError('not_found', 'Not Found')
    return link.url
  }
}
