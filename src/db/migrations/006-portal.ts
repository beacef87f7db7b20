import { type Kysely, sql, SqliteAdapter } from 'kysely'
import { createEventLists } from './event-lists.ts'
import { createFigures } from './figures.ts'
import { createRequestLog } from './request-log.ts'

/** What the publisher's portal looks at: figures by day, the log of requests, and subscribers in large numbers. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration knows no table types
export async function up(db: Kysely<any>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter

  await createFigures(db)

  await db.schema
    .createIndex('subscriber_left')
    .on('subscriber')
    .columns(['publisher_id', 'ended_at', 'id'])
    .where(sql.ref('active'), '=', sql.lit(0))
    .execute()
  // With the subscriber, so that those of a calendar can be paged through.
  await db.schema.dropIndex('subscription_by_calendar').execute()
  await db.schema
    .createIndex('subscription_by_calendar')
    .on('subscription')
    .columns(['publisher_id', 'calendar_id', 'subscriber_id'])
    .execute()

  // Of one subscriber, for its record and to erase it. Payloads begin with the svc_id.
  await db.schema.alterTable('notification').addColumn('subscriber_id', 'text').execute()
  await sql`
    update notification set subscriber_id = substr(payload, 11, 24)
    where kind <> 'test' and payload like '{"svcId":"%'`.execute(db)
  await db.schema
    .createIndex('notification_by_subscriber')
    .on('notification')
    .columns(['publisher_id', 'subscriber_id', 'id'])
    .where(sql.ref('subscriber_id'), 'is not', null)
    .execute()

  await db.schema
    .createTable('erased_subscriber')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('private_calendar_id', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'bigint', (c) => c.notNull())
    .addColumn('erased_at', 'bigint', (c) => c.notNull())
    .addColumn('done', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('erased_subscriber_pk', ['publisher_id', 'id'])
    .execute()
  await db.schema
    .createIndex('erased_subscriber_under_way')
    .on('erased_subscriber')
    .columns(['publisher_id', 'id'])
    .where(sql.ref('done'), '=', sql.lit(0))
    .execute()

  await db.schema
    .createTable('import_source')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('calendar_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('last_run_at', 'bigint', (c) => c.notNull())
    .addColumn('last_result', 'text')
    .addPrimaryKeyConstraint('import_source_pk', ['publisher_id', 'id'])
    .execute()

  // The beginning of an address is looked for by range, and a language's order of letters would not do.
  if (!sqlite) await sql`alter table subscriber alter column email_key type text collate "C"`.execute(db)

  // The log of one callback, and of what has not arrived. The first also serves a callback that is deleted.
  await db.schema
    .createIndex('delivery_by_callback')
    .on('delivery')
    .columns(['publisher_id', 'callback_id', 'created', 'id'])
    .execute()
  await db.schema
    .createIndex('delivery_open')
    .on('delivery')
    .columns(['publisher_id', 'created', 'id'])
    .where(sql.ref('state'), '<>', sql.lit('delivered'))
    .execute()

  await createEventLists(db, sqlite)

  if (!sqlite) await createRequestLog(db)
}
