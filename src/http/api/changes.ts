import type { FastifyInstance } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { listChangesAfter } from '../../events/event-change-store.ts'
import { currentRevision } from '../../revisions/revision.ts'
import { Answer, OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { ChangeRecord, presentChange } from './present-change.ts'

const USUAL = 100

const Query = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^(0|[1-9]\\d{0,15})$',
      accepts: 'the revision of a change',
      description: 'The last revision you have.',
    }),
  ),
  limit: Type.Optional(
    Type.String({ pattern: '^0*([1-9]\\d{0,2}|1000)$', accepts: 'a number from 1 to 1000' }),
  ),
})

/** Publishers' programs follow the changes of events here. */
export function changeRoutes(ctx: AppContext) {
  const { idAliases } = ctx.config
  const alias = idAliases?.body
  const Item: TObject = alias
    ? Type.Object({ ...ChangeRecord.properties, [alias]: Type.Optional(Type.String()) })
    : ChangeRecord
  return (app: FastifyInstance) => {
    app.get<{ Querystring: Static<typeof Query> }>(
      '/changes',
      {
        schema: contract({
          id: 'listChanges',
          summary: 'Changes of events after a revision, oldest first',
          description:
            'What subscribers can see of events that they had: moved, another place, called off, removed. Start without `after`, keep the last `revision`, and ask again with it. An answer can be longer than `limit`, since it never ends within a revision. Kept for 400 days.',
          tags: ['Events'],
          query: Query,
          answers: { 200: Answer({ data: Type.Array(Item) }) },
          refuses: [400],
        }),
      },
      async (req) => {
        const { publisher } = req
        const after = Number(req.query.after ?? 0)
        const changes = await listChangesAfter(ctx.db, publisher.id, after, Number(req.query.limit ?? USUAL))
        // After a restore or a failover the database may be older than the program's last request.
        if (after > 0 && changes.length === 0 && after > (await currentRevision(ctx.db, publisher.id)))
          throw invalid({ after: 'after is later than the last change' })
        const data = changes.map(presentChange)
        return { data: alias ? data.map((change) => withAlias(change, alias)) : data, ...OK }
      },
    )
    return Promise.resolve()
  }
}

function withAlias(change: ChangeRecord, alias: string) {
  return change.svcId === undefined ? change : { ...change, [alias]: change.svcId }
}
