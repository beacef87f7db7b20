import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from '../database.ts'
import * as initial from './001-initial.ts'
import * as feedLinks from './002-feed-links.ts'
import * as eventChanges from './003-event-changes.ts'
import * as alerts from './004-alerts.ts'
import * as webPush from './005-web-push.ts'
import * as changeReached from './006-change-reached.ts'
import * as emailChanges from './007-email-changes.ts'
import * as firstFetches from './008-first-fetches.ts'
import * as eventPages from './009-event-pages.ts'
import * as linkCodes from './010-link-codes.ts'
import * as eventCalendars from './011-event-calendars.ts'
import * as series from './012-series.ts'
import * as dailyDetails from './013-daily-details.ts'
import * as sources from './014-sources.ts'
import * as dav from './015-dav.ts'
import * as calendarEventOrder from './016-calendar-event-order.ts'
import * as pushTargets from './017-push-targets.ts'
import * as segments from './018-segments.ts'
import * as publisherDirectory from './019-publisher-directory.ts'
import * as providerCredentials from './020-provider-credentials.ts'

/** In the order in which they run. A released migration must not be changed. */
export const MIGRATIONS = {
  '001-initial': initial,
  '002-feed-links': feedLinks,
  '003-event-changes': eventChanges,
  '004-alerts': alerts,
  '005-web-push': webPush,
  '006-change-reached': changeReached,
  '007-email-changes': emailChanges,
  '008-first-fetches': firstFetches,
  '009-event-pages': eventPages,
  '010-link-codes': linkCodes,
  '011-event-calendars': eventCalendars,
  '012-series': series,
  '013-daily-details': dailyDetails,
  '014-sources': sources,
  '015-dav': dav,
  '016-calendar-event-order': calendarEventOrder,
  '017-push-targets': pushTargets,
  '018-segments': segments,
  '019-publisher-directory': publisherDirectory,
  '020-provider-credentials': providerCredentials,
}

/** Migrates the schema, under a lock. Throws a plain Error if the database is newer than this program. */
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

/** The first name that is not a migration of this program. */
export function unknownMigration(names: string[]): string | undefined {
  return names.find((name) => !Object.hasOwn(MIGRATIONS, name))
}

/**
 * Migrations that the database lacks. Those that a newer program has added don't matter during an upgrade.
 */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return Object.keys(MIGRATIONS).filter((name) => !done.has(name))
}
