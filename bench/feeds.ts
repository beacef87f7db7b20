import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import autocannon from 'autocannon'
import { freePort } from '../test/support/free-port.ts'
import { makeFeed } from './feed-account.ts'
import { type Figure, median } from './figure.ts'
import type { Options } from './options.ts'
import { ask, type Child, processorSeconds, startChild } from './processes.ts'
import { createAccount, settingsFor, startService } from './service.ts'
import { workFolder } from './work-folder.ts'

const CONNECTIONS = 20

/** One kind of request for the feed, and what the service has to reach of the bare server's rate. */
interface Poll {
  name: string
  headers: Record<string, string>
  goal: { least: number }
}

/** A feed that has not changed, asked for by who has it, against a server that always says so. */
export function feed304(options: Options): Promise<Figure[]> {
  return comparePolls(options, (etag) => [
    { name: 'feed-304', headers: { 'if-none-match': etag }, goal: { least: 0.5 } },
  ])
}

/** A feed sent whole, against a server that always sends the same bytes. */
export function feedFull(options: Options): Promise<Figure[]> {
  return comparePolls(options, () => [
    { name: 'feed-full, identity', headers: { 'accept-encoding': 'identity' }, goal: { least: 0.4 } },
    { name: 'feed-full, gzip', headers: { 'accept-encoding': 'gzip' }, goal: { least: 0.4 } },
  ])
}

async function comparePolls(options: Options, pollsOf: (etag: string) => Poll[]): Promise<Figure[]> {
  using folder = workFolder()
  const settings = settingsFor(folder.path)
  const account = createAccount(settings)
  await using service = await startService(settings, options.profiles)
  const feedUrl = await makeFeed(service, account)
  const peerPort = await freePort()
  await using peer = startChild('bench/peers/bare-http.ts', [`${peerPort}`])

  const whole = await fetch(feedUrl, { headers: { 'accept-encoding': 'identity' } })
  const events = (await whole.text()).split('BEGIN:VEVENT').length - 1
  if (events !== 50) throw new Error(`the feed has ${events} events`)

  const figures: Figure[] = []
  for (const poll of pollsOf(whole.headers.get('etag')!)) {
    options.progress(`${poll.name}: measuring`)
    const status = await imitate(peer, feedUrl, poll)
    const sides = {
      service: { url: feedUrl, child: service },
      peer: { url: `http://127.0.0.1:${peerPort}/`, child: peer },
    }
    figures.push(...(await race(poll, status, sides, options.quick)))
  }
  return figures
}

/** Makes the bare server answer what the service answers to this request, under no more headers than it takes. */
async function imitate(peer: Child, feedUrl: string, { headers }: Poll): Promise<number> {
  const [response] = (await once(get(feedUrl, { headers }), 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const { etag } = response.headers
  const constant = { etag, ...(body.length > 0 && { 'content-length': body.length }) }
  await ask(peer, { status: response.statusCode, headers: constant, body: body.toString('base64') })
  return response.statusCode!
}

interface Side {
  url: string
  child: Child
}

async function race(
  poll: Poll,
  status: number,
  sides: { service: Side; peer: Side },
  quick: boolean,
): Promise<Figure[]> {
  const [rounds, seconds] = quick ? [1, 1] : [5, 3]
  const runs = { service: [] as Run[], peer: [] as Run[] }
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    for (const side of ['service', 'peer'] as const) {
      const run = await load(sides[side], poll.headers, status, seconds)
      if (round > 0) runs[side].push(run)
    }
  }
  const compare = (pick: (run: Run) => number) => ({
    value: median(runs.service.map(pick)),
    peer: { name: 'bare server', value: median(runs.peer.map(pick)) },
  })
  return [
    { name: poll.name, unit: 'requests/s', goal: poll.goal, ...compare((run) => run.perSecond) },
    // The load generator is busier than the bare server, whose rate could be higher: this it can't hide.
    { name: `${poll.name}, processor`, unit: 'µs/request', ...compare((run) => run.processorMicros) },
  ]
}

interface Run {
  perSecond: number
  processorMicros: number
}

async function load(
  { url, child }: Side,
  headers: Record<string, string>,
  status: number,
  seconds: number,
): Promise<Run> {
  const before = processorSeconds(child.pid) ?? NaN
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds })
  const used = (processorSeconds(child.pid) ?? NaN) - before
  const good = result.statusCodeStats?.[`${status}`]?.count ?? 0
  if (good === 0 || good !== result.requests.total)
    throw new Error(`answers other than ${status} from ${url}`)
  return { perSecond: good / result.duration, processorMicros: (used / good) * 1e6 }
}
