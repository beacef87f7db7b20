import type ICAL from 'ical.js'
import { eventFields, type IcsEvent, parseBlock, readIcsEvent, unreadableLine } from './ics-event.ts'
import { keepSeries, type KeptReading, type KeptSeries } from './ics-kept-series.ts'
import { type IcsBlock, readBlocks } from './ics-lines.ts'
import { expandSeries, isSeries, ownReference, type SeriesDate } from './ics-series.ts'
import { IcsFault, stamp, type TimeRules, wallIn } from './ics-time.ts'
import { ianaZone, zoneFinder } from './ics-zones.ts'
import {
  type ImportFault,
  type ImportFile,
  type ImportRecord,
  type ImportSeries,
  removeRepeats,
  seriesReference,
  storableReference,
} from './import-file.ts'
import { stepBudget } from './recurrence.ts'

/** Maximum events of a file, with all instances of series. */
const MAX_RECORDS = 100_000
const LINK_NAME = 'More information'

/**
 * Reads an iCalendar file (RFC 5545). The reference of an event or a series is its UID. A recurring event that can't be
 * a series is read as single events, with a note: the reference of each is `<UID>/<original start>`, so that a moved
 * instance stays the same event. Times in UTC and in zones without an IANA name are converted to `timezone`, the
 * publisher's.
 */
export function readIcs(bytes: Buffer, timezone: string, now: number): ImportFile {
  const { blocks, faults, cutOff } = readBlocks(bytes)
  const zones = blocks.filter((block) => block.kind === 'VTIMEZONE').flatMap((block) => readZone(block) ?? [])
  const rules = { find: zoneFinder(zones), floating: ianaZone(timezone) }
  const events = latestVersions(readEvents(blocks, rules, faults))
  const changes = events.filter((event) => event.instance)
  const reading: KeptReading = {
    rules,
    now,
    budget: stepBudget(),
    optional: optionalFields(events),
    changed: new Set(changes.map(ownReference)),
    changes: Map.groupBy(changes, ({ uid }) => uid),
    changedFrom: Map.groupBy(changes.filter((event) => event.andLater).sort(byInstance), ({ uid }) => uid),
    notes: [],
    partial: [],
  }
  const series: ImportSeries[] = []
  const entries: { event: IcsEvent; records: ImportRecord[] }[] = []
  const taken = new Set<IcsEvent>()
  let droppedAlarms = 0
  let count = 0
  for (const event of events) {
    const read = () => readEntry(event, reading)
    const { kept, records = [] } = orFault(event.line, faults, read, unreadableEvent(event)) ?? {}
    if (kept) series.push(kept.series)
    for (const change of kept?.taken ?? []) taken.add(change)
    entries.push({ event, records })
    if ((kept || records.length > 0) && !event.cancelled) droppedAlarms += event.droppedAlarms
    count += records.length + (kept?.dates ?? 0) - (kept?.taken.length ?? 0)
    if (count <= MAX_RECORDS) continue
    faults.push({ line: event.line, message: `The file has more than ${MAX_RECORDS} events` })
    break
  }
  // A changed instance that is a date of a series is no event of its own.
  const records = entries.flatMap(({ event, records }) => (taken.has(event) ? [] : records))
  const lines = new Map<string, number>()
  const unique = {
    series: removeRepeats(series, faults, lines),
    records: removeRepeats(records, faults, lines),
  }
  faults.sort((a, b) => a.line - b.line)
  const { notes, partial } = reading
  const rest = { unreadable: false, ...(cutOff && { cutOff }), required: [], ignored: [] }
  return { ...unique, faults, notes, droppedAlarms, partial, ...rest }
}

function readEvents(blocks: IcsBlock[], rules: TimeRules, faults: ImportFault[]): IcsEvent[] {
  return blocks
    .filter((block) => block.kind === 'VEVENT')
    .flatMap((block) => {
      const read = () => readIcsEvent(block, rules)
      return orFault(block.lines[0]!.number, faults, read, () => unreadableLine(block)) ?? []
    })
}

type Dated = Omit<SeriesDate, 'occurrence'> & { occurrence?: number | undefined }

/** Reads an event as a series, or as records: of itself, or of each date that the file has not as a separate event. */
function readEntry(event: IcsEvent, reading: KeptReading): { kept?: KeptSeries; records: ImportRecord[] } {
  const { line, texts } = event
  if (event.emptyRule)
    reading.notes.push({ line, message: 'The RRULE is empty: the event is read without it' })
  const own = { reference: ownReference(event), wall: event.start.wall, like: event, occurrence: undefined }
  if (!isSeries(event)) return { records: [toRecord({ ...own, cancelled: false }, event, reading)] }
  const kept = keepSeries(event, reading)
  if (!('reason' in kept)) return { kept, records: kept.single.map((date) => toRecord(date, event, reading)) }
  const notes = reading.notes.length
  // An earlier import may have stored it as a single event.
  const dates = [{ ...own, cancelled: true }, ...expandSeries(event, reading)]
  const records = dates.map((date) => toRecord(date, event, reading))
  // The note on a series with too many dates says it already.
  if (reading.notes.length === notes)
    reading.notes.push({ line, message: `"${texts.name}" is read as single events: ${kept.reason}` })
  return { records }
}

function toRecord(
  { reference, wall, like, cancelled, occurrence }: Dated,
  event: IcsEvent,
  { rules, optional }: KeptReading,
): ImportRecord {
  return {
    line: like.line,
    reference: storableReference(reference),
    cancelled: cancelled || like.cancelled,
    ...(like.cancelled && { marked: true as const }),
    input: { ...eventFields(like, wall, rules), ...optional(like) },
    ...dateReferenceOf(event, occurrence),
  }
}

/** The reference of a record as a date of a series. That of a whole series is no date. */
function dateReferenceOf(event: IcsEvent, occurrence: number | undefined): { dateReference?: string } {
  const { instance, start, uid } = event
  const at = occurrence ?? (instance && uid ? wallIn(instance, start.zone) : undefined)
  if (at === undefined)
    return isSeries(event) ? { dateReference: storableReference(ownReference(event)) } : {}
  const day = new Date(at).toISOString().slice(0, 10)
  return { dateReference: `${seriesReference(instance ? uid : ownReference(event))}@${day}` }
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
function optionalFields(events: IcsEvent[]): KeptReading['optional'] {
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
