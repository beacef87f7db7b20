import { sql } from 'kysely'
import { breather } from '../breather.ts'
import type { Db } from '../db/database.ts'
import { sortLarge } from '../sort-large.ts'
import type { CalendarEvent } from './event.ts'
import { listEventsById } from './event-store.ts'

/** Events whose places one statement reads, and events it reads in full: each may have 8,000 characters of details. */
const SLICE = 1000
const PAGE = 100

/** The place of an event in the order of starts. */
export interface CalendarPlace {
  id: string
  startAt: number
  draft: boolean
}

/** The ids of the events that are live in some calendars, ascending. Any number of them holds nobody up. */
export async function listEventIds(db: Db, publisherId: number, calendarIds: string[]): Promise<string[]> {
  const places = await listPlaces(db, publisherId, calendarIds)
  const ids: string[] = []
  for (const { id, draft } of places.values()) if (!draft) ids.push(id)
  return sortLarge(ids, (a, b) => (a < b ? -1 : 1))
}

/** One page of the ids of a calendar's events, drafts too, in the order of their creation. `page` counts from 1. */
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
 * All events of some calendars, drafts and past ones too, by start and page by page: as they were when it begins, but
 * for those deleted meanwhile. Only their ids are held in memory.
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

/** One page of the same, counted from 1. */
export async function pageByStart(
  db: Db,
  publisherId: number,
  calendarIds: string[],
  { page, limit }: { page: number; limit: number },
): Promise<CalendarEvent[]> {
  const sorted = await listByStart(db, publisherId, calendarIds)
  return readInFull(db, publisherId, sorted.slice((page - 1) * limit, page * limit))
}

/** Events in the order of their places; those that are gone are left out. */
async function readInFull(db: Db, publisherId: number, places: CalendarPlace[]): Promise<CalendarEvent[]> {
  const ids = places.map(({ id }) => id)
  const events = new Map((await listEventsById(db, publisherId, ids)).map((event) => [event.id, event]))
  return ids.flatMap((id) => events.get(id) ?? [])
}

/**
 * The places of events, by id. They are read in the order of their changes, so that one that is changed meanwhile is
 * not left out; it comes twice, and once into the map.
 */
async function listPlaces(
  db: Db,
  publisherId: number,
  calendarIds: string[],
): Promise<Map<string, CalendarPlace>> {
  const breathe = breather()
  const places = new Map<string, CalendarPlace>()
  for (const calendarId of calendarIds) {
    for (let after = { revision: -1, id: '' }; ;) {
      const rows = await db
        .selectFrom('event')
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
      await breathe()
      if (rows.length < SLICE) break
      after = rows.at(-1)!
    }
  }
  return places
}
