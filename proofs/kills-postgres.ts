import { setTimeout as sleep } from 'node:timers/promises'
import { workFolder } from '../bench/work-folder.ts'
import { commandLinePublisher, launchService } from '../test/support/launch-service.ts'
import { type PostgresServer, startPostgres } from '../test/support/postgres.ts'
import { Load } from './load.ts'
import type { Options, Outcome, Proof } from './proof.ts'

const CHECK_EVERY = 50

/** PostgreSQL is killed, with all its processes, while clients add and delete batches; the service stays up. */
export const killsPostgres: Proof = {
  promise: 'the same when PostgreSQL is killed, and the service goes on by itself',
  times: 200,
  async run(options) {
    const postgres = await startPostgres({ fsync: true })
    try {
      return await killOften(postgres, options)
    } finally {
      await postgres.stop()
    }
  },
}

async function killOften(postgres: PostgresServer, { times, progress }: Options): Promise<Outcome> {
  using folder = workFolder()
  const url = await postgres.createDatabase()
  const settings = { DATABASE_URL: url, FASTI_DATA: folder.path, FASTI_BATCH_INTERVAL_MS: '0' }
  const service = await launchService(settings, ['--role', 'web']).listening
  try {
    const club = await commandLinePublisher(settings, service.url)
    await using load = new Load(club, (await club.subscriber()).svcId).start()
    for (let kills = 1; kills <= times; kills++) {
      await load.nextPromise()
      await sleep(Math.random() * 60)
      await postgres.kill()
      await postgres.restart()
      if (kills % CHECK_EVERY !== 0 && kills < times) continue
      await load.pause()
      await load.check(url)
      progress(`${kills} kills, ${load.figures.added} records acknowledged`)
      if (kills < times) load.start()
    }
    const broken = load.broken
    const failures = service.log.filter(({ msg }) => msg === 'request failed')
    if (failures.length > 0) broken.push(`${failures.length} requests failed without a plain answer`)
    service.signal('SIGTERM')
    const end = await service.ended()
    if (end !== 0) broken.push(`the service ended with ${end}`)
    return { figures: { kills: times, ...load.figures }, broken }
  } finally {
    await service.kill()
  }
}
