/** Maximum characters of a path. */
export const MAX_CATEGORY_PATH = 255
/** The category that calendars without one are shown in. */
export const UNCATEGORIZED = 'Uncategorized'

/**
 * Parses a comma-separated list of category paths such as `Sports/Football, Men`, and trims their levels.
 * Returns undefined if a level is empty or a path too long. Removes repeated paths, in any letter case.
 */
export function readCategoryPaths(text: string): string[] | undefined {
  const paths = new Map<string, string>()
  for (const item of text.split(',')) {
    const levels = item.split('/').map((level) => level.trim())
    const path = levels.join('/')
    if (levels.includes('') || path.length > MAX_CATEGORY_PATH) return undefined
    if (!paths.has(categoryKey(path))) paths.set(categoryKey(path), path)
  }
  return [...paths.values()]
}

/** The category paths in a calendar's record: at least one. */
export function shownCategories({ categories }: { categories: { path: string }[] }): string[] {
  return categories.length > 0 ? categories.map(({ path }) => path) : [UNCATEGORIZED]
}

/** Parses one path and trims its levels; undefined if it is invalid. */
export function readCategoryPath(text: string): string | undefined {
  const paths = text.includes(',') ? undefined : readCategoryPaths(text)
  return paths?.[0]
}

/** A path and its ancestors: `A`, `A/B` and `A/B/C` for `A/B/C`. */
export function withAncestors(path: string): string[] {
  const levels = path.split('/')
  return levels.map((_, depth) => levels.slice(0, depth + 1).join('/'))
}

/** Equal for paths of the same category. */
export function categoryKey(path: string): string {
  return path.toLowerCase()
}

/** True if a path is `category` or below it. */
export function isInCategory(path: string, category: string): boolean {
  const [key, above] = [
    categoryKey(path),
    categoryKey(
      category
        .split('/')
        .map((level) => level.trim())
        .join('/'),
    ),
  ]
  return key === above || key.startsWith(`${above}/`)
}
