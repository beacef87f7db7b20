import { breather } from '../breather.ts'
import type { FieldErrors } from '../errors.ts'
import { type CalendarEvent, difference, type EventExtras, type EventFields } from '../events/event.ts'
import { readEvent } from '../events/read-event.ts'
import type { ImportFault, ImportFile, ImportRecord, PartialSeries } from './import-file.ts'

export interface ImportOptions {
  /** New events are drafts. */
  draft: boolean
  /** Also removes what earlier imports brought and the file no longer has. */
  removeMissing: boolean
}

/** The calendar an import goes into, and its publisher's time zone. */
export interface ImportPlace {
  calendarId: string
  timezone: string
}

/** What an import would do, in the order of the file. */
export interface ImportPlan {
  added: { record: ImportRecord; event: EventFields }[]
  changed: { record: ImportRecord; before: CalendarEvent; after: CalendarEvent }[]
  unchanged: CalendarEvent[]
  removed: CalendarEvent[]
  faults: ImportFault[]
  /** Of the file: fields that every event has to have. */
  required: string[]
}

/** The parts of a file that planning uses. */
export type PlannedFile = Pick<ImportFile, 'records' | 'faults' | 'required' | 'partial'>

/**
 * Compares a file with the events there are: those of the calendar, and of other ones those that have a
 * reference of the file.
 */
export function planImport(
  file: PlannedFile,
  held: CalendarEvent[],
  place: ImportPlace,
  options: ImportOptions,
): ImportPlan {
  const planning = planRecords(file, held, place, options)
  for (;;) {
    const { done, value } = planning.next()
    if (done) return value
  }
}

/** The same for any number of events, letting others in between. */
export async function planLargeImport(...args: Parameters<typeof planImport>): Promise<ImportPlan> {
  const breathe = breather()
  const planning = planRecords(...args)
  for (;;) {
    const { done, value } = planning.next()
    if (done) return value
    await breathe()
  }
}

function* planRecords(...[file, held, place, options]: Parameters<typeof planImport>) {
  const { records, required } = file
  const plan: ImportPlan = {
    added: [],
    changed: [],
    unchanged: [],
    removed: [],
    faults: [...file.faults],
    required,
  }
  const byReference = new Map(held.map((event) => [event.reference, event]))
  for (const record of records) {
    const before = byReference.get(record.reference)
    if (before && before.calendarId !== place.calendarId) planElsewhere(plan, record)
    else if (!record.cancelled) planRecord(plan, record, before, place, options)
    else if (before) plan.removed.push(before)
    yield
  }
  plan.faults.sort((a, b) => a.line - b.line)
  if (options.removeMissing) plan.removed.push(...listMissing(file, plan, held, place))
  return plan
}

function planElsewhere(plan: ImportPlan, { line, reference, cancelled }: ImportRecord): void {
  if (!cancelled) plan.faults.push({ line, message: elsewhere(reference) })
}

/** What is wrong with a record whose reference is taken. */
export function elsewhere(reference: string): string {
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
    const extras: EventExtras = { ...result.event.extras, imported: true }
    plan.added.push({ record, event: { ...result.event, extras } })
  } else {
    const kind = difference(before, result.event)
    const sequence = before.sequence + (kind === 'visible' ? 1 : 0)
    if (kind === 'none') plan.unchanged.push(before)
    else plan.changed.push({ record, before, after: { ...before, ...result.event, sequence } })
  }
}

/** An event without a start time is meant to last all day more often than its time was forgotten. */
function faultOf({ startTime, endTime, ...others }: FieldErrors): string {
  const times = [startTime, endTime].filter((error) => error !== undefined)
  const noStart = startTime?.endsWith('is required')
  const named = noStart ? ['Event startTime is required, unless its allDay is yes'] : times
  return [...named, ...Object.values(others)].join('; ')
}

/**
 * Nothing is missing from a file that could not be read in full: which events the faulty lines stand for is not
 * known. Nor from an empty one, which is an export gone wrong more often than an end of all events.
 */
function listMissing(
  { records, partial }: PlannedFile,
  plan: ImportPlan,
  held: CalendarEvent[],
  place: ImportPlace,
): CalendarEvent[] {
  if (plan.faults.length > 0 || records.length === 0) return []
  const references = new Set(records.map((record) => record.reference))
  const isImported = (event: CalendarEvent) => event.extras.imported === true
  return held.filter(
    (event) =>
      event.calendarId === place.calendarId &&
      isImported(event) &&
      !references.has(event.reference ?? '') &&
      !isLeftOut(event.reference ?? '', partial),
  )
}

/** True for a date of a series that the file has but the import does not read. */
function isLeftOut(reference: string, partial: PartialSeries[]): boolean {
  const at = reference.lastIndexOf('/') + 1
  const [series, date] = [reference.slice(0, Math.max(0, at - 1)), reference.slice(at)]
  return partial.some(
    ({ reference, first, last, from, to }) =>
      reference === series && ((date >= first && date < from) || (date > to && date <= last)),
  )
}
