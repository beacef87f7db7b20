import type { FieldErrors } from '../errors.ts'
import { type CalendarEvent, difference, type EventFields, isIn } from '../events/event.ts'
import { readCalendars } from '../events/event-calendars.ts'
import { readEvent } from '../events/read-event.ts'
import { pauser } from '../pause.ts'
import type { ImportFault, ImportFile, ImportRecord, PartialSeries } from './import-file.ts'

export interface ImportOptions {
  /** Create new events as drafts. */
  draft: boolean
  /** Also remove events that imports put into the calendar and the file no longer has. */
  removeMissing: boolean
  /** Put events of other calendars into this one too, instead of refusing their references. */
  join?: boolean
}

/** The calendar of an import, its publisher's time zone, and the events that imports put there. */
export interface ImportPlace {
  calendarId: string
  timezone: string
  importedIds?: ReadonlySet<string>
}

/** A stored event and how an import leaves it. */
export interface PlannedChange {
  record: ImportRecord
  before: CalendarEvent
  after: CalendarEvent
}

/** The changes of an import, in the order of the file. */
export interface ImportPlan {
  added: { record: ImportRecord; event: EventFields }[]
  changed: PlannedChange[]
  /** Events of other calendars that are put into this one too. They do not change otherwise: their homes decide. */
  joined: PlannedChange[]
  unchanged: CalendarEvent[]
  /** Taken out of this calendar; deleted if no other has them. */
  removed: CalendarEvent[]
  faults: ImportFault[]
  /** Fields that every event needs, from the file. */
  required: string[]
}

export type PlannedFile = Pick<ImportFile, 'records' | 'faults' | 'required' | 'partial'>

/**
 * Compares a file with stored events: those of the calendar, and events of other calendars with a reference
 * in the file.
 */
export function planImport(
  file: PlannedFile,
  stored: CalendarEvent[],
  place: ImportPlace,
  options: ImportOptions,
): ImportPlan {
  const planning = planRecords(file, stored, place, options)
  for (;;) {
    const { done, value } = planning.next()
    if (done) return value
  }
}

/** Like `planImport`, with pauses for other requests. */
export async function planLargeImport(...args: Parameters<typeof planImport>): Promise<ImportPlan> {
  const pause = pauser()
  const planning = planRecords(...args)
  for (;;) {
    const { done, value } = planning.next()
    if (done) return value
    await pause()
  }
}

function* planRecords(...[file, stored, place, options]: Parameters<typeof planImport>) {
  const { records, required } = file
  const plan: ImportPlan = {
    added: [],
    changed: [],
    joined: [],
    unchanged: [],
    removed: [],
    faults: [...file.faults],
    required,
  }
  const byReference = new Map(stored.map((event) => [event.reference, event]))
  for (const record of records) {
    const before = byReference.get(record.reference)
    const isElsewhere = before && !isIn(before, place.calendarId)
    if (isElsewhere) planElsewhere(plan, record, before, place, options)
    else if (record.cancelled) plan.removed.push(...(before ? [before] : []))
    else if (before && before.calendarId !== place.calendarId) plan.unchanged.push(before)
    else planRecord(plan, record, before, place, options)
    yield
  }
  plan.faults.sort((a, b) => a.line - b.line)
  if (options.removeMissing) plan.removed.push(...listMissing(file, plan, stored, place))
  return plan
}

function planElsewhere(
  plan: ImportPlan,
  record: ImportRecord,
  before: CalendarEvent,
  { calendarId }: ImportPlace,
  { join = false }: ImportOptions,
): void {
  const { line, reference, cancelled } = record
  if (cancelled) return
  if (before.private || !join) {
    plan.faults.push({ line, message: inOtherCalendar(reference) })
    return
  }
  const calendars = readCalendars({ addCalendarIds: [calendarId] }, before)
  if ('errors' in calendars) plan.faults.push({ line, message: faultOf(calendars.errors) })
  else plan.joined.push({ record, before, after: { ...before, ...calendars, sequence: before.sequence + 1 } })
}

/** The fault of a record whose reference another calendar's event has. */
export function inOtherCalendar(reference: string): string {
  return `Event reference [${reference}] is that of an event in another calendar`
}

function planRecord(
  plan: ImportPlan,
  record: ImportRecord,
  before: CalendarEvent | undefined,
  { timezone }: ImportPlace,
  options: ImportOptions,
): void {
  const { line, reference } = record
  const rules = { private: false, required: plan.required, timezone, ...(before && { current: before }) }
  const draft = before ? {} : { draft: options.draft ? 1 : 0 }
  const result = readEvent({ ...draft, ...record.input, reference }, rules)
  if ('errors' in result) {
    plan.faults.push({ line, message: faultOf(result.errors) })
  } else if (!before) {
    plan.added.push({ record, event: { ...result.event, imported: true } })
  } else {
    const kind = difference(before, result.event)
    const sequence = before.sequence + (kind === 'visible' ? 1 : 0)
    if (kind === 'none') plan.unchanged.push(before)
    else plan.changed.push({ record, before, after: { ...before, ...result.event, sequence } })
  }
}

/** Joins errors to a message. An event without a start time is usually meant as an all-day event. */
function faultOf({ startTime, endTime, ...others }: FieldErrors): string {
  const times = [startTime, endTime].filter((error) => error !== undefined)
  const noStart = startTime?.endsWith('is required')
  const named = noStart ? ['Event startTime is required, unless its allDay is yes'] : times
  return [...named, ...Object.values(others)].join('; ')
}

/**
 * Returns imported events that the file no longer has. None if the file has faults, since faulty lines may
 * stand for any event, or if it is empty: then usually the export failed.
 */
function listMissing(
  { records, partial }: PlannedFile,
  plan: ImportPlan,
  stored: CalendarEvent[],
  place: ImportPlace,
): CalendarEvent[] {
  if (plan.faults.length > 0 || records.length === 0) return []
  const references = new Set(records.map((record) => record.reference))
  return stored.filter(
    (event) =>
      place.importedIds?.has(event.id) &&
      !references.has(event.reference ?? '') &&
      !isLeftOut(event.reference ?? '', partial),
  )
}

/** True for a date that the file's series has but the import does not read. */
function isLeftOut(reference: string, partial: PartialSeries[]): boolean {
  const at = reference.lastIndexOf('/') + 1
  const [series, date] = [reference.slice(0, Math.max(0, at - 1)), reference.slice(at)]
  return partial.some(
    ({ reference, first, last, from, to }) =>
      reference === series && ((date >= first && date < from) || (date > to && date <= last)),
  )
}
