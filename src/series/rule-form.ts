import { readRule, type Rule } from './rule.ts'

const DAY_MS = 86_400_000

/** Weekdays as rules name them, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/**
 * The day of a month: `day`, such as the 3rd; `place`, such as the first Tuesday; `last`, such as the last Tuesday;
 * `end`, its last day.
 */
export type MonthDay = 'day' | 'place' | 'last' | 'end'

/** A rule in the parts that a form has. Which day of a month or a year is meant follows from its first date. */
export interface RuleForm {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  /** Of a weekly rule, Monday first. */
  weekdays: Weekday[]
  /** Of a monthly or yearly rule. */
  monthDay: MonthDay
  /** Its last day, YYYY-MM-DD, inclusive, or the number of its dates; neither: it has no end. */
  until?: string
  count?: number
}

/** A date of a rule, in local time. */
export interface RuleDate {
  /** YYYY-MM-DD */
  day: string
  /** HH:MM; null: it lasts all day. */
  time: string | null
  timezone: string
}

/** A rule for a form that has none yet: once a week on the weekday of a day. */
export function newForm(day: string): RuleForm {
  return { freq: 'WEEKLY', interval: 1, weekdays: [weekdayOf(day)], monthDay: 'day' }
}

/** Returns the rule in the parts of a form, as seen from one of its dates; undefined if a form can't express it. */
export function formOf(text: string, date: RuleDate): RuleForm | undefined {
  const rule = readRule(text)
  if ('fault' in rule || rule.byWeekNo || rule.byYearDay || rule.byHour || rule.byMinute || rule.bySetPos)
    return undefined
  const form = daysOf(rule, date.day)
  if (!form) return undefined
  const end = rule.until && (rule.until.form === 'local' ? rule.until.at : localTime(rule.until.at, date))
  return {
    ...form,
    interval: rule.interval,
    ...(rule.count !== undefined && { count: rule.count }),
    ...(end !== undefined && { until: lastDay(end, date) }),
  }
}

/** Returns the text of a form's rule whose first date is on a day. */
export function ruleOf({ freq, interval, weekdays, monthDay, until, count }: RuleForm, day: string): string {
  const parts = [`FREQ=${freq}`]
  if (interval !== 1) parts.push(`INTERVAL=${interval}`)
  const place = monthDay === 'last' ? -1 : placeOf(day)
  if (freq === 'WEEKLY') parts.push(`BYDAY=${inOrder(weekdays).join()}`)
  if (freq === 'YEARLY' && monthDay !== 'day') parts.push(`BYMONTH=${Number(day.slice(5, 7))}`)
  if (freq === 'MONTHLY' || freq === 'YEARLY') {
    if (monthDay === 'end') parts.push('BYMONTHDAY=-1')
    if (monthDay === 'place' || monthDay === 'last') parts.push(`BYDAY=${place}${weekdayOf(day)}`)
  }
  if (until !== undefined) parts.push(`UNTIL=${until.replaceAll('-', '')}`)
  if (count !== undefined) parts.push(`COUNT=${count}`)
  return parts.join(';')
}

/** Returns which days of a month a day is. */
export function monthDaysOf(day: string): MonthDay[] {
  const number = Number(day.slice(8))
  const length = lengthOfMonth(day)
  return [
    'day',
    // Not each month has a fifth one.
    ...(number <= 28 ? (['place'] as const) : []),
    ...(number > length - 7 ? (['last'] as const) : []),
    ...(number === length ? (['end'] as const) : []),
  ]
}

/** Returns a form after one of its dates has moved from a day to another one. */
export function moveForm(form: RuleForm, from: string, to: string): RuleForm {
  if (from === to) return form
  const weekdays = form.weekdays.filter((weekday) => weekday !== weekdayOf(from))
  const possible = monthDaysOf(to)
  const near: MonthDay = form.monthDay === 'end' ? 'day' : form.monthDay === 'last' ? 'place' : 'last'
  return {
    ...form,
    weekdays: inOrder([...weekdays, weekdayOf(to)]),
    monthDay: possible.includes(form.monthDay) ? form.monthDay : near,
  }
}

/**
 * Returns the text of a rule after one of its dates has moved to another day; undefined if a form can't express it. The
 * last day moves along, so that none of its dates is lost.
 */
export function moveRule(text: string, date: RuleDate, to: string): string | undefined {
  const form = formOf(text, date)
  if (!form) return undefined
  const moved = moveForm(form, date.day, to)
  const { until } = moved
  const days = (Date.parse(to) - Date.parse(date.day)) / DAY_MS
  return ruleOf({ ...moved, ...(until !== undefined && { until: addDays(until, days) }) }, to)
}

export function weekdayOf(day: string): Weekday {
  // 5 January 1970 was a Monday.
  return WEEKDAYS[(((Date.parse(day) / DAY_MS - 4) % 7) + 7) % 7]!
}

/** The number of a day among those of its weekday in its month: 1 for the first Tuesday. */
export function placeOf(day: string): number {
  return Math.ceil(Number(day.slice(8)) / 7)
}

/** Here and not from `time/day.ts`: browsers load this file, and need no tables of zones. */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

function inOrder(weekdays: Weekday[]): Weekday[] {
  return WEEKDAYS.filter((weekday) => weekdays.includes(weekday))
}

function lengthOfMonth(day: string): number {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

type Days = Pick<RuleForm, 'freq' | 'weekdays' | 'monthDay'>

function daysOf(rule: Rule, day: string): Days | undefined {
  const { byDay, byMonth, byMonthDay } = rule
  const weekdays = byDay?.every((entry) => entry.length === 2) ? inOrder(byDay as Weekday[]) : undefined
  switch (rule.freq) {
    case 'DAILY':
      if (byMonth || byMonthDay) return undefined
      if (!byDay) return { freq: 'DAILY', weekdays: [weekdayOf(day)], monthDay: 'day' }
      // Each day of some weekdays is each week on them.
      return weekdays && rule.interval === 1 ? { freq: 'WEEKLY', weekdays, monthDay: 'day' } : undefined
    case 'WEEKLY': {
      if (byMonth || byMonthDay || (byDay && !weekdays)) return undefined
      const monday = !rule.wkst || rule.wkst === 'MO' || rule.interval === 1
      return monday ? { freq: 'WEEKLY', weekdays: weekdays ?? [weekdayOf(day)], monthDay: 'day' } : undefined
    }
    case 'MONTHLY':
    case 'YEARLY': {
      const yearly = rule.freq === 'YEARLY'
      if (byMonth && (!yearly || byMonth.join() !== String(Number(day.slice(5, 7))))) return undefined
      // Without a month they are days of the year.
      if (yearly && !byMonth && (byDay || byMonthDay)) return undefined
      const monthDay = monthDayOf(rule, day)
      return monthDay && { freq: rule.freq, weekdays: [weekdayOf(day)], monthDay }
    }
    default:
      return undefined
  }
}

function monthDayOf({ byDay, byMonthDay }: Rule, day: string): MonthDay | undefined {
  if (byDay && byMonthDay) return undefined
  const said = (byDay ?? byMonthDay)?.join()
  if (said === undefined || said === String(Number(day.slice(8)))) return 'day'
  if (said === '-1') return Number(day.slice(8)) === lengthOfMonth(day) ? 'end' : undefined
  if (said === `-1${weekdayOf(day)}`) return 'last'
  return said === `${placeOf(day)}${weekdayOf(day)}` && placeOf(day) < 5 ? 'place' : undefined
}

/** The last day with a date until an end, in ms as if in UTC. */
function lastDay(end: number, { time }: RuleDate): string {
  const [day, clock] = new Date(end).toISOString().split('T') as [string, string]
  return time !== null && clock < time ? addDays(day, -1) : day
}

/** The local time of an instant, in ms as if in UTC. */
function localTime(at: number, { timezone }: RuleDate): number {
  // The Swedish format is that of ISO 8601 with a space in place of the T.
  const options = { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' } as const
  return Date.parse(`${new Intl.DateTimeFormat('sv-SE', options).format(at).replace(' ', 'T')}Z`)
}
