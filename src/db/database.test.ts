import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { DATABASES, freshDatabaseUrl } from '../../test/support/databases.ts'
import { ConfigError, readConfig } from '../config.ts'
import { openDatabase } from './database.ts'

it.each(DATABASES)('leaves nothing half done on %s when a migration fails', async (kind) => {
  const fresh = await freshDatabaseUrl(kind)
  const config = readConfig({ DATABASE_URL: fresh.url }).db
  await execute(fresh.url, 'create table widget (something_else integer)')
  await expect(openDatabase(config)).rejects.toThrow(ConfigError)
  await execute(fresh.url, 'drop table widget')
  // Had it stopped half way, what was made before would be in the way now.
  const database = await openDatabase(config)
  expect((await sql`select 1 as one from publisher`.execute(database.db)).rows).toEqual([])
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
