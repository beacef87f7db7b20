import { expect, it } from 'vitest'
import { series } from '../../proofs/recurrence.ts'

it('the dates of a series are those that other programs give', { timeout: 300_000 }, async () => {
  const { figures, broken } = await series.run({ times: 12, progress: () => {} })
  expect(broken).toEqual([])
  expect(figures['ical.js agreed']).toBeGreaterThan(4)
})
