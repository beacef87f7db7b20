import type ICAL from 'ical.js'
import { eventFields, type IcsEvent, parseBlock, readIcsEvent } from './ics-event.ts'
import { type IcsBlock, readBlocks } from './ics-lines.ts'
import { IcsFault, type IcsTime, stamp, type TimeRules, wallIn } from './ics-time.ts'
import { ianaZone, zoneFinder } from './ics-zones.ts'
import {
  type ImportFault,
  type ImportFile,
  type ImportRecord,
  madeUpReference,
  storableReference,
  withoutRepeats,
} from './import-file.ts'
import { expandRules, type StepBudget, stepBudget } from './recurrence.ts'

const DAY_MS = 86_400_000
/** How far ahead series are followed. */
const AHEAD_MS = 2 * 365 * DAY_MS
/** Events of one file, each instance of a series counted. */
const MAX_RECORDS = 100_000
const LINK_NAME = 'More information'

/** What all events of a file are read with. */
interface Reading {
  rules: TimeRules
  /** Series are followed up to this instant (epoch ms). */
  horizon: number
  budget: StepBudget
  /** The fields that only some files have. */
  optional: (event: IcsEvent) => Record<string, string>
  /** References of the instances that stand in the file by themselves. */
  changed: Set<string>
}

/**
 * Reads an iCalendar file (RFC 5545). The reference of an event is its UID; that of an instance of a series is
 * `<UID>/<when the series has it>`, so that one that is moved stays the same event. Times in UTC, and in zones
 * that have no name of their own, become times in `timezone`, the publisher's.
 */
export function readIcs(bytes: Buffer, timezone: string, now: number): ImportFile {
  const { blocks, faults } = readBlocks(bytes)
  const zones = blocks.filter((block) => block.kind === 'VTIMEZONE').flatMap((block) => readZone(block) ?? [])
  const rules = { find: zoneFinder(zones), floating: ianaZone(timezone) }
  const events = blocks
    .filter((block) => block.kind === 'VEVENT')
    .flatMap((block) => orFault(block.lines[0]!.number, faults, () => readIcsEvent(block, rules)) ?? [])
  const changed = new Set(events.filter((event) => event.instance).map(ownReference))
  const reading = {
    rules,
    horizon: now + AHEAD_MS,
    budget: stepBudget(),
    optional: optionalFields(events),
    changed,
  }
  const records: ImportRecord[] = []
  for (const event of events) {
    for (const record of orFault(event.line, faults, () => readRecords(event, reading)) ?? [])
      records.push(record)
    if (records.length <= MAX_RECORDS) continue
    faults.push({ line: event.line, message: `The file has more than ${MAX_RECORDS} events` })
    break
  }
  const unique = withoutRepeats(records, faults)
  faults.sort((a, b) => a.line - b.line)
  return { records: unique, faults, required: [], ignored: [] }
}

/** An event, or every instance of a series that does not stand in the file by itself. */
function readRecords(event: IcsEvent, reading: Reading): ImportRecord[] {
  const { start, rules, extraTimes, exceptTimes } = event
  const record = (reference: string, wall: number, cancelled: boolean): ImportRecord => ({
    line: event.line,
    reference: storableReference(reference),
    cancelled: cancelled || event.cancelled,
    input: { ...eventFields(event, wall, reading.rules), ...reading.optional(event) },
  })
  const reference = ownReference(event)
  if (event.instance || (rules.length === 0 && extraTimes.length === 0))
    return [record(reference, start.wall, false)]

  const inZone = (times: IcsTime[]) => times.map((time) => wallIn(time, start.zone))
  const walls = new Set(expandRules(start, rules, start.zone.toWall(reading.horizon), reading.budget))
  for (const wall of inZone(extraTimes)) walls.add(wall)
  const exceptions = new Set(inZone(exceptTimes))
  // Some programs except a date where they mean the instance on that day.
  const exceptDays = new Set(exceptTimes.filter((time) => time.allDay).map((time) => time.wall))
  const isExcepted = (wall: number) => exceptions.has(wall) || exceptDays.has(wall - (wall % DAY_MS))
  for (const wall of exceptions) walls.add(wall)
  const instances = [...walls]
    .map((wall) => ({ wall, reference: `${reference}/${stamp({ ...start, wall })}` }))
    .filter((instance) => !reading.changed.has(instance.reference))
    .map((instance) => record(instance.reference, instance.wall, isExcepted(instance.wall)))
  // Before it became a series it may have been here as one event.
  return [record(reference, start.wall, true), ...instances]
}

function ownReference(event: IcsEvent): string {
  const uid = event.uid || madeUpReference(event.texts.name, stamp(event.start))
  return event.instance ? `${uid}/${stamp(event.instance)}` : uid
}

/** Files without any alarm, or any link, say nothing of them: what the publisher added here stays. */
function optionalFields(events: IcsEvent[]): Reading['optional'] {
  const alarms = events.some((event) => event.alarms.length > 0)
  const links = events.some((event) => event.url)
  return ({ alarms: [alert = '', alert2 = ''], url = '' }) => ({
    ...(alarms && { alert, alert2 }),
    ...(links && { 'quickLink[1][name]': url && LINK_NAME, 'quickLink[1][url]': url }),
  })
}

/** A zone that can't be read is a fault only of the events that name it. */
function readZone(block: IcsBlock): ICAL.Component | undefined {
  try {
    return parseBlock(block)
  } catch {
    return undefined
  }
}

function orFault<T>(line: number, faults: ImportFault[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    const { message } = error as Error
    if (error instanceof IcsFault) faults.push({ line: error.line ?? line, message })
    else faults.push({ line, message: `Event can't be read: ${message}` })
    return undefined
  }
}
