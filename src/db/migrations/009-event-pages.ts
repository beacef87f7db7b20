import { type Kysely, sql } from 'kysely'

/** The switch of a calendar for pages of its events. `db/tables` describes the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar add column event_pages integer not null default 1`.execute(db)
}
