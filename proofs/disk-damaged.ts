import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workFolder } from '../bench/work-folder.ts'
import { runFasti } from '../test/cli/run-fasti.ts'
import type { Outcome } from './proof.ts'
import { startRunning } from './running.ts'

/** Kinds of damage to the file of a database that nobody has open. */
const DAMAGES: Record<string, (file: string) => void> = {
  'no octet': (file) => truncateSync(file, 0),
  'cut in half': (file) => truncateSync(file, statSync(file).size / 2),
  'cut after 100 octets': (file) => truncateSync(file, 100),
  'another kind of file': (file) => writeFileSync(file, 'BEGIN:VCALENDAR\r\n'.repeat(10_000)),
  'another first line': (file) => change(file, (octets) => octets.write('SQLite format 4')),
  'octets flipped at its beginning': (file) => change(file, (octets) => flip(octets, 16, 4096)),
  'octets flipped in each page': (file) => change(file, (octets) => flip(octets, 4096, octets.length)),
}

/** A damaged file stops the start with a line that names it, and stays as it is. */
export async function diskDamaged(): Promise<Outcome> {
  using place = workFolder()
  const sound = join(place.path, 'sound')
  await makeSound(sound)
  const broken: string[] = []
  for (const [damage, inflict] of Object.entries(DAMAGES)) {
    const folder = join(place.path, 'damaged')
    cpSync(sound, folder, { recursive: true })
    const file = join(folder, 'fasti.db')
    inflict(file)
    const before = readFileSync(file)
    const settings = { FASTI_DATA: folder, PORT: '0' }
    const { code, stderr } = await runFasti(['serve'], settings)
    if (code !== 1) broken.push(`${damage}: it ended with ${code}`)
    if (!/^fasti: [^\n]*fasti\.db[^\n]*\n$/.test(stderr))
      broken.push(`${damage}: it said ${stderr.slice(0, 300)}`)
    if (!readFileSync(file).equals(before)) broken.push(`${damage}: the file was changed`)
    rmSync(folder, { recursive: true })
  }
  return { figures: { 'kinds of damage': Object.keys(DAMAGES).length }, broken }
}

/** A database with events in it, closed as it should be. */
async function makeSound(folder: string): Promise<void> {
  await using running = await startRunning(folder)
  await running.load.nextPromise()
  await running.load.pause()
  running.service.signal('SIGTERM')
  await running.service.ended()
}

function change(file: string, how: (octets: Buffer) => void): void {
  const octets = readFileSync(file)
  how(octets)
  writeFileSync(file, octets)
}

function flip(octets: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at += 7) octets[at]! ^= 0xff
}
