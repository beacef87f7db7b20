import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { calendarUrls, publicFeedUrl } from '../links/calendar-urls.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { keysOfAddress, readFeedAddress } from '../redirects/feed-address.ts'
import { findRedirect, type Redirect } from '../redirects/redirect-store.ts'

const PREFIX = '/old/'
const HEADERS = { 'cache-control': 'private, max-age=86400', 'x-robots-tag': 'noindex' }

/**
 * Redirects old feed addresses, which a proxy passes on as `/old/<host>/<path>?<query>`, to feeds of this
 * service only. Calendar applications follow a 301 and keep their copy after a 404.
 */
export function redirectRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get('/old/*', { schema: { hide: true } }, async (req, reply) => {
      const to = await newAddress(req.raw.url ?? '')
      if (!to) throw new AppError('not_found', 'Not Found')
      return reply.headers(HEADERS).redirect(to, 301)
    })
    return Promise.resolve()
  }

  async function newAddress(url: string): Promise<string | undefined> {
    for (const key of keysOf(url.slice(PREFIX.length))) {
      const publisherId = await ctx.directory.find('feed-address', key)
      const redirect = publisherId !== undefined && (await findRedirect(ctx.db, publisherId, key))
      if (redirect) return addressOf(publisherId, redirect)
    }
    return undefined
  }

  async function addressOf(publisherId: number, { kind, targetId, generation }: Redirect): Promise<string> {
    const { publicUrl } = ctx.config.http
    if (kind === 'calendar') return publicFeedUrl(publicUrl, targetId)
    const { company } = await getPublisher(ctx.db, publisherId)
    const token = ctx.links.token('feed', { publisherId, id: targetId, number: generation })
    return calendarUrls(publicUrl, token, company).httpsCalUrl
  }
}

/** Returns no keys if it is not a valid address. */
function keysOf(address: string): string[] {
  try {
    return keysOfAddress(readFeedAddress(address))
  } catch {
    return []
  }
}
