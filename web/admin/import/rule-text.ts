import type { ListedSeries } from '../../../src/http/admin/imports-schemas.ts'
import { readRule, type Rule, type Until } from '../../../src/series/rule.ts'
import { counted, day, locale } from '../kit/format.ts'

const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year', HOURLY: 'hour' }
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const WORKDAYS = 'MO,TU,WE,TH,FR'
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth']
const lists = new Intl.ListFormat(locale)
const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })

/** The start of a series: its rule speaks of local time. */
type When = Pick<ListedSeries, 'timezone' | 'startTime'>

/** `every 2 weeks on Tuesday at 18:00, until 30 Jun 2027`; a rule that these words don't cover is given as it is. */
export function ruleText(text: string, { timezone, startTime }: When): string {
  const rule = readRule(text)
  if ('fault' in rule) return text
  const days = daysText(rule)
  if (days === undefined) return `by the rule ${text}`
  const { freq, interval, count, until } = rule
  const isWorkdays = freq === 'WEEKLY' && interval === 1 && rule.byDay?.join() === WORKDAYS
  const every = interval === 1 ? `every ${UNITS[freq]}` : `every ${interval} ${UNITS[freq]}s`
  const at = startTime ? ` at ${startTime}` : ''
  return [
    isWorkdays ? `Monday to Friday${at}` : `${every}${days}${at}`,
    count !== undefined && counted(count, 'time', 'times'),
    until && `until ${day(localDay(until, timezone))}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The last day of a rule, in the zone of its series. */
function localDay({ form, at }: Until, timezone: string): string {
  const timeZone = form === 'utc' ? timezone : 'UTC'
  return new Intl.DateTimeFormat('sv', { timeZone }).format(at)
}

/** The days of each period, such as ` on Tuesday`; undefined if the rule has parts that are not put into words. */
function daysText({ freq, byDay, byMonthDay, byMonth, ...others }: Rule): string | undefined {
  const { bySetPos, byWeekNo, byYearDay, byHour, byMinute } = others
  if (bySetPos || byWeekNo || byYearDay || byHour || byMinute) return undefined
  if (byDay && byMonthDay) return undefined
  const named = byDay?.map(weekdayText)
  if (named?.includes(undefined)) return undefined
  const onDays = named ? ` on ${lists.format(named as string[])}` : ''
  const onNumbers = byMonthDay ? ` on day ${lists.format(byMonthDay.map(String))}` : ''
  if (byMonthDay?.some((number) => number < 0)) return undefined
  const inMonths = byMonth ? ` in ${lists.format(byMonth.map((month) => monthText(month)))}` : ''
  return freq === 'YEARLY' && byDay && !byMonth ? undefined : `${onDays}${onNumbers}${inMonths}`
}

/** `Tuesday`, `the first Tuesday`, `the last Tuesday` */
function weekdayText(text: string): string | undefined {
  const [, place = '', name = ''] = /^(-?\d+)?(..)$/.exec(text) ?? []
  // 4 January 2027 was a Monday.
  const weekday = weekdays.format(Date.UTC(2027, 0, 4 + WEEKDAYS.indexOf(name)))
  if (place === '') return weekday
  const which = place === '-1' ? 'last' : PLACES[Number(place) - 1]
  return which && `the ${which} ${weekday}`
}

function monthText(month: number): string {
  return months.format(Date.UTC(2027, month - 1, 1))
}
