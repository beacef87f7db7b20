import { expect, it } from 'vitest'
import { notWell, underAttack } from '../../proofs/hostile-connections.ts'
import { TELLS_MEMORY } from '../support/memory-of.ts'

const CONNECTIONS = 500

it('serves a normal client among slow, lying and greedy connections, in little memory', async ({ skip }) => {
  skip(!TELLS_MEMORY, 'the system does not tell how much memory a process had')
  const attack = { times: CONNECTIONS, progress: () => {} }
  const seen = await underAttack(attack, { seconds: 5, feeds: 50 })
  expect(seen.open).toBeGreaterThan(CONNECTIONS * 0.9)
  expect(seen.samples.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['feed', 'list', 'batch', 'page']),
  )
  expect(notWell(seen.samples)).toEqual([])
  expect(seen.megabytes).toBeLessThan(2 * 400)
  expect(seen.left).toBe(0)
})
