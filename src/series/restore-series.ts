import { touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CalendarEvent, calendarsOf } from '../events/event.ts'
import { isSame, type LoggedFields } from '../events/event-log.ts'
import { findTakenReferences } from '../events/event-store.ts'
import { updateEvent } from '../events/event-write-store.ts'
import { readEvent } from '../events/read-event.ts'
import { privateLimit, referenceTaken } from '../events/save-event.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import type { Revision } from '../revisions/revision.ts'
import { findUnknownCalendars } from '../subscribers/change-subscriptions.ts'
import { isOwnerActive, touchOwners } from '../subscribers/subscriber-store.ts'
import { type ByHand, byHand, changeDates, changeOfDate, isOwn, type Known } from './change-dates.ts'
import type { Series } from './series.ts'
import type { LoggedDate, LoggedSeries } from './series-log.ts'
import { insertSeries, listExcluded, replaceExcluded, updateSeries } from './series-store.ts'
import { prepareSeries } from './store-series.ts'

export interface LeftDate {
  id: string
  name: string
  why: 'deleted'
}

/** One series of an undo. */
interface Restoring {
  id: string
  /** What it shall be. */
  logged: LoggedSeries
  /** What it is; undefined: it does not exist. */
  now: Series | undefined
  /** The events that it may have. */
  existing: CalendarEvent[]
  /** All series after the change that is undone. */
  after: Record<string, LoggedSeries>
  nowPlain: Record<string, LoggedFields>
}

/** Returns the id of the logged series that has a date; undefined if none has. */
export function isDateOf(logged: Record<string, LoggedSeries>, eventId: string): string | undefined {
  return Object.keys(logged).find((id) => eventId in logged[id]!.dates)
}

/** Throws `conflict` if a series is no more what a change made of it, or can't be what it was. */
export async function requireUnchanged(
  tx: Db,
  publisherId: number,
  now: Series | undefined,
  before: LoggedSeries | undefined,
  after: LoggedSeries | undefined,
): Promise<void> {
  const is = now && partsOf(now)
  const changed = after ? differing(before?.record, after.record) : []
  if (Boolean(now) !== Boolean(after) || changed.some(([name, , value]) => !isSame(is?.get(name), value)))
    throw new AppError('conflict', 'The series was changed again since. Nothing was put back.', {
      kind: 'not_undone',
    })
  const { record } = before ?? {}
  if (!record) return
  if (record.private && !(await isOwnerActive(tx, publisherId, record.calendarId)))
    throw new AppError('conflict', 'The subscriber is no longer there. Nothing was put back.', {
      kind: 'not_undone',
    })
  const gone = record.private ? [] : await findUnknownCalendars(tx, publisherId, calendarsOf(record))
  if (gone.length > 0)
    throw new AppError('conflict', 'A calendar of the series was deleted since. Nothing was put back.', {
      kind: 'not_undone',
    })
}

/** Gives a series its old rule, fields and dates. */
export async function restoreSeries(
  ctx: ConfiguredContext,
  publisherId: number,
  restoring: Restoring,
  revision: Revision,
): Promise<{ restored: number; left: LeftDate[] }> {
  const tx = ctx.db
  const { id, logged, now, existing, after } = restoring
  const was = after[id]
  const changes = was ? differing(logged.record, was.record) : []
  const series: Series = now
    ? patched(now, changes)
    : { ...logged.record, id, publisherId, madeUntil: '', modified: revision.at }
  await requireFreeReference(tx, series, now, existing)

  const { known, occurrences, left } = knownDates(series, restoring)
  const leftOut = now ? await listExcluded(tx, publisherId, id) : []
  const excluded = new Set(
    leftOut.filter((date) => logged.exclude.includes(date) || !was?.exclude.includes(date)),
  )
  for (const date of logged.exclude) if (!was?.exclude.includes(date)) excluded.add(date)
  for (const { occurrence } of left) excluded.add(occurrence)
  const dates = existing.map((event) => ({
    ...event,
    occurrence: known.dates.get(event.id)?.occurrence ?? event.occurrence,
  }))
  const change = { series, recurrence: {}, before: now, existing: dates, excluded: [...excluded] }
  const { plan } = await prepareSeries(tx, ctx, change, revision.now)
  // Dates that the change was not about stay, those of their own also on a day that is skipped by now.
  const kept = existing.filter(
    ({ id: eventId, seriesId, ownFields }) =>
      seriesId === id && !known.dates.has(eventId) && (changes.length === 0 || ownFields.length > 0),
  )
  const wanted = new Set([...plan.wanted, ...occurrences, ...kept.map(({ occurrence }) => occurrence!)])
  for (const { occurrence } of left) wanted.delete(occurrence)

  const stored: Series = { ...series, madeUntil: plan.madeUntil }
  if (now) await updateSeries(tx, stored, revision)
  else if (!(await insertSeries(tx, stored, revision))) throw referenceTaken(stored.reference)
  await replaceExcluded(tx, publisherId, id, [...new Set([...plan.excluded, ...excluded])].sort())
  const limit = privateLimit(ctx)
  const restored = await changeDates(tx, stored, existing, [...wanted].sort(), revision, limit, known)
  const { name } = series.fields
  return { restored, left: left.map(({ id }) => ({ id, name, why: 'deleted' })) }
}

/** Makes a date an event of no series, as it was before. What was changed by hand since stays. */
export async function makePlain(
  tx: Db,
  publisher: Publisher,
  before: CalendarEvent,
  fields: LoggedFields,
  revision: Revision,
): Promise<CalendarEvent> {
  const old = Object.entries(fields).filter(([name]) => !before.ownFields.includes(name))
  const current: CalendarEvent = { ...before, ...Object.fromEntries(old), ownFields: [] }
  const rules = { private: before.private, required: [], timezone: publisher.timezone, current }
  const read = readEvent({}, rules)
  if ('errors' in read)
    throw new AppError('conflict', 'The event would not be valid. Nothing was put back.', {
      kind: 'not_undone',
    })
  const after: CalendarEvent = {
    ...current,
    ...read.event,
    ...{ seriesId: null, occurrence: null, sequence: before.sequence + 1, modified: revision.at },
  }
  await updateEvent(tx, before, after, revision)
  const calendarIds = [...new Set([...calendarsOf(before), ...calendarsOf(after)])]
  await (before.private ? touchOwners : touchCalendars)(tx, publisher.id, calendarIds, revision)
  return after
}

/** The parts of a series that a change can change, by name. */
function partsOf({ fields, ...record }: LoggedSeries['record']): Map<string, unknown> {
  const { rule, include, skipCalendars, reference, dateReference, calendarId, alsoIn } = record
  const own = { rule, include, skipCalendars, reference, dateReference, calendarId, alsoIn }
  return new Map([
    ...Object.entries(own),
    ...Object.entries(fields).map(([name, value]): [string, unknown] => [`fields.${name}`, value]),
  ])
}

/** The names of the parts that differ, with both values; all if there was nothing before. */
function differing(
  before: LoggedSeries['record'] | undefined,
  after: LoggedSeries['record'],
): [name: string, was: unknown, is: unknown][] {
  const [was, is] = [before && partsOf(before), partsOf(after)]
  return [...is]
    .filter(([name, value]) => !was || !isSame(was.get(name), value))
    .map(([name, value]) => [name, was?.get(name), value])
}

function patched(now: Series, changes: [string, unknown, unknown][]): Series {
  const fields: Record<string, unknown> = { ...now.fields }
  const record: Record<string, unknown> = { ...now }
  for (const [name, was] of changes)
    if (name.startsWith('fields.')) fields[name.slice('fields.'.length)] = was
    else record[name] = was
  return { ...record, fields } as unknown as Series
}

async function requireFreeReference(
  tx: Db,
  { publisherId, reference }: Series,
  now: Series | undefined,
  existing: CalendarEvent[],
): Promise<void> {
  if (reference === null || reference === now?.reference) return
  const own = existing.some((event) => event.seriesId === null && event.reference === reference)
  const taken = await findTakenReferences(tx, publisherId, [reference])
  if (taken.size > 0 && !own) throw referenceTaken(reference)
}

/** What is known of the dates of a series, the occurrences that they had, and those that somebody deleted since. */
function knownDates(series: Series, { logged, existing, after, nowPlain }: Restoring) {
  const dates = new Map<string, { occurrence: string } & ByHand>()
  const gone: NonNullable<Known['gone']> = new Map()
  const left: { id: string; occurrence: string }[] = []
  const occurrences: string[] = []
  const now = new Map(existing.map((event) => [event.id, event]))
  for (const [id, date] of Object.entries(logged.dates)) {
    const {
      occurrence,
      values = {},
      ownFields = [],
      sequence = 0,
      created = series.created,
      linkCode = '',
    } = date
    const event = now.get(id)
    const changed = isDateOf(after, id) ?? ''
    if (event) {
      const since = changedSince(series, event, date, after[changed]?.dates[id], nowPlain[id])
      dates.set(id, { occurrence, ...ownOf(event, date, since) })
    } else if (changed) {
      left.push({ id, occurrence })
      continue
    } else gone.set(occurrence, { id, values, ownFields, sequence, created, linkCode })
    occurrences.push(occurrence)
  }
  return { known: { dates, gone }, occurrences, left }
}

/** What a date has of its own: as it was before the change, apart from what was changed since. */
function ownOf(event: CalendarEvent, before: LoggedDate, since: string[]): ByHand {
  const kept = since.filter((name) => event.seriesId === null || event.ownFields.includes(name))
  const own = (before.ownFields ?? []).filter((name) => !since.includes(name))
  const old = Object.entries(before.values ?? {}).filter(([name]) => isOwn(name, own))
  return {
    values: { ...Object.fromEntries(old), ...byHand({ ...event, ownFields: kept }).values },
    ownFields: [...new Set([...own, ...kept])].sort(),
  }
}

/** The fields of an event that are no more what a change made of them. `after`: the date after the change. */
function changedSince(
  series: Series,
  event: CalendarEvent,
  before: LoggedDate,
  after: LoggedDate | undefined,
  plain: LoggedFields | undefined,
): string[] {
  const now = event as unknown as Record<string, unknown>
  if (after) {
    const { ownFields = [], values = {} } = after
    const then = values as Record<string, unknown>
    return [...new Set([...event.ownFields, ...ownFields])].filter(
      (name) => event.ownFields.includes(name) !== ownFields.includes(name) || !isSame(now[name], then[name]),
    )
  }
  const then = plain ?? plainOf(series, event, before)
  const names = [...Object.keys(series.fields), 'calendarId', 'alsoIn']
  return names.filter((name) => name in then && !FOLLOWING.has(name) && !isSame(now[name], then[name]))
}

/** They follow from other fields. */
const FOLLOWING = new Set(['startAt', 'endAt', 'imported'])

/** A date as its series made it before it became an event of none. */
function plainOf(series: Series, event: CalendarEvent, { occurrence, values, ownFields }: LoggedDate) {
  const revision = { number: 0, at: event.modified, now: event.modified }
  const own = { values: values ?? {}, ownFields: ownFields ?? [] }
  return changeOfDate(series, occurrence, event, revision, own).after as unknown as LoggedFields
}
