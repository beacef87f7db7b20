import { existsSync, rmSync, statSync } from 'node:fs'
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { DatabaseConfig } from '../config.ts'
import { ConfigError } from '../errors.ts'
import { createLimitsTables } from './limits-tables.ts'
import { migrate } from './migrations/index.ts'
import { type OnQuery, timed } from './on-query.ts'
import { openPostgres } from './postgres.ts'
import { isDamaged, openSqlite, readerOf } from './sqlite.ts'
import type { Tables } from './tables/index.ts'
import { withRetries } from './transact.ts'

/**
 * The query builder. A transaction has the same type, so store functions run both inside and outside of one.
 */
export type Db = Kysely<Tables>

export type Read = <Row>(sql: string, parameters: unknown[]) => Row[] | Promise<Row[]>

/** An open database with an up-to-date schema. */
export interface Database {
  db: Db
  /**
   * Runs a read with constant text as a prepared statement: for the few paths where building a query would
   * take longer than running it. Placeholders are `$1`, `$2`, … on both databases, and `$1` is the publisher. It sees
   * only committed data. On SQLite it returns synchronously.
   */
  read: Read
  /**
   * The database of request counts, nonces and the request log (`request_window`, `used_nonce`,
   * `request_log`). PostgreSQL has them in the main database. SQLite has a separate file without syncs, so
   * that a signed read does not wait for a batch; a power failure may lose some counts.
   */
  limits: Db
  /** The pool's connections, and the statements that wait for one; undefined without a pool. */
  connections(): { busy: number; idle: number; waiting: number } | undefined
  close(): Promise<void>
}

const PROGRAMMING_ERRORS = [TypeError, RangeError, ReferenceError]

/** Opens the database, creates it if it does not exist, and migrates its schema. */
export async function openDatabase(config: DatabaseConfig, onQuery?: OnQuery): Promise<Database> {
  try {
    if (config.kind === 'sqlite') return await openSqliteDatabase(config.file, onQuery)
    return await openPostgres(config.url, config.connections, onQuery)
  } catch (error) {
    if (!(error instanceof Error) || PROGRAMMING_ERRORS.some((kind) => error instanceof kind)) throw error
    const setting =
      config.kind === 'sqlite' ? `DATABASE_URL or FASTI_DATA: ${config.file}` : 'DATABASE_URL: PostgreSQL'
    // Node's message is empty if several addresses of a host refused the connection.
    const reason = error.message || (error as NodeJS.ErrnoException).code
    throw new ConfigError(`${setting} can't be used: ${reason}`, { cause: error })
  }
}

/** True for SQLite: for the few statements that differ between the databases. */
export function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

async function openSqliteDatabase(file: string, onQuery?: OnQuery): Promise<Database> {
  // SQLite would silently create a new database in a file that was emptied by mistake.
  if (existsSync(limitsFile(file)) && existsSync(file) && statSync(file).size === 0)
    throw new Error('the file is empty, but was a database; restore it, or remove it to begin anew')
  const writer = await withRetries(async () => openSqlite(file))
  const db = kyselyOf(writer, onQuery)
  await withRetries(() => migrate(db))
  const reader = readerOf(file, onQuery)
  const limits = await openLimits(limitsFile(file))
  return {
    db,
    limits,
    read: reader.read,
    connections: () => undefined,
    async close() {
      reader.close()
      await Promise.all([db.destroy(), limits.destroy()])
    },
  }
}

function limitsFile(file: string): string {
  return `${file}-limits`
}

/** Opens the file of request counts. If a power failure damaged it, it is created again. */
async function openLimits(file: string): Promise<Db> {
  const open = async () => {
    const limits = kyselyOf(await withRetries(async () => openSqlite(file, { durable: false })))
    await createLimitsTables(limits)
    return limits
  }
  return open().catch((error: unknown) => {
    if (!isDamaged(error)) throw error
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    return open()
  })
}

function kyselyOf(database: SqliteDatabase, onQuery?: OnQuery): Db {
  return new Kysely<Tables>({ dialect: new TransactionalSqlite({ database }), ...timed(onQuery) })
}

/**
 * On SQLite, too, a schema change is part of a transaction, so that a migration is atomic, and only one
 * process runs it.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class TransactionalSqlite extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter()
  }
}
