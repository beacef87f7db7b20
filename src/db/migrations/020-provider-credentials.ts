import { type Kysely, sql, SqliteAdapter } from 'kysely'

/**
 * Clients of publishers at providers of calendars, and the client of each consent: those that are there belong to the
 * client of the installation. `db/tables` describes the columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  // No foreign key: on Citus the table is made beside tables that are already spread.
  await sql
    .raw(
      `create table provider_credentials (
        publisher_id integer not null,
        provider text not null,
        client_id text not null,
        client_secret text not null,
        since bigint not null,
        retired_at bigint,
        constraint provider_credentials_pk primary key (publisher_id, provider, client_id)
      ) ${sqlite ? 'without rowid' : ''}`,
    )
    .execute(db)
  await sql.raw('alter table push_grant add column client_id text').execute(db)
}
