import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { withReason } from '../../reasons/reason.ts'
import { audited } from '../../users/audit.ts'
import { webhookRequest } from '../../webhooks/attempt-delivery.ts'
import type { Callback } from '../../webhooks/callback.ts'
import { getCallback } from '../../webhooks/callback-store.ts'
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
import { KINDS, type NotificationKind, type Payload, subjectOf } from '../../webhooks/kinds.ts'
import { bodyOf } from '../../webhooks/notification.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import {
  type AttemptAnswer,
  type DeliveryAbout,
  type DeliveryAnswer,
  type DeliveryHealth as PresentedHealth,
  DeliveryHealthAnswer,
  DeliveryList,
  DeliveryQuery,
  OneDelivery,
  type SentRequest,
} from './callbacks-schemas.ts'
import { readInstant } from './user-fields.ts'

const PAGE = '100'
const MOST_COUNTED = 10_000

const ById = Type.Object({ id: Key })
const HealthQuery = Type.Object({ callbackId: Type.Optional(Key) })

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
          data: await presentDeliveries(ctx.db, id, page),
          next: found.length > page.length ? page.at(-1)!.id : null,
          ...(!cursor && { count: await countDeliveries(ctx.db, id, filter, MOST_COUNTED) }),
          ...OK,
        }
      },
    )

    app.get<{ Querystring: Static<typeof HealthQuery> }>(
      '/deliveries/health',
      {
        config,
        schema: contract({
          id: 'getDeliveryHealth',
          tags,
          summary: 'How deliveries of the last 30 days went',
          description: 'By day, and by callback with the last attempt that failed.',
          query: HealthQuery,
          answers: { 200: DeliveryHealthAnswer },
        }),
      },
      async (req) => {
        const { callbackId } = req.query
        const health = await readDeliveryHealth(ctx.db, req.publisher.id, callbackId, ctx.now())
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
        const callback = await getCallback(ctx.db, req.publisher.id, delivery.callbackId)
        const [presented] = await presentDeliveries(ctx.db, req.publisher.id, [delivery])
        const request = presentRequest(delivery, callback)
        return { data: { ...presented!, log: attempts.map(presentAttempt), request }, ...OK }
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

async function presentDeliveries(
  db: Db,
  publisherId: number,
  deliveries: Delivery[],
): Promise<DeliveryAnswer[]> {
  const ids = deliveries.flatMap(({ payload }) => ('calendarId' in payload ? payload.calendarId : []))
  const found = await listCalendarsById(db, publisherId, [...new Set(ids)])
  const calendars = new Map(found.map(({ id, name }) => [id, name]))
  return deliveries.map(({ dueAt, created, payload, last, ...delivery }) => ({
    ...delivery,
    due: delivery.state === 'waiting' ? new Date(dueAt).toISOString() : null,
    created: new Date(created).toISOString(),
    about: isKnown(delivery.kind) ? presentAbout(delivery.kind, payload, calendars) : null,
    last: last && presentEnd(last),
  }))
}

/** False for a made-up body, and for a kind of another version of the service that runs beside this one. */
function isKnown(kind: string): kind is NotificationKind {
  return Object.hasOwn(KINDS, kind)
}

function presentAbout(
  kind: NotificationKind,
  payload: Payload,
  calendars: Map<string, string>,
): DeliveryAbout {
  const { about } = KINDS[kind]
  const id = subjectOf(kind, payload)
  const { first_name, last_name, email = '' } = payload as Partial<Payload<'subscribe'>>
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return { kind: about, id, name: about === 'calendar' ? (calendars.get(id) ?? '') : name, email }
}

/** Presents the request of the last attempt, made again from what is stored. Secrets are not part of it. */
function presentRequest(
  { last, kind, notificationId, payload }: Delivery,
  callback: Callback,
): SentRequest | null {
  if (!last) return null
  const { headers, body } = webhookRequest(callback, notificationId, payload, last.at)
  const isErased =
    isKnown(kind) && KINDS[kind].about === 'subscriber' && !('email' in payload && payload.email)
  const isEncrypted = callback.encryptionSecret !== ''
  return {
    url: callback.url,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body,
    plain: isEncrypted ? bodyOf(payload, callback.idName) : null,
    differs: callback.modified > last.at ? 'changed' : isErased ? 'erased' : isEncrypted ? 'encrypted' : null,
  }
}

export function presentAttempt(attempt: Attempt): AttemptAnswer {
  return presentEnd(attempt)
}

function presentEnd<End extends { at: number; error: string }>({ at, ...end }: End) {
  return { ...end, ...withReason(end.error), at: new Date(at).toISOString() }
}

function presentDeliveryHealth({ days, more, callbacks }: DeliveryHealth): PresentedHealth {
  return {
    days,
    more,
    callbacks: callbacks.map(({ callback, lastFailure, ...counts }) => {
      const { id, name, url, active } = callback
      return {
        ...{ id, name, url, active },
        ...counts,
        lastFailure: lastFailure && presentEnd(lastFailure),
      }
    }),
  }
}
