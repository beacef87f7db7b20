import { type Kysely, sql } from 'kysely'

/** Filters of subscribers that are kept under a name. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: on Citus the table is made beside tables that are already spread.
  await sql
    .raw(
      `create table segment (
        publisher_id integer not null,
        id text not null,
        name text not null,
        filter text not null,
        created bigint not null,
        constraint segment_pk primary key (publisher_id, id)
      )`,
    )
    .execute(db)
}
