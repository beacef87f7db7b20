import type { Db } from '../db/database.ts'

/** The id of the only publisher of a service, or how many there are. */
export type Census = number | 'none' | 'several'

/**
 * Returns a function that counts the publishers, sub-accounts too, as far as pages have to know. Publishers are never
 * removed, so it does not ask again once there are several: in a spread database all nodes would have to answer.
 */
export function createCensus(db: Db): () => Promise<Census> {
  let several = false
  return async () => {
    if (several) return 'several'
    const rows = await db.selectFrom('publisher').select('publisher_id').limit(2).execute()
    several = rows.length > 1
    return several ? 'several' : (rows[0]?.publisher_id ?? 'none')
  }
}
