import { type RawBuilder, sql } from 'kysely'
import { type Db, isSqlite } from './database.ts'

/**
 * `column in (…)` with the list as one parameter, so that the statement's text is always the same. Pass an
 * expression in place of a column name to prevent the use of an index on the column.
 */
export function inList(db: Db, column: string | RawBuilder<unknown>, values: string[]): RawBuilder<boolean> {
  const left = typeof column === 'string' ? sql.ref(column) : column
  return isSqlite(db)
    ? sql<boolean>`${left} in (select value from json_each(${JSON.stringify(values)}))`
    : sql<boolean>`${left} = any(${values}::text[])`
}
