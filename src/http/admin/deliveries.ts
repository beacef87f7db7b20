import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { audited } from '../../users/audit.ts'
import type { Attempt, Delivery, DeliveryState } from '../../webhooks/delivery.ts'
import { type DeliveryHealth, readDeliveryHealth } from '../../webhooks/delivery-health.ts'
import {
  countDeliveries,
  type DeliveryFilter,
  getDelivery,
  listAttempts,
  listDeliveries,
  retryNow,
} from '../../webhooks/delivery-store.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import {
  type AttemptAnswer,
  type DeliveryAnswer,
  type DeliveryHealth as PresentedHealth,
  DeliveryHealthAnswer,
  DeliveryList,
  DeliveryQuery,
  OneDelivery,
} from './callbacks-schemas.ts'
import { readInstant } from './user-fields.ts'

const PAGE = '100'
const MOST_COUNTED = 10_000

const ById = Type.Object({ id: Key })

/** The log of deliveries with all attempts, newest first. */
export function deliveryRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Deliveries']
    const config = { role: 'viewer' } as const

    app.get<{ Querystring: Static<typeof DeliveryQuery> }>(
      '/deliveries',
      {
        config,
        schema: contract({
          id: 'listDeliveries',
          tags,
          summary: 'List deliveries',
          query: DeliveryQuery,
          answers: { 200: DeliveryList },
        }),
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

    app.get(
      '/deliveries/health',
      {
        config,
        schema: contract({
          id: 'getDeliveryHealth',
          tags,
          summary: 'How deliveries of the last 7 days went',
          description: 'By callback, with the last attempt that failed.',
          answers: { 200: DeliveryHealthAnswer },
        }),
      },
      async (req) => {
        const health = await readDeliveryHealth(ctx.db, req.publisher.id, ctx.now())
        return { data: presentDeliveryHealth(health), ...OK }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/deliveries/:id',
      {
        config,
        schema: contract({
          id: 'getDelivery',
          tags,
          summary: 'One delivery with its attempts',
          params: ById,
          answers: { 200: OneDelivery },
        }),
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
        schema: contract({ id: 'retryDelivery', tags, summary: 'Try again now', params: ById }),
      },
      async (req) => {
        const { id } = req.params
        await audited(ctx, req.actor, 'delivery.retry', async ({ db, now }) => {
          await retryNow(db, req.publisher.id, id, now())
          return { result: undefined, subject: { kind: 'delivery', id } }
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

function presentDeliveryHealth({ since, more, callbacks }: DeliveryHealth): PresentedHealth {
  return {
    since: new Date(since).toISOString(),
    more,
    callbacks: callbacks.map(({ callback, lastFailure, ...counts }) => {
      const { id, name, url, active } = callback
      return {
        ...{ id, name, url, active },
        ...counts,
        lastFailure: lastFailure && { ...lastFailure, at: new Date(lastFailure.at).toISOString() },
      }
    }),
  }
}
