import type { Db } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { type ApiKey, type KeyRights, newKeyPair, ORDINARY_KEY } from './api-key.ts'
import { findApiKey, insertApiKey, listApiKeys, updateApiKey } from './api-key-store.ts'

const MOST = 100

type Changeable = Pick<ApiKey, 'name' | 'active' | 'expiresAt'> & KeyRights

/** A new key with a secret of its own, good at once. */
export async function createApiKey(
  tx: Db,
  publisherId: number,
  wanted: Pick<ApiKey, 'name' | 'expiresAt'> & Partial<KeyRights>,
  now: number,
): Promise<ApiKey> {
  if ((await listApiKeys(tx, publisherId)).length >= MOST)
    throw new AppError('conflict', `There can be ${MOST} API keys`)
  const key = {
    ...ORDINARY_KEY,
    ...{ publisherId, ...newKeyPair(), ...wanted, active: true, lastUsedAt: null, created: now },
  }
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
