import type { DateRule, Frequency } from '../time/rule-dates.ts'

/** A recurrence rule (RFC 5545, 3.3.10) and its end. */
export interface Rule extends DateRule {
  /** The number of its dates. */
  count?: number
  until?: Until
}

/**
 * The last instant of a rule. `local`: ms as if in UTC, in the zone of the series; `utc`: epoch ms. A date stands for
 * the whole day, in local time.
 */
export interface Until {
  form: 'local' | 'utc'
  at: number
}

const DAY_MS = 86_400_000
const MAX_INTERVAL = 1000
/** COUNT of a rule may not be more; `series-dates.ts` limits the dates of a series to the same number. */
export const MAX_DATES = 1000

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY']
const WEEKDAY = 'MO|TU|WE|TH|FR|SA|SU'

interface List {
  max: number
  min: number
  /** Numbers below 0 count from the end. */
  signed?: true
  /** The frequencies that may have the part: a table of RFC 5545, 3.3.10. */
  freqs?: string[]
}

/** The parts that are lists of numbers. */
const LISTS: Record<string, List> = {
  BYMONTH: { min: 1, max: 12 },
  BYWEEKNO: { min: 1, max: 53, signed: true, freqs: ['YEARLY'] },
  BYYEARDAY: { min: 1, max: 366, signed: true, freqs: ['YEARLY'] },
  BYMONTHDAY: { min: 1, max: 31, signed: true, freqs: ['YEARLY', 'MONTHLY', 'DAILY'] },
  BYHOUR: { min: 0, max: 23 },
  BYMINUTE: { min: 0, max: 59 },
  BYSETPOS: { min: 1, max: 366, signed: true },
}

const KEYS: Record<string, keyof DateRule> = {
  BYMONTH: 'byMonth',
  BYWEEKNO: 'byWeekNo',
  BYYEARDAY: 'byYearDay',
  BYMONTHDAY: 'byMonthDay',
  BYHOUR: 'byHour',
  BYMINUTE: 'byMinute',
  BYSETPOS: 'bySetPos',
}

/**
 * Reads the text of a rule, such as `FREQ=WEEKLY;BYDAY=TU`. Returns the end of a sentence that begins with the field
 * if it is no rule, or none that a series can have: SECONDLY, MINUTELY and HOURLY are none.
 */
export function readRule(text: string): Rule | { fault: string } {
  const parts = new Map<string, string>()
  for (const part of text
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')) {
    const [name, value, ...more] = part.split('=')
    if (!name || !value || more.length > 0)
      return { fault: 'must be a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=TU' }
    if (parts.has(name)) return { fault: `must have ${name} only once` }
    parts.set(name, value)
  }
  const freq = parts.get('FREQ') ?? ''
  if (!FREQUENCIES.includes(freq)) return { fault: `must have FREQ=${FREQUENCIES.join(', ')}` }
  const rule: Rule = { freq: freq as Frequency, interval: 1 }
  for (const [name, value] of parts) {
    const fault = readPart(rule, name, value)
    if (fault) return { fault }
  }
  const fault = combinationFault(rule)
  return fault ? { fault } : rule
}

/** Reads one part into the rule; returns a fault if it can't. */
function readPart(rule: Rule, name: string, value: string): string | undefined {
  const list = LISTS[name]
  if (list) return readList(rule, name, value, list)
  switch (name) {
    case 'FREQ':
      return undefined
    case 'INTERVAL':
      rule.interval = Number(value)
      return /^\d+$/.test(value) && rule.interval >= 1 && rule.interval <= MAX_INTERVAL
        ? undefined
        : `must have an INTERVAL from 1 to ${MAX_INTERVAL}`
    case 'COUNT':
      rule.count = Number(value)
      return /^\d+$/.test(value) && rule.count >= 1 && rule.count <= MAX_DATES
        ? undefined
        : `must have a COUNT from 1 to ${MAX_DATES}: a series has at most ${MAX_DATES} dates`
    case 'UNTIL': {
      const until = readUntil(value)
      if (!until) return 'must have an UNTIL such as 20270630 or 20270630T180000Z'
      rule.until = until
      return undefined
    }
    case 'WKST':
      rule.wkst = value
      return new RegExp(`^(${WEEKDAY})$`).test(value) ? undefined : 'must have a weekday such as MO as WKST'
    case 'BYDAY': {
      const places = rule.freq === 'YEARLY' ? '5[0-3]|[1-4]?\\d' : '[1-5]'
      const place = ['YEARLY', 'MONTHLY'].includes(rule.freq) ? `([+-]?(?!0)(${places}))?` : ''
      rule.byDay = value.split(',').map((day) => day.replace('+', ''))
      if (value.split(',').every((day) => new RegExp(`^${place}(${WEEKDAY})$`).test(day))) return undefined
      return place
        ? 'must have weekdays such as MO or -1MO as BYDAY'
        : 'must have weekdays such as MO as BYDAY'
    }
    case 'BYSECOND':
      return 'must not have BYSECOND: events begin at a whole minute'
    default:
      return `has a part that is not known: ${name.slice(0, 30)}`
  }
}

function readList(rule: Rule, name: string, value: string, { min, max, signed, freqs }: List) {
  if (freqs && !freqs.includes(rule.freq)) return `must not have ${name} with FREQ=${rule.freq}`
  const sign = signed ? '[+-]?' : ''
  const texts = value.split(',')
  const numbers = texts.map(Number)
  const valid = texts.every((text) => new RegExp(`^${sign}\\d{1,3}$`).test(text))
  if (!valid || !numbers.every((number) => Math.abs(number) >= min && Math.abs(number) <= max))
    return `must have numbers from ${min} to ${max} as ${name}${signed ? ', or from the end with a minus' : ''}`
  Object.assign(rule, { [KEYS[name]!]: numbers })
  return undefined
}

/** What the RFC forbids of parts together. */
function combinationFault(rule: Rule): string | undefined {
  if (rule.count !== undefined && rule.until) return 'must have COUNT or UNTIL, not both'
  const placed = rule.byDay?.some((day) => day.length > 2)
  if (placed && rule.byWeekNo) return 'must not have BYDAY with a number together with BYWEEKNO'
  const { byMonth, byWeekNo, byYearDay, byMonthDay, byDay, byHour, byMinute } = rule
  const others = [byMonth, byWeekNo, byYearDay, byMonthDay, byDay, byHour, byMinute]
  if (rule.bySetPos && others.every((part) => !part)) return 'must have another BY part beside BYSETPOS'
  // Positions count what the library gives, and it gives a 53rd weekday also where there is none.
  if (rule.bySetPos && rule.byDay?.some((day) => /^-?53/.test(day)))
    return 'must not have BYSETPOS together with a 53rd weekday'
  return undefined
}

/** A date, a local time, or a time in UTC, in the short form of iCalendar; undefined if there is no such time. */
function readUntil(text: string): Until | undefined {
  const [, date, time, utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(text) ?? []
  if (!date) return undefined
  const day = date.replace(/(....)(..)(..)/, '$1-$2-$3')
  const at = Date.parse(`${day}T${(time ?? '000000').replace(/(..)(..)(..)/, '$1:$2:$3')}Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) return undefined
  return { form: utc ? 'utc' : 'local', at: time ? at : at + DAY_MS - 1 }
}

/**
 * The text of a rule with another end: `until` in the form of iCalendar, or a number of dates; without both it never
 * ends.
 */
export function withEnd(text: string, end: { until?: string; count?: number }): string {
  const kept = text.split(';').filter((part) => !/^(COUNT|UNTIL)=/i.test(part))
  if (end.until) kept.push(`UNTIL=${end.until}`)
  if (end.count !== undefined) kept.push(`COUNT=${end.count}`)
  return kept.join(';')
}
