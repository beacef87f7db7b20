import type { ContentLine } from './ics-lint-content.ts'

/** Says what is wrong with a line's value or parameters; undefined when nothing is. */
export type Check = (line: ContentLine) => string | undefined

const OFFSET = /^[+-](?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$/
const TIME_PART = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)'
const DURATION = new RegExp(`^[+-]?P(?:\\d+W|\\d+D(?:${TIME_PART})?|${TIME_PART})$`)

const matches =
  (pattern: RegExp, what: string): Check =>
  ({ value }) =>
    pattern.test(value) ? undefined : `is not ${what}: ${value}`

export const oneOf = (...values: string[]): Check =>
  matches(
    new RegExp(`^(?:${values.map((value) => value.replace('.', '\\.')).join('|')})$`),
    values.join(' or '),
  )

/** RFC 5545, 3.3.11. The colon is not escaped. */
export const text: Check = ({ value }) => {
  if (/\\(?![;,nN])/.test(value.replaceAll('\\\\', ''))) return 'has an escape that does not exist'
  if (/[;,]/.test(value.replace(/\\./g, ''))) return 'has a ; or , that is not escaped'
  return undefined
}

export const someText: Check = (line) => (line.value.trim() === '' ? 'is empty' : text(line))

/** RFC 5545, 3.3.8; SEQUENCE is never below 0 (3.8.7.4). */
export const count: Check = (line) =>
  Number(line.value) > 0x7fff_ffff ? 'is too big' : matches(/^(?:0|[1-9]\d*)$/, 'a number from 0')(line)

/** RFC 5545, 3.3.13: not escaped, and only the characters that RFC 3986 gives a URI. */
export const uri: Check = ({ value }) =>
  /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(value) && URL.canParse(value) ? undefined : `is not a URI: ${value}`

export const duration: Check = matches(DURATION, 'a duration')

/** RFC 7986, 5.7: the value type must be named, and the duration is positive. */
export const refreshInterval: Check = (line) => {
  if (line.params.get('VALUE') !== 'DURATION') return 'has no VALUE=DURATION'
  return /^-|^[^1-9]*$/.test(line.value) ? 'is not positive' : duration(line)
}

/** RFC 5545, 3.8.6.3: a duration, or an instant with VALUE=DATE-TIME. */
export const trigger: Check = (line) => {
  if (line.params.get('VALUE') === 'DATE-TIME') return utcTime(line)
  return oneOf('START', 'END')({ ...line, value: line.params.get('RELATED') ?? 'START' }) ?? duration(line)
}

/** RFC 5545, 3.3.14; -0000 is not allowed. */
export const offset: Check = (line) =>
  /^-0+$/.test(line.value) ? 'is minus zero' : matches(OFFSET, 'an offset')(line)

/** RFC 5545, 3.3.4 and 3.3.5: of the form written, and a day and time that exist. */
function realTime(value: string, form: RegExp, what: string): string | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = form.exec(value) ?? []
  if (year === undefined) return `is not ${what}: ${value}`
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const exists = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
  return exists ? undefined : `does not exist: ${value}`
}

export const utcTime: Check = ({ value, params }) =>
  params.has('TZID')
    ? 'has a TZID'
    : realTime(value, /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, 'a time in UTC')

export const localTime: Check = ({ value, params }) =>
  params.has('TZID')
    ? 'has a TZID'
    : realTime(value, /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, 'a local time')

/** A day with VALUE=DATE, a time in UTC or one with TZID: never a floating one. */
export const dayOrTime: Check = (line) => {
  const { value, params } = line
  if (params.get('VALUE') === 'DATE') {
    return params.has('TZID') ? 'is a day and has a TZID' : realTime(value, /^(\d{4})(\d\d)(\d\d)$/, 'a day')
  }
  if (params.has('TZID')) return localTime({ ...line, params: new Map() })
  return /T\d{6}$/.test(value) ? 'is a floating time' : utcTime(line)
}

/** The yearly rules that Outlook reads: an n-th or last weekday of a month (RFC 5545, 3.3.10). */
export const yearly: Check = matches(
  /^FREQ=YEARLY;BYMONTH=(?:[1-9]|1[0-2]);BYDAY=(?:[1-4]|-1)(?:SU|MO|TU|WE|TH|FR|SA)$/,
  'a yearly rule',
)
