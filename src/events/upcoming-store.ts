import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { CalendarEvent } from './event.ts'
import { inCalendars } from './event-calendar-store.ts'
import { readAlsoIn } from './event-columns.ts'
import { listEventsById } from './event-store.ts'

/**
 * Longer events are found by their end. All others that have not ended began less than this ago, so they are
 * found by their start, without reading all past events. The migration of the index has the same number.
 */
const LONG_MS = 604_800_000
/** Up to this many calendars are queried one by one; for more, the publisher's events are walked through. */
const MAX_SEPARATE_QUERIES = 20

/** The position of an event in the order of starts. */
export interface Place {
  startAt: number
  id: string
}

export interface UpcomingFilter {
  calendarIds: string[]
  /** Epoch ms: events that ended before are left out. */
  now: number
  /** Only events after this place. */
  after?: Place | undefined
  /** Epoch ms: only events that start before. */
  before?: number | undefined
  /** True to include cancelled events. */
  cancelled: boolean
}

/** Live public events of some calendars that have not ended, in the order of their starts. */
export async function listUpcoming(
  db: Db,
  publisherId: number,
  { calendarIds, now, after, before, cancelled }: UpcomingFilter,
  limit: number,
): Promise<CalendarEvent[]> {
  const horizon = now - LONG_MS
  const wanted = (query: ReturnType<typeof publicEvents>) =>
    cancelled ? query : query.where('cancelled', '=', sql.lit(0))
  const among = inCalendars(db, publisherId, calendarIds, sql`coalesce(calendar_id, '')`)
  const recent = (calendars: Expression<SqlBool>, table?: 'calendar_event') => {
    const query = wanted(publicEvents(db, publisherId, table))
      .where('end_at', '>', now)
      .where(calendars)
    // A place after the horizon narrows the range more than the horizon.
    const beyond = after && after.startAt > horizon
    const behind = beyond ? isAfter(sql`start_at`, after) : sql<boolean>`start_at > ${horizon}`
    const within = before === undefined ? query : query.where('start_at', '<', before)
    return placesOf(within.where(behind).orderBy('start_at'), limit)
  }
  const found =
    calendarIds.length > MAX_SEPARATE_QUERIES
      ? await recent(among)
      : (
          await Promise.all(
            calendarIds.map((id) => recent(sql<boolean>`calendar_id = ${id}`, 'calendar_event')),
          )
        ).flat()
  if (!after || after.startAt <= horizon) {
    const running = wanted(longRunning(db, publisherId, now)).where(among)
    const long = before === undefined ? running : running.where(UNINDEXED_START, '<', before)
    found.push(...(await placesOf(after ? long.where(isAfter(UNINDEXED_START, after)) : long, limit)))
  }
  // An event in several of the calendars is found in each.
  const ids = new Set(found.sort(byPlace).map(({ id }) => id))
  return liveEvents(db, publisherId, [...ids].slice(0, limit))
}

/**
 * The last live public event of some calendars that starts before `before` and ends after `from`, both in epoch ms.
 * Events that began long before `from` are not looked for.
 */
export async function findLastBefore(
  db: Db,
  publisherId: number,
  { calendarIds, from, before, cancelled }: { from: number; before: number } & Omit<UpcomingFilter, 'now'>,
): Promise<CalendarEvent | undefined> {
  const last = (calendars: Expression<SqlBool>, table?: 'calendar_event') => {
    const query = publicEvents(db, publisherId, table)
      .where(calendars)
      .where('start_at', '>', from - LONG_MS)
      .where('start_at', '<', before)
      .where('end_at', '>', from)
      .orderBy('start_at', 'desc')
      .limit(1)
    return (cancelled ? query : query.where('cancelled', '=', sql.lit(0))).executeTakeFirst()
  }
  const found =
    calendarIds.length > MAX_SEPARATE_QUERIES
      ? [await last(inCalendars(db, publisherId, calendarIds, sql`coalesce(calendar_id, '')`))]
      : await Promise.all(calendarIds.map((id) => last(sql<boolean>`calendar_id = ${id}`, 'calendar_event')))
  const [latest] = found.flatMap((row) => row ?? []).sort((a, b) => b.start_at - a.start_at)
  return latest && (await liveEvents(db, publisherId, [latest.id]))[0]
}

/** Live events of a private calendar that have not ended, in the order of their starts. */
export async function listUpcomingPrivate(
  db: Db,
  publisherId: number,
  { calendarId, now, after, cancelled }: Omit<UpcomingFilter, 'calendarIds'> & { calendarId: string },
  limit: number,
): Promise<CalendarEvent[]> {
  let query = db
    .selectFrom('event')
    .select(['id', 'start_at'])
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where('draft', '=', sql.lit(0))
    .where('end_at', '>', now)
    .orderBy('start_at')
  if (after) query = query.where(isAfter(sql`start_at`, after))
  if (!cancelled) query = query.where('cancelled', '=', sql.lit(0))
  const rows = await query.orderBy('id').limit(limit).execute()
  return liveEvents(
    db,
    publisherId,
    rows.map(({ id }) => id),
  )
}

/**
 * The current or next event of each public calendar, by calendar id, without cancelled events. Draft
 * calendars are included only if `calendarIds` contains them.
 */
export async function findNextEvents(
  db: Db,
  publisherId: number,
  now: number,
  calendarIds?: string[],
): Promise<Map<string, CalendarEvent>> {
  const rows = await db
    .selectFrom('calendar as k')
    .select((eb) => {
      const comesNext = eb
        .selectFrom('event as e')
        .select('e.id')
        .where('e.publisher_id', '=', publisherId)
        .where('e.private', '=', sql.lit(0))
        .where('e.draft', '=', sql.lit(0))
        .where('e.start_at', '>', now - LONG_MS)
        .where('e.end_at', '>', now)
        .where('e.cancelled', '=', sql.lit(0))
        .orderBy('e.start_at')
        .orderBy('e.id')
        .limit(1)
      // Two statements in one: databases find no index for the first of both together.
      const joined = comesNext
        .innerJoin('event_calendar as c', 'c.event_id', 'e.id')
        .where('c.publisher_id', '=', publisherId)
        .where('c.calendar_id', '=', eb.ref('k.id'))
      return ['k.id', comesNext.whereRef('e.calendar_id', '=', 'k.id').as('own'), joined.as('joined')]
    })
    .where('k.publisher_id', '=', publisherId)
    .where(calendarIds ? inList(db, 'k.id', calendarIds) : sql<boolean>`k.draft = 0`)
    .execute()
  const found = rows.flatMap(({ id, own, joined }) => [
    { calendarId: id, id: own },
    { calendarId: id, id: joined },
  ])
  // Long running events began before all others.
  const running = await longRunning(db, publisherId, now)
    .select(['calendar_id', 'also_in'])
    .where('cancelled', '=', sql.lit(0))
    .execute()
  const wanted = calendarIds && new Set(calendarIds)
  for (const { id, calendar_id: home, also_in } of running)
    for (const calendarId of [home, ...readAlsoIn(also_in)])
      if (!wanted || wanted.has(calendarId)) found.push({ calendarId, id })
  const ids = new Set(found.flatMap(({ id }) => id ?? []))
  const events = new Map((await liveEvents(db, publisherId, [...ids])).map((event) => [event.id, event]))
  const next = new Map<string, CalendarEvent>()
  for (const { calendarId, id } of found) {
    const event = id === null ? undefined : events.get(id)
    const earlier = next.get(calendarId)
    if (event && !(earlier && byPlace(earlier, event) < 0)) next.set(calendarId, event)
  }
  return next
}

/** An expression that no index has, so that the database does not walk through all starts up to now. */
const UNINDEXED_START = sql<number>`(start_at + 0)`

/** Running events that began more than `LONG_MS` ago, by start. */
function longRunning(db: Db, publisherId: number, now: number) {
  return publicEvents(db, publisherId)
    .where(sql<boolean>`(end_at - start_at) > ${sql.lit(LONG_MS)}`)
    .where('end_at', '>', now)
    .where(UNINDEXED_START, '<=', now - LONG_MS)
    .orderBy(UNINDEXED_START)
}

function isAfter(start: RawBuilder<unknown>, place: Place): RawBuilder<boolean> {
  return sql<boolean>`(${start}, id) > (${place.startAt}, ${place.id})`
}

/**
 * Events of the partial indexes. The zeros are literals, since a partial index can't serve a query with
 * parameters there.
 */
function publicEvents(db: Db, publisherId: number, table: 'event' | 'calendar_event' = 'event') {
  return db
    .selectFrom(table as 'event')
    .select(['id', 'start_at'])
    .where('publisher_id', '=', publisherId)
    .where('private', '=', sql.lit(0))
    .where('draft', '=', sql.lit(0))
}

async function placesOf(query: ReturnType<typeof publicEvents>, limit: number): Promise<Place[]> {
  const rows = await query.orderBy('id').limit(limit).execute()
  return rows.map((row) => ({ startAt: row.start_at, id: row.id }))
}

/** Events by id, sorted by start, without drafts: an event may have become one after its id was read. */
async function liveEvents(db: Db, publisherId: number, ids: string[]): Promise<CalendarEvent[]> {
  const events = await listEventsById(db, publisherId, ids)
  return events.filter((event) => !event.draft).sort(byPlace)
}

/** The order of starts. */
export function byPlace(a: Place, b: Place): number {
  return a.startAt - b.startAt || (a.id < b.id ? -1 : 1)
}
