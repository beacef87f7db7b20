import { type RawBuilder, sql } from 'kysely'
import { type Db, isSqlite } from './database.ts'

/** `column in (…)` for a list of any length as one parameter, so that the statement's text is always the same. */
export function inList(db: Db, column: string, values: string[]): RawBuilder<boolean> {
  return isSqlite(db)
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
    : sql<boolean>`${sql.ref(column)} = any(${values}::text[])`
}
