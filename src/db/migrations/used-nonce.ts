import type { Kysely } from 'kysely'

/** Nonces of signed requests, for as long as they could be sent again. On SQLite it is not part of the main file. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration knows no table types
export async function createUsedNonce(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('used_nonce')
    .ifNotExists()
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('api_key', 'text', (c) => c.notNull())
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('used_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('used_nonce_pk', ['publisher_id', 'api_key', 'nonce'])
    .execute()
  await db.schema
    .createIndex('used_nonce_by_time')
    .ifNotExists()
    .on('used_nonce')
    .columns(['used_at'])
    .execute()
}
