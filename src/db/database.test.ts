import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { DATABASES, freshDatabaseUrl } from '../../test/support/databases.ts'
import { readConfig } from '../config.ts'
import { ConfigError } from '../errors.ts'
import { openDatabase } from './database.ts'

it.each(DATABASES)('rolls back a failed migration on %s', async (kind) => {
  const fresh = await freshDatabaseUrl(kind)
  const config = readConfig({ DATABASE_URL: fresh.url }).db
  await execute(fresh.url, 'create table widget (something_else integer)')
  await expect(openDatabase(config)).rejects.toThrow(ConfigError)
  await execute(fresh.url, 'drop table widget')
  // This would fail if the first attempt had left tables.
  const database = await openDatabase(config)
  expect((await sql`select 1 as one from publisher`.execute(database.db)).rows).toEqual([])
  await database.close()
  await fresh.dispose()
})

it('compares the addresses of subscribers by octets on PostgreSQL, in any locale', async () => {
  const fresh = await freshDatabaseUrl('postgres')
  const database = await openDatabase(readConfig({ DATABASE_URL: fresh.url }).db)
  const { rows } = await sql<{ name: string }>`
    select collation_name as name from information_schema.columns
    where table_name = 'subscriber' and column_name = 'email_key'`.execute(database.db)
  expect(rows).toEqual([{ name: 'C' }])
  await database.close()
  await fresh.dispose()
})

async function execute(url: string, statement: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length))
    database.exec(statement)
    return database.close()
  }
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
