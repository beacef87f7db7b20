import type { Db } from '../db/database.ts'
import { byName } from './by-name.ts'
import { categoryKey, withAncestors } from './category-path.ts'
import { listCategories, listCategoryLinks } from './category-store.ts'

/** A category with its numbers of calendars. */
export interface CategoryNode {
  id: string
  path: string
  /** The last level of the path. */
  name: string
  /** 0 at the top. */
  depth: number
  /** Calendars in the category itself. */
  calendars: number
  /** Calendars in it or below it, each counted once. */
  total: number
}

/** The publisher's category tree in depth-first order. */
export async function categoryTree(db: Db, publisherId: number): Promise<CategoryNode[]> {
  const inside = new Map<string, Set<string>>()
  const total = new Map<string, Set<string>>()
  for (const { calendarId, path } of await listCategoryLinks(db, publisherId)) {
    addTo(inside, categoryKey(path), calendarId)
    for (const above of withAncestors(path)) addTo(total, categoryKey(above), calendarId)
  }
  const categories = await listCategories(db, publisherId)
  const nodes = categories.map(({ id, path }) => {
    const levels = path.split('/')
    return {
      id,
      path,
      name: levels.at(-1)!,
      depth: levels.length - 1,
      calendars: inside.get(categoryKey(path))?.size ?? 0,
      total: total.get(categoryKey(path))?.size ?? 0,
    }
  })
  return nodes.sort((a, b) => byLevels(a.path.split('/'), b.path.split('/')))
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}

/** Compares level by level: as whole texts, `Arts and more` would be between `Arts` and `Arts/Opera`. */
function byLevels(a: string[], b: string[]): number {
  for (const [depth, level] of a.entries()) {
    const other = b[depth]
    if (other === undefined) return 1
    const order = byName(level.toLowerCase(), other.toLowerCase())
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** The number of calendars without a category. */
export async function countUncategorized(db: Db, publisherId: number): Promise<number> {
  const { n } = await db
    .selectFrom('calendar as k')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('k.publisher_id', '=', publisherId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('calendar_category as link')
            .select('link.category_id')
            .where('link.publisher_id', '=', publisherId)
            .whereRef('link.calendar_id', '=', 'k.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(n)
}
