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
/** Characters of a line that a fault shows. */
const SHOWN = 100

/** The properties that are looked at. What stands in others, and how badly, makes no difference. */
const LOOKED_AT =
  /^(BEGIN|END|TZID|TZOFFSET(FROM|TO)|X-LIC-LOCATION|UID|RECURRENCE-ID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|SUMMARY|LOCATION|DESCRIPTION|URL|STATUS|X-MICROSOFT-CDO-ALLDAYEVENT|TRIGGER)\s*[:;]/i

/** Some programs write it for every event that does not recur. */
const EMPTY_RULE = /^RRULE(;[^:]*)?:\s*$/i

/** An event of a calendar file: once, a series, or one instance of a series that differs from it. */
export interface IcsEvent {
  line: number
  /** Empty: none. */
  uid: string
  cancelled: boolean
  /** The version of it: a higher one replaces the others. */
  sequence: number
  start: IcsTime
  /** How long it is by the wall clock. */
  length: number
  /** The instance it stands for. */
  instance: IcsTime | undefined
  /** It also stands for all later instances (RANGE=THISANDFUTURE). */
  andLater: boolean
  /** It has an RRULE that says nothing. */
  emptyRule: boolean
  rules: ICAL.Recur[]
  extraTimes: IcsTime[]
  exceptTimes: IcsTime[]
  /** Undefined: it has none. */
  url: string | undefined
  alarms: string[]
  /** Alarms that are not among them. */
  droppedAlarms: number
  texts: { name: string; location: string; details: string }
}

/** Parses a block; throws IcsFault, or what ical.js throws, where that can't be done. */
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

/** Says in a sentence which line of an event can't be read; ical.js does not, or in words of its own. */
export function unreadableLine(block: IcsBlock): string {
  const line = linesOf(block).find((text) => !/^(BEGIN|END):/i.test(text) && !isReadable(text))
  if (line === undefined) return "Event can't be read: its lines do not fit together"
  const [, rule] = /^RRULE[^:]*:(.*)$/i.exec(line) ?? []
  return rule === undefined
    ? `Event has a line that can't be read: ${line.slice(0, SHOWN)}`
    : unreadableRule(rule).message
}

function linesOf(block: IcsBlock): string[] {
  return block.lines.map((line) => line.text).filter((line) => LOOKED_AT.test(line) && !EMPTY_RULE.test(line))
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

/** Reads an event's properties; throws IcsFault where one can't be used. */
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

/** 0 where it is no number: that does not make an event unreadable. */
function sequenceOf({ lines }: IcsBlock): number {
  for (const { text } of lines) {
    const [, sequence] = /^SEQUENCE[^:]*:\s*(\d{1,9})\s*$/i.exec(text) ?? []
    if (sequence !== undefined) return Number(sequence)
  }
  return 0
}

/** Which other instances a changed one stands for. RFC 5545 has taken THISANDPRIOR out again. */
function readRange(component: ICAL.Component): string {
  const given = component.getFirstProperty('recurrence-id')?.getFirstParameter('range') ?? ''
  const range = String(given).toUpperCase()
  if (range === '' || range === 'THISANDFUTURE') return range
  throw new IcsFault(`Event has RANGE=${range.slice(0, SHOWN)}: only THISANDFUTURE can be read`)
}

/** Exchange writes whole days as midnight to midnight, and says so beside it. */
function isDayLong(component: ICAL.Component, start: number, length: number): boolean {
  const says = textOf(component, 'x-microsoft-cdo-alldayevent').toUpperCase() === 'TRUE'
  return says && start % DAY_MS === 0 && length > 0 && length % DAY_MS === 0
}
