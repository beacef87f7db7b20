import { CompiledQuery } from 'kysely'
import { type Db, isSqlite } from './database.ts'
import { arrayLiteral, type ColumnType } from './insert-many.ts'
import { forEachRow } from './sqlite.ts'
import type { Tables } from './tables/index.ts'

/** A column that is set: its type, and the value of each row. */
export interface ColumnValues {
  type: ColumnType
  values: unknown[]
}

/**
 * Updates rows of one publisher, each with values of its own, found by `ids`: in one statement on PostgreSQL, and by one
 * prepared statement that runs for each row on SQLite.
 */
export async function updateMany(
  db: Db,
  table: keyof Tables,
  publisherId: number,
  ids: string[],
  columns: Record<string, ColumnValues>,
): Promise<void> {
  if (ids.length === 0) return
  await db.executeQuery((isSqlite(db) ? forEach : fromArrays)(table, publisherId, ids, columns))
}

function forEach(
  table: string,
  publisherId: number,
  ids: string[],
  columns: Record<string, ColumnValues>,
): CompiledQuery {
  const set = Object.keys(columns).map((name) => `${name} = ?`)
  const all = Object.values(columns)
  return CompiledQuery.raw(
    forEachRow(`update ${table} set ${set.join(', ')} where publisher_id = ? and id = ?`),
    [ids.map((id, i) => [...all.map(({ values }) => values[i]), publisherId, id])],
  )
}

function fromArrays(
  table: string,
  publisherId: number,
  ids: string[],
  columns: Record<string, ColumnValues>,
): CompiledQuery {
  const all = { id: { type: 'text', values: ids }, ...columns }
  const set = Object.keys(columns).map((name) => `${name} = u.${name}`)
  const arrays = Object.values(all).map(({ type }, i) => `$${i + 2}::${type}[]`)
  return CompiledQuery.raw(
    `update ${table} t set ${set.join(', ')}
    from unnest(${arrays.join(', ')}) as u(${Object.keys(all).join(', ')})
    where t.publisher_id = $1 and t.id = u.id`,
    [publisherId, ...Object.values(all).map(({ values }) => arrayLiteral(values))],
  )
}
