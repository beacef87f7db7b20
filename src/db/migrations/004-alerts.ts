import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Alerts: their rules, the events that wait for one, and who was told. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const withoutRowid = sqlite ? 'without rowid' : ''
  const statements = [
    // No foreign key to the publisher: on Citus these tables are made beside tables that are already spread.
    `create table alert_rule (
      publisher_id integer not null,
      id text not null,
      calendar_ids text,
      kinds text not null,
      least_move integer not null,
      within_hours integer not null,
      grace integer not null,
      quiet_from text,
      quiet_to text,
      daily_cap integer not null,
      ask_above integer not null,
      channels text not null,
      language text not null,
      active integer not null,
      created bigint not null,
      constraint alert_rule_pk primary key (publisher_id, id)
    ) ${withoutRowid}`,
    `create table alert_follower (
      publisher_id integer not null,
      revision bigint not null,
      constraint alert_follower_pk primary key (publisher_id)
    )`,
    `create table alert_due (
      publisher_id integer not null,
      calendar_id text not null,
      event_id text not null,
      rule_id text not null,
      due_at bigint not null,
      constraint alert_due_pk primary key (publisher_id, calendar_id, event_id)
    ) ${withoutRowid}`,
    `create table alert (
      publisher_id integer not null,
      id text not null,
      asked_by text not null,
      created bigint not null,
      state text not null,
      topics text not null,
      terms text not null,
      people integer not null,
      told integer not null default 0,
      current integer not null default 0,
      capped integer not null default 0,
      off integer not null default 0,
      refused integer not null default 0,
      late integer not null default 0,
      found_calendars integer not null,
      found_upto text not null,
      constraint alert_pk primary key (publisher_id, id)
    ) ${withoutRowid}`,
    // Of few alerts, over all publishers.
    `create index alert_open on alert (state, publisher_id, id) where state in ('finding', 'sending')`,
    `create table alert_recipient (
      publisher_id integer not null,
      alert_id text not null,
      subscriber_id text not null,
      state text not null,
      told text,
      attempts integer not null,
      next_at bigint not null,
      at bigint,
      constraint alert_recipient_pk primary key (publisher_id, alert_id, subscriber_id)
    ) ${withoutRowid}`,
    `create index alert_recipient_waiting on alert_recipient (publisher_id, alert_id, next_at)
      where state = 'waiting'`,
    'create index alert_recipient_by_subscriber on alert_recipient (publisher_id, subscriber_id, at)',
    `alter table subscriber add column alerts text not null default 'on'`,
    `alter table subscriber add column mail_refusals integer not null default 0`,
    `alter table subscriber add column language text not null default ''`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
