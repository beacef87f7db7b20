import { expect, it } from 'vitest'
import { google, outlook } from '../../proofs/push-targets/histories.ts'
import { expectKept } from './kept.ts'

it.each([
  ['at Google', google],
  ['in Outlook', outlook],
])('calendars %s end equal to feeds, on both databases', { timeout: 240_000 }, async (...row) => {
  const [, proof, context] = row as unknown as [string, typeof google, Parameters<typeof expectKept>[0]]
  const { histories, changes } = await expectKept(context, proof, 40)
  expect(histories).toBe(40)
  expect(changes).toBeGreaterThan(40)
})
