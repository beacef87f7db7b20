import { sql } from 'kysely'
import { type Counted, countUpTo } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import type { CalendarEvent } from './event.ts'
import { inCalendars } from './event-calendar-store.ts'
import { toEvent } from './event-columns.ts'

/** Finds an event by its id, else by its reference. */
export async function findEvent(
  db: Db,
  publisherId: number,
  key: string,
): Promise<CalendarEvent | undefined> {
  const by = (column: 'id' | 'reference') =>
    db
      .selectFrom('event')
      .selectAll()
      .where('publisher_id', '=', publisherId)
      .where(column, '=', key)
      .executeTakeFirst()
  const row = (isId(key) ? await by('id') : undefined) ?? (await by('reference'))
  return row && toEvent(row)
}

export async function getEvent(db: Db, publisherId: number, key: string): Promise<CalendarEvent> {
  const event = await findEvent(db, publisherId, key)
  if (!event) throw notFound('Event', key)
  return event
}

/** Returns the references that an event or a series of the publisher already has. */
export async function findTakenReferences(
  db: Db,
  publisherId: number,
  references: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('event')
    .select('reference')
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'reference', references))
    .execute()
  const ofSeries = await findSeriesReferences(db, publisherId, references)
  return new Set([...ofSeries, ...rows.map((row) => row.reference!)])
}

/** Returns which of the references a series of the publisher has: a reference is unique over events and series. */
export async function findSeriesReferences(
  db: Db,
  publisherId: number,
  references: string[],
): Promise<Set<string>> {
  if (references.length === 0) return new Set()
  const rows = await db
    .selectFrom('series')
    .select('reference')
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'reference', references))
    .execute()
  return new Set(rows.map((row) => row.reference!))
}

/** The publisher's events with these references, in any calendar. */
export async function listEventsByReference(
  db: Db,
  publisherId: number,
  references: string[],
): Promise<CalendarEvent[]> {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'reference', references))
    .execute()
  return rows.map(toEvent)
}

/** Events by id, in any order. Unknown ids are skipped. */
export async function listEventsById(db: Db, publisherId: number, ids: string[]): Promise<CalendarEvent[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'id', ids))
    .execute()
  return rows.map(toEvent)
}

/** Events that a walk reads in one statement: few, since each may have 8,000 characters of details. */
const PAGE = 100

/**
 * Yields all events of a calendar, with drafts, page by page in the order of their changes. An event that is
 * changed during the walk is not missed, but may come twice.
 */
export async function* walkEvents(
  db: Db,
  publisherId: number,
  calendarId: string,
): AsyncGenerator<CalendarEvent[]> {
  for (let after = { revision: -1, id: '' }; ;) {
    const rows = await db
      .selectFrom('event')
      .selectAll()
      .where('publisher_id', '=', publisherId)
      .where('calendar_id', '=', calendarId)
      .where(sql<boolean>`(revision, id) > (${after.revision}, ${after.id})`)
      .orderBy('revision')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    yield rows.map(toEvent)
    if (rows.length < PAGE) return
    after = rows.at(-1)!
  }
}

/** Up to `limit` public events of one grouping key in the order of their ids, after that of `after`. */
export async function listPublicGroup(
  db: Db,
  publisherId: number,
  referenceType: string,
  after: string,
  limit: number,
): Promise<CalendarEvent[]> {
  const rows = await selectGroup(db, publisherId, referenceType)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

/** The number of public events that have a grouping key, counted up to a limit. */
export function countPublicGroup(
  db: Db,
  publisherId: number,
  referenceType: string,
  most: number,
): Promise<Counted> {
  return countUpTo(db, selectGroup(db, publisherId, referenceType).select('id'), most)
}

/** Returns whether a public event has a grouping key; with `place`, whether one has a place too. */
export async function hasPublicGroup(
  db: Db,
  publisherId: number,
  referenceType: string,
  { place } = { place: false },
): Promise<boolean> {
  let some = selectGroup(db, publisherId, referenceType).select('id')
  if (place) some = some.where('location', '<>', '')
  return (await some.limit(1).executeTakeFirst()) !== undefined
}

function selectGroup(db: Db, publisherId: number, referenceType: string) {
  return (
    db
      .selectFrom('event')
      .where('publisher_id', '=', publisherId)
      .where('reference_type', '=', referenceType)
      // A literal 0, since a partial index can't serve a query with a parameter there.
      .where('private', '=', sql.lit(0))
  )
}

export interface PublicEventFilter {
  /** Undefined: all calendars. */
  calendarIds?: string[]
  /** First and last start date of events, inclusive. */
  fromDate?: string
  toDate?: string
  /** Leaves out events that ended before this instant (epoch ms). */
  endedAfter?: number
  /** Include events of draft calendars. Draft events are always included. */
  draftCalendars: boolean
}

/** One page of public events by start date, and the number of all. `page` counts from 1. */
export async function listPublicEvents(
  db: Db,
  publisherId: number,
  filter: PublicEventFilter,
  page: number,
  limit: number,
): Promise<{ events: CalendarEvent[]; count: number }> {
  // A literal 0, since a partial index can't serve a query with a parameter there.
  let query = db.selectFrom('event').where('publisher_id', '=', publisherId).where('private', '=', sql.lit(0))
  if (filter.calendarIds) query = query.where(inCalendars(db, publisherId, filter.calendarIds))
  if (filter.fromDate) query = query.where('start_date', '>=', filter.fromDate)
  if (filter.toDate) query = query.where('start_date', '<=', filter.toDate)
  if (filter.endedAfter !== undefined) query = query.where('end_at', '>=', filter.endedAfter)
  if (!filter.draftCalendars)
    query = query.where((eb) =>
      eb.or([
        eb('calendar_id', 'not in', draftCalendars(db, publisherId)),
        eb('id', 'in', inOtherLiveCalendars(db, publisherId)),
      ]),
    )
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('start_date')
    .orderBy('start_at')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { events: rows.map(toEvent), count }
}

function draftCalendars(db: Db, publisherId: number) {
  return db
    .selectFrom('calendar')
    .select('calendar.id')
    .where('calendar.publisher_id', '=', publisherId)
    .where('calendar.draft', '=', 1)
}

/** Ids of events that a live calendar has besides their home. */
function inOtherLiveCalendars(db: Db, publisherId: number) {
  return db
    .selectFrom('event_calendar as c')
    .innerJoin('calendar as k', (join) =>
      join.onRef('k.publisher_id', '=', 'c.publisher_id').onRef('k.id', '=', 'c.calendar_id'),
    )
    .select('c.event_id')
    .where('c.publisher_id', '=', publisherId)
    .where('k.draft', '=', 0)
}
