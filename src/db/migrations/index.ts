import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from '../database.ts'
import * as initial from './001-initial.ts'
import * as webhooks from './002-webhooks.ts'
import * as upcoming from './003-upcoming.ts'
import * as accounts from './004-accounts.ts'
import * as users from './005-users.ts'
import * as portal from './006-portal.ts'
import * as hardening from './007-hardening.ts'
import * as migrationKit from './008-migration-kit.ts'
import * as feeds from './009-feeds.ts'

/** In the order they run. A file is final once it was released. */
export const MIGRATIONS = {
  '001-initial': initial,
  '002-webhooks': webhooks,
  '003-upcoming': upcoming,
  '004-accounts': accounts,
  '005-users': users,
  '006-portal': portal,
  '007-hardening': hardening,
  '008-migration-kit': migrationKit,
  '009-feeds': feeds,
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
  const unknown = unknownMigration(rows.map(({ name }) => name))
  if (unknown) throw new Error(`it was made by a newer version of Fasti than this one (${unknown})`)
}

/** The first of these that this program knows nothing of. */
export function unknownMigration(names: string[]): string | undefined {
  return names.find((name) => !Object.hasOwn(MIGRATIONS, name))
}

/** Migrations of this program that the database lacks. What a newer program added is no harm while it is replaced. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return Object.keys(MIGRATIONS).filter((name) => !done.has(name))
}
