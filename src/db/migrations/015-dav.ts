import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Push registrations of CalDAV accounts. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const clustered = sqlite ? 'without rowid' : ''
  // No foreign keys: on Citus these tables are made beside tables that are already spread.
  const statements = [
    `create table push_registration (
      publisher_id integer not null,
      id text not null,
      subscriber_id text not null,
      link_number integer not null,
      collection text not null,
      calendar_id text not null,
      target text not null,
      content integer not null,
      properties text,
      created bigint not null,
      expires_at bigint not null,
      told bigint not null,
      changed bigint not null,
      due_at bigint,
      attempts integer not null,
      last_sent_at bigint,
      constraint push_registration_pk primary key (publisher_id, id)
    ) ${clustered}`,
    'create index push_registration_by_collection on push_registration (publisher_id, collection, id)',
    'create index push_registration_by_subscriber on push_registration (publisher_id, subscriber_id)',
    'create index push_registration_due on push_registration (due_at) where due_at is not null',
    `create table push_follower (
      publisher_id integer not null,
      revision bigint not null,
      properties text not null,
      constraint push_follower_pk primary key (publisher_id)
    ) ${clustered}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
