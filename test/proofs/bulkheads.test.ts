import { describe, expect, it } from 'vitest'
import { judge, type Row, troubleInTurn } from '../../proofs/bulkheads.ts'
import type { Sample } from '../../proofs/normal-client.ts'

it('serves a publisher beside each trouble of another', { timeout: 300_000 }, async () => {
  const rows = await troubleInTurn({ times: 20, progress: () => {} }, 1000)
  expect(rows.map(({ trouble }) => trouble)).toEqual([
    'a row is locked',
    'a group of events changes',
    'a node hangs',
  ])
  for (const { trouble, alone, beside, webhooks } of rows) {
    expect([alone.length, beside.length]).toEqual([40, 40])
    expect(
      [...alone, ...beside].filter(({ status }) => status !== 200),
      trouble,
    ).toEqual([])
    expect(webhooks, trouble).toEqual([expect.any(Number)])
    expect(webhooks, trouble).not.toContain(Infinity)
  }
  // The node did hang.
  const asked = rows.at(-1)!.troubled.filter(({ what }) => what !== 'page')
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]))
})

describe('the verdict on a trouble', () => {
  const samples = (what: string, ms: number, status = 200): Sample[] =>
    Array.from({ length: 10 }, () => ({ what, status, ms }))
  const polls = (ms: number, status?: number) => [
    ...samples('signed GET', ms, status),
    ...samples('feed', ms, status),
  ]
  const row = (over: Partial<Row>): Row => ({
    trouble: 'a node hangs',
    alone: polls(20),
    beside: polls(20),
    troubled: samples('feed', 3, 503),
    back: 500,
    webhooks: [500],
    sessions: 10,
    ...over,
  })

  it.each<[string, Partial<Row>, number]>([
    ['is well when nothing changes', {}, 0],
    ['is well below twice as long', { beside: polls(39) }, 0],
    ['is broken at twice as long', { beside: polls(40) }, 2],
    ['takes a time below 5 ms for 5 ms', { alone: polls(1), beside: polls(9) }, 0],
    ['is broken by a refusal beside it', { beside: polls(20, 503) }, 1],
    ['is broken by a notification that does not arrive', { webhooks: [500, Infinity] }, 1],
    ['is broken when the node did not hang', { troubled: samples('feed', 3) }, 1],
    ['is broken when its publisher is not served for long afterwards', { back: 12_000 }, 1],
    ['is broken when its requests wait to be refused', { troubled: samples('feed', 900, 503) }, 1],
  ])('%s', (_, over, faults) => {
    expect(judge(row(over))).toHaveLength(faults)
  })
})
