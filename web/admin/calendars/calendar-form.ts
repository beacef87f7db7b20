import { BLANK_CALENDAR, type CalendarFields, fieldsOf } from '../../../src/calendars/calendar-fields.ts'
import { MAX_CATEGORY_PATH, readCategoryPaths } from '../../../src/calendars/category-path.ts'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

export interface CalendarValues extends Record<string, unknown>, Omit<CalendarFields, 'draft'> {
  categories: string[]
  live: boolean
}

export function valuesOf(calendar: AdminCalendar | undefined): CalendarValues {
  const { draft, ...fields } = fieldsOf(calendar ?? { ...BLANK_CALENDAR, genre: '', subGenre: '' })
  return { ...fields, categories: calendar?.categories ?? [], live: !draft }
}

/** The body of the request. The service chooses what is empty. A stored calendar has its state in the page's head. */
export function inputOf({ live, categories, ...fields }: CalendarValues, isNew: boolean) {
  return { ...fields, ...(isNew && { draft: !live }), categories: categories.join(', ') }
}

/** The service's rules with messages for the form. Only the name is needed. */
export const CALENDAR_RULES = {
  name: text(2, 250, words.calendars.nameFault),
  reference: text(0, 255, ''),
  genre: text(0, 100, ''),
  subGenre: text(0, 100, ''),
  categories: categoryFault,
  note: text(0, 5000, ''),
  logo: (address: string) =>
    address === '' || (/^https?:\/\/[^\s/]+\S*$/.test(address) && address.length <= 2000)
      ? null
      : words.calendars.logoFault,
}

function text(min: number, max: number, hint: string) {
  return (value: string): string | null => {
    const length = [...value].length
    if (value.trim() === '' && min > 0) return hint
    if (length < min) return sayCount(words.calendars.tooShort, min)
    if (length > max) return sayCount(words.calendars.tooLong, max, { length })
    return null
  }
}

function categoryFault(paths: string[]): string | null {
  const bad = paths.find((path) => readCategoryPaths(path) === undefined)
  if (bad === undefined) return null
  return bad.length > MAX_CATEGORY_PATH
    ? say(words.calendars.categoryTooLong, { path: bad.slice(0, 30) })
    : say(words.calendars.categoryEmptyLevel, { path: bad })
}
