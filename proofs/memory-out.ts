import { workFolder } from '../bench/work-folder.ts'
import { freePort } from '../test/support/free-port.ts'
import { commandLinePublisher, launchService } from '../test/support/launch-service.ts'
import { Load } from './load.ts'
import { type Options, type Outcome, type Proof, until } from './proof.ts'

/** In MB: enough to start, not for a dozen of the largest batches at once. */
const HEAP = 48
const MOST_CLIENTS = 24
/** With 1,000 octets each, nearly the most a batch may have. */
const RECORDS = 900
const PATIENCE_MS = 120_000

/** Batches of nearly a megabyte come in side by side while memory is short; who runs the service starts it again. */
export const memoryOut: Proof = {
  promise: 'a process that runs out of memory leaves nothing half written',
  times: 20,
  run: async (options) => {
    using folder = workFolder()
    return overload(folder.path, options)
  },
}

/** `times`: it is enough after six batches for each, or when as many processes ended. */
async function overload(folder: string, { times, progress }: Options): Promise<Outcome> {
  const settings = { FASTI_DATA: folder, FASTI_BATCH_INTERVAL_MS: '0', PORT: `${await freePort()}` }
  const start = () => launchService(settings, ['--role', 'web'], [`--max-old-space-size=${HEAP}`]).listening
  let service = await start()
  let ended = 0
  let stopping = false
  const watch = (async () => {
    while (!stopping) {
      await service.ended()
      if (stopping) return
      ended++
      progress(`ended for the ${ended}. time`)
      service = await start()
    }
  })()
  try {
    const club = await commandLinePublisher(settings, service.url)
    const { svcId } = await club.subscriber()
    const load = new Load(club, svcId, {
      clients: Math.min(MOST_CLIENTS, 6 * times),
      records: RECORDS,
      details: 'x'.repeat(750),
    }).start()
    const batches = () => Math.floor((load.figures.added + load.figures.deleted) / RECORDS)
    await until('enough of it', () => batches() >= times * 6 || ended >= times, PATIENCE_MS)
    await load.pause()
    await load.check(`${folder}/fasti.db`)
    return { figures: { 'processes ended': ended, ...load.figures }, broken: load.broken }
  } finally {
    stopping = true
    await service.kill()
    await watch
  }
}
