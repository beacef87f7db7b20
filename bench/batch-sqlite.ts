import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { timeBatches, toFigures } from './batches.ts'
import type { Figure } from './figure.ts'
import type { Options } from './options.ts'
import { startChild } from './processes.ts'
import { fillEvents, seedSubscribers } from './seed.ts'
import { createPublisher, settingsFor } from './service.ts'
import { workFolder } from './work-folder.ts'

const SUBSCRIBERS = 100_000

/** Signed batches over HTTP against the same rows inserted with node:sqlite into a copy of the same file. */
export async function batchSqlite(options: Options): Promise<Figure[]> {
  using folder = workFolder()
  const settings = settingsFor(join(folder.path, 'service'))
  const file = join(folder.path, 'service/fasti.db')
  const config = { kind: 'sqlite' as const, file }
  const copy = join(folder.path, 'peer')
  const publisher = createPublisher(settings)
  const subscribers = options.quick ? 1000 : SUBSCRIBERS
  const recipients = await seedSubscribers(config, publisher.publisherId, subscribers)

  const figures: Figure[] = []
  let empty: Awaited<ReturnType<typeof timeBatches>> | undefined
  for (const events of options.events) {
    options.progress(`batch-sqlite: storing ${events} events`)
    await fillEvents(config, publisher.publisherId, recipients, events)
    // With the log of the round before it, the new copy would be no database.
    rmSync(copy, { recursive: true, force: true })
    cpSync(settings.FASTI_DATA!, copy, { recursive: true })
    options.progress(`batch-sqlite: measuring at ${events} events`)
    await using child = startChild('bench/peers/bare-sqlite.ts', [
      join(copy, 'fasti.db'),
      `${publisher.publisherId}`,
    ])
    const peer = { child, ways: ['insert'] }
    const name = `batch-sqlite at ${events.toLocaleString('en')}`
    const contest = { settings, publisher, recipients, peer, name, events }
    const times = await timeBatches(contest, options)
    figures.push(...toFigures(contest, times, (empty ??= times)))
  }
  return figures
}
