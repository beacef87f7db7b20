import { DatabaseSync } from 'node:sqlite'
import { workFolder } from '../bench/work-folder.ts'
import { send } from '../test/support/test-publisher.ts'
import type { Options, Outcome } from './proof.ts'
import { expectRecovery, startRunning } from './running.ts'

/** Another program holds the lock of the database for longer than the service waits. */
export async function diskLocked({ times }: Options): Promise<Outcome> {
  using folder = workFolder()
  await using running = await startRunning(folder.path)
  const { load, file, feedUrl } = running
  const broken: string[] = []
  for (let round = 0; round < times; round++) {
    await load.nextPromise()
    const other = new DatabaseSync(file, { timeout: 5000 })
    other.exec('begin immediate')
    const refused = load.refusals(1)
    const feed = await send(feedUrl)
    if (feed.status !== 200) broken.push(`a feed was answered with ${feed.status}`)
    await refused
    other.exec('rollback')
    other.close()
    await load.nextPromise()
  }
  broken.push(...(await expectRecovery(running)))
  return { figures: { 'times locked': times }, broken }
}
