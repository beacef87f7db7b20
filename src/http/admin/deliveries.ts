import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { audit } from '../../users/audit.ts'
import type { Attempt, Delivery, DeliveryState } from '../../webhooks/delivery.ts'
import { getDelivery, listAttempts, listDeliveries, retryNow } from '../../webhooks/delivery-store.ts'
import { ERRORS, Key, OK } from '../api/schemas.ts'
import { change } from './change.ts'

const PAGE = 100

const ById = Type.Object({ id: Key })
const Query = Type.Object({
  callbackId: Type.Optional(Type.String()),
  state: Type.Optional(
    Type.String({ pattern: '^(waiting|delivered|failed)?$', accepts: 'waiting, delivered or failed' }),
  ),
  before: Type.Optional(Type.String({ description: 'The id of the last delivery you have.' })),
})

/** The log of deliveries, newest first, with every attempt. */
export function deliveryRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Deliveries']
    const config = { role: 'viewer' } as const

    app.get<{ Querystring: Static<typeof Query> }>(
      '/deliveries',
      { config, schema: { tags, summary: 'List deliveries', querystring: Query, response: ERRORS } },
      async (req) => {
        const { callbackId, state, before = '' } = req.query
        const filter = {
          ...(callbackId && { callbackId }),
          ...(state && { state: state as DeliveryState }),
        }
        const deliveries = await listDeliveries(ctx.db, req.publisher.id, filter, before, PAGE)
        return { data: deliveries.map(presentDelivery), ...OK }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/deliveries/:id',
      { config, schema: { tags, summary: 'One delivery with its attempts', params: ById, response: ERRORS } },
      async (req) => {
        const delivery = await getDelivery(ctx.db, req.publisher.id, req.params.id)
        const attempts = await listAttempts(ctx.db, req.publisher.id, delivery.id)
        return { data: { ...presentDelivery(delivery), log: attempts.map(presentAttempt) }, ...OK }
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/deliveries/:id/retry',
      {
        config: { role: 'editor' },
        schema: { tags, summary: 'Try again now', params: ById, response: ERRORS },
      },
      async (req) => {
        const { id } = req.params
        await change(ctx, async ({ db }) => {
          await retryNow(db, req.publisher.id, id, ctx.now())
          await audit(db, req.actor, 'delivery.retry', { kind: 'delivery', id }, null, null)
        })
        return OK
      },
    )
    return Promise.resolve()
  }
}

function presentDelivery({ dueAt, created, ...delivery }: Delivery) {
  const due = delivery.state === 'waiting' ? new Date(dueAt).toISOString() : null
  return { ...delivery, due, created: new Date(created).toISOString() }
}

function presentAttempt({ at, ...attempt }: Attempt) {
  return { ...attempt, at: new Date(at).toISOString() }
}
