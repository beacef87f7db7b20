import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { openContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { type ErasedSubscriber, listAllErased } from '../subscribers/erased-store.ts'
import { endSessions, eraseAgain, renewStatements } from './after-restore.ts'
import { checkSqlite, copySqlite, type OnProgress, overwriteSqlite, removeSqlite } from './sqlite-copy.ts'

/** Tables that every database of ours has had. */
const OURS = ['kysely_migration', 'service', 'publisher', 'event', 'subscriber']

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
    requireOurs(file)
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

function requireOurs(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = new Set(
      database
        .prepare(`select name from sqlite_master where type = 'table'`)
        .all()
        .map(({ name }) => name),
    )
    if (!OURS.every((name) => tables.has(name)))
      throw new AppError('invalid', `${file} is no backup of Fasti`)
  } finally {
    database.close()
  }
}

/** Migrates the copy, and opens it with the sealing key there is: another one would leave us with secrets nobody can read. */
async function prepare(
  config: Config & { db: { kind: 'sqlite' } },
  file: string,
  now: number,
  erased: ErasedSubscriber[],
): Promise<number> {
  const ctx = await openContext(config, { log: pino({ level: 'silent' }) }).catch((error: Error) => {
    throw new AppError(
      'invalid',
      `${file} can't be restored: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    )
  })
  const people = await eraseAgain(ctx, erased)
  await endSessions(ctx.db)
  await ctx[Symbol.asyncDispose]()
  const database = new DatabaseSync(config.db.file)
  try {
    database.exec(`begin; ${renewStatements(now).join('; ')}; commit; pragma journal_mode = delete`)
  } finally {
    database.close()
  }
  return people
}

/** Who was erased in the database that is there. One that can't be read must be moved away by hand: it may be in use. */
async function erasedIn(config: Config, target: string): Promise<ErasedSubscriber[]> {
  try {
    const ctx = await openContext(config, { log: pino({ level: 'silent' }) })
    const erased = await listAllErased(ctx.db)
    await ctx[Symbol.asyncDispose]()
    return erased
  } catch (error) {
    throw new AppError(
      'conflict',
      `${target} can't be read (${(error as Error).message}). Stop the service, move the file and its -wal and -shm ` +
        'away, and restore again',
    )
  }
}

function stampOf(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
}
