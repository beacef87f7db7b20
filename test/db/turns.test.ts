import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { transact } from '../../src/db/transact.ts'
import { transactUnsynced } from '../../src/db/transact-unsynced.ts'
import { freshDatabaseUrl } from '../support/databases.ts'

it.each([
  ['transact', transact],
  ['transactUnsynced', transactUnsynced],
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
