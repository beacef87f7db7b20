import { BATCH, createBatchClient } from './batch-client.ts'
import { makeRecords, type Recipient } from './events.ts'
import { type Figure, median, sum } from './figure.ts'
import type { Options } from './options.ts'
import { ask, type Child } from './processes.ts'
import { type Account, type Settings, startService } from './service.ts'

/** Half of what the bare insertion reaches is left for everything else. */
const GOAL = { least: 0.5 }

interface Contest {
  settings: Settings
  account: Account
  recipients: Recipient[]
  /** Stores batches without a service; see peers/. */
  peer: { name: string; child: Child }
  /** How the figures are called. */
  name: string
}

/** Lets the service and the bare insertion store batches in turns, and compares what they took. */
export async function compareBatches(contest: Contest, { quick, profiles }: Options): Promise<Figure[]> {
  const [rounds, batches] = quick ? [3, 5] : [5, 15]
  const taken = { service: [] as number[], peer: [] as number[] }
  await using service = await startService(contest.settings, profiles)
  using client = createBatchClient(service.url, contest.account)

  async function postBatches(): Promise<number[]> {
    const prepared = Array.from({ length: batches }, () => makeRecords(BATCH, contest.recipients))
    const times: number[] = []
    for (const records of prepared) times.push(await client.post(records))
    return times
  }
  const insertBatches = () => ask<number[]>(contest.peer.child, { batches, size: BATCH })

  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    const [service, peer] = [await postBatches(), await insertBatches()]
    if (round > 0) taken.service.push(...service)
    if (round > 0) taken.peer.push(...peer)
  }
  return toFigures(contest, taken)
}

function toFigures({ name, peer }: Contest, taken: { service: number[]; peer: number[] }): Figure[] {
  const rate = (ms: number) => (BATCH / ms) * 1000
  const mean = (times: number[]) => sum(times) / times.length
  const { service, peer: bare } = taken
  const rates = { unit: 'records/s', goal: GOAL }
  return [
    {
      ...rates,
      name: `${name}, sustained`,
      value: rate(mean(service)),
      peer: { name: peer.name, value: rate(mean(bare)) },
    },
    {
      ...rates,
      name: `${name}, median`,
      value: rate(median(service)),
      peer: { name: peer.name, value: rate(median(bare)) },
    },
    {
      name: `${name}, median`,
      unit: 'ms/batch',
      value: median(service),
      peer: { name: peer.name, value: median(bare) },
    },
  ]
}
