import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Statistics by calendar, widget, campaign and link. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const clustered = sqlite ? 'without rowid' : ''
  // No foreign keys: on Citus these tables are made beside tables that are already spread.
  const statements = [
    `create table daily_detail (
      publisher_id integer not null,
      day text not null,
      name text not null,
      value bigint not null,
      constraint daily_detail_pk primary key (publisher_id, day, name)
    ) ${clustered}`,
    `create table clicked_link (
      publisher_id integer not null,
      event_id text not null,
      position integer not null,
      event_name text not null,
      event_date text not null,
      link_name text not null,
      constraint clicked_link_pk primary key (publisher_id, event_id, position)
    ) ${clustered}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
