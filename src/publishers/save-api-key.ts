import type { Db } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { type ApiKey, newKeyPair } from './api-key.ts'
import { findApiKey, insertApiKey, listApiKeys, updateApiKey } from './api-key-store.ts'

const MOST = 100

type Changeable = Pick<ApiKey, 'name' | 'active' | 'sha256Only' | 'expiresAt'>

/** A new key with a secret of its own, good at once. */
export async function createApiKey(
  tx: Db,
  publisherId: number,
  wanted: Omit<Changeable, 'active'>,
  now: number,
): Promise<ApiKey> {
  if ((await listApiKeys(tx, publisherId)).length >= MOST)
    throw new AppError('conflict', `There can be ${MOST} API keys`)
  const key = { publisherId, ...newKeyPair(), ...wanted, active: true, lastUsedAt: null, created: now }
  await insertApiKey(tx, key)
  return key
}

/** Changes what is given of a key; tells how it was and how it is. */
export async function changeApiKey(tx: Db, publisherId: number, key: string, given: Partial<Changeable>) {
  const before = await findApiKey(tx, publisherId, key)
  if (!before) throw notFound('API key', key)
  const after: ApiKey = { ...before, ...given }
  await updateApiKey(tx, after)
  return { before, after }
}
