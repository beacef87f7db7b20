import { BLANK_CALENDAR, type CalendarFields, fieldsOf } from '../../../src/calendars/calendar-fields.ts'
import { MAX_CATEGORY_PATH, readCategoryPaths } from '../../../src/calendars/category-path.ts'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { slugOf } from '../../../src/slug.ts'

/** Shorter than the service allows, since people type references. */
const MAX_MADE_REFERENCE = 60

export interface CalendarValues extends Record<string, unknown>, Omit<CalendarFields, 'draft'> {
  categories: string[]
  live: boolean
}

export function valuesOf(calendar: AdminCalendar | undefined): CalendarValues {
  const { draft, ...fields } = fieldsOf(calendar ?? BLANK_CALENDAR)
  return { ...fields, categories: calendar?.categories ?? [], live: !draft }
}

/**
 * The body of the request. Without categories it leaves them
 * out, so that an uncategorized calendar stays one.
 */
export function inputOf({ live, categories, ...fields }: CalendarValues) {
  return {
    ...fields,
    draft: !live,
    ...(categories.length > 0 && { categories: categories.join(', ') }),
  }
}

/** The service's rules with messages for the form. `uncategorized`: no category is required. */
export function rulesFor(uncategorized: boolean) {
  return {
    name: text(2, 250, 'Enter a name. People see it'),
    reference: text(1, 255, 'Enter your own key for it, such as first-team'),
    genre: text(1, 100, 'Enter what it is about, such as Sports'),
    subGenre: text(1, 100, 'Enter something more specific, such as Rugby'),
    categories: (paths: string[]) => categoryFault(paths, uncategorized),
    note: text(0, 5000, ''),
    logo: (address: string) =>
      address === '' || (/^https?:\/\/[^\s/]+\S*$/.test(address) && address.length <= 2000)
        ? null
        : 'Enter the full address of an image, such as https://example.com/logo.png',
  }
}

function text(min: number, max: number, hint: string) {
  return (value: string): string | null => {
    const length = [...value].length
    if (value.trim() === '' && min > 0) return hint
    if (length < min) return `At least ${min} characters`
    if (length > max) return `At most ${max} characters; this has ${length}`
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

/** Makes a reference from a name: `First team` gives `first-team`. */
export function referenceFrom(name: string): string {
  return slugOf(name, MAX_MADE_REFERENCE)
}
