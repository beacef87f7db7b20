import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { ApiKey } from './api-key.ts'
import { lastValue, MAX_CLOCK_SKEW, type SignatureForm, type SignedRequest } from './signature.ts'

const NONCE = /^[\w.~-]{8,64}$/
/** A request is good for so long at most: a clock may be as far ahead as another is behind. */
export const NONCE_KEPT_MS = 3 * MAX_CLOCK_SKEW * 1000
const SLICE = 2000

/**
 * Refuses a request that was sent before, where it says when it was made: `timestamp` (unix seconds; in the
 * SHA-256 form `apiTime` serves too) and `nonce`, both signed like any parameter. A nonce is good once for a key, over
 * all processes. Without both nothing is asked, unless the key wants them. To be called once the signature is
 * known to be right, or strangers could use nonces up.
 */
export async function requireFirstTime(
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
  if (!(await takeNonce(db, key, nonce, now)))
    throw new AppError('forbidden', 'API request was sent before: its nonce is used')
}

/** Unix seconds; what is no number is far away. */
function isNear(time: string | undefined, now: number): boolean {
  return /^\d{1,12}$/.test(time ?? '') && Math.abs(now / 1000 - Number(time)) <= MAX_CLOCK_SKEW
}

/** False when it was taken before. Of two requests at once one gets it. */
async function takeNonce(db: Db, { publisherId, key }: ApiKey, nonce: string, now: number): Promise<boolean> {
  const result = await db
    .insertInto('used_nonce')
    .values({ publisher_id: publisherId, api_key: key, nonce, used_at: now })
    .onConflict((conflict) => conflict.columns(['publisher_id', 'api_key', 'nonce']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Forgets nonces that are too old to be sent again: a slice of them, the oldest. True while there are more. */
export async function deleteOldNonces(db: Db, before: number): Promise<boolean> {
  const beyond = await db
    .selectFrom('used_nonce')
    .select('used_at')
    .where('used_at', '<', before)
    .orderBy('used_at')
    .offset(SLICE)
    .limit(1)
    .executeTakeFirst()
  const until = beyond ? beyond.used_at + 1 : before
  await db.deleteFrom('used_nonce').where('used_at', '<', until).execute()
  return beyond !== undefined
}
