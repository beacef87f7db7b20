import type { Calendar } from '../calendars/calendar.ts'
import { getCalendar, touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type CalendarEvent, calendarsOf, changedByHand } from '../events/event.ts'
import { listEventsByReference } from '../events/event-store.ts'
import { insertEvents, removeEvents, updateEvent } from '../events/event-write-store.ts'
import { newId } from '../ids.ts'
import type { OperationContext } from '../operation.ts'
import { pause, pauser } from '../pause.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../revisions/revision.ts'
import { aborted } from './fair-queue.ts'
import type { ImportFault, ImportFile, ImportRecord } from './import-file.ts'
import { walkImported } from './imported-events.ts'
import {
  type ImportOptions,
  type ImportPlace,
  type ImportPlan,
  planImport,
  planLargeImport,
  type PlannedFile,
} from './plan-import.ts'

/** Events written in one transaction: enough to be fast, few enough that others can write in between. */
const STEP = 200

/** The calendar of an import and its publisher. */
export interface ImportTarget {
  publisher: Publisher
  calendar: Calendar
}

export interface ImportResult {
  added: number
  changed: number
  /** Events of other calendars that are in this one too now. */
  joined: number
  removed: number
  /** Faults found only while writing. */
  faults: ImportFault[]
}

/** Callbacks for an import that runs. */
export interface ImportWatch {
  /** Called after each step with the number of processed events. */
  onProgress?: (done: number) => void
  /** Runs in the transaction of the first step, or alone if there are no steps. */
  first?: (tx: Db) => Promise<void>
  /** Ends the import after the current step. */
  signal?: AbortSignal
}

/**
 * Compares a file with the stored events. Pauses, so that other requests can run even if file and calendar
 * are large. `signal` ends it.
 */
export async function previewImport(
  db: Db,
  target: ImportTarget,
  file: ImportFile,
  options: ImportOptions,
  signal?: AbortSignal,
): Promise<ImportPlan> {
  const { publisher, calendar } = target
  const pause = pauser()
  const stored = new Map<string, CalendarEvent>()
  const importedIds = new Set<string>()
  for (const step of steps(references(file.records))) {
    for (const event of await listEventsByReference(db, publisher.id, step)) stored.set(event.id, event)
    await pause()
    if (signal?.aborted) throw aborted()
  }
  if (options.removeMissing) {
    for await (const event of walkImported(db, publisher.id, calendar.id)) {
      stored.set(event.id, event)
      importedIds.add(event.id)
      if (signal?.aborted) throw aborted()
    }
  }
  return planLargeImport(file, [...stored.values()], { ...place(target), importedIds }, options)
}

/**
 * Applies a plan in steps, each in one transaction: an aborted import is completed by running it again. Each
 * step compares its events again, so that changes since the preview are not overwritten.
 */
export async function applyImport(
  ctx: OperationContext,
  target: ImportTarget,
  plan: ImportPlan,
  options: ImportOptions,
  { onProgress, first, signal }: ImportWatch = {},
): Promise<ImportResult> {
  const result: ImportResult = { added: 0, changed: 0, joined: 0, removed: 0, faults: [] }
  const records = [...plan.added, ...plan.changed, ...plan.joined]
    .map((item) => item.record)
    .sort((a, b) => a.line - b.line)
  const work = [
    ...steps(records).map((step) => ({
      size: step.length,
      run: (tx: Db) =>
        write(ctx, tx, target, { records: step, faults: [], required: plan.required, partial: [] }, options),
    })),
    ...steps(plan.removed).map((step) => ({
      size: step.length,
      run: (tx: Db) => remove(ctx, tx, target, step),
    })),
  ]
  if (work.length === 0 && first) await transact(ctx.db, first)
  let done = 0
  for (const [index, { size, run }] of work.entries()) {
    if (signal?.aborted) break
    const part = await transact(ctx.db, async (tx) => {
      const part = await run(tx)
      if (index === 0) await first?.(tx)
      return part
    })
    result.added += part.added
    result.changed += part.changed
    result.joined += part.joined
    result.removed += part.removed
    result.faults.push(...part.faults)
    onProgress?.((done += size))
    // SQLite runs in this process: without a pause no other request would run, nor would we notice that the
    // client left.
    await pause()
  }
  return result
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
  const stored = await listEventsByReference(tx, publisherId, references(file.records))
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
  const ofSeries = refused.map(({ record: { line, reference } }) => ({
    line,
    message: `Event reference [${reference}] is that of a series`,
  }))
  const updated = [...plan.changed, ...plan.joined]
  for (const { before, after } of updated)
    await updateEvent(tx, before, changedByHand(before, after), revision, true)
  const [added, changed, joined] = [events.length - refused.length, plan.changed.length, plan.joined.length]
  const touched = new Set([calendarId, ...updated.flatMap(({ after }) => calendarsOf(after))])
  if (added + updated.length > 0) await touchCalendars(tx, publisherId, [...touched], revision)
  return { added, changed, joined, removed: 0, faults: [...plan.faults, ...ofSeries] }
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

function references(records: ImportRecord[]): string[] {
  return records.map((record) => record.reference)
}

function steps<T>(items: T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / STEP) }, (_, i) =>
    items.slice(i * STEP, (i + 1) * STEP),
  )
}
