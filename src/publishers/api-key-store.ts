import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ApiKeyTable } from '../db/tables/publisher.ts'
import { sealerOf } from '../seal/sealer.ts'
import type { ApiKey, KeyScope } from './api-key.ts'
import { addToDirectory } from './directory.ts'

export async function findApiKey(db: Db, publisherId: number, key: string): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_key')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toApiKey(db, row)
}

export async function listApiKeys(db: Db, publisherId: number): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .orderBy('created')
    .execute()
  return rows.map((row) => toApiKey(db, row))
}

export async function insertApiKey(tx: Db, key: ApiKey): Promise<void> {
  await addToDirectory(tx, 'api-key', key.key, key.publisherId)
  await tx
    .insertInto('api_key')
    .values({
      publisher_id: key.publisherId,
      key: key.key,
      secret: sealerOf(tx).seal(placeOf(key.publisherId, key.key), key.secret),
      ...toColumns(key),
      last_used_at: key.lastUsedAt,
      created: key.created,
    })
    .execute()
}

/** Stores the changeable fields of a key. */
export async function updateApiKey(tx: Db, key: ApiKey): Promise<void> {
  await tx
    .updateTable('api_key')
    .set(toColumns(key))
    .where('publisher_id', '=', key.publisherId)
    .where('key', '=', key.key)
    .execute()
}

/** Activates or deactivates a key. Returns false if the publisher has no such key. */
export async function setApiKeyActive(
  db: Db,
  publisherId: number,
  key: string,
  active: boolean,
): Promise<boolean> {
  const result = await db
    .updateTable('api_key')
    .set({ active: active ? 1 : 0 })
    .where('publisher_id', '=', publisherId)
    .where('key', '=', key)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function updateLastUsed(db: Db, publisherId: number, key: string, at: number): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: at })
    .where('publisher_id', '=', publisherId)
    .where('key', '=', key)
    .execute()
}

function placeOf(publisherId: number, key: string) {
  return ['api_key.secret', publisherId, key]
}

function toColumns(key: ApiKey) {
  return {
    name: key.name,
    active: key.active ? (1 as const) : (0 as const),
    sha256_only: key.sha256Only ? (1 as const) : (0 as const),
    once_only: key.onceOnly ? (1 as const) : (0 as const),
    scope: key.scope,
    addresses: JSON.stringify(key.addresses),
    expires_at: key.expiresAt,
  }
}

function toApiKey(db: Db, row: Selectable<ApiKeyTable>): ApiKey {
  return {
    publisherId: row.publisher_id,
    key: row.key,
    secret: sealerOf(db).open(placeOf(row.publisher_id, row.key), row.secret),
    name: row.name,
    active: row.active === 1,
    sha256Only: row.sha256_only === 1,
    onceOnly: row.once_only === 1,
    scope: row.scope as KeyScope,
    addresses: JSON.parse(row.addresses) as string[],
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    created: row.created,
  }
}
