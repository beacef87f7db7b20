import type { Kysely } from 'kysely'

/** What moving over from another service needs: old feed addresses, and callbacks that call `svcId` otherwise. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration knows no table types
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('feed_redirect')
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('target_id', 'text', (c) => c.notNull())
    .addColumn('generation', 'integer', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('feed_redirect_pk', ['publisher_id', 'key'])
    .execute()
  await db.schema
    .createIndex('feed_redirect_by_target')
    .on('feed_redirect')
    .columns(['publisher_id', 'target_id', 'key'])
    .execute()

  await db.schema
    .alterTable('callback')
    .addColumn('id_name', 'text', (c) => c.notNull().defaultTo('svcId'))
    .execute()
}
