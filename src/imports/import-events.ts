import { setImmediate as nextTurn } from 'node:timers/promises'
import { breather } from '../breather.ts'
import type { Calendar } from '../calendars/calendar.ts'
import { getCalendar, touchCalendars } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import type { CalendarEvent } from '../events/event.ts'
import { listEventsByReference } from '../events/event-store.ts'
import { deleteEvents, insertEvents, updateEvent } from '../events/event-write-store.ts'
import { newId } from '../ids.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../publishers/revision.ts'
import { brokenOff } from './fair-turns.ts'
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

/** Events written in one transaction: many enough to be quick, few enough to let others in between. */
const STEP = 200

/** The calendar an import goes into, and whose it is. */
export interface ImportTarget {
  publisher: Publisher
  calendar: Calendar
}

export interface ImportResult {
  added: number
  changed: number
  removed: number
  /** What turned out only while writing. */
  faults: ImportFault[]
}

/** How an import is watched and ended. */
export interface ImportWatch {
  /** Told how many events are done after each step. */
  onProgress?: (done: number) => void
  /** Part of the first step, or alone where there is none. */
  first?: (tx: Db) => Promise<void>
  /** Ends the import after the step that is under way. */
  signal?: AbortSignal
}

/**
 * What an import would do, without doing it. Holds nobody up, however large the file and the calendar are. `signal`
 * ends it.
 */
export async function previewImport(
  db: Db,
  target: ImportTarget,
  file: ImportFile,
  options: ImportOptions,
  signal?: AbortSignal,
): Promise<ImportPlan> {
  const { publisher, calendar } = target
  const breathe = breather()
  const held = new Map<string, CalendarEvent>()
  for (const step of steps(references(file.records))) {
    for (const event of await listEventsByReference(db, publisher.id, step)) held.set(event.id, event)
    await breathe()
    if (signal?.aborted) throw brokenOff()
  }
  if (options.removeMissing) {
    for await (const event of walkImported(db, publisher.id, calendar.id)) {
      held.set(event.id, event)
      if (signal?.aborted) throw brokenOff()
    }
  }
  return planLargeImport(file, [...held.values()], place(target), options)
}

/**
 * Carries a plan out, in steps that each are stored whole: what was broken off is completed by running the
 * import again. Every event is compared anew when its turn comes, so that nothing else changed since the preview
 * is set back.
 */
export async function applyImport(
  ctx: AppContext,
  target: ImportTarget,
  plan: ImportPlan,
  options: ImportOptions,
  { onProgress, first, signal }: ImportWatch = {},
): Promise<ImportResult> {
  const result: ImportResult = { added: 0, changed: 0, removed: 0, faults: [] }
  const records = [...plan.added, ...plan.changed].map((item) => item.record).sort((a, b) => a.line - b.line)
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
    result.removed += part.removed
    result.faults.push(...part.faults)
    onProgress?.((done += size))
    // A database in this process leaves nobody else a turn, nor would it be seen that the caller left.
    await nextTurn()
  }
  return result
}

async function write(
  ctx: AppContext,
  tx: Db,
  target: ImportTarget,
  file: PlannedFile,
  options: ImportOptions,
): Promise<ImportResult> {
  const publisherId = target.publisher.id
  const calendarId = target.calendar.id
  const revision = await nextRevision(tx, publisherId, ctx.now())
  await getCalendar(tx, publisherId, calendarId)
  const held = await listEventsByReference(tx, publisherId, references(file.records))
  const plan = planImport(file, held, place(target), { ...options, removeMissing: false })
  // The publisher's revision is locked by now, so nobody else can have taken a reference meanwhile.
  const events = plan.added.map(({ event }) => ({
    ...event,
    id: newId(revision.at),
    calendarId,
    private: false,
  }))
  if (events.length > 0) await insertEvents(tx, publisherId, events, revision)
  for (const { after } of plan.changed) await updateEvent(tx, after, revision)
  const [added, changed] = [events.length, plan.changed.length]
  if (added + changed > 0) await touchCalendars(tx, publisherId, [calendarId], revision)
  return { added, changed, removed: 0, faults: plan.faults }
}

async function remove(
  ctx: AppContext,
  tx: Db,
  { publisher, calendar }: ImportTarget,
  events: CalendarEvent[],
): Promise<ImportResult> {
  const revision = await nextRevision(tx, publisher.id, ctx.now())
  const ids = events.map((event) => event.id)
  const removed = await deleteEvents(tx, publisher.id, calendar.id, ids)
  await touchCalendars(tx, publisher.id, [calendar.id], revision)
  return { added: 0, changed: 0, removed, faults: [] }
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
