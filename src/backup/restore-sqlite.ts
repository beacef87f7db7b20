import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { type ErasedSubscriber, listAllErased } from '../subscribers/erased-store.ts'
import {
  endSessions,
  eraseAgain,
  openQuietly,
  renewStatements,
  requireOurs,
  stampOf,
} from './after-restore.ts'
import { checkSqlite, copySqlite, type OnProgress, overwriteSqlite, removeSqlite } from './sqlite-copy.ts'

export interface Restored {
  /** Where the content is that was there before; undefined: there was none. */
  kept: string | undefined
  /** People who were erased since the backup, and once more now. */
  erased: number
}

/**
 * Puts a backup in the place of the database, which may be in use. What can fail is done to a copy beside it:
 * checking, migrating, renewing. Then it is one transaction. Throws AppError or ConfigError before anything changed.
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
    requireOurs(tablesIn(file), file)
    mkdirSync(path.dirname(target), { recursive: true }) // on a new machine there is nothing yet
    await copySqlite(file, copy, onProgress)
    const inUse = existsSync(target) && statSync(target).size > 0
    const erased = inUse ? await erasedIn(config, target) : []
    const people = await prepare({ ...config, db: { kind: 'sqlite', file: copy } }, file, now, erased)
    const kept = inUse ? `${target}.before-restore-${stampOf(now)}` : undefined
    if (kept) await copySqlite(target, kept)
    await overwriteSqlite(copy, target)
    return { kept, erased: people }
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
  erased: ErasedSubscriber[],
): Promise<number> {
  const people = await bringUpToDate(config, file, erased)
  const database = new DatabaseSync(config.db.file)
  try {
    database.exec(`begin; ${renewStatements(now).join('; ')}; commit; pragma journal_mode = delete`)
  } finally {
    database.close()
  }
  return people
}

/** Migrates the copy, and opens it with the sealing key there is: another one would leave us with secrets nobody can read. */
async function bringUpToDate(config: Config, file: string, erased: ErasedSubscriber[]): Promise<number> {
  await using ctx = await openQuietly(config).catch((error: Error) => {
    throw new AppError(
      'invalid',
      `${file} can't be restored: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    )
  })
  await endSessions(ctx.db)
  return await eraseAgain(ctx, erased)
}

/** Who was erased in the database that is there. One that can't be read must be moved away by hand: it may be in use. */
async function erasedIn(config: Config, target: string): Promise<ErasedSubscriber[]> {
  try {
    await using ctx = await openQuietly(config)
    return await listAllErased(ctx.db)
  } catch (error) {
    throw new AppError(
      'conflict',
      `${target} can't be read (${(error as Error).message}). Stop the service, move the file and its -wal and -shm ` +
        'away, and restore again',
    )
  }
}
