import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ensureSecret } from '../../seal/ensure-secret.ts'
import { keepRequests } from '../api/keep-requests.ts'
import { tellKinds } from '../contract.ts'
import { logRequests } from '../request-log.ts'
import { accountAdminRoutes } from './accounts.ts'
import { alertAdminRoutes } from './alerts.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { auditLogRoutes } from './audit-log.ts'
import { requireRole } from './auth.ts'
import { calendarAdminRoutes } from './calendars.ts'
import { callbackRoutes } from './callbacks.ts'
import { changeAdminRoutes } from './changes.ts'
import { createCookies } from './cookies.ts'
import { credentialsRoutes } from './credentials.ts'
import { deliveryRoutes } from './deliveries.ts'
import { eventAdminRoutes } from './events.ts'
import { googleRoutes } from './google.ts'
import { importRoutes } from './imports.ts'
import { mailBlockRoutes } from './mail-blocks.ts'
import { meRoutes } from './me.ts'
import { notificationExportRoutes } from './notification-export.ts'
import { overviewRoutes } from './overview.ts'
import { pictureRoutes } from './pictures.ts'
import { publisherRoutes } from './publisher.ts'
import { requestLogRoutes } from './request-log.ts'
import { sessionRoutes } from './session.ts'
import { signatureCheckRoutes } from './signature-check.ts'
import { sourceRoutes } from './sources.ts'
import { subscriberAdminRoutes } from './subscribers.ts'
import { userRoutes } from './users.ts'
import { widgetAdminRoutes } from './widgets.ts'

/** The admin API, for the admin portal and for signed programs. */
export function adminRoutes(ctx: AppContext) {
  return async (app: FastifyInstance) => {
    const deviceKey = await ensureSecret(ctx.db, 'device-key', () => randomBytes(32).toString('base64'))
    const cookies = createCookies(ctx.config.http.publicUrl, deviceKey)
    logRequests(app)
    tellKinds(app)
    requireRole(app, ctx)
    keepRequests(app, ctx)
    await app.register(sessionRoutes(ctx, cookies))
    await app.register(meRoutes(ctx, cookies))
    await app.register(userRoutes(ctx))
    await app.register(apiKeyRoutes(ctx))
    await app.register(auditLogRoutes(ctx))
    await app.register(callbackRoutes(ctx))
    await app.register(deliveryRoutes(ctx))
    await app.register(notificationExportRoutes(ctx))
    await app.register(widgetAdminRoutes(ctx))
    await app.register(publisherRoutes(ctx))
    await app.register(overviewRoutes(ctx))
    await app.register(calendarAdminRoutes(ctx))
    await app.register(eventAdminRoutes(ctx))
    await app.register(mailBlockRoutes(ctx))
    await app.register(changeAdminRoutes(ctx))
    await app.register(alertAdminRoutes(ctx))
    await app.register(credentialsRoutes(ctx))
    await app.register(googleRoutes(ctx))
    await app.register(importRoutes(ctx))
    await app.register(sourceRoutes(ctx))
    await app.register(pictureRoutes(ctx))
    await app.register(accountAdminRoutes(ctx))
    await app.register(subscriberAdminRoutes(ctx))
    await app.register(requestLogRoutes(ctx))
    await app.register(signatureCheckRoutes(ctx))
  }
}
