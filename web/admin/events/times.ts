import { locale } from '../kit/format.ts'

const DAY_MS = 86_400_000
const wallFormats = new Map<string, Intl.DateTimeFormat>()

/** The date and time of an ISO instant in a zone: `2027-04-10T15:00`. */
export function wallTime(zone: string, iso: string | number): string {
  let format = wallFormats.get(zone)
  if (!format) {
    // The Swedish format is that of ISO 8601 with a space in place of the T.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    wallFormats.set(zone, format)
  }
  return format.format(new Date(iso)).replace(' ', 'T')
}

/** Today's date in a zone, `2027-04-10`. */
export function todayIn(zone: string): string {
  return wallTime(zone, Date.now()).slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** A wall time moved by `ms`, without clock changes: `2027-04-10`, `15:00`. */
function shifted(date: string, time: string | null, ms: number): [string, string | null] {
  const at = new Date(Date.parse(`${date}T${time ?? '00:00'}Z`) + ms).toISOString()
  return [at.slice(0, 10), time === null ? null : at.slice(11, 16)]
}

/** The wall times of an event, as typed. */
export interface When {
  startDate: string
  startTime: string | null
  endDate: string
  endTime: string | null
}

/** Moves the wall times of an event, so that it keeps its hour and length over a clock change. */
export function moved(when: When, startMs: number, endMs: number): When {
  const [startDate, startTime] = shifted(when.startDate, when.startTime, startMs)
  const [endDate, endTime] = shifted(when.endDate, when.endTime, endMs)
  return { startDate, startTime, endDate, endTime }
}

/** The times as the service takes them. */
export function whenInput(when: When) {
  const { startDate, endDate, startTime, endTime } = when
  return startTime === null || endTime === null
    ? { allDay: 'yes', startDate, endDate }
    : { allDay: 'no', startDate, startTime, endDate, endTime }
}

const DAYS = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const

/** `Sat, 10 Apr 2027, 15:00 – 17:00`, for wall times. */
export function whenText({ startDate, startTime, endDate, endTime }: When): string {
  const from = new Date(`${startDate}T${startTime ?? '00:00'}Z`)
  const to = new Date(`${endDate}T${endTime ?? '00:00'}Z`)
  return rangeText(from, to, 'UTC', startTime === null)
}

/** The same for instants in a zone. */
export function rangeText(from: Date, to: Date, timeZone: string, allDay = false): string {
  const times = allDay ? {} : ({ hour: '2-digit', minute: '2-digit' } as const)
  const format = new Intl.DateTimeFormat(locale, { ...DAYS, ...times, timeZone })
  return to < from ? format.format(from) : format.formatRange(from, to)
}

/** `15:00`, for an instant in a zone. */
export function timeText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }).format(at)
}

/** The offset and name of a zone at an instant: `BST`, `GMT+2`. */
export function zoneName(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
