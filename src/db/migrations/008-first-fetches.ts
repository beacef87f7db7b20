import { type Kysely, sql } from 'kysely'

/** The time at which a calendar application first fetched a link. `db/tables` describes the column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feed_link add column fetched_at bigint`.execute(db)
}
