import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** The history of events, and the revision that each application has read. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const statements = [
    // No foreign key to the publisher: on Citus this table is made beside tables that are already spread.
    `create table event_change (
      publisher_id integer not null,
      revision bigint not null,
      event_id text not null,
      calendar_id text not null,
      subscriber_id text,
      kinds text not null,
      before text,
      after text,
      start_before bigint not null,
      start_after bigint,
      end_at bigint not null,
      at bigint not null,
      constraint event_change_pk primary key (publisher_id, revision, event_id)
    ) ${sqlite ? 'without rowid' : ''}`,
    'create index event_change_by_calendar on event_change (publisher_id, calendar_id, revision)',
    `create index event_change_public on event_change (publisher_id, at, revision, event_id)
      where subscriber_id is null`,
    `create table change_reach (
      publisher_id integer not null,
      revision bigint not null,
      calendar_id text not null,
      at bigint not null,
      active integer not null,
      reached integer not null,
      partly integer not null,
      silent integer not null,
      applications text not null,
      constraint change_reach_pk primary key (publisher_id, revision, calendar_id, at)
    ) ${sqlite ? 'without rowid' : ''}`,
    'alter table feed_read add column revision bigint not null default 0',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
