import {
  type EventChanges,
  type EventRecord,
  type FastiClient,
  FastiError,
  type NewEvent,
  type SeriesRecord,
} from '../../client/src/index.ts'
import type { CalendarEvent } from '../events/event.ts'
import type { Series } from '../series/series.ts'
import { dayOf, occurrenceOf } from '../series/series-dates.ts'
import { attempt } from './api-attempt.ts'
import type { ImportFault, ImportFile } from './import-file.ts'
import type { RemoteCalendar } from './import-over-api.ts'
import { type ImportResult, nothingDone } from './import-result.ts'
import type { ImportOptions } from './plan-import.ts'
import {
  adopted,
  decidedFields,
  type PlannedSeries,
  planSeriesRecord,
  type ReadSeries,
  readSeriesRecord,
  type SeriesRules,
  type StoredSeries,
} from './plan-import-series.ts'

/** Months ahead for which a server makes dates, unless it is set up otherwise: the preview counts up to there. */
const MONTHS = 18

type NewSeries = Parameters<FastiClient['createSeries']>[0]
type ReadRecord = (record: EventRecord) => CalendarEvent

/** Compares the series of a file with those of a server. */
export async function planSeriesOverApi(
  client: FastiClient,
  calendar: RemoteCalendar,
  file: Pick<ImportFile, 'series' | 'required'>,
  options: ImportOptions,
  readRecord: ReadRecord,
): Promise<{ planned: PlannedSeries[]; faults: ImportFault[] }> {
  const planned: PlannedSeries[] = []
  const faults: ImportFault[] = []
  const now = Date.now()
  const rules: SeriesRules = {
    ...{ publisherId: 0, place: { calendarId: calendar.id, timezone: calendar.timezone } },
    ...{ options, required: file.required, at: now, reach: { now, months: MONTHS } },
    wanted: (series, occurrences, excluded) =>
      Promise.resolve(withoutSkipped(calendar, series, occurrences, excluded)),
  }
  for (const record of file.series) {
    const read = readSeriesRecord(record, rules)
    if ('message' in read) {
      faults.push(read)
      continue
    }
    const plan = await planSeriesRecord(read, await readStored(client, calendar, read, readRecord), rules)
    if (plan.planned) planned.push(plan.planned)
    faults.push(...plan.faults)
  }
  return { planned, faults }
}

/** The server knows which days a series skips: of such a series only the dates that there are count. */
function withoutSkipped(
  { stored }: RemoteCalendar,
  { id, skipCalendars }: Series,
  occurrences: string[],
  excluded: string[],
): string[] {
  const left = new Set(excluded)
  const made = new Set(stored.filter(({ seriesId }) => seriesId === id).map(({ occurrence }) => occurrence))
  return occurrences.filter(
    (occurrence) => !left.has(occurrence) && (skipCalendars.length === 0 || made.has(occurrence)),
  )
}

async function readStored(
  client: FastiClient,
  { stored }: RemoteCalendar,
  { record, references }: ReadSeries,
  readRecord: ReadRecord,
): Promise<StoredSeries> {
  const found = await findSeries(client, record.reference)
  const series = found && toSeries(found, readRecord(found))
  const dates = series ? stored.filter(({ seriesId }) => seriesId === series.id) : []
  return {
    ...(series && { series }),
    // The API does not tell which fields were changed by hand: those that differ from the series.
    dates: series ? dates.map((event) => adopted(series, event, event.occurrence!)) : [],
    excluded: found?.recurrence.exclude ?? [],
    others: stored
      .filter(({ reference, seriesId }) => references.has(reference ?? '') && seriesId !== (series?.id ?? ''))
      .sort((a, b) => (a.startDate < b.startDate ? -1 : 1)),
    parts: [],
  }
}

async function findSeries(client: FastiClient, reference: string): Promise<SeriesRecord | undefined> {
  try {
    const record: Partial<SeriesRecord> = await client.getSeries(reference)
    // A single event may have the reference.
    return record.recurrence ? (record as SeriesRecord) : undefined
  } catch (error) {
    if (error instanceof FastiError && error.status === 404) return undefined
    throw error
  }
}

function toSeries({ recurrence }: SeriesRecord, event: CalendarEvent): Series {
  const { id, publisherId, calendarId, alsoIn, private: isPrivate, reference, created, modified } = event
  const { rule, include, skipCalendars } = recurrence
  return {
    ...{ id, publisherId, calendarId, alsoIn, private: isPrivate, created, modified },
    ...{ reference, dateReference: reference, fields: event, rule, include, skipCalendars, madeUntil: '' },
  }
}

/**
 * Writes a series as it was planned. A series that the server refuses is a fault of its line, so that the others
 * continue. Events that were imported as single ones can't become its dates over the API, apart from the first: the
 * others are deleted.
 */
export async function applySeriesOverApi(
  client: FastiClient,
  calendar: RemoteCalendar,
  planned: PlannedSeries,
  options: ImportOptions,
): Promise<ImportResult> {
  const result = nothingDone()
  const { record, kind, dates } = planned
  if (kind === 'unchanged') return result
  const line = record?.line ?? 1
  const write = () => writePlanned(client, calendar, planned, options)
  if (!(await attempt({ line }, result.faults, write))) return result
  const [added, changed, removed] = [dates.added.length, dates.changed.length, dates.removed.length]
  if (kind === 'joined') return { ...result, joined: changed }
  if (kind === 'removed') return { ...result, removed: changed + removed }
  for (const { key, input, ...date } of changedDates(planned)) {
    const missing = `The date ${date.day} is not made yet. Import the file again when it is`
    await attempt(date, result.faults, () => client.updateEvent(key, input as EventChanges), missing)
  }
  return { ...result, added, changed, removed }
}

async function writePlanned(
  client: FastiClient,
  calendar: RemoteCalendar,
  planned: PlannedSeries,
  options: ImportOptions,
): Promise<void> {
  const { kind, before, series, dates } = planned
  if (kind === 'joined') await client.updateSeries(before!.id, { addCalendarIds: [calendar.id] })
  else if (kind !== 'removed') await writeSeries(client, calendar, planned, options)
  else {
    if (before && series === before) await client.deleteEvent(before.id, { scope: 'all' })
    else if (before) await client.updateSeries(before.id, { removeCalendarIds: [calendar.id] })
    for (const { id, seriesId } of dates.removed)
      if (seriesId === null) await client.deleteEvent(id, { calendarId: calendar.id })
  }
}

async function writeSeries(
  client: FastiClient,
  calendar: RemoteCalendar,
  { record, before, series, excluded, dates }: PlannedSeries,
  { draft }: ImportOptions,
): Promise<void> {
  const { input, reference } = record!
  const recurrence = { rule: series.rule, include: series.include, exclude: excluded }
  const single = [...dates.changed.map((date) => date.before), ...dates.removed].filter(
    ({ seriesId }) => seriesId === null,
  )
  const body = { ...input, reference, recurrence }
  if (before) await client.updateSeries(before.id, body)
  else {
    const first = single.findIndex(({ occurrence }) => occurrence === occurrenceOf(series.fields))
    const [kept] = first === -1 ? [] : single.splice(first, 1)
    if (kept) await client.updateEvent(kept.id, body)
    else await create(client, calendar.id, { draft: draft ? 1 : 0, ...body })
  }
  for (const { id } of single) await client.deleteEvent(id, { calendarId: calendar.id })
}

async function create(client: FastiClient, calendarId: string, body: Record<string, unknown>): Promise<void> {
  try {
    await client.createSeries({ ...body, calendarId } as unknown as NewEvent & NewSeries)
  } catch (error) {
    // The response to our first attempt was lost, so the stored series may be ours.
    const isUncertain = error instanceof FastiError && error.status === 409 && error.uncertain
    const stored = isUncertain ? await findSeries(client, String(body.reference)) : undefined
    if (stored?.calendarId !== calendarId) throw error
  }
}

/** The dates that need a request of their own: the file changes them, or somebody did by hand. */
function changedDates({ record, series, dates }: PlannedSeries) {
  const { line, input, reference, dates: own } = record!
  const inFile = new Map(own.map((date) => [date.occurrence, date]))
  const decided = decidedFields(record!)
  const isByHand = ({ ownFields }: CalendarEvent) => ownFields.some((name) => decided.has(name))
  const events = [
    ...dates.added.filter(({ occurrence }) => inFile.has(occurrence!)),
    ...dates.changed
      .filter(
        (date) =>
          inFile.has(date.after.occurrence!) || (date.before.seriesId !== null && isByHand(date.before)),
      )
      .map(({ after }) => after),
  ]
  return events.map((event) => {
    const day = dayOf(event.occurrence!)
    const date = inFile.get(event.occurrence!)
    const { startDate, endDate, startTime, endTime } = event
    const when = { startDate, endDate, startTime: startTime ?? '', endTime: endTime ?? '' }
    const key = `${series.dateReference ?? reference}@${day}`
    return { key, day, line: date?.line ?? line, input: { ...input, ...(date ? date.input : when) } }
  })
}

/** The references of series of the calendar that single events of a file have. The API does not tell who brought them. */
export function takenReferences({ stored }: RemoteCalendar, records: { reference: string }[]): Set<string> {
  const ofDates = stored.filter(({ seriesId }) => seriesId !== null).map(({ reference }) => reference ?? '')
  const series = new Set(ofDates.map((reference) => reference.slice(0, reference.lastIndexOf('@'))))
  return new Set(records.map(({ reference }) => reference).filter((reference) => series.has(reference)))
}
