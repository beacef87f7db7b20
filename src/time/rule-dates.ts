import { RRuleTemporal, type TemporalZonedDateTime } from 'rrule-temporal'
import { isPlain, plainDates } from './plain-rule.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** How often a rule repeats, from seldom to often. */
export type Frequency = 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY' | 'HOURLY'

/** The parts of a recurrence rule (RFC 5545, 3.3.10) without its end, which `ruleDates` gets as numbers. */
export interface DateRule {
  freq: Frequency
  interval: number
  byMonth?: number[] | undefined
  byWeekNo?: number[] | undefined
  byYearDay?: number[] | undefined
  byMonthDay?: number[] | undefined
  /** Weekdays such as `MO`, in rules by month or year also with a place such as `-1MO`. */
  byDay?: string[] | undefined
  byHour?: number[] | undefined
  byMinute?: number[] | undefined
  bySetPos?: number[] | undefined
  /** The first day of the week; Monday without it. */
  wkst?: string | undefined
}

/** The shortest period of each frequency in ms. */
const PERIODS: Record<Frequency, number> = {
  YEARLY: 365 * DAY_MS,
  MONTHLY: 28 * DAY_MS,
  WEEKLY: 7 * DAY_MS,
  DAILY: DAY_MS,
  HOURLY: HOUR_MS,
}

/**
 * The number of candidates that an expansion looks at between two times, or somewhat more: each period of the rule, with
 * its days and its times of day. A caller refuses a rule that takes too many: a hostile one could hold the process for
 * minutes, and one that gives no date would never end.
 */
export function countSteps(start: number, rule: DateRule, end: number): number {
  const times = (rule.freq === 'HOURLY' ? 1 : (rule.byHour?.length ?? 1)) * (rule.byMinute?.length ?? 1)
  const periods = Math.max(0, end - start) / (PERIODS[rule.freq] * rule.interval) + 1
  return Math.ceil(periods * (1 + daysOfPeriod(rule) * times))
}

/** The days of a period that are looked at. */
function daysOfPeriod({ freq, byMonth, byWeekNo, byYearDay, byMonthDay, byDay }: DateRule): number {
  if (freq === 'WEEKLY') return byDay?.length ?? 1
  if (freq === 'MONTHLY') return byDay ? 31 : (byMonthDay?.length ?? 1)
  if (freq !== 'YEARLY') return 1
  if (byYearDay) return byYearDay.length
  if (byWeekNo) return 7 * byWeekNo.length
  if (byDay) return byMonth ? 31 * byMonth.length : 366
  return (byMonth?.length ?? (byMonthDay ? 12 : 1)) * (byMonthDay?.length ?? 1)
}

/**
 * Returns the dates of a rule from `start` to `end`, both inclusive, in order: local times in ms as if in UTC. `count`:
 * at most so many. The start is among them only if the rule gives it.
 *
 * The rule is expanded without a zone, since a rule speaks of local times. Their instants come from `localToUtc`, as
 * those of single events do, also where a clock change skips a time or repeats it.
 */
export function ruleDates(start: number, rule: DateRule, end: number, count = Infinity): number[] {
  if (isPlain(rule)) return plainDates(start, rule, end, count)
  if (end < start) return []
  const { wkst, byDay, ...parts } = rule
  const expansion = new RRuleTemporal<TemporalZonedDateTime>({
    ...parts,
    byDay: byDay && everyDayPlaced(byDay, rule),
    ...(wkst && { wkst }),
    dtstart: utcTime(start),
    until: utcTime(end),
    // A rule that has COUNT too is cut below, after dates that the library should not give are out.
    count: undefined,
    // The caller has bounded the steps; the defaults would end some rules early.
    maxIterations: Number.MAX_SAFE_INTEGER,
    maxCandidateEvaluations: Number.MAX_SAFE_INTEGER,
    cache: false,
  })
  const dates = expansion
    .all()
    .map((date) => date.epochMilliseconds)
    .filter((date) => isInItsYear(date, rule))
  return count < dates.length ? dates.slice(0, count) : dates
}

/**
 * The weekdays of a rule, with a place for each if one has it: the library leaves out those without beside them in rules
 * by year.
 */
function everyDayPlaced(byDay: string[], { freq, byMonth }: DateRule): string[] {
  const isPlaced = (day: string) => day.length > 2
  if (freq !== 'YEARLY' || byMonth || !byDay.some(isPlaced)) return byDay
  const places = [...Array.from({ length: 52 }, (_, week) => week + 1), -1]
  return byDay.flatMap((day) => (isPlaced(day) ? [day] : places.map((place) => `${place}${day}`)))
}

/** False for a 53rd weekday in a year that has only 52 of it: the library gives one of the next year, or the last but 51. */
function isInItsYear(date: number, { freq, byMonth, byDay }: DateRule): boolean {
  if (freq !== 'YEARLY' || byMonth || !byDay?.some((day) => /^-?53/.test(day))) return true
  const weekday = WEEKDAYS[new Date(date).getUTCDay()]!
  const year = new Date(date).getUTCFullYear()
  const place = (days: number) => Math.floor(days / (7 * DAY_MS)) + 1
  const fromStart = place(date - Date.UTC(year, 0, 1))
  const fromEnd = place(Date.UTC(year + 1, 0, 1) - 1 - date)
  const found = [weekday, `${fromStart}${weekday}`, `-${fromEnd}${weekday}`]
  return byDay.some((day) => found.includes(day))
}

/** A time for the library, which reads only its text. */
function utcTime(ms: number) {
  const text = `${new Date(ms).toISOString().slice(0, 19)}+00:00[UTC]`
  return { timeZoneId: 'UTC', toString: () => text }
}
