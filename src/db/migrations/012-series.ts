import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Series of events. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  // No foreign keys: on Citus these tables are made beside tables that are already spread.
  const statements = [
    `create table series (
      publisher_id integer not null,
      id text not null,
      calendar_id text not null,
      also_in text,
      private integer not null,
      reference text,
      date_reference text,
      fields text not null,
      rule text not null,
      included text not null,
      skip_calendars text,
      skipped_at text,
      made_until text not null,
      revision bigint not null,
      created bigint not null,
      modified bigint not null,
      constraint series_pk primary key (publisher_id, id),
      constraint series_reference unique (publisher_id, reference)
    )`,
    'create index series_calendar on series (publisher_id, calendar_id)',
    `create table series_exclude (
      publisher_id integer not null,
      series_id text not null,
      occurrence text not null,
      constraint series_exclude_pk primary key (publisher_id, series_id, occurrence)
    ) ${sqlite ? 'without rowid' : ''}`,
    'alter table event add column series_id text',
    'alter table event add column occurrence text',
    'create unique index event_series on event (publisher_id, series_id, occurrence) where series_id is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
