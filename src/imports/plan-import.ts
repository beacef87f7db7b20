import type { FieldErrors } from '../errors.ts'
import { type CalendarEvent, difference, type EventFields, isIn, NO_SERIES } from '../events/event.ts'
import { readCalendars } from '../events/event-calendars.ts'
import { readEvent } from '../events/read-event.ts'
import { pauser } from '../pause.ts'
import type { Series } from '../series/series.ts'
import type { ImportFault, ImportFile, ImportRecord, ImportSeries, PartialSeries } from './import-file.ts'
import type { PlannedSeries } from './plan-import-series.ts'

export interface ImportOptions {
  /** Create new events as drafts. */
  draft: boolean
  /** Also remove events that imports put into the calendar and the file no longer has. */
  removeMissing: boolean
  /** Put events of other calendars into this one too, instead of refusing their references. */
  join?: boolean
  /** Decides field by field, for a source that is read again and again; without it the file decides. */
  merge?: ImportMerge
}

/** Brings together what a file says of an event and what was changed here. It may be asked several times. */
export interface ImportMerge {
  /** Returns the event as it is to be; undefined: it was deleted here, and stays so. */
  mergeEvent(reference: string, before: EventFields | undefined, theirs: EventFields): EventFields | undefined
  /** Returns the series as it is to be. */
  mergeSeries(record: ImportSeries, before: MergedBefore | undefined, theirs: EventFields): MergedSeries
}

/** A stored series, for a merge. */
export interface MergedBefore {
  series: Series
  excluded: string[]
}

/** `unchanged`: the file says the same as before. `deleted`: it was deleted here, and stays so. */
export type MergedSeries =
  | { kind: 'unchanged' }
  | { kind: 'deleted' }
  | {
      kind: 'merged'
      fields: EventFields
      rule: string
      include: string[]
      /** Dates that it leaves out. */
      exclude: string[]
      /** Fields that the file decides about, also in dates that were changed by hand. */
      decided: ReadonlySet<string>
      /** Fields by occurrence that the file gave single dates before. */
      given: ReadonlyMap<string, ReadonlySet<string>>
    }

/** The calendar of an import, its publisher's time zone, and the events that imports put there. */
export interface ImportPlace {
  calendarId: string
  timezone: string
  importedIds?: ReadonlySet<string>
  /** Stored series that have references of single events in the file. */
  single?: SingleSeries
}

/** Stored series that a file has as single events. */
export interface SingleSeries {
  /** Those that an import brought: their dates become single events. */
  dissolved: Series[]
  /** The references of others: they stay, and the records are faulty. */
  taken: ReadonlySet<string>
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
  /** The series of the file, and those that are removed. */
  series: PlannedSeries[]
  /** Series that end because the file has single events in their place. Their dates stay. */
  dissolved: Series[]
  faults: ImportFault[]
  /** Fields that every event needs, from the file. */
  required: string[]
}

export type PlannedFile = Pick<ImportFile, 'records' | 'series' | 'faults' | 'required' | 'partial'>

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
    series: [],
    dissolved: place.single?.dissolved ?? [],
    faults: [...file.faults],
    required,
  }
  const dissolved = new Set(plan.dissolved.map(({ id }) => id))
  // A file that was downloaded here has the ids of events without a reference in its place.
  const byReference = new Map(stored.map((event) => [event.reference ?? event.id, event]))
  for (const record of records) {
    const { line, reference, cancelled } = record
    const asDate = dateReference(record)
    const series = asDate.slice(0, asDate.lastIndexOf('@'))
    if (place.single?.taken.has(series) || place.single?.taken.has(reference)) {
      const isKnown = plan.faults.some((fault) => fault.line === line && fault.message === ofSeries(series))
      if (!cancelled && !isKnown) plan.faults.push({ line, message: ofSeries(series) })
      continue
    }
    const date = byReference.get(asDate)
    const before = byReference.get(reference) ?? (date && asSingle(date, dissolved))
    const isElsewhere = before && !isIn(before, place.calendarId)
    if (isElsewhere) planElsewhere(plan, record, before, place, options)
    else if (cancelled) plan.removed.push(...(before ? [before] : []))
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

/** The reference that the event of a record has as a date of a series. */
export function dateReference({ reference, dateReference, input }: ImportRecord): string {
  return dateReference ?? `${reference}@${String(input.startDate)}`
}

/** A date of a series that ends, or has ended, as a single event; undefined if its series goes on. */
function asSingle(date: CalendarEvent, dissolved: ReadonlySet<string>): CalendarEvent | undefined {
  if (date.seriesId === null) return date
  return dissolved.has(date.seriesId) ? { ...date, ...NO_SERIES } : undefined
}

/** The fault of a record whose reference a series has. */
export function ofSeries(reference: string): string {
  return `Event reference [${reference}] is that of a series`
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
  const { line, reference, cells } = record
  const rules = { private: false, required: plan.required, timezone, ...(before && { current: before }) }
  const draft = before ? {} : { draft: options.draft ? 1 : 0 }
  const isId = before?.reference === null && before.id === reference
  const given = { ...draft, ...withoutSameText(record.input, before), ...(!isId && { reference }) }
  const result = readEvent(given, rules)
  if ('errors' in result) {
    const { errors } = result
    plan.faults.push({ line, message: faultOf(errors), errors, ...(cells && { cells }) })
    return
  }
  const theirs = result.event
  const event = options.merge ? options.merge.mergeEvent(reference, before, theirs) : theirs
  if (!event) return
  if (!before) {
    plan.added.push({ record, event: { ...event, imported: true } })
  } else {
    const kind = difference(before, event)
    const sequence = before.sequence + (kind === 'visible' ? 1 : 0)
    if (kind === 'none') plan.unchanged.push(before)
    else plan.changed.push({ record, before, after: { ...before, ...event, sequence } })
  }
}

/** Leaves out texts that differ only in blanks at their ends: readers of files trim them. */
function withoutSameText(
  input: ImportRecord['input'],
  before: CalendarEvent | undefined,
): Record<string, unknown> {
  const isSame = (name: string, value: unknown) =>
    (name === 'name' || name === 'location' || name === 'details') &&
    before?.[name].replaceAll('\r\n', '\n').trim() === value
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !isSame(name, value)))
}

/** Joins errors to a message. An event without a start time is usually meant as an all-day event. */
export function faultOf({ startTime, endTime, ...others }: FieldErrors): string {
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
  file: PlannedFile,
  plan: ImportPlan,
  stored: CalendarEvent[],
  place: ImportPlace,
): CalendarEvent[] {
  const { records, partial } = file
  if (isUnsure(file, plan)) return []
  const references = new Set(records.map((record) => record.reference))
  const dissolved = new Set(plan.dissolved.map(({ id }) => id))
  const renamed = new Set([...plan.changed, ...plan.joined].map(({ before }) => before.id))
  return stored.filter(
    (event) =>
      place.importedIds?.has(event.id) &&
      // Dates of a series are removed with it.
      (event.seriesId === null || dissolved.has(event.seriesId)) &&
      !renamed.has(event.id) &&
      !references.has(event.reference ?? '') &&
      !isLeftOut(event.reference ?? '', partial),
  )
}

/** True if the file can't tell what is missing in it. */
export function isUnsure({ records, series }: PlannedFile, { faults }: Pick<ImportPlan, 'faults'>): boolean {
  return faults.length > 0 || (records.length === 0 && series.length === 0)
}

/** True for a date that the file's series has but the import does not read. */
export function isLeftOut(reference: string, partial: PartialSeries[]): boolean {
  const at = reference.lastIndexOf('/') + 1
  const [series, date] = [reference.slice(0, Math.max(0, at - 1)), reference.slice(at)]
  return partial.some(
    ({ reference, first, last, from, to }) =>
      reference === series && ((date >= first && date < from) || (date > to && date <= last)),
  )
}

/** What an import does, in numbers of events: dates of series are among them. */
export interface ImportCounts {
  added: number
  changed: number
  /** Events of other calendars that are put into this one too. */
  joined: number
  removed: number
  unchanged: number
  /** Series that the calendar has of the file afterwards, and their dates. */
  series: number
  dates: number
}

/** Counts the events of a plan. */
export function countPlan(plan: ImportPlan): ImportCounts {
  const { added, changed, joined, removed, unchanged } = listPlan(plan)
  const kept = plan.series.filter(({ kind }) => kind !== 'removed')
  const dates = kept.map((series) => datesOf(series).length).reduce((sum, count) => sum + count, 0)
  return {
    ...{ added: added.length, changed: changed.length, joined: joined.length },
    ...{ removed: removed.length, unchanged: unchanged.length, series: kept.length, dates },
  }
}

/** Dates that a series has after an import. */
export function datesOf({ dates }: PlannedSeries): EventFields[] {
  return [...dates.added, ...dates.changed.map(({ after }) => after), ...dates.unchanged]
}

/** The events of a plan, with the dates of its series. `line`: null if the file has no line of an event. */
export function listPlan(plan: ImportPlan) {
  const of = (...kinds: PlannedSeries['kind'][]) => plan.series.filter(({ kind }) => kinds.includes(kind))
  const changes = (series: PlannedSeries[]) =>
    series.flatMap(({ record, dates }) =>
      dates.changed.map(({ before, after }) => ({ line: record?.line ?? null, before, after })),
    )
  const single = (planned: PlannedChange[]) =>
    planned.map(({ record, before, after }) => ({ line: record.line, before, after }))
  const written = of('added', 'changed')
  const out = of('removed')
  return {
    added: [
      ...plan.added.map(({ record, event }) => ({ line: record.line, event })),
      ...written.flatMap(({ record, dates }) =>
        dates.added.map((event) => ({ line: record?.line ?? null, event: event })),
      ),
    ],
    changed: [...single(plan.changed), ...changes(written)],
    joined: [...single(plan.joined), ...changes(of('joined'))],
    removed: [
      ...plan.removed,
      ...[...written, ...out].flatMap(({ dates }) => dates.removed),
      ...changes(out).map(({ before }) => before),
    ],
    unchanged: [
      ...plan.unchanged,
      ...of('added', 'changed', 'unchanged').flatMap(({ dates }) => dates.unchanged),
    ],
  }
}
