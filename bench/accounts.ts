import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { multigetBody, propfind, responsesIn, syncBody, tokenIn } from '../test/support/dav.ts'
import { type CalDav, NOT_INSTALLED, put, startRadicale, startXandikos } from './caldav.ts'
import { type Crowd, makeCrowd } from './crowd.ts'
import { type Line, median } from './figure.ts'
import { bodyRequest, getRequest, load } from './load.ts'
import type { Options } from './options.ts'
import { makeCalendar, makeEvents } from './plain-calendar.ts'
import { startService } from './service.ts'
import { signedRequest } from './signed-requests.ts'
import { fetchRaw } from './stage.ts'
import { workFolder } from './work-folder.ts'

const SHAPE = { subscribers: 1, calendars: 1, follow: 1, privateEvents: 0, details: 80 }
const CALENDARS = 20
/** The properties that applications poll. */
export const POLLED = propfind(
  'd:displayname',
  'd:resourcetype',
  'd:sync-token',
  'cs:getctag',
  'ic:calendar-color',
)
/** Objects that applications ask for at once. */
const HREFS_AT_ONCE = 100
const LEAST = { least: 50 }

/** A calendar of a CalDAV server, as a client reaches it. */
interface Side {
  url: string
  path: string
  headers: Record<string, string>
}

/** CalDAV accounts: a first sync, a sync after one change, and what is new in 20 calendars. */
export async function accounts(options: Options): Promise<Line[]> {
  using folder = workFolder()
  await using radicale = await startRadicale(join(folder.path, 'radicale'))
  await using xandikos = await startXandikos(join(folder.path, 'xandikos'))
  const lines: Line[] = []
  for (const events of options.quick ? [100] : [1000, 10_000])
    lines.push(...(await syncs(join(folder.path, `${events}`), events, radicale, xandikos, options)))
  // One that has these 20 calendars and no others.
  await using another = await startRadicale(join(folder.path, 'radicale-20'))
  lines.push(...(await polls(join(folder.path, 'polls'), another, options)))
  return lines
}

async function syncs(
  folder: string,
  events: number,
  radicale: CalDav | undefined,
  xandikos: CalDav | undefined,
  { quick, progress, profiles }: Options,
): Promise<Line[]> {
  progress(`accounts: filling with ${events} events`)
  const crowd = await makeCrowd(folder, { ...SHAPE, eventsPerCalendar: events })
  await using service = await startService(crowd.settings, profiles)
  const own = { url: service.url, headers: authorization(crowd, 0), path: '' }
  own.path = `${await homeOf(own)}${crowd.calendarId(0)}/`
  let changes = 0
  const ours = await measure(own, events, quick ? 1 : 5, async () => {
    const path = `/apiv2/event/${crowd.eventOf(0)}`
    await signedRequest(service, crowd.publisher, 'PUT', path, { name: `Changed ${changes++}` })
  })
  const lines: Line[] = []
  for (const [name, server] of [
    ['Radicale', radicale],
    ['Xandikos', xandikos],
  ] as const) {
    const title = `accounts, ${events.toLocaleString('en')} events`
    if (!server) {
      lines.push({ name: `${title}, against ${name}`, why: { skipped: NOT_INSTALLED[name] } })
      continue
    }
    // Xandikos takes events one by one.
    if (name === 'Xandikos' && events > 1000) continue
    progress(`accounts: loading ${events} events into ${name}`)
    const side = { url: server.url, headers: {}, path: `/u/sync-${events}/` }
    const each = makeEvents(events)
    if (name === 'Radicale') await put(server, side.path, makeCalendar(events))
    else {
      side.path = await server.makeCalendar(`sync-${events}`)
      for (const [i, event] of each.entries()) await put(server, `${side.path}${i}.ics`, event)
    }
    progress(`accounts: measuring ${name}`)
    const one = Object.keys(Object.fromEntries((await sync(side, '')).objects))[0]!
    let n = 0
    const theirs = await measure(side, events, events > 1000 || quick ? 1 : 3, async () => {
      const href = one
      const body = (await text(side, 'GET', href)).replace(/SUMMARY:.*/, `SUMMARY:Changed ${n++}`)
      await text(side, 'PUT', href, body, { 'content-type': 'text/calendar; charset=utf-8' })
    })
    const goal = name === 'Radicale' ? { goal: LEAST } : {}
    for (const [what, ms] of Object.entries(ours))
      lines.push({
        ...{ name: `${title}, ${what}`, unit: 'a second', value: 1000 / ms, ...goal },
        peer: { name, value: 1000 / theirs[what as keyof typeof theirs] },
      })
  }
  return lines
}

/** Returns the milliseconds of a first sync with all objects, and of a sync after a change with the changed one. */
async function measure(side: Side, events: number, rounds: number, change: () => Promise<void>) {
  const [first, next]: number[][] = [[], []]
  let token = ''
  for (let round = 0; round <= rounds; round++) {
    let began = performance.now()
    const all = await sync(side, '')
    if (all.objects.size !== events) throw new Error(`${side.url} has ${all.objects.size} events`)
    // The first round warms up.
    if (round > 0 || rounds === 1) first!.push(performance.now() - began)
    token = all.token
    await change()
    began = performance.now()
    const changed = await sync(side, token)
    if (changed.objects.size !== 1) throw new Error(`${side.url} has ${changed.objects.size} changes`)
    if (round > 0 || rounds === 1) next!.push(performance.now() - began)
    if (rounds === 1) break
  }
  return { 'first sync': median(first!), 'sync after one change': median(next!) }
}

/** Syncs from a token, and fetches the objects that changed. */
async function sync(side: Side, token: string): Promise<{ token: string; objects: Map<string, string> }> {
  const answer = await text(side, 'REPORT', side.path, syncBody(token), { depth: '1' })
  const hrefs = hrefsIn(answer)
  const objects = new Map<string, string>()
  for (let from = 0; from < hrefs.length; from += HREFS_AT_ONCE) {
    const some = hrefs.slice(from, from + HREFS_AT_ONCE)
    const fetched = await text(side, 'REPORT', side.path, multigetBody(some), { depth: '1' })
    if (fetched.split('BEGIN:VEVENT').length - 1 !== some.length)
      throw new Error(`${side.url}: ${fetched.slice(0, 500)}`)
    for (const href of some) objects.set(href, '')
  }
  return { token: /sync-token>([^<]+)</.exec(answer)?.[1] ?? '', objects }
}

/** Polls of what is new in 20 calendars, and syncs with nothing new. */
async function polls(
  folder: string,
  radicale: CalDav | undefined,
  { quick, progress, profiles }: Options,
): Promise<Line[]> {
  progress('accounts: filling 20 calendars')
  const seconds = quick ? 1 : 4
  const lines: Line[] = []
  const depth = { depth: '1' }
  {
    const crowd = await makeCrowd(folder, {
      ...SHAPE,
      calendars: CALENDARS,
      follow: CALENDARS,
      eventsPerCalendar: 50,
    })
    await using service = await startService(crowd.settings, profiles)
    const side = { url: service.url, headers: authorization(crowd, 0), path: '' }
    const home = await homeOf(side)
    const rate = (request: Buffer, statuses: number[]) =>
      load({ port: service.port, next: () => request, connections: 1, seconds, statuses }).then(
        ({ perSecond }) => perSecond,
      )
    const ours = await rate(bodyRequest('PROPFIND', home, { ...side.headers, ...depth }, POLLED), [207])
    if (radicale) {
      for (let i = 0; i < CALENDARS; i++) await put(radicale, `/u/list-${i}/`, makeCalendar(50))
      const theirs = { url: radicale.url, headers: {}, path: '/u/' }
      const times: number[] = []
      for (let round = 0; round < (quick ? 1 : 10); round++) {
        const began = performance.now()
        const answer = await text(theirs, 'PROPFIND', '/u/', POLLED, depth)
        if (hrefsIn(answer, /./).length !== CALENDARS + 1) throw new Error(answer.slice(0, 500))
        times.push(performance.now() - began)
      }
      const peer = { name: 'Radicale', value: 1000 / median(times) }
      lines.push({
        name: 'accounts, PROPFIND of 20 calendars',
        unit: 'requests/s',
        value: ours,
        peer,
        goal: LEAST,
      })
    } else
      lines.push({ name: 'accounts, PROPFIND of 20 calendars', why: { skipped: NOT_INSTALLED.Radicale } })
    const path = `${home}${crowd.calendarId(0)}/`
    const token = tokenIn(await text(side, 'REPORT', path, syncBody('')))
    const nothing = await rate(
      bodyRequest('REPORT', path, { ...side.headers, ...depth }, syncBody(token)),
      [207],
    )
    const { etag } = await fetchRaw(service, crowd.feedPath(0))
    const unchanged = await rate(getRequest(crowd.feedPath(0), { 'if-none-match': etag }), [304])
    const peer = { name: 'a 304 of a feed', value: 1e6 / unchanged }
    lines.push({
      name: 'accounts, sync with nothing new',
      unit: 'µs',
      value: 1e6 / nothing,
      peer,
      goal: { most: 3 },
    })
  }
  return lines
}

async function homeOf(side: Side): Promise<string> {
  const answer = await text(side, 'PROPFIND', '/', propfind('d:current-user-principal'), { depth: '0' })
  return `${/<d:current-user-principal><d:href>(.*?)</.exec(answer)![1]!}cal/`
}

export function authorization(crowd: Crowd, i: number): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`u:${crowd.password(i)}`).toString('base64')}` }
}

/** The addresses in a multi-status of any server. */
function hrefsIn(answer: string, wanted = /\.ics$/): string[] {
  const ours = [...responsesIn(answer).keys()]
  const hrefs =
    ours.length > 0
      ? ours
      : [...answer.matchAll(/response>\s*<(?:\w+:)?href>([^<]+)</g)].map(([, href]) => href!)
  return hrefs.filter((href) => wanted.test(href))
}

// Node's `fetch` fails at long answers of Radicale, which ends the connection with each.
async function text(
  { url, headers }: Side,
  method: string,
  path: string,
  body = '',
  more: Record<string, string> = {},
): Promise<string> {
  const basic = { authorization: 'Basic dTp4', 'content-type': 'application/xml', ...headers, ...more }
  const sent = request(url + path, {
    method,
    headers: { ...basic, 'content-length': Buffer.byteLength(body) },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const answer = await readText(response)
  if (response.statusCode! >= 300)
    throw new Error(`${method} ${url}${path} was answered ${response.statusCode}`)
  return answer
}
