/** Characters that separate tags in one cell. */
const SEPARATOR = /[,;|]/

/** Writes tags into one cell. A tag that holds a separator or a quote stands in quotes, its own quotes doubled. */
export function joinTags(tags: string[]): string {
  return tags.map((tag) => (/[,;|"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join('; ')
}

/** Reads tags from one cell: separated by commas, semicolons or bars, those in quotes as `joinTags` writes them. */
export function splitTags(cell: string): string[] {
  const tags: string[] = []
  for (let rest = cell.trim(); rest !== '';) {
    const quoted = /^"((?:[^"]|"")*)"\s*(?:[,;|]|$)/.exec(rest)
    const end = quoted ? quoted[0].length : rest.search(SEPARATOR)
    const tag = quoted ? quoted[1]!.replaceAll('""', '"') : end === -1 ? rest : rest.slice(0, end)
    if (tag.trim()) tags.push(tag.trim())
    rest = end === -1 ? '' : rest.slice(quoted ? end : end + 1).trim()
  }
  return tags
}
