import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { ApiKey } from '../publishers/api-key.ts'
import { lastValue, MAX_CLOCK_SKEW, type SignatureForm, type SignedRequest } from './signature.ts'

const NONCE = /^[\w.~-]{8,64}$/
/**
 * Longer than a request can stay valid: the clocks of sender and receiver may be off in opposite directions.
 */
export const NONCE_KEPT_MS = 3 * MAX_CLOCK_SKEW * 1000
const SLICE = 2000

/**
 * Refuses a request that was sent before. Clients opt in with the signed parameters `timestamp` (unix
 * seconds; with SHA-256 `apiTime` serves as well) and `nonce`; a key can require both. Each nonce is accepted
 * once per key, across all processes. Call it only after the signature is verified: otherwise strangers could
 * use up nonces.
 */
export async function requireUnusedNonce(
  db: Db,
  key: ApiKey,
  query: SignedRequest['query'],
  form: SignatureForm,
  now: number,
): Promise<void> {
  const nonce = lastValue(query, 'nonce')
  const stamped = lastValue(query, 'timestamp')
  if (key.onceOnly && nonce === undefined)
    throw new AppError('forbidden', 'The API Key accepts only requests with timestamp and nonce')
  if (nonce === undefined && stamped === undefined) return
  const time = stamped ?? (form === 'sha256' ? lastValue(query, 'apiTime') : undefined)
  if (!isNear(time, now))
    throw new AppError('forbidden', `API request timestamp is more than ${MAX_CLOCK_SKEW} seconds off`)
  if (nonce === undefined) return
  if (!NONCE.test(nonce))
    throw new AppError('forbidden', 'API request nonce must be 8 to 64 letters, digits or -._~')
  if (!(await takeNonce(db, key.publisherId, key.key, nonce, now)))
    throw new AppError('forbidden', 'API request was sent before: its nonce is used')
}

/** Returns whether `time` is a number of unix seconds within the allowed clock skew. */
function isNear(time: string | undefined, now: number): boolean {
  return /^\d{1,12}$/.test(time ?? '') && Math.abs(now / 1000 - Number(time)) <= MAX_CLOCK_SKEW
}

/**
 * Returns false if the nonce was used before in this space, such as an API key. Of two concurrent requests only
 * one gets it. It is remembered for `NONCE_KEPT_MS`.
 */
export async function takeNonce(
  db: Db,
  publisherId: number,
  space: string,
  nonce: string,
  now: number,
): Promise<boolean> {
  const result = await db
    .insertInto('used_nonce')
    .values({ publisher_id: publisherId, api_key: space, nonce, used_at: now })
    .onConflict((conflict) => conflict.columns(['publisher_id', 'api_key', 'nonce']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Returns whether the nonce was used in this space. */
export async function isUsedNonce(
  db: Db,
  publisherId: number,
  space: string,
  nonce: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('used_nonce')
    .select('nonce')
    .where('publisher_id', '=', publisherId)
    .where('api_key', '=', space)
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes one slice of nonces used before `before` (epoch ms), oldest first: of one publisher, or of all. Returns true
 * while there are more.
 */
export async function deleteOldNonces(db: Db, before: number, publisherId?: number): Promise<boolean> {
  const beyond = await db
    .selectFrom('used_nonce')
    .select('used_at')
    .where('used_at', '<', before)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .orderBy('used_at')
    .offset(SLICE)
    .limit(1)
    .executeTakeFirst()
  const until = beyond ? beyond.used_at + 1 : before
  await db
    .deleteFrom('used_nonce')
    .where('used_at', '<', until)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .execute()
  return beyond !== undefined
}
