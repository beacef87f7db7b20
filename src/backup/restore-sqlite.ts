import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { ErasedSubscriber } from '../subscribers/erased-store.ts'
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
import { checkSqlite, copySqlite, type OnProgress, overwriteSqlite, removeSqlite } from './sqlite-copy.ts'

export interface Restored {
  /** The file or dump with the previous content; undefined if there was none. */
  kept: string | undefined
  /** The number of subscribers who were erased since the backup, and now again. */
  erased: number
}

/**
 * Replaces the database, which may be in use, by a backup. Steps that can fail (checks, migrations, new
 * revisions) are done on a copy next to it; then one transaction replaces the content. Throws AppError or
 * ConfigError before anything changes.
 */
export async function restoreSqlite(
  config: Config & { db: { kind: 'sqlite' } },
  file: string,
  now: number,
  onProgress?: OnProgress,
): Promise<Restored> {
  const target = config.db.file
  const copy = `${target}.restoring-${process.pid}`
  try {
    checkSqlite(file, file)
    requireFastiTables(tablesIn(file), file)
    mkdirSync(path.dirname(target), { recursive: true }) // does not exist on a new machine
    await copySqlite(file, copy, onProgress)
    const inUse = existsSync(target) && statSync(target).size > 0
    const replaced = inUse ? await openReplaced(config, target) : { erased: [], last: 0 }
    const erasedAgain = await prepare({ ...config, db: { kind: 'sqlite', file: copy } }, file, now, replaced)
    const kept = inUse ? `${target}.before-restore-${stampOf(now)}` : undefined
    if (kept) await copySqlite(target, kept)
    await overwriteSqlite(copy, target)
    return { kept, erased: erasedAgain }
  } finally {
    removeSqlite(copy)
  }
}

function tablesIn(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all()
    return tables.map(({ name }) => name)
  } finally {
    database.close()
  }
}

async function prepare(
  config: Config & { db: { kind: 'sqlite' } },
  file: string,
  now: number,
  { erased, last }: Replaced,
): Promise<number> {
  const erasedAgain = await bringUpToDate(config, file, erased)
  const database = new DatabaseSync(config.db.file)
  try {
    database.exec(`begin; ${renewStatements(now, last).join('; ')}; commit; pragma journal_mode = delete`)
  } finally {
    database.close()
  }
  return erasedAgain
}

/**
 * Migrates the copy, and opens it with our sealing key: if another key sealed its secrets, nobody could read
 * them.
 */
async function bringUpToDate(config: Config, file: string, erased: ErasedSubscriber[]): Promise<number> {
  await using ctx = await openQuietly(config).catch((error: Error) => {
    throw new AppError(
      'invalid',
      `${file} can't be restored: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    )
  })
  await endSessions(ctx.db)
  await raiseLinkFloor(ctx.db)
  return await eraseAgain(ctx, erased)
}

/** What counts of the current database. If it can't be read, it has to be moved away by hand: it may be in use. */
async function openReplaced(config: Config, target: string): Promise<Replaced> {
  try {
    await using ctx = await openQuietly(config)
    return await readReplaced(ctx.db)
  } catch (error) {
    throw new AppError(
      'conflict',
      `${target} can't be read (${(error as Error).message}). Stop the service, move the file and its -wal and -shm ` +
        'away, and restore again',
    )
  }
}
