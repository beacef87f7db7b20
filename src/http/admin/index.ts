import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { requireSignature } from '../api/auth.ts'
import { logRequests } from '../request-log.ts'
import { callbackRoutes } from './callbacks.ts'
import { deliveryRoutes } from './deliveries.ts'
import { notificationExportRoutes } from './notification-export.ts'
import { publisherRoutes } from './publisher.ts'
import { widgetAdminRoutes } from './widgets.ts'

/** What the admin portal calls. Until people can sign in, requests are signed like those of the API. */
export function adminRoutes(ctx: AppContext) {
  return async (app: FastifyInstance) => {
    logRequests(app)
    requireSignature(app, ctx)
    await app.register(callbackRoutes(ctx))
    await app.register(deliveryRoutes(ctx))
    await app.register(notificationExportRoutes(ctx))
    await app.register(widgetAdminRoutes(ctx))
    await app.register(publisherRoutes(ctx))
  }
}
