import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { EventTable } from '../db/tables/event.ts'
import type { CalendarEvent } from './event.ts'
import { columnOf, readAlsoIn, readOwnFields } from './event-columns.ts'
import { EVENT_FIELDS, type FieldName } from './event-fields.ts'

/** The fields in lists: all except long texts. */
export const LISTED = [
  'name',
  'location',
  'startDate',
  'startTime',
  'endDate',
  'endTime',
  'timezone',
  'draft',
  'cancelled',
  'referenceType',
] as const satisfies FieldName[]

/** An event in a list. */
export type EventRow = Pick<CalendarEvent, (typeof LISTED)[number] | (typeof PLACE)[number] | 'ownFields'>

const PLACE = ['id', 'calendarId', 'alsoIn', 'startAt', 'endAt', 'modified', 'seriesId'] as const
const COLUMNS = [
  ...[...LISTED, ...PLACE].map(columnOf),
  // Only dates of series have fields of their own; the extras of others may be long.
  sql<string | null>`case when series_id is not null then extras end`.as('extras'),
]

/** Events by id, in the order of the ids. Unknown ids are skipped. */
export async function listRowsById(db: Db, publisherId: number, ids: string[]): Promise<EventRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('event')
    .select(COLUMNS)
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'id', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toListed(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Up to `limit` public events of a grouping key, in any order. */
export async function listRowsOfGroup(
  db: Db,
  publisherId: number,
  referenceType: string,
  limit: number,
): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('event')
    .select(COLUMNS)
    .where('publisher_id', '=', publisherId)
    .where('reference_type', '=', referenceType)
    .where('private', '=', sql.lit(0))
    .limit(limit)
    .execute()
  return rows.map(toListed)
}

/** The public events of a series, in any order. */
export async function listRowsOfSeries(db: Db, publisherId: number, seriesId: string): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('event')
    .select(COLUMNS)
    .where('publisher_id', '=', publisherId)
    .where('series_id', '=', seriesId)
    .where('private', '=', sql.lit(0))
    .execute()
  return rows.map(toListed)
}

function toListed(row: Partial<Selectable<EventTable>>): EventRow {
  const event: Record<string, unknown> = {
    id: row.id,
    calendarId: row.calendar_id,
    alsoIn: readAlsoIn(row.also_in ?? null),
    startAt: row.start_at,
    endAt: row.end_at,
    modified: row.modified,
    seriesId: row.series_id,
    ownFields: readOwnFields(row.extras ?? null),
  }
  for (const name of LISTED) event[name] = EVENT_FIELDS[name].fromColumn(row[columnOf(name)])
  return event as unknown as EventRow
}
