import { BATCH, createBatchClient } from './batch-client.ts'
import { makeRecords, type Recipient } from './events.ts'
import { type Figure, median, sum } from './figure.ts'
import type { Options } from './options.ts'
import { ask, type Child } from './processes.ts'
import { type Publisher, type Settings, startService } from './service.ts'

/** How much of the peer's rate is to be reached, up to a million events and with more. */
const GOALS = { upTo: 1_000_000, few: { least: 0.6 }, many: { least: 0.8 } }
/** How often its own time on an empty database a batch may take. */
const GROWTH = { most: 2 }

export interface Contest {
  settings: Settings
  publisher: Publisher
  recipients: Recipient[]
  /** Stores batches without a service, in each of the ways; see peers/. The goal is held against the first. */
  peer: { child: Child; ways: string[] }
  /** How the figures are called. */
  name: string
  /** Events stored before. */
  events: number
}

/** Milliseconds of each batch, by who stored it. */
type Times = Record<string, number[]>

/** Lets the service and the peer store batches in turns; answers what they took. */
export async function timeBatches(contest: Contest, { quick, profiles }: Options): Promise<Times> {
  const { settings, publisher, recipients, peer } = contest
  const [rounds, batches] = quick ? [2, 3] : [5, 15]
  await using service = await startService(settings, profiles)
  using client = createBatchClient(service.url, publisher)

  async function postBatches(): Promise<number[]> {
    const prepared = Array.from({ length: batches }, () => makeRecords(BATCH, recipients))
    const times: number[] = []
    for (const records of prepared) times.push(await client.post(records))
    return times
  }
  const taken: Times = { service: [], ...Object.fromEntries(peer.ways.map((way) => [way, []])) }
  // The first round warms all up.
  for (let round = 0; round <= rounds; round++) {
    const times: Times = { service: await postBatches() }
    for (const way of peer.ways) times[way] = await ask<number[]>(peer.child, { way, batches, size: BATCH })
    if (round > 0) for (const who of Object.keys(times)) taken[who]!.push(...times[who]!)
  }
  return taken
}

/** The figures of one size; `empty`: the times on the empty database. */
export function toFigures({ name, peer, events }: Contest, times: Times, empty: Times): Figure[] {
  const goal = events > GOALS.upTo ? GOALS.many : GOALS.few
  const against = (what: string, rate: (times: number[]) => number) =>
    peer.ways.map((way, i) => ({
      ...{ name: `${name}, ${what}`, unit: 'records/s', value: rate(times.service!) },
      peer: { name: `bare ${way}`, value: rate(times[way]!) },
      ...(i === 0 && { goal }),
    }))
  const figures: Figure[] = [
    ...against('sustained', (all) => (BATCH * all.length * 1000) / sum(all)),
    ...against('median', (all) => (BATCH * 1000) / median(all)),
  ]
  if (times === empty) return figures
  const own = { name: 'its own at 0', value: median(empty.service!) }
  const growth = { unit: 'ms/batch', value: median(times.service!), peer: own, goal: GROWTH }
  return [...figures, { name: `${name}, median`, ...growth }]
}
