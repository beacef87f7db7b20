import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createDAVClient } from 'tsdav'
import { cleanEnvironment, isInstalled } from './applications/application.ts'
import { createClient } from './client.ts'
import { addDays, instantOf, type Zone } from './clock.ts'
import { publishCalendar } from './match.ts'
import { atEnd, run, temporaryFolder } from './processes.ts'
import { checked, conclusion, headline, line, skipped } from './report.ts'
import { startService } from './service.ts'

const ZONE = 'Europe/London'
const EMAIL = 'fan@example.com'
/** The one that Debian's packages are for. */
const PYTHON = '/usr/bin/python3'

interface Device {
  server: string
  userName: string
  password: string
}

/** Another program with an account, set up from the bare host name. */
interface Program {
  name: string
  /** Reads the account again; returns `title at start` of each event, in any order. */
  read: () => Promise<string[]>
  /** Tries to write an event; returns the words of the refusal, or undefined if there was none. */
  write?: () => Promise<string | undefined>
  /** Octets that the service sent since the last call. */
  octets: () => number
}

/**
 * A CalDAV account in programs of others: each is set up from the host name, and must have the same events after each
 * step. What the service sends for each sync is counted.
 */
export async function showAccounts(): Promise<boolean> {
  headline('A CalDAV account, as programs of others have it')
  const service = await startService()
  line('service', `on ${service.database}`)
  const client = createClient(service.url, service.publisher)
  const [first, second] = [
    await publishCalendar(client, 'First team', 'first'),
    await publishCalendar(client, 'Second team', 'second'),
  ]
  const widget = `/w/${service.publisher.widgets[0]!.id}/subscribe`
  await client.call('POST', widget, {}, { email: EMAIL, calendarIds: [first, second] })
  const { data } = await client.call<{ data: { id: string } }>('GET', `/subscriber/${EMAIL}`)
  const add = (name: string, body: object, query: Record<string, string> = {}) =>
    client.call<{ eventId: string }>('POST', '/event', query, {
      name,
      location: 'City Ground',
      draft: 0,
      timezone: ZONE,
      ...body,
    })
  const day = (n: number) => addDays(new Date().toISOString().slice(0, 10), 10 + n)
  const at = (n: number, time: string) => ({
    startDate: day(n),
    endDate: day(n),
    startTime: time,
    endTime: '21:00',
  })
  const plan = new Map<string, { n: number; time: string; title: string }>()
  for (let n = 0; n < 100; n++) {
    const title = `Match ${n}`
    const { eventId } = await add(title, { calendarId: n % 2 ? first : second, ...at(n, '15:00') })
    plan.set(eventId, { n, time: '15:00', title })
  }
  const own = await add('Your seat', { type: 'private', ...at(3, '14:00') }, { svc_id: data.id })
  plan.set(own.eventId, { n: 3, time: '14:00', title: 'Your seat' })

  const device = async (name: string) => {
    const made = await client.call<{ data: Device }>('POST', `/subscriber/${data.id}/devices`, {}, { name })
    return made.data
  }
  const programs: Program[] = []
  const missing: string[] = []
  for (const { name, packages, open } of PROGRAMS) {
    const opened = await open(service.url, await device(name))
    if (opened) programs.push({ ...opened, name })
    else {
      missing.push(name)
      skipped(name, packages)
    }
  }
  const wanted = () =>
    [...plan.values()].map(
      ({ n, time, title }) => `${title} at ${new Date(instantOf(ZONE, day(n), time)).toISOString()}`,
    )
  const check = async (step: string) => {
    for (const program of programs) {
      const has = await program.read()
      const wrong = differences(wanted(), has)
      checked(step, `${has.length} events in ${program.name}, ${program.octets()} octets`, wrong)
    }
  }
  await check('create')
  await check('nothing new')
  const ids = [...plan.keys()]
  await client.call('PUT', `/event/${ids[0]}`, {}, at(1, '17:00'))
  plan.set(ids[0]!, { n: 1, time: '17:00', title: 'Match 0' })
  await check('move')
  await client.call('PUT', `/event/${ids[1]}`, {}, { cancelled: 1 })
  plan.set(ids[1]!, { ...plan.get(ids[1]!)!, title: 'Cancelled: Match 1' })
  await check('cancel')
  await client.call('DELETE', `/event/${ids[2]}`)
  plan.delete(ids[2]!)
  await check('delete')
  for (const { name, write } of programs) {
    const refusal = await write?.()
    if (write) checked('write refused', `${name}: ${refusal}`, refusal ? [] : [`${name} could write`])
  }
  await client.call('POST', `/subscriber/${data.id}/unsubscribe`)
  for (const { name, read } of programs) {
    const titles = (await read()).map((text) => text.split(' at ')[0]!)
    const says = titles.filter((title) => title.includes('subscription ended'))
    // vdirsyncer keeps the folders of calendars that are gone, and says so.
    const others = name.startsWith('khal') ? [] : titles.filter((title) => !says.includes(title))
    const wrong = says.length === 1 ? others : [`${name} does not say that the person left`]
    checked('leave', `${says.join()} in ${name}, ${titles.length} in all`, wrong)
  }
  headline('At the end')
  checked('service log', `${client.counts.calls} API calls in all`, await service.stop())
  return conclusion(missing)
}

function differences(wanted: string[], has: string[]): string[] {
  const lost = wanted.filter((event) => !has.includes(event)).map((event) => `lost: ${event}`)
  const extra = has.filter((event) => !wanted.includes(event)).map((event) => `not published: ${event}`)
  return [...lost, ...extra]
}

type Opened = Omit<Program, 'name'>

const PROGRAMS: {
  name: string
  packages: string
  open: (url: string, device: Device) => Promise<Opened | undefined>
}[] = [
  { name: 'tsdav', packages: '(npm)', open: openTsdav },
  { name: 'python3-caldav', packages: 'python3-caldav', open: openPython },
  { name: 'khal London', packages: 'khal vdirsyncer', open: (url, device) => openKhal(url, device, ZONE) },
  {
    name: 'khal New York',
    packages: 'khal vdirsyncer',
    open: (url, device) => openKhal(url, device, 'America/New_York'),
  },
  { name: 'cadaver', packages: 'cadaver', open: openCadaver },
]

async function openTsdav(url: string, { userName, password }: Device): Promise<Opened> {
  // It goes on to the public address, past a proxy.
  let sent = 0
  const counting: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    sent += [...response.headers].join('').length + (await response.clone().arrayBuffer()).byteLength
    return response
  }
  const credentials = { username: userName, password }
  const client = await createDAVClient({
    ...{ serverUrl: url, credentials, authMethod: 'Basic', defaultAccountType: 'caldav', fetch: counting },
  })
  const known = new Map<string, Map<string, string>>()
  const tokens = new Map<string, string>()
  return {
    octets() {
      const last = sent
      sent = 0
      return last
    },
    async read() {
      const calendars = await client.fetchCalendars()
      for (const path of known.keys()) if (!calendars.some(({ url }) => url === path)) known.delete(path)
      for (const calendar of calendars) {
        const { url: path } = calendar
        const own = known.get(path) ?? new Map<string, string>()
        known.set(path, own)
        if (tokens.get(path) === calendar.syncToken && own.size > 0) continue
        const responses = await client.syncCollection({
          ...{ url: path, props: { 'd:getetag': {} }, syncLevel: 1 },
          syncToken: tokens.get(path) ?? '',
        })
        const changed = responses.filter(({ href }) => href?.endsWith('.ics'))
        for (const { href, status } of changed) if (status === 404) own.delete(href!)
        const hrefs = changed.filter(({ status }) => status < 300).map(({ href }) => href!)
        if (hrefs.length > 0) {
          const objects = await client.fetchCalendarObjects({ calendar, objectUrls: hrefs })
          for (const { url: href, data } of objects) own.set(new URL(href).pathname, String(data))
        }
        tokens.set(path, calendar.syncToken!)
      }
      return [...known.values()].flatMap((own) => [...own.values()]).map(seenIn)
    },
    async write() {
      const [calendar] = await client.fetchCalendars()
      const iCalString = [...known.values()][0]!.values().next().value!
      const response = await client.createCalendarObject({
        calendar: calendar!,
        filename: 'mine.ics',
        iCalString,
      })
      return response.ok ? undefined : wordsOf(await response.text())
    },
  }
}

async function openPython(url: string, device: Device): Promise<Opened | undefined> {
  if (!(await isInstalled(PYTHON, ['-c', 'import caldav']))) return undefined
  const counted = await countOctets(url)
  const script = join(import.meta.dirname, 'applications', 'read_caldav.py')
  const ask = (action: string) => run(PYTHON, [script, action, counted.url, device.userName, device.password])
  return {
    octets: counted.octets,
    async read() {
      const { out, err, code } = await ask('read')
      if (code !== 0) throw new Error(err)
      return (JSON.parse(out) as string[]).map(seenIn)
    },
    async write() {
      const { out } = await ask('write')
      return out.trim() || undefined
    },
  }
}

async function openKhal(url: string, device: Device, zone: Zone): Promise<Opened | undefined> {
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
  return {
    octets: counted.octets,
    async read() {
      const failed = (await vdirsyncer('discover')) || (await vdirsyncer('sync'))
      const folders = readdirSync(join(home, 'calendars'))
      const today = new Date().toISOString().slice(0, 10)
      const list = ['-c', khal, 'list', '--once', '--day-format', '', '--format', '{start-long}\t{title}']
      const listed = await run('khal', [...list, addDays(today, -1), addDays(today, 400)], { env })
      if (failed && folders.length === 0) throw new Error(failed)
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

async function openCadaver(url: string, device: Device): Promise<Opened | undefined> {
  if (!(await isInstalled('sh', ['-c', 'command -v cadaver']))) return undefined
  const counted = await countOctets(url)
  const home = temporaryFolder()
  const { hostname } = new URL(url)
  writeFileSync(
    join(home, '.netrc'),
    `machine ${hostname} login ${device.userName} password ${device.password}\n`,
    { mode: 0o600 },
  )
  const ask = (commands: string[], address: string) =>
    run('sh', ['-c', `printf '%s\\n' "$@" | cadaver "$0"`, address, ...commands, 'quit'], {
      env: { ...process.env, HOME: home },
    })
  const basic = Buffer.from(`${device.userName}:${device.password}`).toString('base64')
  const response = await fetch(url, {
    method: 'PROPFIND',
    headers: { authorization: `Basic ${basic}`, depth: '0' },
  })
  const principal = /current-user-principal><d:href>(.*?)</.exec(await response.text())![1]!
  const homeUrl = `${counted.url}${principal}cal/`
  return {
    octets: counted.octets,
    async read() {
      const { out } = await ask(['ls'], homeUrl)
      const folders = [...out.matchAll(/Coll:\s+(\S+)/g)].map(([, name]) => name!)
      const texts: string[] = []
      for (const folder of folders) {
        const listed = await ask(['ls'], `${homeUrl}${folder}/`)
        const files = [...listed.out.matchAll(/(\S+\.ics)/g)].map(([, name]) => name!)
        const into = temporaryFolder()
        await ask(
          files.map((file) => `get ${file} ${join(into, file)}`),
          `${homeUrl}${folder}/`,
        )
        for (const file of readdirSync(into)) texts.push(readFileSync(join(into, file), 'utf8'))
      }
      return texts.map(seenIn)
    },
    async write() {
      const file = join(home, 'mine.ics')
      writeFileSync(file, 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
      const { out } = await ask(['ls'], homeUrl)
      const folder = /Coll:\s+(\S+)/.exec(out)![1]
      const put = await ask([`put ${file}`], `${homeUrl}${folder}/`)
      return /failed[\s\S]*?(\d{3}[^\n]*)/.exec(put.out)?.[1]
    },
  }
}

/** Passes connections on to the service, and counts what it sends. */
async function countOctets(target: string): Promise<{ url: string; octets: () => number }> {
  const { hostname, port } = new URL(target)
  let sent = 0
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname)
    upstream.on('data', (chunk) => (sent += chunk.length))
    socket.pipe(upstream).pipe(socket)
    for (const one of [socket, upstream])
      one.on('error', () => [socket, upstream].forEach((each) => each.destroy()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    octets() {
      const last = sent
      sent = 0
      return last
    },
  }
}

/** Returns the title and the start of the event in an iCalendar object. */
function seenIn(text: string): string {
  const event = text.replace(/\r?\n[ \t]/g, '').split(/BEGIN:VEVENT/)[1]!
  const title = /^SUMMARY:(.*?)\r?$/m.exec(event)?.[1]
  const [, zone, start = ''] = /^DTSTART(?:;TZID=([^:]+)|;VALUE=DATE)?:(\S+?)\r?$/m.exec(event) ?? []
  const [day, time] = [
    start.slice(0, 8).replace(/(....)(..)(..)/, '$1-$2-$3'),
    start.slice(9, 13).replace(/(..)(..)/, '$1:$2'),
  ]
  if (!time) return `${title} at ${day}`
  return `${title} at ${new Date(instantOf((zone ?? 'UTC') as Zone, day, time)).toISOString()}`
}

function wordsOf(xml: string): string {
  return /<d:responsedescription>(.*?)</.exec(xml)?.[1] ?? ''
}
