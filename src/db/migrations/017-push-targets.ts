import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Calendars at providers that the service writes. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const clustered = sqlite ? 'without rowid' : ''
  // No foreign keys: on Citus these tables are made beside tables that are already spread.
  const statements = [
    `create table push_grant (
      publisher_id integer not null,
      id text not null,
      provider text not null,
      kind text not null,
      subscriber_id text,
      link_number integer,
      tokens text not null,
      scope text not null,
      account text,
      ending integer not null,
      created bigint not null,
      consented_at bigint not null,
      disconnected_at bigint,
      last_ok_at bigint,
      constraint push_grant_pk primary key (publisher_id, id)
    ) ${clustered}`,
    'create index push_grant_by_subscriber on push_grant (publisher_id, subscriber_id)',
    'create index push_grant_by_account on push_grant (account) where account is not null',
    `create table push_target (
      publisher_id integer not null,
      id text not null,
      grant_id text not null,
      kind text not null,
      calendar_id text,
      subscriber_id text,
      link_number integer,
      remote_calendar_id text,
      open integer not null,
      state text not null,
      synced_revision bigint,
      synced_day integer not null,
      synced_view text not null,
      next_at bigint,
      lease_until bigint not null,
      failures integer not null,
      last_error text,
      last_ok_at bigint,
      last_write_at bigint,
      created bigint not null,
      constraint push_target_pk primary key (publisher_id, id)
    ) ${clustered}`,
    'create index push_target_by_grant on push_target (publisher_id, grant_id)',
    'create index push_target_by_subscriber on push_target (publisher_id, subscriber_id)',
    'create index push_target_due on push_target (publisher_id, kind, next_at) where next_at is not null',
    `create table push_item (
      publisher_id integer not null,
      target_id text not null,
      event_id text not null,
      transaction_id text not null,
      remote_id text,
      stamp text not null,
      constraint push_item_pk primary key (publisher_id, target_id, event_id)
    ) ${clustered}`,
    `create table push_target_follower (
      publisher_id integer not null,
      revision bigint not null,
      revision_at bigint not null,
      constraint push_target_follower_pk primary key (publisher_id)
    ) ${clustered}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
