import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { workFolder } from '../bench/work-folder.ts'
import { runFasti } from '../test/cli/run-fasti.ts'
import { readOnlyView } from './mounts.ts'
import type { Outcome } from './proof.ts'

/** A service on a disk that can't be written to says so and ends. */
export async function diskReadOnly(): Promise<Outcome> {
  using place = workFolder()
  const broken: string[] = []
  const [source, folder] = [join(place.path, 'data'), join(place.path, 'view')]
  const create = ['publisher', 'create', '--email', 'o@club.example', '--company', 'Club']
  const made = await runFasti(create, { FASTI_DATA: source })
  if (made.code !== 0) throw new Error(made.stderr)
  using mounts = new DisposableStack()
  mounts.use(readOnlyView(source, folder))
  for (const data of [folder, join(folder, 'new')]) {
    const { code, stderr } = await runFasti(['serve'], { FASTI_DATA: data, PORT: '0' })
    if (code !== 1) broken.push(`it ended with ${code}`)
    if (!/^fasti: [^\n]+\n$/.test(stderr)) broken.push(`it said ${stderr.slice(0, 300)}`)
  }
  if (existsSync(join(source, 'new'))) broken.push('something was made')
  return { figures: { 'starts read-only': 2 }, broken }
}
