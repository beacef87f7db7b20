import { expect, it } from 'vitest'
import { proveApart } from '../../proofs/input/publishers.ts'

// Each place with two of all kinds of ids here; `npm run prove -- publishers` tries all, of siblings and partners too.
it('every route answers the ids of a stranger like ids that nobody has', async () => {
  const { figures, broken } = await proveApart('a stranger', 13)
  expect(broken).toEqual([])
  expect(figures.routes).toBeGreaterThan(140)
  expect(figures['requests with foreign ids']).toBeGreaterThan(150)
})
