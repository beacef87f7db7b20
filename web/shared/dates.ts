import { language } from './page.ts'

/** The times of an event, as the service sends them. */
export interface When {
  /** `YYYY-MM-DD` at the venue. */
  startDate: string
  /** `HH:MM` at the venue; null: all day. */
  startTime: string | null
  /** IANA name of the venue's zone. */
  timezone: string
  /** Epoch milliseconds. */
  startAt: number
}

/** The parts of a date on a calendar leaf, in the visitor's zone. */
export interface Leaf {
  weekday: string
  day: string
  month: string
}

const visitorZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The leaf of an event: its day in the visitor's zone; all-day events keep their day in every zone. */
export function leafOf(when: When): Leaf {
  const { at, timeZone } = moment(when)
  const part = (options: Intl.DateTimeFormatOptions) => format(at, { ...options, timeZone })
  return {
    weekday: part({ weekday: 'short' }),
    day: part({ day: 'numeric' }),
    month: part({ month: 'short' }),
  }
}

/** `Saturday, 3 January 2027` in the person's language. */
export function dayOf(when: When): string {
  const { at, timeZone } = moment(when)
  return format(at, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone })
}

/** `Sat, 3 Jan, 15:00`: short, with the time in the visitor's zone. */
export function shortDayOf(when: When): string {
  const { at, timeZone } = moment(when)
  const time = when.startTime === null ? {} : ({ hour: 'numeric', minute: '2-digit' } as const)
  return format(at, { weekday: 'short', day: 'numeric', month: 'short', ...time, timeZone })
}

/** The time in the visitor's zone; empty for an all-day event. */
export function timeOf(when: When): string {
  if (when.startTime === null) return ''
  return format(when.startAt, { hour: 'numeric', minute: '2-digit', timeZone: visitorZone })
}

/** The day and time at the venue if they differ from the visitor's; otherwise empty. */
export function venueTimeOf(when: When): string {
  if (when.startTime === null) return ''
  const shown = (timeZone: string) =>
    format(when.startAt, { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone })
  try {
    return shown(when.timezone) === shown(visitorZone) ? '' : shown(when.timezone)
  } catch {
    return '' // a zone this browser does not know
  }
}

/** `April 2027`: the month that an event is listed under. */
export function monthOf(when: When): string {
  const { at, timeZone } = moment(when)
  return format(at, { month: 'long', year: 'numeric', timeZone })
}

/** An event up to this long counts as one day, even past midnight. */
const ONE_EVENING_MS = 12 * 3_600_000

/** The last day of an event of several days; otherwise empty. */
export function lastDayOf(event: When & { endDate: string; endAt: number }): string {
  const allDay = event.startTime === null
  if (allDay ? event.endDate === event.startDate : event.endAt - event.startAt <= ONE_EVENING_MS) return ''
  const [last, timeZone] = allDay
    ? [Date.parse(`${event.endDate}T12:00Z`), 'UTC']
    : [event.endAt, visitorZone]
  const day = format(last, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  const { at } = moment(event)
  return day === format(at, { weekday: 'long', day: 'numeric', month: 'long', timeZone }) ? '' : day
}

/** True if an event is on now. All-day events begin at the visitor's midnight. */
export function isOn(when: When & { endAt: number }, now: number): boolean {
  if (when.endAt <= now) return false
  return when.startTime === null
    ? when.startDate <= new Intl.DateTimeFormat('en-CA', { timeZone: visitorZone }).format(now)
    : when.startAt <= now
}

/** `3 May 2027`, in the visitor's zone. */
export function dateOf(at: number): string {
  return format(at, { dateStyle: 'long' })
}

const A_DAY_MS = 86_400_000
const MAX_DAYS = 30

/** `today`, `yesterday`, `12 days ago`, in the visitor's zone; a date after a month. */
export function daysAgo(at: number, now = Date.now()): string {
  const midnight = (time: number) => Date.parse(new Intl.DateTimeFormat('en-CA').format(time))
  const days = Math.round((midnight(now) - midnight(at)) / A_DAY_MS)
  if (days > MAX_DAYS) return dateOf(at)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day')
}

/** `5 minutes ago`, `3 hours ago`; as `daysAgo` from a day on. */
export function ago(at: number, now = Date.now()): string {
  const minutes = Math.round((now - at) / 60_000)
  if (minutes >= 24 * 60) return daysAgo(at, now)
  const format = new Intl.RelativeTimeFormat(language)
  if (minutes < 60) return format.format(-Math.max(1, minutes), 'minute')
  return format.format(-Math.round(minutes / 60), 'hour')
}

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `in 24 seconds`, in the largest unit of which there are at least two. */
export function inSeconds(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= 2 * length) ?? UNITS[2]
  return new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / length), unit)
}

/** The common name of the visitor's zone: `British Time`. */
export function zoneName(): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: visitorZone, timeZoneName: 'longGeneric' })
  const name = parts.formatToParts(Date.now()).find(({ type }) => type === 'timeZoneName')
  return name?.value ?? visitorZone
}

function moment(when: When): { at: number; timeZone: string } {
  return when.startTime === null
    ? { at: Date.parse(`${when.startDate}T12:00Z`), timeZone: 'UTC' }
    : { at: when.startAt, timeZone: visitorZone }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Caches formats: making one takes far longer than using it, and a list has hundreds of dates. */
function format(at: number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const cached = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, cached)
  return cached.format(at)
}
