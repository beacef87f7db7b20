import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** The percentages of reach that were notified of. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  // No foreign key to the publisher: on Citus this table is made beside tables that are already spread.
  const statement = `create table reach_notification (
      publisher_id integer not null,
      revision bigint not null,
      calendar_id text not null,
      percent integer not null,
      constraint reach_notification_pk primary key (publisher_id, revision, calendar_id)
    ) ${sqlite ? 'without rowid' : ''}`
  await sql.raw(statement).execute(db)
}
