import { isDeepStrictEqual } from 'node:util'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import type { CalendarFields } from './calendar-fields.ts'
import { findCalendar, getCalendar, insertCalendar, updateCalendar } from './calendar-store.ts'
import { readCategoryPaths, shownCategories, UNCATEGORIZED } from './category-path.ts'
import { setCategories } from './category-store.ts'

/** Creates a calendar with categories (comma-separated paths); returns its id. */
export async function createCalendar(
  ctx: OperationContext,
  publisherId: number,
  fields: CalendarFields,
  categories: string,
): Promise<string> {
  const paths = categoryPaths(categories)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const id = newId(revision.at)
    if (!(await insertCalendar(tx, publisherId, id, fields, revision))) throw referenceTaken(fields.reference)
    await setCategories(tx, publisherId, id, paths)
    return id
  })
}

/** Comma-separated paths, or a list of paths as from `shownCategories`. */
type CategoriesInput = string | string[]

/** Changes some fields of a calendar, found by id or reference; returns its id. */
export async function changeCalendar(
  ctx: OperationContext,
  publisherId: number,
  key: string,
  changes: Partial<CalendarFields>,
  categories: CategoriesInput | undefined,
): Promise<string> {
  const paths = categories === undefined ? undefined : categoryPaths(categories)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const calendar = await getCalendar(tx, publisherId, key)
    const reference = changes.reference ?? calendar.reference
    if (reference !== calendar.reference && (await findByReference(tx, publisherId, reference))) {
      throw referenceTaken(reference)
    }
    await updateCalendar(tx, { ...calendar, ...changes }, revision)
    const same = Array.isArray(categories) && isDeepStrictEqual(categories, shownCategories(calendar))
    if (paths && !same) await setCategories(tx, publisherId, calendar.id, paths)
    return calendar.id
  })
}

async function findByReference(...args: Parameters<typeof findCalendar>): Promise<boolean> {
  const found = await findCalendar(...args)
  return found?.reference === args[2]
}

function categoryPaths(input: CategoriesInput): string[] {
  if (Array.isArray(input) && input.length === 1 && input[0] === UNCATEGORIZED) return []
  const separate = !Array.isArray(input) || input.every((path) => !path.includes(','))
  const paths = separate ? readCategoryPaths(String(input)) : undefined
  if (paths) return paths
  throw invalid({
    categories: 'Calendar categories must be paths without empty levels, such as Sports/Football, Men',
  })
}

function referenceTaken(reference: string): AppError {
  return new AppError('conflict', `The calendar with reference [${reference}] already exists`)
}
