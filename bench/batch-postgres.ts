import { join } from 'node:path'
import { startPostgres } from '../test/support/postgres.ts'
import { timeBatches, toFigures } from './batches.ts'
import type { Figure } from './figure.ts'
import type { Options } from './options.ts'
import { startChild } from './processes.ts'
import { fillEvents, seedSubscribers } from './seed.ts'
import { createPublisher, settingsFor } from './service.ts'
import { workFolder } from './work-folder.ts'

const SUBSCRIBERS = 100_000

/** Signed batches over HTTP against COPY, and one prepared insertion, of the same rows into the same table. */
export async function batchPostgres(options: Options): Promise<Figure[]> {
  using folder = workFolder()
  const server = await startPostgres({ fsync: true })
  try {
    const url = await server.createDatabase()
    const settings = settingsFor(join(folder.path, 'service'), url)
    const config = { kind: 'postgres' as const, url, connections: 10 }
    const publisher = createPublisher(settings)
    const subscribers = options.quick ? 1000 : SUBSCRIBERS
    const recipients = await seedSubscribers(config, publisher.publisherId, subscribers)

    const figures: Figure[] = []
    let empty: Awaited<ReturnType<typeof timeBatches>> | undefined
    for (const events of options.events) {
      options.progress(`batch-postgres: storing ${events} events`)
      await fillEvents(config, publisher.publisherId, recipients, events)
      options.progress(`batch-postgres: measuring at ${events} events`)
      await using child = startChild('bench/peers/bare-postgres.ts', [url, `${publisher.publisherId}`])
      const peer = { child, ways: ['COPY', 'insert'] }
      const name = `batch-postgres at ${events.toLocaleString('en')}`
      const contest = { settings, publisher, recipients, peer, name, events }
      const times = await timeBatches(contest, options)
      figures.push(...toFigures(contest, times, (empty ??= times)))
    }
    return figures
  } finally {
    await server.stop()
  }
}
