import { MAX_CATEGORY_PATH, readCategoryPaths } from '../../../src/calendars/category-path.ts'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'

export interface CalendarValues extends Record<string, unknown> {
  name: string
  reference: string
  genre: string
  subGenre: string
  categories: string[]
  note: string
  logo: string
  live: boolean
}

export function valuesOf(calendar: AdminCalendar | undefined): CalendarValues {
  const { name = '', reference = '', genre = '', subGenre = '', note = '', logo = '' } = calendar ?? {}
  const categories = calendar?.categories ?? []
  return {
    name,
    reference,
    genre,
    subGenre,
    categories,
    note,
    logo,
    live: calendar ? !calendar.draft : false,
  }
}

/** What the service is told. A calendar that has no category keeps having none. */
export function inputOf({ live, categories, ...fields }: CalendarValues) {
  return {
    ...fields,
    draft: !live,
    ...(categories.length > 0 && { categories: categories.join(', ') }),
  }
}

/** The rules of the service, in words for who types. `uncategorized`: it had no category, and may stay so. */
export function rulesFor(uncategorized: boolean) {
  return {
    name: text(2, 250, 'People see this name'),
    reference: text(1, 255, 'Your own key for it, such as first-team'),
    genre: text(1, 100, 'What it is about, such as Sports'),
    subGenre: text(1, 100, 'More closely, such as Rugby'),
    categories: (paths: string[]) => categoryFault(paths, uncategorized),
    note: text(0, 5000, ''),
    logo: (address: string) =>
      address === '' || (/^https?:\/\/[^\s/]+\S*$/.test(address) && address.length <= 2000)
        ? null
        : 'The full address of an image, such as https://example.com/logo.png',
  }
}

function text(min: number, max: number, hint: string) {
  return (value: string): string | null => {
    const length = [...value].length
    if (value.trim() === '' && min > 0) return hint
    if (length < min) return `At least ${min} characters`
    if (length > max) return `At most ${max} characters, this has ${length}`
    return null
  }
}

function categoryFault(paths: string[], uncategorized: boolean): string | null {
  if (paths.length === 0) return uncategorized ? null : 'Choose one, or type a new one and press Enter'
  const bad = paths.find((path) => readCategoryPaths(path) === undefined)
  if (bad === undefined) return null
  return bad.length > MAX_CATEGORY_PATH
    ? `“${bad.slice(0, 30)}…” is too long`
    : `“${bad}” has an empty level. Write it like Sports/Rugby`
}

/** A reference made of a name: `First team` gives `first-team`. */
export function referenceFrom(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
}
