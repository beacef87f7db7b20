import type { Calendar } from '../calendars/calendar.ts'
import { getCalendar, touchCalendars } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import type { CalendarEvent } from '../events/event.ts'
import {
  deleteEvents,
  insertEvents,
  listCalendarEvents,
  listEventsByReference,
  updateEvent,
} from '../events/event-store.ts'
import { newId } from '../ids.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../publishers/revision.ts'
import type { ImportFault, ImportFile, ImportRecord } from './import-file.ts'
import { type ImportOptions, type ImportPlace, type ImportPlan, planImport } from './plan-import.ts'

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

/** What an import would do, without doing it. */
export async function previewImport(
  db: Db,
  target: ImportTarget,
  file: ImportFile,
  options: ImportOptions,
): Promise<ImportPlan> {
  const { publisher, calendar } = target
  const own = await listCalendarEvents(db, publisher.id, [calendar.id])
  const named = await listEventsByReference(db, publisher.id, references(file.records))
  return planImport(file, [...own, ...named], place(target), options)
}

/**
 * Carries a plan out, in steps that each are stored whole: what was broken off is completed by running the
 * import again. Every event is compared anew when its turn comes, so that nothing else changed since the preview
 * is set back. `onProgress` is told how many events are done.
 */
export async function applyImport(
  ctx: AppContext,
  target: ImportTarget,
  plan: ImportPlan,
  options: ImportOptions,
  onProgress: (done: number) => void = () => {},
): Promise<ImportResult> {
  const result: ImportResult = { added: 0, changed: 0, removed: 0, faults: [] }
  const records = [...plan.added, ...plan.changed].map((item) => item.record).sort((a, b) => a.line - b.line)
  let done = 0
  const add = (part: ImportResult, size: number) => {
    result.added += part.added
    result.changed += part.changed
    result.removed += part.removed
    result.faults.push(...part.faults)
    onProgress((done += size))
  }
  for (const step of steps(records)) {
    const part = { records: step, faults: [], required: plan.required }
    add(await write(ctx, target, part, options), step.length)
  }
  for (const step of steps(plan.removed)) add(await remove(ctx, target, step), step.length)
  return result
}

function write(
  ctx: AppContext,
  target: ImportTarget,
  file: Pick<ImportFile, 'records' | 'faults' | 'required'>,
  options: ImportOptions,
): Promise<ImportResult> {
  const publisherId = target.publisher.id
  const calendarId = target.calendar.id
  return transact(ctx.db, async (tx) => {
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
  })
}

function remove(
  ctx: AppContext,
  { publisher, calendar }: ImportTarget,
  events: CalendarEvent[],
): Promise<ImportResult> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const ids = events.map((event) => event.id)
    const removed = await deleteEvents(tx, publisher.id, calendar.id, ids)
    await touchCalendars(tx, publisher.id, [calendar.id], revision)
    return { added: 0, changed: 0, removed, faults: [] }
  })
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
