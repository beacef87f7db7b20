import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { pauser } from '../pause.ts'
import { sortLarge } from '../sort-large.ts'
import type { CalendarEvent } from './event.ts'
import { listEventsById } from './event-store.ts'

/** Places that one statement reads, and full events: few, since each may have 8,000 characters of details. */
const SLICE = 250
const PAGE = 100

/** The position of an event in the order of starts. */
export interface CalendarPlace {
  id: string
  startAt: number
  draft: boolean
}

/** Ids of the live events of some calendars, ascending. Pauses, so that other requests can run. */
export async function listEventIds(db: Db, publisherId: number, calendarIds: string[]): Promise<string[]> {
  const places = await listPlaces(db, publisherId, calendarIds)
  const ids: string[] = []
  for (const { id, draft } of places.values()) if (!draft) ids.push(id)
  return sortLarge(ids, (a, b) => (a < b ? -1 : 1))
}

/**
 * One page of the ids of a calendar's events, with drafts, in the order of their creation. `page` counts from
 * 1.
 */
export async function pageOfIds(
  db: Db,
  publisherId: number,
  calendarId: string,
  page: number,
  limit: number,
): Promise<string[]> {
  const places = await listPlaces(db, publisherId, [calendarId])
  const ids = await sortLarge([...places.keys()], (a, b) => (a < b ? -1 : 1))
  return ids.slice((page - 1) * limit, page * limit)
}

/** The places of all events of some calendars, by start. */
export async function listByStart(
  db: Db,
  publisherId: number,
  calendarIds: string[],
): Promise<CalendarPlace[]> {
  const places = await listPlaces(db, publisherId, calendarIds)
  return sortLarge([...places.values()], (a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1))
}

/**
 * Yields all events of some calendars, with drafts and past events, page by page and by start: those that
 * exist when the walk begins, except events deleted during it. Keeps only their places in memory.
 */
export async function* walkByStart(
  db: Db,
  publisherId: number,
  calendarIds: string[],
): AsyncGenerator<CalendarEvent[]> {
  const sorted = await listByStart(db, publisherId, calendarIds)
  for (let at = 0; at < sorted.length; at += PAGE) {
    yield await readInFull(db, publisherId, sorted.slice(at, at + PAGE))
  }
}

/** One page of the events that `walkByStart` yields. `page` counts from 1. */
export async function pageByStart(
  db: Db,
  publisherId: number,
  calendarIds: string[],
  { page, limit }: { page: number; limit: number },
): Promise<CalendarEvent[]> {
  const sorted = await listByStart(db, publisherId, calendarIds)
  return readInFull(db, publisherId, sorted.slice((page - 1) * limit, page * limit))
}

/** Reads events in the order of their places. Deleted ones are skipped. */
async function readInFull(db: Db, publisherId: number, places: CalendarPlace[]): Promise<CalendarEvent[]> {
  const ids = places.map(({ id }) => id)
  const events = new Map((await listEventsById(db, publisherId, ids)).map((event) => [event.id, event]))
  return ids.flatMap((id) => events.get(id) ?? [])
}

/**
 * The places of events, by id. They are read in the order of their changes, so that an event that is changed
 * meanwhile is not missed: it is read twice.
 */
async function listPlaces(
  db: Db,
  publisherId: number,
  calendarIds: string[],
): Promise<Map<string, CalendarPlace>> {
  const pause = pauser()
  const places = new Map<string, CalendarPlace>()
  for (const calendarId of calendarIds) {
    for (let after = { revision: -1, id: '' }; ;) {
      const rows = await db
        .selectFrom('calendar_event')
        .select(['revision', 'id', 'draft', 'start_at'])
        .where('publisher_id', '=', publisherId)
        .where('calendar_id', '=', calendarId)
        .where(sql<boolean>`(revision, id) > (${after.revision}, ${after.id})`)
        .orderBy('revision')
        .orderBy('id')
        .limit(SLICE)
        .execute()
      for (const { id, draft, start_at } of rows)
        places.set(id, { id, startAt: start_at, draft: draft === 1 })
      await pause()
      if (rows.length < SLICE) break
      after = rows.at(-1)!
    }
  }
  return places
}
