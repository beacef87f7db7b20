import ICAL from 'ical.js'
import { readAlarms } from './ics-alarms.ts'
import type { IcsBlock } from './ics-lines.ts'
import {
  addDuration,
  dayFields,
  IcsFault,
  type IcsTime,
  readTimes,
  timeFields,
  type TimeRules,
  wallIn,
} from './ics-time.ts'
import { textOf } from './ics-zones.ts'
import { unreadableRule } from './recurrence.ts'

const DAY_MS = 86_400_000
/** Maximum characters of a line in a fault. */
const MAX_SHOWN = 100

/** The properties that are parsed. Errors in other properties don't matter. */
const PARSED =
  /^(BEGIN|END|TZID|TZOFFSET(FROM|TO)|X-LIC-LOCATION|UID|RECURRENCE-ID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|SUMMARY|LOCATION|DESCRIPTION|URL|STATUS|X-MICROSOFT-CDO-ALLDAYEVENT|TRIGGER)\s*[:;]/i

/** Some programs write it into every event that does not recur. */
const EMPTY_RULE = /^RRULE(;[^:]*)?:\s*$/i

/** An event of a calendar file: a single event, a series, or a changed instance of a series. */
export interface IcsEvent {
  line: number
  /** Empty if it has none. */
  uid: string
  cancelled: boolean
  /** The version of the event: the highest one replaces the others. */
  sequence: number
  start: IcsTime
  /** Milliseconds of local time from start to end. */
  length: number
  /** RECURRENCE-ID: the instance that it replaces. */
  instance: IcsTime | undefined
  /** It also replaces all later instances (RANGE=THISANDFUTURE). */
  andLater: boolean
  /** It has an RRULE without a value. */
  emptyRule: boolean
  rules: ICAL.Recur[]
  extraTimes: IcsTime[]
  exceptTimes: IcsTime[]
  /** An http or https address. */
  url: string | undefined
  alarms: string[]
  /** The number of alarms that are not in `alarms`. */
  droppedAlarms: number
  texts: { name: string; location: string; details: string }
}

/** Parses a block. Throws IcsFault or an error of ical.js. */
export function parseBlock(block: IcsBlock): ICAL.Component {
  for (const { number, text } of block.lines) {
    if (/^[\w-]+[:;]/.test(text)) continue
    throw new IcsFault(
      'Event has a line that is no "NAME:value", and does not continue one: it has no space before it',
      number,
    )
  }
  const lines = linesOf(block)
  return new ICAL.Component(ICAL.parse(lines.join('\r\n')) as unknown[])
}

/** Returns a message that names the unreadable line of an event; messages of ical.js are for programmers. */
export function unreadableLine(block: IcsBlock): string {
  const line = linesOf(block).find((text) => !/^(BEGIN|END):/i.test(text) && !isReadable(text))
  if (line === undefined) return "Event can't be read: its lines do not fit together"
  const [, rule] = /^RRULE[^:]*:(.*)$/i.exec(line) ?? []
  return rule === undefined
    ? `Event has a line that can't be read: ${line.slice(0, MAX_SHOWN)}`
    : unreadableRule(rule).message
}

function linesOf(block: IcsBlock): string[] {
  return block.lines.map((line) => line.text).filter((line) => PARSED.test(line) && !EMPTY_RULE.test(line))
}

function isReadable(line: string): boolean {
  try {
    const parsed = ICAL.parse(`BEGIN:VEVENT\r\n${line}\r\nEND:VEVENT`) as unknown[]
    new ICAL.Component(parsed).getAllProperties().forEach((property) => property.getFirstValue())
    return true
  } catch {
    return false
  }
}

/** Reads an event's properties. Throws IcsFault if one is unusable. */
export function readIcsEvent(block: IcsBlock, rules: TimeRules): IcsEvent {
  const component = parseBlock(block)
  const times = (name: string) =>
    component.getAllProperties(name).flatMap((property) => readTimes(property, rules))
  const [start] = times('dtstart')
  if (!start) throw new IcsFault('DTSTART is required')
  const [end] = times('dtend')
  const duration = component.getFirstPropertyValue('duration')
  const endWall = end
    ? wallIn(end, start.zone)
    : duration instanceof ICAL.Duration
      ? addDuration(start, duration)
      : start.wall + (start.allDay ? DAY_MS : 0)
  const length = endWall - start.wall
  const dayLong = isDayLong(component, start.wall, length)
  const [instance] = times('recurrence-id')
  const { alarms, dropped } = readAlarms(component)
  return {
    line: block.lines[0]!.number,
    uid: textOf(component, 'uid').trim(),
    cancelled: block.cancelled || textOf(component, 'status').toUpperCase() === 'CANCELLED',
    sequence: sequenceOf(block),
    start: { ...start, allDay: start.allDay || dayLong },
    length,
    instance: instance && { ...instance, allDay: instance.allDay || dayLong },
    andLater: instance !== undefined && readRange(component) === 'THISANDFUTURE',
    emptyRule: block.lines.some((line) => EMPTY_RULE.test(line.text)),
    rules: component.getAllProperties('rrule').map((property) => property.getFirstValue() as ICAL.Recur),
    extraTimes: times('rdate'),
    exceptTimes: times('exdate'),
    url: /^https?:\/\/\S+$/i.exec(textOf(component, 'url').trim())?.[0],
    alarms,
    droppedAlarms: dropped,
    texts: {
      name: textOf(component, 'summary').replace(/\s+/g, ' ').trim(),
      location: textOf(component, 'location').trim(),
      details: textOf(component, 'description').trim(),
    },
  }
}

/** The fields of an event, or of the instance of a series that starts at `wall`. */
export function eventFields(event: IcsEvent, wall: number, rules: TimeRules) {
  const { zone, allDay } = event.start
  return allDay
    ? { ...event.texts, ...dayFields(wall, wall + event.length, rules.floating) }
    : { ...event.texts, ...timeFields(zone, wall, wall + event.length, rules.floating) }
}

/** SEQUENCE, or 0 if it is not a number: that does not make the event unreadable. */
function sequenceOf({ lines }: IcsBlock): number {
  for (const { text } of lines) {
    const [, sequence] = /^SEQUENCE[^:]*:\s*(\d{1,9})\s*$/i.exec(text) ?? []
    if (sequence !== undefined) return Number(sequence)
  }
  return 0
}

/** Reads RANGE of a changed instance. RFC 5545 has removed THISANDPRIOR. */
function readRange(component: ICAL.Component): string {
  const parameter = component.getFirstProperty('recurrence-id')?.getFirstParameter('range') ?? ''
  const range = String(parameter).toUpperCase()
  if (range === '' || range === 'THISANDFUTURE') return range
  throw new IcsFault(`Event has RANGE=${range.slice(0, MAX_SHOWN)}: only THISANDFUTURE can be read`)
}

/** True for an all-day event of Exchange: from midnight to midnight, with a property that marks it. */
function isDayLong(component: ICAL.Component, start: number, length: number): boolean {
  const isMarked = textOf(component, 'x-microsoft-cdo-alldayevent').toUpperCase() === 'TRUE'
  return isMarked && start % DAY_MS === 0 && length > 0 && length % DAY_MS === 0
}
