import { describe, expect, it } from 'vitest'
import { judgeTimes, typeAddresses } from '../../proofs/typed-address.ts'

// The times of so few requests say nothing.
it.each(['known', 'always'] as const)(
  'shows nothing of the owner of an address that is typed, with the policy %s',
  { timeout: 300_000 },
  async (policy) => {
    const { figures, broken, samples } = await typeAddresses(policy, 12)
    expect(broken).toEqual([])
    expect(figures['addresses typed']).toBe(48)
    expect(samples).toHaveLength(192)
  },
)

describe('the verdict on times', () => {
  const kinds = ['known', 'unconfirmed', 'gone', 'unknown'] as const
  /** 100 requests of each kind, spread over 1 ms. */
  const samples = (later: number, by: (typeof kinds)[number] = 'known') =>
    kinds.flatMap((kind) =>
      Array.from({ length: 100 }, (_, i) => ({
        way: 'x',
        kind,
        ms: 150 + ((i * 37) % 100) / 100 + (kind === by ? later : 0),
      })),
    )

  it('is well when all kinds take the same', () => {
    expect(judgeTimes('x', samples(0)).fault).toBeUndefined()
  })

  it.each(kinds)('finds that %s takes longer', (kind) => {
    expect(judgeTimes('x', samples(1, kind)).fault).toMatch(/the time tells the kind/)
  })
})
