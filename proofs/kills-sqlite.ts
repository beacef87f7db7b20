import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { workFolder } from '../bench/work-folder.ts'
import { freePort } from '../test/support/free-port.ts'
import { commandLinePublisher, launchService } from '../test/support/launch-service.ts'
import { Load } from './load.ts'
import { inLanes, type Options, type Outcome, type Proof } from './proof.ts'

/** Services side by side, each with a database of its own: a start takes one core. */
const LANES = 2
const CHECK_EVERY = 50
/** One kill in so many comes while the service starts, and goes through what the one before left. */
const AT_START = 10

/** The service is killed at any moment while clients add and delete batches. */
export const killsSqlite: Proof = {
  promise: 'a batch that was acknowledged outlives a kill, and none is there in part (SQLite)',
  times: 1000,
  run: (options) => inLanes(options, LANES, killOften),
}

async function killOften({ times, progress }: Options): Promise<Outcome> {
  using folder = workFolder()
  const file = join(folder.path, 'fasti.db')
  // Always the same port, so that the clients need not be told.
  const settings = { FASTI_DATA: folder.path, FASTI_BATCH_INTERVAL_MS: '0', PORT: `${await freePort()}` }
  const start = () => launchService(settings, ['--role', 'web'])
  let service = await start().listening
  try {
    const club = await commandLinePublisher(settings, service.url)
    await using load = new Load(club, (await club.subscriber()).svcId).start()
    let checkedAt = 0
    for (let kills = 1; kills <= times; kills++) {
      await load.nextPromise()
      await sleep(Math.random() * 60)
      await service.kill()
      if (kills % AT_START === 0 && kills < times) {
        const starting = start()
        await sleep(Math.random() * 600)
        await starting.kill()
        kills++
      }
      service = await start().listening
      if (kills - checkedAt < CHECK_EVERY && kills < times) continue
      checkedAt = kills
      await load.pause()
      await load.check(file)
      progress(`${kills} kills, ${load.figures.added} records acknowledged`)
      if (kills < times) load.start()
    }
    return { figures: { kills: times, ...load.figures }, broken: load.broken }
  } finally {
    await service.kill()
  }
}
