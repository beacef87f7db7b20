import { join } from 'node:path'
import { BATCH, createBatchClient } from './batch-client.ts'
import { makeRecords } from './events.ts'
import { type Figure, median } from './figure.ts'
import type { Options } from './options.ts'
import { residentMemory } from './processes.ts'
import { seedSubscribers } from './seed.ts'
import { createPublisher, settingsFor, startService } from './service.ts'
import { workFolder } from './work-folder.ts'

const SUBSCRIBERS = 100_000
const LIMIT = { name: 'limit', value: 250 }
const MB = 1_000_000

/** Memory of the service while a million events are loaded through its API. */
export async function memory({ quick, profiles, progress }: Options): Promise<Figure[]> {
  using folder = workFolder()
  const settings = settingsFor(folder.path)
  const publisher = createPublisher(settings)
  const config = { kind: 'sqlite' as const, file: join(folder.path, 'fasti.db') }
  const recipients = await seedSubscribers(config, publisher.publisherId, SUBSCRIBERS)
  await using service = await startService(settings, profiles)
  using client = createBatchClient(service.url, publisher)

  const batches = quick ? 50 : 1000
  const samples: number[] = []
  for (let batch = 0; batch < batches; batch++) {
    if (batch % 100 === 0) progress(`memory: ${batch * BATCH} events`)
    await client.post(makeRecords(BATCH, recipients))
    const memory = residentMemory(service.pid)
    if (!memory) throw new Error('memory can only be measured where there is /proc')
    samples.push(memory.now)
  }
  const name = `memory, ${(batches * BATCH).toLocaleString('en')} events loaded`
  const figure = { unit: 'MB', peer: LIMIT }
  return [
    { ...figure, name: `${name}, peak`, value: residentMemory(service.pid)!.peak / MB, goal: { below: 1 } },
    { ...figure, name: `${name}, median`, value: median(samples) / MB },
  ]
}
