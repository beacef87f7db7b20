import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { EventTable } from '../db/tables/event.ts'
import type { EventExtras } from './event.ts'

/** An event as lists show it: all but its long texts. */
export interface EventRow {
  id: string
  calendarId: string
  name: string
  location: string
  startDate: string
  startTime: string | null
  endDate: string
  endTime: string | null
  timezone: string
  /** Epoch milliseconds. */
  startAt: number
  endAt: number
  modified: number
  draft: boolean
  cancelled: boolean
  referenceType: string
}

const COLUMNS = [
  'id',
  'calendar_id',
  'name',
  'location',
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'timezone',
  'start_at',
  'end_at',
  'modified',
  'draft',
  'extras',
  'reference_type',
] as const

/** Events by id, in the order of the ids; ids that are none are left out. */
export async function listRowsById(db: Db, publisherId: number, ids: string[]): Promise<EventRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('event')
    .select(COLUMNS)
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'id', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Up to `most` public events of a grouping key, in no order. */
export async function listRowsOfGroup(
  db: Db,
  publisherId: number,
  referenceType: string,
  most: number,
): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('event')
    .select(COLUMNS)
    .where('publisher_id', '=', publisherId)
    .where('reference_type', '=', referenceType)
    .where('private', '=', sql.lit(0))
    .limit(most)
    .execute()
  return rows.map(toRow)
}

function toRow(row: Pick<Selectable<EventTable>, (typeof COLUMNS)[number]>): EventRow {
  const extras = row.extras ? (JSON.parse(row.extras) as EventExtras) : {}
  return {
    id: row.id,
    calendarId: row.calendar_id,
    name: row.name,
    location: row.location,
    startDate: row.start_date,
    startTime: row.start_time,
    endDate: row.end_date,
    endTime: row.end_time,
    timezone: row.timezone,
    startAt: row.start_at,
    endAt: row.end_at,
    modified: row.modified,
    draft: row.draft === 1,
    cancelled: extras.cancelled === true,
    referenceType: row.reference_type ?? '',
  }
}
