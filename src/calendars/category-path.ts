/** Characters of a path. */
export const MAX_CATEGORY_PATH = 255
/** Where calendars are that have no category. */
export const UNCATEGORIZED = 'Uncategorized'

/**
 * Reads a comma-separated list of category paths, `Sports/Football, Men`, into one path each with its levels
 * trimmed; undefined when a level is empty or a path too long. Repeated paths count once; case does not tell
 * paths apart.
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

/** The paths of a calendar as its record shows them: never none. */
export function shownCategories({ categories }: { categories: { path: string }[] }): string[] {
  return categories.length > 0 ? categories.map(({ path }) => path) : [UNCATEGORIZED]
}

/** Reads one path, levels trimmed; undefined when it is none. */
export function readCategoryPath(text: string): string | undefined {
  const paths = text.includes(',') ? undefined : readCategoryPaths(text)
  return paths?.[0]
}

/** A path and all above it: `A/B/C` gives `A`, `A/B`, `A/B/C`. */
export function withAncestors(path: string): string[] {
  const levels = path.split('/')
  return levels.map((_, depth) => levels.slice(0, depth + 1).join('/'))
}

/** What tells two paths apart. */
export function categoryKey(path: string): string {
  return path.toLowerCase()
}

/** Whether a path is a category or below it. */
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
