import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { addBatch, type Idempotency, MAX_BATCH } from '../../events/add-batch.ts'
import { deleteBatch } from '../../events/delete-batch.ts'
import { PrivateEventInput } from '../../events/event-fields.ts'
import { listPrivateEvents, type PrivateEventFilter } from '../../events/list-private-events.ts'
import { isId } from '../../ids.ts'
import { countBatch } from '../../metrics/meters.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { Answer } from '../answer.ts'
import { contract } from '../contract.ts'
import { bytesOf } from './auth.ts'
import { EventRecord, presentEvent } from './present-event.ts'
import { isOn, PageNumber, readBy, readPage } from './schemas.ts'

/** Bytes of a batch request. */
const BATCH_BYTES = 1_000_000
const MAX_PAGE = 100

const Private = Type.String({ pattern: '^[pP][rR][iI][vV][aA][tT][eE]$', accepts: 'private' })
const ListQuery = Type.Object({
  type: Private,
  svc_id: Type.Optional(Type.String({ description: 'The subscriber of the events.' })),
  referenceType: Type.Optional(Type.String({ description: 'A group of events.' })),
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
  errors: Type.Optional(Type.Integer({ description: 'There only when not 0.' })),
  items: Type.Array(
    Type.Object({
      id: Type.Optional(Type.String({ description: 'The id of the new event. Keep it.' })),
      scheduleId: Type.Optional(Type.String({ description: "The subscriber's private calendar." })),
      reference: Type.String(),
      status: Type.Integer({ description: '201, or 400 where it was refused.' }),
      error: Type.Optional(Type.String({ description: 'Why it was refused.' })),
    }),
    { description: 'Failed ones first, each kind in the order of the request.' },
  ),
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

const ListAnswer = Answer({ data: Type.Array(EventRecord) })

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
        schema: contract({
          id: 'listPrivateEvents',
          summary: 'List private events',
          description: 'In the order of creation. A page after the last one is an empty list.',
          tags,
          query: ListQuery,
          answers: { 200: ListAnswer },
          refuses: [400, 404],
        }),
      },
      (req) => list(req),
    )

    app.post<{ Querystring: Static<typeof ListQuery> }>(
      '/batch/events/search',
      {
        config: { ...config, reads: true },
        bodyLimit: BATCH_BYTES,
        schema: contract({
          id: 'searchPrivateEvents',
          summary: 'Private events by id',
          description: 'Ids that are not found are left out.',
          tags,
          query: ListQuery,
          body: readBy('readIds', Ids),
          answers: { 200: ListAnswer },
          refuses: [400, 404, 413],
        }),
      },
      (req) => list(req, readIds(req.body)),
    )

    app.post<{ Querystring: Static<typeof AddQuery>; Headers: Static<typeof BatchHeaders> }>(
      '/batch/events',
      {
        config,
        bodyLimit: BATCH_BYTES,
        schema: contract({
          id: 'addPrivateEvents',
          summary: 'Add up to 1000 private events',
          description:
            'Events that only one subscriber sees, for many subscribers. Required are `svcId`, `reference`, `name`, `startDate`, `endDate`, and the times unless `allDay`. A fault of type or value refuses the whole request; what fails in the light of what is stored is told in `items`, and the others go in. Send the same batch again when an answer is lost: nothing is stored twice.',
          tags,
          query: AddQuery,
          headers: BatchHeaders,
          body: readBy('addBatch', AddBody),
          answers: { 207: AddAnswer },
          refuses: [400, 409, 413],
        }),
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
        if (!dryRun) countBatch(ctx.meters, { added, refused: errors })
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
        schema: contract({
          id: 'deletePrivateEvents',
          summary: 'Delete up to 1000 private events',
          description:
            'At most 1000 ids. The body may be part of the MD5 signature or not; it is always part of the SHA-256 one.',
          tags,
          query: TypeQuery,
          body: readBy('readIds', Ids),
          answers: { 207: DeleteAnswer },
          refuses: [400, 413],
        }),
      },
      async (req, reply) => {
        const started = performance.now()
        const outcome = await deleteBatch(ctx, req.publisher.id, readIds(req.body))
        const deleted = outcome.filter((item) => item.deleted).length
        countBatch(ctx.meters, { deleted, not_found: outcome.length - deleted })
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

/** Reads the ids of a search or deletion. Throws unless all of them are valid. */
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
  const bodyHash = createHash('sha256').update(bytesOf(req.rawBody)).digest('hex')
  return { apiKey: req.apiKey.key, key, bodyHash }
}

/** Returns a duration such as `18.4ms`. */
function elapsed(started: number): string {
  return `${(performance.now() - started).toFixed(1)}ms`
}
