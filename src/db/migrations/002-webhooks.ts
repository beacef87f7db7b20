import { type Kysely, sql } from 'kysely'

/** Callbacks, notifications, and their deliveries with every attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = (name: string) =>
    db.schema.createTable(name).addColumn('publisher_id', 'integer', (c) => c.notNull())

  await table('callback')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('kinds', 'text', (c) => c.notNull())
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('encryption_secret', 'text', (c) => c.notNull())
    .addColumn('signing_secret', 'text', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addColumn('modified', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('callback_pk', ['publisher_id', 'id'])
    .addForeignKeyConstraint('callback_publisher', ['publisher_id'], 'publisher', ['publisher_id'])
    .execute()

  await table('notification')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('notification_pk', ['publisher_id', 'id'])
    .execute()
  await db.schema
    .createIndex('notification_in_order')
    .on('notification')
    .columns(['publisher_id', 'revision', 'id'])
    .execute()

  await table('delivery')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('notification_id', 'text', (c) => c.notNull())
    .addColumn('callback_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('first_attempt_at', 'bigint')
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('delivery_pk', ['publisher_id', 'id'])
    .addForeignKeyConstraint(
      'delivery_notification',
      ['publisher_id', 'notification_id'],
      'notification',
      ['publisher_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'delivery_callback',
      ['publisher_id', 'callback_id'],
      'callback',
      ['publisher_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('delivery_queue')
    .on('delivery')
    .columns(['publisher_id', 'callback_id', 'due_at'])
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute()
  await db.schema
    .createIndex('delivery_by_notification')
    .on('delivery')
    .columns(['publisher_id', 'notification_id'])
    .execute()
  await db.schema
    .createIndex('delivery_by_age')
    .on('delivery')
    .columns(['publisher_id', 'created', 'id'])
    .execute()

  await table('delivery_attempt')
    .addColumn('delivery_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text', (c) => c.notNull())
    .addColumn('duration_ms', 'integer', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('delivery_attempt_pk', ['publisher_id', 'delivery_id', 'number'])
    .addForeignKeyConstraint(
      'delivery_attempt_delivery',
      ['publisher_id', 'delivery_id'],
      'delivery',
      ['publisher_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
}
