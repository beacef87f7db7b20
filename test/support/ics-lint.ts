import {
  type Component,
  type ContentLine,
  readComponents,
  readLines,
  type Report,
} from './ics-lint-content.ts'
import * as value from './ics-lint-values.ts'

type Occurs = 'once' | 'maybe' | 'any'
type Properties = Record<string, [Occurs, value.Check]>

const OBSERVANCE: Properties = {
  DTSTART: ['once', value.localTime],
  TZOFFSETFROM: ['once', value.offset],
  TZOFFSETTO: ['once', value.offset],
  RRULE: ['maybe', value.yearly],
}

/** The properties a component may have, how often, and what they hold, in the order our feeds write them. */
const PROPERTIES: Record<string, Properties> = {
  VCALENDAR: {
    VERSION: ['once', value.oneOf('2.0')],
    PRODID: ['once', value.someText],
    CALSCALE: ['maybe', value.oneOf('GREGORIAN')],
    NAME: ['any', value.someText],
    'X-WR-CALNAME': ['maybe', value.someText],
    'X-WR-TIMEZONE': ['maybe', value.someText],
    'REFRESH-INTERVAL': ['maybe', value.refreshInterval],
    'X-PUBLISHED-TTL': ['maybe', value.duration],
  },
  VEVENT: {
    UID: ['once', value.someText],
    DTSTAMP: ['once', value.utcTime],
    'LAST-MODIFIED': ['maybe', value.utcTime],
    CREATED: ['maybe', value.utcTime],
    SEQUENCE: ['maybe', value.count],
    DTSTART: ['once', value.dayOrTime],
    DTEND: ['maybe', value.dayOrTime],
    DURATION: ['maybe', value.duration],
    SUMMARY: ['once', value.someText],
    LOCATION: ['maybe', value.text],
    DESCRIPTION: ['maybe', value.text],
    URL: ['maybe', value.uri],
    STATUS: ['maybe', value.oneOf('TENTATIVE', 'CONFIRMED', 'CANCELLED')],
    TRANSP: ['maybe', value.oneOf('OPAQUE', 'TRANSPARENT')],
  },
  // RFC 5545, 3.6.6; feeds have no other alarm than DISPLAY, which needs a text.
  VALARM: {
    ACTION: ['once', value.oneOf('DISPLAY')],
    TRIGGER: ['once', value.trigger],
    DESCRIPTION: ['once', value.someText],
  },
  VTIMEZONE: { TZID: ['once', value.someText] },
  STANDARD: OBSERVANCE,
  DAYLIGHT: OBSERVANCE,
}

/**
 * A strict reading of RFC 5545 and 7986, and of what our feeds promise beyond them: every finding with the
 * number of its line, nothing for a clean calendar. Written from the RFCs, apart from the writer it judges.
 */
export function lintIcs(bytes: Buffer): string[] {
  const findings: { line: number; text: string }[] = []
  const report: Report = (line, text) => findings.push({ line, text })
  const calendars = readComponents(readLines(bytes, report), report)
  for (const calendar of calendars) {
    lintProperties(calendar, report)
    lintCalendar(calendar, report)
  }
  return findings.sort((a, b) => a.line - b.line).map(({ line, text }) => `line ${line}: ${text}`)
}

/** Known, as often as allowed, in order, with sound values; then the same for the components inside. */
function lintProperties(component: Component, report: Report): void {
  const known = PROPERTIES[component.name] ?? {}
  const order = Object.keys(known)
  let latest = 0
  for (const line of component.lines) {
    const position = order.indexOf(line.name)
    if (line.name === 'METHOD') report(line.number, 'METHOD in a feed')
    else if (position < 0 && !line.name.startsWith('X-'))
      report(line.number, `${line.name} in ${component.name}`)
    if (position < 0) continue
    if (position < latest) report(line.number, `${line.name} after ${order[latest]}`)
    latest = Math.max(latest, position)
    const wrong = known[line.name]![1](line)
    if (wrong) report(line.number, `${line.name} ${wrong}`)
  }
  for (const [name, [occurs]] of Object.entries(known)) {
    const found = component.lines.filter((line) => line.name === name)
    if (occurs === 'once' && found.length === 0) report(component.number, `${component.name} without ${name}`)
    if (occurs !== 'any' && found.length > 1) report(found[1]!.number, `${name} twice`)
  }
  for (const child of component.children) lintProperties(child, report)
}

function lintCalendar(calendar: Component, report: Report): void {
  if (calendar.children.length === 0) report(calendar.number, 'a calendar without components')
  const events = calendar.children.filter(({ name }) => name === 'VEVENT')
  const zones = calendar.children.filter(({ name }) => name === 'VTIMEZONE')
  for (const event of events) lintPeriod(event, report)
  for (const zone of zones) lintZone(zone, report)
  const firstEvent = calendar.children.indexOf(events[0]!)
  for (const zone of zones) {
    if (firstEvent >= 0 && calendar.children.indexOf(zone) > firstEvent)
      report(zone.number, 'VTIMEZONE after VEVENT')
  }
  lintUnique(events, 'UID', report)
  lintUnique(zones, 'TZID', report)
  lintZoneUse(events, zones, report)
}

const find = (component: Component, name: string): ContentLine | undefined =>
  component.lines.find((line) => line.name === name)

function lintUnique(components: Component[], name: string, report: Report): void {
  const seen = new Set<string>()
  for (const component of components) {
    const line = find(component, name)
    if (line && seen.has(line.value)) report(line.number, `${name} used before: ${line.value}`)
    if (line) seen.add(line.value)
  }
}

/** Every TZID has its VTIMEZONE (RFC 5545, 3.2.19), and there is no other. */
function lintZoneUse(events: Component[], zones: Component[], report: Report): void {
  const uses = events.flatMap(({ lines }) => lines.filter(({ params }) => params.has('TZID')))
  const used = new Set(uses.map(({ params }) => params.get('TZID')))
  const defined = new Set(zones.map((zone) => find(zone, 'TZID')?.value))
  for (const { number, params } of uses) {
    if (!defined.has(params.get('TZID'))) report(number, `no VTIMEZONE for ${params.get('TZID')}`)
  }
  for (const zone of zones) {
    const tzid = find(zone, 'TZID')?.value
    if (tzid !== undefined && !used.has(tzid)) report(zone.number, `VTIMEZONE not used: ${tzid}`)
  }
}

/** RFC 5545, 3.6.1 and 3.8.2.2. */
function lintPeriod(event: Component, report: Report): void {
  const [start, end] = [find(event, 'DTSTART'), find(event, 'DTEND')]
  if (end && find(event, 'DURATION')) report(end.number, 'DTEND and DURATION')
  if (!start || !end) return
  const form = ({ params, value }: ContentLine) =>
    `${params.get('VALUE')} ${params.get('TZID')} ${value.endsWith('Z')}`
  if (form(start) !== form(end)) report(end.number, 'DTEND is of another form than DTSTART')
  else if (end.value <= start.value) report(end.number, 'DTEND is not after DTSTART')
}

/** RFC 5545, 3.6.5: its observances take turns, and each begins on a day of its own rule. */
function lintZone(zone: Component, report: Report): void {
  const offsets = zone.children.map((observance) => [
    find(observance, 'TZOFFSETFROM')?.value,
    find(observance, 'TZOFFSETTO')?.value,
  ])
  if (offsets.length === 0) report(zone.number, 'VTIMEZONE without STANDARD or DAYLIGHT')
  if (offsets.length > 2) report(zone.number, 'VTIMEZONE with history')
  const [first, second = first] = offsets
  if (first && second && (first[0] !== second[1] || first[1] !== second[0])) {
    report(zone.number, 'offsets do not take turns')
  }
  for (const observance of zone.children) {
    const [start, rule] = [find(observance, 'DTSTART'), find(observance, 'RRULE')]
    if (start && !start.value.startsWith('1970')) report(start.number, 'DTSTART is not in 1970')
    if (offsets.length > 1 && !rule) report(observance.number, `${observance.name} without RRULE`)
    if (start && rule && !isOnRule(start.value, rule.value))
      report(start.number, 'DTSTART is not on a day of its RRULE')
  }
}

function isOnRule(start: string, rule: string): boolean {
  const [, month, week, weekday] = /BYMONTH=(\d+);BYDAY=(-?\d)(\w\w)/.exec(rule) ?? []
  const date = new Date(`${start.slice(0, 4)}-${start.slice(4, 6)}-${start.slice(6, 8)}T00:00:00Z`)
  const day = date.getUTCDate()
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), Number(month), 0)).getUTCDate()
  return (
    date.getUTCMonth() + 1 === Number(month) &&
    ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][date.getUTCDay()] === weekday &&
    (week === '-1' ? day > daysInMonth - 7 : Math.ceil(day / 7) === Number(week))
  )
}
