import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const PUBLISHERS = 30
const ROUNDS = 6

/** Counts a read of each subscriber, in an order that no other process has. */
function readAll({ ctx }: TestApp, fans: { publisherId: number; subscriberId: string }[], at: number): void {
  for (const fan of fans.toSorted(() => Math.random() - 0.5)) {
    const read = { link: 0, pending: false, application: 'Thunderbird', etag: 'x', revision: 1 }
    ctx.feedReads.count({ ...fan, ...read, at })
  }
}

it('counts the same feeds in several processes without deadlocks', { timeout: 60_000 }, async () => {
  const first = await startTestApp('postgres')
  onTestFinished(() => first.close())
  const others = [
    await startTestApp('postgres', { beside: first }),
    await startTestApp('postgres', { beside: first }),
  ]
  for (const other of others) onTestFinished(() => other.close())
  const fans: { publisherId: number; subscriberId: string }[] = []
  for (let i = 0; i < PUBLISHERS; i++) {
    const club = await first.publisher()
    for (let n = 0; n < 4; n++)
      fans.push({ publisherId: club.id, subscriberId: (await club.subscriber(`fan-${n}@example.com`)).svcId })
  }
  const { db } = first.ctx.config
  const client = new pg.Client(db.kind === 'postgres' ? db.url : '')
  await client.connect()
  onTestFinished(() => client.end())
  const processes = [first, ...others]
  for (let round = 0; round < ROUNDS; round++) {
    for (const app of processes) readAll(app, fans, Date.now())
    await Promise.all(processes.map((app) => app.ctx.feedReads.flush()))
  }
  const { rows } = await client.query<{ reads: string }>('select sum(reads) as reads from feed_read')
  expect(Number(rows[0]!.reads)).toBe(fans.length * processes.length * ROUNDS)
  const totals = await client.query<{ value: string }>(
    `select sum(value) as value from daily_statistic where name = 'reads:Thunderbird'`,
  )
  expect(Number(totals.rows[0]!.value)).toBe(fans.length * processes.length * ROUNDS)
  const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()'
  expect((await client.query<{ deadlocks: string }>(deadlocks)).rows).toEqual([{ deadlocks: 0 }])
})
