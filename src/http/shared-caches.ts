import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the answer is the same for everybody who asks, so that caches in front may keep it. */
    sameForAll?: true
  }
}

/**
 * Caches in front of the service keep public data for 30 seconds (RFC 9111, section 5.2.2.10): on the day of a final
 * they answer nearly all views of a publisher's page. Browsers ask each time, so that staff without such a cache see
 * their change at once. No `stale-while-revalidate`: browsers heed it too.
 */
const FOR_SHARED_CACHES = 'public, max-age=0, s-maxage=30'

/** The parameters that public data depends on, or that say how a page looks. */
const IMPERSONAL = new Set([
  ...['lang', 'theme', 'embed', 'apiKey', 'calendarIds', 'category', 'calendar_reference', 'after', 'limit'],
  ...['view', 'month', 'day'],
])

/** Lets shared caches keep what the routes of `app` with `sameForAll` send. Refusals are kept nowhere. */
export function letCachesKeep(app: FastifyInstance): void {
  app.addHook('onSend', async (req, reply) => {
    const { sameForAll } = req.routeOptions.config
    if (sameForAll && reply.statusCode === 200 && isImpersonal(req))
      reply.header('cache-control', FOR_SHARED_CACHES)
  })
}

/** An address with an e-mail in it must not become the key of a stored answer, whatever the answer is. */
function isImpersonal(req: FastifyRequest): boolean {
  return Object.keys(req.query as object).every((name) => IMPERSONAL.has(name))
}
