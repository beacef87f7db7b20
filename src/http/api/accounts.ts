import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { AccountInput } from '../../accounts/account-schema.ts'
import { listAccounts } from '../../accounts/account-store.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { handOver } from '../../accounts/create-publisher.ts'
import type { AppContext } from '../../context.ts'
import { Answer, OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { readBy, texts } from './schemas.ts'

export const AccountRecord = Type.Object({
  publisherId: Type.Integer(),
  ...texts('email', 'firstName', 'lastName', 'company', 'reference'),
})
const Created = Answer({
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
      {
        config,
        schema: contract({
          id: 'listAccounts',
          summary: 'List sub-accounts',
          description: 'In the order of creation. Only for partners.',
          tags,
          answers: { 200: Answer({ data: Type.Array(AccountRecord) }) },
          refuses: [],
        }),
      },
      async (req) => ({ data: await listAccounts(ctx.db, req.publisher.id), ...OK }),
    )

    app.post(
      '/account',
      {
        config,
        schema: contract({
          id: 'createAccount',
          summary: 'Create a sub-account',
          description:
            'A publisher of its own, with a key, calendars and widgets. The secret is told here and never again. Only for partners.',
          tags,
          body: readBy('createAccount', AccountInput),
          answers: { 200: Created },
          refuses: [400, 409, 413],
        }),
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
