import { type Static, Type } from 'typebox'
import { checker } from '../check.ts'
import { AppError, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { checkCallbackUrl } from '../net/address-guard.ts'
import type { ConfiguredContext } from '../operation.ts'
import { Text } from '../schemas.ts'
import type { Callback, CallbackFields } from './callback.ts'
import { getCallback, insertCallback, listCallbacks, updateCallback } from './callback-store.ts'
import { DEFAULT_KINDS, ID_NAME, NOTIFICATION_KINDS } from './kinds.ts'
import { newSigningSecret } from './sign-webhook.ts'

/** The most callbacks of a publisher: too few to harm the servers of others. */
const MOST = 20

export const CallbackInput = Type.Object({
  name: Type.Optional(Text(0, 100)),
  url: Type.Optional(Type.String({ accepts: 'an http or https address' })),
  kinds: Type.Optional(
    Type.Array(Type.Enum(NOTIFICATION_KINDS), {
      minItems: 1,
      maxItems: NOTIFICATION_KINDS.length,
      accepts: `a list of ${NOTIFICATION_KINDS.join(', ')}`,
      description: `A new callback without it has ${DEFAULT_KINDS.join(', ')}.`,
    }),
  ),
  active: Type.Optional(Type.Boolean({ accepts: 'true or false' })),
  secret: Type.Optional(
    Type.String({
      maxLength: 255,
      accepts: 'a text of at most 255 characters',
      description: 'Encrypts the bodies; empty: they are sent plain.',
    }),
  ),
  idName: Type.Optional(
    Type.String({
      maxLength: 40,
      accepts: 'svcId, or the name for bodies in FASTI_ID_ALIASES',
      description: 'The name of `svcId` in the bodies.',
    }),
  ),
})

const check = checker(CallbackInput, 'Callback')

/** Registers a callback with a new signing secret. */
export async function addCallback(
  ctx: ConfiguredContext,
  publisherId: number,
  input: unknown,
): Promise<Callback> {
  const fields = readCallback(ctx, input)
  if (fields.url === undefined) throw invalid({ url: 'Callback url is required' })
  const existing = await listCallbacks(ctx.db, publisherId)
  if (existing.length >= MOST)
    throw new AppError('conflict', `There can be ${MOST} callbacks`, { kind: 'most_reached' })
  requireNewUrl(existing, fields.url)
  const now = ctx.now()
  const callback: Callback = {
    id: newId(now),
    publisherId,
    name: fields.name ?? '',
    url: fields.url,
    kinds: fields.kinds ?? [...DEFAULT_KINDS],
    active: fields.active ?? true,
    encryptionSecret: fields.encryptionSecret ?? '',
    idName: fields.idName ?? ID_NAME,
    signingSecret: newSigningSecret(),
    created: now,
    modified: now,
  }
  await insertCallback(ctx.db, callback)
  return callback
}

/** Changes the fields of a callback that `input` has. */
export async function changeCallback(
  ctx: ConfiguredContext,
  publisherId: number,
  id: string,
  input: unknown,
): Promise<Callback> {
  const fields = readCallback(ctx, input)
  const callback = await getCallback(ctx.db, publisherId, id)
  const others = (await listCallbacks(ctx.db, publisherId)).filter((other) => other.id !== id)
  if (fields.url !== undefined) requireNewUrl(others, fields.url)
  const changed = { ...callback, ...fields, modified: ctx.now() }
  await updateCallback(ctx.db, changed)
  return changed
}

function readCallback(ctx: ConfiguredContext, input: unknown): Partial<CallbackFields> {
  const errors = check(input)
  if (errors) throw invalid(errors)
  const { name, url, kinds, active, secret, idName } = input as Static<typeof CallbackInput>
  const fields: Partial<CallbackFields> = {}
  if (name !== undefined) fields.name = name
  if (kinds !== undefined) fields.kinds = NOTIFICATION_KINDS.filter((kind) => kinds.includes(kind))
  if (active !== undefined) fields.active = active
  if (secret !== undefined) fields.encryptionSecret = secret
  if (idName !== undefined) {
    if (![ID_NAME, ctx.config.idAliases?.body].includes(idName)) {
      throw invalid({ idName: 'Callback idName must be svcId, or the name for bodies in FASTI_ID_ALIASES' })
    }
    fields.idName = idName
  }
  if (url !== undefined) {
    const checked = checkCallbackUrl(url, { allowPrivate: ctx.config.webhooks.allowPrivate })
    if (!('url' in checked)) throw invalid({ url: `Callback url ${checked.reason}` }, checked.kind)
    fields.url = checked.url
  }
  return fields
}

function requireNewUrl(callbacks: Callback[], url: string): void {
  if (!callbacks.some((callback) => callback.url === url)) return
  throw new AppError('conflict', 'There is a callback with this URL already', { kind: 'address_taken' })
}
