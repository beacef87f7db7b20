import { Type } from 'typebox'
import { checker } from '../check.ts'
import type { FieldErrors } from '../errors.ts'
import { isDay } from '../time/day.ts'
import { readRule } from './rule.ts'

const MAX_DAYS = 1000
const MAX_SKIPPED = 20

const OCCURRENCE = /^(\d{4}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d)?$/

/** The input `recurrence` of an event. */
export const RecurrenceInput = Type.Object(
  {
    rule: Type.Optional(
      Type.String({
        maxLength: 500,
        accepts: 'a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=TU',
        description:
          'RFC 5545, 3.3.10, without SECONDLY, MINUTELY and HOURLY; such as `FREQ=WEEKLY;BYDAY=TU`.',
      }),
    ),
    exclude: Type.Optional(
      Type.Array(
        Type.String({
          pattern: OCCURRENCE.source,
          accepts: 'a date that exists, as YYYY-MM-DD, or with its time as YYYY-MM-DDTHH:MM',
        }),
        {
          maxItems: MAX_DAYS,
          accepts: `a list of at most ${MAX_DAYS} dates`,
          description: 'Dates of the rule that are left out.',
        },
      ),
    ),
    include: Type.Optional(
      Type.Array(
        Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', accepts: 'a date that exists, as YYYY-MM-DD' }),
        {
          maxItems: MAX_DAYS,
          accepts: `a list of at most ${MAX_DAYS} dates`,
          description: 'Additional dates.',
        },
      ),
    ),
    skipCalendars: Type.Optional(
      Type.Array(Type.String({ maxLength: 255, accepts: 'the id or reference of a calendar' }), {
        maxItems: MAX_SKIPPED,
        accepts: `a list of at most ${MAX_SKIPPED} ids or references of calendars`,
        description:
          'Ids or references of calendars: a date on a day with an all-day event in one of them is left out.',
      }),
    ),
  },
  { accepts: 'an object with a rule' },
)

/** What a request says of a recurrence. What is not set stays as it is. */
export interface Recurrence {
  rule?: string
  exclude?: string[]
  include?: string[]
  skipCalendars?: string[]
}

const check = checker(Type.Object({ recurrence: RecurrenceInput }), 'Event')

/**
 * Reads `recurrence` of a request. Returns all errors together, by field, such as `recurrence.exclude[0]`. `isNew`: a
 * rule is required.
 */
export function readRecurrence(
  input: unknown,
  isNew: boolean,
): { recurrence: Recurrence } | { errors: FieldErrors } {
  const errors = check({ recurrence: input }) ?? {}
  const given = (typeof input === 'object' && input !== null ? input : {}) as Recurrence
  if (errors.recurrence) return { errors }
  if (given.rule === undefined && isNew) errors['recurrence.rule'] ??= 'Event recurrence.rule is required'
  const { rule, exclude, include, skipCalendars } = given
  if (rule !== undefined && !errors['recurrence.rule']) {
    const read = readRule(rule)
    if ('fault' in read) errors['recurrence.rule'] = `Event recurrence.rule ${read.fault}`
  }
  for (const [name, days] of Object.entries({ exclude, include }))
    for (const [i, day] of (Array.isArray(days) ? days : []).entries())
      if (typeof day === 'string' && !isDay(day.slice(0, 10)))
        errors[`recurrence.${name}[${i}]`] ??=
          `Event recurrence.${name}[${i}] must be a date that exists, as YYYY-MM-DD`
  for (const _ in errors) return { errors }
  return {
    recurrence: {
      ...(rule !== undefined && { rule: rule.replace(/^RRULE:/i, '').toUpperCase() }),
      ...(exclude && { exclude: [...new Set(exclude)].sort() }),
      ...(include && { include: [...new Set(include)].sort() }),
      ...(skipCalendars && { skipCalendars: [...new Set(skipCalendars)] }),
    },
  }
}
