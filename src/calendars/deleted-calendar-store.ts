import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'

/** A deleted calendar. Its feed says that it has ended. */
export interface DeletedCalendar {
  /** Undefined if it was a draft, whose name is not public. */
  name: string | undefined
  /** Epoch ms. */
  deletedAt: number
}

export async function insertDeletedCalendar(
  tx: Db,
  publisherId: number,
  id: string,
  { name, deletedAt }: DeletedCalendar,
): Promise<void> {
  await tx
    .insertInto('deleted_calendar')
    .values({ publisher_id: publisherId, id, name: name ?? '', deleted_at: deletedAt })
    .execute()
}

export async function findDeletedCalendar(
  db: Db,
  publisherId: number,
  id: string,
): Promise<DeletedCalendar | undefined> {
  const row = await db
    .selectFrom('deleted_calendar')
    .select(['name', 'deleted_at'])
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { name: row.name || undefined, deletedAt: row.deleted_at }
}

/** Returns the names of deleted calendars by id. Those that were drafts have none. */
export async function findDeletedNames(
  db: Db,
  publisherId: number,
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('deleted_calendar')
    .select(['id', 'name'])
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
