import type { EventFields } from '../events/event.ts'
import { readEvent } from '../events/read-event.ts'
import { addDays, addMonths, dayAt } from '../time/day.ts'
import { countSteps, ruleDates } from '../time/rule-dates.ts'
import { localToUtc, utcToLocal } from '../time/zone.ts'
import { readRule, type Rule } from './rule.ts'
import type { Series } from './series.ts'

const DAY_MS = 86_400_000
/** A rule that takes more steps could hold the process for a second. No real one takes so many. */
const MAX_STEPS = 50_000
/** A rule has to give its first date within so many years. */
const FIRST_WITHIN_YEARS = 30

/** What decides about the dates of a series, apart from those that it leaves out. */
export type Pattern = Pick<Series, 'fields' | 'rule' | 'include'>

/** The rule would take too many steps. */
export class TooOften extends Error {}

/** Returns the last day up to which a series gets dates: some months after today, or after its start if that is later. */
export function horizonOf(fields: EventFields, now: number, months: number): string {
  const today = dayAt(fields.timezone, now)
  return addMonths(fields.startDate > today ? fields.startDate : today, months)
}

/** The local start that an event has, in the form of `occurrence`. */
export function occurrenceOf({ startDate, startTime }: Pick<EventFields, 'startDate' | 'startTime'>): string {
  return startTime === null ? startDate : `${startDate}T${startTime}`
}

/** The day of an occurrence. */
export function dayOf(occurrence: string): string {
  return occurrence.slice(0, 10)
}

/** Returns the dates that the rule gives up to a day, as occurrences in order. Throws TooOften. */
export function ruleOccurrences(pattern: Pattern, lastDay: string): string[] {
  return expand(pattern, lastDay).occurrences
}

/**
 * Returns the dates of a series up to a day, as occurrences in order: those of the rule and the additional days.
 * `ended`: there are no later ones. Throws TooOften.
 */
export function listOccurrences(
  pattern: Pattern,
  lastDay: string,
): { occurrences: string[]; ended: boolean } {
  const { occurrences, ended } = expand(pattern, lastDay)
  const { startTime } = pattern.fields
  const included = pattern.include.map((startDate) => occurrenceOf({ startDate, startTime }))
  const near = included.filter((occurrence) => dayOf(occurrence) <= lastDay)
  return {
    occurrences: [...new Set([...occurrences, ...near])].sort(),
    ended: ended && near.length === included.length,
  }
}

/**
 * Returns the first date of the rule on or after an occurrence, by default the start of the series; undefined if there is
 * none within thirty years. Throws TooOften.
 */
export function nextOccurrence(pattern: Pattern, from = occurrenceOf(pattern.fields)): string | undefined {
  for (const years of [1, FIRST_WITHIN_YEARS]) {
    const occurrences = ruleOccurrences(pattern, addMonths(dayOf(from), 12 * years))
    const next = occurrences.find((occurrence) => occurrence >= from)
    if (next) return next
  }
  return undefined
}

/** Returns the fields of one date. A time that a clock change skips or repeats resolves as that of a single event. */
export function fieldsOn(
  { fields, dateReference }: Pick<Series, 'fields' | 'dateReference'>,
  occurrence: string,
): EventFields {
  const length = wallOf(fields.endDate, fields.endTime) - wallOf(fields.startDate, fields.startTime)
  const start = wallOf(dayOf(occurrence), occurrence.slice(11) || null)
  const [startDate, startTime] = textOf(start).split('T') as [string, string]
  const [endDate, endTime] = textOf(start + length).split('T') as [string, string]
  const times =
    fields.startTime === null ? { startDate, endDate } : { startDate, startTime, endDate, endTime }
  const rules = { private: false, required: [], timezone: fields.timezone, current: fields }
  const read = readEvent(times, rules)
  // Only a day beyond the years that events may have.
  if ('errors' in read) throw new RangeError(Object.values(read.errors).join('; '))
  return { ...read.event, reference: dateReference && `${dateReference}@${startDate}` }
}

function expand({ rule, fields }: Pattern, lastDay: string) {
  return expandRule(parsed(rule), fields, lastDay)
}

function expandRule(
  rule: Rule,
  fields: EventFields,
  lastDay: string,
): { occurrences: string[]; ended: boolean } {
  const { timezone, startTime } = fields
  const start = wallOf(fields.startDate, startTime)
  const last = wallOf(lastDay, null) + DAY_MS - 1
  const { count = Infinity, until } = rule
  // In an hour that a clock change repeats, local times and instants differ in order: a day more, then by instant.
  const untilWall = !until
    ? Infinity
    : until.form === 'utc'
      ? utcToLocal(timezone, until.at) + DAY_MS
      : until.at
  const end = Math.min(last, untilWall)
  if (countSteps(start, rule, end) > MAX_STEPS) throw new TooOften()
  const walls = ruleDates(start, rule, end, count)
  const before = (wall: number) => until?.form !== 'utc' || localToUtc(timezone, wall) <= until.at
  const kept = walls.filter(before)
  return {
    occurrences: kept.map((wall) => (startTime === null ? textOf(wall).slice(0, 10) : textOf(wall))),
    ended: walls.length === count || untilWall <= last || kept.length < walls.length,
  }
}

/** The rule of a series, whose text was read before it was stored. */
function parsed(text: string): Rule {
  const rule = readRule(text)
  if ('fault' in rule) throw new Error(`the rule ${text} ${rule.fault}`)
  return rule
}

/** A local time in ms as if in UTC. */
function wallOf(day: string, time: string | null): number {
  return Date.parse(`${day}T${time ?? '00:00'}Z`)
}

function textOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 16)
}

/** Returns the days from the first to the last, both inclusive. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
