import pg from 'pg'
import { expect, it } from 'vitest'
import { DATABASES, freshDatabaseUrl } from './databases.ts'
import { startPostgres } from './postgres.ts'

it.each(DATABASES)('gives each test a database of its own on %s', async (kind) => {
  const [one, other] = await Promise.all([freshDatabaseUrl(kind), freshDatabaseUrl(kind)])
  expect(one.url).toMatch(new RegExp(`^${kind}:`))
  expect(one.url).not.toBe(other.url)
  await Promise.all([one.dispose(), other.dispose()])
})

it('makes PostgreSQL databases empty and drops them when disposed of', async () => {
  const { url, dispose } = await freshDatabaseUrl('postgres')
  expect(await query(url, 'select relname from pg_stat_user_tables')).toEqual([])
  await dispose()
  await expect(query(url, 'select 1')).rejects.toThrow('does not exist')
})

it('starts a PostgreSQL that can be killed and keeps what it committed', async () => {
  const postgres = await startPostgres({ fsync: true })
  try {
    const url = await postgres.createDatabase()
    await query(url, 'create table kept as select 7 as value')
    await postgres.kill()
    await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    await postgres.restart()
    expect(await query(url, 'select value from kept')).toEqual([{ value: 7 }])
    expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }])
  } finally {
    await postgres.stop()
  }
})

async function query(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}
