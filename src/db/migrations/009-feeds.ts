import { type Kysely, sql } from 'kysely'

/** Feeds that show the nearest events, and say so; calendars that were deleted. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration knows no table types
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex('event_by_start')
    .on('event')
    .columns(['publisher_id', 'calendar_id', 'start_at', 'end_at'])
    .where(sql.ref('draft'), '=', sql.lit(0))
    .execute()

  await db.schema
    .alterTable('subscriber')
    .addColumn('reminders_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()

  await db.schema
    .createTable('deleted_calendar')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('deleted_calendar_pk', ['publisher_id', 'id'])
    .execute()

  await db.schema
    .createTable('cut_feed')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('feed_id', 'text', (c) => c.notNull())
    .addColumn('side', 'text', (c) => c.notNull())
    .addColumn('reaches_to', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('cut_feed_pk', ['publisher_id', 'kind', 'feed_id'])
    .execute()
}
