import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { workFolder } from '../bench/work-folder.ts'
import { send } from '../test/support/test-publisher.ts'
import { smallDisk } from './mounts.ts'
import type { Options, Outcome } from './proof.ts'
import { until } from './proof.ts'
import { expectRecovery, startRunning, whyNotReady } from './running.ts'

const SIZE = '48m'
const REFUSALS = 5

/** The disk runs full while batches come in, and gets room again. */
export async function diskFull({ times }: Options): Promise<Outcome> {
  using place = workFolder()
  const folder = join(place.path, 'disk')
  using mounts = new DisposableStack()
  mounts.use(smallDisk(folder, SIZE))
  const ballast = join(folder, 'ballast')
  const broken: string[] = []
  let refused = 0
  for (let round = 0; round < times; round++) {
    await using running = await startRunning(join(folder, `${round}`))
    const { service, load, feedUrl } = running
    await load.nextPromise()
    fill(ballast)
    await load.refusals(REFUSALS)
    await until('the service not to be ready', async () => (await whyNotReady(service.url)) !== undefined)
    const reason = await whyNotReady(service.url)
    if (reason !== 'The database can not be written to') broken.push(`/readyz says: ${reason}`)
    const feed = await send(feedUrl)
    if (feed.status !== 200) broken.push(`a feed was answered with ${feed.status}`)
    const told = service.log.filter(({ msg }) => msg === 'database not available').length
    if (told === 0) broken.push('nothing is in the log')
    rmSync(ballast)
    broken.push(...(await expectRecovery(running)))
    refused += load.figures.refused
    rmSync(join(folder, `${round}`), { recursive: true })
  }
  return { figures: { 'times full': times, 'refused while full': refused }, broken }
}

/** Writes until there is no room for another octet. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w')
  try {
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      const piece = Buffer.alloc(size)
      try {
        while (writeSync(descriptor, piece) === size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(descriptor)
  }
}
