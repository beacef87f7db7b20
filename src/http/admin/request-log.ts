import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { listApiKeys } from '../../publishers/api-key-store.ts'
import { reasonOf, reasonsOf } from '../../reasons/reason.ts'
import type { LoggedRequest } from '../../request-log/request-log.ts'
import {
  countRequests,
  findRequest,
  listRequests,
  type Outcome,
  type RequestFilter,
} from '../../request-log/request-log-store.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import {
  OneRequest,
  type RequestDetails,
  type RequestEntry,
  RequestList,
  RequestQuery,
} from './request-log-schemas.ts'
import { readInstant } from './user-fields.ts'

const PAGE = '50'
const MOST_COUNTED = 10_000

const ById = Type.Object({ id: Key })

/** The API requests of the last seven days, and why some were refused. */
export function requestLogRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Request log']
    const config = { role: 'editor' } as const
    const log = ctx.database.limits

    app.get<{ Querystring: Static<typeof RequestQuery> }>(
      '/requests',
      {
        config,
        schema: contract({
          id: 'listRequests',
          tags,
          summary: 'Signed requests of the last 7 days, newest first',
          query: RequestQuery,
          answers: { 200: RequestList },
        }),
      },
      async (req): Promise<RequestList> => {
        const { cursor = '', limit = PAGE } = req.query
        const { id } = req.publisher
        const filter = filterOf(req.query)
        const found = await listRequests(log, id, filter, cursor, Number(limit) + 1)
        const page = found.slice(0, Number(limit))
        const names = await keyNames(id)
        return {
          data: page.map((request) => presentRequest(request, names)),
          next: found.length > page.length ? page.at(-1)!.id : null,
          ...(!cursor && { count: await countRequests(log, id, filter, MOST_COUNTED) }),
          keys: [...names].map(([apiKey, name]) => ({ apiKey, name })),
          ...OK,
        }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/requests/:id',
      {
        config,
        schema: contract({
          id: 'getRequest',
          tags,
          summary: 'One request, by its id or its `X-Request-Id`',
          params: ById,
          answers: { 200: OneRequest },
        }),
      },
      async (req) => {
        const request = await findRequest(log, req.publisher.id, req.params.id)
        if (!request) throw notFound('Request', req.params.id)
        return { data: presentDetails(request, await keyNames(req.publisher.id)), ...OK }
      },
    )
    return Promise.resolve()
  }

  async function keyNames(publisherId: number): Promise<Map<string, string>> {
    return new Map((await listApiKeys(ctx.db, publisherId)).map(({ key, name }) => [key, name]))
  }
}

function filterOf(query: Static<typeof RequestQuery>): RequestFilter {
  const { status, key, method, path, requestId, from, to } = query
  return {
    ...(status && { outcome: status as Outcome }),
    ...(key && { apiKey: key }),
    ...(method && { method }),
    ...(path && { path }),
    ...(requestId && { requestId }),
    ...(from && { from: readInstant(from, 'from', 'Parameter') }),
    ...(to && { to: readInstant(to, 'to', 'Parameter') }),
  }
}

function presentRequest(request: LoggedRequest, names: Map<string, string>): RequestEntry {
  const { publisherId: _, at, unsigned, ...entry } = request
  const code = reasonOf(entry.reason)
  return {
    ...entry,
    ...(code && { code }),
    ...(entry.errors && { codes: reasonsOf(entry.errors) }),
    at: new Date(at).toISOString(),
    keyName: names.get(request.apiKey) ?? '',
    checkable: unsigned !== null,
  }
}

/** `apiSign` is left out: a signature made by mistake may be valid for another request. */
function presentDetails(request: LoggedRequest, names: Map<string, string>): RequestDetails {
  const { unsigned } = request
  const query = unsigned && new URLSearchParams(unsigned.url.split('?').slice(1).join('?'))
  const parameters = query && [...query].map(([name, value]) => ({ name, value }))
  return {
    ...presentRequest(request, names),
    query: parameters && parameters.filter(({ name }) => name !== 'apiSign'),
    body: unsigned && { sha256: unsigned.bodySha256, bytes: unsigned.bodyBytes },
  }
}
