import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { BATCH, createBatchClient } from './batch-client.ts'
import { bigCrowd } from './big.ts'
import { type Crowd, makeCrowd } from './crowd.ts'
import { makeRecords } from './events.ts'
import { type Figure, median, sum } from './figure.ts'
import { operationsOf } from './operations.ts'
import type { Options } from './options.ts'
import { type Service, startService } from './service.ts'
import { workFolder } from './work-folder.ts'

/** Subscribers of the database that counts as empty. */
const FEW = 1000
/** A key may send 50 requests a second. */
const PAUSE_MS = 22

interface Side {
  crowd: Crowd
  service: Service
}

/** The cost of requests and operations with a million subscribers, compared with a nearly empty database. */
export async function bigData(options: Options): Promise<Figure[]> {
  using folder = workFolder()
  const crowd = await bigCrowd(options)
  const smallCrowd = await makeCrowd(folder.path, { ...crowd.shape, subscribers: FEW, calendars: 10 })
  await using service = await startService(crowd.settings, options.profiles)
  await using smallService = await startService(smallCrowd.settings)
  const [big, small] = [
    { crowd, service },
    { crowd: smallCrowd, service: smallService },
  ]
  return [...(await load(big, small, options)), ...(await compareOperations(big, small, options))]
}

/** Batches at that size: how fast they go in, and how many octets of the file an event takes. */
async function load(big: Side, small: Side, { quick, progress }: Options): Promise<Figure[]> {
  const batches = quick ? 3 : 100
  progress(`big-data: ${batches} batches`)
  const events = privateEventsOf(big.crowd)
  const octets = octetsOf(big.crowd)
  const rates = { big: await loadRate(big, batches), small: await loadRate(small, batches) }
  const each = (octetsOf(big.crowd) - octets) / (batches * BATCH)
  return [
    {
      ...{ name: 'big-data, batches of 1000', unit: 'events/s', value: rates.big },
      peer: { name: 'empty database', value: rates.small },
    },
    {
      ...{ name: 'big-data, file per private event, with all else', unit: 'octets', value: octets / events },
      peer: { name: 'each more', value: each },
    },
  ]
}

async function loadRate({ crowd, service }: Side, batches: number): Promise<number> {
  using client = createBatchClient(service.url, crowd.publisher)
  const step = Math.max(1, Math.floor(crowd.shape.subscribers / 10_000))
  const count = Math.floor(crowd.shape.subscribers / step)
  const left = leftOf(crowd)
  const recipients = Array.from({ length: count }, (_, i) => crowd.recipient(i * step))
  const there = recipients.filter(({ svcId }) => !left.has(svcId))
  const times: number[] = []
  for (let i = 0; i < batches; i++) times.push(await client.post(makeRecords(BATCH, there)))
  return (batches * BATCH * 1000) / sum(times)
}

function octetsOf({ file }: Crowd): number {
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  return statSync(file).size
}

/** Those of all runs so far on a database that is kept. */
function privateEventsOf({ file }: Crowd): number {
  using database = new DatabaseSync(file, { readOnly: true })
  // Both are counted in an index.
  const row = database.prepare(
    'select (select count(*) from event) - (select count(*) from event where private = 0) as n',
  )
  return Number(row.get()!.n)
}

async function compareOperations(big: Side, small: Side, options: Options): Promise<Figure[]> {
  const count = options.quick ? 2 : 40
  const picked = { big: pick(count, big.crowd), small: pick(count, small.crowd) }
  const operations = [operationsOf(big.service, big.crowd), operationsOf(small.service, small.crowd)] as const
  const figures: Figure[] = []
  for (const name of Object.keys(operations[0])) {
    options.progress(`big-data: ${name}`)
    const times = { big: [] as number[], small: [] as number[] }
    for (let k = 0; k < count; k++) {
      // Each time others, from all over the database; not those of the benchmarks before, whose rows are at hand.
      times.big.push(await timed(operations[0][name]!, picked.big[k]!))
      times.small.push(await timed(operations[1][name]!, picked.small[k]!))
      await sleep(PAUSE_MS)
    }
    const peer = { name: 'empty database', value: median(times.small) }
    figures.push({ name: `big-data, ${name}`, unit: 'ms', value: median(times.big), peer })
  }
  return figures
}

/** So many subscribers that are there, equally far from each other. */
function pick(count: number, crowd: Crowd): number[] {
  const left = leftOf(crowd)
  return Array.from({ length: count }, (_, k) => {
    let i = Math.floor(((k + 0.5) * crowd.shape.subscribers) / count)
    while (left.has(crowd.recipient(i).svcId)) i++
    return i
  })
}

/** Those who are there no more: on a database that is kept each run unsubscribes some. */
function leftOf({ publisher, file }: Crowd): Set<string> {
  using database = new DatabaseSync(file, { readOnly: true })
  const find = database.prepare('select id from subscriber where publisher_id = ? and ended_at is not null')
  return new Set(find.all(publisher.publisherId).map(({ id }) => id as string))
}

async function timed(operation: (i: number) => Promise<unknown>, i: number): Promise<number> {
  const started = performance.now()
  await operation(i)
  return performance.now() - started
}
