import type { Db } from '../db/database.ts'

// The folder of series stands above this one; these are the statements about series that single events need.

/** Epoch ms of the last change of a series; null for none. */
export async function seriesModified(
  db: Db,
  publisherId: number,
  seriesId: string | null,
): Promise<number | null> {
  if (seriesId === null) return null
  const row = await db
    .selectFrom('series')
    .select('modified')
    .where('publisher_id', '=', publisherId)
    .where('id', '=', seriesId)
    .executeTakeFirst()
  return row?.modified ?? null
}

/** Has a series no longer leave out a date. */
export async function includeDate(
  tx: Db,
  publisherId: number,
  seriesId: string,
  occurrence: string,
): Promise<void> {
  await tx
    .deleteFrom('series_exclude')
    .where('publisher_id', '=', publisherId)
    .where('series_id', '=', seriesId)
    .where('occurrence', '=', occurrence)
    .execute()
}

/** True if a series leaves out a date. */
export async function isLeftOut(
  db: Db,
  publisherId: number,
  seriesId: string,
  occurrence: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('series_exclude')
    .select('occurrence')
    .where('publisher_id', '=', publisherId)
    .where('series_id', '=', seriesId)
    .where('occurrence', '=', occurrence)
    .executeTakeFirst()
  return row !== undefined
}
