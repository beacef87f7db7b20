import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { CalendarEvent } from './event.ts'
import { takesPlace } from './event-columns.ts'
import { listEventsById } from './event-store.ts'

/**
 * What lasts longer is looked for by its end. All else that has not ended began less than this ago, so it is
 * found by its start, without a walk through the past. The migration of the index says the same number.
 */
const LONG_MS = 604_800_000
/** Of so many calendars each is asked by itself; of more, the events of the publisher are walked through. */
const ASKED_SINGLY = 20

/** A place in the order of starts. */
export interface Place {
  startAt: number
  id: string
}

export interface UpcomingFilter {
  calendarIds: string[]
  /** Epoch milliseconds: what ended before is left out. */
  now: number
  /** Only what comes behind this place. */
  after?: Place | undefined
  /** Whether events that are called off are among them. */
  cancelled: boolean
}

/** Live public events of some calendars that have not ended, in the order of their starts. */
export async function listUpcoming(
  db: Db,
  publisherId: number,
  { calendarIds, now, after, cancelled }: UpcomingFilter,
  limit: number,
): Promise<CalendarEvent[]> {
  const horizon = now - LONG_MS
  const wanted = (query: ReturnType<typeof publicEvents>) =>
    cancelled ? query : query.where(takesPlace('extras'))
  const among = inList(db, sql`coalesce(calendar_id, '')`, calendarIds)
  const recent = (calendars: Expression<SqlBool>) => {
    const query = wanted(publicEvents(db, publisherId)).where('end_at', '>', now).where(calendars)
    // A place beyond the horizon narrows more than the horizon does, and any other one less.
    const beyond = after && after.startAt > horizon
    const behind = beyond ? isBehind(sql`start_at`, after) : sql<boolean>`start_at > ${horizon}`
    return placesOf(query.where(behind).orderBy('start_at'), limit)
  }
  const found =
    calendarIds.length > ASKED_SINGLY
      ? await recent(among)
      : (await Promise.all(calendarIds.map((id) => recent(sql<boolean>`calendar_id = ${id}`)))).flat()
  if (!after || after.startAt <= horizon) {
    const long = wanted(longRunning(db, publisherId, now)).where(among)
    found.push(...(await placesOf(after ? long.where(isBehind(UNINDEXED_START, after)) : long, limit)))
  }
  const places = found.sort(byPlace).slice(0, limit)
  return liveEvents(
    db,
    publisherId,
    places.map(({ id }) => id),
  )
}

/**
 * The event of each public calendar that is on or comes next, by the calendar's id. What is called off is passed
 * over: people ask for the next one that takes place. Draft calendars only where `calendarIds` names them.
 */
export async function findNextEvents(
  db: Db,
  publisherId: number,
  now: number,
  calendarIds?: string[],
): Promise<Map<string, CalendarEvent>> {
  const next = new Map<string, string>()
  const calendars = db
    .selectFrom('calendar as k')
    .select((eb) => [
      'k.id',
      eb
        .selectFrom('event as e')
        .select('e.id')
        .where('e.publisher_id', '=', publisherId)
        .whereRef('e.calendar_id', '=', 'k.id')
        .where('e.private', '=', sql.lit(0))
        .where('e.draft', '=', sql.lit(0))
        .where('e.start_at', '>', now - LONG_MS)
        .where('e.end_at', '>', now)
        .where(takesPlace('e.extras'))
        .orderBy('e.start_at')
        .orderBy('e.id')
        .limit(1)
        .as('next'),
    ])
    .where('k.publisher_id', '=', publisherId)
  const rows = await calendars
    .where(calendarIds ? inList(db, 'k.id', calendarIds) : sql<boolean>`k.draft = 0`)
    .execute()
  for (const row of rows) if (row.next) next.set(row.id, row.next)
  // What has been on for long began before all others, the longest first.
  const running = await longRunning(db, publisherId, now)
    .select('calendar_id')
    .where(takesPlace('extras'))
    .execute()
  const wanted = calendarIds && new Set(calendarIds)
  for (const row of running.toReversed())
    if (!wanted || wanted.has(row.calendar_id)) next.set(row.calendar_id, row.id)
  const events = await liveEvents(db, publisherId, [...next.values()])
  return new Map(events.map((event) => [event.calendarId, event]))
}

/** Keeps the database from walking through all starts up to now. */
const UNINDEXED_START = sql<number>`(start_at + 0)`

/** What began more than `LONG_MS` ago and is still on, by start. */
function longRunning(db: Db, publisherId: number, now: number) {
  return publicEvents(db, publisherId)
    .where(sql<boolean>`(end_at - start_at) > ${sql.lit(LONG_MS)}`)
    .where('end_at', '>', now)
    .where(UNINDEXED_START, '<=', now - LONG_MS)
    .orderBy(UNINDEXED_START)
}

function isBehind(start: RawBuilder<unknown>, place: Place): RawBuilder<boolean> {
  return sql<boolean>`(${start}, id) > (${place.startAt}, ${place.id})`
}

/** Those the indexes have. Zeros are written out: a partial index is of no use to a query with a parameter there. */
function publicEvents(db: Db, publisherId: number) {
  return db
    .selectFrom('event')
    .select(['id', 'start_at'])
    .where('publisher_id', '=', publisherId)
    .where('private', '=', sql.lit(0))
    .where('draft', '=', sql.lit(0))
}

async function placesOf(query: ReturnType<typeof publicEvents>, limit: number): Promise<Place[]> {
  const rows = await query.orderBy('id').limit(limit).execute()
  return rows.map((row) => ({ startAt: row.start_at, id: row.id }))
}

/** The events themselves, by start. One that was changed into a draft meanwhile is left out. */
async function liveEvents(db: Db, publisherId: number, ids: string[]): Promise<CalendarEvent[]> {
  const events = await listEventsById(db, publisherId, ids)
  return events.filter((event) => !event.draft).sort(byPlace)
}

function byPlace(a: Place, b: Place): number {
  return a.startAt - b.startAt || (a.id < b.id ? -1 : 1)
}
