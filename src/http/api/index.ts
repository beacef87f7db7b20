import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { logRequests } from '../request-log.ts'
import { accountRoutes } from './accounts.ts'
import { requireSignature } from './auth.ts'
import { batchRoutes } from './batch.ts'
import { calendarRoutes } from './calendars.ts'
import { changeRoutes } from './changes.ts'
import { eventRoutes } from './events.ts'
import { acceptIdAliases } from './id-aliases.ts'
import { keepRequests } from './keep-requests.ts'
import { notificationRoutes } from './notifications.ts'
import { subscriberRoutes } from './subscribers.ts'

/** The signed JSON API. */
export function apiRoutes(ctx: AppContext) {
  return async (app: FastifyInstance) => {
    logRequests(app)
    requireSignature(app, ctx)
    keepRequests(app, ctx)
    if (ctx.config.idAliases) acceptIdAliases(app, ctx.config.idAliases)
    await app.register(batchRoutes(ctx))
    await app.register(calendarRoutes(ctx))
    await app.register(eventRoutes(ctx))
    await app.register(changeRoutes(ctx))
    await app.register(subscriberRoutes(ctx))
    await app.register(notificationRoutes(ctx))
    await app.register(accountRoutes(ctx))
  }
}
