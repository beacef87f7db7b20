import { expect, it } from 'vitest'
import { failover } from '../../proofs/failover.ts'
import { killsPostgres } from '../../proofs/kills-postgres.ts'
import { killsSeries } from '../../proofs/kills-series.ts'
import { killsSqlite } from '../../proofs/kills-sqlite.ts'
import { killsSync } from '../../proofs/kills-sync.ts'
import { killsWebhooks } from '../../proofs/kills-webhooks.ts'
import { memoryOut } from '../../proofs/memory-out.ts'
import { killsGoogle, killsOutlook } from '../../proofs/push-targets/kills.ts'
import { expectKept } from './kept.ts'

const PATIENT = { timeout: 240_000 }

it('keeps what it acknowledged when it is killed while batches come in', PATIENT, async (context) => {
  expect(await expectKept(context, killsSqlite, 2)).toMatchObject({ kills: 2 })
})

it(
  'keeps what it acknowledged when PostgreSQL is killed with all its processes',
  PATIENT,
  async (context) => {
    expect(await expectKept(context, killsPostgres, 1)).toMatchObject({ kills: 1 })
  },
)

it('shows nothing that PostgreSQL lost in a failover or a restore', PATIENT, async (context) => {
  const { reads } = await expectKept(context, failover, 1)
  expect(reads).toBeGreaterThan(100)
})

it('tells at least once, always the same, when it is killed around deliveries', PATIENT, async (context) => {
  expect(await expectKept(context, killsWebhooks, 1)).toMatchObject({ kills: 1 })
})

it('makes further dates of series once when it is killed meanwhile', PATIENT, async (context) => {
  const { dates } = await expectKept(context, killsSeries, 1)
  expect(dates).toBeGreaterThan(1000)
})

it('lets accounts sync to the same end when it is killed while they do', PATIENT, async (context) => {
  const { kills, events, syncs } = await expectKept(context, killsSync, 2)
  expect(kills).toBe(4)
  expect(Number(events) * Number(syncs)).toBeGreaterThan(0)
})

it('writes calendars at Google to the same end when it is killed meanwhile', PATIENT, async (context) => {
  const { kills, changes } = await expectKept(context, killsGoogle, 4)
  expect(kills).toBe(4)
  expect(changes).toBeGreaterThan(0)
})

it('writes calendars in Outlook to the same end when it is killed meanwhile', PATIENT, async (context) => {
  const { kills, changes } = await expectKept(context, killsOutlook, 4)
  expect(kills).toBe(4)
  expect(changes).toBeGreaterThan(0)
})

it('leaves nothing half written when memory is short', PATIENT, async (context) => {
  await expectKept(context, memoryOut, 1)
})
