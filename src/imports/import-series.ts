import { touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { type CalendarEvent, isIn } from '../events/event.ts'
import { listEventsByReference } from '../events/event-store.ts'
import { removeEvents } from '../events/event-write-store.ts'
import type { ConfiguredContext } from '../operation.ts'
import { pauser } from '../pause.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { withoutSkipped } from '../series/plan-series.ts'
import type { Series } from '../series/series.ts'
import {
  deleteSeriesRow,
  listDatesOfSeries,
  listExcluded,
  listSeries,
  moveDates,
} from '../series/series-store.ts'
import { writeSeries } from '../series/store-series.ts'
import { aborted } from './fair-queue.ts'
import type { ImportFault, ImportFile, ImportRecord } from './import-file.ts'
import { type ImportResult, nothingDone } from './import-result.ts'
import type { ImportTarget } from './import-target.ts'
import type { ImportOptions, SingleSeries } from './plan-import.ts'
import {
  type PlannedSeries,
  planSeriesRecord,
  planSeriesRemoval,
  type ReadSeries,
  readSeriesRecord,
  type SeriesRules,
  type StoredSeries,
} from './plan-import-series.ts'

/** References of dates that one statement looks for. */
const AT_ONCE = 2000
/** Ids and references in one statement. */
const STEP = 200
/** Maximum dates of all series in a file. */
const MOST = 100_000

/** Compares the series of a file with the stored ones. `signal` ends it. */
export async function planSeriesOf(
  ctx: ConfiguredContext,
  target: ImportTarget,
  file: Pick<ImportFile, 'series' | 'required'>,
  options: ImportOptions,
  signal?: AbortSignal,
): Promise<{ planned: PlannedSeries[]; faults: ImportFault[] }> {
  const rules = rulesOf(ctx, target, file.required, options, ctx.now())
  const planned: PlannedSeries[] = []
  const faults: ImportFault[] = []
  const pause = pauser()
  let batch: ReadSeries[] = []
  let count = 0
  let total = 0
  const planBatch = async () => {
    const stored = await readStored(ctx.db, target, batch)
    for (const read of batch) {
      const plan = await planSeriesRecord(read, stored.get(read)!, rules)
      if (plan.planned) planned.push(plan.planned)
      faults.push(...plan.faults)
      await pause()
      if (signal?.aborted) throw aborted()
    }
    batch = []
    count = 0
  }
  for (const record of file.series) {
    const read = readSeriesRecord(record, rules)
    await pause()
    if ('message' in read) {
      faults.push(read)
      continue
    }
    total += read.dates
    if (total > MOST) {
      faults.push({ line: record.line, message: `The file has more than ${MOST} events` })
      break
    }
    batch.push(read)
    count += read.references.size
    if (count >= AT_ONCE || batch.length >= STEP) await planBatch()
  }
  if (batch.length > 0) await planBatch()
  return { planned, faults }
}

/** Finds the series that have references of single events in a file. */
export async function findSingleSeries(
  db: Db,
  { publisher, calendar }: ImportTarget,
  records: ImportRecord[],
): Promise<SingleSeries> {
  const found: Series[] = []
  for (let at = 0; at < records.length; at += STEP) {
    const references = records.slice(at, at + STEP).map(({ reference }) => reference)
    found.push(...(await listSeries(db, publisher.id, 'reference', references)))
  }
  const isOurs = ({ fields, calendarId }: Series) => fields.imported && calendarId === calendar.id
  const taken = found.filter((series) => !isOurs(series)).map(({ reference }) => reference!)
  return { dissolved: found.filter(isOurs), taken: new Set(taken) }
}

/** Plans to remove the series that imports put into the calendar and that are not among those of the file. */
export async function planMissingSeries(
  ctx: ConfiguredContext,
  { publisher, calendar }: ImportTarget,
  imported: CalendarEvent[],
  ofFile: Pick<PlannedSeries, 'series' | 'parts'>[],
): Promise<PlannedSeries[]> {
  const known = new Set(ofFile.flatMap(({ series, parts }) => [series, ...parts].map(({ id }) => id)))
  const ids = [...new Set(imported.flatMap(({ seriesId }) => seriesId ?? []))].filter((id) => !known.has(id))
  const place = { calendarId: calendar.id, timezone: publisher.timezone }
  const plans: PlannedSeries[] = []
  for (let at = 0; at < ids.length; at += STEP) {
    for (const series of await listSeries(ctx.db, publisher.id, 'id', ids.slice(at, at + STEP))) {
      const isHome = series.calendarId === calendar.id
      // Somebody made it of an imported event, or it came over the API.
      if (isHome ? !series.fields.imported : !isIn(series, calendar.id)) continue
      const dates = (await listDatesOfSeries(ctx.db, publisher.id, [series.id])).get(series.id) ?? []
      const excluded = await listExcluded(ctx.db, publisher.id, series.id)
      plans.push(planSeriesRemoval(series, dates, excluded, { place, at: ctx.now() }))
    }
  }
  return plans
}

/** Makes the dates of a series single events. */
export async function dissolve(
  ctx: ConfiguredContext,
  tx: Db,
  { publisher }: ImportTarget,
  series: Series,
): Promise<ImportResult> {
  await nextRevision(tx, publisher.id, ctx.now())
  await moveDates(tx, series, '', null)
  await deleteSeriesRow(tx, publisher.id, series.id)
  return nothingDone()
}

/**
 * Writes a series as it was planned, after comparing it again. Throws AppError for a reference that is taken; the
 * transaction has to be rolled back then.
 */
export async function writeImportedSeries(
  ctx: ConfiguredContext,
  tx: Db,
  target: ImportTarget,
  { record, before }: PlannedSeries,
  required: string[],
  options: ImportOptions,
): Promise<ImportResult> {
  const { publisher } = target
  const revision = await nextRevision(tx, publisher.id, ctx.now())
  const rules = rulesOf({ ...ctx, db: tx }, target, required, options, revision.at)
  if (!record) {
    const [series] = await listSeries(tx, publisher.id, 'id', [before!.id])
    if (!series || !isIn(series, target.calendar.id)) return nothingDone()
    const dates = (await listDatesOfSeries(tx, publisher.id, [series.id])).get(series.id) ?? []
    const excluded = await listExcluded(tx, publisher.id, series.id)
    const planned = planSeriesRemoval(series, dates, excluded, rules)
    return writePlanned(ctx, tx, target, planned, revision)
  }
  const read = readSeriesRecord(record, rules)
  if ('message' in read) return { ...nothingDone(), faults: [read] }
  const stored = await readStored(tx, target, [read])
  const { planned, faults } = await planSeriesRecord(read, stored.get(read)!, rules)
  // The plan has the other faults already.
  const late = planned ? [] : faults
  if (!planned || planned.kind === 'unchanged') return { ...nothingDone(), faults: late }
  return { ...(await writePlanned(ctx, tx, target, planned, revision)), faults: late }
}

async function writePlanned(
  ctx: ConfiguredContext,
  tx: Db,
  { publisher, calendar }: ImportTarget,
  { kind, before, series, excluded, dates, parts }: PlannedSeries,
  revision: Revision,
): Promise<ImportResult> {
  const isRemoved = kind === 'removed' && (!before || series === before)
  if (isRemoved) {
    const ids = dates.removed.map(({ id }) => id)
    for (const ended of [...(before ? [before] : []), ...parts]) {
      await moveDates(tx, ended, '', null)
      await deleteSeriesRow(tx, publisher.id, ended.id)
    }
    const { removed, calendarIds } = await removeEvents(tx, publisher.id, calendar.id, ids, revision)
    await touchCalendars(tx, publisher.id, calendarIds, revision)
    return { ...nothingDone(), removed }
  }
  const isImported = kind === 'joined'
  await writeSeries(tx, ctx, { series, isNew: !before, excluded, dates }, revision, isImported)
  for (const part of parts) await deleteSeriesRow(tx, publisher.id, part.id)
  const changed = dates.changed.length
  if (kind === 'joined') return { ...nothingDone(), joined: changed }
  if (kind === 'removed') return { ...nothingDone(), removed: changed + dates.removed.length }
  return { ...nothingDone(), added: dates.added.length, changed, removed: dates.removed.length }
}

/** Reads what is stored of series of a file. */
async function readStored(
  db: Db,
  { publisher }: ImportTarget,
  batch: ReadSeries[],
): Promise<Map<ReadSeries, StoredSeries>> {
  const references = batch.map(({ record }) => record.reference)
  const series = await listSeries(db, publisher.id, 'reference', references)
  const byReference = new Map(series.map((stored) => [stored.reference!, stored]))
  const wanted = batch.flatMap((read) => [...read.references.keys()])
  const events = await listEventsByReference(db, publisher.id, wanted)
  const own = new Set(series.map(({ id }) => id))
  const others = [...new Set(events.flatMap(({ seriesId }) => seriesId ?? []))].filter((id) => !own.has(id))
  const parts = await listSeries(db, publisher.id, 'id', others)
  const dates = await listDatesOfSeries(db, publisher.id, [...own, ...parts.map(({ id }) => id)])
  const found = new Map<ReadSeries, StoredSeries>()
  for (const read of batch) {
    const { reference } = read.record
    const stored = byReference.get(reference)
    const split = parts.filter((part) => part.dateReference === reference && part.reference === null)
    const splitIds = new Set(split.map(({ id }) => id))
    found.set(read, {
      ...(stored && { series: stored }),
      dates: (stored && dates.get(stored.id)) ?? [],
      excluded: stored ? await listExcluded(db, publisher.id, stored.id) : [],
      others: events
        .filter((event) => read.references.has(event.reference!) && event.seriesId !== stored?.id)
        .filter(({ seriesId }) => seriesId === null || !splitIds.has(seriesId))
        .sort((a, b) => (a.startDate < b.startDate ? -1 : 1)),
      parts: split.map((part) => ({ series: part, dates: dates.get(part.id) ?? [] })),
    })
  }
  return found
}

function rulesOf(
  ctx: ConfiguredContext,
  { publisher, calendar }: ImportTarget,
  required: string[],
  options: ImportOptions,
  at: number,
): SeriesRules {
  return {
    ...{ publisherId: publisher.id, place: { calendarId: calendar.id, timezone: publisher.timezone } },
    ...{ options, required, at, reach: { now: ctx.now(), months: ctx.config.seriesMonths } },
    wanted: (series, occurrences, excluded) => withoutSkipped(ctx.db, series, occurrences, excluded),
  }
}
