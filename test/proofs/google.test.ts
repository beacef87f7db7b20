import { expect, it } from 'vitest'
import { google } from '../../proofs/google.ts'
import { expectKept } from './kept.ts'

it('calendars at Google end equal to feeds, on both databases', { timeout: 240_000 }, async (context) => {
  const { histories, changes } = await expectKept(context, google, 40)
  expect(histories).toBe(40)
  expect(changes).toBeGreaterThan(40)
})
