import type { Calendar, DateTimeTimeZone, Event } from '@microsoft/microsoft-graph-types'
import { Temporal } from 'temporal-polyfill'
import { badRequest, GraphError } from './errors.ts'

type Kind = 'string' | 'boolean' | 'number' | 'object' | 'array'

/** The fields that a client may write. Microsoft's types make sure that there are such fields. */
const EVENT_FIELDS = {
  subject: 'string',
  body: 'object',
  start: 'object',
  end: 'object',
  isAllDay: 'boolean',
  location: 'object',
  isReminderOn: 'boolean',
  reminderMinutesBeforeStart: 'number',
  showAs: 'string',
  sensitivity: 'string',
  importance: 'string',
  categories: 'array',
  transactionId: 'string',
  responseRequested: 'boolean',
} satisfies Partial<Record<keyof Event, Kind>>

const CALENDAR_FIELDS = {
  name: 'string',
  color: 'string',
  hexColor: 'string',
} satisfies Partial<Record<keyof Calendar, Kind>>

export function checkCalendar(body: unknown): Calendar {
  const fields: Calendar = checkFields(body, CALENDAR_FIELDS)
  if (fields.name !== undefined && !fields.name?.trim()) throw badRequest('The name of a calendar is needed.')
  return fields
}

/** Checks an event as it will be, after a change is put over it. Ends are exclusive, days go from midnight to midnight. */
export function checkEvent(body: unknown, before: Event = {}): Event {
  const change: Event = checkFields(body, EVENT_FIELDS)
  const event: Event = { isAllDay: false, isReminderOn: false, ...before, ...change }
  const [start, end] = [checkTime('Start', event.start), checkTime('End', event.end)]
  const length = start.until(end).total('seconds')
  if (length < 0) throw wrongProperty('The end precedes the start.')
  if (event.isAllDay) {
    const midnights = [event.start!, event.end!].every(
      ({ dateTime }) => dateTime!.slice(11, 19) === '00:00:00',
    )
    if (!midnights || length === 0)
      throw wrongProperty('An all-day event begins and ends at midnight and lasts a day at least.')
  }
  const { reminderMinutesBeforeStart: minutes } = event
  if (typeof minutes === 'number' && (minutes < 0 || !Number.isInteger(minutes)))
    throw wrongProperty('The reminder has no valid time.')
  if (before.transactionId !== undefined && event.transactionId !== before.transactionId)
    throw badRequest('transactionId is immutable.')
  const { contentType = 'text', content } = event.body ?? {}
  if (contentType !== 'text' && contentType !== 'html')
    throw wrongProperty(`Body type ${contentType} is unknown.`)
  return content === undefined ? event : { ...event, body: { contentType, content } }
}

function checkFields(body: unknown, known: Record<string, Kind>): object {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('JSON object expected.')
  for (const [name, value] of Object.entries(body)) {
    const kind = known[name]
    if (!kind) throw badRequest(`The property '${name}' does not exist or can't be written.`)
    const actual = Array.isArray(value) ? 'array' : typeof value
    if (value !== null && actual !== kind) throw badRequest(`The property '${name}' has the wrong type.`)
  }
  return body
}

function checkTime(name: string, time: DateTimeTimeZone | null | undefined): Temporal.ZonedDateTime {
  const { dateTime, timeZone } = time ?? {}
  if (dateTime === undefined) throw wrongProperty(`${name} is needed.`)
  try {
    return Temporal.PlainDateTime.from(dateTime).toZonedDateTime(timeZone ?? 'UTC')
  } catch {
    throw new GraphError(
      400,
      'TimeZoneNotSupportedException',
      `${name}: ${dateTime} in the time zone ${timeZone ?? 'UTC'} can't be understood.`,
    )
  }
}

function wrongProperty(message: string) {
  return new GraphError(400, 'ErrorPropertyValidationFailure', message)
}
