import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database.ts'
import type { DirectoryKind } from '../db/tables/publisher.ts'

const CACHED = 50_000

/** Finds the publisher of an API key, a widget or a public calendar. What belongs to one never moves to another. */
export interface Directory {
  find(kind: DirectoryKind, key: string): Promise<number | undefined>
}

export function openDirectory(db: Db): Directory {
  const known = new LRUCache<string, number>({ max: CACHED })
  return {
    async find(kind, key) {
      const cacheKey = `${kind} ${key}`
      const cached = known.get(cacheKey)
      if (cached !== undefined) return cached
      const found = await findInDirectory(db, kind, key)
      // Only what is there is remembered: a key that is unknown now may be made a moment later.
      if (found !== undefined) known.set(cacheKey, found)
      return found
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

/** The same for what somebody else may have; false then. Of two transactions at once one gets it. */
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
