import { type Kysely, SqliteAdapter } from 'kysely'
import { createUsedNonce } from './used-nonce.ts'

/**
 * What an API key may do and from where, requests that count once, and codes for who lost the device. Secrets are
 * sealed when the database is opened, not here: it takes a key that migrations don't have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const addTo = (table: string) => db.schema.alterTable(table)

  await addTo('api_key')
    .addColumn('once_only', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await addTo('api_key')
    .addColumn('scope', 'text', (c) => c.notNull().defaultTo('full'))
    .execute()
  await addTo('api_key')
    .addColumn('addresses', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await addTo('user')
    .addColumn('backup_codes', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()

  if (!sqlite) await createUsedNonce(db)
}
