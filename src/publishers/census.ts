import type { Db } from '../db/database.ts'
import { listPublisherIds } from './publisher-store.ts'

/** The id of the only publisher of a service, or how many there are. */
export type Census = number | 'none' | 'several'

/**
 * Returns a function that counts the publishers, sub-accounts too, as far as pages have to know. Publishers are never
 * removed, so it does not ask again once there are several.
 */
export function createCensus(db: Db): () => Promise<Census> {
  let several = false
  return async () => {
    if (several) return 'several'
    const ids = await listPublisherIds(db, 2)
    several = ids.length > 1
    return several ? 'several' : (ids[0] ?? 'none')
  }
}
