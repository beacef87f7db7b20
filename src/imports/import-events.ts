import { getCalendar, touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { type CalendarEvent, calendarsOf, changedByHand } from '../events/event.ts'
import { listEventsById, listEventsByReference } from '../events/event-store.ts'
import { insertEvents, removeEvents, updateEvent } from '../events/event-write-store.ts'
import { isId, newId } from '../ids.ts'
import type { ConfiguredContext, OperationContext } from '../operation.ts'
import { pause, pauser } from '../pause.ts'
import { nextRevision } from '../revisions/revision.ts'
import { aborted } from './fair-queue.ts'
import type { ImportFile, ImportRecord } from './import-file.ts'
import { addTo, type ImportResult, type ImportWatch, nothingDone } from './import-result.ts'
import {
  dissolve,
  findSingleSeries,
  planMissingSeries,
  planSeriesOf,
  writeImportedSeries,
} from './import-series.ts'
import type { ImportTarget } from './import-target.ts'
import { walkImported } from './imported-events.ts'
import {
  dateReference,
  type ImportOptions,
  type ImportPlace,
  type ImportPlan,
  isUnsure,
  ofSeries,
  planImport,
  planLargeImport,
  type PlannedFile,
} from './plan-import.ts'
import { countChanges, type PlannedSeries } from './plan-import-series.ts'

/** Events written in one transaction: enough to be fast, few enough that others can write in between. */
const STEP = 200

/**
 * Compares a file with the stored events and series. Pauses, so that other requests can run even if file and calendar
 * are large. `signal` ends it.
 */
export async function previewImport(
  ctx: ConfiguredContext,
  target: ImportTarget,
  file: ImportFile,
  options: ImportOptions,
  signal?: AbortSignal,
): Promise<ImportPlan> {
  const { publisher, calendar } = target
  const { db } = ctx
  const pause = pauser()
  const stored = new Map<string, CalendarEvent>()
  const importedIds = new Set<string>()
  for (const step of steps(references(file.records))) {
    for (const event of await listNamed(db, publisher.id, step)) stored.set(event.id, event)
    await pause()
    if (signal?.aborted) throw aborted()
  }
  const { planned, faults } = await planSeriesOf(ctx, target, file, options, signal)
  if (options.removeMissing) {
    for await (const event of walkImported(db, publisher.id, calendar.id)) {
      stored.set(event.id, event)
      importedIds.add(event.id)
      if (signal?.aborted) throw aborted()
    }
  }
  const single = await findSingleSeries(db, target, file.records)
  const whole = { ...file, faults: [...file.faults, ...faults] }
  const ofSeries = eventsOf(planned)
  const others = [...stored.values()].filter(({ id }) => !ofSeries.has(id))
  const plan = await planLargeImport(whole, others, { ...place(target), importedIds, single }, options)
  if (isUnsure(whole, plan)) return { ...plan, series: planned }
  const imported = others.filter(({ id }) => importedIds.has(id))
  const known = [...planned, ...single.dissolved.map((series) => ({ series, parts: [] }))]
  return { ...plan, series: [...planned, ...(await planMissingSeries(ctx, target, imported, known))] }
}

/** The ids of the stored events that series of the file have. */
function eventsOf(planned: PlannedSeries[]): Set<string> {
  const events = planned.flatMap(({ dates: { changed, removed, unchanged } }) => [
    ...[...removed, ...unchanged].map(({ id }) => id),
    ...changed.map(({ before }) => before.id),
  ])
  return new Set(events)
}

/**
 * Applies a plan in steps, each in one transaction: an aborted import is completed by running it again. Each
 * step compares its events again, so that changes since the preview are not overwritten.
 */
export async function applyImport(
  ctx: ConfiguredContext,
  target: ImportTarget,
  plan: ImportPlan,
  options: ImportOptions,
  { onProgress, first, signal }: ImportWatch = {},
): Promise<ImportResult> {
  const result: ImportResult = nothingDone()
  let begun = !first
  let done = 0
  for (const { size, line, run } of workOf(ctx, target, plan, options)) {
    if (signal?.aborted) break
    try {
      const part = await transact(ctx.db, async (tx) => {
        const part = await run(tx)
        if (!begun) await first?.(tx)
        return part
      })
      begun = true
      addTo(result, part)
    } catch (error) {
      // One series that can't be stored, for a reference that is taken for example, does not hold up the others.
      if (!(error instanceof AppError) || line === undefined) throw error
      result.faults.push({ line, message: error.message })
    }
    onProgress?.((done += size))
    // SQLite runs in this process: without a pause no other request would run, nor would we notice that the
    // client left.
    await pause()
  }
  if (!begun && first && !signal?.aborted) await transact(ctx.db, first)
  return result
}

/** A part of an import that is one transaction. */
interface Work {
  /** The number of events that it changes. */
  size: number
  /** The line of its series; undefined for other steps, which don't fail for a fault of the file. */
  line?: number
  run: (tx: Db) => Promise<ImportResult>
}

function workOf(
  ctx: ConfiguredContext,
  target: ImportTarget,
  plan: ImportPlan,
  options: ImportOptions,
): Work[] {
  const records = [...plan.added, ...plan.changed, ...plan.joined]
    .map((item) => item.record)
    .sort((a, b) => a.line - b.line)
  const file = { series: [], faults: [], required: plan.required, partial: [] }
  const series = plan.series.filter(({ kind }) => kind !== 'unchanged')
  return [
    ...plan.dissolved.map((series) => ({ size: 0, run: (tx: Db) => dissolve(ctx, tx, target, series) })),
    ...steps(records).map((step) => ({
      size: step.length,
      run: (tx: Db) => write(ctx, tx, target, { ...file, records: step }, options),
    })),
    ...series.map((planned) => ({
      size: countChanges(planned.dates),
      line: planned.record?.line ?? 1,
      run: (tx: Db) => writeImportedSeries(ctx, tx, target, planned, plan.required, options),
    })),
    ...steps(plan.removed).map((step) => ({
      size: step.length,
      run: (tx: Db) => remove(ctx, tx, target, step),
    })),
  ]
}

async function write(
  ctx: OperationContext,
  tx: Db,
  target: ImportTarget,
  file: PlannedFile,
  options: ImportOptions,
): Promise<ImportResult> {
  const publisherId = target.publisher.id
  const calendarId = target.calendar.id
  const revision = await nextRevision(tx, publisherId, ctx.now())
  await getCalendar(tx, publisherId, calendarId)
  const stored = await listNamed(tx, publisherId, references(file.records))
  const plan = planImport(file, stored, place(target), { ...options, removeMissing: false })
  // The publisher's revision is locked now, so nobody else can take a reference.
  const events = plan.added.map(({ event }) => ({
    ...event,
    id: newId(revision.at),
    calendarId,
    private: false,
  }))
  const inserted = events.length > 0 ? await insertEvents(tx, publisherId, events, revision) : []
  const refused = plan.added.filter((_, i) => !inserted[i])
  const taken = refused.map(({ record: { line, reference } }) => ({ line, message: ofSeries(reference) }))
  const updated = [...plan.changed, ...plan.joined]
  for (const { before, after } of updated)
    await updateEvent(tx, before, changedByHand(before, after), revision, true)
  const [added, changed, joined] = [events.length - refused.length, plan.changed.length, plan.joined.length]
  const touched = new Set([calendarId, ...updated.flatMap(({ after }) => calendarsOf(after))])
  if (added + updated.length > 0) await touchCalendars(tx, publisherId, [...touched], revision)
  return { added, changed, joined, removed: 0, faults: [...plan.faults, ...taken] }
}

async function remove(
  ctx: OperationContext,
  tx: Db,
  { publisher, calendar }: ImportTarget,
  events: CalendarEvent[],
): Promise<ImportResult> {
  const revision = await nextRevision(tx, publisher.id, ctx.now())
  const ids = events.map((event) => event.id)
  const { removed, calendarIds } = await removeEvents(tx, publisher.id, calendar.id, ids, revision)
  await touchCalendars(tx, publisher.id, calendarIds, revision)
  return { added: 0, changed: 0, joined: 0, removed, faults: [] }
}

function place({ publisher, calendar }: ImportTarget): ImportPlace {
  return { calendarId: calendar.id, timezone: publisher.timezone }
}

/** The events with these references, and public ones without any that have them as their ids. */
async function listNamed(db: Db, publisherId: number, references: string[]): Promise<CalendarEvent[]> {
  const named = await listEventsByReference(db, publisherId, references)
  const byId = await listEventsById(db, publisherId, references.filter(isId))
  return [...named, ...byId.filter((event) => event.reference === null && !event.private)]
}

/** The references of records, and those that their events have as dates of a series. */
function references(records: ImportRecord[]): string[] {
  return records.flatMap((record) => [record.reference, dateReference(record)])
}

function steps<T>(items: T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / STEP) }, (_, i) =>
    items.slice(i * STEP, (i + 1) * STEP),
  )
}
