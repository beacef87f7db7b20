import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../processes.ts'
import { type Seen } from '../world.ts'
import { type Application, type Missing, type Reading, type Sample } from './application.ts'
import { prepareEngine } from './desktop.ts'

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
  const engine = await prepareEngine(home)
  if (!engine) return { name, packages: PACKAGES }
  const sources = join(home, 'config/evolution/sources')
  mkdirSync(sources, { recursive: true })
  const ids = sample.map((_, index) => `feed${index}`)
  sample.forEach(({ person }, index) => {
    writeFileSync(join(sources, `${ids[index]}.source`), sourceFile(person.email, new URL(person.feedUrl)))
  })
  const ask = await engine.start(join(import.meta.dirname, 'evolution.py'), ids)
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
