import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AccountInput } from '../../publishers/account-schema.ts'
import { listAccounts } from '../../publishers/account-store.ts'
import { createAccount } from '../../publishers/create-account.ts'
import { handOver } from '../../publishers/create-publisher.ts'
import { ERRORS, Many, OK, readBy } from './schemas.ts'

const Created = Type.Object({
  status: Type.Literal('200'),
  statusLong: Type.Literal('OK'),
  publisherId: Type.Integer(),
  apiKey: Type.String(),
  secret: Type.String(),
  widgets: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.Enum(['button', 'event']),
      name: Type.String(),
      directLink: Type.String(),
    }),
  ),
})

/** Sub-accounts of a partner. */
export function accountRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Account Data', partner: true }
    const tags = ['Sub-accounts']

    app.get(
      '/account',
      { config, schema: { tags, summary: 'List sub-accounts', response: { 200: Many, ...ERRORS } } },
      async (req) => ({ data: await listAccounts(ctx.db, req.publisher.id), ...OK }),
    )

    app.post(
      '/account',
      {
        config,
        schema: {
          tags,
          summary: 'Create a sub-account',
          body: readBy('createAccount', AccountInput),
          response: { 200: Created, ...ERRORS },
        },
      },
      async (req) => {
        const { key, name } = req.apiKey
        const madeBy = { kind: 'api-key', id: key, name, requestId: req.id } as const
        const created = await createAccount(ctx, req.publisher, req.body, madeBy)
        return { ...OK, ...handOver(created, ctx.config.http.publicUrl) }
      },
    )
    return Promise.resolve()
  }
}
