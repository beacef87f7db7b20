import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { CalendarEvent } from '../events/event.ts'
import { listEventsByReference } from '../events/event-store.ts'
import { previewImport } from '../imports/import-events.ts'
import type { ImportFile } from '../imports/import-file.ts'
import type { ImportTarget } from '../imports/import-target.ts'
import { type ImportOptions, type ImportPlan, isLeftOut, isUnsure, listPlan } from '../imports/plan-import.ts'
import type { ConfiguredContext } from '../operation.ts'
import { pauser } from '../pause.ts'
import type { Series } from '../series/series.ts'
import { listDatesOfSeries, listSeries } from '../series/series-store.ts'
import { type KnownEvent, Merge } from './merge.ts'
import type { GoneEvent, ReadSource } from './source.ts'

/** References of one statement. */
const STEP = 200

/** What a run of a source would do. */
export interface SourcePlan {
  plan: ImportPlan
  options: ImportOptions
  merge: Merge
  /** References that the source no longer has. */
  missing: string[]
  /** Coming events that are taken out or cancelled, and the number of coming events that the source had. */
  gone: GoneEvent[]
  of: number
}

/**
 * Compares the content of a source with the calendar. Events that the source had and no longer has are taken out, if
 * an import put them there and they are still to come. None are if the file has faults: a faulty line may stand for
 * any of them.
 */
export async function planSource(
  ctx: ConfiguredContext,
  target: ImportTarget,
  source: ReadSource,
  file: ImportFile,
  known: ReadonlyMap<string, KnownEvent>,
  signal: AbortSignal,
): Promise<SourcePlan> {
  const merge = new Merge(source.rules, known)
  const options = { ...source.options, removeMissing: false, merge }
  const plan = await previewImport(ctx, target, file, options, signal)
  const coming = await listComing(ctx.db, target, [...known.keys()], ctx.now())
  const missing = isUnsure(file, plan) ? [] : missingOf(file, known)
  if (missing.length > 0) await planMissing(plan, coming, missing)
  const gone = goneOf(plan, ctx.now())
  return { plan, options, merge, missing, gone, of: Math.max(coming.count, gone.length) }
}

function missingOf(
  { records, series, partial }: ImportFile,
  known: ReadonlyMap<string, KnownEvent>,
): string[] {
  const listed = new Set([...records, ...series].map(({ reference }) => reference))
  return [...known.keys()].filter((reference) => !listed.has(reference) && !isLeftOut(reference, partial))
}

/** What a source has in a calendar and is still to come. */
interface Coming {
  events: Map<string, CalendarEvent>
  series: Map<string, { series: Series; dates: CalendarEvent[] }>
  count: number
}

async function listComing(
  db: Db,
  { publisher, calendar }: ImportTarget,
  references: string[],
  now: number,
): Promise<Coming> {
  const pause = pauser()
  const coming: Coming = { events: new Map(), series: new Map(), count: 0 }
  for (let at = 0; at < references.length; at += STEP) {
    const step = references.slice(at, at + STEP)
    const events = (await listEventsByReference(db, publisher.id, step)).filter(({ endAt }) => endAt > now)
    const joined = await listJoined(
      db,
      publisher.id,
      calendar.id,
      events.map(({ id }) => id),
    )
    for (const event of events) {
      const isOurs = event.calendarId === calendar.id ? event.imported : joined.has(event.id)
      if (isOurs && event.seriesId === null) coming.events.set(event.reference!, event)
    }
    const found = await listSeries(db, publisher.id, 'reference', step)
    const ours = found.filter(({ fields, calendarId }) => fields.imported && calendarId === calendar.id)
    const dates = await listDatesOfSeries(
      db,
      publisher.id,
      ours.map(({ id }) => id),
    )
    for (const series of ours) {
      const ahead = (dates.get(series.id) ?? []).filter(({ endAt }) => endAt > now)
      coming.series.set(series.reference!, { series, dates: ahead })
      coming.count += ahead.length
    }
    await pause()
  }
  coming.count += coming.events.size
  return coming
}

/** The events of other calendars that an import put into this one. */
async function listJoined(
  db: Db,
  publisherId: number,
  calendarId: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('event_calendar')
    .select('event_id')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where(inList(db, 'event_id', ids))
    .where('imported', '=', 1)
    .execute()
  return new Set(rows.map((row) => row.event_id))
}

/** Takes the coming events of these references out. What is over stays: of a series the dates, as single events. */
async function planMissing(plan: ImportPlan, coming: Coming, missing: string[]): Promise<void> {
  const pause = pauser()
  const { added: _, ...planned } = listPlan(plan)
  const kept = new Set([
    ...[...planned.changed, ...planned.joined].map(({ before }) => before.id),
    ...[...planned.unchanged, ...planned.removed].map(({ id }) => id),
  ])
  for (const reference of missing) {
    const event = coming.events.get(reference)
    // An event that the file has under another reference is not missing.
    if (event && !kept.has(event.id)) plan.removed.push(event)
    const series = coming.series.get(reference)
    if (series && !plan.dissolved.some(({ id }) => id === series.series.id)) {
      plan.dissolved.push(series.series)
      plan.removed.push(...series.dates.filter(({ id }) => !kept.has(id)))
    }
    await pause()
  }
}

function goneOf(plan: ImportPlan, now: number): GoneEvent[] {
  const { removed, changed } = listPlan(plan)
  const cancelled = changed.filter(({ before, after }) => after.cancelled && !before.cancelled)
  const isComing = ({ endAt }: CalendarEvent) => endAt > now
  const gone = (how: GoneEvent['how']) => (event: CalendarEvent) => {
    const { id, name, startDate, startTime } = event
    return { id, name, startDate, startTime, how }
  }
  const all = [
    ...removed.filter(isComing).map(gone('removed')),
    ...cancelled
      .map(({ before }) => before)
      .filter(isComing)
      .map(gone('cancelled')),
  ]
  return all.sort((a, b) => (a.startDate < b.startDate ? -1 : 1))
}
