import { expect, it } from 'vitest'
import { google, outlook } from '../../proofs/push-targets/histories.ts'
import { expectKept } from './kept.ts'

it.for([
  { where: 'at Google', proof: google },
  { where: 'in Outlook', proof: outlook },
])(
  'calendars $where end equal to feeds, on both databases',
  { timeout: 240_000 },
  async ({ proof }, context) => {
    const { histories, changes } = await expectKept(context, proof, 40)
    expect(histories).toBe(40)
    expect(changes).toBeGreaterThan(40)
  },
)
