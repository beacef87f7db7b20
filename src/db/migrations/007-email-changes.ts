import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** New addresses that subscribers asked for. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const statements = [
    // No foreign key to the subscriber: on Citus this table is made beside tables that are already spread.
    `create table email_change (
      publisher_id integer not null,
      id text not null,
      subscriber_id text not null,
      email text not null,
      language text not null,
      created bigint not null,
      done_at bigint,
      constraint email_change_pk primary key (publisher_id, id)
    ) ${sqlite ? 'without rowid' : ''}`,
    'create index email_change_by_subscriber on email_change (publisher_id, subscriber_id)',
    'create index email_change_by_age on email_change (publisher_id, created, id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
