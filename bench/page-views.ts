import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Crowd, makeCrowd } from './crowd.ts'
import { type Figure, type Line, median, sum } from './figure.ts'
import { getRequest, load } from './load.ts'
import { startDeployed, withoutNginx } from './nginx.ts'
import type { Options } from './options.ts'
import { type Child, processorSeconds } from './processes.ts'
import { type Service, startService } from './service.ts'
import { CONNECTIONS, fetchRaw } from './stage.ts'
import { workFolder } from './work-folder.ts'

/** A season of a league. Nobody has to have subscribed. */
const LEAGUE = {
  subscribers: 1,
  calendars: 20,
  eventsPerCalendar: 38,
  follow: 1,
  privateEvents: 0,
  details: 300,
}
/** Page views a second on the day of a cup final. */
const FINAL = { name: 'a cup final', value: 5000 }
/** The time of one core for each of them, in microseconds. */
const ONE_CORE = { name: 'one core at 5,000/s', value: 1e6 / FINAL.value }
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }
/** Requests of a view, and events in its list. */
const [PER_VIEW, SHOWN] = [4, 50]
/** As browsers of several countries send it; behind nginx they are three answers. */
const LANGUAGES = ['de-AT,de;q=0.9,en;q=0.8', 'de', 'en-GB,en;q=0.5', 'fr-FR,fr;q=0.8']

/**
 * Views of a publisher's page with a list of events: what the embed script asks for. Scripts and styles are not
 * counted, browsers keep them for a year.
 */
export async function pageViews(options: Options): Promise<Line[]> {
  using folder = workFolder()
  const crowd = await makeCrowd(folder.path, LEAGUE)
  await using service = await startService(crowd.settings, options.profiles)
  const requests = await viewsOf(crowd, service)
  const alone = await view('service', service.port, [service], requests, options)
  const rate = { unit: 'views/s', peer: FINAL }
  const cost = { unit: 'µs/view', peer: ONE_CORE }
  const figures: Figure[] = [
    { ...rate, name: 'page-views, the service alone', value: alone.perSecond },
    { ...cost, name: 'page-views, the service alone, processor', value: sum(alone.micros) },
  ]
  await using nginx = await startDeployed(join(folder.path, 'nginx'), service.port)
  if (!nginx) return [...figures, withoutNginx('page-views')]
  const cached = await view('nginx', nginx.port, [nginx, service], requests, options)
  return [
    ...figures,
    { ...rate, name: 'page-views, behind nginx', value: cached.perSecond },
    // The rate hides what the servers could do while the client is busier than they are.
    {
      ...{ ...cost, name: 'page-views, behind nginx, processor of both', value: sum(cached.micros) },
      goal: { below: 1 },
    },
    {
      ...{ ...cost, name: 'page-views, behind nginx, processor of the service', value: cached.micros[1]! },
      peer: { name: 'alone', value: sum(alone.micros) },
    },
  ]
}

interface Views {
  perSecond: number
  /** Processor time of each server for one view. */
  micros: number[]
}

/** Lets as many browsers view the page as the servers bear. `front` is the port they ask. */
async function view(
  name: string,
  front: number,
  servers: Child[],
  requests: Buffer[],
  { quick, progress }: Options,
): Promise<Views> {
  progress(`page-views, ${name}: measuring`)
  const [rounds, seconds] = quick ? [1, 0.5] : [5, 5]
  const next = (n: number) => requests[n % requests.length]!
  const runs: Views[] = []
  // The first round warms them up, and fills the cache.
  for (let round = 0; round <= rounds; round++) {
    const before = servers.map(secondsOf)
    const run = await load({ port: front, next, connections: CONNECTIONS, seconds, statuses: [200] })
    const views = run.answers / PER_VIEW
    const micros = servers.map((server, i) => ((secondsOf(server) - before[i]!) / views) * 1e6)
    if (round > 0) runs.push({ perSecond: run.perSecond / PER_VIEW, micros })
  }
  return {
    perSecond: median(runs.map((run) => run.perSecond)),
    micros: servers.map((_, i) => median(runs.map((run) => run.micros[i]!))),
  }
}

function secondsOf({ pid }: Child): number {
  return processorSeconds(pid) ?? NaN
}

/** The requests of one view, for each language. The list must have its events. */
async function viewsOf(crowd: Crowd, service: Service): Promise<Buffer[]> {
  const { apiKey, widgets } = crowd.publisher
  const id = widgets[1]!.id
  const paths = ['/widget.js', `/w/${id}/status`, `/w/${id}/config?apiKey=${apiKey}`, `/w/${id}/events`]
  const { body } = await fetchRaw(service, `/w/${id}/events`, BROWSER)
  const shown = gunzipSync(body).toString().split('"calendarName"').length - 1
  if (shown !== SHOWN) throw new Error(`the list shows ${shown} events, not ${SHOWN}`)
  return LANGUAGES.flatMap((language) =>
    paths.map((path) => getRequest(path, { ...BROWSER, 'accept-language': language })),
  )
}
