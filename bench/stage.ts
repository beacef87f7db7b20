import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { freePort } from '../test/support/free-port.ts'
import { type Crowd, makeCrowd, type Shape } from './crowd.ts'
import { type Figure, type Goal, median } from './figure.ts'
import { load, type Run } from './load.ts'
import { type Nginx, startNginx } from './nginx.ts'
import type { Options } from './options.ts'
import { ask, type Child, processorSeconds, startChild } from './processes.ts'
import { type Service, startService } from './service.ts'
import { workFolder } from './work-folder.ts'

const agent = new Agent({ keepAlive: true })

const GZIP_MAGIC = 0x1f

/** As many applications ask at once. */
export const CONNECTIONS = 20

/** A server that answers requests, and whose processor time is counted. */
export interface Side {
  port: number
  pid: number
}

/** The service on a filled database, a bare server beside it, and nginx where it is installed. */
export interface Stage extends AsyncDisposable {
  crowd: Crowd
  service: Service
  bare: Side & Child
  nginx: Nginx | undefined
}

export async function openStage(shape: Shape, options: Options): Promise<Stage> {
  const folder = workFolder()
  const crowd = await makeCrowd(folder.path, shape)
  const service = await startService(crowd.settings, options.profiles)
  const bare = await startBare()
  const nginx = await startNginx(join(folder.path, 'nginx'))
  return {
    ...{ crowd, service, bare, nginx },
    async [Symbol.asyncDispose]() {
      await nginx?.[Symbol.asyncDispose]()
      await bare[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

export async function startBare(): Promise<Side & Child> {
  const port = await freePort()
  return { ...startChild('bench/peers/bare-http.ts', [`${port}`]), port }
}

/**
 * Makes the bare server answer what the service answers to this request, under no more headers than it takes.
 * Answers what was in the body.
 */
export async function imitate(
  bare: Child,
  service: Service,
  path: string,
  headers: Record<string, string> = {},
): Promise<Buffer> {
  const { status, body, etag } = await fetchRaw(service, path, headers)
  const constant = { etag, ...(body.length > 0 && { 'content-length': body.length }) }
  await ask(bare, { status, headers: constant, body: body.toString('base64') })
  return body
}

interface Contest {
  name: string
  service: Side
  bare: Side
  /** The n-th request, of the service and the bare server. */
  next: (n: number) => Buffer
  statuses: number[]
  /** The required ratio to the bare server's rate. */
  goal?: Goal
  /** Held against the service without a goal, if it is installed. */
  nginx?: { side: Nginx; request: Buffer } | undefined
}

/** Lets all sides answer in turns; the medians of their rates and of their processor time. */
export async function race(contest: Contest, { quick, progress }: Options): Promise<Figure[]> {
  const { name, service, bare, next, statuses, goal, nginx } = contest
  progress(`${name}: measuring`)
  const [rounds, seconds] = quick ? [1, 0.5] : [5, 3]
  const sides = [
    { name: 'service', side: service, next },
    { name: 'bare server', side: bare, next },
    ...(nginx ? [{ name: 'nginx', side: nginx.side, next: () => nginx.request }] : []),
  ]
  const runs: Measured[][] = sides.map(() => [])
  // The first round warms them up.
  for (let round = 0; round <= rounds; round++) {
    for (const [i, { side, next }] of sides.entries()) {
      const { port, pid } = side
      const before = processorSeconds(pid) ?? NaN
      const run = await load({ port, next, connections: CONNECTIONS, seconds, statuses })
      const processorMicros = (((processorSeconds(pid) ?? NaN) - before) / run.answers) * 1e6
      if (round > 0) runs[i]!.push({ ...run, processorMicros })
    }
  }
  return sides.slice(1).flatMap((peer, i) => {
    const compare = (pick: (run: Measured) => number) => ({
      value: median(runs[0]!.map(pick)),
      peer: { name: peer.name, value: median(runs[i + 1]!.map(pick)) },
    })
    return [
      { name, unit: 'requests/s', ...(i === 0 && goal && { goal }), ...compare((run) => run.perSecond) },
      // The rate hides the server's own cost when the client is busier than the server.
      { name: `${name}, processor`, unit: 'µs/request', ...compare((run) => run.processorMicros) },
    ]
  })
}

interface Measured extends Run {
  processorMicros: number
}

/** One GET, its body as it was sent. */
export async function fetchRaw(
  { url }: { url: string },
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Buffer; etag: string }> {
  const [response] = (await once(get(url + path, { headers, agent }), 'response')) as [IncomingMessage]
  const body = await buffer(response)
  return { status: response.statusCode!, body, etag: response.headers.etag ?? '' }
}

/** Fails when a feed, as sent without or with gzip, has another number of events. Answers its octets unpacked. */
export function expectEvents(body: Buffer, expected: number): number {
  const plain = body[0] === GZIP_MAGIC ? gunzipSync(body) : body
  const events = plain.toString().split('BEGIN:VEVENT').length - 1
  if (events !== expected) throw new Error(`the feed has ${events} events, not ${expected}`)
  return plain.length
}
