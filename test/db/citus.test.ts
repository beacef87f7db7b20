import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { type FreshDatabase, freshDatabaseUrl } from '../support/databases.ts'

const script = readFileSync('scripts/citus.sql', 'utf8')
const named = (call: string) =>
  [...script.matchAll(new RegExp(`${call}\\('"?(\\w+)"?'`, 'g'))].map(([, table]) => table!)
const distributed = named('create_distributed_table')
const reference = named('create_reference_table')

/** What Citus asks of a schema whose tables are spread by publisher. */
describe('the script that spreads the tables over nodes', () => {
  let fresh: FreshDatabase
  let database: Database
  let client: pg.Client

  beforeAll(async () => {
    fresh = await freshDatabaseUrl('postgres')
    database = await openDatabase(readConfig({ DATABASE_URL: fresh.url }).db)
    client = new pg.Client({ connectionString: fresh.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.close()
    await fresh.dispose()
  })

  it('names every table once', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_name not like 'kysely%'`,
    )
    expect([...distributed, ...reference].sort()).toEqual(rows.map((row) => row.name).sort())
  })

  it('finds the publisher in every key of what is spread', async () => {
    const { rows } = await client.query<{ name: string; index: string; columns: string[] }>(
      `select t.relname as name, i.relname as index,
         array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(x.indkey)) as columns
       from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       join pg_namespace n on n.oid = t.relnamespace
       where n.nspname = 'public' and x.indisunique and t.relname not like 'kysely%'`,
    )
    const without = rows.filter(({ columns }) => !columns.includes('publisher_id')).map(({ name }) => name)
    expect(new Set(without)).toEqual(new Set(reference))
    for (const table of distributed) expect(rows.map((row) => row.name)).toContain(table)
  })

  it('spreads a table after those its foreign keys lead to, which hold the publisher too', async () => {
    const { rows } = await client.query<{ from: string; to: string; columns: string[]; others: string[] }>(
      `select f.relname as from, t.relname as to,
         array(select attname::text from pg_attribute where attrelid = c.conrelid and attnum = any(c.conkey)) as columns,
         array(select attname::text from pg_attribute where attrelid = c.confrelid and attnum = any(c.confkey)) as others
       from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
       where c.contype = 'f'`,
    )
    expect(rows.length).toBeGreaterThan(10)
    for (const { from, to, columns, others } of rows) {
      if (reference.includes(to)) continue
      expect(distributed.indexOf(to), `${to} before ${from}`).toBeLessThan(distributed.indexOf(from))
      expect(columns).toContain('publisher_id')
      expect(others).toContain('publisher_id')
    }
  })
})
