import type { ListedCalendar } from '../../src/http/widget/answers.ts'

export interface CalendarGroup {
  /** `Sports / Rugby`; empty for calendars without a category. */
  path: string
  /** The path without what the paths of all groups begin with. */
  label: string
  calendars: ListedCalendar[]
}

export interface Grouped {
  /** The path that all groups begin with; empty if there is none. */
  common: string
  groups: CalendarGroup[]
}

const SEPARATOR = ' / '
/** With fewer calendars, groups don't help. */
const GROUPS_FROM = 8
/** The least average number of calendars in a group. */
const MIN_AVERAGE = 2

/**
 * Groups calendars by their first category, in the order in which categories first appear, calendars without
 * one last. Returns undefined if groups would not help. If the groups of whole paths are too small, it groups
 * by the first level.
 */
export function groupCalendars(calendars: ListedCalendar[]): Grouped | undefined {
  if (calendars.length < GROUPS_FROM) return undefined
  for (const depth of [Infinity, 1]) {
    const groups = groupBy(calendars, depth)
    if (groups.length > 1 && calendars.length / groups.length >= MIN_AVERAGE) return labelled(groups)
  }
  return undefined
}

/** Takes out of the labels what all paths begin with. Each keeps its last level. */
function labelled(groups: CalendarGroup[]): Grouped {
  const paths = groups.filter(({ path }) => path !== '').map(({ path }) => path.split(SEPARATOR))
  const [first = []] = paths
  const most = paths.length > 1 ? Math.min(...paths.map((path) => path.length - 1)) : 0
  let depth = 0
  while (depth < most && paths.every((path) => path[depth]!.toLowerCase() === first[depth]!.toLowerCase()))
    depth++
  const label = (path: string) => path.split(SEPARATOR).slice(depth).join(SEPARATOR)
  return {
    common: first.slice(0, depth).join(SEPARATOR),
    groups: groups.map((group) => ({ ...group, label: label(group.path) })),
  }
}

function groupBy(calendars: ListedCalendar[], depth: number): CalendarGroup[] {
  const groups = new Map<string, CalendarGroup>()
  for (const calendar of calendars) {
    const path = (calendar.categories[0]?.split('/') ?? []).slice(0, depth).join(SEPARATOR)
    const key = path.toLowerCase()
    const group = groups.get(key) ?? { path, label: path, calendars: [] }
    groups.set(key, group)
    group.calendars.push(calendar)
  }
  return [...groups.values()].sort((a, b) => Number(a.path === '') - Number(b.path === ''))
}

/** True if all words of a search are in a calendar's name or categories, ignoring case and accents. */
export function matches({ name, categories }: ListedCalendar, text: string): boolean {
  const where = plain([name, ...categories].join(' '))
  return plain(text)
    .split(/\s+/)
    .every((word) => where.includes(word))
}

/** True if a calendar is in a category or below it, ignoring case: `Sports/Rugby` is in `sports`. */
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
