import { utcToLocal } from '../time/zone.ts'
import { formatLocal, formatUtc } from './date-time.ts'
import { escapeText, escapeTitle, foldLine } from './text.ts'
import { writtenInZone } from './vtimezone.ts'

/** An event in a feed. Times are epoch ms. */
export interface IcsEvent {
  uid: string
  sequence: number
  created: number
  modified: number
  when: AllDay | Timed
  summary: string
  location: string
  description: string
  /**
   * The last line of DESCRIPTION: a text that needs no escapes and is not escaped. It may contain \x01, a
   * placeholder for one octet that is filled in later.
   */
  footer?: string
  url?: string
  /** Times before the start: `15M`, `2H` or `1D`. */
  alarms: string[]
  cancelled?: boolean
}

/** Days as YYYY-MM-DD, both inclusive. */
interface AllDay {
  allDay: true
  firstDay: string
  lastDay: string
}

interface Timed {
  allDay: false
  timezone: string
  start: number
  end: number
}

const DAY = 86_400_000

/** Renders a VEVENT (RFC 5545, 3.6.1). `zone`: the TZID whose VTIMEZONE the calendar needs. */
export function renderEvent(event: IcsEvent): { text: string; zone: string | undefined } {
  const zone = event.when.allDay ? undefined : zoneOf(event.when)
  const modified = formatUtc(event.modified)
  const summary = escapeTitle(event.summary)
  const text =
    'BEGIN:VEVENT\r\n' +
    foldLine(`UID:${escapeText(event.uid)}`) +
    // Not the current time: an unchanged event is always rendered to the same octets.
    `DTSTAMP:${modified}\r\nLAST-MODIFIED:${modified}\r\nCREATED:${formatUtc(event.created)}\r\n` +
    `SEQUENCE:${event.sequence}\r\n` +
    (event.when.allDay ? dayLines(event.when) : timeLines(event.when, zone)) +
    foldLine(`SUMMARY:${summary}`) +
    optionalLine('LOCATION', escapeText(event.location)) +
    optionalLine('DESCRIPTION', describe(event)) +
    optionalLine('URL', serializeUrl(event.url)) +
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}\r\nTRANSP:TRANSPARENT\r\n` +
    event.alarms.map((alarm) => renderAlarm(alarm, summary)).join('') +
    'END:VEVENT\r\n'
  return { text, zone }
}

/** The zone of both times; undefined: they are written in UTC. */
export function zoneOf({ timezone, start, end }: Timed): string | undefined {
  if (timezone === 'UTC') return undefined
  return writtenInZone(timezone, start) && writtenInZone(timezone, end) ? timezone : undefined
}

function timeLines({ start, end }: Timed, zone: string | undefined): string {
  const write = (time: number) =>
    zone ? `;TZID=${zone}:${formatLocal(utcToLocal(zone, time))}` : `:${formatUtc(time)}`
  const [from, to] = [write(start), write(end)]
  // DTEND must be later than DTSTART; an event without one ends when it starts (RFC 5545, 3.6.1, 3.8.2.2).
  return foldLine(`DTSTART${from}`) + (from === to ? '' : foldLine(`DTEND${to}`))
}

function dayLines({ firstDay, lastDay }: AllDay): string {
  const dayAfter = formatLocal(Date.parse(lastDay) + DAY).slice(0, 8)
  return `DTSTART;VALUE=DATE:${firstDay.replaceAll('-', '')}\r\nDTEND;VALUE=DATE:${dayAfter}\r\n`
}

function describe({ description, footer }: IcsEvent): string {
  const text = escapeText(description)
  if (!footer) return text
  return text === '' ? footer : `${text}\\n${footer}`
}

/**
 * URL values are not escaped (RFC 5545, 3.3.13), so the URL is parsed and serialised, which removes control
 * characters and line breaks. Encodes the few remaining characters that RFC 3986 does not allow.
 */
function serializeUrl(url: string | undefined): string {
  const href = (url && URL.parse(url)?.href) || ''
  return href.replace(/["<>\\^`{|}]/g, encodeURIComponent)
}

function renderAlarm(alarm: string, summary: string): string {
  return (
    `BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:${trigger(alarm)}\r\n` +
    foldLine(`DESCRIPTION:${summary}`) +
    'END:VALARM\r\n'
  )
}

/** The time before the start as a duration (RFC 5545, 3.3.6). */
function trigger(alarm: string): string {
  const amount = Number(alarm.slice(0, -1))
  const unit = alarm.slice(-1)
  if (amount === 0) return 'PT0S'
  return unit === 'D' ? `-P${amount}D` : `-PT${amount}${unit}`
}

function optionalLine(name: string, value: string): string {
  return value === '' ? '' : foldLine(`${name}:${value}`)
}
