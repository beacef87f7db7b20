import { type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { start, temporaryFolder } from '../processes.ts'
import { type Seen } from '../world.ts'
import {
  type Application,
  cleanEnvironment,
  findPython,
  isInstalled,
  type Missing,
  type Reading,
  type Sample,
} from './application.ts'

const IMPORTS = `
import gi
for name, version in (("ECal", "2.0"), ("EDataServer", "1.2"), ("ICalGLib", "3.0")):
    gi.require_version(name, version)
from gi.repository import ECal, EDataServer, ICalGLib`
const PACKAGES =
  'evolution-data-server gir1.2-ecal-2.0 gir1.2-edataserver-1.2 gir1.2-ical-3.0 python3-gi dbus'
/** Evolution refreshes in the background, so the result may take some time. */
const REFRESH_LIMIT_MS = 20_000
const LOOK_EVERY_MS = 200

export interface Evolution extends Application {
  /** Starts to read the feeds again. */
  refresh: () => Promise<void>
  /** The events that it has now. */
  list: () => Promise<Reading[]>
}

/**
 * evolution-data-server, which stores the calendars of Evolution and GNOME Calendar. It runs during all
 * steps, so that it must drop events from earlier steps.
 */
export async function openEvolution(sample: Sample[]): Promise<Evolution | Missing> {
  const name = 'Evolution'
  const home = temporaryFolder()
  const env = { ...cleanEnvironment(home, 'UTC'), GSETTINGS_BACKEND: 'memory', GIO_USE_VFS: 'local' }
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  const python = await findPython(IMPORTS)
  const tryOut = ['--', python ?? '', '-c', `${IMPORTS}\nEDataServer.SourceRegistry.new_sync(None)`]
  if (!python || !(await isInstalled('dbus-run-session', tryOut, env))) return { name, packages: PACKAGES }
  const sources = join(home, 'config/evolution/sources')
  mkdirSync(sources, { recursive: true })
  const ids = sample.map((_, index) => `feed${index}`)
  sample.forEach(({ person }, index) => {
    writeFileSync(join(sources, `${ids[index]}.source`), sourceFile(person.email, new URL(person.feedUrl)))
  })
  const script = join(import.meta.dirname, 'evolution.py')
  const command = ['--', python, script, ...ids]
  const session = start('dbus-run-session', command, { env, stdio: 'pipe', detached: true })
  const ask = conversation(session)
  await ask()
  const refresh = async () => void (await ask('refresh'))
  async function list() {
    const events = (await ask('list')) as Seen[][]
    return sample.map(({ person }, index): Reading => ({ person, findings: [], events: events[index]! }))
  }
  return {
    ...{ refresh, list },
    name,
    sample,
    facts: ['uid', 'start', 'end', 'name', 'location', 'sequence', 'alarms'],
    async read(isRight) {
      await refresh()
      for (const deadline = Date.now() + REFRESH_LIMIT_MS; ; await sleep(LOOK_EVERY_MS)) {
        const readings = await list()
        if (isRight(readings) || Date.now() > deadline) return readings
      }
    },
  }
}

/** Sends a line and reads a line of JSON. The first line of JSON comes without a request. */
function conversation(session: ChildProcess): (line?: string) => Promise<unknown> {
  let complaints = ''
  session.stderr!.on('data', (data: Buffer) => (complaints = (complaints + data.toString()).slice(-4000)))
  const lines = createInterface(session.stdout!)[Symbol.asyncIterator]()
  return async (line) => {
    if (line) session.stdin!.write(`${line}\n`)
    const answer = await lines.next()
    if (answer.done) throw new Error(`evolution.py ended: ${complaints}`)
    return JSON.parse(answer.value) as unknown
  }
}

function sourceFile(name: string, feed: URL): string {
  return `[Data Source]
DisplayName=${name}
Enabled=true
Parent=webcal-stub

[Security]
Method=none

[Authentication]
Host=${feed.hostname}
Port=${feed.port}
Method=none

[WebDAV Backend]
ResourcePath=${feed.pathname}

[Calendar]
BackendName=webcal
Selected=true

[Refresh]
Enabled=false

[Offline]
StaySynchronized=true
`
}
