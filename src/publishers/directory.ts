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
      const row = await db
        .selectFrom('directory')
        .select('publisher_id')
        .where('kind', '=', kind)
        .where('key', '=', key)
        .executeTakeFirst()
      // Only what is there is remembered: a key that is unknown now may be made a moment later.
      if (row) known.set(cacheKey, row.publisher_id)
      return row?.publisher_id
    },
  }
}

export async function addToDirectory(
  tx: Db,
  kind: DirectoryKind,
  key: string,
  publisherId: number,
): Promise<void> {
  await tx.insertInto('directory').values({ kind, key, publisher_id: publisherId }).execute()
}

export async function removeFromDirectory(tx: Db, kind: DirectoryKind, key: string): Promise<void> {
  await tx.deleteFrom('directory').where('kind', '=', kind).where('key', '=', key).execute()
}
