import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { newId } from '../ids.ts'
import type { Category } from './calendar.ts'
import { categoryKey, withAncestors } from './category-path.ts'

/** Sets a calendar's categories. Creates missing ones and their ancestors. */
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
  if (paths.length === 0) return
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

/** Creates missing categories of these paths and their ancestors; returns all their ids by category key. */
export async function ensureCategories(
  tx: Db,
  publisherId: number,
  paths: string[],
): Promise<Map<string, string>> {
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

/** Pairs of calendar id and category path. */
export async function listCategoryLinks(
  db: Db,
  publisherId: number,
): Promise<{ calendarId: string; path: string }[]> {
  const rows = await db
    .selectFrom('calendar_category as link')
    .innerJoin('category', (join) =>
      join
        .onRef('category.publisher_id', '=', 'link.publisher_id')
        .onRef('category.id', '=', 'link.category_id'),
    )
    .select(['link.calendar_id', 'category.path'])
    .where('link.publisher_id', '=', publisherId)
    .execute()
  return rows.map((row) => ({ calendarId: row.calendar_id, path: row.path }))
}

/** All categories of a publisher, in any order. */
export async function listCategories(db: Db, publisherId: number): Promise<Category[]> {
  return db.selectFrom('category').select(['id', 'path']).where('publisher_id', '=', publisherId).execute()
}

/** Ids of calendars that are in at least one of these categories. */
export async function listCalendarIdsIn(
  db: Db,
  publisherId: number,
  categoryIds: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('calendar_category')
    .select('calendar_id')
    .distinct()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'category_id', categoryIds))
    .execute()
  return rows.map((row) => row.calendar_id)
}

/** Changes the path of a category. No other category may have it. */
export async function updateCategoryPath(
  tx: Db,
  publisherId: number,
  id: string,
  path: string,
): Promise<void> {
  await tx
    .updateTable('category')
    .set({ path, path_key: categoryKey(path) })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/** Adds the calendars of one category to another. */
export async function copyCategoryLinks(
  tx: Db,
  publisherId: number,
  fromId: string,
  toId: string,
): Promise<void> {
  const links = await tx
    .selectFrom('calendar_category')
    .select(['calendar_id', 'position'])
    .where('publisher_id', '=', publisherId)
    .where('category_id', '=', fromId)
    .execute()
  for (const { calendar_id, position } of links)
    await tx
      .insertInto('calendar_category')
      .values({ publisher_id: publisherId, calendar_id, category_id: toId, position })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Deletes categories, but not their calendars. */
export async function deleteCategories(tx: Db, publisherId: number, ids: string[]): Promise<void> {
  await tx
    .deleteFrom('category')
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'id', ids))
    .execute()
}
