import { workFolder } from '../bench/work-folder.ts'
import { freePort } from '../test/support/free-port.ts'
import {
  commandLinePublisher,
  launchService,
  type ServiceProcess,
  type Settings,
} from '../test/support/launch-service.ts'
import { Load } from './load.ts'
import { CannotProve, type Options, type Outcome, type Proof, together, until } from './proof.ts'

/** In MB, one after the other until the process runs out: how much it needs to start is not the same everywhere. */
const HEAPS = [48, 46, 44, 42]
const MOST_CLIENTS = 24
/** With 1,000 octets each, nearly the most a batch may have. */
const RECORDS = 900
const PATIENCE_MS = 120_000

/** Batches of nearly a megabyte come in side by side while memory is short; who runs the service starts it again. */
export const memoryOut: Proof = {
  promise: 'a process that runs out of memory leaves nothing half written',
  times: 20,
  async run(options) {
    const outcomes: Outcome[] = []
    let ended = 0
    for (const heap of HEAPS) {
      using folder = workFolder()
      const outcome = await overload(folder.path, heap, options)
      if (!outcome) break
      outcomes.push(outcome)
      ended += Number(outcome.figures['processes ended'])
      if (ended >= options.times || outcome.broken.length > 0) break
    }
    if (ended === 0) throw new CannotProve('no process ran out of memory')
    return together(outcomes)
  },
}

/**
 * `times`: it is enough after six batches for each, or when as many processes ended. Undefined when there is too little
 * memory to start.
 */
async function overload(
  folder: string,
  heap: number,
  { times, progress }: Options,
): Promise<Outcome | undefined> {
  const settings = { FASTI_DATA: folder, FASTI_BATCH_INTERVAL_MS: '0', PORT: `${await freePort()}` }
  const start = () => launchService(settings, ['--role', 'web'], [`--max-old-space-size=${heap}`]).listening
  const { club, svcId } = await clubWithSubscriber(settings)
  const first = await start().catch(() => undefined)
  if (!first) return undefined
  let service = first
  let ended = 0
  let stopping = false
  const startAgain = async (): Promise<ServiceProcess> => {
    // It may run out while it starts, too.
    const next = await start().catch(() => undefined)
    return next ?? (stopping ? service : startAgain())
  }
  const watch = (async () => {
    while (!stopping) {
      await service.ended()
      if (stopping) return
      ended++
      progress(`${heap} MB: ended for the ${ended}. time`)
      service = await startAgain()
    }
  })()
  try {
    await using load = new Load(club, svcId, {
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
    await service.kill() // `watch` may have been starting another process
  }
}

/** Made while there is memory enough: the promise is about what comes in when it is short. */
async function clubWithSubscriber(settings: Settings) {
  const service = await launchService(settings, ['--role', 'web']).listening
  try {
    const club = await commandLinePublisher(settings, service.url)
    return { club, ...(await club.subscriber()) }
  } finally {
    await service.kill()
  }
}
