import { type Kysely, sql, SqliteAdapter } from 'kysely'

/**
 * Creates the tables of request counts and the request log: on PostgreSQL in the database, on SQLite in a
 * file next to it, see `Database.limits`.
 */
export async function createLimitsTables<T>(db: Kysely<T>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (const statement of limitsTables(sqlite)) await sql.raw(statement).execute(db)
}

function limitsTables(sqlite: boolean): string[] {
  return [
    `create table if not exists request_window (
      publisher_id integer not null,
      name text not null,
      opened_at bigint not null,
      requests integer not null,
      constraint request_window_pk primary key (publisher_id, name)
    )`,

    `create table if not exists used_nonce (
      publisher_id integer not null,
      api_key text not null,
      nonce text not null,
      used_at bigint not null,
      constraint used_nonce_pk primary key (publisher_id, api_key, nonce)
    )`,
    'create index if not exists used_nonce_by_time on used_nonce (used_at)',

    // Without rowid, SQLite stores the rows in the order of the primary key, in which a publisher's log is
    // read.
    `create table if not exists request_log (
      publisher_id integer not null,
      id text not null,
      at bigint not null,
      api_key text not null,
      method text not null,
      path text not null,
      status integer not null,
      reason text not null,
      errors text,
      duration_ms integer not null,
      request_id text not null,
      url text,
      body_sha256 text,
      body_bytes integer,
      constraint request_log_pk primary key (publisher_id, id)
    ) ${sqlite ? 'without rowid' : ''}`,
    'create index if not exists request_log_refused on request_log (publisher_id, id) where status >= 400',
  ]
}
