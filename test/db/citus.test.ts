import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { CITUS_SCRIPT, DISTRIBUTED, REFERENCE } from '../support/citus-script.ts'
import { type FreshDatabase, freshDatabaseUrl } from '../support/databases.ts'

const OURS = `n.nspname = 'public'`
const FOREIGN_KEYS = `
  select f.relname as from, t.relname as to, c.confdeltype::text as deleted, c.confupdtype::text as updated,
    array(select attname::text from pg_attribute where attrelid = c.conrelid and attnum = any(c.conkey)) as columns,
    array(select attname::text from pg_attribute where attrelid = c.confrelid and attnum = any(c.confkey)) as others
  from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
  where c.contype = 'f'`
/** `pg_constraint.confdeltype`: no action, restrict, cascade. */
const KEPT_OR_CASCADED = ['a', 'r', 'c']

/** The rules of Citus for a schema whose tables are spread by publisher. */
describe('the script that spreads the tables over nodes', () => {
  let fresh: FreshDatabase
  let client: pg.Client
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows

  beforeAll(async () => {
    fresh = await freshDatabaseUrl('postgres')
    await (await openDatabase(readConfig({ DATABASE_URL: fresh.url }).db)).close()
    client = new pg.Client({ connectionString: fresh.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await fresh.dispose()
  })

  it('names every table once', async () => {
    const rows = await rowsOf<{ name: string }>(
      `select t.relname as name from pg_class t join pg_namespace n on n.oid = t.relnamespace
       where ${OURS} and t.relkind in ('r', 'p', 'm', 'f')`,
    )
    expect([...DISTRIBUTED, ...REFERENCE].sort()).toEqual(rows.map((row) => row.name).sort())
  })

  it('is well formed, and keeps what belongs together on one node', () => {
    const calls = CITUS_SCRIPT.split('\n').filter((line) => /^\s*select create/i.test(line))
    expect(calls).toHaveLength(DISTRIBUTED.length + REFERENCE.length)
    const [first, ...others] = calls.filter((line) => line.includes('create_distributed_table'))
    expect(first).toBe("select create_distributed_table('publisher', 'publisher_id');")
    for (const call of others)
      expect(call).toMatch(
        /^select create_distributed_table\('"?\w+"?', 'publisher_id', colocate_with => 'publisher'\);$/,
      )
  })

  it('can name each table as it is written', async () => {
    // A word of SQL such as "user" needs its quotes there too.
    for (const [, table] of CITUS_SCRIPT.matchAll(/^select create_\w+\('([^']+)'/gm)) {
      expect(await rowsOf(`select '${table}'::regclass`)).toHaveLength(1)
    }
  })

  it('finds the publisher in every key of what is spread', async () => {
    const rows = await rowsOf<{ name: string; columns: string[] }>(
      `select t.relname as name,
         array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(x.indkey)) as columns
       from pg_index x join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
       where ${OURS} and x.indisunique`,
    )
    const without = rows.filter(({ columns }) => !columns.includes('publisher_id')).map(({ name }) => name)
    expect(new Set(without)).toEqual(new Set(REFERENCE))
    for (const table of DISTRIBUTED) expect(rows.map((row) => row.name)).toContain(table)
  })

  it('spreads by a number that is always there, of one type', async () => {
    const rows = await rowsOf<{ name: string; type: string; always: boolean }>(
      `select t.relname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as always
       from pg_attribute a join pg_class t on t.oid = a.attrelid join pg_namespace n on n.oid = t.relnamespace
       where ${OURS} and t.relkind = 'r' and a.attname = 'publisher_id'`,
    )
    const spread = rows.filter(({ name }) => DISTRIBUTED.includes(name))
    expect(spread.map(({ name }) => name).sort()).toEqual([...DISTRIBUTED].sort())
    for (const { name, type, always } of spread) expect([type, always], name).toEqual(['integer', true])
  })

  it('spreads a table after those its foreign keys lead to, which hold the publisher too', async () => {
    const rows = await rowsOf<
      Record<'from' | 'to' | 'deleted' | 'updated', string> & Record<'columns' | 'others', string[]>
    >(FOREIGN_KEYS)
    expect(rows.length).toBeGreaterThan(10)
    for (const { from, to, columns, others, deleted, updated } of rows) {
      // A column of the distribution can't be set to null or changed by a key.
      expect(KEPT_OR_CASCADED, `${from} to ${to}`).toContain(deleted)
      expect(updated, `${from} to ${to}`).toBe('a')
      if (REFERENCE.includes(to)) continue
      expect(DISTRIBUTED.indexOf(to), `${to} before ${from}`).toBeLessThan(DISTRIBUTED.indexOf(from))
      expect(columns).toContain('publisher_id')
      expect(others).toContain('publisher_id')
    }
  })

  it.each([
    [
      'sequences: numbers of rows would come from one node',
      `select relname from pg_class t join pg_namespace n on n.oid = t.relnamespace where ${OURS} and t.relkind = 'S'`,
    ],
    [
      'columns that count or compute by themselves',
      `select attname from pg_attribute a join pg_class t on t.oid = a.attrelid join pg_namespace n on n.oid = t.relnamespace where ${OURS} and (a.attidentity <> '' or a.attgenerated <> '')`,
    ],
    [
      'triggers',
      `select tgname from pg_trigger g join pg_class t on t.oid = g.tgrelid join pg_namespace n on n.oid = t.relnamespace where ${OURS} and not g.tgisinternal`,
    ],
    [
      'rules and policies',
      `select rulename from pg_rules where schemaname = 'public' union all select policyname from pg_policies`,
    ],
    [
      'functions',
      `select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'`,
    ],
    [
      'exclusions and constraints that wait for the commit',
      `select conname from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace where ${OURS} and (c.contype = 'x' or c.condeferrable)`,
    ],
    [
      'indexes over expressions that only one node could know',
      `select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace where ${OURS} and x.indisunique and x.indexprs is not null`,
    ],
  ])('needs no %s', async (_, query) => {
    expect(await rowsOf(query)).toEqual([])
  })
})
