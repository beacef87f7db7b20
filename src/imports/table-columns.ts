/**
 * The fields that a column can have, by their API names, with the spellings of their headings as keys. Not
 * imported here: threads read tables, and the fields bring the schemas with them, which take several times as
 * long to load as the reader itself.
 */
export type TableFields = ReadonlyMap<string, string>

/** A unique key for each column: its title, with a number if the title is empty or repeated. */
export function columnKeys(header: string[]): string[] {
  const seen = new Map<string, number>()
  return header.map((title, index) => {
    const name = title || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/**
 * The field of each column by its API name; undefined for an unknown heading and for a second column of a
 * field. `chosen`: fields by column key, empty for none; for the other columns the heading decides. `byCells`
 * corrects the field of a heading by the cells below it.
 */
export function readColumns(
  fields: TableFields,
  header: string[],
  chosen: Record<string, string> = {},
  byCells: (field: string, index: number) => string | undefined = (field) => field,
): (string | undefined)[] {
  const keys = columnKeys(header)
  const choice = (index: number) => (Object.hasOwn(chosen, keys[index]!) ? chosen[keys[index]!] : undefined)
  const seen = new Set<string>()
  const once = (field: string | undefined) => {
    if (!field || seen.has(field)) return undefined
    seen.add(field)
    return field
  }
  // Choices come before headings, even of columns further left.
  const picked = header.map((_, index) => once(isField(fields, choice(index)) ? choice(index) : undefined))
  return header.map((title, index) => {
    if (choice(index) !== undefined) return picked[index]
    const field = fieldOfHeading(fields, title)
    return once(field && byCells(field, index))
  })
}

/** The field of a heading, also of one with a remark in brackets or a second language; undefined if unknown. */
export function fieldOfHeading(fields: TableFields, title: string): string | undefined {
  const exact = fields.get(spellingOf(title)) ?? quickLinkField(title)
  if (exact || title.length > 60) return exact
  const parts = title.split(/[/|\n]/)
  return [title, ...(parts.length > 1 ? parts : [])]
    .map((part) => fields.get(looseSpelling(part)))
    .find((field) => field !== undefined)
}

/** True for the API name of a field that a column can have. */
export function isField(fields: TableFields, field: string | undefined): boolean {
  return field !== undefined && (fields.get(spellingOf(field)) === field || quickLinkField(field) === field)
}

function quickLinkField(title: string): string | undefined {
  const [, position, part] = /^quicklink\[(\d{1,2})\]\[(name|url)\]$/.exec(spellingOf(title)) ?? []
  return position && `quickLink[${Number(position)}][${part}]`
}

/** A title in lower case, without spaces and dashes. */
export function spellingOf(title: string): string {
  return title.toLowerCase().replace(/[\s_-]+/g, '')
}

/** A title as above, also without dots, signs and what stands in brackets. */
export function looseSpelling(title: string): string {
  return spellingOf(title.normalize('NFKC'))
    .replace(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replace(/[.:*’'/|#&+°–—,\u200e\u200f]/g, '')
}
