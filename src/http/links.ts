import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { getEvent } from '../events/event-store.ts'

/** Where the links in events lead. */
export function linkRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get<{ Params: { code: string } }>('/l/:code', { schema: { hide: true } }, (req, reply) =>
      followLink(req.params.code, req, reply),
    )
    return Promise.resolve()
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
