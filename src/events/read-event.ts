import { checker } from '../check.ts'
import type { FieldErrors } from '../errors.ts'
import { isTimeZone, localToUtc } from '../time/zone.ts'
import type { EventFields } from './event.ts'
import {
  FIELD_ROWS,
  type FieldValues,
  PrivateEventInput,
  PublicEventInput,
  wireName,
} from './event-fields.ts'
import { readQuickLinks } from './quick-links.ts'

const DAY_MS = 86_400_000
const ALWAYS = ['name', 'startDate', 'endDate']
const TIMED = ['startTime', 'endTime']
/** The end of an event must be in a year of four digits, in every zone. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 9998]

export interface ReadingRules {
  private: boolean
  /** Fields that are required in addition to name and dates. */
  required: string[]
  /** The default time zone. */
  timezone: string
  /** The stored event that the input changes; without it the input is a new event. */
  current?: EventFields
}

/** The input. Its values have passed their schemas. */
interface Input extends Record<string, unknown> {
  type?: string
  name?: string
  startDate?: string
  startTime?: string
  endDate?: string
  endTime?: string
  allDay?: boolean | string
  timezone?: string
  social?: object
}

const CHECKS = { public: checker(PublicEventInput, 'Event'), private: checker(PrivateEventInput, 'Event') }

/**
 * Reads an event from a client: types, values, and rules about several fields. Returns all errors together,
 * by field. A time that a clock change skips or repeats is read as RFC 5545, 3.3.5 demands.
 */
export function readEvent(
  input: unknown,
  rules: ReadingRules,
): { event: EventFields } | { errors: FieldErrors } {
  const kind = rules.private ? 'private' : 'public'
  const errors = CHECKS[kind](input) ?? {}
  if (errors.body) return { errors }
  const values = withoutInvalid(input as Input, errors)
  const { current } = rules

  const type = values.type?.toLowerCase()
  if (type !== undefined && type !== (rules.private ? 'private' : 'fixture')) {
    errors.type ??= `Event type must be ${rules.private ? 'private' : 'fixture'}${current ? ' and cannot be changed' : ''}`
  }
  const timezone = values.timezone ?? current?.timezone ?? rules.timezone
  if (!isTimeZone(timezone))
    errors.timezone ??= 'Event timezone must be an IANA time zone name, such as Europe/London'

  const allDay = readAllDay(values.allDay) ?? (current ? current.startTime === null : false)
  const startDate = values.startDate ?? current?.startDate ?? ''
  const endDate = values.endDate ?? current?.endDate ?? ''
  const startTime = allDay ? null : (values.startTime ?? current?.startTime ?? '')
  const endTime = allDay ? null : (values.endTime ?? current?.endTime ?? '')
  const name = values.name ?? current?.name ?? ''

  const read: Record<string, unknown> = { name, startDate, endDate, startTime, endTime }
  for (const field of [...ALWAYS, ...(allDay ? [] : TIMED), ...rules.required]) {
    const value = field in read ? read[field] : (values[field] ?? current?.[field as keyof EventFields])
    if (value === '' || value === undefined) errors[field] ??= `Event ${field} is required`
  }
  const start = wallTime(startDate, errors.startTime ? null : startTime)
  const end = wallTime(endDate, errors.endTime ? null : endTime)
  if (Number.isNaN(start)) errors.startDate ??= noSuchDay('startDate')
  if (Number.isNaN(end)) errors.endDate ??= noSuchDay('endDate')
  const validTimes = !errors.startTime && !errors.endTime
  if (validTimes && end < start) errors.endDate ??= 'Event endDate and endTime must not be before the start'

  const { quickLinks = [], linkNames = [], imported = false } = current ?? {}
  const { links, names } = readQuickLinks(values, { links: quickLinks, names: linkNames }, errors)
  if (values.social && !fits(values.social))
    errors.social ??= 'Event social must be an object of at most 2,000 characters'
  for (const _ in errors) return { errors }

  const startAt = localToUtc(timezone, start)
  const event: EventFields = {
    ...readFields(values, current),
    ...{ startDate, endDate, startTime, endTime, timezone, startAt },
    endAt: endAfter(startAt, timezone, start, allDay ? end + DAY_MS : end),
    ...{ quickLinks: links, linkNames: names, imported },
  }
  return { event }
}

function readFields(input: Input, current: FieldValues | undefined): FieldValues {
  const values: Record<string, unknown> = {}
  for (const [name, field] of FIELD_ROWS) {
    const value = input[wireName(name)]
    values[name] = value === undefined ? (current ? current[name] : field.none) : field.read(value)
  }
  return values as unknown as FieldValues
}

/**
 * The instant of an end. If a clock change skips the start, the start is read as an hour later and may be
 * after the end: 02:30 to 03:15 then keeps its 45 minutes. `start`, `end`: local times in ms as if in UTC.
 */
function endAfter(startAt: number, timezone: string, start: number, end: number): number {
  const endAt = localToUtc(timezone, end)
  return endAt > startAt || end === start ? Math.max(startAt, endAt) : startAt + (end - start)
}

/** Removes invalid values. An empty text that is invalid counts as left out. */
function withoutInvalid(input: Input, errors: FieldErrors): Input {
  let valid = input
  for (const field in errors) {
    if (valid === input) valid = { ...input }
    if (valid[field] === '') delete errors[field]
    else delete valid[field]
  }
  return valid
}

function noSuchDay(field: string): string {
  return `Event ${field} must be a date that exists, as YYYY-MM-DD`
}

function readAllDay(value: Input['allDay']): boolean | undefined {
  return value === undefined ? undefined : ['yes', 'true'].includes(String(value).toLowerCase())
}

/** A local date and time as if it were UTC, in epoch ms; NaN if the day does not exist. */
function wallTime(date: string, time: string | null): number {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))]
  const ms = Date.UTC(year, month - 1, day)
  // Date rolls 31 February over into March, and reads years below 100 as 19xx.
  const exists = month >= 1 && month <= 12 && day >= 1 && new Date(ms).getUTCDate() === day
  if (!exists || year < FIRST_YEAR || year > LAST_YEAR) return NaN
  return time ? ms + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3, 5)) * 60_000 : ms
}

/** True if a free-form object is small and flat enough to store. */
function fits(value: object): boolean {
  try {
    return JSON.stringify(value, refuseInfinity).length <= 2000
  } catch {
    return false // JSON can't represent it: nested too deeply, or a number out of range
  }
}

/** JSON.parse reads 1e400 as Infinity, which JSON can't represent. */
function refuseInfinity(_key: string, value: unknown): unknown {
  if (value === Infinity || value === -Infinity) throw new RangeError('a number out of range')
  return value
}
