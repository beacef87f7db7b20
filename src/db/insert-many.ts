import { CompiledQuery, type Insertable } from 'kysely'
import { type Db, isSqlite } from './database.ts'
import { forEachRow } from './sqlite.ts'
import type { Tables } from './tables/index.ts'

/** A column's PostgreSQL type, for the arrays of values. */
export type ColumnType = 'text' | 'integer' | 'bigint'

type Row = Record<string, unknown>

/**
 * Inserts rows in the fastest durable way of each database, skips rows that violate a unique key, and returns
 * for each row if it was inserted. `key`: the columns in which any two of the rows differ.
 * SQLite: one prepared statement that runs for each row is faster than any statement with many rows.
 * PostgreSQL: one array for each column is faster than one JSON parameter, and both are faster than long
 * lists of values. The publisher, which has to be one, comes from its own row: so Citus knows the node of all rows, and
 * sends the statement there. Rows of arrays alone it would gather, and insert in a commit of two phases, which locks the
 * publisher for up to a minute when a node ends between them. Only the directory is for all publishers, on every node.
 */
export async function insertMany<Table extends keyof Tables>(
  db: Db,
  table: Table,
  columns: Record<string, ColumnType>,
  rows: Insertable<Tables[Table]>[],
  key = ['id'],
): Promise<boolean[]> {
  if (rows.length === 0) return []
  if (isSqlite(db)) {
    const query = insertQuery(db, table, columns, rows, ' on conflict do nothing')
    const result = await db.executeQuery(query)
    return result.rows.map((row) => row.changes === 1)
  }
  const suffix = ` on conflict do nothing returning ${key.join(', ')}`
  const result = await db.executeQuery(insertQuery(db, table, columns, rows, suffix))
  const keyOf = (row: Row) => key.map((name) => String(row[name])).join()
  const inserted = new Set(result.rows.map(keyOf))
  return rows.map((row) => inserted.has(keyOf(row)))
}

/**
 * Inserts rows; throws and inserts none if one violates a unique key. The statement's text does not depend on
 * the number of rows, so that it can be prepared.
 */
export async function insertAll<Table extends keyof Tables>(
  db: Db,
  table: Table,
  columns: Record<string, ColumnType>,
  rows: Insertable<Tables[Table]>[],
): Promise<void> {
  if (rows.length > 0) await db.executeQuery(insertQuery(db, table, columns, rows))
}

function insertQuery(
  db: Db,
  table: keyof Tables,
  columns: Record<string, ColumnType>,
  rows: Row[],
  suffix = '',
): CompiledQuery<Row & { changes: number }> {
  const names = Object.keys(columns)
  const into = `insert into ${table} (${names.join(', ')})`
  if (isSqlite(db)) {
    const statement = `${into} values (${names.map(() => '?').join(', ')})${suffix}`
    return CompiledQuery.raw(forEachRow(statement), [rows.map((row) => names.map((name) => row[name]))])
  }
  const unnest = (from: number, some: string[]) =>
    `unnest(${some.map((name, i) => `$${from + i}::${columns[name]}[]`).join(', ')})`
  const arrays = (some: string[]) => some.map((name) => arrayLiteral(rows.map((row) => row[name])))
  if (table === 'directory')
    return CompiledQuery.raw(`${into} select * from ${unnest(1, names)}${suffix}`, arrays(names))
  const others = names.filter((name) => name !== 'publisher_id')
  return CompiledQuery.raw(
    `insert into ${table} (publisher_id, ${others.join(', ')})
    select p.publisher_id, u.* from publisher p, ${unnest(2, others)} u where p.publisher_id = $1${suffix}`,
    [publisherOf(rows), ...arrays(others)],
  )
}

/** Returns the publisher of rows, which has to be one. */
function publisherOf(rows: Row[]): unknown {
  const id = rows[0]?.publisher_id
  if (rows.some((row) => row.publisher_id !== id)) throw new Error('rows of several publishers at once')
  return id
}

/**
 * Writes the values of one column as a PostgreSQL array (manual, 8.15.6). The driver's own function also
 * supports dates, octets and nested arrays, and takes twice as long.
 */
export function arrayLiteral(values: unknown[]): string {
  const elements = values.map((value) => {
    if (typeof value === 'string') return `"${value.replace(/[\\"]/g, '\\$&')}"`
    return value === null || value === undefined ? 'null' : `${value as number}`
  })
  return `{${elements.join()}}`
}
