import { expect, it } from 'vitest'
import { createBacklogMetrics } from '../src/metrics/backlog-metrics.ts'
import { useTestApp } from './support/test-app.ts'

const app = useTestApp('sqlite')

it('what waits has no value while the database does not answer, and keeps nobody waiting', async () => {
  const { db, now } = app.ctx
  const hanging = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => new Promise(() => {}),
  })
  // It waits for the database no longer than a scrape may take, or this would never end.
  const silent = await createBacklogMetrics({ db: hanging, now })()
  expect(silent.flatMap(({ values }) => values)).toEqual([])
  const answered = await createBacklogMetrics({ db, now })()
  expect(answered.map(({ name }) => name)).toEqual(silent.map(({ name }) => name))
  expect(answered.every(({ values }) => values.length === 1)).toBe(true)
})
