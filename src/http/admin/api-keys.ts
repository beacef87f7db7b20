import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { readAddresses } from '../../publishers/addresses.ts'
import type { ApiKey, KeyRights } from '../../publishers/api-key.ts'
import { listApiKeys } from '../../publishers/api-key-store.ts'
import { changeApiKey, createApiKey } from '../../publishers/save-api-key.ts'
import { Name } from '../../schemas.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { type ApiKeyAnswer, ApiKeyList, OneApiKey, OneNewApiKey, Scope } from './api-keys-schemas.ts'
import { Instant, readInstant, Switch } from './user-fields.ts'

const ByKey = Type.Object({ key: Key })
const Expires = Type.Union([Instant, Type.Null()], {
  accepts: 'a time such as 2027-04-10T15:00:00Z, or null for never',
})
const Rights = {
  sha256Only: Type.Optional(Switch),
  onceOnly: Type.Optional(Switch),
  scope: Type.Optional(Scope),
  addresses: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 200,
      accepts: 'a list of IP addresses and networks',
    }),
  ),
}
const NewKey = Type.Object(
  { name: Name(1, 100), expires: Type.Optional(Expires), ...Rights },
  { label: 'API key' },
)
const KeyChange = Type.Object(
  {
    name: Type.Optional(Name(1, 100)),
    expires: Type.Optional(Expires),
    active: Type.Optional(Switch),
    ...Rights,
  },
  { label: 'API key' },
)

/** API keys: list, create, rename, set expiry, deactivate. Owners only, because a key has many rights. */
export function apiKeyRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['API keys']
    const config = { role: 'owner', invalid: 'Invalid API Key Data' } as const

    app.get(
      '/api-keys',
      {
        config,
        schema: contract({ id: 'listApiKeys', tags, summary: 'List API keys', answers: { 200: ApiKeyList } }),
      },
      async (req) => {
        const keys = await listApiKeys(ctx.db, req.publisher.id)
        return { data: keys.map(presentKey), ...OK }
      },
    )

    app.post<{ Body: Static<typeof NewKey> }>(
      '/api-keys',
      {
        config,
        schema: contract({
          id: 'createApiKey',
          tags,
          summary: 'Create an API key',
          body: NewKey,
          answers: { 200: OneNewApiKey },
        }),
      },
      async (req) => {
        const { name, expires = null } = req.body
        const wanted = { name, expiresAt: instantOf(expires), ...rightsOf(req.body) }
        const key = await audited(ctx, req.actor, 'api-key.create', async ({ db, now }) => {
          const created = await createApiKey(db, req.publisher.id, wanted, now())
          return { result: created, subject: subjectOf(created), after: forLog(created) }
        })
        return { data: { ...presentKey(key), secret: key.secret }, ...OK }
      },
    )

    app.put<{ Params: Static<typeof ByKey>; Body: Static<typeof KeyChange> }>(
      '/api-keys/:key',
      {
        config,
        schema: contract({
          id: 'changeApiKey',
          tags,
          summary: 'Rename an API key, let it expire, switch it off',
          params: ByKey,
          body: KeyChange,
          answers: { 200: OneApiKey },
        }),
      },
      async (req) => {
        const { name, active, expires } = req.body
        const given = {
          ...(name !== undefined && { name }),
          ...(active !== undefined && { active }),
          ...(expires !== undefined && { expiresAt: instantOf(expires) }),
          ...rightsOf(req.body),
        }
        const key = await audited(ctx, req.actor, 'api-key.change', async ({ db }) => {
          const { before, after } = await changeApiKey(db, req.publisher.id, req.params.key, given)
          return { result: after, subject: subjectOf(after), before: forLog(before), after: forLog(after) }
        })
        return { data: presentKey(key), ...OK }
      },
    )
    return Promise.resolve()
  }
}

/** Returns the rights in a body. */
function rightsOf({ sha256Only, onceOnly, scope, addresses }: Partial<KeyRights>): Partial<KeyRights> {
  return {
    ...(sha256Only !== undefined && { sha256Only }),
    ...(onceOnly !== undefined && { onceOnly }),
    ...(scope !== undefined && { scope }),
    ...(addresses !== undefined && { addresses: readAddresses(addresses, 'addresses') }),
  }
}

function instantOf(text: string | null): number | null {
  return text === null ? null : readInstant(text, 'expires', 'API key')
}

function subjectOf({ key }: ApiKey) {
  return { kind: 'api-key', id: key }
}

function forLog(key: ApiKey) {
  const { name, active, sha256Only, onceOnly, scope, addresses, expires } = presentKey(key)
  return { name, active, sha256Only, onceOnly, scope, addresses, expires }
}

/** Presents a key without its secret, which is shown only at creation. */
function presentKey(apiKey: ApiKey): ApiKeyAnswer {
  const { key, name, active, sha256Only, onceOnly, scope, addresses, expiresAt, lastUsedAt, created } = apiKey
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    apiKey: key,
    name,
    active,
    sha256Only,
    onceOnly,
    scope,
    addresses,
    expires: time(expiresAt),
    lastUsed: time(lastUsedAt),
    created: new Date(created).toISOString(),
  }
}
