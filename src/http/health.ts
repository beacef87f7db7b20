import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { errorBody } from './errors.ts'
import { createReadiness } from './readiness.ts'

/** Liveness and readiness checks for monitoring. */
export function healthRoutes(ctx: AppContext) {
  const whyNotReady = createReadiness(ctx)
  return (app: FastifyInstance) => {
    app.get('/healthz', { schema: { hide: true } }, () => ({ status: '200', statusLong: 'OK' }))

    app.get('/readyz', { schema: { hide: true } }, async (_req, reply) => {
      const reason = await whyNotReady()
      if (reason === undefined) return { status: '200', statusLong: 'OK' }
      return reply.code(503).header('retry-after', 5).send(errorBody(503, reason))
    })

    app.get('/robots.txt', { schema: { hide: true } }, (_req, reply) =>
      // Google Calendar obeys robots.txt, so feeds stay allowed; X-Robots-Tag keeps them out of search
      // results.
      reply
        .type('text/plain')
        .send(
          'User-agent: *\nDisallow: /admin\nDisallow: /manage\nAllow: /feed\nAllow: /calendar\n' +
            `Sitemap: ${ctx.config.http.publicUrl}/sitemap.xml\n`,
        ),
    )
    return Promise.resolve()
  }
}
