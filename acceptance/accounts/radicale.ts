import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Element, readXml } from '../../src/http/dav/xml.ts'
import { freePort } from '../../test/support/free-port.ts'
import { isInstalled } from '../applications/application.ts'
import { start, temporaryFolder } from '../processes.ts'
import { checked, headline, line, skipped } from '../report.ts'
import type { Device } from './program.ts'
import { type AskedOfBoth, REQUESTS } from './requests.ts'

/** Properties that Radicale returns and we don't, and why. */
const NOT_OURS: Record<string, string> = {
  'supported-report-set': 'the principal and the home take no reports',
}

/** A server with an account that has one calendar. */
interface Server {
  url: string
  authorization: string
  paths: Record<AskedOfBoth['place'], string>
  objects: string[]
}

/** Sends the same requests to Radicale and to us, and prints both answers side by side. */
export async function compareWithRadicale(url: string, device: Device): Promise<string[]> {
  headline('The same requests to Radicale and to us')
  if (!(await isInstalled('radicale', ['--version']))) {
    skipped('Radicale', 'radicale')
    return ['Radicale']
  }
  const radicale = await startRadicale()
  const ours = await findOurs(url, device)
  for (const request of REQUESTS) {
    const [theirs, own] = [await ask(radicale, request), await ask(ours, request)]
    const missing = [...theirs.properties].filter((name) => !own.properties.has(name))
    const more = [...own.properties].filter((name) => !theirs.properties.has(name))
    const wrong = missing.filter((name) => !(name in NOT_OURS)).map((name) => `Radicale returns ${name}`)
    if (theirs.status !== own.status) wrong.push(`Radicale responds ${theirs.status}, we ${own.status}`)
    const name = `${request.application}: ${request.method} ${request.place} ${request.depth}`
    const both = own.properties.size - more.length
    const summary = `${theirs.status} ${own.status}, ${both} the same; only ours: ${more.join(' ') || '–'}; only Radicale's: ${missing.join(' ') || '–'}`
    checked(name.padEnd(40), summary, wrong)
  }
  for (const [name, reason] of Object.entries(NOT_OURS)) line(name.padEnd(40), reason)
  return []
}

async function startRadicale(): Promise<Server> {
  const folder = temporaryFolder()
  const port = await freePort()
  const config = join(folder, 'config')
  writeFileSync(
    config,
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = none
[storage]
filesystem_folder = ${folder}
[logging]
level = error
`,
  )
  start('radicale', ['--config', config], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + 20_000; ; await sleep(100)) {
    if (await fetch(url).catch(() => undefined)) break
    if (Date.now() > deadline) throw new Error('Radicale does not start')
  }
  const server: Server = {
    url,
    authorization: `Basic ${Buffer.from('fan:any').toString('base64')}`,
    paths: { root: '/', principal: '/fan/', home: '/fan/', collection: '/fan/first/' },
    objects: ['/fan/first/match.ics'],
  }
  const make = `<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:ic="http://apple.com/ns/ical/">
<d:set><d:prop><d:displayname>First team</d:displayname>
<ic:calendar-color>#A63A22FF</ic:calendar-color><c:supported-calendar-component-set><c:comp name="VEVENT"/>
</c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>`
  const event = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x\r\nBEGIN:VEVENT\r\nUID:match\r\nDTSTAMP:20260101T000000Z\r
DTSTART:20300101T100000Z\r\nSUMMARY:Match\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  await send(server, 'MKCALENDAR', server.paths.collection, make)
  await send(server, 'PUT', server.objects[0]!, event)
  return server
}

async function findOurs(url: string, { userName, password }: Device): Promise<Server> {
  const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
  const base = {
    url,
    authorization,
    paths: { root: '/', principal: '/', home: '/', collection: '/' },
    objects: [],
  }
  const listed = async (path: string) => {
    const { text } = await send(base, 'PROPFIND', path, '', '1')
    return [...text.matchAll(/<d:response><d:href>(.*?)</g)].map(([, href]) => href!).slice(1)
  }
  const [principal = ''] = await listed('/dav/')
  const [home = ''] = await listed(principal)
  const [collection = ''] = await listed(home)
  const objects = (await listed(collection)).slice(0, 1)
  return { ...base, paths: { root: '/', principal, home, collection }, objects }
}

async function send(
  { url, authorization }: Pick<Server, 'url' | 'authorization'>,
  method: string,
  path: string,
  body: string,
  depth = '0',
): Promise<{ status: number; text: string }> {
  const headers = {
    authorization,
    depth,
    'content-type': body.startsWith('BEGIN') ? 'text/calendar' : 'text/xml',
  }
  const response = await fetch(url + path, { method, headers, ...(body && { body }) })
  return { status: response.status, text: await response.text() }
}

/** Returns the status, and the names of all properties that any resource of the answer has. */
async function ask(
  server: Server,
  { method, place, depth, body }: AskedOfBoth,
): Promise<{ status: number; properties: Set<string> }> {
  const { status, text } = await send(server, method, server.paths[place], body(server.objects), depth)
  const properties = new Set<string>()
  if (status !== 207) return { status, properties }
  const all = (element: Element, name: string): Element[] => [
    ...(element.name === name ? [element] : []),
    ...element.children.flatMap((child) => all(child, name)),
  ]
  for (const propstat of all(readXml(Buffer.from(text)), 'propstat')) {
    const found = propstat.children.some(({ name, text }) => name === 'status' && text.includes(' 200 '))
    const prop = propstat.children.find(({ name }) => name === 'prop')
    if (found) for (const { name } of prop?.children ?? []) properties.add(name)
  }
  return { status, properties }
}
