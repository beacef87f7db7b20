import { CompiledQuery } from 'kysely'
import { type Db, isSqlite } from './database.ts'
import { forEachRow } from './sqlite.ts'
import type { Tables } from './tables/index.ts'

/** A column's type in PostgreSQL, for the arrays that carry the rows. */
export type ColumnType = 'text' | 'integer' | 'bigint'

/**
 * Inserts rows in the fastest durable way each database has, leaving out those that meet a unique key, and
 * tells for each row whether it went in. `rows` hold their values in the order of `columns`.
 *
 * SQLite: one prepared statement run row by row beats every form with many rows in a statement.
 * PostgreSQL: one array for each column beats one JSON parameter, and both beat long lists of values.
 */
export async function insertMany(
  db: Db,
  table: keyof Tables,
  columns: Record<string, ColumnType>,
  rows: unknown[][],
): Promise<boolean[]> {
  if (isSqlite(db)) {
    const query = insertQuery<{ changes: number }>(db, table, columns, rows, ' on conflict do nothing')
    const result = await db.executeQuery(query)
    return result.rows.map((row) => row.changes === 1)
  }
  const then = ' on conflict do nothing returning id'
  const result = await db.executeQuery(insertQuery<{ id: string }>(db, table, columns, rows, then))
  const inserted = new Set(result.rows.map((row) => row.id))
  const id = Object.keys(columns).indexOf('id')
  return rows.map((row) => inserted.has(row[id] as string))
}

/**
 * Inserts rows that meet no key; throws, with none inserted, where one does. The text of the statement is the same
 * for any number of rows, so that few statements are kept prepared.
 */
export async function insertAll(
  db: Db,
  table: keyof Tables,
  columns: Record<string, ColumnType>,
  rows: unknown[][],
): Promise<void> {
  if (rows.length > 0) await db.executeQuery(insertQuery(db, table, columns, rows))
}

function insertQuery<Row>(
  db: Db,
  table: keyof Tables,
  columns: Record<string, ColumnType>,
  rows: unknown[][],
  then = '',
): CompiledQuery<Row> {
  const names = Object.keys(columns)
  const into = `insert into ${table} (${names.join(', ')})`
  if (isSqlite(db)) {
    const statement = `${into} values (${names.map(() => '?').join(', ')})${then}`
    return CompiledQuery.raw(forEachRow(statement), [rows])
  }
  const arrays = names.map((name, i) => `$${i + 1}::${columns[name]}[]`).join(', ')
  return CompiledQuery.raw(
    `${into} select * from unnest(${arrays})${then}`,
    names.map((_, i) => arrayLiteral(rows, i)),
  )
}

/**
 * One column of the rows as PostgreSQL writes an array (manual, 8.15.6). The driver's own writer also knows
 * dates, octets and nested arrays, and takes twice as long.
 */
export function arrayLiteral(rows: unknown[][], column: number): string {
  const elements = rows.map((row) => {
    const value = row[column]
    if (typeof value === 'string') return `"${value.replace(/[\\"]/g, '\\$&')}"`
    return value === null || value === undefined ? 'null' : `${value as number}`
  })
  return `{${elements.join()}}`
}
