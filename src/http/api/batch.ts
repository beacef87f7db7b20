import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { addBatch, type Idempotency, MAX_BATCH } from '../../events/add-batch.ts'
import { deleteBatch } from '../../events/delete-batch.ts'
import { PrivateEventInput } from '../../events/event-schema.ts'
import { listPrivateEvents, type PrivateEventFilter } from '../../events/list-private-events.ts'
import { isId } from '../../ids.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { octetsOf } from './auth.ts'
import { presentEvent } from './present-event.ts'
import { ERRORS, isOn, Many, PageNumber, readBy, readPage } from './schemas.ts'

/** Bytes of a batch request. */
const BATCH_BYTES = 1_000_000
const MAX_PAGE = 100

const Private = Type.String({ pattern: '^[pP][rR][iI][vV][aA][tT][eE]$', accepts: 'private' })
const ListQuery = Type.Object({
  type: Private,
  svc_id: Type.Optional(Type.String()),
  referenceType: Type.Optional(Type.String()),
  page: PageNumber,
  limit: Type.Optional(
    Type.String({
      pattern: '^0*[1-9]\\d*$',
      accepts: 'a number from 1',
      description: 'At most 100, which is the default.',
    }),
  ),
})
const TypeQuery = Type.Object({ type: Private })
const AddQuery = Type.Object({
  type: Type.Optional(Private),
  dryRun: Type.Optional(Type.String({ description: '`1` checks everything and stores nothing.' })),
})
const Ids = Type.Object({ ids: Type.Array(Type.String()) })
const AddBody = Type.Object({
  type: Type.Literal('private', { description: 'In any letter case.' }),
  events: Type.Array(Type.Intersect([Type.Object({ svcId: Type.String() }), PrivateEventInput]), {
    maxItems: MAX_BATCH,
  }),
})
const BatchHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 255,
      accepts: 'a text of at most 255 characters',
      description: 'Kept 24 hours: the same request again gets the same answer, not new work.',
    }),
  ),
})
const Counts = {
  status: Type.Literal('207'),
  statusLong: Type.Literal('Multi-Status'),
  total_processed: Type.Integer(),
}
const AddAnswer = Type.Object({
  ...Counts,
  added: Type.Integer(),
  errors: Type.Optional(Type.Integer()),
  items: Type.Array(Type.Object({ reference: Type.String(), status: Type.Integer() })),
  elapsed: Type.String(),
})
const DeleteAnswer = Type.Object({
  ...Counts,
  deleted: Type.Integer(),
  not_found: Type.Integer(),
  not_deleted: Type.Integer(),
  errors: Type.Integer(),
  items: Type.Array(Type.Object({ id: Type.String(), status: Type.Integer() })),
  elapsed: Type.String(),
})

type ListRequest = FastifyRequest<{ Querystring: Static<typeof ListQuery> }>

/** Private events of many subscribers in one request. */
export function batchRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Validation failed.', batch: true }
    const tags = ['Batch']

    app.get<{ Querystring: Static<typeof ListQuery> }>(
      '/batch/events',
      {
        config,
        schema: {
          tags,
          summary: 'List private events',
          querystring: ListQuery,
          response: { 200: Many, ...ERRORS },
        },
      },
      (req) => list(req),
    )

    app.post<{ Querystring: Static<typeof ListQuery> }>(
      '/batch/events/search',
      {
        config: { ...config, reads: true },
        bodyLimit: BATCH_BYTES,
        schema: {
          tags,
          summary: 'Private events by id',
          querystring: ListQuery,
          body: readBy('readIds', Ids),
          response: { 200: Many, ...ERRORS },
        },
      },
      (req) => list(req, readIds(req.body)),
    )

    app.post<{ Querystring: Static<typeof AddQuery>; Headers: Static<typeof BatchHeaders> }>(
      '/batch/events',
      {
        config,
        bodyLimit: BATCH_BYTES,
        schema: {
          tags,
          summary: 'Add up to 1000 private events',
          querystring: AddQuery,
          headers: BatchHeaders,
          body: readBy('addBatch', AddBody),
          response: { 207: AddAnswer, ...ERRORS },
        },
      },
      async (req, reply) => {
        const started = performance.now()
        const events = readEvents(req.body, req.query.type)
        const dryRun = isOn(req.query.dryRun)
        const { totalProcessed, added, items } = await addBatch(ctx, req.publisher, events, {
          dryRun,
          idempotency: readIdempotency(req),
        })
        const errors = totalProcessed - added
        if (!dryRun) {
          ctx.meters.batchRecords.added += added
          ctx.meters.batchRecords.refused += errors
        }
        return reply.code(207).send({
          status: '207',
          statusLong: 'Multi-Status',
          total_processed: totalProcessed,
          added,
          ...(errors > 0 && { errors }),
          items,
          elapsed: elapsed(started),
        })
      },
    )

    app.delete<{ Querystring: Static<typeof TypeQuery> }>(
      '/batch/events',
      {
        config,
        bodyLimit: BATCH_BYTES,
        schema: {
          tags,
          summary: 'Delete up to 1000 private events',
          querystring: TypeQuery,
          body: readBy('readIds', Ids),
          response: { 207: DeleteAnswer, ...ERRORS },
        },
      },
      async (req, reply) => {
        const started = performance.now()
        const outcome = await deleteBatch(ctx, req.publisher.id, readIds(req.body))
        const deleted = outcome.filter((item) => item.deleted).length
        ctx.meters.batchRecords.deleted += deleted
        ctx.meters.batchRecords.not_found += outcome.length - deleted
        return reply.code(207).send({
          status: '207',
          statusLong: 'Multi-Status',
          total_processed: outcome.length,
          deleted,
          not_found: outcome.length - deleted,
          not_deleted: 0,
          errors: 0,
          items: outcome.map((item) => ({ id: item.id, status: item.deleted ? 200 : 404 })),
          elapsed: elapsed(started),
        })
      },
    )
    return Promise.resolve()
  }

  async function list(req: ListRequest, ids?: string[]) {
    const { svc_id, referenceType, page = '1', limit = String(MAX_PAGE) } = req.query
    const filter: PrivateEventFilter = {}
    if (ids) filter.ids = ids
    if (referenceType) filter.referenceType = referenceType
    if (svc_id !== undefined) {
      filter.calendarId = (await getActiveSubscriber(ctx.db, req.publisher.id, svc_id)).privateCalendarId
    }
    const size = Math.min(Number(limit), MAX_PAGE)
    const events = await listPrivateEvents(ctx.db, req.publisher.id, filter, readPage(page), size)
    return {
      data: events.map((event) => presentEvent(event, req.publisher, ctx.now())),
      status: '200',
      statusLong: 'OK',
    }
  }
}

/** The ids of a search or deletion, all of them of the right form. */
function readIds(body: unknown): string[] {
  const ids = (body as { ids?: unknown } | null)?.ids
  if (!Array.isArray(ids) || ids.length === 0)
    throw invalid({ ids: 'at least one valid event should be sent' })
  requireBatchSize(ids)
  if (!ids.every(isId)) throw invalid({ ids: 'one or more event ids are invalid' })
  return ids
}

function readEvents(body: unknown, typeInQuery: string | undefined): unknown[] {
  const { type, events } = (body ?? {}) as { type?: unknown; events?: unknown }
  if (Array.isArray(events)) requireBatchSize(events)
  const asked = type ?? typeInQuery
  if (typeof asked !== 'string' || asked.toLowerCase() !== 'private')
    throw invalid({ type: 'type must be private' })
  if (!Array.isArray(events) || events.length === 0)
    throw invalid({ events: 'at least one valid event should be sent' })
  return events
}

function requireBatchSize(records: unknown[]): void {
  if (records.length > MAX_BATCH) throw new AppError('too_large', 'Payload Too Large')
}

function readIdempotency(req: FastifyRequest): Idempotency | undefined {
  const key = req.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return undefined
  const bodyHash = createHash('sha256').update(octetsOf(req.rawBody)).digest('hex')
  return { apiKey: req.apiKey.key, key, bodyHash }
}

/** `18.4ms`. */
function elapsed(started: number): string {
  return `${(performance.now() - started).toFixed(1)}ms`
}
