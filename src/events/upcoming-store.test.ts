import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabaseUrl } from '../../test/support/databases.ts'
import { readConfig } from '../config.ts'
import { type Db, openDatabase } from '../db/database.ts'
import { findNextEvents, listUpcoming } from './upcoming-store.ts'

/** The plan SQLite makes for each statement of `work`. */
async function plansOf(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const { url, dispose } = await freshDatabaseUrl('sqlite')
  const database = await openDatabase(readConfig({ DATABASE_URL: url }).db)
  const asked: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => (asked.push(node), node),
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await work(database.db.withPlugin(recorder))
  const plans: string[] = []
  for (const node of asked) {
    const { sql, parameters } = database.db.getExecutor().compileQuery(node, { queryId: 'plan' })
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await database.db.executeQuery<{ detail: string }>(explain)
    plans.push(rows.map(({ detail }) => detail).join('\n'))
  }
  await database.close()
  await dispose()
  return plans
}

const LONG = /SEARCH event USING INDEX event_long \(publisher_id=\? AND end_at>\?\)/
const ids = (count: number) => Array.from({ length: count }, (_, i) => `${i}`.padStart(24, '0'))

describe('what comes next is found by an index, in its order', () => {
  it.each([
    ['in one calendar', 1, 'event_upcoming_by_calendar'],
    ['in many', 21, 'event_upcoming'],
  ])('%s', async (_, count, index) => {
    for (const after of [undefined, { startAt: 1e12 - 1000, id: '1'.repeat(24) }]) {
      const plans = await plansOf((db) =>
        listUpcoming(db, 1, { calendarIds: ids(count), now: 1e12, after, cancelled: true }, 50),
      )
      const [recent, long] = plans
      expect(recent).toMatch(new RegExp(`SEARCH event USING COVERING INDEX ${index} \\(.*start_at`))
      expect(recent).not.toMatch(/SCAN event|TEMP B-TREE/)
      if (after) expect(long).toBeUndefined()
      else expect(long).toMatch(LONG)
    }
  })

  it('of every calendar', async () => {
    const [next, long] = await plansOf((db) => findNextEvents(db, 1, 1e12))
    expect(next).toMatch(/SEARCH e USING INDEX event_upcoming_by_calendar \(.*start_at/)
    expect(next).not.toMatch(/SCAN e\b|TEMP B-TREE/)
    expect(long).toMatch(LONG)
  })
})
