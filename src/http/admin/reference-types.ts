import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { invalid, notFound } from '../../errors.ts'
import { GROUP_PORTION, previewGroupChange } from '../../events/change-group.ts'
import { createChangeLog } from '../../events/event-log.ts'
import { PublicEventInput } from '../../events/event-schema.ts'
import { listGroupIds, listReferenceTypes } from '../../events/reference-types.ts'
import { changeEventsById } from '../../events/save-event.ts'
import { isId } from '../../ids.ts'
import { ERRORS, isOn, Key, OK, readBy } from '../api/schemas.ts'
import { change } from './change.ts'
import { readEventBody } from './event-changes.ts'
import { auditChanges } from './event-undo.ts'
import { GroupAnswer, ReferenceTypesAnswer } from './events-schemas.ts'

const PAGE = 100

const ListQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 1000 })),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})
const ByType = Type.Object({ type: Key })
const ChangeQuery = Type.Object({
  dryRun: Type.Optional(Type.String({ description: 'Unless it is `0`, `false` or empty: stores nothing.' })),
  cursor: Type.Optional(
    Type.String({ maxLength: 40, description: 'What `next` of the portion before said.' }),
  ),
})

type ChangeRequest = FastifyRequest<{
  Params: Static<typeof ByType>
  Querystring: Static<typeof ChangeQuery>
}>

/** The grouping keys of public events, and changing all events of one alike. */
export function referenceTypeRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Events']

    app.get<{ Querystring: Static<typeof ListQuery> }>(
      '/reference-types',
      {
        config: { role: 'viewer' },
        schema: {
          tags,
          summary: 'The reference types of public events',
          querystring: ListQuery,
          response: { 200: ReferenceTypesAnswer, ...ERRORS },
        },
      },
      async (req): Promise<ReferenceTypesAnswer> => {
        const limit = Number(req.query.limit ?? PAGE)
        const after = Buffer.from(req.query.cursor ?? '', 'base64url').toString()
        if (after.includes('\u0000') || after.includes('\ufffd'))
          throw invalid({ cursor: 'Parameter cursor must be what `next` of this list said' })
        const data = await listReferenceTypes(ctx.db, req.publisher.id, after, limit)
        const last = data.length === limit ? data.at(-1)!.referenceType : null
        return { data, next: last && Buffer.from(last).toString('base64url'), ...OK }
      },
    )

    app.put<{ Params: Static<typeof ByType>; Querystring: Static<typeof ChangeQuery> }>(
      '/reference-types/:type/events',
      {
        config: { role: 'editor', invalid: 'Invalid Event Data' },
        schema: {
          tags,
          summary: 'Change all public events of a reference type alike, a portion at a time',
          params: ByType,
          querystring: ChangeQuery,
          body: readBy('readEvent', PublicEventInput),
          response: { 200: GroupAnswer, ...ERRORS },
        },
      },
      async (req) => {
        const input = readEventBody(req.body)
        if (!isOn(req.query.dryRun)) return { ...(await changePortion(req, input)), ...OK }
        return { data: await previewGroupChange(ctx.db, req.publisher, req.params.type, input), ...OK }
      },
    )
    return Promise.resolve()
  }

  /**
   * A portion is a transaction: thousands of events in one would keep everybody else waiting. It has one entry in the
   * log, which holds how each event was and is, and ends where that is full.
   */
  async function changePortion(
    { publisher, actor, params, query }: ChangeRequest,
    input: Record<string, unknown>,
  ) {
    const { type } = params
    const after = query.cursor ?? ''
    if (after !== '' && !isId(after)) throw invalid({ cursor: 'Parameter cursor must be what `next` said' })
    return change(ctx, async (within) => {
      const ids = await listGroupIds(within.db, publisher.id, type, after, GROUP_PORTION)
      if (ids.length === 0 && after === '') throw notFound('Event', type)
      const log = createChangeLog()
      const done = await changeEventsById(within, publisher, ids, input, log.add)
      const subject = { kind: 'reference-type', id: type }
      const entry = log.count() > 0 && (await auditChanges(within.db, actor, subject, log.changes, input))
      return {
        data: { updated: done.length, changed: log.count(), change: entry || null },
        next: done.length < ids.length || ids.length === GROUP_PORTION ? (done.at(-1) ?? null) : null,
      }
    })
  }
}
