const MAX_LENGTH = 255

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
    if (levels.includes('') || path.length > MAX_LENGTH) return undefined
    if (!paths.has(categoryKey(path))) paths.set(categoryKey(path), path)
  }
  return [...paths.values()]
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
