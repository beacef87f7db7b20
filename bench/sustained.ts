import { join } from 'node:path'
import { BATCH, createBatchClient } from './batch-client.ts'
import { makeRecords } from './events.ts'
import { type Figure, median, sum } from './figure.ts'
import type { Options } from './options.ts'
import { seedSubscribers } from './seed.ts'
import { createPublisher, settingsFor, startService } from './service.ts'
import { workFolder } from './work-folder.ts'

const SUBSCRIBERS = 100_000
const WANTED = { name: 'wanted', value: 15_000 }

/** A hundred batches in a row on SQLite, checkpoints and all, from an empty table on. */
export async function sustained({ quick, profiles, progress }: Options): Promise<Figure[]> {
  using folder = workFolder()
  const settings = settingsFor(folder.path)
  const publisher = createPublisher(settings)
  const config = { kind: 'sqlite' as const, file: join(folder.path, 'fasti.db') }
  const recipients = await seedSubscribers(config, publisher.publisherId, quick ? 1000 : SUBSCRIBERS)
  await using service = await startService(settings, profiles)
  using client = createBatchClient(service.url, publisher)
  const count = quick ? 10 : 100
  const batches = Array.from({ length: count }, () => makeRecords(BATCH, recipients))
  progress(`sustained: ${count} batches`)
  const times: number[] = []
  for (const records of batches) times.push(await client.post(records))
  const value = (count * BATCH * 1000) / sum(times)
  const slowest = { unit: 'ms/batch', value: Math.max(...times) }
  return [
    { name: `sustained, ${count} batches`, unit: 'events/s', value, peer: WANTED, goal: { least: 1 } },
    { name: 'sustained, slowest', ...slowest, peer: { name: 'median', value: median(times) } },
  ]
}
