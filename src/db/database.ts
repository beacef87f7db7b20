import { existsSync, rmSync, statSync } from 'node:fs'
import { Kysely, PostgresDialect, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely'
import pg from 'pg'
import { ConfigError, type DatabaseConfig } from '../config.ts'
import { createRequestWindow } from './migrations/001-initial.ts'
import { migrate } from './migrations/index.ts'
import { createRequestLog } from './migrations/request-log.ts'
import { isDamaged, openSqlite, readerOf } from './sqlite.ts'
import type { Tables } from './tables/index.ts'

/** The query builder. A transaction is one too, so a store function runs inside or outside one unchanged. */
export type Db = Kysely<Tables>

/** An open database with its migrations done. */
export interface Database {
  db: Db
  /**
   * Runs one read whose text never changes, with a statement prepared once: for the few paths where
   * building a query would cost more than running it. Placeholders are `$1`, `$2`, … on both databases.
   * It sees committed data only, whatever transactions are under way.
   */
  read<Row>(sql: string, parameters: unknown[]): Promise<Row[]>
  /**
   * Where requests are counted and logged, `request_window` and `request_log`. PostgreSQL keeps it with the rest. On SQLite it is a file of
   * its own that is never waited for: losing counts in a power failure harms nobody, and a signed read need
   * not wait for somebody's batch.
   */
  limits: Db
  close(): Promise<void>
}

// Counts, sizes and epoch milliseconds all stay far below 2^53, so bigint columns are plain numbers.
const INT8 = 20
pg.types.setTypeParser(INT8, Number)

const FAULTS_OF_OURS = [TypeError, RangeError, ReferenceError]

/** Opens the database, creating it when it is not there, and brings its schema up to date. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  try {
    return config.kind === 'sqlite' ? await openSqliteDatabase(config.file) : await openPostgres(config.url)
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

async function openSqliteDatabase(file: string): Promise<Database> {
  // SQLite would begin a new database in an emptied file, and nobody would notice that everything is gone.
  if (existsSync(limitsFile(file)) && existsSync(file) && statSync(file).size === 0)
    throw new Error('the file is empty, but was a database; restore it, or remove it to begin anew')
  const writer = openSqlite(file)
  const db = kyselyOf(writer)
  await migrate(db)
  const reader = readerOf(file)
  const limits = await openLimits(limitsFile(file))
  return {
    db,
    limits,
    read: (sql, parameters) => reader.all(sql, parameters) as Promise<never[]>,
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
    return limits
  }
  return open().catch((error: unknown) => {
    if (!isDamaged(error)) throw error
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    return open()
  })
}

function kyselyOf(database: SqliteDatabase): Db {
  return new Kysely<Tables>({ dialect: new TransactionalSqlite({ database }) })
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

async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  // A connection that breaks is replaced at the next query; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await migrate(db).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  const names = new Map<string, string>()
  return {
    db,
    limits: db,
    async read(sql, parameters) {
      let name = names.get(sql)
      if (!name) names.set(sql, (name = `fasti-${names.size}`))
      const { rows } = await pool.query({ name, text: sql, values: parameters })
      return rows as never[]
    },
    close: () => db.destroy(),
  }
}
