import { findCalendar } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import type { FieldErrors } from '../errors.ts'
import type { Recurrence } from './read-recurrence.ts'
import { MAX_DATES } from './rule.ts'
import { ENDED, type Series } from './series.ts'
import {
  dayOf,
  horizonOf,
  listOccurrences,
  nextOccurrence,
  occurrenceOf,
  type Pattern,
  TooOften,
} from './series-dates.ts'
import { listSkippedDays } from './series-store.ts'

/** How far dates are made. */
export interface Reach {
  /** Epoch ms. */
  now: number
  /** Months ahead of today. */
  months: number
  /** Dates are made up to this day too: they have been before, or a date there is changed. */
  until?: string
}

/** What a series leaves out. */
export interface LeftOut {
  /** What the request leaves out, all of which the rule must give. */
  exclude?: string[] | undefined
  /** What was left out before, as far as the rule still gives it. */
  kept?: string[]
  /** The number of the series' dates in the past, which don't count towards the limit. */
  past?: number
}

/** The occurrences of a series. */
export interface Occurrences {
  /** All up to the horizon, those that are left out too. */
  occurrences: string[]
  excluded: string[]
  madeUntil: string
}

/** The dates that a series gets. */
export interface Plan extends Occurrences {
  /** The occurrences that become events. */
  wanted: string[]
}

/** Plans the dates of a series; returns all that is wrong with its recurrence, by field. */
export async function planSeries(
  db: Db,
  series: Series,
  left: LeftOut,
  reach: Reach,
): Promise<Plan | { errors: FieldErrors }> {
  const plan = planOccurrences(series, left, reach)
  if ('errors' in plan) return plan
  return { ...plan, wanted: await withoutSkipped(db, series, plan.occurrences, plan.excluded) }
}

/** Like `planSeries`, without the calendars whose days a series skips. */
export function planOccurrences(
  series: Series,
  { exclude, kept = [], past = 0 }: LeftOut,
  reach: Reach,
): Occurrences | { errors: FieldErrors } {
  const { fields } = series
  const near = horizonOf(fields, reach.now, reach.months)
  const fault = patternFault(series)
  if (fault) return { errors: fault }
  const upTo = (day: string) => {
    const found = attempt(() => listOccurrences(series, day))
    return found && { ...found, horizon: day, tooMany: found.occurrences.length - past > MAX_DATES }
  }
  const far = reach.until && reach.until > near ? upTo(reach.until) : undefined
  const found = far && !far.tooMany ? far : upTo(near)
  if (!found) return { errors: TOO_OFTEN }
  if (found.tooMany) return { errors: tooMany(near) }
  const { occurrences, ended, horizon } = found
  const given = exclude ?? kept
  const known = occurrencesUpTo(series, given, occurrences, horizon)
  const matches = given.map((day) => matching(day, known, exclude === undefined))
  const errors: FieldErrors = {}
  if (exclude)
    for (const [i, match] of matches.entries())
      if (match.length === 0)
        errors[`recurrence.exclude[${i}]`] =
          `Event recurrence.exclude[${i}] is no date of the series: ${given[i]!}`
  for (const _ in errors) return { errors }
  const excluded = [...new Set(matches.flat())].sort()
  return { occurrences, excluded, madeUntil: ended ? ENDED : horizon }
}

/** Returns the occurrences that are neither left out nor on a skipped day. */
export async function withoutSkipped(
  db: Db,
  { publisherId, skipCalendars }: Series,
  occurrences: string[],
  excluded: string[],
): Promise<string[]> {
  const [first, last] = [occurrences[0], occurrences.at(-1)]
  if (first === undefined || last === undefined) return []
  const skipped = await listSkippedDays(db, publisherId, skipCalendars, dayOf(first), dayOf(last))
  const left = new Set(excluded)
  return occurrences.filter((occurrence) => !left.has(occurrence) && !skipped.has(dayOf(occurrence)))
}

/** Resolves calendars given by id or reference to ids; returns an error for each that is no public calendar. */
export async function resolveSkipCalendars(
  db: Db,
  publisherId: number,
  keys: string[],
): Promise<{ ids: string[] } | { errors: FieldErrors }> {
  const errors: FieldErrors = {}
  const ids: string[] = []
  for (const [i, key] of keys.entries()) {
    const calendar = await findCalendar(db, publisherId, key)
    if (calendar) ids.push(calendar.id)
    else
      errors[`recurrence.skipCalendars[${i}]`] =
        `Event recurrence.skipCalendars[${i}] has no calendar with ID [${key}]`
  }
  for (const _ in errors) return { errors }
  return { ids: [...new Set(ids)] }
}

/** The series with what a request says of its recurrence. */
export function withRecurrence(series: Series, recurrence: Recurrence, skipCalendars?: string[]): Series {
  const { rule = series.rule, include = series.include } = recurrence
  return { ...series, rule, include, skipCalendars: skipCalendars ?? series.skipCalendars }
}

const TOO_OFTEN: FieldErrors = { 'recurrence.rule': 'Event recurrence.rule recurs too often' }

/** The first date has to be one of the rule: otherwise programs disagree on whether it is a date at all. */
function patternFault(pattern: Pattern): FieldErrors | undefined {
  const { startDate } = pattern.fields
  const found = attempt(() => ({ first: nextOccurrence(pattern) }))
  if (!found) return TOO_OFTEN
  const { first } = found
  if (first === undefined)
    return { 'recurrence.rule': `Event recurrence.rule gives no date from ${startDate} on` }
  if (first === occurrenceOf(pattern.fields)) return undefined
  const start = first.replace('T', ' at ')
  return { startDate: `Event startDate must be a date that recurrence.rule gives; the first one is ${start}` }
}

/** Dates that are left out may be later than the horizon. */
function occurrencesUpTo(series: Series, days: string[], near: string[], horizon: string): string[] {
  const last = dayOf(days.at(-1) ?? '')
  return last <= horizon ? near : (attempt(() => listOccurrences(series, last))?.occurrences ?? near)
}

/** Returns undefined if the rule takes too many steps. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooOften) return undefined
    throw error
  }
}

/**
 * The occurrences that an entry of `exclude` means: one, or all of a day. `loose`: an entry stored before a change of the
 * time of day means those of its day.
 */
function matching(entry: string, occurrences: string[], loose: boolean): string[] {
  const exact = occurrences.filter((occurrence) => occurrence === entry)
  if (exact.length > 0) return exact
  const byDay = loose || entry.length === 10
  return byDay ? occurrences.filter((occurrence) => dayOf(occurrence) === dayOf(entry)) : []
}

function tooMany(horizon: string): FieldErrors {
  return {
    'recurrence.rule': `Event recurrence.rule gives more than ${MAX_DATES} dates up to ${horizon}: a series has at most ${MAX_DATES}`,
  }
}
