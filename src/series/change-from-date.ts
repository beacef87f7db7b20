import type { Db } from '../db/database.ts'
import { invalid } from '../errors.ts'
import { type CalendarEvent } from '../events/event.ts'
import { requireEventCalendars } from '../events/event-calendars.ts'
import { getEvent } from '../events/event-store.ts'
import { privateLimit, readChange, readNew } from '../events/save-event.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import type { Revision } from '../revisions/revision.ts'
import { changeDates, changeOfDate } from './change-dates.ts'
import { changeLikeDate, type LikeDate } from './change-like-date.ts'
import { changeSeries, readChangeOfAll } from './change-series.ts'
import { newSeries } from './create-series.ts'
import type { Plan } from './plan-series.ts'
import { readSeries } from './read-series.ts'
import type { Series } from './series.ts'
import { findSeries, listExcluded } from './series-store.ts'
import { type Cut, readChangeOfRest, splitBefore, storeSplit } from './split-series.ts'
import { type Change, prepareSeries } from './store-series.ts'

type Input = Record<string, unknown>

/** The dates of a series that change along with one of them. */
export type Others = 'following' | 'all'

/**
 * Changes several dates of a series as the input changes one of them, which the caller has read under the publisher's
 * lock. Returns the id of the series that the event belongs to then. Throws `invalid`, also when no date would be left.
 */
export async function changeFromDate(
  tx: Db,
  ctx: ConfiguredContext,
  publisher: Publisher,
  event: CalendarEvent,
  input: Input,
  revision: Revision,
  others: Others,
): Promise<string> {
  const { before, cut, like } = await readFromDate(tx, publisher, event, input, others)
  const { id, dates } = cut
    ? await storeSplit(tx, ctx, publisher, cut, like.input, revision, like)
    : await changeSeries(tx, ctx, publisher, before, like.input, revision, like)
  requireDate(dates)
  return id
}

/** Refuses a series without any date. */
export function requireDate(dates: number): void {
  if (dates === 0)
    throw invalid(
      {
        'recurrence.rule': 'Event recurrence.rule must leave a date: all are left out or skipped',
      },
      'series_empty',
    )
}

/** Plans the dates of a new series, of one that an event becomes, or of one whose date is changed; stores nothing. */
export async function previewSeries(
  db: Db,
  ctx: ConfiguredContext,
  publisher: Publisher,
  { event, input, others = 'all', privateCalendarId }: Previewed,
): Promise<{ series: Series; plan: Plan }> {
  const now = ctx.now()
  const read = async (): Promise<Change> => {
    if (event && event.seriesId !== null) {
      const { before, cut, like } = await readFromDate(db, publisher, event, input, others)
      return cut
        ? readChangeOfRest(db, publisher, cut, like.input, now, like.excluded)
        : readChangeOfAll(db, publisher, before, like.input, like.excluded)
    }
    const { change, excluded } = withLooseExclude(input)
    const { fields, calendars, recurrence } = readSeries(
      change,
      (given) => (event ? readChange(publisher, event, given) : readNew(publisher, given, privateCalendarId)),
      true,
    )
    const isPrivate = event?.private ?? privateCalendarId !== undefined
    if (!isPrivate) await requireEventCalendars(db, publisher.id, change)
    const place = { calendarId: calendars.calendarId, alsoIn: calendars.alsoIn, private: isPrivate }
    const series = newSeries(publisher.id, place, fields, { at: now })
    return { series, recurrence, before: undefined, existing: [], excluded }
  }
  return prepareSeries(db, ctx, await read(), now)
}

/** A change before it is stored; without an event a new one. */
export interface Previewed {
  event?: CalendarEvent
  input: Input
  others?: Others
  /** The calendar of a new private event. */
  privateCalendarId?: string
}

/**
 * Takes `exclude` out of the recurrence of an input, so that dates which the rule does not give are no error: people
 * take dates out while they try rules.
 */
export function withLooseExclude({ recurrence, ...input }: Input): { change: Input; excluded: string[] } {
  if (typeof recurrence !== 'object' || recurrence === null)
    return { change: { ...input, recurrence }, excluded: [] }
  const { exclude, ...kept } = recurrence as Input
  const known = Array.isArray(exclude) && exclude.every((date) => typeof date === 'string')
  return known
    ? { change: { ...input, recurrence: kept }, excluded: exclude }
    : { change: { ...input, recurrence }, excluded: [] }
}

async function readFromDate(
  db: Db,
  publisher: Publisher,
  event: CalendarEvent,
  input: Input,
  others: Others,
): Promise<{ before: Series; cut: Cut | undefined; like: LikeDate }> {
  const before = await getSeriesOf(db, event)
  const split = others === 'following' ? splitBefore(before, event, input) : undefined
  const left = await listExcluded(db, publisher.id, before.id)
  const like = changeLikeDate(publisher, event, input, {
    series: split?.rest ?? before,
    excluded: split ? left.filter((occurrence) => occurrence >= event.occurrence!) : left,
    earlier: split?.earlier ?? 0,
  })
  return { before, cut: split && { before, event, split }, like }
}

/** The series of a date. Throws `invalid` for an event that belongs to none. */
export async function getSeriesOf(db: Db, { publisherId, seriesId }: CalendarEvent): Promise<Series> {
  const series = seriesId === null ? undefined : await findSeries(db, publisherId, seriesId)
  if (!series) throw invalid({ scope: 'Event scope must be this for an event that is no date of a series' })
  return series
}

/** Sets a date, which the caller has read under the publisher's lock, back to what its series says. Returns the event. */
export async function setBackDate(
  tx: Db,
  ctx: ConfiguredContext,
  event: CalendarEvent,
  revision: Revision,
): Promise<CalendarEvent> {
  const series = await getSeriesOf(tx, event)
  const { occurrence } = event as { occurrence: string }
  const dates = new Map([[event.id, { occurrence, values: {}, ownFields: [] }]])
  await changeDates(tx, series, [event], [occurrence], revision, privateLimit(ctx), { dates })
  return getEvent(tx, event.publisherId, event.id)
}

/** Returns a date as its series would have it. */
export function asInSeries(series: Series, event: CalendarEvent): CalendarEvent {
  const plain = { occurrence: event.occurrence!, values: {}, ownFields: [] }
  const revision = { number: 0, at: event.modified, now: event.modified }
  return changeOfDate(series, plain.occurrence, event, revision, plain).after
}
