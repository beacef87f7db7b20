import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from '../database.ts'
import * as initial from './001-initial.ts'
import * as webhooks from './002-webhooks.ts'
import * as upcoming from './003-upcoming.ts'
import * as accounts from './004-accounts.ts'
import * as users from './005-users.ts'
import * as portal from './006-portal.ts'

/** In the order they run. A file is final once it was released. */
const MIGRATIONS = {
  '001-initial': initial,
  '002-webhooks': webhooks,
  '003-upcoming': upcoming,
  '004-accounts': accounts,
  '005-users': users,
  '006-portal': portal,
}

/** Brings the schema up to date, under a lock; throws a plain Error when the database is newer than this program. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } })
  const applied = await migrator.getMigrations()
  if (!applied.every((migration) => migration.executedAt)) {
    const { error } = await migrator.migrateToLatest()
    if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error))
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.find(({ name }) => !Object.hasOwn(MIGRATIONS, name))
  if (unknown) throw new Error(`it was made by a newer version of Fasti than this one (${unknown.name})`)
}
