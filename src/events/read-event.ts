import type { Static } from 'typebox'
import { checker } from '../check.ts'
import type { FieldErrors } from '../errors.ts'
import { isTimeZone, localToUtc } from '../time/zone.ts'
import { type EventExtras, type EventFields, PRIMARY_LINK, SECONDARY_LINK } from './event.ts'
import { PrivateEventInput, PublicEventInput } from './event-schema.ts'
import { readQuickLinks } from './quick-links.ts'

const DAY_MS = 86_400_000
const ALWAYS = ['name', 'startDate', 'endDate']
const TIMED = ['startTime', 'endTime']
/** The end of an event, in any zone, has to be in a year of four digits. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 9998]

export interface ReadingRules {
  private: boolean
  /** Fields that have to be there beside name and dates. */
  required: string[]
  /** The zone of an event that names none. */
  timezone: string
  /** The stored event an update changes; without it the input is a new event. */
  current?: EventFields
}

type Input = Static<typeof PublicEventInput>

const CHECKS = { public: checker(PublicEventInput, 'Event'), private: checker(PrivateEventInput, 'Event') }

/**
 * Reads an event as a client sends it: its types, its values and what they mean together. All faults are
 * told at once, by field. A time that a clock change skips or repeats is read as RFC 5545 3.3.5 says.
 */
export function readEvent(
  input: unknown,
  rules: ReadingRules,
): { event: EventFields } | { errors: FieldErrors } {
  const kind = rules.private ? 'private' : 'public'
  const errors = CHECKS[kind](input) ?? {}
  if (errors.body) return { errors }
  const given = withoutFaults(input as Input & Record<string, unknown>, errors)
  const { current } = rules

  const type = given.type?.toString().toLowerCase()
  if (type !== undefined && type !== (rules.private ? 'private' : 'fixture')) {
    errors.type ??= `Event type must be ${rules.private ? 'private' : 'fixture'}${current ? ' and cannot be changed' : ''}`
  }
  const timezone = given.timezone ?? current?.timezone ?? rules.timezone
  if (!isTimeZone(timezone))
    errors.timezone ??= 'Event timezone must be an IANA time zone name, such as Europe/London'

  const allDay = readAllDay(given.allDay) ?? (current ? current.startTime === null : false)
  const startDate = given.startDate ?? current?.startDate ?? ''
  const endDate = given.endDate ?? current?.endDate ?? ''
  const startTime = allDay ? null : (given.startTime ?? current?.startTime ?? '')
  const endTime = allDay ? null : (given.endTime ?? current?.endTime ?? '')
  const name = given.name ?? current?.name ?? ''

  const read: Record<string, unknown> = { name, startDate, endDate, startTime, endTime }
  for (const field of [...ALWAYS, ...(allDay ? [] : TIMED), ...rules.required]) {
    const value = field in read ? read[field] : (given[field] ?? current?.[field as keyof EventFields])
    if (value === '' || value === undefined) errors[field] ??= `Event ${field} is required`
  }
  const start = wallTime(startDate, errors.startTime ? null : startTime)
  const end = wallTime(endDate, errors.endTime ? null : endTime)
  if (Number.isNaN(start)) errors.startDate ??= noSuchDay('startDate')
  if (Number.isNaN(end)) errors.endDate ??= noSuchDay('endDate')
  const sound = !errors.startTime && !errors.endTime
  if (sound && end < start) errors.endDate ??= 'Event endDate and endTime must not be before the start'

  const extras = readExtras(given, current?.extras ?? {}, errors)
  for (const _ in errors) return { errors }

  const startAt = localToUtc(timezone, start)
  const event: EventFields = {
    reference: (given.reference ?? current?.reference) || null,
    referenceType: (given.referenceType ?? current?.referenceType) || null,
    name,
    location: given.location ?? current?.location ?? '',
    details: given.details ?? current?.details ?? '',
    startDate,
    endDate,
    startTime,
    endTime,
    timezone,
    startAt,
    endAt: endAfter(startAt, timezone, start, allDay ? end + DAY_MS : end),
    alert: given.alert ?? current?.alert ?? '',
    alert2: given.alert2 ?? current?.alert2 ?? '',
    draft: given.draft === undefined ? (current?.draft ?? true) : Number(given.draft) === 1,
    sponsoredMessage: given.sponsored_message ?? current?.sponsoredMessage ?? '',
    extras,
  }
  return { event }
}

/**
 * The instant of an end. When a clock change skips the start, the start is read as an hour later and may pass the end:
 * 02:30 to 03:15 then keeps its 45 minutes. `start`, `end`: wall times as if in UTC.
 */
function endAfter(startAt: number, timezone: string, start: number, end: number): number {
  const endAt = localToUtc(timezone, end)
  return endAt > startAt || end === start ? Math.max(startAt, endAt) : startAt + (end - start)
}

/** What can be read on: values of the right form. An empty text is none, and counts as left out. */
function withoutFaults<T extends Record<string, unknown>>(input: T, errors: FieldErrors): T {
  let sound: Record<string, unknown> = input
  for (const field in errors) {
    if (sound === input) sound = { ...input }
    if (sound[field] === '') delete errors[field]
    else delete sound[field]
  }
  return sound as T
}

function noSuchDay(field: string): string {
  return `Event ${field} must be a date that exists, as YYYY-MM-DD`
}

function readAllDay(value: Input['allDay']): boolean | undefined {
  return value === undefined ? undefined : ['yes', 'true'].includes(String(value).toLowerCase())
}

/** A local date and time as if it were UTC, in milliseconds; NaN when there is no such day. */
function wallTime(date: string, time: string | null): number {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))]
  const ms = Date.UTC(year, month - 1, day)
  // Date rolls 31 February over into March, and reads years below 100 as 19xx.
  const exists = month >= 1 && month <= 12 && day >= 1 && new Date(ms).getUTCDate() === day
  if (!exists || year < FIRST_YEAR || year > LAST_YEAR) return NaN
  return time ? ms + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3, 5)) * 60_000 : ms
}

const EXTRAS = {
  twitterTag: 'twitterTag',
  social: 'social',
  tags: 'tags',
  eventBanner: 'event_banner',
  focusX: 'focus-x',
  focusY: 'focus-y',
  featured: 'featured',
  primaryLink: 'primary_link',
  secondaryLink: 'secondary_link',
} as const satisfies Partial<Record<keyof EventExtras, string>>

function readExtras(
  given: Input & Record<string, unknown>,
  current: EventExtras,
  errors: FieldErrors,
): EventExtras {
  const extras: Record<string, unknown> = { ...current }
  for (const key in EXTRAS) {
    const value = given[EXTRAS[key as keyof typeof EXTRAS]]
    if (value === undefined) continue
    const numeric = key === 'featured' || key === 'primaryLink' || key === 'secondaryLink'
    extras[key] = numeric ? Number(value) : value
  }
  if (given.cancelled !== undefined) keep(extras, 'cancelled', Number(given.cancelled) === 1)
  const { quickLinks = [], linkNames = [] } = current
  const { links, names } = readQuickLinks(given, { links: quickLinks, names: linkNames }, errors)
  keep(extras, 'quickLinks', links.length > 0 && links)
  keep(extras, 'linkNames', names.length > 0 && names)
  // Default values are not stored, so that a record that is sent back changes nothing.
  if (extras.primaryLink === PRIMARY_LINK) delete extras.primaryLink
  if (extras.secondaryLink === SECONDARY_LINK) delete extras.secondaryLink
  if (given.social && !fits(given.social))
    errors.social ??= 'Event social must be an object of at most 2,000 characters'
  return extras
}

function keep(extras: Record<string, unknown>, key: keyof EventExtras, value: unknown): void {
  if (value) extras[key] = value
  else delete extras[key]
}

/** Whether a free-form object is small and flat enough to keep. */
function fits(value: object): boolean {
  try {
    return JSON.stringify(value, refuseInfinity).length <= 2000
  } catch {
    return false // it can't be written: nested too deeply, or a number out of range
  }
}

/** 1e400 is JSON and becomes Infinity, which is not. */
function refuseInfinity(_key: string, value: unknown): unknown {
  if (value === Infinity || value === -Infinity) throw new RangeError('a number out of range')
  return value
}
