import { invalid } from '../errors.ts'
import type { CalendarEvent, EventFields } from '../events/event.ts'
import { isSameCalendars } from '../events/event-calendars.ts'
import { FIELD_ROWS, wireName } from '../events/event-fields.ts'
import { readChange, requireValid } from '../events/save-event.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { addDays } from '../time/day.ts'
import { byHandWithout, type Known } from './change-dates.ts'
import { readRecurrence } from './read-recurrence.ts'
import { readRule, withEnd } from './rule.ts'
import { moveRule } from './rule-form.ts'
import type { Series } from './series.ts'
import { dayOf, nextOccurrence, occurrenceOf, ruleOccurrences, TooOften } from './series-dates.ts'

type Input = Record<string, unknown>

const DAY_MS = 86_400_000
const WHEN = ['startDate', 'startTime', 'endDate', 'endTime', 'timezone'] as const
const CALENDARS = ['calendarId', 'calendarIds', 'addCalendarIds', 'removeCalendarIds'] as const

/** A change of a series, as one of its dates was changed. */
export interface LikeDate {
  /** The input that changes the series in the same way. */
  input: Input
  /** The dates that it leaves out. */
  excluded: string[]
  known: Known
}

interface Part {
  /** The series, or the part of it that begins with the date. */
  series: Series
  /** The dates that it leaves out so far. */
  excluded: string[]
  /** The number of dates that the rule gave before: COUNT of the input is that of all. */
  earlier: number
}

/**
 * Returns the change of a series that does to each date what the input does to one of them: fields that the input
 * leaves as they are stay in the series, other times move the first date by as many days, and on another day the rule
 * moves along. Dates in `exclude` that the rule does not give are left out of it. Throws `invalid`.
 */
export function changeLikeDate(
  publisher: Publisher,
  event: CalendarEvent,
  { recurrence, ...input }: Input,
  { series, excluded, earlier }: Part,
): LikeDate {
  const read = requireValid(readChange(publisher, event, input))
  const after: EventFields = read.event
  const changed = FIELD_ROWS.map(([name]) => name).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(event[name]),
  )
  if (changed.includes('reference'))
    throw invalid({ reference: 'Event reference of one date can only be changed with scope=this' })
  const others = changed.filter((name) => !isWhen(name)).map(wireName)
  const moved = changed.some(isWhen)
  const isOtherCalendars = !event.private && !isSameCalendars(event, read.calendars)
  const names = [...others, ...(isOtherCalendars ? CALENDARS : [])]
  const links = Object.keys(input).filter((name) => name.startsWith('quickLink'))
  const isOtherLinks = ['quickLinks', 'linkNames'].some((name) => isOther(event, after, name))

  const days = daysBetween(event.startDate, after.startDate)
  const given = recurrence === null ? null : ofPart(recurrence, dayOf(event.occurrence!), earlier)
  const shifted = shiftedRecurrence(series, event, days)
  const rule = ruleOf(given) ?? shifted?.rule ?? series.rule
  const fields = { ...series.fields, ...timesLike(series.fields, event, after) }
  const target = addDays(dayOf(event.occurrence!), days)
  if (days !== 0 && !ruleOf(given) && !shifted?.rule)
    throw invalid(
      {
        startDate: `Event startDate can not move from ${event.startDate} for several dates, since the rule does not move along: change recurrence too`,
      },
      'series_day_not_given',
    )
  const isOtherRule = rule !== series.rule || days !== 0
  const first = isOtherRule ? firstDate(series, fields, rule, days) : series.fields.startDate
  if (isOtherRule && given !== null) requireDateOfRule(series, fields, rule, first, target)
  const when = { ...whenOf(first, fields, lengthOf(series.fields, event, after)), timezone: fields.timezone }
  // Times that were changed by hand before stay the date's own, as the input has them.
  const ownTimes = event.ownFields.some(isWhen)
  const dated = ownTimes ? { ...event, ...timesOf(after) } : event
  const own = new Set([
    ...changed.filter((name) => !isWhen(name)),
    ...(moved && !ownTimes ? WHEN : []),
    ...(isOtherCalendars ? ['calendarId', 'alsoIn'] : []),
    ...(isOtherLinks ? ['quickLinks', 'linkNames'] : []),
  ])
  const occurrence = occurrenceOf({ startDate: target, startTime: fields.startTime })
  const { exclude, ...kept } = given ?? {}
  return {
    input: {
      ...pick(input, [...names, ...(isOtherLinks ? links : [])]),
      ...((moved || first !== series.fields.startDate) && when),
      ...(given === null
        ? { recurrence: null }
        : { recurrence: { ...shifted, ...kept, ...(rule !== series.rule && { rule }) } }),
    },
    excluded: Array.isArray(exclude)
      ? (exclude as string[])
      : excluded.map((occurrence) => addDays(dayOf(occurrence), days) + occurrence.slice(10)),
    known: { dates: new Map([[event.id, { occurrence, ...byHandWithout(dated, own) }]]) },
  }
}

function isWhen(name: string): boolean {
  return (WHEN as readonly string[]).includes(name)
}

function timesOf({ startDate, startTime, endDate, endTime, timezone, startAt, endAt }: EventFields) {
  return { startDate, startTime, endDate, endTime, timezone, startAt, endAt }
}

function isOther(before: object, after: object, name: string): boolean {
  const [was, is] = [before, after].map((event) => JSON.stringify((event as Record<string, unknown>)[name]))
  return was !== is
}

/** The local start and zone of the series, as far as the change of the date is one of them. */
function timesLike(fields: EventFields, event: EventFields, after: EventFields) {
  const { startTime, timezone } = after
  return {
    startTime: isOther(event, after, 'startTime') ? startTime : fields.startTime,
    timezone: isOther(event, after, 'timezone') ? timezone : fields.timezone,
  }
}

/** The length of each date in ms of local time. */
function lengthOf(fields: EventFields, event: EventFields, after: EventFields): number {
  const length = ({ startDate, startTime, endDate, endTime }: EventFields) =>
    wallOf(endDate, endTime) - wallOf(startDate, startTime)
  return length(event) === length(after) && (event.startTime === null) === (after.startTime === null)
    ? length(fields)
    : length(after)
}

/** Days and times of the first date, as an input has them. */
function whenOf(startDate: string, { startTime }: EventFields, length: number): Input {
  const end = new Date(wallOf(startDate, startTime) + length).toISOString()
  const days = { startDate, endDate: end.slice(0, 10) }
  return startTime === null
    ? { ...days, allDay: 'yes' }
    : { ...days, allDay: 'no', startTime, endTime: end.slice(11, 16) }
}

/** A local time in ms as if in UTC. */
function wallOf(day: string, time: string | null): number {
  return Date.parse(`${day}T${time ?? '00:00'}Z`)
}

function pick(input: Input, names: string[]): Input {
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)))
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** Checks `recurrence` of the input, and takes what it says of dates before a part of a series out of it. */
function ofPart(given: unknown, from: string, earlier: number): Input {
  if (given === undefined) return {}
  const read = readRecurrence(given, false)
  if ('errors' in read) throw invalid(read.errors)
  const { rule, include, exclude, skipCalendars } = read.recurrence
  const isAhead = (date: string) => earlier === 0 || dayOf(date) >= from
  const known = rule === undefined ? undefined : readRule(rule)
  const count = known && !('fault' in known) ? known.count : undefined
  if (count !== undefined && count <= earlier)
    throw invalid({
      'recurrence.rule': `Event recurrence.rule must have a COUNT above ${earlier}: so many dates come before`,
    })
  return {
    ...(rule !== undefined && {
      rule: count === undefined ? rule : withEnd(rule, { count: count - earlier }),
    }),
    ...(include && { include: include.filter(isAhead) }),
    ...(exclude && { exclude: exclude.filter(isAhead) }),
    ...(skipCalendars && { skipCalendars }),
  }
}

function ruleOf(given: Input | null): string | undefined {
  return given?.rule as string | undefined
}

/** What the recurrence becomes when a date moves by some days. */
function shiftedRecurrence(series: Series, event: CalendarEvent, days: number) {
  if (days === 0) return undefined
  const { timezone, startTime } = series.fields
  const day = dayOf(event.occurrence!)
  const isOfRule = ruleOccurrences(series, day).some((occurrence) => dayOf(occurrence) === day)
  const rule = isOfRule
    ? moveRule(series.rule, { day, time: startTime, timezone }, addDays(day, days))
    : undefined
  return { ...(rule !== undefined && { rule }), include: series.include.map((date) => addDays(date, days)) }
}

/**
 * The first date of a series whose rule moved: its old one moved by as many days, else the old one, else the first one
 * that the rule gives from there on.
 */
function firstDate(series: Series, fields: EventFields, rule: string, days: number): string {
  const { startDate } = series.fields
  const from = (day: string) => next({ ...fields, startDate: day }, rule, day)
  const shifted = addDays(startDate, days)
  return from(shifted) === shifted ? shifted : (from(startDate) ?? startDate)
}

/** Refuses a rule that does not give the date on which it was made: people could not say what the others are. */
function requireDateOfRule(
  series: Series,
  fields: EventFields,
  rule: string,
  first: string,
  target: string,
): void {
  const day = next({ ...fields, startDate: first }, rule, target)
  if (day === undefined || day === target || series.include.includes(target)) return
  throw invalid(
    {
      startDate: `Event startDate must be a date that recurrence.rule gives; the first one is ${occurrenceOf({ ...fields, startDate: day }).replace('T', ' at ')}`,
    },
    'series_day_not_given',
  )
}

/** The first day from a day on that a rule gives; undefined if there is none, or if it takes too many steps. */
function next(fields: EventFields, rule: string, from: string): string | undefined {
  try {
    const { startTime } = fields
    const occurrence = nextOccurrence(
      { fields, rule, include: [] },
      occurrenceOf({ startDate: from, startTime }),
    )
    return occurrence && dayOf(occurrence)
  } catch (error) {
    // Planning the dates refuses such a rule.
    if (error instanceof TooOften) return undefined
    throw error
  }
}
