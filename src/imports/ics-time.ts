import type ICAL from 'ical.js'
import { UTC_TIMES, type WallZone } from './ics-zones.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A date, or a date and time, of a calendar file. */
export interface IcsTime {
  allDay: boolean
  /** The local time in ms as if it were UTC. */
  wall: number
  zone: WallZone
}

export interface TimeRules {
  find: (tzid: string) => WallZone | undefined
  /** The zone of dates, and of times without a zone. */
  floating: WallZone
}

/** A fault of one event, in words for the author of the file. `line`: by default the event's first line. */
export class IcsFault extends Error {
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

/** Reads the times of a property; `EXDATE` may have several. Throws IcsFault if one is unreadable. */
export function readTimes(property: ICAL.Property, rules: TimeRules): IcsTime[] {
  // ical.js fails on a date without VALUE=DATE, and knows only zones that the file describes.
  const [name, parameters, , ...values] = property.toJSON() as unknown as [
    string,
    { tzid?: string },
    string,
    ...unknown[],
  ]
  return values.map((value) => {
    const text = String(Array.isArray(value) ? value[0] : value) // a period is read as its start
    const [, date, time, utc] =
      /^(\d{4}-\d\d-\d\d)(?:T(?:::|(\d\d:\d\d)(?::(?:\d\d)?)?(Z)?))?$/.exec(text) ?? []
    const wall = Date.parse(`${date}T${time ?? '00:00'}Z`)
    const exists = date && !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(date)
    if (!exists) throw new IcsFault(`${name.toUpperCase()} is no date or time that exists`)
    if (!time) return { allDay: true, wall, zone: rules.floating }
    const tzid = parameters.tzid
    const zone = utc ? UTC_TIMES : tzid ? rules.find(tzid) : rules.floating
    if (zone) return { allDay: false, wall, zone }
    throw new IcsFault(`Time zone "${tzid}" is not known, and the file does not describe it`)
  })
}

/**
 * A date or time in UTC as iCalendar writes it: the name of an instance, independent of how the file writes
 * it.
 */
export function stamp({ allDay, wall, zone }: IcsTime): string {
  const iso = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')
  return allDay ? iso(wall).slice(0, 8) : iso(zone.toUtc(wall))
}

/** The local time of `time` in another zone. */
export function wallIn({ allDay, wall, zone }: IcsTime, other: WallZone): number {
  return allDay || zone === other ? wall : other.toWall(zone.toUtc(wall))
}

/** Adds a duration: days in local time, the rest in elapsed time (RFC 5545, 3.3.6). */
export function addDuration({ wall, zone }: IcsTime, duration: ICAL.Duration): number {
  const sign = duration.isNegative ? -1 : 1
  const days = (duration.weeks * 7 + duration.days) * DAY_MS
  const rest = (duration.hours * 60 + duration.minutes) * MINUTE_MS
  const later = wall + sign * days
  return rest === 0 ? later : zone.toWall(zone.toUtc(later) + sign * rest)
}

/**
 * Start and end as fields of an event. A zone without an IANA name is converted to the publisher's zone, or
 * to UTC if the publisher's clock shows that local time twice.
 */
export function timeFields(zone: WallZone, start: number, end: number, publisherZone: WallZone) {
  let fields = { start, end, timezone: zone.name }
  if (!zone.name) {
    const [startAt, endAt] = [zone.toUtc(start), zone.toUtc(end)]
    const exact = [startAt, endAt].every((at) => publisherZone.toUtc(publisherZone.toWall(at)) === at)
    fields = exact
      ? {
          start: publisherZone.toWall(startAt),
          end: publisherZone.toWall(endAt),
          timezone: publisherZone.name,
        }
      : { start: startAt, end: endAt, timezone: 'UTC' }
  }
  return {
    startDate: dateOf(fields.start),
    startTime: new Date(fields.start).toISOString().slice(11, 16),
    endDate: dateOf(fields.end),
    endTime: new Date(fields.end).toISOString().slice(11, 16),
    allDay: 'no',
    timezone: fields.timezone,
  }
}

/** First and last day as fields of an event; `end` is the day after the last, as in iCalendar. */
export function dayFields(start: number, end: number, publisherZone: WallZone) {
  const last = Math.max(start, Math.ceil(end / DAY_MS) * DAY_MS - DAY_MS)
  return {
    startDate: dateOf(start),
    startTime: '',
    endDate: dateOf(last),
    endTime: '',
    allDay: 'yes',
    timezone: publisherZone.name,
  }
}

function dateOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
}
