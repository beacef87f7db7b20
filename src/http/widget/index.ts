import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { PROVIDER_NAMES } from '../../push-targets/grant.ts'
import { logRequests } from '../request-log.ts'
import { letCachesKeep } from '../shared-caches.ts'
import { confirmRoutes } from './confirm.ts'
import { emailRoutes } from './email.ts'
import { fetchedRoutes } from './fetched.ts'
import { lostLinkRoutes } from './lost-link.ts'
import { portalRoutes } from './portal.ts'
import { portalDeviceRoutes } from './portal-devices.ts'
import { portalLinkRoutes } from './portal-links.ts'
import { portalPushedRoutes } from './portal-pushed.ts'
import { publicRoutes } from './public.ts'
import { pushRoutes } from './push.ts'
import { subscribeRoutes } from './subscribe.ts'

/** The unsigned JSON interface of the embed script, the widget's pages and the subscriber's portal. */
export function widgetRoutes(ctx: AppContext) {
  return async (app: FastifyInstance) => {
    logRequests(app)
    app.addHook('onSend', async (_req, reply) => {
      reply.header('cache-control', 'no-store')
    })
    letCachesKeep(app)
    await app.register(publicRoutes(ctx))
    await app.register(subscribeRoutes(ctx))
    await app.register(lostLinkRoutes(ctx))
    await app.register(confirmRoutes(ctx))
    await app.register(portalRoutes(ctx))
    await app.register(portalLinkRoutes(ctx))
    await app.register(portalDeviceRoutes(ctx))
    for (const name of PROVIDER_NAMES) await app.register(portalPushedRoutes(ctx, name))
    await app.register(emailRoutes(ctx))
    await app.register(fetchedRoutes(ctx))
    await app.register(pushRoutes(ctx))
  }
}
