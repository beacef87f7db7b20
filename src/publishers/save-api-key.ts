import type { Db } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { type ApiKey, type KeyRights, newKeyPair, ORDINARY_KEY } from './api-key.ts'
import { findApiKey, insertApiKey, listApiKeys, updateApiKey } from './api-key-store.ts'

const MOST = 100

type Changeable = Pick<ApiKey, 'name' | 'active' | 'expiresAt'> & KeyRights

/** Creates an active key with a random secret. */
export async function createApiKey(
  tx: Db,
  publisherId: number,
  fields: Pick<ApiKey, 'name' | 'expiresAt'> & Partial<KeyRights>,
  now: number,
): Promise<ApiKey> {
  if ((await listApiKeys(tx, publisherId)).length >= MOST)
    throw new AppError('conflict', `There can be ${MOST} API keys`, { kind: 'most_reached' })
  const key = {
    ...ORDINARY_KEY,
    ...{ publisherId, ...newKeyPair(), ...fields, active: true, lastUsedAt: null, created: now },
  }
  await insertApiKey(tx, key)
  return key
}

/** Changes the given fields of a key. Returns it before and after. */
export async function changeApiKey(tx: Db, publisherId: number, key: string, fields: Partial<Changeable>) {
  const before = await findApiKey(tx, publisherId, key)
  if (!before) throw notFound('API key', key)
  const after: ApiKey = { ...before, ...fields }
  await updateApiKey(tx, after)
  return { before, after }
}
