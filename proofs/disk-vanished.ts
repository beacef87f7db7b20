import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { workFolder } from '../bench/work-folder.ts'
import { type Options, type Outcome, until } from './proof.ts'
import { expectRecovery, startRunning, whyNotReady } from './running.ts'

/** The folder of the data is moved away under the service, as when a disk is unmounted, and comes back. */
export async function diskVanished({ times }: Options): Promise<Outcome> {
  using place = workFolder()
  const [folder, away] = [join(place.path, 'data'), join(place.path, 'away')]
  const broken: string[] = []
  await using running = await startRunning(folder)
  const { service, load } = running
  for (let round = 0; round < times; round++) {
    await load.nextPromise()
    renameSync(folder, away)
    await load.refusals(3)
    await until('the service not to be ready', async () => (await whyNotReady(service.url)) !== undefined)
    if (existsSync(folder)) {
      broken.push(`${readdirSync(folder, { recursive: true }).join(', ')} was made where the disk had been`)
      rmSync(folder, { recursive: true })
    }
    renameSync(away, folder)
    await load.nextPromise()
  }
  broken.push(...(await expectRecovery(running)))
  return { figures: { 'times gone': times }, broken }
}
