import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { OnQuery } from './on-query.ts'

const BUSY_TIMEOUT_MS = 5000
const SQLITE_READONLY_DBMOVED = 1032
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
/** Prepared statements cached for a connection. */
const STATEMENTS_CACHED = 500
/**
 * In pages of 4 kB. A batch of 1000 writes about as many; with SQLite's default of 1000 each batch would
 * cause a checkpoint.
 */
const CHECKPOINT_PAGES = 10_000

/** Settings of the connection that writes. Its `synchronous` is `full` if commits must be durable. */
export const WRITER_SETTINGS = `
  pragma busy_timeout = ${BUSY_TIMEOUT_MS};
  pragma journal_mode = wal;
  pragma foreign_keys = on;
  pragma cache_size = -32000;
  pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
  pragma temp_store = memory;
`

/**
 * A statement with this prefix has one parameter, an array of rows, and runs once for each row. It returns a
 * row `{ changes }` for each.
 */
const FOR_EACH = '/* for each row */ '

/**
 * Opens the only connection that writes, for Kysely's SQLite dialect. Creates the file and its folder if they
 * don't exist. `durable`: a commit is on disk when it returns. Fails as busy, without waiting, where another
 * process sets the same new file to WAL at this moment: SQLite's busy timeout does not cover that.
 */
export function openSqlite(file: string, { durable } = { durable: true }): SqliteDatabase {
  mkdirSync(path.dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  try {
    database.exec(`${WRITER_SETTINGS} pragma synchronous = ${durable ? 'full' : 'off'};`)
  } catch (error) {
    database.close()
    throw error
  }
  const requireFile = durable ? watchFile(file) : () => {}
  const prepare = statements((sql) => {
    if (sql === 'begin') return beginImmediate(database, requireFile)
    return sql === 'rollback' ? rollbackIfOpen(database) : toKysely(database, sql)
  })
  return { close: () => database.close(), prepare }
}

/**
 * Begins a transaction with the write lock, since all our transactions write: SQLite would otherwise fail at
 * the first write if another process wrote in between. SQLite would also block the whole process while it
 * waits, so this fails immediately if the lock is taken, and `transact` tries again.
 */
function beginImmediate(database: DatabaseSync, requireFile: () => void): SqliteStatement {
  const begin = toKysely(database, 'begin immediate')
  const run: SqliteStatement['run'] = (parameters) => {
    requireFile()
    database.exec('pragma busy_timeout = 0') // takes effect when it is parsed, so it can't be prepared
    try {
      return begin.run(parameters)
    } finally {
      database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
  }
  return { ...begin, run }
}

/**
 * Rolls back unless SQLite already did so, as after a disk error: the caller has to get that error, not one
 * of the rollback.
 */
function rollbackIfOpen(database: DatabaseSync): SqliteStatement {
  const rollback = toKysely(database, 'rollback')
  const none = { changes: 0, lastInsertRowid: 0 }
  return { ...rollback, run: (parameters) => (database.isTransaction ? rollback.run(parameters) : none) }
}

/**
 * Returns a check that throws if the file was removed or replaced, or its disk is gone. The system would let
 * us write to a file that nobody can open any more.
 */
function watchFile(file: string): () => void {
  const opened = statSync(file)
  return () => {
    const current = statSync(file, { throwIfNoEntry: false })
    if (current?.ino === opened.ino && current.dev === opened.dev) return
    const error = new Error(`${file} is not the file that was opened: it was moved, removed or replaced`)
    throw Object.assign(error, { errcode: SQLITE_READONLY_DBMOVED })
  }
}

/**
 * Opens a second connection that only reads, so that it never sees uncommitted data. Calls `onQuery` with the
 * text `read`.
 */
export function readerOf(file: string, onQuery?: OnQuery) {
  const database = new DatabaseSync(file)
  database.exec(
    `pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma query_only = on; pragma cache_size = -16000;`,
  )
  const prepare = statements((sql) => database.prepare(sqliteText(sql)))

  return {
    read: (sql: string, parameters: unknown[]): never[] => {
      const began = performance.now()
      const rows = prepare(sql).all(...(parameters as SQLInputValue[]))
      onQuery?.('read', performance.now() - began)
      return rows as never[]
    },
    close: () => database.close(),
  }
}

/** True if the file is not a database, or is damaged. */
export function isDamaged(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error))
}

/** SQLite's primary result code (extended code & 0xff), or 0 for other errors. */
export function sqliteCode(error: unknown): number {
  return ((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff
}

/** Marks a statement that `Db.executeQuery` runs once for each row of its one parameter. */
export function forEachRow(sql: string): string {
  return FOR_EACH + sql
}

function toKysely(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql)
  if (sql.startsWith(FOR_EACH)) return forEach(statement)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}

function forEach(statement: StatementSync): SqliteStatement {
  const all = ([rows]: readonly unknown[]) =>
    (rows as SQLInputValue[][]).map((row) => ({ changes: Number(statement.run(...row).changes) }))
  return {
    reader: true,
    all,
    run: () => {
      throw new Error('a for-each statement returns a row for each row')
    },
    iterate: (parameters) => all(parameters).values(),
  }
}

/** Converts `$2, $1, $2` to `?2, ?1, ?2`: SQLite reads `$1` as a name. */
function sqliteText(sql: string): string {
  return sql.replace(/\$(?=\d)/g, '?')
}

function statements<T extends object>(make: (sql: string) => T): (sql: string) => T {
  const cache = new LRUCache<string, T>({ max: STATEMENTS_CACHED })
  return (sql) => {
    const cached = cache.get(sql)
    if (cached) return cached
    const made = make(sql)
    cache.set(sql, made)
    return made
  }
}
