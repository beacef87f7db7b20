import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { type Db, openDatabase } from '../../src/db/database.ts'
import { foundBefore, transact } from '../../src/db/transact.ts'
import { transactLightly } from '../../src/webhooks/transact-lightly.ts'
import { DATABASES, freshDatabaseUrl } from '../support/databases.ts'

it.each([
  ['transact', transact],
  ['transactLightly', transactLightly],
])('%s waits for its turn on SQLite without holding up its process', async (_, wait) => {
  const fresh = await freshDatabaseUrl('sqlite')
  const config = readConfig({ DATABASE_URL: fresh.url }).db
  const [one, other] = [await openDatabase(config), await openDatabase(config)]
  const order: string[] = []
  let waiting: Promise<void> | undefined
  await transact(one.db, async () => {
    order.push('one begins')
    waiting = wait(other.db, () => Promise.resolve(void order.push('other')))
    // Were this the whole process that waits, the one could never end.
    for (let turns = 0; turns < 20; turns++) await nextTurn()
    await sql`select 1`.execute(other.db)
    order.push('one ends')
  })
  await waiting
  expect(order).toEqual(['one begins', 'one ends', 'other'])
  await Promise.all([one.close(), other.close()])
  await fresh.dispose()
})

it.each(DATABASES)(
  'what takes long is found outside of the transaction, which then runs again on %s',
  async (kind) => {
    const fresh = await freshDatabaseUrl(kind)
    const database = await openDatabase(readConfig({ DATABASE_URL: fresh.url }).db)
    const { db } = database
    const events: string[] = []
    const finding = (name: string) => (outside: Db) => {
      events.push(`${name} is found ${outside.isTransaction ? 'within' : 'outside'}`)
      return Promise.resolve(name)
    }
    const named = async () => {
      const { rows } = await sql<{ name: string }>`select name from service where name like 'turn%'`.execute(
        db,
      )
      return rows.map(({ name }) => name)
    }
    const result = await transact(db, (tx) =>
      // A transaction within it is part of it.
      transact(tx, async (inner) => {
        events.push('begins')
        await inner
          .insertInto('service')
          .values({ name: `turn ${events.length}`, value: '' })
          .execute()
        const one = await foundBefore(inner, 'one', finding('one'))
        return [one, await foundBefore(inner, 'other', finding('other'))]
      }),
    )
    expect(result).toEqual(['one', 'other'])
    expect(events).toEqual(['begins', 'one is found outside', 'begins', 'other is found outside', 'begins'])
    // Earlier writes were undone.
    expect(await named()).toEqual(['turn 5'])
    expect(await foundBefore(db, 'alone', finding('alone'))).toBe('alone')
    await database.close()
    await fresh.dispose()
  },
)
