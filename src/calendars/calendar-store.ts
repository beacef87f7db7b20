import type { Insertable, Selectable, Updateable } from 'kysely'
import { columnName } from '../db/column-name.ts'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { CalendarTable } from '../db/tables/calendar.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { addToDirectory } from '../publishers/directory.ts'
import type { Revision } from '../revisions/revision.ts'
import type { Calendar, Category } from './calendar.ts'
import { CALENDAR_ROWS, type CalendarFields } from './calendar-fields.ts'

/** Finds a calendar, also a draft, by its id or else by its reference. */
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

/** Calendars by id, in creation order. Unknown ids are skipped. */
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

/** The first of the ids that none of the publisher's calendars has. */
export async function findUnknownCalendar(
  db: Db,
  publisherId: number,
  ids: string[],
): Promise<string | undefined> {
  const known = new Set((await listCalendarsById(db, publisherId, ids)).map(({ id }) => id))
  return ids.find((id) => !known.has(id))
}

/** The versions of calendars by id, drafts too, in creation order. Unknown ids are skipped. */
export async function listCalendarVersions(
  db: Db,
  publisherId: number,
  ids: string[],
): Promise<{ id: string; draft: boolean; version: number; versionAt: number }[]> {
  const rows = await db
    .selectFrom('calendar')
    .select(['id', 'draft', 'version', 'version_at'])
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'id', ids))
    .orderBy('id')
    .execute()
  return rows.map(({ id, draft, version, version_at }) => ({
    ...{ id, draft: draft === 1, version, versionAt: version_at },
  }))
}

/** Names of the publisher's calendars, with drafts, in alphabetical order. */
export async function listCalendarNames(
  db: Db,
  publisherId: number,
  limit: number,
): Promise<{ id: string; name: string; draft: boolean }[]> {
  const rows = await db
    .selectFrom('calendar')
    .select(['id', 'name', 'draft'])
    .where('publisher_id', '=', publisherId)
    .limit(limit)
    .execute()
  return rows
    .map((row) => ({ ...row, draft: row.draft === 1 }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** References that begin with a text, which has only letters, digits and `-`. */
export async function listReferences(db: Db, publisherId: number, beginning: string): Promise<string[]> {
  const rows = await db
    .selectFrom('calendar')
    .select('reference')
    .where('publisher_id', '=', publisherId)
    .where('reference', 'like', `${beginning}%`)
    .execute()
  return rows.map(({ reference }) => reference)
}

/** Inserts a calendar; returns false if its reference is taken. */
export async function insertCalendar(
  tx: Db,
  publisherId: number,
  id: string,
  fields: CalendarFields,
  revision: Revision,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('calendar')
    .values(toRow(publisherId, id, fields, revision))
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

/** Raises the version of calendars after a change of their events. */
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
 * Deletes a calendar and the subscriptions to it, but not its events. Its directory entry stays, so that its
 * feed can say that it has ended.
 */
/** Deletes a calendar, and the addresses that are read again for it. */
export async function deleteCalendarRow(tx: Db, publisherId: number, id: string): Promise<void> {
  const sources = tx
    .selectFrom('source')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', id)
  for (const table of ['source_run', 'source_event'] as const)
    await tx
      .deleteFrom(table)
      .where('publisher_id', '=', publisherId)
      .where('source_id', 'in', sources)
      .execute()
  await tx
    .deleteFrom('source')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', id)
    .execute()
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

/** The row of a new calendar. */
export function toRow(
  publisherId: number,
  id: string,
  fields: CalendarFields,
  revision: Pick<Revision, 'number' | 'at'>,
): Insertable<CalendarTable> {
  return {
    publisher_id: publisherId,
    id,
    ...toColumns(fields),
    version: revision.number,
    version_at: revision.at,
    created: revision.at,
    modified: revision.at,
  } as Insertable<CalendarTable>
}

function toColumns(fields: CalendarFields): Updateable<CalendarTable> {
  return Object.fromEntries(
    CALENDAR_ROWS.map(([name, field]) => [columnName(name), field.toColumn(fields[name])]),
  )
}

function toFields(row: Selectable<CalendarTable>): CalendarFields {
  const columns: Record<string, unknown> = { ...row }
  const fields = CALENDAR_ROWS.map(([name, field]) => [name, field.fromColumn(columns[columnName(name)])])
  return Object.fromEntries(fields) as CalendarFields
}

function toCalendar(row: Selectable<CalendarTable>, categories: Category[]): Calendar {
  return {
    id: row.id,
    publisherId: row.publisher_id,
    ...toFields(row),
    categories: categories.map(({ id, path }) => ({ id, path })),
    version: row.version,
    created: row.created,
    modified: row.modified,
  }
}
