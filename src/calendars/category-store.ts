import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { newId } from '../ids.ts'
import { categoryKey, withAncestors } from './category-path.ts'

/** Puts a calendar into exactly these categories; those and the levels above them are created where missing. */
export async function setCategories(
  tx: Db,
  publisherId: number,
  calendarId: string,
  paths: string[],
): Promise<void> {
  await tx
    .deleteFrom('calendar_category')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .execute()
  const ids = await ensureCategories(tx, publisherId, paths)
  await tx
    .insertInto('calendar_category')
    .values(
      paths.map((path, position) => ({
        publisher_id: publisherId,
        calendar_id: calendarId,
        category_id: ids.get(categoryKey(path))!,
        position,
      })),
    )
    .execute()
}

/** The id of each path and its ancestors, by key. */
async function ensureCategories(tx: Db, publisherId: number, paths: string[]): Promise<Map<string, string>> {
  const wanted = new Map(paths.flatMap(withAncestors).map((path) => [categoryKey(path), path]))
  await tx
    .insertInto('category')
    .values(
      [...wanted].map(([key, path]) => ({ publisher_id: publisherId, id: newId(), path, path_key: key })),
    )
    .onConflict((conflict) => conflict.columns(['publisher_id', 'path_key']).doNothing())
    .execute()
  const rows = await tx
    .selectFrom('category')
    .select(['id', 'path_key'])
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'path_key', [...wanted.keys()]))
    .execute()
  return new Map(rows.map((row) => [row.path_key, row.id]))
}
