import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCalendar } from '../../test/support/read-calendar.ts'
import { temporaryFolder } from '../processes.ts'
import { type Person } from '../world.ts'
import { cleanEnvironment, isInstalled, type Missing } from './application.ts'
import { openEvolution } from './evolution.ts'
import { setUpVdirsyncer } from './khal.ts'
import { openThunderbird } from './thunderbird.ts'

const LOOK_EVERY_MS = 200

/** A calendar application that reads one feed when it is told to. */
export interface Reader {
  /** The name that the service gives the application. */
  name: string
  limitMs: number
  /** Makes it read the feed. It may go on after that. */
  refresh(): Promise<void>
  /** The starts of the events that it has now, in ISO 8601, UTC. */
  starts(): Promise<string[]>
}

/** The applications by name, and how each is opened with the feed of a person. */
export const READERS: Record<string, (person: Person) => Promise<Reader | Missing>> = {
  Thunderbird: (person) => openThunderbird(person.feedUrl),
  Evolution: openEngine,
  vdirsyncer: openFolder,
}

/** Makes an application read its feed. Returns the starts in order when they are as wanted, or those after its limit. */
export async function look(reader: Reader, wanted: string): Promise<string> {
  await reader.refresh()
  for (const deadline = Date.now() + reader.limitMs; ; await sleep(LOOK_EVERY_MS)) {
    const shown = (await reader.starts()).sort().join()
    if (shown === wanted || Date.now() > deadline) return shown
  }
}

async function openEngine(person: Person): Promise<Reader | Missing> {
  const evolution = await openEvolution([{ person, file: '' }])
  if ('packages' in evolution) return evolution
  return {
    name: evolution.name,
    limitMs: 20_000,
    refresh: evolution.refresh,
    async starts() {
      const [reading] = await evolution.list()
      return reading!.events.map(({ start }) => new Date(start!).toISOString())
    },
  }
}

/** vdirsyncer, which copies the feed into a folder. */
async function openFolder(person: Person): Promise<Reader | Missing> {
  const name = 'vdirsyncer'
  if (!(await isInstalled(name, ['--version']))) return { name, packages: name }
  const home = temporaryFolder()
  const sync = await setUpVdirsyncer(home, cleanEnvironment(home, 'UTC'), [{ person, file: '' }])
  const folder = join(home, '0')
  return {
    name,
    limitMs: 0,
    async refresh() {
      const { code, err } = await sync()
      if (code !== 0) throw new Error(`vdirsyncer sync: ${err}`)
    },
    starts: () =>
      Promise.resolve(
        readdirSync(folder)
          .flatMap((file) => readCalendar(readFileSync(join(folder, file), 'utf8')))
          .map(({ start }) => new Date(start).toISOString()),
      ),
  }
}
