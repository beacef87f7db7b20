import { language } from './page.ts'

/** When an event is, as the service tells it. */
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

/** The parts of a date as a small calendar leaf shows them, in the visitor's zone. */
export interface Leaf {
  weekday: string
  day: string
  month: string
}

/** The zone of the visitor. */
const visitorZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The leaf of an event: its day where the visitor is; an all-day event is on its own day everywhere. */
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

/** `Sat, 3 Jan, 15:00`: the same in short, with the time where the visitor is. */
export function shortDayOf(when: When): string {
  const { at, timeZone } = moment(when)
  const time = when.startTime === null ? {} : ({ hour: 'numeric', minute: '2-digit' } as const)
  return format(at, { weekday: 'short', day: 'numeric', month: 'short', ...time, timeZone })
}

/** The time where the visitor is; empty for an all-day event. */
export function timeOf(when: When): string {
  if (when.startTime === null) return ''
  return format(when.startAt, { hour: 'numeric', minute: '2-digit', timeZone: visitorZone })
}

/** The day and time at the venue, where its clocks show another than the visitor's; else empty. */
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

/** `April 2027`: what events are grouped by. */
export function monthOf(when: When): string {
  const { at, timeZone } = moment(when)
  return format(at, { month: 'long', year: 'numeric', timeZone })
}

/** How long a night may go on without becoming a second day. */
const ONE_EVENING_MS = 12 * 3_600_000

/** The last day of an event of several days; else empty. */
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

/** Whether an event is going on; all-day events begin with the visitor's day. */
export function isOn(when: When & { endAt: number }, now: number): boolean {
  if (when.endAt <= now) return false
  return when.startTime === null
    ? when.startDate <= new Intl.DateTimeFormat('en-CA', { timeZone: visitorZone }).format(now)
    : when.startAt <= now
}

/** The visitor's zone as people call it: `British time`. */
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

/** Making a format takes far longer than using it, and a list has hundreds of dates. */
function format(at: number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, known)
  return known.format(at)
}
