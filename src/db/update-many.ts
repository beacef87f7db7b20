import { CompiledQuery, type Updateable } from 'kysely'
import { type Db, isSqlite } from './database.ts'
import { arrayLiteral, type ColumnType } from './insert-many.ts'
import { forEachRow } from './sqlite.ts'
import type { Tables } from './tables/index.ts'

type Row = Record<string, unknown>

/**
 * Updates rows of one publisher, each with values of its own, found by `id`: in one statement on PostgreSQL, and by one
 * prepared statement that runs for each row on SQLite. `columns`: those that are set; every row has all of them.
 */
export async function updateMany<Table extends keyof Tables>(
  db: Db,
  table: Table,
  publisherId: number,
  columns: Record<string, ColumnType>,
  rows: (Updateable<Tables[Table]> & { id: string })[],
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(columns)
  await db.executeQuery(
    isSqlite(db)
      ? forEach(table, publisherId, names, rows)
      : fromArrays(table, publisherId, { id: 'text', ...columns }, names, rows),
  )
}

function forEach(table: string, publisherId: number, names: string[], rows: Row[]): CompiledQuery {
  const set = names.map((name) => `${name} = ?`).join(', ')
  return CompiledQuery.raw(forEachRow(`update ${table} set ${set} where publisher_id = ? and id = ?`), [
    rows.map((row) => [...names.map((name) => row[name]), publisherId, row.id]),
  ])
}

function fromArrays(
  table: string,
  publisherId: number,
  columns: Record<string, ColumnType>,
  names: string[],
  rows: Row[],
): CompiledQuery {
  const all = Object.keys(columns)
  const set = names.map((name) => `${name} = u.${name}`).join(', ')
  const arrays = all.map((name, i) => `$${i + 2}::${columns[name]}[]`).join(', ')
  return CompiledQuery.raw(
    `update ${table} t set ${set} from unnest(${arrays}) as u(${all.join(', ')})
    where t.publisher_id = $1 and t.id = u.id`,
    [publisherId, ...all.map((name) => arrayLiteral(rows.map((row) => row[name])))],
  )
}
