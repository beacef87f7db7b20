import { AppError } from '../errors.ts'
import { type CalendarEvent, difference, type EventFields, isIn, namesByHand } from '../events/event.ts'
import { isSameCalendars, readCalendars, withoutCalendar } from '../events/event-calendars.ts'
import { FIELD_ROWS, wireName } from '../events/event-fields.ts'
import { readEvent } from '../events/read-event.ts'
import { type DateRules, type DatesPlan, planDates, requireDateReferences } from '../series/change-dates.ts'
import { newSeries } from '../series/create-series.ts'
import { planOccurrences, type Reach } from '../series/plan-series.ts'
import type { Series } from '../series/series.ts'
import { dayOf, fieldsOn, horizonOf, listOccurrences, TooOften } from '../series/series-dates.ts'
import { untilOf } from '../series/store-series.ts'
import { dayAt } from '../time/day.ts'
import { localToUtc } from '../time/zone.ts'
import { type ImportFault, type ImportSeries, storableReference } from './import-file.ts'
import {
  faultOf,
  type ImportOptions,
  type ImportPlace,
  inOtherCalendar,
  type MergedSeries,
  ofSeries,
} from './plan-import.ts'

const DAY_MS = 86_400_000
/** Imports stored dates of a series as single events up to so many days ahead. */
const STORED_AHEAD = 730

const WHEN = ['startDate', 'startTime', 'endDate', 'endTime', 'timezone', 'startAt', 'endAt']

/** A series of a file whose fields could be read. */
export interface ReadSeries {
  record: ImportSeries
  /** The references of its dates, now and when imports stored them as single events, with their occurrences. */
  references: Map<string, string>
  /** The number of its dates. */
  dates: number
}

/** What is stored of a series of a file. */
export interface StoredSeries {
  /** The series with its reference, its dates, and what it leaves out. */
  series?: Series
  dates: CalendarEvent[]
  excluded: string[]
  /** Other events that have a reference of one of its dates. */
  others: CalendarEvent[]
  /** Series that were split off from it, and their dates. */
  parts: { series: Series; dates: CalendarEvent[] }[]
}

/** A series and what an import changes of it. */
export interface PlannedSeries {
  kind: 'added' | 'changed' | 'joined' | 'removed' | 'unchanged'
  /** Undefined if the file no longer has it. */
  record?: ImportSeries
  before?: Series
  /** As it is going to be; of one that is removed as it is. */
  series: Series
  excluded: string[]
  dates: DatesPlan
  /** Series whose dates become dates of this one. */
  parts: Series[]
}

/** What the plan of a series depends on besides the file and what is stored. */
export interface SeriesRules {
  publisherId: number
  place: Pick<ImportPlace, 'calendarId' | 'timezone'>
  options: ImportOptions
  /** Fields that every event needs. */
  required: string[]
  reach: Reach
  /** The time stamp of new and changed records, epoch ms. */
  at: number
  /** Returns the occurrences that become events. */
  wanted: (series: Series, occurrences: string[], excluded: string[]) => Promise<string[]>
}

/** Reads the fields of a series, and lists the references of its dates. */
export function readSeriesRecord(
  record: ImportSeries,
  { place, required, reach }: Pick<SeriesRules, 'place' | 'required' | 'reach'>,
): ReadSeries | ImportFault {
  const { line, reference, uid, rule, include } = record
  const read = readEvent({ ...record.input, reference }, rulesOf(place, required))
  if ('errors' in read) return { line, message: faultOf(read.errors) }
  const { timezone } = read.event
  const near = horizonOf(read.event, reach.now, reach.months)
  const far = dayAt(timezone, reach.now + (STORED_AHEAD - 1) * DAY_MS)
  const references = new Map<string, string>()
  let dates = 0
  try {
    const pattern = { fields: read.event, rule, include }
    const { occurrences } = listOccurrences(pattern, near > far ? near : far)
    dates = occurrences.length
    for (const occurrence of occurrences) {
      references.set(`${reference}@${dayOf(occurrence)}`, occurrence)
      if (uid !== undefined) references.set(earlierReference(uid, occurrence, timezone), occurrence)
      // The file had it as a single event.
      if (!references.has(reference)) references.set(reference, occurrence)
    }
  } catch (error) {
    if (!(error instanceof TooOften)) throw error
    return { line, message: 'Event recurs too often' }
  }
  for (const date of record.dates) references.set(date.reference, date.occurrence)
  return { record, references, dates }
}

/** The reference that imports gave a date when they stored it as a single event: the UID and its start. */
function earlierReference(uid: string, occurrence: string, timezone: string): string {
  const compact = (text: string) => text.replace(/[-:]|\.\d{3}/g, '')
  if (occurrence.length === 10) return storableReference(`${uid}/${compact(occurrence)}`)
  const at = localToUtc(timezone, Date.parse(`${occurrence}Z`))
  return storableReference(`${uid}/${compact(new Date(at).toISOString())}`)
}

/** Compares a series of a file with what is stored. Faults of single dates come beside the plan. */
export async function planSeriesRecord(
  { record, references }: ReadSeries,
  stored: StoredSeries,
  rules: SeriesRules,
): Promise<{ planned?: PlannedSeries; faults: ImportFault[] }> {
  const { place } = rules
  const fault = (message: string) => ({ faults: [{ line: record.line, message }] })
  if (stored.series && !isIn(stored.series, place.calendarId)) return planElsewhere(record, stored, rules)
  if (record.cancelled) return { faults: [], ...withdrawn(record, stored, rules) }
  if (stored.series && stored.series.calendarId !== place.calendarId)
    return { planned: asItIs('unchanged', record, stored.series, stored), faults: [] }
  const elsewhere = stored.others.find(
    ({ calendarId, private: isPrivate }) => isPrivate || calendarId !== place.calendarId,
  )
  if (elsewhere) return fault(inOtherCalendar(elsewhere.reference!))
  const ofAnother = stored.others.find(({ seriesId }) => seriesId !== null)
  if (ofAnother) return fault(ofSeries(ofAnother.reference!))
  const plain = stored.others
  const read = readEvent(
    {
      ...(!stored.series && !plain[0] && { draft: rules.options.draft ? 1 : 0 }),
      ...record.input,
      reference: record.reference,
    },
    { ...rulesOf(place, rules.required), ...currentOf(stored.series?.fields ?? plain[0]) },
  )
  if ('errors' in read) return fault(faultOf(read.errors))
  const { reference } = record
  const merged = mergedSeries(record, stored, read.event, rules.options)
  if (merged.kind === 'deleted') return { faults: [] }
  if (merged.kind === 'unchanged')
    return { planned: asItIs('unchanged', record, stored.series!, stored), faults: [] }
  const { rule, include, exclude, decided, given } = merged
  const isNew = !stored.series && !plain.some(({ imported }) => !imported)
  const fields = { ...merged.fields, imported: isNew || merged.fields.imported }
  const base = stored.series ?? newBase(fields, plain[0], rules)
  const series: Series = { ...base, fields, reference, dateReference: reference, rule, include }
  const existing = [
    ...stored.dates.map((date) => withoutGiven(date, given)),
    ...stored.parts.flatMap(({ dates }) => dates),
    ...plain.map((event) => adopted(series, event, references.get(event.reference!)!, decided)),
  ]
  const { own, faults } = readDates(record, series, rules)
  const today = dayAt(fields.timezone, rules.reach.now)
  const days = existing.map(({ occurrence }) => dayOf(occurrence!))
  const past = days.filter((day) => day < today).length
  const last = [stored.series && untilOf(stored.series).until, ...own.keys(), ...days]
  const until = last
    .map((text) => dayOf(text ?? ''))
    .sort()
    .at(-1)!
  const plan = planOccurrences(series, { kept: exclude, past }, { ...rules.reach, until })
  if ('errors' in plan) return fault(ofRule(faultOf(plan.errors)))
  try {
    requireDateReferences(reference, plan.occurrences)
  } catch (error) {
    if (error instanceof AppError) return fault(error.message)
    throw error
  }
  const { occurrences, excluded, madeUntil } = plan
  const wanted = await rules.wanted(series, occurrences, excluded)
  const dates = planDates(series, existing, wanted, rules, { rules: { decided, own } })
  const parts = stored.parts.map((part) => part.series)
  const isSame =
    stored.series &&
    parts.length === 0 &&
    countChanges(dates) === 0 &&
    isSameSeries(stored.series, series) &&
    excluded.join() === stored.excluded.join()
  const after = { ...series, madeUntil, modified: rules.at }
  const kind = !stored.series ? 'added' : isSame ? 'unchanged' : 'changed'
  const before = stored.series && { before: stored.series }
  return { planned: { kind, record, ...before, series: after, excluded, dates, parts }, faults }
}

/** The series as the file has it, or as a merge makes it. */
function mergedSeries(
  record: ImportSeries,
  { series, excluded, others }: StoredSeries,
  theirs: EventFields,
  { merge }: ImportOptions,
): MergedSeries {
  const { rule, include, exclude } = record
  // Single events that become a series are no deleted one.
  if (merge && (series || others.length === 0))
    return merge.mergeSeries(record, series && { series, excluded }, theirs)
  return {
    kind: 'merged',
    fields: theirs,
    rule,
    include,
    exclude,
    decided: decidedFields(record),
    given: new Map(),
  }
}

/** Leaves out of a date's own fields those that the file gave it: the file may take them back. */
function withoutGiven(date: CalendarEvent, given: ReadonlyMap<string, ReadonlySet<string>>): CalendarEvent {
  const names = given.get(date.occurrence!)
  return names ? { ...date, ownFields: date.ownFields.filter((name) => !names.has(name)) } : date
}

/** A file has no field `recurrence.rule`. */
function ofRule(message: string): string {
  return message.replaceAll('Event recurrence.rule', 'Its rule').replaceAll('recurrence.rule', 'its rule')
}

/** Plans to take a series out of a calendar. Its dates go with it; if no other calendar has it, it ends. */
export function planSeriesRemoval(
  series: Series,
  dates: CalendarEvent[],
  excluded: string[],
  { place, at }: Pick<SeriesRules, 'place' | 'at'>,
): PlannedSeries {
  const left = withoutCalendar(series, place.calendarId)
  const none: DatesPlan = { changed: [], added: [], removed: dates, unchanged: [] }
  if (!left) return { kind: 'removed', before: series, series, excluded, dates: none, parts: [] }
  const { changed } = planCalendars(left, dates, at)
  const plan = { ...none, changed, removed: [] }
  return { kind: 'removed', before: series, series: left, excluded, dates: plan, parts: [] }
}

/** The number of events that a plan changes. */
export function countChanges({ added, changed, removed }: DatesPlan): number {
  return added.length + changed.length + removed.length
}

/** A series of another calendar is put into this one with all its dates, if the import may, and does not change otherwise. */
function planElsewhere(
  record: ImportSeries,
  stored: StoredSeries,
  { place, options: { join = false }, at }: SeriesRules,
): { planned?: PlannedSeries; faults: ImportFault[] } {
  const { line, reference, cancelled } = record
  const before = stored.series!
  if (cancelled) return { faults: [] }
  if (before.private || !join) return { faults: [{ line, message: inOtherCalendar(reference) }] }
  const calendars = readCalendars({ addCalendarIds: [place.calendarId] }, before)
  if ('errors' in calendars) return { faults: [{ line, message: faultOf(calendars.errors) }] }
  const series = { ...before, ...calendars }
  const dates = planCalendars(series, stored.dates, at)
  return { planned: { ...asItIs('joined', record, series, stored), before, dates }, faults: [] }
}

/** Dates that get the calendars of their series, and stay as they are otherwise. */
function planCalendars(series: Series, dates: CalendarEvent[], at: number): DatesPlan {
  const occurrences = dates.map(({ occurrence }) => occurrence!)
  const rules: DateRules = { decided: new Set(['calendarId', 'alsoIn']), own: new Map() }
  return planDates(series, dates, occurrences, { at }, { rules })
}

function asItIs(
  kind: PlannedSeries['kind'],
  record: ImportSeries,
  series: Series,
  { dates, excluded }: StoredSeries,
): PlannedSeries {
  const none = { added: [], changed: [], removed: [] }
  return { kind, record, before: series, series, excluded, dates: { ...none, unchanged: dates }, parts: [] }
}

/** The file has the series as cancelled: it is removed, and so are dates that earlier imports stored as single events. */
function withdrawn(
  record: ImportSeries,
  stored: StoredSeries,
  rules: SeriesRules,
): { planned?: PlannedSeries } {
  const { calendarId } = rules.place
  const single = stored.others.filter((event) => event.seriesId === null && isIn(event, calendarId))
  const others = [...single, ...stored.parts.flatMap(({ dates }) => dates)]
  if (!stored.series && others.length === 0) return {}
  const parts = stored.parts.map(({ series }) => series)
  if (stored.series) {
    const removal = planSeriesRemoval(stored.series, stored.dates, stored.excluded, rules)
    removal.dates.removed.push(...others)
    return { planned: { ...removal, record, parts } }
  }
  const series = newBase(others[0]!, undefined, rules)
  const dates: DatesPlan = { added: [], changed: [], removed: others, unchanged: [] }
  return { planned: { kind: 'removed', record, series, excluded: [], dates, parts } }
}

function newBase(
  fields: EventFields,
  first: CalendarEvent | undefined,
  { publisherId, place: { calendarId }, at }: SeriesRules,
): Series {
  const place = { calendarId, alsoIn: first?.alsoIn ?? [], private: false }
  return newSeries(publisherId, place, fields, { at })
}

/** An event as a date of a series. What differs from the series is its own, apart from what a file decides about. */
export function adopted(
  series: Series,
  event: CalendarEvent,
  occurrence: string,
  decided: ReadonlySet<string> = new Set(),
): CalendarEvent {
  const given = { ...fieldsOn(series, occurrence), alsoIn: series.alsoIn } as Record<string, unknown>
  const now = event as unknown as Record<string, unknown>
  const ownFields = namesByHand(given).filter(
    (name) =>
      name !== 'reference' && !decided.has(name) && JSON.stringify(given[name]) !== JSON.stringify(now[name]),
  )
  return { ...event, occurrence, ownFields: ownFields.sort() }
}

/** The fields that a file decides about. Links stay those of the event: a file has one of them, and others are added. */
export function decidedFields({ input }: ImportSeries): ReadonlySet<string> {
  const named = FIELD_ROWS.map(([name]) => name).filter((name) => input[wireName(name)] !== undefined)
  return new Set([...named, ...WHEN])
}

/** Reads the dates that differ from their series. */
function readDates(
  record: ImportSeries,
  series: Series,
  { place, required }: SeriesRules,
): { own: DateRules['own']; faults: ImportFault[] } {
  const own = new Map<string, Partial<EventFields>>()
  const faults: ImportFault[] = []
  for (const { line, occurrence, input } of record.dates) {
    const given = fieldsOn(series, occurrence)
    const read = readEvent(input, { ...rulesOf(place, required), current: given })
    if ('errors' in read) faults.push({ line, message: faultOf(read.errors) })
    else own.set(occurrence, differing(given, read.event))
  }
  return { own, faults }
}

/** The fields in which two versions of an event differ, as the second has them. */
export function differing(before: EventFields, after: EventFields): Partial<EventFields> {
  const was = before as unknown as Record<string, unknown>
  const entries = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]),
  )
  return Object.fromEntries(entries)
}

function isSameSeries(one: Series, other: Series): boolean {
  const keys = ['reference', 'dateReference', 'rule', 'include', 'skipCalendars'] as const
  return (
    isSameCalendars(one, other) &&
    difference(one.fields, other.fields) === 'none' &&
    keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]))
  )
}

function currentOf(current: EventFields | undefined): { current?: EventFields } {
  return current ? { current } : {}
}

function rulesOf({ timezone }: { timezone: string }, required: string[]) {
  return { private: false, required, timezone }
}
