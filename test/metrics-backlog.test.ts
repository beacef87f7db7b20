import { expect, it, onTestFinished, vi } from 'vitest'
import { createBacklogMetrics } from '../src/metrics/backlog-metrics.ts'
import { useTestApp } from './support/test-app.ts'

const app = useTestApp('sqlite')

it('what waits has no value while the database does not answer, and keeps nobody waiting', async () => {
  const { db } = app.ctx
  const hanging = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => new Promise(() => {}),
  })
  // It waits for the database no longer than a scrape may take, or this would never end.
  const silent = await createBacklogMetrics({ ...app.ctx, db: hanging })()
  expect(silent.flatMap(({ values }) => values)).toEqual([])
  const answered = await createBacklogMetrics(app.ctx)()
  expect(answered.map(({ name }) => name)).toEqual(silent.map(({ name }) => name))
  expect(answered.every(({ values }) => values.length === 1)).toBe(true)
})

it('the last count is shown while the next one takes long, for some minutes', async () => {
  let hangs = false
  const db = app.ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => (hangs ? new Promise(() => {}) : Promise.resolve(result)),
  })
  const read = createBacklogMetrics({ ...app.ctx, db })
  const valuesAfter = async (ms: number) => {
    clock.mockReturnValue(began + ms)
    return (await read()).flatMap(({ values }) => values)
  }
  const began = performance.now()
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  const counted = await valuesAfter(0)
  expect(counted).toHaveLength(6)
  hangs = true
  expect(await valuesAfter(60_000)).toEqual(counted)
  expect(await valuesAfter(600_000)).toEqual([])
})
