import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { invalid, notFound } from '../../errors.ts'
import { GROUP_PORTION, previewGroupChange } from '../../events/change-group.ts'
import { PublicEventInput } from '../../events/event-fields.ts'
import { createChangeLog } from '../../events/event-log.ts'
import { listGroupIds, listReferenceTypes } from '../../events/reference-types.ts'
import { changeEventsById } from '../../events/save-event.ts'
import { isId } from '../../ids.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { isOn, Key, readBy } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { readEventBody } from './event-changes.ts'
import { CHANGE_ALL, changesForLog } from './event-undo.ts'
import { GroupAnswer, ReferenceTypesAnswer } from './events-schemas.ts'

const PAGE = 100

const ListQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 1000 })),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})
const ByType = Type.Object({ type: Key })
const ChangeQuery = Type.Object({
  dryRun: Type.Optional(Type.String({ description: 'Unless it is `0`, `false` or empty: stores nothing.' })),
  cursor: Type.Optional(Type.String({ maxLength: 40, description: 'The `next` of the portion before.' })),
})

type ChangeRequest = FastifyRequest<{
  Params: Static<typeof ByType>
  Querystring: Static<typeof ChangeQuery>
}>

/** Groups of public events by `referenceType`, and changes of a whole group. */
export function referenceTypeRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Events']

    app.get<{ Querystring: Static<typeof ListQuery> }>(
      '/reference-types',
      {
        config: { role: 'viewer' },
        schema: contract({
          id: 'listReferenceTypes',
          tags,
          summary: 'The reference types of public events',
          query: ListQuery,
          answers: { 200: ReferenceTypesAnswer },
        }),
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
        schema: contract({
          id: 'changeEventGroup',
          tags,
          summary: 'Change all public events of a reference type alike, a portion at a time',
          params: ByType,
          query: ChangeQuery,
          body: readBy('readEvent', PublicEventInput),
          answers: { 200: GroupAnswer },
        }),
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
   * Changes one portion in a transaction: thousands of events at once would make all others wait. Each
   * portion has one audit entry with the events before and after, and ends when the entry is full.
   */
  async function changePortion(
    { publisher, actor, params, query }: ChangeRequest,
    input: Record<string, unknown>,
  ) {
    const { type } = params
    const after = query.cursor ?? ''
    if (after !== '' && !isId(after)) throw invalid({ cursor: 'Parameter cursor must be what `next` said' })
    return audited(ctx, actor, CHANGE_ALL, async (within, entryId) => {
      const ids = await listGroupIds(within.db, publisher.id, type, after, GROUP_PORTION)
      if (ids.length === 0 && after === '') throw notFound('Event', type)
      const log = createChangeLog()
      const done = await changeEventsById(within, publisher, ids, input, log.add)
      const changed = log.count()
      return {
        result: {
          data: { updated: done.length, changed, change: changed > 0 ? entryId : null },
          next: done.length < ids.length || ids.length === GROUP_PORTION ? (done.at(-1) ?? null) : null,
        },
        subject: changed > 0 ? { kind: 'reference-type', id: type } : undefined,
        ...changesForLog(log.changes, { change: input }),
      }
    })
  }
}
