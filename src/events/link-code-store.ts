import type { Db } from '../db/database.ts'
import { type ColumnType, insertAll } from '../db/insert-many.ts'
import type { CalendarEvent } from './event.ts'

const COLUMNS: Record<string, ColumnType> = { publisher_id: 'integer', code: 'text', event_id: 'text' }

/** Stores the codes of events. They stay when the events are deleted. */
export async function insertLinkCodes(
  tx: Db,
  publisherId: number,
  events: Pick<CalendarEvent, 'id' | 'linkCode'>[],
): Promise<void> {
  const rows = events.map(({ id, linkCode }) => ({ publisher_id: publisherId, code: linkCode, event_id: id }))
  await insertAll(tx, 'link_code', COLUMNS, rows)
}

/** Returns the id of the event that has or had a code; undefined if none did. */
export async function findCodedEvent(db: Db, publisherId: number, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('link_code')
    .select('event_id')
    .where('publisher_id', '=', publisherId)
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.event_id
}
