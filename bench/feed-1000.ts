import { join } from 'node:path'
import { type CalDav, NOT_INSTALLED, put, report, startRadicale, startXandikos } from './caldav.ts'
import { readAll } from './feed-cold.ts'
import { type Figure, type Line, median } from './figure.ts'
import { getRequest, load } from './load.ts'
import { withoutNginx } from './nginx.ts'
import type { Options } from './options.ts'
import { makeCalendar, makeEvents } from './plain-calendar.ts'
import { expectEvents, fetchRaw, imitate, openStage, race, type Stage } from './stage.ts'
import { workFolder } from './work-folder.ts'

/** With these details an event has about 740 octets in a feed. */
const SHAPE = { subscribers: 1, calendars: 1, follow: 1, privateEvents: 0, details: 80 }
/** A feed is cut to 900 kB, see the contract of feeds: of 10,000 events the newest are sent. */
const CUT = 10_000
const PLAIN = { 'accept-encoding': 'identity' }
const GZIP = { 'accept-encoding': 'gzip' }

/** Feeds of a calendar of 1000 events, and of one of 10,000. */
export async function feed1000(options: Options): Promise<Line[]> {
  using folder = workFolder()
  await using radicale = await startRadicale(join(folder.path, 'radicale'))
  await using xandikos = await startXandikos(join(folder.path, 'xandikos'))
  const peers = { radicale, xandikos }
  const lines = await compare(options.quick ? 100 : 1000, peers, options)
  return options.quick ? lines : [...lines, ...(await compare(CUT, peers, options))]
}

interface Peers {
  radicale: CalDav | undefined
  xandikos: CalDav | undefined
}

async function compare(events: number, { radicale, xandikos }: Peers, options: Options): Promise<Line[]> {
  options.progress(`feed-1000: filling with ${events} events`)
  await using stage = await openStage({ ...SHAPE, eventsPerCalendar: events }, options)
  const { service, crowd } = stage
  const { body } = await fetchRaw(service, crowd.feedPath(0), PLAIN)
  const served = events === CUT ? body.toString().split('BEGIN:VEVENT').length - 1 : events
  const size = `${Math.round(expectEvents(body, served) / 1000)} kB`
  const cut = served < events ? ` (${served} sent)` : ''
  const name = `feed-1000, ${events.toLocaleString('en')} events${cut}, ${size}`
  const goals = events !== CUT
  return [
    ...(await againstBare(name, goals, stage, options)),
    ...(stage.nginx ? [] : [withoutNginx(name)]),
    ...(await againstRadicale(name, goals, events, stage, radicale, options)),
    ...(events === CUT ? [] : await againstXandikos(name, events, stage, xandikos, options)),
  ]
}

async function againstBare(name: string, goals: boolean, stage: Stage, options: Options): Promise<Figure[]> {
  const { crowd, service, bare } = stage
  const path = crowd.feedPath(0)
  const of = async (headers: Record<string, string>, kind: string, goal: { least: number }) => {
    const body = await imitate(bare, service, path, headers)
    const request = getRequest(path, headers)
    const nginx = stage.nginx && { side: stage.nginx, request: stage.nginx.serve(body, headers) }
    const contest = { service, bare, nginx, next: () => request, statuses: [200] }
    return race({ ...contest, name: `${name}, ${kind}`, ...(goals && { goal }) }, options)
  }
  return [...(await of(PLAIN, 'identity', { least: 0.6 })), ...(await of(GZIP, 'gzip', { least: 0.5 }))]
}

async function againstRadicale(
  name: string,
  goals: boolean,
  events: number,
  { crowd, service }: Stage,
  radicale: CalDav | undefined,
  { quick, progress }: Options,
): Promise<Line[]> {
  if (!radicale) return [{ name: `${name}, against Radicale`, why: { skipped: NOT_INSTALLED.Radicale } }]
  progress(`feed-1000: loading ${events} events into Radicale`)
  const path = `/u/events-${events}/`
  await put(radicale, path, makeCalendar(events))
  const request = getRequest(crowd.feedPath(0), PLAIN)
  const [rounds, seconds] = quick ? [1, 1] : [3, 4]
  const figures: Figure[] = []
  for (const connections of [1, 4]) {
    progress(`feed-1000: measuring Radicale with ${connections} at once`)
    const rates = { service: [] as number[], peer: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const ask = { port: service.port, next: () => request, connections, seconds, statuses: [200] }
      rates.service.push((await load(ask)).perSecond)
      rates.peer.push(await readAll(radicale, path, connections, seconds))
    }
    const peer = { name: 'Radicale', value: median(rates.peer) }
    const figure = {
      unit: 'requests/s',
      value: median(rates.service),
      peer,
      ...(goals && { goal: { least: 100 } }),
    }
    figures.push({ name: `${name}, ${connections} at once`, ...figure })
  }
  return figures
}

/** Xandikos sends no whole calendar to a GET; it is asked the way CalDAV clients do. */
async function againstXandikos(
  name: string,
  events: number,
  { crowd, service }: Stage,
  xandikos: CalDav | undefined,
  { quick, progress }: Options,
): Promise<Line[]> {
  if (!xandikos) return [{ name: `${name}, against Xandikos`, why: { skipped: NOT_INSTALLED.Xandikos } }]
  progress(`feed-1000: loading ${events} events into Xandikos`)
  const path = await xandikos.makeCalendar(`events-${events}`)
  for (const [i, event] of makeEvents(events).entries()) await put(xandikos, `${path}${i}.ics`, event)
  const times: number[] = []
  for (let round = 0; round < (quick ? 1 : 5); round++) times.push(await report(xandikos, path, events))
  const next = () => getRequest(crowd.feedPath(0), PLAIN)
  const run = await load({
    port: service.port,
    next,
    connections: 1,
    seconds: quick ? 1 : 4,
    statuses: [200],
  })
  const peer = { name: 'Xandikos, REPORT', value: 1000 / median(times) }
  return [{ name: `${name}, 1 at once`, unit: 'requests/s', value: run.perSecond, peer }]
}
