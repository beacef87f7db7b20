import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { listReferenceTypes } from '../../events/reference-types.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { ReferenceTypesAnswer } from './events-schemas.ts'

const PAGE = 100

const ListQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 1000 })),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})

/** Groups of public events by `referenceType`. */
export function referenceTypeRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get<{ Querystring: Static<typeof ListQuery> }>(
      '/reference-types',
      {
        config: { role: 'viewer' },
        schema: contract({
          id: 'listReferenceTypes',
          tags: ['Events'],
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
    return Promise.resolve()
  }
}
