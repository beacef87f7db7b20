import { bigCrowd, scattered } from './big.ts'
import { type Figure, median } from './figure.ts'
import { getRequest, load } from './load.ts'
import type { Options } from './options.ts'
import { residentMemory } from './processes.ts'
import { startService } from './service.ts'
import { CONNECTIONS } from './stage.ts'

const LIMIT = { name: 'limit', value: 400 }
const MB = 1_000_000
/** Polls between two looks at the memory. */
const PORTION = 20_000

/** Memory of the service while everybody polls once; half of them have their feed already. */
export async function memoryPolling(options: Options): Promise<Figure[]> {
  const crowd = await bigCrowd(options)
  await using service = await startService(crowd.settings, options.profiles)
  const { subscribers } = crowd.shape
  const who = scattered(subscribers)
  const had = { 'if-modified-since': new Date().toUTCString() }
  const samples: number[] = []
  const started = performance.now()
  for (let from = 0; from < subscribers; from += PORTION) {
    if (from % 100_000 === 0) options.progress(`memory-polling: ${from} polls`)
    const count = Math.min(PORTION, subscribers - from)
    const next = (n: number) =>
      n < count ? getRequest(crowd.feedPath(who(from + n)), n % 2 === 0 ? had : {}) : undefined
    await load({ port: service.port, next, connections: CONNECTIONS, statuses: [200, 304] })
    const memory = residentMemory(service.pid)
    if (!memory) throw new Error('memory can only be measured where there is /proc')
    samples.push(memory.now / MB)
  }
  const rate = (subscribers / (performance.now() - started)) * 1000
  const peak = residentMemory(service.pid)!.peak / MB
  const name = `memory-polling, ${subscribers.toLocaleString('en')} subscribers`
  const middle = { name: 'median', value: median(samples) }
  return [
    { name: `${name}, peak`, unit: 'MB', value: peak, peer: LIMIT, goal: { below: 1 } },
    { name: `${name}, last`, unit: 'MB', value: samples.at(-1)!, peer: middle },
    {
      name: `${name}, rate`,
      unit: 'requests/s',
      value: rate,
      peer: { name: 'once an hour', value: subscribers / 3600 },
    },
  ]
}
