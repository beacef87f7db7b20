import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Logs each request of a surface in one line with its id, which the answer carries as `X-Request-Id`. Only
 * the route is named: queries hold signatures, and paths hold links that open somebody's calendar.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, logged: true }
  })
  app.addHook('onResponse', async (req, reply) => {
    req.log.info(
      {
        method: req.method,
        route: req.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...publisherOf(req),
      },
      'request',
    )
  })
}

function publisherOf(req: FastifyRequest) {
  const { publisher } = req as { publisher?: { id: number } | null }
  return publisher ? { publisher: publisher.id } : {}
}
