import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { CalendarTable } from '../db/tables/calendar.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { addToDirectory } from '../publishers/directory.ts'
import type { Revision } from '../publishers/revision.ts'
import type { Calendar, CalendarFields, Category } from './calendar.ts'

/** Finds a calendar, draft or not, by its id, else by its reference. */
export async function findCalendar(db: Db, publisherId: number, key: string): Promise<Calendar | undefined> {
  const by = (column: 'id' | 'reference') =>
    db
      .selectFrom('calendar')
      .selectAll()
      .where('publisher_id', '=', publisherId)
      .where(column, '=', key)
      .executeTakeFirst()
  const row = (isId(key) ? await by('id') : undefined) ?? (await by('reference'))
  if (!row) return undefined
  return (await withCategories(db, publisherId, [row]))[0]
}

export async function getCalendar(db: Db, publisherId: number, key: string): Promise<Calendar> {
  const calendar = await findCalendar(db, publisherId, key)
  if (!calendar) throw notFound('Calendar', key)
  return calendar
}

/** The publisher's calendars in creation order. */
export async function listCalendars(db: Db, publisherId: number, drafts: boolean): Promise<Calendar[]> {
  let query = db.selectFrom('calendar').selectAll().where('publisher_id', '=', publisherId)
  if (!drafts) query = query.where('draft', '=', 0)
  return withCategories(db, publisherId, await query.orderBy('id').execute())
}

/** Calendars by id, in creation order; ids that are none are left out. */
export async function listCalendarsById(db: Db, publisherId: number, ids: string[]): Promise<Calendar[]> {
  const rows = await db
    .selectFrom('calendar')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'id', ids))
    .orderBy('id')
    .execute()
  return withCategories(db, publisherId, rows)
}

/** Inserts a calendar; false when its reference is taken. */
export async function insertCalendar(
  tx: Db,
  publisherId: number,
  id: string,
  fields: CalendarFields,
  revision: Revision,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('calendar')
    .values({
      publisher_id: publisherId,
      id,
      ...toColumns(fields),
      version: revision.number,
      version_at: revision.at,
      created: revision.at,
      modified: revision.at,
    })
    .onConflict((conflict) => conflict.columns(['publisher_id', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) await addToDirectory(tx, 'calendar', id, publisherId)
  return inserted !== undefined
}

export async function updateCalendar(tx: Db, calendar: Calendar, revision: Revision): Promise<void> {
  await tx
    .updateTable('calendar')
    .set({
      ...toColumns(calendar),
      version: revision.number,
      version_at: revision.at,
      modified: revision.at,
    })
    .where('publisher_id', '=', calendar.publisherId)
    .where('id', '=', calendar.id)
    .execute()
}

/** Marks calendars as changed, because something in them was. */
export async function touchCalendars(
  tx: Db,
  publisherId: number,
  ids: string[],
  revision: Revision,
): Promise<void> {
  await tx
    .updateTable('calendar')
    .set({ version: revision.number, version_at: revision.at })
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'id', ids))
    .execute()
}

/**
 * Deletes a calendar with the subscriptions to it. Its events are the caller's to delete. It stays in the directory,
 * so that its feed can say that it has ended.
 */
export async function deleteCalendarRow(tx: Db, publisherId: number, id: string): Promise<void> {
  await tx.deleteFrom('calendar').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
}

async function withCategories(
  db: Db,
  publisherId: number,
  rows: Selectable<CalendarTable>[],
): Promise<Calendar[]> {
  if (rows.length === 0) return []
  const links = await db
    .selectFrom('calendar_category as link')
    .innerJoin('category', (join) =>
      join
        .onRef('category.publisher_id', '=', 'link.publisher_id')
        .onRef('category.id', '=', 'link.category_id'),
    )
    .select(['link.calendar_id', 'category.id', 'category.path'])
    .where('link.publisher_id', '=', publisherId)
    .where(
      inList(
        db,
        'link.calendar_id',
        rows.map((row) => row.id),
      ),
    )
    .orderBy('link.position')
    .execute()
  const byCalendar = Map.groupBy(links, (link) => link.calendar_id)
  return rows.map((row) => toCalendar(row, byCalendar.get(row.id) ?? []))
}

function toColumns(calendar: CalendarFields) {
  return {
    name: calendar.name,
    reference: calendar.reference,
    genre: calendar.genre,
    sub_genre: calendar.subGenre,
    note: calendar.note,
    logo: calendar.logo,
    draft: calendar.draft ? (1 as const) : (0 as const),
  }
}

function toCalendar(row: Selectable<CalendarTable>, categories: Category[]): Calendar {
  return {
    id: row.id,
    publisherId: row.publisher_id,
    name: row.name,
    reference: row.reference,
    genre: row.genre,
    subGenre: row.sub_genre,
    note: row.note,
    logo: row.logo,
    draft: row.draft === 1,
    categories: categories.map(({ id, path }) => ({ id, path })),
    version: row.version,
    created: row.created,
    modified: row.modified,
  }
}
