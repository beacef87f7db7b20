import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  type AccountPlace,
  type AccountSort,
  getAccount,
  listAccountPage,
  type ListedAccount,
} from '../../accounts/account-list.ts'
import { AccountInput } from '../../accounts/account-schema.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { handOver } from '../../accounts/create-publisher.ts'
import type { AppContext } from '../../context.ts'
import { readCursor, writeCursor } from '../../cursor.ts'
import { invalid, notFound } from '../../errors.ts'
import { requirePartner } from '../../publishers/publisher.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { directLink } from '../../widgets/widget.ts'
import { listWidgets } from '../../widgets/widget-store.ts'
import { OK } from '../answer.ts'
import { Key, readBy } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import {
  AccountList,
  AccountQueryInput,
  CreatedAccount,
  type ListedAccountAnswer,
  OneAccount,
} from './accounts-schemas.ts'

const PAGE = '50'
const ById = Type.Object({ id: Key })

/** Sub-accounts of a partner, for the partner's users. */
export function accountAdminRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  return (app: FastifyInstance) => {
    const looking = { role: 'editor' } as const
    const tags = ['Accounts']

    app.get<{ Querystring: Static<typeof AccountQueryInput> }>(
      '/accounts',
      {
        config: looking,
        schema: contract({
          id: 'listAccounts',
          tags,
          summary: 'List sub-accounts',
          query: AccountQueryInput,
          answers: { 200: AccountList },
        }),
      },
      async (req) => {
        requirePartner(req.publisher)
        const { q = '', sort = '', cursor, limit = PAGE } = req.query
        const page = await listAccountPage(ctx.db, req.publisher.id, {
          q,
          sort: (sort.replace('-', '') || 'company') as AccountSort,
          descending: sort.startsWith('-'),
          limit: Number(limit),
          ...(cursor && { after: readPlace(cursor) }),
        })
        return {
          data: page.accounts.map(presentListed),
          next: page.next && writeCursor(page.next),
          count: { value: page.count, more: false },
          ...OK,
        }
      },
    )

    app.post(
      '/accounts',
      {
        config: { role: 'owner', invalid: 'Invalid Account Data' },
        schema: contract({
          id: 'createAccount',
          tags,
          summary: 'Create a sub-account',
          body: readBy('createAccount', AccountInput),
          answers: { 200: CreatedAccount },
        }),
      },
      async (req) => {
        // `createAccount` writes the audit entry itself, because it fetches logos before its transaction.
        const created = await createAccount(ctx, req.publisher, req.body, req.actor)
        return { data: handOver(created, publicUrl), ...OK }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/accounts/:id',
      {
        config: looking,
        schema: contract({
          id: 'getAccount',
          tags,
          summary: 'One sub-account',
          params: ById,
          answers: { 200: OneAccount },
        }),
      },
      async (req) => {
        requirePartner(req.publisher)
        const id = readId(req.params.id)
        const { details, ...account } = await getAccount(ctx.db, req.publisher.id, id)
        const { settings } = await getPublisher(ctx.db, id)
        const widgets = await listWidgets(ctx.db, id)
        const { phone = '', industry = '', objective = '', companyType = '' } = details
        const {
          logo = '',
          calendarLogo = '',
          displayPrimaryColor = '',
          displaySecondaryColor = '',
        } = settings
        return {
          data: {
            ...presentListed(account),
            ...{ phone, industry, objective, companyType },
            ...{ logo, calendarLogo, displayPrimaryColor, displaySecondaryColor },
            widgets: widgets.map((widget) => ({
              id: widget.id,
              type: widget.type,
              name: widget.name,
              directLink: directLink(publicUrl, widget),
            })),
          },
          ...OK,
        }
      },
    )
    return Promise.resolve()
  }
}

function presentListed({ publisherId, created, ...account }: ListedAccount): ListedAccountAnswer {
  const { company, reference, firstName, lastName, email, timezone } = account
  const fields = { company, reference, firstName, lastName, email, timezone }
  return { id: publisherId, ...fields, created: new Date(created).toISOString() }
}

function readId(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw notFound('Account', text)
}

function readPlace(cursor: string): AccountPlace {
  const [value, id, ...more] = readCursor(cursor)
  const sound = (typeof value === 'string' || typeof value === 'number') && Number.isInteger(id)
  if (sound && more.length === 0) return [value, id as number]
  throw invalid({ cursor: 'Parameter cursor must be what the page before said in next' })
}
