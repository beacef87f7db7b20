import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { unknownMigration } from '../db/migrations/index.ts'
import { AppError, ConfigError } from '../errors.ts'
import { CHECK, requireKeyFor } from '../seal/open-sealer.ts'
import type { SealingConfig } from '../seal/sealing-keys.ts'
import { raiseLinkFloor } from '../subscribers/link-store.ts'
import {
  endSessions,
  eraseAgain,
  openQuietly,
  readReplaced,
  renewStatements,
  type Replaced,
  requireFastiTables,
  stampOf,
} from './after-restore.ts'
import { backupPostgres, listArchive, rowsOf, runTool, writeScript } from './postgres-dump.ts'
import type { Restored } from './restore-sqlite.ts'

/**
 * Replaces the content of the database by a dump in one transaction: drops all our tables and creates them
 * again. Meanwhile the service waits for its tables, and responds 503 if that takes long.
 */
export async function restorePostgres(
  config: Config & { db: { kind: 'postgres' } },
  file: string,
  now: number,
): Promise<Restored> {
  const { url } = config.db
  await checkDump(file, config)
  const before = await openBefore(config)
  const { erased, tables, last } = before
  mkdirSync(config.dataDir, { recursive: true })
  const kept =
    tables.length > 0 ? path.join(config.dataDir, `before-restore-${stampOf(now)}.dump`) : undefined
  if (kept) await backupPostgres(url, kept)
  await replace(config, file, tables, renewStatements(now, last))
  await using ctx = await openOurs(config)
  await endSessions(ctx.db)
  await raiseLinkFloor(ctx.db)
  return { kept, erased: await eraseAgain(ctx, erased) }
}

async function replace(
  { db: { url }, dataDir }: Config & { db: { kind: 'postgres' } },
  file: string,
  tables: string[],
  renew: string[],
): Promise<void> {
  const drops = tables.map((table) => `--command=drop table if exists "${table}" cascade`)
  // A dump sets an empty search path, and our statements name no schema.
  const renewed = ['reset search_path', ...renew].map((statement) => `--command=${statement}`)
  const script = path.join(dataDir, `.restoring-${process.pid}.partial`)
  const options = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1']
  try {
    await writeScript(file, script)
    await runTool('psql', [...options, ...drops, `--file=${script}`, ...renewed], url)
  } finally {
    rmSync(script, { force: true })
  }
}

/** Refuses a dump that can't be restored, before anything changes. */
async function checkDump(file: string, { sealing }: Config): Promise<void> {
  const tables = await listArchive(file).catch((error: AppError) => {
    throw /is not there/.test(error.message)
      ? error
      : new AppError('invalid', `${file} is no dump: ${error.message}`)
  })
  requireFastiTables(tables, file)
  const rows = await rowsOf(file, ['kysely_migration', 'service'])
  const names = [...rows.matchAll(/^(\d{3}-\S+)\t/gm)].map((match) => match[1]!)
  const unknown = unknownMigration(names)
  if (unknown)
    throw new AppError('invalid', `${file} was made by a newer version of Fasti than this one (${unknown})`)
  requireKey(file, new RegExp(`^${CHECK}\\t(\\S+)$`, 'm').exec(rows)?.[1], sealing)
}

function requireKey(file: string, check: string | undefined, sealing: SealingConfig): void {
  try {
    requireKeyFor(check, sealing)
  } catch (error) {
    throw new AppError('invalid', `${file} can't be restored: ${(error as Error).message}`)
  }
}

/** What counts of the current database, and our tables in it. */
async function openBefore(config: Config): Promise<Replaced & { tables: string[] }> {
  await using ctx = await openOurs(config)
  const { rows } = await sql<{ name: string }>`
    select distinct t.table_name as name from information_schema.tables t
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and (c.column_name = 'publisher_id' or t.table_name in ('service', 'kysely_migration', 'kysely_migration_lock'))
    `.execute(ctx.db)
  return { ...(await readReplaced(ctx.db)), tables: rows.map(({ name }) => name) }
}

async function openOurs(config: Config): Promise<AppContext> {
  return openQuietly(config).catch((error: unknown) => {
    throw error instanceof ConfigError
      ? new AppError('conflict', `the database can't be opened: ${error.message}`)
      : error
  })
}
