import type { Db } from '../db/database.ts'
import { findErasedIds } from './erased-store.ts'
import { listSubscribersById } from './subscriber-store.ts'

/** Returns whether nobody has an id: an import may have used a reserved one for somebody else. */
export async function isFreeId(db: Db, publisherId: number, id: string): Promise<boolean> {
  return (await findFreeIds(db, publisherId, [id])).has(id)
}

/** Returns those of some ids that nobody has. */
export async function findFreeIds(db: Db, publisherId: number, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const subscribers = await listSubscribersById(db, publisherId, ids)
  const taken = new Set(subscribers.map(({ id }) => id)).union(await findErasedIds(db, publisherId, ids))
  return new Set(ids).difference(taken)
}
