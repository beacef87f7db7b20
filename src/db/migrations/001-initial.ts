import { type CreateTableBuilder, type Kysely, sql, SqliteAdapter } from 'kysely'

/** Publishers, calendars, events, subscribers, widgets and what serves them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const table = (name: string) => db.schema.createTable(name)
  // SQLite keeps such a table in the order of its primary key, without a second tree for it. It pays off for
  // narrow rows and for those that arrive in key order.
  const clustered = <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
    sqlite ? builder.modifyEnd(sql`without rowid`) : builder

  await clustered(
    table('service')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('service_pk', ['name']),
  ).execute()

  await clustered(
    table('directory')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('publisher_id', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('directory_pk', ['kind', 'key']),
  ).execute()

  await table('publisher')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('parent_id', 'integer')
    .addColumn('partner', 'integer', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('company', 'text', (c) => c.notNull())
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('settings_revision', 'bigint', (c) => c.notNull())
    .addColumn('feeds_changed_at', 'bigint', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('publisher_pk', ['publisher_id'])
    .execute()

  await table('publisher_revision')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('publisher_revision_pk', ['publisher_id'])
    .execute()

  await clustered(
    table('api_key')
      .addColumn('publisher_id', 'integer', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('active', 'integer', (c) => c.notNull())
      .addColumn('sha256_only', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('api_key_pk', ['publisher_id', 'key'])
      .addForeignKeyConstraint('api_key_publisher', ['publisher_id'], 'publisher', ['publisher_id']),
  ).execute()

  await table('calendar')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('genre', 'text', (c) => c.notNull())
    .addColumn('sub_genre', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('logo', 'text', (c) => c.notNull())
    .addColumn('draft', 'integer', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('version_at', 'bigint', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addColumn('modified', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('calendar_pk', ['publisher_id', 'id'])
    .addUniqueConstraint('calendar_reference', ['publisher_id', 'reference'])
    .addForeignKeyConstraint('calendar_publisher', ['publisher_id'], 'publisher', ['publisher_id'])
    .execute()

  await table('category')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('path_key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('category_pk', ['publisher_id', 'id'])
    .addUniqueConstraint('category_path', ['publisher_id', 'path_key'])
    .addForeignKeyConstraint('category_publisher', ['publisher_id'], 'publisher', ['publisher_id'])
    .execute()

  await clustered(
    table('calendar_category')
      .addColumn('publisher_id', 'integer', (c) => c.notNull())
      .addColumn('calendar_id', 'text', (c) => c.notNull())
      .addColumn('category_id', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('calendar_category_pk', ['publisher_id', 'calendar_id', 'category_id'])
      .addForeignKeyConstraint(
        'calendar_category_calendar',
        ['publisher_id', 'calendar_id'],
        'calendar',
        ['publisher_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'calendar_category_category',
        ['publisher_id', 'category_id'],
        'category',
        ['publisher_id', 'id'],
        (c) => c.onDelete('cascade'),
      ),
  ).execute()

  await table('subscriber')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('private_calendar_id', 'text', (c) => c.notNull())
    .addColumn('rotations', 'text', (c) => c.notNull())
    .addColumn('reminders', 'text')
    .addColumn('profile', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('widget_id', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('revision_at', 'bigint', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addColumn('modified', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('subscriber_pk', ['publisher_id', 'id'])
    .addUniqueConstraint('subscriber_email', ['publisher_id', 'email_key'])
    .addUniqueConstraint('subscriber_private_calendar', ['publisher_id', 'private_calendar_id'])
    .addForeignKeyConstraint('subscriber_publisher', ['publisher_id'], 'publisher', ['publisher_id'])
    .execute()

  await clustered(
    table('subscription')
      .addColumn('publisher_id', 'integer', (c) => c.notNull())
      .addColumn('subscriber_id', 'text', (c) => c.notNull())
      .addColumn('calendar_id', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('subscription_pk', ['publisher_id', 'subscriber_id', 'calendar_id'])
      .addForeignKeyConstraint(
        'subscription_subscriber',
        ['publisher_id', 'subscriber_id'],
        'subscriber',
        ['publisher_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'subscription_calendar',
        ['publisher_id', 'calendar_id'],
        'calendar',
        ['publisher_id', 'id'],
        (c) => c.onDelete('cascade'),
      ),
  ).execute()
  await db.schema
    .createIndex('subscription_by_calendar')
    .on('subscription')
    .columns(['publisher_id', 'calendar_id'])
    .execute()

  await clustered(
    table('feed_read')
      .addColumn('publisher_id', 'integer', (c) => c.notNull())
      .addColumn('subscriber_id', 'text', (c) => c.notNull())
      .addColumn('application', 'text', (c) => c.notNull())
      .addColumn('reads', 'bigint', (c) => c.notNull())
      .addColumn('last_read_at', 'bigint', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('feed_read_pk', ['publisher_id', 'subscriber_id', 'application'])
      .addForeignKeyConstraint(
        'feed_read_subscriber',
        ['publisher_id', 'subscriber_id'],
        'subscriber',
        ['publisher_id', 'id'],
        (c) => c.onDelete('cascade'),
      ),
  ).execute()

  await table('event')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('calendar_id', 'text', (c) => c.notNull())
    .addColumn('private', 'integer', (c) => c.notNull())
    .addColumn('reference', 'text')
    .addColumn('reference_type', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('location', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('start_date', 'text', (c) => c.notNull())
    .addColumn('start_time', 'text')
    .addColumn('end_date', 'text', (c) => c.notNull())
    .addColumn('end_time', 'text')
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addColumn('start_at', 'bigint', (c) => c.notNull())
    .addColumn('end_at', 'bigint', (c) => c.notNull())
    .addColumn('alert', 'text', (c) => c.notNull())
    .addColumn('alert2', 'text', (c) => c.notNull())
    .addColumn('draft', 'integer', (c) => c.notNull())
    .addColumn('sponsored_message', 'text', (c) => c.notNull())
    .addColumn('extras', 'text')
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addColumn('modified', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('event_pk', ['publisher_id', 'id'])
    .addUniqueConstraint('event_reference', ['publisher_id', 'reference'])
    .execute()
  await db.schema
    .createIndex('event_by_calendar')
    .on('event')
    .columns(['publisher_id', 'calendar_id', 'revision'])
    .execute()
  await db.schema
    .createIndex('event_by_group')
    .on('event')
    .columns(['publisher_id', 'reference_type', 'id'])
    .where(sql.ref('reference_type'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('event_public_by_date')
    .on('event')
    .columns(['publisher_id', 'start_date', 'start_at', 'id'])
    .where(sql.ref('private'), '=', sql.lit(0))
    .execute()

  await clustered(
    table('widget')
      .addColumn('publisher_id', 'integer', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('active', 'integer', (c) => c.notNull())
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('widget_pk', ['publisher_id', 'id'])
      .addForeignKeyConstraint('widget_publisher', ['publisher_id'], 'publisher', ['publisher_id']),
  ).execute()

  await table('batch_answer')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('api_key', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_answer_pk', ['publisher_id', 'api_key', 'idempotency_key'])
    .execute()
  await db.schema
    .createIndex('batch_answer_by_age')
    .on('batch_answer')
    .columns(['publisher_id', 'created'])
    .execute()

  if (!sqlite) await createRequestWindow(db)
}

/** On SQLite this table lives in a file of its own. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration knows no table types
export async function createRequestWindow(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('request_window')
    .ifNotExists()
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('request_window_pk', ['publisher_id', 'name'])
    .execute()
}
