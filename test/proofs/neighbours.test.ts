import { describe, expect, it } from 'vitest'
import type { AttackName } from '../../proofs/neighbours/attack.ts'
import { attackInTurn, judge, type Row } from '../../proofs/neighbours/neighbours.ts'
import type { Sample } from '../../proofs/normal-client.ts'

/** One of each sort: on data, on files, on passwords, on connections, on deliveries. The proof has all. */
const SOME: AttackName[] = [
  'a person with many events',
  'records in the admin portal',
  'sign-ins of one IPv6 network',
  'bodies that never end',
  'callbacks that take long',
]

it('answers a neighbour beside an attack, and does what it asks for', { timeout: 300_000 }, async () => {
  const sizes = { privateEvents: 300, publicEvents: 600 }
  const rows = await attackInTurn({ times: 20, progress: () => {} }, SOME, sizes)
  expect(rows.map(({ attack }) => attack)).toEqual(SOME)
  for (const { attack, alone, beside, report, harm } of rows) {
    expect({ attack, harm }).toEqual({ attack, harm: [] })
    expect(report.begun, attack).toBeGreaterThan(0)
    expect([alone.length, beside.length]).toEqual([40, 40])
    expect(
      [...alone, ...beside].filter(({ status }) => status !== 200),
      attack,
    ).toEqual([])
  }
})

describe('the verdict on an attack', () => {
  const polls = (ms: number, status = 200): Sample[] =>
    ['signed GET', 'feed'].flatMap((what) => Array.from({ length: 10 }, () => ({ what, status, ms })))
  const row = (over: Partial<Row>): Row => ({
    attack: 'bodies that never end',
    alone: polls(20),
    beside: polls(20),
    report: { ready: true, begun: 1, statuses: {} },
    harm: [],
    ...over,
  })

  it.each<[string, Partial<Row>, number]>([
    ['is well when nothing changes', {}, 0],
    ['is well below twice as long', { beside: polls(39) }, 0],
    ['is broken at twice as long', { beside: polls(40) }, 2],
    ['takes a time below 5 ms for 5 ms', { alone: polls(1), beside: polls(9) }, 0],
    ['is broken beyond that too', { alone: polls(1), beside: polls(10) }, 2],
    [
      'is broken by one slow poll in ten',
      { beside: [...polls(20), { what: 'feed', status: 200, ms: 99 }] },
      1,
    ],
    ['is broken by a refusal beside it', { beside: polls(20, 429) }, 1],
    ['is broken by no answer after it', { alone: [...polls(20), ...polls(20, 0)] }, 1],
    ['is broken by other harm', { harm: ['an upload was cut off'] }, 1],
    ['is broken when nobody attacked', { report: { ready: true, begun: 0, statuses: {} } }, 1],
  ])('%s', (_, over, faults) => {
    expect(judge(row(over))).toHaveLength(faults)
  })
})
