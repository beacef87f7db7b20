import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { OnQuery } from './database.ts'

const BUSY_TIMEOUT_MS = 5000
const SQLITE_READONLY_DBMOVED = 1032
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
/** Statements kept prepared on a connection. */
const STATEMENTS = 500
/** In 4 kB pages. A batch of 1000 writes about this many; at SQLite's 1000 each batch would pay for its own checkpoint. */
const CHECKPOINT_PAGES = 10_000

/** How the connection that writes is set; its `synchronous` is `full` wherever a commit has to last. */
export const WRITER_SETTINGS = `
  pragma busy_timeout = ${BUSY_TIMEOUT_MS};
  pragma journal_mode = wal;
  pragma foreign_keys = on;
  pragma cache_size = -32000;
  pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
  pragma temp_store = memory;
`

/**
 * `insertMany` prefixes its statement with this: the one parameter then is an array of rows, the statement
 * runs once for each, and the answer has a row `{ changes }` for each.
 */
const FOR_EACH = '/* for each row */ '

/**
 * Opens the one connection that writes, in the shape Kysely's own SQLite dialect expects, and creates the file
 * and its folder where they are missing. `durable`: a commit is on disk when it returns.
 */
export function openSqlite(file: string, { durable } = { durable: true }): SqliteDatabase {
  mkdirSync(path.dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(`${WRITER_SETTINGS} pragma synchronous = ${durable ? 'full' : 'off'};`)
  const requireFile = durable ? watchFile(file) : () => {}
  const prepare = statements((sql) => {
    if (sql === 'begin') return beginAtOnce(database, requireFile)
    return sql === 'rollback' ? rollbackWhatIsLeft(database) : toKysely(database, sql)
  })
  return { close: () => database.close(), prepare }
}

/**
 * Our transactions are there to write. They take the write lock when they begin, so that two processes meet here,
 * where one of them can wait, and not at their first write, where SQLite gives up. SQLite would wait with all of
 * its process: this refuses at once where the lock is taken, and `transact` comes back for it.
 */
function beginAtOnce(database: DatabaseSync, requireFile: () => void): SqliteStatement {
  const begin = toKysely(database, 'begin immediate')
  const run: SqliteStatement['run'] = (parameters) => {
    requireFile()
    database.exec('pragma busy_timeout = 0') // set when it is read, so it can't be prepared
    try {
      return begin.run(parameters)
    } finally {
      database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
  }
  return { ...begin, run }
}

/** SQLite ends a transaction by itself when the disk fails or is full: what it said then is what the caller has to hear. */
function rollbackWhatIsLeft(database: DatabaseSync): SqliteStatement {
  const rollback = toKysely(database, 'rollback')
  const none = { changes: 0, lastInsertRowid: 0 }
  return { ...rollback, run: (parameters) => (database.isTransaction ? rollback.run(parameters) : none) }
}

/**
 * Answers a check that throws where the file is no longer the one that was opened: removed, replaced, or its disk
 * is gone. The system would let us write on into what nobody finds again.
 */
function watchFile(file: string): () => void {
  const opened = statSync(file)
  return () => {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.ino === opened.ino && found.dev === opened.dev) return
    const error = new Error(`${file} is not the file that was opened: it was moved, removed or replaced`)
    throw Object.assign(error, { errcode: SQLITE_READONLY_DBMOVED })
  }
}

/**
 * A second connection that only reads, so that it never sees a transaction of the first half done. `onQuery` hears of
 * what it reads as `read`.
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

/** Whether a file is no database, or one that was damaged. */
export function isDamaged(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error))
}

/** Of an error of SQLite what it is, without of which kind; 0: it is none. */
export function sqliteCode(error: unknown): number {
  return ((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff
}

/** The text of a statement that `Db.executeQuery` runs once for each row of its one parameter. */
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
      throw new Error('a for-each statement answers a row for each row')
    },
    iterate: (parameters) => all(parameters).values(),
  }
}

/** `$2, $1, $2` becomes `?2, ?1, ?2`: SQLite reads `$1` as a name. */
function sqliteText(sql: string): string {
  return sql.replace(/\$(?=\d)/g, '?')
}

function statements<T extends object>(make: (sql: string) => T): (sql: string) => T {
  const cache = new LRUCache<string, T>({ max: STATEMENTS })
  return (sql) => {
    const found = cache.get(sql)
    if (found) return found
    const made = make(sql)
    cache.set(sql, made)
    return made
  }
}
