import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { DatabaseConfig } from '../config.ts'
import { createRequestWindow } from './migrations/001-initial.ts'
import { migrate } from './migrations/index.ts'
import { openSqlite, readerOf, type Sqlite } from './sqlite.ts'
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
   * Where requests are counted, `request_window`. PostgreSQL keeps it with the rest. On SQLite it is a file of
   * its own that is never waited for: losing counts in a power failure harms nobody, and a signed read need
   * not wait for somebody's batch.
   */
  limits: Db
  close(): Promise<void>
}

// Counts, sizes and epoch milliseconds all stay far below 2^53, so bigint columns are plain numbers.
const INT8 = 20
pg.types.setTypeParser(INT8, Number)

/** Opens the database, creating it when it is not there, and brings its schema up to date. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const database = config.kind === 'sqlite' ? await openSqliteDatabase(config.file) : openPostgres(config.url)
  try {
    await migrate(database.db)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Whether this is the embedded database: for the two or three statements the databases word differently. */
export function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

async function openSqliteDatabase(file: string): Promise<Database> {
  const writer = openSqlite(file)
  const reader = readerOf(file)
  const counter = openSqlite(`${file}-limits`, { durable: false })
  const kysely = (database: Sqlite) => new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  const db = kysely(writer)
  const limits = kysely(counter)
  await createRequestWindow(limits)
  return {
    db,
    limits,
    read: (sql, parameters) => Promise.resolve(reader.all(sql, parameters)) as Promise<never[]>,
    async close() {
      reader.close()
      await Promise.all([db.destroy(), limits.destroy()])
      if (writer.isOpen) writer.close() // Kysely closes only what it has used
    },
  }
}

function openPostgres(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
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
