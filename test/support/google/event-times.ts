import { Temporal } from 'temporal-polyfill'
import { isObject, type Resource } from './api-table.ts'
import { isTimeZone } from './calendars.ts'
import { GoogleError, invalid } from './errors.ts'

/** A start or end: a date of an all-day event, or a time with its offset. */
export interface EventTime {
  date?: string
  dateTime?: string
  timeZone?: string
}

/**
 * Checks `start` and `end` of an event and returns them as Google stores them. Ends are exclusive, so a day's end is
 * a later day. Times without an offset need a time zone, and so do times of a recurring event.
 */
export function checkTimes(fields: Resource, calendarZone: string): { start: EventTime; end: EventTime } {
  const isRecurring = Array.isArray(fields.recurrence) && fields.recurrence.length > 0
  const start = checkTime(fields.start, 'start', calendarZone, isRecurring)
  const end = checkTime(fields.end, 'end', calendarZone, isRecurring)
  if ((start.date === undefined) !== (end.date === undefined)) throw invalid('Invalid start time.')
  const length = instantOf(end, calendarZone) - instantOf(start, calendarZone)
  if (length < 0 || (length === 0 && start.date !== undefined))
    throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.', 'calendar')
  return { start, end }
}

export function checkTime(value: unknown, name: string, calendarZone: string, needsZone: boolean): EventTime {
  if (!isObject(value)) throw new GoogleError(400, 'required', `Missing ${name} time.`)
  const { date, dateTime, timeZone } = value
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    throw invalid(`Invalid time zone definition for ${name} time.`)
  const hasDate = typeof date === 'string'
  if (hasDate === (typeof dateTime === 'string')) throw invalid(`Invalid ${name} time.`)
  if (hasDate) return { date }
  const zone = typeof timeZone === 'string' ? timeZone : undefined
  const text = dateTime as string
  if (zone === undefined && (needsZone || !/(Z|[+-]\d\d:\d\d)$/.test(text)))
    throw new GoogleError(400, 'required', `Missing time zone definition for ${name} time.`)
  return {
    dateTime: inZone(readInstant(text, zone ?? calendarZone), calendarZone),
    timeZone: zone ?? calendarZone,
  }
}

/** Returns the milliseconds of a start or end. A day begins at midnight of the calendar's zone. */
export function instantOf({ date, dateTime, timeZone }: EventTime, calendarZone: string): number {
  if (date === undefined) return readInstant(dateTime!, timeZone ?? calendarZone)
  return Temporal.PlainDate.from(date).toZonedDateTime(calendarZone).epochMilliseconds
}

/** Returns a time with the offset that it has in a zone, without fractions of a second, as Google prints it. */
export function inZone(milliseconds: number, zone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone)
  const text = time.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return time.offsetNanoseconds === 0 ? text.replace(/\+00:00$/, 'Z') : text
}

/** Returns a start or end in the zone that a reader asked for. */
export function timeInZone(time: EventTime, zone: string): EventTime {
  if (time.dateTime === undefined) return time
  return { ...time, dateTime: inZone(readInstant(time.dateTime, zone), zone) }
}

function readInstant(text: string, zone: string): number {
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return Date.parse(text)
  return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds
}
