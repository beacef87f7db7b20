import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { SeriesTable } from '../db/tables/series.ts'
import type { CalendarEvent, EventFields } from '../events/event.ts'
import { inCalendars } from '../events/event-calendar-store.ts'
import { withoutCalendar } from '../events/event-calendars.ts'
import { calendarColumns, toEvent } from '../events/event-columns.ts'
import { excludeDates } from '../events/event-write-store.ts'
import { isId } from '../ids.ts'
import type { Revision } from '../revisions/revision.ts'
import { ENDED, type Series } from './series.ts'
import { daysBetween } from './series-dates.ts'

/** Finds a series by its id, else by its reference. */
export async function findSeries(db: Db, publisherId: number, key: string): Promise<Series | undefined> {
  const by = (column: 'id' | 'reference') =>
    db
      .selectFrom('series')
      .selectAll()
      .where('publisher_id', '=', publisherId)
      .where(column, '=', key)
      .executeTakeFirst()
  const row = (isId(key) ? await by('id') : undefined) ?? (await by('reference'))
  return row && toSeries(row)
}

/** Series by id, in any order. Unknown ids are skipped. */
export async function listSeriesById(db: Db, publisherId: number, ids: string[]): Promise<Series[]> {
  const rows = await db
    .selectFrom('series')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'id', ids))
    .execute()
  return rows.map(toSeries)
}

/** The series with these references, or with these ids. */
export async function listSeries(
  db: Db,
  publisherId: number,
  by: 'reference' | 'id',
  keys: string[],
): Promise<Series[]> {
  if (keys.length === 0) return []
  const query = db.selectFrom('series').selectAll().where('publisher_id', '=', publisherId)
  return (await query.where(inList(db, by, keys)).execute()).map(toSeries)
}

/** Inserts a series; returns false if its reference is taken by another one. */
export async function insertSeries(tx: Db, series: Series, revision: Revision): Promise<boolean> {
  const inserted = await tx
    .insertInto('series')
    .values({
      ...toColumns(series),
      publisher_id: series.publisherId,
      id: series.id,
      private: series.private ? 1 : 0,
      revision: revision.number,
      created: series.created,
      modified: revision.at,
      skipped_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateSeries(tx: Db, series: Series, revision: Revision): Promise<void> {
  await tx
    .updateTable('series')
    .set({ ...toColumns(series), skipped_at: null, revision: revision.number, modified: revision.at })
    .where('publisher_id', '=', series.publisherId)
    .where('id', '=', series.id)
    .execute()
}

/** Deletes a series and what it leaves out, but not its events. */
export async function deleteSeriesRow(tx: Db, publisherId: number, id: string): Promise<void> {
  await tx.deleteFrom('series').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
  await tx
    .deleteFrom('series_exclude')
    .where('publisher_id', '=', publisherId)
    .where('series_id', '=', id)
    .execute()
}

/**
 * Takes the series of a calendar that ceases to exist out of it, public or private; those that no other calendar has
 * are deleted. Their events stay as they are.
 */
export async function emptyCalendarOfSeries(tx: Db, publisherId: number, calendarId: string): Promise<void> {
  for (const series of await listSeriesOfCalendar(tx, publisherId, calendarId)) {
    const left = withoutCalendar(series, calendarId)
    if (!left) await deleteSeriesRow(tx, publisherId, series.id)
    else
      await tx
        .updateTable('series')
        .set(calendarColumns(left))
        .where('publisher_id', '=', publisherId)
        .where('id', '=', series.id)
        .execute()
  }
}

/** The series of a calendar, public or private, in creation order. */
export async function listSeriesOfCalendar(
  db: Db,
  publisherId: number,
  calendarId: string,
): Promise<Series[]> {
  const rows = await db
    .selectFrom('series')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where((eb) => eb.or([eb('calendar_id', '=', calendarId), eb('also_in', 'like', `%"${calendarId}"%`)]))
    .orderBy('id')
    .execute()
  return rows.map(toSeries)
}

/** Up to `limit` series of a publisher after an id that may need work: those that go on, or that skip days. */
export async function listOpenSeries(
  db: Db,
  publisherId: number,
  after: string,
  limit: number,
): Promise<{ series: Series; skippedAt: string | null }[]> {
  const rows = await db
    .selectFrom('series')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '>', after)
    .where((eb) => eb.or([eb('made_until', '<', ENDED), eb('skip_calendars', 'is not', null)]))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ series: toSeries(row), skippedAt: row.skipped_at }))
}

/** Notes up to which day dates are made, and the state of the calendars whose days are skipped. */
export async function noteMade(
  db: Db,
  { publisherId, id }: Series,
  madeUntil: string,
  skippedAt: string | null,
): Promise<void> {
  await db
    .updateTable('series')
    .set({ made_until: madeUntil, skipped_at: skippedAt })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/** The events of a series in the order of their occurrences; with `from` only those from this occurrence on. */
export async function listDates(
  db: Db,
  publisherId: number,
  seriesId: string,
  from = '',
): Promise<CalendarEvent[]> {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('series_id', '=', seriesId)
    .where('occurrence', '>=', from)
    .orderBy('occurrence')
    .execute()
  return rows.map(toEvent)
}

/** The events of several series by the ids of those, each in the order of their occurrences. */
export async function listDatesOfSeries(
  db: Db,
  publisherId: number,
  seriesIds: string[],
): Promise<Map<string, CalendarEvent[]>> {
  if (seriesIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'series_id', seriesIds))
    .orderBy('occurrence')
    .execute()
  return Map.groupBy(rows.map(toEvent), ({ seriesId }) => seriesId!)
}

/** The number of events of a series. */
export async function countDates(db: Db, publisherId: number, seriesId: string): Promise<number> {
  const { count } = await db
    .selectFrom('event')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('publisher_id', '=', publisherId)
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Finds the event of a series that has an id; else the first one from an occurrence on, else the last one before it.
 * Returns undefined if the series has no events.
 */
export async function findDateNear(
  db: Db,
  publisherId: number,
  seriesId: string,
  occurrence: string,
  id = '',
): Promise<CalendarEvent | undefined> {
  const dates = await listDates(db, publisherId, seriesId)
  return (
    dates.find((date) => date.id === id) ??
    dates.find((date) => date.occurrence! >= occurrence) ??
    dates.at(-1)
  )
}

/** The number of events of a series before an occurrence, and after it. */
export async function countAround(
  db: Db,
  publisherId: number,
  seriesId: string,
  occurrence: string,
): Promise<{ earlier: number; later: number }> {
  const count = async (sign: '<' | '>') => {
    const { count } = await db
      .selectFrom('event')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('publisher_id', '=', publisherId)
      .where('series_id', '=', seriesId)
      .where('occurrence', sign, occurrence)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  return { earlier: await count('<'), later: await count('>') }
}

/** Stores the series, occurrence and reference of an event without a new revision: subscribers see nothing of them. */
export async function assignDate(
  tx: Db,
  { publisherId, id, seriesId, occurrence, reference }: CalendarEvent,
): Promise<void> {
  await tx
    .updateTable('event')
    .set({ series_id: seriesId, occurrence, reference })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/** Gives the dates of a series from an occurrence on to another one, or to none, without a new revision. */
export async function moveDates(
  tx: Db,
  { publisherId, id }: Series,
  from: string,
  to: string | null,
): Promise<void> {
  await tx
    .updateTable('event')
    .set(to === null ? { series_id: null, occurrence: null } : { series_id: to })
    .where('publisher_id', '=', publisherId)
    .where('series_id', '=', id)
    .where('occurrence', '>=', from)
    .execute()
}

/** Frees the occurrences and references of events that are about to get others, so that they can be exchanged. */
export async function releaseDates(tx: Db, publisherId: number, ids: string[]): Promise<void> {
  await tx
    .updateTable('event')
    .set((eb) => ({ occurrence: eb.ref('id'), reference: null }))
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'id', ids))
    .execute()
}

/** The dates that a series leaves out, in order. */
export async function listExcluded(db: Db, publisherId: number, seriesId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('series_exclude')
    .select('occurrence')
    .where('publisher_id', '=', publisherId)
    .where('series_id', '=', seriesId)
    .orderBy('occurrence')
    .execute()
  return rows.map((row) => row.occurrence)
}

/** Replaces the dates that a series leaves out. */
export async function replaceExcluded(
  tx: Db,
  publisherId: number,
  seriesId: string,
  occurrences: string[],
): Promise<void> {
  await tx
    .deleteFrom('series_exclude')
    .where('publisher_id', '=', publisherId)
    .where('series_id', '=', seriesId)
    .execute()
  const dates = occurrences.map((occurrence) => ({ series_id: seriesId, occurrence }))
  await excludeDates(tx, publisherId, dates)
}

/**
 * Returns the days from `first` to `last` on which a calendar has an all-day event that is live and not cancelled.
 * Dates of series that skip days themselves don't count: two series could wait for each other.
 */
export async function listSkippedDays(
  db: Db,
  publisherId: number,
  calendarIds: string[],
  first: string,
  last: string,
): Promise<Set<string>> {
  if (calendarIds.length === 0) return new Set()
  const skipping = db
    .selectFrom('series')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('skip_calendars', 'is not', null)
  const rows = await db
    .selectFrom('event')
    .select(['start_date', 'end_date'])
    .distinct()
    .where('publisher_id', '=', publisherId)
    .where(inCalendars(db, publisherId, calendarIds))
    .where('private', '=', sql.lit(0))
    .where('start_time', 'is', null)
    .where('draft', '=', 0)
    .where('cancelled', '=', 0)
    .where('start_date', '<=', last)
    .where('end_date', '>=', first)
    .where((eb) => eb.or([eb('series_id', 'is', null), eb('series_id', 'not in', skipping)]))
    .execute()
  const days = new Set<string>()
  for (const { start_date, end_date } of rows)
    for (const day of daysBetween(start_date > first ? start_date : first, end_date < last ? end_date : last))
      days.add(day)
  return days
}

function toColumns(series: Series) {
  return {
    ...calendarColumns(series),
    reference: series.reference,
    date_reference: series.dateReference,
    fields: JSON.stringify(series.fields),
    rule: series.rule,
    included: JSON.stringify(series.include),
    skip_calendars: series.skipCalendars.length > 0 ? JSON.stringify(series.skipCalendars) : null,
    made_until: series.madeUntil,
  } satisfies Partial<Insertable<SeriesTable>>
}

function toSeries(row: Selectable<SeriesTable>): Series {
  return {
    id: row.id,
    publisherId: row.publisher_id,
    calendarId: row.calendar_id,
    alsoIn: row.also_in === null ? [] : (JSON.parse(row.also_in) as string[]),
    private: row.private === 1,
    reference: row.reference,
    dateReference: row.date_reference,
    fields: JSON.parse(row.fields) as EventFields,
    rule: row.rule,
    include: JSON.parse(row.included) as string[],
    skipCalendars: row.skip_calendars === null ? [] : (JSON.parse(row.skip_calendars) as string[]),
    madeUntil: row.made_until,
    created: row.created,
    modified: row.modified,
  }
}
