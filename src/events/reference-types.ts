import { sql } from 'kysely'
import { type Counted, countUpTo } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'

/** Events of one key are counted up to this number. */
const COUNTED = 1000

export interface ReferenceType {
  referenceType: string
  events: Counted
}

/**
 * The keys that public events are grouped by, in byte order, after `after`, each with its number of events.
 */
export async function listReferenceTypes(
  db: Db,
  publisherId: number,
  after: string,
  limit: number,
): Promise<ReferenceType[]> {
  const types: ReferenceType[] = []
  // One query for each key: `group by` would read every event.
  for (let last = after; types.length < limit;) {
    const next = await publicGroups(db, publisherId)
      .select('reference_type')
      .where('reference_type', '>', last)
      .orderBy('reference_type')
      .limit(1)
      .executeTakeFirst()
    if (!next) break
    last = next.reference_type!
    types.push({ referenceType: last, events: await countGroup(db, publisherId, last) })
  }
  return types
}

async function countGroup(db: Db, publisherId: number, referenceType: string, most = COUNTED) {
  const some = publicGroups(db, publisherId).select('id').where('reference_type', '=', referenceType)
  return countUpTo(db, some, most)
}

function publicGroups(db: Db, publisherId: number) {
  return db
    .selectFrom('event')
    .where('publisher_id', '=', publisherId)
    .where('private', '=', sql.lit(0))
    .where('reference_type', 'is not', null)
}
