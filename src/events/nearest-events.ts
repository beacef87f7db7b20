import type { Selectable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { EventTable } from '../db/tables/event.ts'
import type { CalendarEvent } from './event.ts'
import { toEvent } from './event-columns.ts'

/** The shortest VEVENT is longer. */
const LEAST_BYTES = 200

/** Instants in epoch ms. */
export interface TimeSpan {
  /** 00:00 UTC of the day: what ended before is past. */
  today: number
  /** Events that ended before are left out. */
  from: number
  /** Events that start then or later are left out. */
  to: number
}

// One statement, so that all rows are of one moment. Both branches walk the index event_by_start and stop at the limit;
// whole rows are read only of the events that can fit.
const SIZE = `octet_length(name) + octet_length(location) + octet_length(details) + ${LEAST_BYTES}`
const LIVE = 'from event where publisher_id = $1 and calendar_id = $2 and draft = 0'
const NEAREST = `
  with not_ended as (
    select id, 0 as ended, start_at as distance, ${SIZE} as size ${LIVE}
      and end_at >= $3 and start_at < $5
    order by start_at, id limit $6
  ), past as (
    select id, 1 as ended, -start_at as distance, ${SIZE} as size ${LIVE}
      and end_at < $3 and end_at >= $4 and start_at < $5
    order by start_at desc, id limit $6
  ), nearest as (
    select id, ended, distance, size,
      sum(size) over (order by ended, distance, id rows unbounded preceding) as total
    from (select * from not_ended union all select * from past) both_sides
  )
  select e.*, n.total from nearest n join event e on e.publisher_id = $1 and e.id = n.id
  where n.total - n.size < $7
  order by n.ended, n.distance, n.id`

/**
 * The live events of a calendar that are nearest to today, at most so many that `bytes` octets of a feed could hold:
 * what has not ended by start, then the past, newest first. `complete`: the calendar has no others in the span.
 */
export async function readNearestEvents(
  database: Database,
  publisherId: number,
  calendarId: string,
  { today, from, to }: TimeSpan,
  bytes: number,
): Promise<{ events: CalendarEvent[]; complete: boolean }> {
  const rows = await database.read<Selectable<EventTable> & { total: number }>(NEAREST, [
    ...[publisherId, calendarId, today, finite(from), finite(to)],
    ...[Math.ceil(bytes / LEAST_BYTES), bytes],
  ])
  // A row is left out only when those before it make up all of `bytes`.
  return { events: rows.map(toEvent), complete: Number(rows.at(-1)?.total ?? 0) < bytes }
}

/** Databases have no infinite integers. */
function finite(time: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, time))
}
