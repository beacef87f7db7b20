import { type Kysely, sql } from 'kysely'

/**
 * Enters all publishers in the directory. In a spread database it is whole on every node, so the start and the upkeep
 * need not ask the node of each publisher who there is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into directory (kind, key, publisher_id)
    select 'publisher', cast(publisher_id as text), publisher_id from publisher where true
    on conflict do nothing`.execute(db)
}
