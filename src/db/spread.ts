import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The script that spreads a database over nodes by Citus. */
const SCRIPT = new URL('./citus.sql', import.meta.url)
/** The statement for one table in it. */
const FOR_TABLE = /^select create_\w+\('"?(\w+)"?'.*;$/gm

/** Lists the tables that Citus has spread, or has whole on every node; none if the database is not spread. */
export async function listSpread(db: Db): Promise<string[]> {
  const { rows: extensions } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db)
  if (extensions.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns the statements of the script by table, in an order in which each comes after those that its keys lead to. */
export function spreadStatements(): Map<string, string> {
  const script = readFileSync(SCRIPT, 'utf8')
  return new Map([...script.matchAll(FOR_TABLE)].map(([statement, table]) => [table!, statement]))
}

/** Lists the tables that the script spreads by publisher; the others it has whole on every node. */
export function listSpreadTables(): string[] {
  return [...spreadStatements()].flatMap(([table, text]) =>
    text.includes('create_distributed_table') ? [table] : [],
  )
}

/** Spreads the tables that are not spread yet, such as those that a migration made in a database that is. */
export async function spreadRest(db: Db): Promise<void> {
  const spread = new Set(await listSpread(db))
  for (const [table, statement] of spreadStatements()) {
    if (spread.has(table)) continue
    await sql.raw(statement).execute(db)
    await sql`select truncate_local_data_after_distributing_table(${table}::text::regclass)`.execute(db)
  }
}

/** Returns the group of nodes that has a publisher's data. Citus knows it without asking the node. */
export async function findNode(db: Db, publisherId: number): Promise<number> {
  const { rows } = await sql<{ node: number }>`
    select groupid as node from pg_dist_placement
    where shardid = get_shard_id_for_distribution_column('publisher', ${publisherId}::integer)`.execute(db)
  return rows[0]!.node
}
