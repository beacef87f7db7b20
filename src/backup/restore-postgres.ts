import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { unknownMigration } from '../db/migrations/index.ts'
import { listSpread, spreadRest, spreadStatements } from '../db/spread.ts'
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
import { backupPostgres, listArchive, rowsOf, runTool, SECTIONS, writeScript } from './postgres-dump.ts'
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
  const { erased, tables, spread, last } = before
  mkdirSync(config.dataDir, { recursive: true })
  const kept =
    tables.length > 0 ? path.join(config.dataDir, `before-restore-${stampOf(now)}.dump`) : undefined
  if (kept) await backupPostgres(url, kept)
  await replace(config, file, before, renewStatements(now, last))
  await using ctx = await openOurs(config)
  if (spread) await spreadRest(ctx.db)
  await endSessions(ctx.db)
  await raiseLinkFloor(ctx.db)
  return { kept, erased: await eraseAgain(ctx, erased) }
}

async function replace(
  { db: { url }, dataDir }: Config & { db: { kind: 'postgres' } },
  file: string,
  { tables, spread }: Before,
  renew: string[],
): Promise<void> {
  // A dump sets an empty search path, and our statements name no schema.
  const ours = (statements: string[]) =>
    ['reset search_path', ...statements].map((statement) => `--command=${statement}`)
  const first = [
    'set client_min_messages = warning',
    // Citus refuses some changes of the schema after others in a transaction, unless it makes them one by one.
    ...(spread ? [`set local citus.multi_shard_modify_mode = 'sequential'`] : []),
    ...tables.map((table) => `drop table if exists "${table}" cascade`),
  ]
  const options = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1']
  const partial = path.join(dataDir, `.restoring-${process.pid}`)
  const scriptOf = (section: string) => `${partial}-${section}.partial`
  const [inTables, inRows, inKeys] = SECTIONS.map((section) => `--file=${scriptOf(section)}`)
  try {
    for (const section of SECTIONS) await writeScript(file, section, scriptOf(section))
    const spreading = spread ? statementsFor(await listArchive(file)) : []
    const parts = [inTables!, ...ours(spreading), inRows!, inKeys!, ...ours(renew)]
    await runTool('psql', [...options, ...ours(first), ...parts], url)
  } finally {
    for (const section of SECTIONS) rmSync(scriptOf(section), { force: true })
  }
}

/** Returns the statements that spread these tables. */
function statementsFor(tables: string[]): string[] {
  return [...spreadStatements()].flatMap(([table, statement]) => (tables.includes(table) ? statement : []))
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
interface Before extends Replaced {
  tables: string[]
  /** True if they are spread over nodes, as those that replace them are to be. */
  spread: boolean
}

async function openBefore(config: Config): Promise<Before> {
  await using ctx = await openOurs(config)
  const { rows } = await sql<{ name: string }>`
    select distinct t.table_name as name from information_schema.tables t
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and (c.column_name = 'publisher_id' or t.table_name in ('service', 'kysely_migration', 'kysely_migration_lock'))
    `.execute(ctx.db)
  return {
    ...(await readReplaced(ctx.db)),
    tables: rows.map(({ name }) => name),
    spread: (await listSpread(ctx.db)).length > 0,
  }
}

async function openOurs(config: Config): Promise<AppContext> {
  return openQuietly(config).catch((error: unknown) => {
    throw error instanceof ConfigError
      ? new AppError('conflict', `the database can't be opened: ${error.message}`)
      : error
  })
}
