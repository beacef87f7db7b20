import type { UpcomingEvent } from '../../src/http/widget/answers.ts'
import { format, ONE_EVENING_MS } from '../shared/dates.ts'
import { weekStart, zone } from '../shared/page.ts'

/** Days are `YYYY-MM-DD` and months `YYYY-MM`, of the Gregorian calendar and in the visitor's zone. */

const DAY_MS = 86_400_000
/** A Monday, from which the names of weekdays come. */
const A_MONDAY = '2024-01-01'

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export function addMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** The month in a parameter; empty if it is none. */
export function readMonth(text: string | null): string {
  return /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(text ?? '') ? text! : ''
}

/** The day in a parameter if it is one of this month; otherwise empty. */
export function readDay(text: string | null, month: string): string {
  return (
    weeksOf(month)
      .flat()
      .find((day) => day === text) ?? ''
  )
}

/** The same day of another month, or its last day if it is shorter. */
function sameDay(day: string, months: number): string {
  const month = addMonths(monthOf(day), months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = month + day.slice(7)
  return same < last ? same : last
}

export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** The weeks of a month, each of seven days; undefined for days of other months. */
export function weeksOf(month: string): (string | undefined)[][] {
  const weeks: (string | undefined)[][] = []
  let day = startOfWeek(`${month}-01`)
  while (monthOf(day) <= month) {
    weeks.push(
      Array.from({ length: 7 }, (_, i) => addDays(day, i)).map((one) =>
        monthOf(one) === month ? one : undefined,
      ),
    )
    day = addDays(day, 7)
  }
  return weeks
}

function startOfWeek(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 7 - weekStart) % 7))
}

/**
 * The day that a key leads to from another day, as in the date grid of the ARIA Authoring Practices; undefined for
 * other keys.
 */
export function dayByKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  day: string,
  isRtl: boolean,
): string | undefined {
  const forward = isRtl ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return addDays(day, forward)
    case 'ArrowLeft':
      return addDays(day, -forward)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'Home':
      return startOfWeek(day)
    case 'End':
      return addDays(startOfWeek(day), 6)
    case 'PageDown':
      return sameDay(day, shiftKey ? 12 : 1)
    case 'PageUp':
      return sameDay(day, shiftKey ? -12 : -1)
    default:
      return undefined
  }
}

/** The events on each day of a month, in their order. Days without events are missing. */
export function eventsByDay(events: UpcomingEvent[], month: string): Map<string, UpcomingEvent[]> {
  const dayAt = dayReader()
  const days = new Map<string, UpcomingEvent[]>()
  for (const event of events) {
    const [first, last] = spanOf(event, dayAt)
    const start = `${month}-01`
    for (
      let day = first > start ? first : start;
      day <= last && monthOf(day) === month;
      day = addDays(day, 1)
    )
      days.set(day, [...(days.get(day) ?? []), event])
  }
  return days
}

/** The first and the last day of an event. One evening is one day, as in the list, even past midnight. */
function spanOf(event: UpcomingEvent, dayAt: (at: number) => string): [first: string, last: string] {
  const { startDate, startTime, endDate, startAt, endAt } = event
  if (startTime === null) return [startDate, endDate]
  const first = dayAt(startAt)
  return [first, endAt - startAt <= ONE_EVENING_MS ? first : dayAt(endAt - 1)]
}

/** The day of an instant, by default of now. */
export function dayAt(at = Date.now()): string {
  return dayReader()(at)
}

function dayReader(): (at: number) => string {
  // The only language that writes them so.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  return (at) => day.format(at)
}

/** `April 2027` */
export function monthName(month: string): string {
  return nameOf(`${month}-01`, { month: 'long', year: 'numeric' })
}

/** `Saturday, 10 April 2027` */
export function dayName(day: string): string {
  return nameOf(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** The names of the days of a week: `Monday`, `Mon`, `M`. */
export function weekdayNames(): Record<'long' | 'short' | 'narrow', string>[] {
  return Array.from({ length: 7 }, (_, i) => {
    const name = (weekday: 'long' | 'short' | 'narrow') =>
      nameOf(addDays(A_MONDAY, weekStart - 1 + i), { weekday })
    return { long: name('long'), short: name('short'), narrow: name('narrow') }
  })
}

/** Some countries have another calendar, whose months are not those of the grid. */
function nameOf(day: string, options: Intl.DateTimeFormatOptions): string {
  return format(Date.parse(day), { ...options, calendar: 'gregory', timeZone: 'UTC' })
}
