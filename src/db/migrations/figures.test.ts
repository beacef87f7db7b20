import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { expect, it } from 'vitest'
import { DATABASES, freshDatabaseUrl } from '../../../test/support/databases.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../database.ts'
import { openSqlite } from '../sqlite.ts'
import type { Tables } from '../tables/index.ts'
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
const PUBLISHER = {
  ...{ parent_id: null, partner: 0 as const, first_name: '', last_name: '', company: '', timezone: 'UTC' },
  ...{ email: '', settings: '{}', settings_revision: 0, feeds_changed_at: 0, created: 0 },
}

it.each(DATABASES)('tells who joined and left from the subscribers there are, on %s', async (kind) => {
  const fresh = await freshDatabaseUrl(kind)
  const db = openPlain(fresh.url)
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(BEFORE) } })
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  await db
    .insertInto('publisher')
    .values([1, 2].map((publisher_id) => ({ ...PUBLISHER, publisher_id })))
    .execute()
  const people: [publisher: number, created: string, endedAt: string | null][] = [
    [1, '2027-02-28T00:00:00.000Z', null],
    [1, '2027-02-28T23:59:59.999Z', '2027-03-01T00:00:00Z'],
    [1, '2027-03-01T00:00:00.000Z', '2027-03-02T12:00:00Z'],
    [1, '2027-03-01T10:00:00.000Z', '2027-03-02T13:00:00Z'],
    [2, '2027-03-01T10:00:00.000Z', null],
  ]
  await db
    .insertInto('subscriber')
    .values(
      people.map(([publisher_id, created, endedAt], index) => ({
        ...{
          publisher_id,
          id: `${index}`,
          email: `${index}`,
          email_key: `${index}`,
          private_calendar_id: `${index}`,
        },
        ...{ rotations: '[]', reminders: null, profile: '{}', source: 'Widget', widget_id: '' },
        ...{ revision: 0, revision_at: 0, modified: 0 },
        active: endedAt ? (0 as const) : (1 as const),
        ended_at: endedAt === null ? null : Date.parse(endedAt),
        created: Date.parse(created),
      })),
    )
    .execute()
  await db.destroy()

  const database = await openDatabase(readConfig({ DATABASE_URL: fresh.url }).db)
  const figures = await database.db.selectFrom('daily_figure').selectAll().execute()
  await database.close()
  await fresh.dispose()
  const lines = figures.map(({ publisher_id, name, day, value }) => `${publisher_id} ${day} ${name} ${value}`)
  expect(lines.sort()).toEqual([
    '1 2027-02-28 joined 2',
    '1 2027-03-01 joined 2',
    '1 2027-03-01 left 1',
    '1 2027-03-02 left 2',
    '2 2027-03-01 joined 1',
  ])
})

function openPlain(url: string): Kysely<Tables> {
  const config = readConfig({ DATABASE_URL: url }).db
  const dialect =
    config.kind === 'sqlite'
      ? new SqliteDialect({ database: openSqlite(config.file) })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: config.url }) })
  return new Kysely<Tables>({ dialect })
}
