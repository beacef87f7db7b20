import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** On SQLite this table lives in the file of the request counts. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration knows no table types
export async function createRequestLog(db: Kysely<any>): Promise<void> {
  const table = db.schema
    .createTable('request_log')
    .ifNotExists()
    .addColumn('publisher_id', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('api_key', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('errors', 'text')
    .addColumn('duration_ms', 'integer', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('url', 'text')
    .addColumn('body_sha256', 'text')
    .addColumn('body_bytes', 'integer')
    .addPrimaryKeyConstraint('request_log_pk', ['publisher_id', 'id'])
  // A publisher's rows lie beside each other in the order of time, as they are read.
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await (sqlite ? table.modifyEnd(sql`without rowid`) : table).execute()
  await db.schema
    .createIndex('request_log_refused')
    .ifNotExists()
    .on('request_log')
    .columns(['publisher_id', 'id'])
    .where(sql.ref('status'), '>=', sql.lit(400))
    .execute()
}
