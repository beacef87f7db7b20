import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { errorBody } from './errors.ts'

/** For whoever watches the process: does it live, and can it serve? */
export function healthRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get('/healthz', { schema: { hide: true } }, () => ({ status: '200', statusLong: 'OK' }))

    // Migrations are done before the server listens, so a database that answers is one that can be used.
    app.get('/readyz', { schema: { hide: true } }, async (req, reply) => {
      try {
        await sql`select 1 from publisher limit 1`.execute(ctx.db)
        return { status: '200', statusLong: 'OK' }
      } catch (error) {
        req.log.error({ err: error }, 'not ready')
        return reply.code(503).header('retry-after', 5).send(errorBody(503, 'The database does not answer'))
      }
    })

    app.get('/robots.txt', { schema: { hide: true } }, (_req, reply) =>
      // Feeds have to be reachable for Google Calendar; X-Robots-Tag keeps them out of search results.
      reply
        .type('text/plain')
        .send('User-agent: *\nDisallow: /admin\nDisallow: /manage\nAllow: /feed\nAllow: /calendar\n'),
    )
    return Promise.resolve()
  }
}
