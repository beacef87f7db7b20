import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanEnvironment, isInstalled } from '../applications/application.ts'
import { addDays, instantOf, type Zone } from '../clock.ts'
import { run, temporaryFolder } from '../processes.ts'
import { countOctets, type Device, type Program } from './program.ts'

/** vdirsyncer, which copies the account into folders, and khal, which shows them in a zone. */
export async function openKhal(url: string, device: Device, zone: Zone): Promise<Program | undefined> {
  if (!(await isInstalled('khal', ['--version'])) || !(await isInstalled('vdirsyncer', ['--version'])))
    return undefined
  const counted = await countOctets(url)
  const home = temporaryFolder()
  const env = cleanEnvironment(home, zone)
  const [config, khal] = [join(home, 'vdirsyncer.conf'), join(home, 'khal.conf')]
  mkdirSync(join(home, 'calendars'))
  writeFileSync(
    config,
    `[general]
status_path = "${join(home, 'status')}"

[pair account]
a = "local"
b = "remote"
collections = ["from b"]
conflict_resolution = "b wins"

[storage local]
type = "filesystem"
path = "${join(home, 'calendars')}"
fileext = ".ics"

[storage remote]
type = "caldav"
url = "${counted.url}"
username = "${device.userName}"
password = "${device.password}"
read_only = true
`,
  )
  const vdirsyncer = async (command: string) => {
    const { code, err } = await run(
      'sh',
      ['-c', 'yes | vdirsyncer "$@"', '-', '-v', 'WARNING', '-c', config, command],
      { env },
    )
    return code === 0 ? '' : err
  }
  writeFileSync(
    khal,
    `[calendars]
[[account]]
path = ${join(home, 'calendars', '*')}
type = discover
readonly = True

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
`,
  )
  const folders = () => readdirSync(join(home, 'calendars'))
  return {
    octets: counted.octets,
    async read() {
      const failed = (folders().length === 0 && (await vdirsyncer('discover'))) || (await vdirsyncer('sync'))
      const today = new Date().toISOString().slice(0, 10)
      const list = ['-c', khal, 'list', '--once', '--day-format', '', '--format', '{start-long}\t{title}']
      const listed = await run('khal', [...list, addDays(today, -1), addDays(today, 400)], { env })
      if (failed) throw new Error(failed)
      return listed.out
        .split('\n')
        .filter(Boolean)
        .map((text) => {
          const [start = '', title = ''] = text.split('\t')
          return `${title} at ${start.length > 10 ? new Date(instantOf(zone, start.slice(0, 10), start.slice(11))).toISOString() : start}`
        })
    },
  }
}
