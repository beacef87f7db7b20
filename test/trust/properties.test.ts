import { expect, it } from 'vitest'
import { properties } from '../../proofs/input/properties.ts'

it('what goes in through the API, into tables and into callbacks comes out again, whatever it is', async () => {
  const { broken, figures } = await properties.run({ times: 100, progress: () => {} })
  expect(broken, `seed ${figures.seed}`).toEqual([])
})
