import type { ListedCalendar } from '../../src/http/widget/answers.ts'

export interface CalendarGroup {
  /** `Sports / Rugby`; empty: of no category. */
  path: string
  calendars: ListedCalendar[]
}

/** Fewer calendars than this are quickly read through. */
const GROUPS_FROM = 8
/** A group is worth its heading when it holds this many on average. */
const WORTH = 2

/**
 * Calendars by category, in the order in which categories first appear, those without one last; undefined
 * where groups would not help. Each calendar is in one group, that of its first category. Where the paths
 * are too fine, their first level has to do.
 */
export function groupCalendars(calendars: ListedCalendar[]): CalendarGroup[] | undefined {
  if (calendars.length < GROUPS_FROM) return undefined
  for (const depth of [Infinity, 1]) {
    const groups = groupBy(calendars, depth)
    if (groups.length > 1 && calendars.length / groups.length >= WORTH) return groups
  }
  return undefined
}

function groupBy(calendars: ListedCalendar[], depth: number): CalendarGroup[] {
  const groups = new Map<string, CalendarGroup>()
  for (const calendar of calendars) {
    const path = (calendar.categories[0]?.split('/') ?? []).slice(0, depth).join(' / ')
    const key = path.toLowerCase()
    const group = groups.get(key) ?? { path, calendars: [] }
    groups.set(key, group)
    group.calendars.push(calendar)
  }
  return [...groups.values()].sort((a, b) => Number(a.path === '') - Number(b.path === ''))
}

/** Whether all words of a search are in a calendar's name or categories; case and accents make no difference. */
export function matches({ name, categories }: ListedCalendar, text: string): boolean {
  const where = plain([name, ...categories].join(' '))
  return plain(text)
    .split(/\s+/)
    .every((word) => where.includes(word))
}

/** Whether a calendar is in a category or below it, without case: `sports` has `Sports/Rugby`. */
export function isIn({ categories }: Pick<ListedCalendar, 'categories'>, category: string): boolean {
  const wanted = levels(category)
  return categories.some((path) => {
    const own = levels(path)
    return wanted.every((level, i) => own[i] === level)
  })
}

function levels(path: string): string[] {
  return path.split('/').map((level) => level.trim().toLowerCase())
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
