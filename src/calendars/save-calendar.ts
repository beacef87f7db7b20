import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { slugOf } from '../slug.ts'
import type { CalendarFields } from './calendar-fields.ts'
import {
  findCalendar,
  getCalendar,
  insertCalendar,
  listReferences,
  updateCalendar,
} from './calendar-store.ts'
import { readCategoryPaths, shownCategories, UNCATEGORIZED } from './category-path.ts'
import { setCategories } from './category-store.ts'

/** Shorter than a reference may be, since people type references. */
const MAX_MADE_REFERENCE = 60

/**
 * Creates a calendar with categories (comma-separated paths, or a list); returns its id. Without a reference it gets one
 * that is made from its name.
 */
export async function createCalendar(
  ctx: OperationContext,
  publisherId: number,
  fields: CalendarFields,
  categories: CategoriesInput,
): Promise<string> {
  const paths = categoryPaths(categories)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const id = newId(revision.at)
    const reference = fields.reference || (await freeReference(tx, publisherId, fields.name))
    if (!(await insertCalendar(tx, publisherId, id, { ...fields, reference }, revision)))
      throw referenceTaken(reference)
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
    // An empty one asks for no other.
    const reference = changes.reference || calendar.reference
    if (reference !== calendar.reference && (await findByReference(tx, publisherId, reference))) {
      throw referenceTaken(reference)
    }
    await updateCalendar(tx, { ...calendar, ...changes, reference }, revision)
    const same = Array.isArray(categories) && isDeepStrictEqual(categories, shownCategories(calendar))
    if (paths && !same) await setCategories(tx, publisherId, calendar.id, paths)
    return calendar.id
  })
}

/** The words of a name, with a number if another calendar has them: `first-team-2`. */
async function freeReference(tx: Db, publisherId: number, name: string): Promise<string> {
  const words = slugOf(name, MAX_MADE_REFERENCE) || 'calendar'
  const taken = new Set(await listReferences(tx, publisherId, words))
  if (!taken.has(words)) return words
  let number = 2
  while (taken.has(`${words}-${number}`)) number += 1
  return `${words}-${number}`
}

async function findByReference(...args: Parameters<typeof findCalendar>): Promise<boolean> {
  const found = await findCalendar(...args)
  return found?.reference === args[2]
}

/** True for what `shownCategories` returns for a calendar without one. */
function isUncategorized(paths: string[]): boolean {
  return paths.length === 1 && paths[0] === UNCATEGORIZED
}

function categoryPaths(input: CategoriesInput): string[] {
  if (Array.isArray(input) && (input.length === 0 || isUncategorized(input))) return []
  const separate = !Array.isArray(input) || input.every((path) => !path.includes(','))
  const paths = separate ? readCategoryPaths(String(input)) : undefined
  if (paths) return paths
  throw invalid({
    categories: 'Calendar categories must be paths without empty levels, such as Sports/Football, Men',
  })
}

function referenceTaken(reference: string): AppError {
  return new AppError('conflict', `The calendar with reference [${reference}] already exists`, {
    kind: 'reference_taken',
  })
}
