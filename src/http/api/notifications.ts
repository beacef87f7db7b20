import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { Notification } from '../../webhooks/notification.ts'
import { listNotificationsAfter } from '../../webhooks/notification-store.ts'
import { withBothNames } from './id-aliases.ts'
import { ERRORS, Many, OK } from './schemas.ts'

const MOST = 100

const Query = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^([0-9a-f]{24})?$',
      accepts: 'the id of a notification',
      description: 'The last id you have.',
    }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})

/** How a publisher catches up with whatever its callbacks have missed. */
export function notificationRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get<{ Querystring: Static<typeof Query> }>(
      '/notifications',
      {
        schema: {
          tags: ['Notifications'],
          summary: 'Notifications after an id, oldest first',
          querystring: Query,
          response: { 200: Many, ...ERRORS },
        },
      },
      async (req) => {
        const { after = '', limit = String(MOST) } = req.query
        const notifications = await listNotificationsAfter(ctx.db, req.publisher.id, after, Number(limit))
        const data = notifications.map(presentNotification)
        const { idAliases } = ctx.config
        return { data: idAliases ? data.map((item) => withBothNames(item, idAliases)) : data, ...OK }
      },
    )
    return Promise.resolve()
  }
}

export function presentNotification({ id, kind, created, payload }: Notification) {
  return { id, kind, created: new Date(created).toISOString(), payload: JSON.parse(payload) as object }
}
