import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DATABASES, freshDatabaseUrl } from '../../test/support/databases.ts'
import { readConfig } from '../config.ts'
import { type Db, openDatabase } from './database.ts'
import { ensureServiceValue } from './service-store.ts'
import { transactUnsynced } from './transact-unsynced.ts'

describe.each(DATABASES)('a transaction without a sync on %s', (kind) => {
  async function openFresh(): Promise<Db> {
    const { url, dispose } = await freshDatabaseUrl(kind)
    const database = await openDatabase(readConfig({ DATABASE_URL: url }).db)
    onTestFinished(() => database.close().then(dispose))
    return database.db
  }
  /** The durability setting. */
  async function safety(db: Db): Promise<unknown> {
    const query = kind === 'sqlite' ? sql`pragma synchronous` : sql`show synchronous_commit`
    const { rows } = await query.execute(db)
    return Object.values(rows[0] as object)[0]
  }

  it('is atomic, and the next transaction is durable again', async () => {
    const db = await openFresh()
    const full = kind === 'sqlite' ? 2 : 'on'
    let within: unknown
    await transactUnsynced(db, async (tx) => {
      within = await safety(tx)
      await ensureServiceValue(tx, 'kept', () => 'yes')
    })
    expect(within).toBe(kind === 'sqlite' ? 1 : 'off')
    expect(await safety(db)).toBe(full)

    const failing = transactUnsynced(db, async (tx) => {
      await ensureServiceValue(tx, 'lost', () => 'yes')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await safety(db)).toBe(full)
    expect(await ensureServiceValue(db, 'kept', () => 'new')).toBe('yes')
    expect(await ensureServiceValue(db, 'lost', () => 'new')).toBe('new')
  })
})
