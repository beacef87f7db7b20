import type { Selectable } from 'kysely'
import { type Database, isSqlite } from '../db/database.ts'
import type { EventTable } from '../db/tables/event.ts'
import { type CalendarEvent, isIn } from './event.ts'
import { toEvent } from './event-columns.ts'

/** Every VEVENT without its texts is longer than this. */
const MIN_EVENT_BYTES = 220

/** Instants in epoch ms. */
export interface TimeSpan {
  /** 00:00 UTC of the day. Events that ended before are past. */
  today: number
  /** Events that ended before are left out. */
  from: number
  /** Events that start at or after it are left out. */
  to: number
}

// One statement, so that both halves are of the same moment. Both walk the index event_by_start and stop at
// the limit. Past events are not read if the others alone fill the feed. Both sort by columns that they return: only
// then does SQLite walk the index behind the view.
const SIZE = `octet_length(name) + octet_length(location) + octet_length(details) + ${MIN_EVENT_BYTES}`
const LIVE = 'from calendar_event where publisher_id = $1 and calendar_id = $2 and draft = 0'
const NEAREST = `
  with not_ended as materialized (
    select id, start_at, ${SIZE} as size ${LIVE}
      and end_at >= $3 and start_at < $5
    order by start_at, id limit $6
  ), past as (
    select id, start_at, ${SIZE} as size ${LIVE}
      and end_at < $3 and end_at >= $4 and start_at < $5
    order by start_at desc, id
    limit case when (select coalesce(sum(size), 0) from not_ended) < $7 then $6 else 0 end
  ), nearest as (
    select id, ended, distance, size,
      sum(size) over (order by ended, distance, id rows unbounded preceding) as total
    from (
      select id, 0 as ended, start_at as distance, size from not_ended
      union all select id, 1 as ended, -start_at as distance, size from past) both_sides
  )
  select id, total from nearest where total - size < $7 order by ended, distance, id`

/**
 * Finds the live events of a calendar that are nearest to today, at most as many as `bytes` octets of a feed
 * can hold: first those that have not ended, by start, then the past, newest first. `complete`: the calendar
 * has no others in the span.
 */
export async function findNearestEvents(
  database: Database,
  publisherId: number,
  calendarId: string,
  { today, from, to }: TimeSpan,
  bytes: number,
): Promise<{ ids: string[]; complete: boolean }> {
  const rows = await database.read<{ id: string; total: number }>(NEAREST, [
    ...[publisherId, calendarId, today, finite(from), finite(to)],
    ...[Math.ceil(bytes / MIN_EVENT_BYTES), bytes],
  ])
  // The query leaves out a row only if the rows before it take all of `bytes`.
  return { ids: rows.map(({ id }) => id), complete: Number(rows.at(-1)?.total ?? 0) < bytes }
}

const BY_ID = { sqlite: 'id in (select value from json_each($2))', postgres: 'id = any($2::text[])' }

/**
 * Live events of a calendar by id, in the order of the ids. Deleted ones are missing; changed ones are in
 * their current version.
 */
export async function readLiveEvents(
  database: Database,
  publisherId: number,
  calendarId: string,
  ids: string[],
): Promise<CalendarEvent[]> {
  const revised = await readRevisedEvents(database, publisherId, calendarId, ids)
  return revised.map(({ event }) => event)
}

/** Like `readLiveEvents`, each with the revision of its last change. */
export async function readRevisedEvents(
  database: Pick<Database, 'db' | 'read'>,
  publisherId: number,
  calendarId: string,
  ids: string[],
): Promise<{ event: CalendarEvent; revision: number }[]> {
  const sqlite = isSqlite(database.db)
  // The calendar is compared here: a condition in the statement would make SQLite walk the whole calendar
  // each time.
  const rows = await database.read<Selectable<EventTable>>(
    `select * from event where publisher_id = $1 and ${sqlite ? BY_ID.sqlite : BY_ID.postgres}`,
    [publisherId, sqlite ? JSON.stringify(ids) : `{${ids.join()}}`],
  )
  const live = rows.filter((row) => row.draft === 0)
  const events = live.map((row) => ({ event: toEvent(row), revision: row.revision }))
  const here = events.filter(({ event }) => isIn(event, calendarId))
  const byId = new Map(here.map((revised) => [revised.event.id, revised]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Databases have no infinite integers. */
function finite(time: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, time))
}
