import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { createRescheduler } from '../../src/webhooks/reschedule.ts'
import { useTestApp } from '../support/test-app.ts'

const HOUR_MS = 3_600_000

const app = useTestApp('sqlite')

it('makes due what the clock was set back behind, also where the database fails at first', async () => {
  const club = await app.publisher()
  await club.callback('https://receiver.example/told')
  await club.subscriber()
  const { db } = app.ctx
  const away = { now: false }
  let clock = Date.parse('2030-06-01T12:00:00Z')
  const reschedule = createRescheduler({
    db: db.withPlugin(failing(away)),
    now: () => clock,
    retrySeconds: [],
  })
  const isDueAfter = async (attempt: () => Promise<void>) => {
    await db
      .updateTable('delivery')
      .set({ due_at: clock + 1000 * HOUR_MS })
      .execute()
    await attempt()
    const { due_at } = await db.selectFrom('delivery').select('due_at').executeTakeFirstOrThrow()
    return due_at === clock
  }

  away.now = true
  expect(await isDueAfter(() => expect(reschedule()).rejects.toThrow('away'))).toBe(false)
  away.now = false
  expect(await isDueAfter(reschedule)).toBe(true)
  expect(await isDueAfter(reschedule)).toBe(false)
  clock -= HOUR_MS
  away.now = true
  expect(await isDueAfter(() => expect(reschedule()).rejects.toThrow('away'))).toBe(false)
  away.now = false
  expect(await isDueAfter(reschedule)).toBe(true)
})

function failing(away: { now: boolean }): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (away.now) throw new Error('away')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}
