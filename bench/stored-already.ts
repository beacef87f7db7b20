import { join } from 'node:path'
import { BATCH, createBatchClient } from './batch-client.ts'
import { makeRecords } from './events.ts'
import { type Figure, median } from './figure.ts'
import type { Options } from './options.ts'
import { seedSubscribers } from './seed.ts'
import { createPublisher, settingsFor, startService } from './service.ts'
import { workFolder } from './work-folder.ts'

const SUBSCRIBERS = 100_000

/** Batches sent a second time, as after a connection that broke before the answer, against the first time. */
export async function storedAlready({ quick, profiles }: Options): Promise<Figure[]> {
  using folder = workFolder()
  const settings = settingsFor(folder.path)
  const publisher = createPublisher(settings)
  const config = { kind: 'sqlite' as const, file: join(folder.path, 'fasti.db') }
  const recipients = await seedSubscribers(config, publisher.publisherId, quick ? 1000 : SUBSCRIBERS)
  await using service = await startService(settings, profiles)
  using client = createBatchClient(service.url, publisher)
  const times = { first: [] as number[], again: [] as number[] }
  const [warmUp, count] = quick ? [1, 3] : [10, 40]
  for (let batch = 0; batch < warmUp + count; batch++) {
    const records = makeRecords(BATCH, recipients)
    const [first, again] = [await client.post(records), await client.postAgain(records)]
    if (batch < warmUp) continue
    times.first.push(first)
    times.again.push(again)
  }
  const peer = { name: 'the first time', value: median(times.first) }
  return [{ name: 'stored-already', unit: 'ms/batch', value: median(times.again), peer, goal: { most: 0.5 } }]
}
