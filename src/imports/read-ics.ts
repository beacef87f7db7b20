import type ICAL from 'ical.js'
import { eventFields, type IcsEvent, parseBlock, readIcsEvent, unreadableLine } from './ics-event.ts'
import { type IcsBlock, readBlocks } from './ics-lines.ts'
import { isSeries, ownReference, readSeries, type SeriesReading } from './ics-series.ts'
import { IcsFault, stamp, type TimeRules } from './ics-time.ts'
import { ianaZone, zoneFinder } from './ics-zones.ts'
import {
  type ImportFault,
  type ImportFile,
  type ImportRecord,
  removeRepeats,
  storableReference,
} from './import-file.ts'
import { stepBudget } from './recurrence.ts'

/** Maximum events of a file, with all instances of series. */
const MAX_RECORDS = 100_000
const LINK_NAME = 'More information'

/** Settings for all events of a file. */
interface Reading extends SeriesReading {
  rules: TimeRules
  /** Reads the fields that only some files have. */
  optional: (event: IcsEvent) => Record<string, string>
}

/**
 * Reads an iCalendar file (RFC 5545). The reference of an event is its UID; that of an instance is
 * `<UID>/<original start>`, so that a moved instance stays the same event. Times in UTC and in zones without
 * an IANA name are converted to `timezone`, the publisher's.
 */
export function readIcs(bytes: Buffer, timezone: string, now: number): ImportFile {
  const { blocks, faults } = readBlocks(bytes)
  const zones = blocks.filter((block) => block.kind === 'VTIMEZONE').flatMap((block) => readZone(block) ?? [])
  const rules = { find: zoneFinder(zones), floating: ianaZone(timezone) }
  const events = latestVersions(readEvents(blocks, rules, faults))
  const changes = events.filter((event) => event.instance)
  const reading: Reading = {
    rules,
    now,
    budget: stepBudget(),
    optional: optionalFields(events),
    changed: new Set(changes.map(ownReference)),
    changedFrom: Map.groupBy(changes.filter((event) => event.andLater).sort(byInstance), ({ uid }) => uid),
    notes: [],
    partial: [],
  }
  const records: ImportRecord[] = []
  let droppedAlarms = 0
  for (const event of events) {
    const eventRecords =
      orFault(event.line, faults, () => readRecords(event, reading), unreadableEvent(event)) ?? []
    for (const record of eventRecords) records.push(record)
    if (eventRecords.length > 0 && !event.cancelled) droppedAlarms += event.droppedAlarms
    if (records.length <= MAX_RECORDS) continue
    faults.push({ line: event.line, message: `The file has more than ${MAX_RECORDS} events` })
    break
  }
  const unique = removeRepeats(records, faults)
  faults.sort((a, b) => a.line - b.line)
  const { notes, partial } = reading
  const rest = { unreadable: false, required: [], ignored: [] }
  return { records: unique, faults, notes, droppedAlarms, partial, ...rest }
}

function readEvents(blocks: IcsBlock[], rules: TimeRules, faults: ImportFault[]): IcsEvent[] {
  return blocks
    .filter((block) => block.kind === 'VEVENT')
    .flatMap((block) => {
      const read = () => readIcsEvent(block, rules)
      return orFault(block.lines[0]!.number, faults, read, () => unreadableLine(block)) ?? []
    })
}

/**
 * Returns a record for the event, or for each date of a series that the file does not have as a separate
 * event.
 */
function readRecords(event: IcsEvent, reading: Reading): ImportRecord[] {
  if (event.emptyRule)
    reading.notes.push({ line: event.line, message: 'The RRULE is empty: the event is read without it' })
  const own = { reference: ownReference(event), wall: event.start.wall, like: event }
  // An earlier import may have stored it as a single event.
  const dates = isSeries(event)
    ? [{ ...own, cancelled: true }, ...readSeries(event, reading)]
    : [{ ...own, cancelled: false }]
  return dates.map(({ reference, wall, like, cancelled }) => ({
    line: like.line,
    reference: storableReference(reference),
    cancelled: cancelled || like.cancelled,
    input: { ...eventFields(like, wall, reading.rules), ...reading.optional(like) },
  }))
}

/**
 * Keeps the versions with the highest SEQUENCE of each event (RFC 5546, 2.1.5). Several with the same
 * SEQUENCE stay, and become faults later.
 */
function latestVersions(events: IcsEvent[]): IcsEvent[] {
  const highest = new Map<string, number>()
  for (const event of events) {
    const reference = ownReference(event)
    highest.set(reference, Math.max(event.sequence, highest.get(reference) ?? 0))
  }
  return events.filter((event) => event.sequence === highest.get(ownReference(event)))
}

function byInstance(a: IcsEvent, b: IcsEvent): number {
  return stamp(a.instance!) < stamp(b.instance!) ? -1 : 1
}

/** Without any alarm or link in the file, these fields are left out, so that stored ones stay. */
function optionalFields(events: IcsEvent[]): Reading['optional'] {
  const alarms = events.some((event) => event.alarms.length > 0)
  const links = events.some((event) => event.url)
  return ({ alarms: [alert = '', alert2 = ''], url = '' }) => ({
    ...(alarms && { alert, alert2 }),
    ...(links && { 'quickLink[1][name]': url && LINK_NAME, 'quickLink[1][url]': url }),
  })
}

/** An unreadable zone is a fault only of the events in it. */
function readZone(block: IcsBlock): ICAL.Component | undefined {
  try {
    return parseBlock(block)
  } catch {
    return undefined
  }
}

/**
 * Runs `read`; an error becomes a fault. Messages of ical.js and JavaScript, which the author of a file can't
 * understand, are replaced by `otherwise`.
 */
function orFault<T>(
  line: number,
  faults: ImportFault[],
  read: () => T,
  otherwise: () => string,
): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof IcsFault) faults.push({ line: error.line ?? line, message: error.message })
    else faults.push({ line, message: otherwise() })
    return undefined
  }
}

function unreadableEvent({ texts }: IcsEvent): () => string {
  return () => `"${texts.name}" can't be read: its dates are out of every calendar`
}
