import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Events in several calendars, and their changes in each. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const statements = [
    'alter table event add column also_in text',
    // No foreign keys: on Citus this table is made beside tables that are already spread.
    `create table event_calendar (
      publisher_id integer not null,
      calendar_id text not null,
      event_id text not null,
      imported integer not null,
      constraint event_calendar_pk primary key (publisher_id, calendar_id, event_id)
    ) ${sqlite ? 'without rowid' : ''}`,
    `create view calendar_event as
      select publisher_id, calendar_id, id, private, draft, cancelled, start_at, end_at, revision,
        name, location, details
      from event
      union all
      select c.publisher_id, c.calendar_id, e.id, e.private, e.draft, e.cancelled, e.start_at, e.end_at, e.revision,
        e.name, e.location, e.details
      from event_calendar c join event e on e.publisher_id = c.publisher_id and e.id = c.event_id`,
    ...(sqlite ? rebuiltHistory() : historyByCalendar()),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const KEY = 'constraint event_change_pk primary key (publisher_id, revision, event_id, calendar_id)'

function historyByCalendar(): string[] {
  return ['alter table event_change drop constraint event_change_pk', `alter table event_change add ${KEY}`]
}

/** SQLite can't change a primary key. */
function rebuiltHistory(): string[] {
  return [
    'alter table event_change rename to event_change_before',
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
      ${KEY}
    ) without rowid`,
    'insert into event_change select * from event_change_before',
    'drop table event_change_before',
    'create index event_change_by_calendar on event_change (publisher_id, calendar_id, revision)',
    `create index event_change_public on event_change (publisher_id, at, revision, event_id)
      where subscriber_id is null`,
  ]
}
