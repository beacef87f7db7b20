import type { Static } from 'typebox'
import { checker } from '../check.ts'
import type { AppContext } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { checkCallbackUrl } from './address-guard.ts'
import type { Callback, CallbackFields } from './callback.ts'
import { CallbackInput } from './callback-schema.ts'
import { getCallback, insertCallback, listCallbacks, updateCallback } from './callback-store.ts'
import { ID_NAME, NOTIFICATION_KINDS } from './notification.ts'
import { newSigningSecret } from './sign-webhook.ts'

/** So many are enough for a publisher, and too few to make others' servers suffer. */
const MOST = 20

const check = checker(CallbackInput, 'Callback')

type Given = Partial<CallbackFields>

/** Registers a callback under a new signing secret. */
export async function addCallback(ctx: AppContext, publisherId: number, input: unknown): Promise<Callback> {
  const given = readCallback(ctx, input)
  if (given.url === undefined) throw invalid({ url: 'Callback url is required' })
  const existing = await listCallbacks(ctx.db, publisherId)
  if (existing.length >= MOST) throw new AppError('conflict', `There can be ${MOST} callbacks`)
  requireNewUrl(existing, given.url)
  const now = ctx.now()
  const callback: Callback = {
    id: newId(now),
    publisherId,
    name: given.name ?? '',
    url: given.url,
    kinds: given.kinds ?? [...NOTIFICATION_KINDS],
    active: given.active ?? true,
    encryptionSecret: given.encryptionSecret ?? '',
    idName: given.idName ?? ID_NAME,
    signingSecret: newSigningSecret(),
    created: now,
    modified: now,
  }
  await insertCallback(ctx.db, callback)
  return callback
}

/** Changes what is given of a callback. */
export async function changeCallback(
  ctx: AppContext,
  publisherId: number,
  id: string,
  input: unknown,
): Promise<Callback> {
  const given = readCallback(ctx, input)
  const callback = await getCallback(ctx.db, publisherId, id)
  const others = (await listCallbacks(ctx.db, publisherId)).filter((other) => other.id !== id)
  if (given.url !== undefined) requireNewUrl(others, given.url)
  const changed = { ...callback, ...given, modified: ctx.now() }
  await updateCallback(ctx.db, changed)
  return changed
}

function readCallback(ctx: AppContext, input: unknown): Given {
  const errors = check(input)
  if (errors) throw invalid(errors)
  const { name, url, kinds, active, secret, idName } = input as Static<typeof CallbackInput>
  const given: Given = {}
  if (name !== undefined) given.name = name
  if (kinds !== undefined) given.kinds = NOTIFICATION_KINDS.filter((kind) => kinds.includes(kind))
  if (active !== undefined) given.active = active
  if (secret !== undefined) given.encryptionSecret = secret
  if (idName !== undefined) {
    if (![ID_NAME, ctx.config.idAliases?.body].includes(idName)) {
      throw invalid({ idName: 'Callback idName must be svcId, or the name for bodies in FASTI_ID_ALIASES' })
    }
    given.idName = idName
  }
  if (url !== undefined) {
    const checked = checkCallbackUrl(url, { allowPrivate: ctx.config.webhooks.allowPrivate })
    if (!('url' in checked)) throw invalid({ url: `Callback url ${checked.reason}` })
    given.url = checked.url
  }
  return given
}

function requireNewUrl(callbacks: Callback[], url: string): void {
  if (!callbacks.some((callback) => callback.url === url)) return
  throw new AppError('conflict', 'There is a callback with this URL already')
}
