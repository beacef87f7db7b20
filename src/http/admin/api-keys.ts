import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { transact } from '../../db/transact.ts'
import { readAddresses } from '../../publishers/addresses.ts'
import type { ApiKey, KeyRights } from '../../publishers/api-key.ts'
import { listApiKeys } from '../../publishers/api-key-store.ts'
import { changeApiKey, createApiKey } from '../../publishers/save-api-key.ts'
import { Name } from '../../schemas.ts'
import { audit } from '../../users/audit.ts'
import { ERRORS, Key, OK } from '../api/schemas.ts'
import { type ApiKeyAnswer, ApiKeyList, OneApiKey, OneNewApiKey, Scope } from './api-keys-schemas.ts'
import { Instant, readInstant, Switch } from './user-schemas.ts'

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

/** API keys: list, create, rename, let expire, switch off. Only an owner, for a key may do much. */
export function apiKeyRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['API keys']
    const config = { role: 'owner', invalid: 'Invalid API Key Data' } as const

    app.get(
      '/api-keys',
      { config, schema: { tags, summary: 'List API keys', response: { 200: ApiKeyList, ...ERRORS } } },
      async (req) => {
        const keys = await listApiKeys(ctx.db, req.publisher.id)
        return { data: keys.map(presentKey), ...OK }
      },
    )

    app.post<{ Body: Static<typeof NewKey> }>(
      '/api-keys',
      {
        config,
        schema: {
          tags,
          summary: 'Create an API key',
          body: NewKey,
          response: { 200: OneNewApiKey, ...ERRORS },
        },
      },
      async (req) => {
        const { name, expires = null } = req.body
        const wanted = { name, expiresAt: instantOf(expires), ...rightsOf(req.body) }
        const key = await transact(ctx.db, async (tx) => {
          const created = await createApiKey(tx, req.publisher.id, wanted, ctx.now())
          await audit(tx, req.actor, 'api-key.create', subjectOf(created), null, forLog(created))
          return created
        })
        return { data: { ...presentKey(key), secret: key.secret }, ...OK }
      },
    )

    app.put<{ Params: Static<typeof ByKey>; Body: Static<typeof KeyChange> }>(
      '/api-keys/:key',
      {
        config,
        schema: {
          tags,
          summary: 'Rename an API key, let it expire, switch it off',
          params: ByKey,
          body: KeyChange,
          response: { 200: OneApiKey, ...ERRORS },
        },
      },
      async (req) => {
        const { name, active, expires } = req.body
        const given = {
          ...(name !== undefined && { name }),
          ...(active !== undefined && { active }),
          ...(expires !== undefined && { expiresAt: instantOf(expires) }),
          ...rightsOf(req.body),
        }
        const key = await transact(ctx.db, async (tx) => {
          const { before, after } = await changeApiKey(tx, req.publisher.id, req.params.key, given)
          await audit(tx, req.actor, 'api-key.change', subjectOf(after), forLog(before), forLog(after))
          return after
        })
        return { data: presentKey(key), ...OK }
      },
    )
    return Promise.resolve()
  }
}

/** What the body says of them. */
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

/** Without the secret, which is shown once, when it is made. */
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
