import type { DateRule } from './rule-dates.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** True for a rule by day or week with at most weekdays: nearly all rules are. */
export function isPlain(rule: DateRule): boolean {
  const { freq, byMonth, byWeekNo, byYearDay, byMonthDay, byHour, byMinute, bySetPos } = rule
  const others = [byMonth, byWeekNo, byYearDay, byMonthDay, byHour, byMinute, bySetPos]
  return (freq === 'DAILY' || freq === 'WEEKLY') && others.every((part) => part === undefined)
}

/**
 * The dates of a plain rule from `start` to `end`, both inclusive: local times in ms as if in UTC. The library takes about
 * 50 microseconds for each date: a file with a thousand weekly lessons took longer than imports may read.
 */
export function plainDates(
  start: number,
  { freq, interval, byDay, wkst = 'MO' }: DateRule,
  end: number,
  count: number,
): number[] {
  const dates: number[] = []
  const add = (date: number) => {
    if (date >= start && date <= end && dates.length < count) dates.push(date)
  }
  const weekday = weekdayOf(start)
  const days = new Set(byDay?.map((day) => WEEKDAYS.indexOf(day)))
  if (freq === 'DAILY') {
    for (let date = start; date <= end && dates.length < count; date += interval * DAY_MS)
      if (!byDay || days.has(weekdayOf(date))) add(date)
    return dates
  }
  const first = WEEKDAYS.indexOf(wkst)
  const offsets = [...(byDay ? days : [weekday])].map((day) => (day - first + 7) % 7).sort((a, b) => a - b)
  const week = start - ((weekday - first + 7) % 7) * DAY_MS
  for (let at = week; at <= end && dates.length < count; at += interval * 7 * DAY_MS)
    for (const offset of offsets) add(at + offset * DAY_MS)
  return dates
}

/** 0 is Monday. 1 January 1970 was a Thursday. */
function weekdayOf(wall: number): number {
  return (((Math.floor(wall / DAY_MS) + 3) % 7) + 7) % 7
}
