import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database.ts'
import type { DirectoryKind } from '../db/tables/publisher.ts'

const CACHED = 50_000

/** Finds the publisher of an API key, a widget or a public calendar. Entries never move to another publisher. */
export interface Directory {
  find(kind: DirectoryKind, key: string): Promise<number | undefined>
}

export function openDirectory(db: Db): Directory {
  const cache = new LRUCache<string, number>({ max: CACHED })
  return {
    async find(kind, key) {
      const cacheKey = `${kind} ${key}`
      const publisherId = cache.get(cacheKey) ?? (await findInDirectory(db, kind, key))
      if (publisherId === undefined) return undefined
      // Only existing keys are cached: a key that is missing now may be created a moment later.
      cache.set(cacheKey, publisherId)
      return publisherId
    },
  }
}

export async function findInDirectory(db: Db, kind: DirectoryKind, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('directory')
    .select('publisher_id')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.publisher_id
}

export async function addToDirectory(
  tx: Db,
  kind: DirectoryKind,
  key: string,
  publisherId: number,
): Promise<void> {
  await tx.insertInto('directory').values({ kind, key, publisher_id: publisherId }).execute()
}

/**
 * Like `addToDirectory`, for a key that may exist. Returns false if it does; of two concurrent transactions
 * only one succeeds.
 */
export async function claimInDirectory(
  tx: Db,
  kind: DirectoryKind,
  key: string,
  publisherId: number,
): Promise<boolean> {
  const result = await tx
    .insertInto('directory')
    .values({ kind, key, publisher_id: publisherId })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function removeFromDirectory(tx: Db, kind: DirectoryKind, key: string): Promise<void> {
  await tx.deleteFrom('directory').where('kind', '=', kind).where('key', '=', key).execute()
}
