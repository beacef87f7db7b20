import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { audit } from '../../users/audit.ts'
import type { Attempt, Delivery, DeliveryState } from '../../webhooks/delivery.ts'
import {
  countDeliveries,
  type DeliveryFilter,
  getDelivery,
  listAttempts,
  listDeliveries,
  retryNow,
} from '../../webhooks/delivery-store.ts'
import { Done, ERRORS, Key, OK } from '../api/schemas.ts'
import {
  type AttemptAnswer,
  type DeliveryAnswer,
  DeliveryList,
  DeliveryQuery,
  OneDelivery,
} from './callbacks-schemas.ts'
import { change } from './change.ts'
import { readInstant } from './user-schemas.ts'

const PAGE = '100'
const MOST_COUNTED = 10_000

const ById = Type.Object({ id: Key })

/** The log of deliveries, newest first, with every attempt. */
export function deliveryRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Deliveries']
    const config = { role: 'viewer' } as const

    app.get<{ Querystring: Static<typeof DeliveryQuery> }>(
      '/deliveries',
      {
        config,
        schema: {
          tags,
          summary: 'List deliveries',
          querystring: DeliveryQuery,
          response: { 200: DeliveryList, ...ERRORS },
        },
      },
      async (req): Promise<DeliveryList> => {
        const { before = '', cursor = before, limit = PAGE } = req.query
        const { id } = req.publisher
        const filter = filterOf(req.query)
        const found = await listDeliveries(ctx.db, id, filter, cursor, Number(limit) + 1)
        const page = found.slice(0, Number(limit))
        return {
          data: page.map(presentDelivery),
          next: found.length > page.length ? page.at(-1)!.id : null,
          ...(!cursor && { count: await countDeliveries(ctx.db, id, filter, MOST_COUNTED) }),
          ...OK,
        }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/deliveries/:id',
      {
        config,
        schema: {
          tags,
          summary: 'One delivery with its attempts',
          params: ById,
          response: { 200: OneDelivery, ...ERRORS },
        },
      },
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
        schema: { tags, summary: 'Try again now', params: ById, response: { 200: Done, ...ERRORS } },
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

function filterOf({ callbackId, state, from, to }: Static<typeof DeliveryQuery>): DeliveryFilter {
  return {
    ...(callbackId && { callbackId }),
    ...(state && { state: state as DeliveryState }),
    ...(from && { from: readInstant(from, 'from', 'Parameter') }),
    ...(to && { to: readInstant(to, 'to', 'Parameter') }),
  }
}

function presentDelivery({ dueAt, created, ...delivery }: Delivery): DeliveryAnswer {
  const due = delivery.state === 'waiting' ? new Date(dueAt).toISOString() : null
  return { ...delivery, due, created: new Date(created).toISOString() }
}

export function presentAttempt({ at, ...attempt }: Attempt): AttemptAnswer {
  return { ...attempt, at: new Date(at).toISOString() }
}
