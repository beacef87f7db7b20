import type { EventRecord, SeriesOfEvent } from '../../../src/http/admin/events-schemas.ts'
import { formOf, moveForm, newForm, type RuleForm, ruleOf } from '../../../src/series/rule-form.ts'
import { addDays } from './times.ts'

const DAY_MS = 86_400_000
/** What a new rule by COUNT begins with. */
const USUAL_COUNT = 10

type Before = Pick<EventRecord, 'startDate' | 'series'>

/** How an event repeats, in the form. */
export interface Repeats {
  /** `other`: by a rule that the form can't express. */
  choice: 'never' | 'rule' | 'other'
  form: RuleForm
  /** The day from which the rule is said: a date that it gives. */
  day: string
  /** The first day of the event for which all of this holds. */
  start: string
  /** How it was before the first day moved; left out: it did not move, or something else was changed since. */
  base?: Repeats
  /** The text of a rule that the form can't express. */
  text: string
  /** Dates that are left out. */
  exclude: string[]
  /** Additional dates. */
  include: string[]
  /** Calendars on whose all-day events there is no date. */
  skipCalendars: string[]
}

/** The form of an event that begins on a day and, if it is a date of a series, of that series. */
export function repeatsOf(startDate: string, series: SeriesOfEvent | null): Repeats {
  const none = { exclude: [], include: [], skipCalendars: [] }
  const start = startDate
  if (!series) return { choice: 'never', form: newForm(start), day: start, start, text: '', ...none }
  const { rule, ruleDate, exclude, include, skipCalendars } = series
  const form = formOf(rule, ruleDate)
  return {
    choice: form ? 'rule' : 'other',
    form: form ?? newForm(ruleDate.day),
    ...{ day: ruleDate.day, start, text: rule },
    ...{ exclude, include, skipCalendars },
  }
}

/**
 * The form for another first day of the event. It starts from what was last chosen: while a date is typed, there are days
 * that nobody means.
 */
export function moveTo(repeats: Repeats, start: string): Repeats {
  const { base = repeats } = repeats
  const days = (Date.parse(start) - Date.parse(base.start)) / DAY_MS
  if (Number.isNaN(days)) return repeats
  return days === 0 ? base : { ...moved(base, days), base }
}

function moved(repeats: Repeats, days: number): Repeats {
  const day = addDays(repeats.day, days)
  const shift = (dates: string[]) => dates.map((date) => addDays(date.slice(0, 10), days) + date.slice(10))
  const form = moveForm(repeats.form, repeats.day, day)
  const { until } = form
  return {
    ...repeats,
    // The last day moves along, as it does when the service moves a series.
    ...{ day, form: until === undefined ? form : { ...form, until: addDays(until, days) } },
    start: addDays(repeats.start, days),
    exclude: shift(repeats.exclude),
    include: shift(repeats.include),
  }
}

/**
 * `recurrence` of the request; of a series only what changed, apart from what moves along with the event. Undefined:
 * nothing about it is to be said.
 */
export function recurrenceOf(repeats: Repeats, before: Before | undefined): object | null | undefined {
  const { choice, exclude, include, skipCalendars } = repeats
  const series = before?.series ?? null
  if (choice === 'never') return series ? null : undefined
  if (!before || !series) return { rule: textOf(repeats), exclude, include, skipCalendars }
  const was = moveTo(repeatsOf(before.startDate, series), repeats.start)
  const changed = {
    ...(textOf(repeats) !== textOf(was) && { rule: textOf(repeats) }),
    ...(!isSame(exclude, was.exclude) && { exclude }),
    ...(!isSame(include, was.include) && { include }),
    ...(!isSame(skipCalendars, was.skipCalendars) && { skipCalendars }),
  }
  return Object.keys(changed).length > 0 ? changed : undefined
}

/** The text of the rule. */
export function textOf({ choice, form, day, text }: Repeats): string {
  return choice === 'other' ? text : ruleOf(form, day)
}

/** The end of a rule, one of three. */
export type RuleEnd = 'never' | 'until' | 'count'

export function endOf({ until, count }: RuleForm): RuleEnd {
  return until !== undefined ? 'until' : count !== undefined ? 'count' : 'never'
}

/** The form with another kind of end: three months, or some times. */
export function withEnd({ until: _, count: __, ...form }: RuleForm, end: RuleEnd, day: string): RuleForm {
  if (end === 'until') return { ...form, until: addDays(day, 91) }
  return end === 'count' ? { ...form, count: USUAL_COUNT } : form
}

/** Puts a day or an occurrence into a list in order, or takes what stands for it out. */
export function toggled(dates: string[], date: string): string[] {
  const left = dates.filter((other) => other !== date && other.slice(0, 10) !== date)
  return left.length < dates.length ? left : [...dates, date].sort()
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
