import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type FieldErrors, invalid, notFound } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import type { Category } from './calendar.ts'
import { touchCalendars } from './calendar-store.ts'
import { categoryKey, isInCategory, MAX_CATEGORY_PATH, readCategoryPath } from './category-path.ts'
import {
  copyCategoryLinks,
  deleteCategories,
  ensureCategories,
  listCalendarIdsIn,
  listCategories,
  updateCategoryPath,
} from './category-store.ts'

/** The result of a change of the category tree. */
export interface CategoryChange {
  before: Category
  /** The path after the change. */
  path: string
  /** The number of affected calendars. */
  calendars: number
}

/**
 * Moves a category, with all categories below it, to another path. If the path is already a category, the two
 * are merged.
 */
export async function moveCategory(
  ctx: OperationContext,
  publisherId: number,
  id: string,
  path: string,
): Promise<CategoryChange> {
  const wanted = readCategoryPath(path)
  if (wanted === undefined) throw noPath('must be one path without empty levels, such as Sports/Football')
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const all = await listCategories(tx, publisherId)
    const before = getCategory(all, id)
    const moved = withBelow(all, before)
    if (categoryKey(wanted) !== categoryKey(before.path) && isInCategory(wanted, before.path))
      throw noPath('must not be below the category itself')
    const calendars = await listCalendarIdsIn(
      tx,
      publisherId,
      moved.map((category) => category.id),
    )
    await moveAll(tx, publisherId, all, moved, before, wanted)
    await touchCalendars(tx, publisherId, calendars, revision)
    return { before, path: wanted, calendars: calendars.length }
  })
}

/** Deletes a category and those below it, but not their calendars. */
export async function deleteCategory(
  ctx: OperationContext,
  publisherId: number,
  id: string,
): Promise<CategoryChange> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const all = await listCategories(tx, publisherId)
    const before = getCategory(all, id)
    const deletedIds = withBelow(all, before).map((category) => category.id)
    const calendars = await listCalendarIdsIn(tx, publisherId, deletedIds)
    await deleteCategories(tx, publisherId, deletedIds)
    await touchCalendars(tx, publisherId, calendars, revision)
    return { before, path: before.path, calendars: calendars.length }
  })
}

/** Moves from the top down, so that a path is free before a category below moves there. */
async function moveAll(
  tx: Db,
  publisherId: number,
  all: Category[],
  moved: Category[],
  root: Category,
  path: string,
): Promise<void> {
  const rootLevels = root.path.split('/').length
  const byKey = new Map(all.map((category) => [categoryKey(category.path), category]))
  const above = path.split('/').slice(0, -1).join('/')
  if (above !== '') await ensureCategories(tx, publisherId, [above])
  for (const category of moved.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const target = [path, ...category.path.split('/').slice(rootLevels)].join('/')
    if (target.length > MAX_CATEGORY_PATH)
      throw noPath(`must keep what is below it within ${MAX_CATEGORY_PATH} characters`)
    const there = byKey.get(categoryKey(target))
    byKey.delete(categoryKey(category.path))
    if (there && there.id !== category.id) {
      await copyCategoryLinks(tx, publisherId, category.id, there.id)
      await deleteCategories(tx, publisherId, [category.id])
    } else {
      await updateCategoryPath(tx, publisherId, category.id, target)
      byKey.set(categoryKey(target), { ...category, path: target })
    }
  }
}

function getCategory(all: Category[], id: string): Category {
  const category = all.find((candidate) => candidate.id === id)
  if (!category) throw notFound('Category', id)
  return category
}

function withBelow(all: Category[], { path }: Category): Category[] {
  return all.filter((category) => isInCategory(category.path, path))
}

function depthOf({ path }: Category): number {
  return path.split('/').length
}

function noPath(what: string) {
  const errors: FieldErrors = { path: `Category path ${what}` }
  return invalid(errors)
}
