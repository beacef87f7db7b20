import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { bigCrowd, scattered } from './big.ts'
import { changeEvent } from './changes.ts'
import type { Crowd } from './crowd.ts'
import { type Figure, median, sum } from './figure.ts'
import { getRequest, load, type Run } from './load.ts'
import type { Options } from './options.ts'
import { type Service, startService } from './service.ts'
import { CONNECTIONS, fetchRaw, imitate, startBare } from './stage.ts'

const CHANGES = 20
const LIMIT = { name: 'limit', value: 50 }
/** Everything that has a row for each subscriber. */
const OF_SUBSCRIBERS = ['subscriber', 'subscription', 'notification', 'delivery']

/** A fixture of a calendar changes that everybody follows. */
export async function storm(options: Options): Promise<Figure[]> {
  const crowd = await bigCrowd(options)
  const { subscribers } = crowd.shape
  const before = contentOf(crowd)
  await using service = await startService(crowd.settings, options.profiles)
  const changes = options.quick ? 5 : CHANGES
  const quiet = await timeChanges(service, crowd, changes)
  const name = `storm, ${subscribers.toLocaleString('en')} subscribers`

  options.progress('storm: measuring polls')
  const who = scattered(subscribers)
  const next = (n: number) => getRequest(crowd.feedPath(who(n)), GZIP)
  const seconds = options.quick ? 0.5 : 10
  const polls = { next, connections: CONNECTIONS, seconds, statuses: [200] }
  const run = await load({ ...polls, port: service.port })
  await using bare = await startBare()
  await imitate(bare, service, crowd.feedPath(0), GZIP)
  const peer = await load({ ...polls, port: bare.port })
  const [busy] = await Promise.all([
    timeChanges(service, crowd, changes),
    load({ ...polls, port: service.port }),
  ])
  await service[Symbol.asyncDispose]()
  const written = rowsWritten(crowd, before)
  return [
    ...acknowledged(name, quiet, busy),
    {
      ...{ name: `${name}, rows of subscribers written`, unit: 'rows', value: written, goal: { most: 0 } },
      peer: { name: 'subscribers', value: subscribers },
    },
    ...polled(name, run, peer),
  ]
}

const GZIP = { 'accept-encoding': 'gzip' }

function acknowledged(name: string, quiet: number[], busy: number[]): Figure[] {
  const line = { unit: 'ms', peer: LIMIT }
  const goal = { below: 1 }
  return [
    { ...line, name: `${name}, acknowledged, median of ${quiet.length}`, value: median(quiet), goal },
    { ...line, name: `${name}, acknowledged, slowest`, value: Math.max(...quiet), goal },
    { ...line, name: `${name}, acknowledged while they poll, median`, value: median(busy) },
    { ...line, name: `${name}, acknowledged while they poll, slowest`, value: Math.max(...busy) },
  ]
}

function polled(name: string, run: Run, peer: Run): Figure[] {
  const bare = (value: number) => ({ name: 'bare server', value })
  return [
    { name: `${name}, polls, gzip`, unit: 'requests/s', value: run.perSecond, peer: bare(peer.perSecond) },
    { name: `${name}, polls, p99`, unit: 'ms', value: run.p99, peer: bare(peer.p99) },
  ]
}

/** Milliseconds until each change was acknowledged. It has to be in the next read of some subscriber's feed. */
async function timeChanges(service: Service, crowd: Crowd, changes: number): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < changes; i++) {
    const started = performance.now()
    const title = await changeEvent(service, crowd.publisher, crowd.eventOf(0))
    times.push(performance.now() - started)
    const { body } = await fetchRaw(service, crowd.feedPath((i * 31) % crowd.shape.subscribers))
    if (!body.includes(`SUMMARY:${title}\r\n`))
      throw new Error('a feed without a change that was acknowledged')
    // Below the 50 requests a second that a key may send.
    await sleep(25)
  }
  return times
}

interface Content {
  /** The publisher's revision, which every change of a subscriber takes the next number of. */
  revision: number
  /** Rows of all tables that have some for each subscriber. */
  rows: number
}

function contentOf({ file }: { file: string }): Content {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = OF_SUBSCRIBERS.map((table) => number(database, `select count(*) as n from ${table}`))
  const revision = number(database, 'select max(revision) as n from publisher_revision')
  database.close()
  return { revision, rows: sum(rows) }
}

/** Rows of subscribers that were added or changed since. */
function rowsWritten({ file }: { file: string }, before: Content): number {
  const added = contentOf({ file }).rows - before.rows
  const database = new DatabaseSync(file, { readOnly: true })
  const changed = number(database, `select count(*) as n from subscriber where revision > ${before.revision}`)
  database.close()
  return added + changed
}

function number(database: DatabaseSync, query: string): number {
  return (database.prepare(query).get() as { n: number }).n
}
