import type { EventPicture } from '../events/event-change.ts'
import { localToUtc } from '../time/zone.ts'
import { directionOf, type Language, LANGUAGES } from '../words/index.ts'
import { isolate } from './isolate.ts'

type Times = Pick<EventPicture, 'startDate' | 'startTime' | 'endDate' | 'endTime' | 'timezone'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A start within these is told by its weekday alone: no other day nearby has the same. */
const NEAR = { before: 12 * HOUR_MS, after: 6 * DAY_MS }
/** A day that is nearer has no year. */
const THIS_YEAR_MS = 300 * DAY_MS
/** An event up to this long counts as one day, even past midnight. */
const ONE_EVENING_MS = 12 * HOUR_MS

/** Stands between a day and a time. */
const AFTER_DAY: Partial<Record<Language, string>> = { ja: ' ', ar: '، ' }

/** The start, in epoch ms; of an all-day event its first midnight in its zone. */
export function startOf({ startDate, startTime, timezone }: Times): number {
  return localToUtc(timezone, wall(startDate, startTime))
}

/** True if a start has to be told with its date: it is over, or further ahead than the same weekday. */
export function needsDate(times: Times, now: number): boolean {
  const ahead = startOf(times) - now
  return !times.startTime || ahead < -NEAR.before || ahead > NEAR.after
}

/** `Sat 15:00`, or with its date `Sat 6 March 15:00`; years that are not this one are added. */
export function shortStart(times: Times, dated: boolean, now: number, language: Language): string {
  return shortMoment(times.startDate, times.startTime, dated, now, language)
}

/** Both starts: `Sat 15:00 → Sun 17:30`, or `Sat 15:00 → 17:30` on one day. */
export function startChange(before: Times, after: Times, dated: boolean, now: number, language: Language) {
  const [oldZone, newZone] = [before, after].map((times) => zoneOf(times, language))
  const isTimed = Boolean(before.startTime && after.startTime)
  const text = (times: Times, zone: string | undefined) => {
    const start = shortStart(times, dated, now, language)
    // A time beside a whole day, and times of one zone, are clear without it.
    return oldZone === newZone || (times.startTime && !isTimed) ? start : `${start} (${zone})`
  }
  const onOneDay = isTimed && oldZone === newZone && before.startDate === after.startDate
  const to = onOneDay ? timeOf(after.startTime!, language) : text(after, newZone)
  return arrow(text(before, oldZone), to, language)
}

/** Both ends, as `startChange` writes the starts. */
export function endChange(before: Times, after: Times, dated: boolean, now: number, language: Language) {
  const text = ({ endDate, endTime }: Times) => shortMoment(endDate, endTime, dated, now, language)
  const onOneDay = before.endDate === after.endDate && after.endTime
  return arrow(text(before), onOneDay ? timeOf(after.endTime!, language) : text(after), language)
}

function arrow(from: string, to: string, language: Language): string {
  return `${isolate(from)} ${arrowOf(language)} ${isolate(to)}`
}

/** Points onwards: to the left where people read that way. */
export function arrowOf(language: Language): string {
  return directionOf(language) === 'rtl' ? '←' : '→'
}

/**
 * `Saturday 6 March 2027, 15:00–17:00`, in the event's zone, as one text and in one or two lines: the day and
 * the hours, or the start and the end.
 */
export function fullTimes(times: Times, language: Language): { text: string; lines: string[] } {
  const { startDate, startTime, endDate, endTime } = times
  const comma = AFTER_DAY[language] ?? ', '
  const fullDay = format(language, { dateStyle: 'full' })
  const day = (date: string) => tidy(fullDay.format(wall(date, null)), language)
  const moment = (date: string, time: string | null) =>
    day(date) + (time ? comma + timeOf(time, language) : '')
  const isTimed = startTime && endTime
  const length = wall(endDate, endTime) - wall(startDate, startTime)
  if (isTimed && (startDate === endDate || length <= ONE_EVENING_MS)) {
    const lines = [day(startDate), hours(startTime, endTime, language)]
    return { lines, text: lines.join(comma) }
  }
  if (startDate === endDate) return { lines: [day(startDate)], text: day(startDate) }
  const lines = [
    `${moment(startDate, startTime)}${language === 'ja' ? '～' : ' –'}`,
    moment(endDate, endTime),
  ]
  return { lines, text: lines.join(language === 'ja' ? '' : ' ') }
}

/** `Saturday 6 March 2027, 15:00–17:00 (United Kingdom Time)`; without a zone if it lasts all day. */
export function timesWithZone(times: Times, language: Language): string {
  const { text } = fullTimes(times, language)
  return times.startTime ? `${text} (${zoneOf(times, language)})` : text
}

/** The common name of an event's zone: `United Kingdom Time`; or that it lasts all day. */
export function zoneOf(times: Times, language: Language): string {
  if (!times.startTime) return LANGUAGES[language].alertMail.allDay
  const at = startOf(times)
  const name = zoneName(times.timezone, 'longGeneric', at, language)
  // Of zones without a place, such as UTC, the generic name is an offset.
  return /[+\-−]\d\d:\d\d/.test(name) ? zoneName(times.timezone, 'long', at, language) : name
}

function zoneName(zone: string, style: 'long' | 'longGeneric', at: number, language: Language): string {
  const parts = format(language, { timeZoneName: style }, zone).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')!.value
}

function shortMoment(
  date: string,
  time: string | null,
  dated: boolean,
  now: number,
  language: Language,
): string {
  const at = wall(date, null)
  const year = Math.abs(at - now) > THIS_YEAR_MS ? ({ year: 'numeric' } as const) : {}
  // In Japanese a weekday is added to a date in brackets, and does not stand alone.
  const withDate = dated || language === 'ja'
  const style = withDate ? ({ weekday: 'short', day: 'numeric', month: 'long', ...year } as const) : undefined
  const day = tidy(format(language, style ?? { weekday: 'short' }).format(at), language)
  if (!time) return day
  const comma = withDate && language !== 'en' ? (AFTER_DAY[language] ?? ', ') : ' '
  return day + comma + timeOf(time, language)
}

/** British dates have no comma after the weekday; some versions of ICU add it. */
function tidy(day: string, language: Language): string {
  return language === 'en' ? day.replace(', ', ' ') : day
}

/** `15:00–17:00`, on one day. */
export function hours(from: string, to: string, language: Language): string {
  // Its ranges are spelled out, unlike its times.
  if (language === 'ja') return `${timeOf(from, language)}～${timeOf(to, language)}`
  const times = format(language, { hour: 'numeric', minute: '2-digit' })
  // Both on one day, so that the range has no dates.
  return times.formatRange(wall('2000-01-01', from), wall('2000-01-01', to))
}

/** `15:00`. */
function timeOf(time: string, language: Language): string {
  return format(language, { timeStyle: 'short' }).format(wall('2000-01-01', time))
}

/** A wall time in ms, as if in UTC. */
function wall(date: string, time: string | null): number {
  return Date.parse(`${date}T${time || '00:00'}Z`)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Caches formats: making one takes far longer than using it, and a run sends thousands of mails. */
function format(language: Language, options: Intl.DateTimeFormatOptions, timeZone = 'UTC') {
  const key = JSON.stringify([language, options, timeZone])
  // With days and months in the order of Britain, and 24 hours.
  const locale = language === 'en' ? 'en-GB' : language
  const cached = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, cached)
  return cached
}
