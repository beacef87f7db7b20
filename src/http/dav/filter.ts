import { DavError } from './dav-error.ts'
import { CALDAV, childOf, type Element, isElement } from './xml.ts'

/** What a calendar-query asks for (RFC 4791, 9.7). Times in epoch ms. */
export interface Filter {
  /** Events that are on at some time of it. Undefined: at any. */
  range: { from: number; to: number } | undefined
  /** Conditions of properties, all of which hold. */
  conditions: Condition[]
  /** Nothing can match: we have events only. */
  nothing: boolean
}

interface Condition {
  /** Such as `SUMMARY`. */
  property: string
  /** Undefined: the property is there. Null: it is not. */
  match: TextMatch | null | undefined
}

interface TextMatch {
  text: string
  negated: boolean
  /** False: `A` matches `a`. */
  exact: boolean
}

const UTC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const FOLD = /\r\n[ \t]/g
const LINE = /^([\w-]+)(?:;[^\r\n]*?)?:(.*)$/
const ESCAPE = /\\([\\;,nN])/g

/** Reads the filter of a calendar-query. Throws for one that we can't follow exactly. */
export function readFilter(query: Element): Filter {
  const filter = childOf(query, CALDAV, 'filter')
  const calendar = filter?.children[0]
  if (filter?.children.length !== 1 || !calendar || !isElement(calendar, CALDAV, 'comp-filter'))
    throw invalid('A filter has one comp-filter, for VCALENDAR')
  if (calendar.attributes['name'] !== 'VCALENDAR') throw invalid('The outer comp-filter is for VCALENDAR')
  const empty: Filter = { range: undefined, conditions: [], nothing: false }
  const [component, ...more] = calendar.children
  if (!component) return empty
  if (more.length > 0 || !isElement(component, CALDAV, 'comp-filter')) throw unsupported(calendar)
  const isEvent = component.attributes['name'] === 'VEVENT'
  const isDefined = !childOf(component, CALDAV, 'is-not-defined')
  if (isEvent !== isDefined) return { ...empty, nothing: true }
  if (!isEvent) return empty
  return component.children.reduce<Filter>((read, child) => {
    if (isElement(child, CALDAV, 'time-range')) return { ...read, range: readRange(child) }
    if (!isElement(child, CALDAV, 'prop-filter')) throw unsupported(child)
    return { ...read, conditions: [...read.conditions, readCondition(child)] }
  }, empty)
}

/** True for an iCalendar object whose event meets all conditions. */
export function meets(text: string, conditions: Condition[]): boolean {
  const event = text.slice(text.indexOf('BEGIN:VEVENT'))
  const alarms = event.indexOf('BEGIN:VALARM')
  const lines = event
    .slice(0, alarms === -1 ? undefined : alarms)
    .replace(FOLD, '')
    .split('\r\n')
  const properties = lines.flatMap((line) => {
    const [, name = '', value = ''] = LINE.exec(line) ?? []
    return name ? [{ name: name.toUpperCase(), value: unescape(value) }] : []
  })
  return conditions.every(({ property, match }) => {
    const found = properties.filter(({ name }) => name === property)
    if (match === null) return found.length === 0
    if (match === undefined) return found.length > 0
    const { text: wanted, negated, exact } = match
    const has = found.some(({ value }) =>
      exact ? value.includes(wanted) : foldCase(value).includes(foldCase(wanted)),
    )
    return found.length > 0 && has !== negated
  })
}

function readCondition(filter: Element): Condition {
  const property = (filter.attributes['name'] ?? '').toUpperCase()
  if (property === '') throw invalid('A prop-filter has a name')
  const [rule, ...more] = filter.children
  if (more.length > 0) throw unsupported(filter)
  if (!rule) return { property, match: undefined }
  if (isElement(rule, CALDAV, 'is-not-defined')) return { property, match: null }
  if (!isElement(rule, CALDAV, 'text-match')) throw unsupported(rule)
  const { collation = 'i;ascii-casemap', 'negate-condition': negated = 'no' } = rule.attributes
  if (!['i;ascii-casemap', 'i;octet', 'i;unicode-casemap', 'default'].includes(collation))
    throw new DavError(403, `The collation ${collation} is not known`, '<c:supported-collation/>')
  return { property, match: { text: rule.text, negated: negated === 'yes', exact: collation === 'i;octet' } }
}

function readRange({ attributes }: Element): { from: number; to: number } {
  const { start, end } = attributes
  if (start === undefined && end === undefined) throw invalid('A time-range has a start or an end')
  const from = start === undefined ? Number.MIN_SAFE_INTEGER : readTime(start)
  const to = end === undefined ? Number.MAX_SAFE_INTEGER : readTime(end)
  if (from >= to) throw invalid('A time-range ends after its start')
  return { from, to }
}

function readTime(text: string): number {
  const [, ...parts] = UTC.exec(text) ?? []
  const [year, month, day, hour, minute, second] = parts.map(Number)
  const time = parts.length === 6 ? Date.UTC(year!, month! - 1, day, hour, minute, second) : NaN
  if (Number.isNaN(time)) throw invalid('Times of a time-range are in UTC: 20270410T150000Z')
  return time
}

function unescape(value: string): string {
  return value.replace(ESCAPE, (_, letter: string) => (letter.toLowerCase() === 'n' ? '\n' : letter))
}

function foldCase(text: string): string {
  return text.toLowerCase()
}

function invalid(message: string): DavError {
  return new DavError(403, message, '<c:valid-filter/>')
}

function unsupported({ name }: Element): DavError {
  return new DavError(
    403,
    `${name} is not supported here: a filter has VEVENT, a time-range, and prop-filters with text-match or is-not-defined`,
    '<c:supported-filter/>',
  )
}
