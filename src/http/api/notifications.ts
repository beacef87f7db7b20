import type { FastifyInstance } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { KINDS, NOTIFICATION_KINDS, type NotificationKind } from '../../webhooks/kinds.ts'
import type { Notification } from '../../webhooks/notification.ts'
import { listNotificationsAfter } from '../../webhooks/notification-store.ts'
import { Answer, OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { withBothNames } from './id-aliases.ts'

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

const [subscriberKinds, otherKinds] = [true, false].map((wanted) =>
  NOTIFICATION_KINDS.filter((kind) => (KINDS[kind].about === 'subscriber') === wanted),
) as [NotificationKind[], NotificationKind[]]

/** The fields of all kinds about subscribers. Only those that all of these kinds have are required. */
export const SubscriberBody = allFieldsOf(subscriberKinds.map((kind) => KINDS[kind].payload))
export const ChangeReachedBody = KINDS['change.reached'].payload
export const AlertSentBody = KINDS['alert.sent'].payload

export const NotificationRecord = recordOf(SubscriberBody)

/** Publishers catch up here with notifications that their callbacks missed. */
export function notificationRoutes(ctx: AppContext) {
  const { idAliases } = ctx.config
  const Item = idAliases
    ? recordOf(Type.Object({ ...SubscriberBody.properties, [idAliases.body]: Type.Optional(Type.String()) }))
    : NotificationRecord
  return (app: FastifyInstance) => {
    app.get<{ Querystring: Static<typeof Query> }>(
      '/notifications',
      {
        schema: contract({
          id: 'listNotifications',
          summary: 'Notifications after an id, oldest first',
          description: 'Start without `after`, keep the last `id`, and ask again with it. Kept for 90 days.',
          tags: ['Notifications'],
          query: Query,
          answers: { 200: Answer({ data: Type.Array(Item) }) },
          refuses: [400],
        }),
      },
      async (req) => {
        const { after = '', limit = String(MOST) } = req.query
        const notifications = await listNotificationsAfter(ctx.db, req.publisher.id, after, Number(limit))
        const data = notifications.map(presentNotification)
        return { data: idAliases ? data.map((item) => withBothNames(item, idAliases)) : data, ...OK }
      },
    )
    return Promise.resolve()
  }
}

export function presentNotification({ id, kind, created, payload }: Notification) {
  return { id, kind, created: new Date(created).toISOString(), payload }
}

/** The kinds about subscribers have a schema of their bodies in common, each other kind has its own. */
function recordOf(subscriberBody: TObject) {
  const others = otherKinds.map((kind) => record([kind], KINDS[kind].payload))
  return Type.Union([record(subscriberKinds, subscriberBody), ...others])
}

function record(kinds: NotificationKind[], payload: TObject): TObject {
  return Type.Object({
    id: Type.String({ description: 'To go on after.' }),
    kind: Type.Enum(kinds),
    created: Type.String({ description: 'ISO 8601, UTC.' }),
    payload,
  })
}

function allFieldsOf(bodies: TObject[]): TObject {
  const names = new Set(bodies.flatMap(({ properties }) => Object.keys(properties)))
  const fields = [...names].map((name): [string, TSchema] => {
    const all = bodies.flatMap(({ properties }) => properties[name] ?? [])
    const schemas = new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()
    const [first, ...others] = schemas
    const schema = others.length > 0 ? Type.Union([first!, ...others]) : first!
    return [name, bodies.every(({ required }) => required.includes(name)) ? schema : Type.Optional(schema)]
  })
  const description = 'The body as callbacks get it, not encrypted. Each kind has some of these fields.'
  return Type.Object(Object.fromEntries(fields), { description })
}
