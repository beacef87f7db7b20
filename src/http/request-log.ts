import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Logs each request of a surface in one line with its id, which the response has as `X-Request-Id`. Only the
 * route is logged: queries contain signatures, and paths contain links that give access to a calendar.
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
