import type { Db } from '../db/database.ts'

/** Names of the publisher's calendars, drafts too, in the order of the alphabet, up to `most`. */
export async function listCalendarNames(
  db: Db,
  publisherId: number,
  most: number,
): Promise<{ id: string; name: string; draft: boolean }[]> {
  const rows = await db
    .selectFrom('calendar')
    .select(['id', 'name', 'draft'])
    .where('publisher_id', '=', publisherId)
    .limit(most)
    .execute()
  return rows
    .map((row) => ({ ...row, draft: row.draft === 1 }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}
