import { BatchSize, serialize } from '../../client/src/batches.ts'
import { BATCH_LIMITS } from '../../client/src/index.ts'
import type { PushSource } from '../push/push-file.ts'
import { printIgnored } from './column-map.ts'
import { Problems } from './problems.ts'
import { startProgress } from './progress.ts'

/** `push --dry-run`: checks the whole file by the rules of the service and sends nothing. */
export async function tryPush(name: string, source: PushSource, batch: number): Promise<void> {
  const problems = new Problems(name)
  const show = startProgress('Reading', source.bytes)
  const limits = { ...BATCH_LIMITS, records: batch }
  let [records, faulty, batches, gathered] = [0, 0, 0, new BatchSize(limits)]
  const reading = { from: 1, onIgnored: printIgnored, onBytes: (bytes: number) => show(bytes) }
  for await (const entry of source.entries(reading)) {
    if ('record' in entry) {
      const record = serialize(entry.record)
      if (!gathered.fits(record)) gathered = new BatchSize(limits)
      if (gathered.count === 0) batches++
      gathered.add(record)
      records++
    } else {
      problems.add({ line: entry.line, message: entry.fault })
      faulty++
    }
  }
  problems.print()
  console.log(`${name}, not sent: ${records} records in ${batches} batches, ${faulty} faulty`)
  if (faulty > 0) process.exitCode = 1
}
