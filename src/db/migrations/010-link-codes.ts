import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** The codes in the addresses of quick links. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  // No foreign keys: a code outlives its event, and on Citus this table is made beside tables that are already spread.
  const statement = `create table link_code (
      publisher_id integer not null,
      code text not null,
      event_id text not null,
      constraint link_code_pk primary key (publisher_id, code)
    ) ${sqlite ? 'without rowid' : ''}`
  await sql.raw(statement).execute(db)
}
