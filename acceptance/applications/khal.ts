import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, localTime, type Zone } from '../clock.ts'
import { type Outcome, run, temporaryFolder } from '../processes.ts'
import { type Seen } from '../world.ts'
import {
  type Application,
  cleanEnvironment,
  isInstalled,
  type Missing,
  type Reading,
  type Sample,
} from './application.ts'

const FORMAT = ['start-long', 'end-long', 'title', 'location'].map((name) => `{${name}}`).join('\t')

/** vdirsyncer fetches the feeds, and khal lists their events in a time zone. */
export async function openKhal(zone: Zone, sample: Sample[], from: string): Promise<Application | Missing> {
  const name = `khal ${zone.slice(zone.indexOf('/') + 1).replace('_', ' ')}`
  const there = (await isInstalled('khal', ['--version'])) && (await isInstalled('vdirsyncer', ['--version']))
  if (!there) return { name, packages: 'khal vdirsyncer' }
  const home = temporaryFolder()
  const env = cleanEnvironment(home, zone)
  const config = join(home, 'khal.conf')
  writeFileSync(config, khalConfig(home, sample, zone))
  const sync = await setUpVdirsyncer(home, env, sample)
  return {
    name,
    sample,
    facts: ['start', 'end', 'name', 'location'],
    shows: (event) => toLocal(event, zone),
    async read() {
      const synced = await sync()
      const until = addDays(new Date().toISOString().slice(0, 10), 400)
      const list = ['-c', config, 'list', '--once', '--day-format', '', '--format', FORMAT]
      const readings: Reading[] = []
      for (const [index, { person }] of sample.entries()) {
        // One calendar at a time: vdirsyncer assigns new UIDs, and
        // khal would merge equal events of two people.
        const listed = await run('khal', [...list, '-a', `${index}`, from, until], { env })
        const complaint = `${synced.err}${listed.err}`.trim()
        const events = listed.out.split('\n').filter(Boolean).map(readLine)
        readings.push({ person, findings: complaint ? [complaint] : [], events })
      }
      return readings
    },
  }
}

/** Configures vdirsyncer to copy each feed into a folder of `home` by its index. Returns a function that syncs. */
export async function setUpVdirsyncer(
  home: string,
  env: NodeJS.ProcessEnv,
  sample: Sample[],
): Promise<() => Promise<Outcome>> {
  const config = join(home, 'vdirsyncer.conf')
  for (const index of sample.keys()) mkdirSync(join(home, `${index}`))
  writeFileSync(config, vdirsyncerConfig(home, sample))
  const options = ['-v', 'WARNING', '-c', config]
  const discovered = await run('sh', ['-c', 'yes | vdirsyncer "$@" discover', '-', ...options], { env })
  if (discovered.code !== 0) throw new Error(`vdirsyncer discover: ${discovered.err}`)
  return () => run('vdirsyncer', [...options, 'sync'], { env })
}

function readLine(line: string): Partial<Seen> {
  const [start = '', end = '', name = '', location = ''] = line.split('\t')
  return { start, end, name, location }
}

/** The times of an event as khal shows them; an all-day event ends on its last day. */
function toLocal(event: Seen, zone: Zone): Seen {
  if (event.start.length === 10) return { ...event, end: addDays(event.end, -1) }
  const [start, end] = [event.start, event.end].map((time) => localTime(zone, Date.parse(time)))
  return { ...event, start: start!, end: end! }
}

function vdirsyncerConfig(home: string, sample: Sample[]): string {
  const pairs = sample.map(
    ({ person }, index) => `
[pair ${index}]
a = "folder${index}"
b = "feed${index}"
collections = null
conflict_resolution = "b wins"

[storage folder${index}]
type = "filesystem"
path = "${join(home, `${index}`)}"
fileext = ".ics"

[storage feed${index}]
type = "http"
url = "${person.feedUrl}"
`,
  )
  return `[general]\nstatus_path = "${join(home, 'status')}"\n${pairs.join('')}`
}

function khalConfig(home: string, sample: Sample[], zone: Zone): string {
  const calendars = sample.map(
    (_, index) => `[[${index}]]\npath = ${join(home, `${index}`)}\nreadonly = True\n`,
  )
  return `[calendars]
${calendars.join('')}
[locale]
local_timezone = ${zone}
default_timezone = ${zone}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M

[sqlite]
path = ${join(home, 'khal.db')}
`
}
