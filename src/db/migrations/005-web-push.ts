import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Browsers of subscribers that get notifications by web push. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const statements = [
    // No foreign key to the subscriber: on Citus this table is made beside tables that are already spread.
    `create table push_subscription (
      publisher_id integer not null,
      id text not null,
      subscriber_id text not null,
      link_number integer not null,
      target text not null,
      browser text not null,
      created bigint not null,
      last_sent_at bigint,
      constraint push_subscription_pk primary key (publisher_id, id)
    ) ${sqlite ? 'without rowid' : ''}`,
    `create index push_subscription_by_subscriber
      on push_subscription (publisher_id, subscriber_id, created, id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
