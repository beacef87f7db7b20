import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Sources that are read again by themselves. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const clustered = sqlite ? 'without rowid' : ''
  // No foreign keys: on Citus these tables are made beside tables that are already spread.
  const statements = [
    `create table source (
      publisher_id integer not null,
      id text not null,
      calendar_id text not null,
      address text not null,
      options text not null,
      rules text not null,
      every_minutes integer not null,
      paused integer not null,
      created bigint not null,
      next_run_at bigint,
      lease_until bigint not null,
      etag text,
      last_modified text,
      digest text,
      last_run_at bigint,
      failures integer not null,
      failing_since bigint,
      message text,
      told integer not null,
      waiting text,
      waiting_ids text,
      kept_digest text,
      constraint source_pk primary key (publisher_id, id)
    )`,
    // Of few sources, over all publishers.
    'create index source_due on source (next_run_at) where next_run_at is not null',
    `create table source_run (
      publisher_id integer not null,
      source_id text not null,
      id text not null,
      at bigint not null,
      until bigint not null,
      times integer not null,
      outcome text not null,
      counts text not null,
      message text not null,
      constraint source_run_pk primary key (publisher_id, source_id, id)
    ) ${clustered}`,
    `create table source_event (
      publisher_id integer not null,
      source_id text not null,
      reference text not null,
      said text not null,
      asked text,
      constraint source_event_pk primary key (publisher_id, source_id, reference)
    ) ${clustered}`,
    `create index source_event_asked on source_event (publisher_id, source_id, reference)
      where asked is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
