import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DATABASES, freshDatabaseUrl } from '../../test/support/databases.ts'
import { readConfig } from '../config.ts'
import { type Db, openDatabase } from '../db/database.ts'
import { rememberedValue } from '../db/service-store.ts'
import { transactLightly } from './transact-lightly.ts'

describe.each(DATABASES)('a light transaction on %s', (kind) => {
  async function openFresh(): Promise<Db> {
    const { url, dispose } = await freshDatabaseUrl(kind)
    const database = await openDatabase(readConfig({ DATABASE_URL: url }).db)
    onTestFinished(() => database.close().then(dispose))
    return database.db
  }
  /** How much the next transaction does for its safety. */
  async function safety(db: Db): Promise<unknown> {
    const asked = kind === 'sqlite' ? sql`pragma synchronous` : sql`show synchronous_commit`
    const { rows } = await asked.execute(db)
    return Object.values(rows[0] as object)[0]
  }

  it('is all or nothing, and leaves the next one as safe as ever', async () => {
    const db = await openFresh()
    const full = kind === 'sqlite' ? 2 : 'on'
    let within: unknown
    await transactLightly(db, async (tx) => {
      within = await safety(tx)
      await rememberedValue(tx, 'kept', () => 'yes')
    })
    expect(within).toBe(kind === 'sqlite' ? 1 : 'off')
    expect(await safety(db)).toBe(full)

    const failing = transactLightly(db, async (tx) => {
      await rememberedValue(tx, 'lost', () => 'yes')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await safety(db)).toBe(full)
    expect(await rememberedValue(db, 'kept', () => 'new')).toBe('yes')
    expect(await rememberedValue(db, 'lost', () => 'new')).toBe('new')
  })
})
