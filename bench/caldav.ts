import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import { type Child, isInstalled, startProgram } from './processes.ts'

/** A CalDAV server of Debian's, on a folder of its own, that lets everybody in. */
export interface CalDav extends Child {
  name: 'Radicale' | 'Xandikos'
  url: string
  port: number
  /** Makes an empty calendar and answers its path. */
  makeCalendar(name: string): Promise<string>
}

/** Reasons in the table for lines whose peer is missing. */
export const NOT_INSTALLED = {
  Radicale: 'it is not installed: apt-get install --no-install-recommends radicale',
  Xandikos: 'it is not installed: apt-get install --no-install-recommends xandikos',
}

/** Undefined where the machine has no Radicale. */
export async function startRadicale(folder: string): Promise<CalDav | undefined> {
  if (!isInstalled('radicale')) return undefined
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'config')
  writeFileSync(
    file,
    `[server]\nhosts = 127.0.0.1:${port}\nmax_content_length = 1000000000\ntimeout = 600\n[auth]\ntype = none\n` +
      `[storage]\ntype = multifilesystem\nfilesystem_folder = ${folder}/data\n[logging]\nlevel = error\n`,
  )
  const url = `http://127.0.0.1:${port}`
  const child = await ready(startProgram('radicale', ['--config', file]), `${url}/.web/`)
  return { ...child, name: 'Radicale', url, port, makeCalendar: (name) => makeCalendar(url, `/u/${name}/`) }
}

/** Undefined where the machine has no Xandikos. */
export async function startXandikos(folder: string): Promise<CalDav | undefined> {
  if (!isInstalled('xandikos')) return undefined
  const port = await freePort()
  const at = ['--listen-address', '127.0.0.1', '--port', `${port}`]
  mkdirSync(folder, { recursive: true })
  const url = `http://127.0.0.1:${port}`
  const user = ['--defaults', '--current-user-principal', '/user/']
  const child = await ready(startProgram('xandikos', ['-d', folder, ...at, ...user]), `${url}/`)
  const makeIt = (name: string) => makeCalendar(url, `/user/calendars/${name}/`)
  return { ...child, name: 'Xandikos', url, port, makeCalendar: makeIt }
}

/** Sends a calendar, or one event of it; answers the milliseconds it took. */
export async function put({ url }: CalDav, path: string, body: string): Promise<number> {
  const started = performance.now()
  const headers = { authorization: 'Basic dTp4', 'content-type': 'text/calendar; charset=utf-8' }
  const response = await fetch(url + path, { method: 'PUT', headers, body })
  await response.text()
  if (response.status !== 201) throw new Error(`PUT ${path} was answered ${response.status}`)
  return performance.now() - started
}

/** All events of a calendar with their text, the way a CalDAV client asks for them; answers the milliseconds. */
export async function report({ url }: CalDav, path: string, expected: number): Promise<number> {
  const body =
    '<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/>' +
    '<c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>'
  const started = performance.now()
  const response = await fetch(url + path, {
    method: 'REPORT',
    headers: { depth: '1', 'content-type': 'application/xml' },
    body,
  })
  const events = (await response.text()).split('BEGIN:VEVENT').length - 1
  if (events !== expected) throw new Error(`REPORT ${path} was answered ${response.status}, ${events} events`)
  return performance.now() - started
}

async function makeCalendar(url: string, path: string): Promise<string> {
  const headers = { authorization: 'Basic dTp4' }
  const { status } = await fetch(url + path, { method: 'MKCALENDAR', headers })
  if (status !== 201) throw new Error(`MKCALENDAR ${path} was answered ${status}`)
  return path
}

async function ready(child: Child, url: string): Promise<Child> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (await fetch(url).catch(() => undefined)) return child
    await sleep(50)
  }
  await child[Symbol.asyncDispose]()
  throw new Error(`${url} does not answer`)
}
