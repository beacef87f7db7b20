import { existsSync, rmSync, statSync } from 'node:fs'
import { Kysely, type KyselyConfig, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely'
import { ConfigError, type DatabaseConfig } from '../config.ts'
import { createRequestWindow } from './migrations/001-initial.ts'
import { migrate } from './migrations/index.ts'
import { createRequestLog } from './migrations/request-log.ts'
import { createUsedNonce } from './migrations/used-nonce.ts'
import { openPostgres } from './postgres.ts'
import { isDamaged, openSqlite, readerOf } from './sqlite.ts'
import type { Tables } from './tables/index.ts'
import { retried } from './transact.ts'

/** The query builder. A transaction is one too, so a store function runs inside or outside one unchanged. */
export type Db = Kysely<Tables>

export type Read = <Row>(sql: string, parameters: unknown[]) => Row[] | Promise<Row[]>

/** An open database with its migrations done. */
export interface Database {
  db: Db
  /**
   * Runs one read whose text never changes, with a statement prepared once: for the few paths where
   * building a query would cost more than running it. Placeholders are `$1`, `$2`, … on both databases.
   * It sees committed data only, whatever transactions are under way. SQLite answers at once.
   */
  read: Read
  /**
   * Where requests are counted and logged: `request_window`, `used_nonce` and `request_log`. PostgreSQL keeps it
   * with the rest. On SQLite it is a file of its own that is never waited for: losing counts in a power failure harms nobody, and a signed read need
   * not wait for somebody's batch.
   */
  limits: Db
  /** Connections of the pool, and statements that wait for one; undefined: there is no pool. */
  connections(): { busy: number; idle: number; waiting: number } | undefined
  close(): Promise<void>
}

/** Hears how many milliseconds a statement took. */
export type OnQuery = (sql: string, milliseconds: number) => void

const FAULTS_OF_OURS = [TypeError, RangeError, ReferenceError]

/** Opens the database, creating it when it is not there, and brings its schema up to date. */
export async function openDatabase(config: DatabaseConfig, onQuery?: OnQuery): Promise<Database> {
  try {
    if (config.kind === 'sqlite') return await openSqliteDatabase(config.file, onQuery)
    return await openPostgres(config.url, config.connections, onQuery)
  } catch (error) {
    if (!(error instanceof Error) || FAULTS_OF_OURS.some((kind) => error instanceof kind)) throw error
    const setting =
      config.kind === 'sqlite' ? `DATABASE_URL or FASTI_DATA: ${config.file}` : 'DATABASE_URL: PostgreSQL'
    // Node leaves the message empty when several addresses of a host refused.
    const reason = error.message || (error as NodeJS.ErrnoException).code
    throw new ConfigError(`${setting} can't be used: ${reason}`, { cause: error })
  }
}

/** Whether this is the embedded database: for the two or three statements the databases word differently. */
export function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

async function openSqliteDatabase(file: string, onQuery?: OnQuery): Promise<Database> {
  // SQLite would begin a new database in an emptied file, and nobody would notice that everything is gone.
  if (existsSync(limitsFile(file)) && existsSync(file) && statSync(file).size === 0)
    throw new Error('the file is empty, but was a database; restore it, or remove it to begin anew')
  const writer = openSqlite(file)
  const db = kyselyOf(writer, onQuery)
  await retried(() => migrate(db))
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

/** Where a power failure damaged it, it is begun anew: counts are not worth a service that does not start. */
async function openLimits(file: string): Promise<Db> {
  const open = async () => {
    const limits = kyselyOf(openSqlite(file, { durable: false }))
    await createRequestWindow(limits)
    await createRequestLog(limits)
    await createUsedNonce(limits)
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

/** The part of Kysely's settings that tells how long statements take. */
export function timed(onQuery: OnQuery | undefined): Pick<KyselyConfig, 'log'> {
  return onQuery ? { log: ({ query, queryDurationMillis }) => onQuery(query.sql, queryDurationMillis) } : {}
}

/** SQLite changes a schema in a transaction like any data, so that a migration is whole, and done by one process. */
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
