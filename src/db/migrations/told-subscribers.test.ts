import { Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { expect, it } from 'vitest'
import { DATABASES, freshDatabaseUrl } from '../../../test/support/databases.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../database.ts'
import { openSqlite } from '../sqlite.ts'
import * as initial from './001-initial.ts'
import * as webhooks from './002-webhooks.ts'
import * as upcoming from './003-upcoming.ts'
import * as accounts from './004-accounts.ts'
import * as users from './005-users.ts'

const BEFORE = {
  '001-initial': initial,
  '002-webhooks': webhooks,
  '003-upcoming': upcoming,
  '004-accounts': accounts,
  '005-users': users,
}
const FAN = '01a1fdb1c7a34f543d216de0'

interface Before {
  notification: {
    publisher_id: number
    id: string
    kind: string
    revision: number
    payload: string
    created: number
  }
}

it.each(DATABASES)('knows whom the notifications there are tell of, on %s', async (kind) => {
  const fresh = await freshDatabaseUrl(kind)
  const db = openPlain(fresh.url)
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(BEFORE) } })
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  const payload = JSON.stringify({ svcId: FAN, email: 'fan@example.com', state: { name: '\u0000' } })
  const told = ['subscribe', 'unsubscribe', 'test'].map((kind, index) => ({
    ...{ publisher_id: 1, id: `${index}`, kind, revision: index, payload, created: index },
  }))
  await db.insertInto('notification').values(told).execute()
  await db.destroy()

  const database = await openDatabase(readConfig({ DATABASE_URL: fresh.url }).db)
  const rows = await database.db
    .selectFrom('notification')
    .select(['kind', 'subscriber_id'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { kind: 'subscribe', subscriber_id: FAN },
    { kind: 'unsubscribe', subscriber_id: FAN },
    { kind: 'test', subscriber_id: null },
  ])
  if (kind === 'postgres') {
    // Whatever the order of letters in the database, addresses are in that of octets.
    const { rows } = await sql<{ name: string }>`
      select collation_name as name from information_schema.columns
      where table_name = 'subscriber' and column_name = 'email_key'`.execute(database.db)
    expect(rows).toEqual([{ name: 'C' }])
  }
  await database.close()
  await fresh.dispose()
})

function openPlain(url: string): Kysely<Before> {
  const config = readConfig({ DATABASE_URL: url }).db
  const dialect =
    config.kind === 'sqlite'
      ? new SqliteDialect({ database: openSqlite(config.file) })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: config.url }) })
  return new Kysely<Before>({ dialect })
}
