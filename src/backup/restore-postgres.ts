import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import { unknownMigration } from '../db/migrations/index.ts'
import { AppError } from '../errors.ts'
import { type ErasedSubscriber, listAllErased } from '../subscribers/erased-store.ts'
import { endSessions, eraseAgain, renewStatements } from './after-restore.ts'
import { backupPostgres, listArchive, runTool, scriptOf } from './postgres-dump.ts'
import type { Restored } from './restore-sqlite.ts'

/**
 * Puts a dump in the place of the database in one transaction: all of our tables go and come back with it. While it
 * runs the service waits for its tables, and answers 503 where that takes long.
 */
export async function restorePostgres(
  config: Config & { db: { kind: 'postgres' } },
  file: string,
  now: number,
): Promise<Restored> {
  const { url } = config.db
  await requireOurs(file)
  const before = await openBefore(config)
  const { erased, tables } = before
  const kept = tables.length > 0 ? keptFile(config, now) : undefined
  if (kept) await backupPostgres(url, kept)
  const drops = tables.map((table) => `drop table if exists "${table}" cascade;`)
  const renewed = renewStatements(now).map((statement) => `${statement};`)
  // The search path of a dump is empty, and our statements name no schema.
  const script = [...drops, await scriptOf(file, []), 'reset search_path;', ...renewed].join('\n')
  await runTool(
    'psql',
    ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', '--file=-'],
    url,
    script,
  )
  await using ctx = await openQuietly(config)
  await endSessions(ctx.db)
  return { kept, erased: await eraseAgain(ctx, erased) }
}

async function requireOurs(file: string): Promise<void> {
  const tables = await listArchive(file).catch((error: AppError) => {
    throw /is not there/.test(error.message)
      ? error
      : new AppError('invalid', `${file} is no dump: ${error.message}`)
  })
  for (const table of ['kysely_migration', 'service', 'publisher', 'event', 'subscriber'])
    if (!tables.includes(table)) throw new AppError('invalid', `${file} is no backup of Fasti`)
  const rows = await scriptOf(file, ['--data-only', '--table=kysely_migration'])
  const names = [...rows.matchAll(/^(\d{3}-\S+)\t/gm)].map((match) => match[1]!)
  const unknown = unknownMigration(names)
  if (unknown)
    throw new AppError('invalid', `${file} was made by a newer version of Fasti than this one (${unknown})`)
}

/** What is there now: our tables, and who was erased. A database that is empty, or can't be opened, has neither. */
async function openBefore(config: Config): Promise<{ erased: ErasedSubscriber[]; tables: string[] }> {
  await using ctx = await openQuietly(config)
  const { rows } = await sql<{ name: string }>`
    select distinct t.table_name as name from information_schema.tables t
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and (c.column_name = 'publisher_id' or t.table_name in ('service', 'kysely_migration', 'kysely_migration_lock'))
    `.execute(ctx.db)
  return { erased: await listAllErased(ctx.db), tables: rows.map(({ name }) => name) }
}

async function openQuietly(config: Config): Promise<AppContext> {
  return openContext(config, { log: pino({ level: 'silent' }) }).catch((error: unknown) => {
    throw error instanceof ConfigError
      ? new AppError('conflict', `the database can't be opened: ${error.message}`)
      : error
  })
}

function keptFile({ dataDir }: Config, now: number): string {
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true })
  return path.join(dataDir, `before-restore-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.dump`)
}
