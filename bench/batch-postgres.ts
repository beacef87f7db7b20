import { join } from 'node:path'
import { startPostgres } from '../test/support/postgres.ts'
import { compareBatches } from './batches.ts'
import type { Figure } from './figure.ts'
import type { Options } from './options.ts'
import { startChild } from './processes.ts'
import { fillEvents, seedSubscribers } from './seed.ts'
import { createAccount, settingsFor } from './service.ts'
import { workFolder } from './work-folder.ts'

const SUBSCRIBERS = 100_000

/** Signed batches over HTTP against one prepared insertion of the same rows into the same table. */
export async function batchPostgres(options: Options): Promise<Figure[]> {
  using folder = workFolder()
  const server = await startPostgres({ fsync: true })
  try {
    const url = await server.createDatabase()
    const settings = settingsFor(join(folder.path, 'service'), url)
    const config = { kind: 'postgres' as const, url }
    const account = createAccount(settings)
    const recipients = await seedSubscribers(config, account.publisherId, SUBSCRIBERS)

    const figures: Figure[] = []
    for (const events of options.events) {
      options.progress(`batch-postgres: storing ${events} events`)
      await fillEvents(config, account.publisherId, recipients, events)
      options.progress(`batch-postgres: measuring at ${events} events`)
      await using child = startChild('bench/peers/bare-postgres.ts', [url, `${account.publisherId}`])
      const peer = { name: 'bare insert', child }
      const name = `batch-postgres at ${events.toLocaleString('en')}`
      figures.push(...(await compareBatches({ settings, account, recipients, peer, name }, options)))
    }
    return figures
  } finally {
    await server.stop()
  }
}
