import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { type Database, type Db, openDatabase } from '../../src/db/database.ts'
import { isBusy, isUnreachable, transact } from '../../src/db/transact.ts'
import { type FreshDatabase, freshDatabaseUrl } from '../support/databases.ts'

describe('PostgreSQL', () => {
  let fresh: FreshDatabase
  let database: Database
  beforeAll(async () => {
    fresh = await freshDatabaseUrl('postgres')
    const env = { DATABASE_URL: fresh.url, FASTI_DATABASE_CONNECTIONS: '2' }
    database = await openDatabase(readConfig(env).db)
    await sql`create table told (what text)`.execute(database.db)
  })
  afterAll(async () => {
    await database.close()
    await fresh.dispose()
  })

  const tell = (db: Db, what: string) => sql`insert into told values (${what})`.execute(db)
  const told = async (what: string) =>
    (await sql`select from told where what = ${what}`.execute(database.db)).rows.length

  it('runs a transaction again whose connection was lost', async () => {
    let runs = 0
    await transact(database.db, async (tx) => {
      runs++
      await tell(tx, 'lost')
      if (runs < 3) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    expect(runs).toBe(3)
    expect(await told('lost')).toBe(1)
  })

  it('does not run it again when the connection was lost at the commit: it may be done', async () => {
    await sql`
      create function cut() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(database.db)
    await sql`create table cut (id integer)`.execute(database.db)
    await sql`
      create constraint trigger cut after insert on cut deferrable initially deferred
      for each row execute function cut()`.execute(database.db)
    let runs = 0
    const error = await transact(database.db, async (tx) => {
      runs++
      await sql`insert into cut values (1)`.execute(tx)
    }).catch((error: unknown) => error)
    expect(isUnreachable(error)).toBe(true)
    expect(runs).toBe(1)
  })

  it('runs a transaction again that lost against another', async () => {
    let runs = 0
    await transact(database.db, async (tx) => {
      runs++
      await tell(tx, 'raced')
      if (runs < 3) await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx)
    })
    expect(await told('raced')).toBe(1)
  })

  it('limits what is done in a transaction, and nothing else', async () => {
    const limits = sql<{ limits: string[] }>`
      select array[current_setting('statement_timeout'), current_setting('lock_timeout'),
        current_setting('idle_in_transaction_session_timeout')] as limits`
    const inside = await transact(database.db, (tx) => limits.execute(tx))
    expect(inside.rows).toEqual([{ limits: ['9s', '5s', '30s'] }])
    expect((await limits.execute(database.db)).rows).toEqual([{ limits: ['0', '0', '0'] }])
  })

  it('calls it busy when a statement was too slow', async () => {
    const error = await transact(database.db, async (tx) => {
      await sql`set local statement_timeout = 10`.execute(tx)
      await sql`select pg_sleep(10)`.execute(tx)
    }).catch((error: unknown) => error)
    expect(isBusy(error)).toBe(true)
  })

  it('rolls back a transaction that takes too long as a whole', async () => {
    const began = performance.now()
    const error = await transact(database.db, async (tx) => {
      await tell(tx, 'slow')
      vi.spyOn(performance, 'now').mockReturnValue(began + 61_000)
      await tell(tx, 'slower').finally(() => vi.restoreAllMocks())
    }).catch((error: unknown) => error)
    expect(isBusy(error)).toBe(true)
    expect(await told('slow')).toBe(0)
  })

  it('goes on without prepared statements where a pooler forgets them', async () => {
    const read = () => database.read<{ n: number }>('select $1::integer as n', [7])
    expect(await read()).toEqual([{ n: 7 }])
    const prepared = sql`select from pg_prepared_statements where name like 'fasti-%'`
    expect((await prepared.execute(database.db)).rows).toHaveLength(1)
    await sql`deallocate all`.execute(database.db)
    expect(await read()).toEqual([{ n: 7 }])
    expect((await prepared.execute(database.db)).rows).toEqual([])
    expect(await read()).toEqual([{ n: 7 }])
  })

  it('leaves no statement behind on the server that it gave up', { timeout: 60_000 }, async () => {
    const other = await openDatabase(readConfig({ DATABASE_URL: fresh.url }).db)
    const behind = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(other.db)
      return rows[0]!.n
    }
    await other.db.transaction().execute(async (tx) => {
      await sql`lock table told`.execute(tx)
      const waiting: Promise<unknown>[] = [
        Promise.resolve(database.read('select count(*) from told where $1::int > 0', [1])),
        sql`select count(*) from told`.execute(database.db),
      ]
      await expect.poll(behind).toBe(2)
      for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected')
      await expect.poll(behind).toBe(0)
    })
    // Reads of the publisher are refused until a small one was answered.
    const read = async () => database.read('select $1::int as one', [1])
    await expect.poll(() => read().catch(() => undefined), { timeout: 10_000 }).toEqual([{ one: 1 }])
    await other.close()
  })
})
