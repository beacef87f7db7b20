import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workFolder } from '../bench/work-folder.ts'
import { runFasti } from '../test/cli/run-fasti.ts'
import type { Load } from './load.ts'
import type { Proof } from './proof.ts'
import { startRunning } from './running.ts'

/** Backups are made while batches come in; each is restored into a place of its own and looked through. */
export const backup: Proof = {
  promise:
    'a backup taken during writes restores to one moment: all that was acknowledged before, no batch in part',
  times: 20,
  async run({ times, progress }) {
    using place = workFolder()
    await using running = await startRunning(join(place.path, 'data'))
    const { load, service } = running
    const broken: string[] = []
    for (let round = 1; round <= times; round++) {
      await load.nextPromise()
      const restored = join(place.path, `restored-${round}`)
      broken.push(...(await backUp(join(place.path, 'data'), restored, load)))
      progress(`${round} backups`)
    }
    await load.pause()
    await load.check(running.file)
    service.signal('SIGTERM')
    const end = await service.ended()
    if (end !== 0) broken.push(`the service ended with ${end}`)
    return { figures: { backups: times, ...load.figures }, broken: [...broken, ...load.broken] }
  },
}

async function backUp(data: string, restored: string, load: Load): Promise<string[]> {
  const file = `${restored}.db`
  const before = load.moment()
  const made = await runFasti(['backup', file], { FASTI_DATA: data })
  const after = load.moment()
  if (made.code !== 0) return [`backup: ${made.stderr}`]
  const key = readFileSync(join(data, 'key'), 'utf8').trim()
  const back = await runFasti(['restore', file], { FASTI_DATA: restored, FASTI_KEY: key })
  if (back.code !== 0) return [`restore: ${back.stderr}`]
  await load.check(join(restored, 'fasti.db'), before, after)
  return []
}
