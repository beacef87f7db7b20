import { language, zone } from './page.ts'

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

/** An event up to this long counts as one day, even past midnight. */
export const ONE_EVENING_MS = 12 * 3_600_000

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
  const time = when.startTime === null ? {} : clock()
  return format(at, { weekday: 'short', day: 'numeric', month: 'short', ...time, timeZone })
}

/** The time in the visitor's zone; empty for an all-day event. */
export function timeOf(when: When): string {
  if (when.startTime === null) return ''
  return format(when.startAt, { ...clock(), timeZone: zone })
}

/** The time in the visitor's zone, with an end on the same evening: `15:00–17:00`. Empty for an all-day event. */
export function timesOf(event: When & { endAt: number }): string {
  const start = timeOf(event)
  if (start === '' || event.endAt <= event.startAt || event.endAt - event.startAt > ONE_EVENING_MS)
    return start
  return `${start}\u2013${format(event.endAt, { ...clock(), timeZone: zone })}`
}

/** The day and time at the venue if they differ from the visitor's; otherwise empty. */
export function venueTimeOf(when: When): string {
  if (when.startTime === null) return ''
  const shown = (timeZone: string) => format(when.startAt, { weekday: 'short', ...clock(), timeZone })
  try {
    return shown(when.timezone) === shown(zone) ? '' : shown(when.timezone)
  } catch {
    return '' // a zone this browser does not know
  }
}

/** `April 2027`: the month that an event is listed under. */
export function monthOf(when: When): string {
  const { at, timeZone } = moment(when)
  return format(at, { month: 'long', year: 'numeric', timeZone })
}

/** The last day of an event of several days; otherwise empty. */
export function lastDayOf(event: When & { endDate: string; endAt: number }): string {
  const allDay = event.startTime === null
  if (allDay ? event.endDate === event.startDate : event.endAt - event.startAt <= ONE_EVENING_MS) return ''
  const [last, timeZone] = allDay ? [Date.parse(`${event.endDate}T12:00Z`), 'UTC'] : [event.endAt, zone]
  const day = format(last, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  const { at } = moment(event)
  return day === format(at, { weekday: 'long', day: 'numeric', month: 'long', timeZone }) ? '' : day
}

/** True if an event is on now. All-day events begin at the visitor's midnight. */
export function isOn(when: When & { endAt: number }, now: number): boolean {
  if (when.endAt <= now) return false
  return when.startTime === null
    ? when.startDate <= new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now)
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
export function zoneName(at = Date.now()): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' })
  const name = parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')
  return name?.value ?? zone
}

const NINE = Date.parse('2027-01-01T09:00Z')

/** The parts of a time, with as many digits as the language writes it with alone: `09:00`, but `9:00 AM`. */
function clock(): Intl.DateTimeFormatOptions {
  const alone = formatOf({ timeStyle: 'short', timeZone: 'UTC' }).formatToParts(NINE)
  const hour = alone.find(({ type }) => type === 'hour')
  return { hour: hour?.value.length === 2 ? '2-digit' : 'numeric', minute: '2-digit' }
}

function moment(when: When): { at: number; timeZone: string } {
  return when.startTime === null
    ? { at: Date.parse(`${when.startDate}T12:00Z`), timeZone: 'UTC' }
    : { at: when.startAt, timeZone: zone }
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** A server shows many languages and zones. */
const MAX_FORMATS = 500

/** A date by the rules of the person's language and region. */
export function format(at: number, options: Intl.DateTimeFormatOptions): string {
  return formatOf(options).format(at)
}

/** Caches formats: making one takes far longer than using it, and a list has hundreds of dates. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options])
  if (formats.size > MAX_FORMATS) formats.clear()
  const cached = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, cached)
  return cached
}
