import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../bench/processes.ts'
import { workFolder } from '../bench/work-folder.ts'
import { copyEvent } from '../test/support/big-calendar.ts'
import { commandLinePublisher, launchService, type ServiceProcess } from '../test/support/launch-service.ts'
import { peakMemory, TELLS_MEMORY } from '../test/support/memory-of.ts'
import { send } from '../test/support/test-publisher.ts'
import type { Attack, CrowdReport } from './hostile-crowd.ts'
import { type Sample, startNormalClient } from './normal-client.ts'
import { CannotProve, type Options, type Outcome, type Proof, until } from './proof.ts'

const SECONDS = 40
/** The part of them in which nobody is hostile yet. */
const QUIET = 0.2
const MOST_MS = 100
const MOST_MB = 400
/** Enough for a feed of 900 kB. */
const EVENTS = 2600
/** Subscribers whose feeds slow readers ask for, each with bytes of its own. */
const FEEDS = 300
/** Connections for each one that has to be open: the service closes some, which then connect again. */
const AT_WORK = 1.1
/** Files a process needs beside its connections. */
const SPARE_FILES = 500

export const hostileConnections: Proof = {
  promise: `a normal client is answered within ${MOST_MS} ms among 10,000 hostile connections, in ${MOST_MB} MB`,
  times: 10_000,
  async run(options) {
    const { before, opening, samples, ...seen } = await underAttack(options, {
      seconds: SECONDS,
      feeds: FEEDS,
    })
    const at = (part: number) => quantile(samples, part)
    return {
      figures: {
        connections: seen.open,
        requests: samples.length,
        'ms p99 before': quantile(before, 0.99),
        'ms p99 while they open': quantile(opening, 0.99),
        'ms median': at(0.5),
        'ms p99': at(0.99),
        'ms slowest': at(1),
        'MB at most': Math.round(seen.megabytes),
        'ms event-loop delay p99': Math.round(seen.delayMs),
        'connections left': seen.left,
      },
      broken: [
        ...notWell(samples),
        ...beyond('p99 of the answers', at(0.99), MOST_MS, 'ms'),
        ...beyond('memory', seen.megabytes, MOST_MB, 'MB'),
        ...beyond('p99 of the event-loop delay', seen.delayMs, MOST_MS, 'ms'),
        ...(seen.left > 0 ? [`${seen.left} connections are left of an attacker who has gone`] : []),
      ],
    } satisfies Outcome
  },
}

function quantile(samples: Sample[], part: number): number {
  const times = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(times[Math.ceil(times.length * part) - 1] ?? Infinity)
}

/** Measurements of a service under attack. */
export interface Seen {
  /** Requests of the normal client, before anything hostile was there. */
  before: Sample[]
  /** While the hostile connections were opened, some hundreds a second. */
  opening: Sample[]
  /** From when all of them were; those the service closed are opened again. */
  samples: Sample[]
  /** The most hostile connections at a time. */
  open: number
  /** Memory of the service at its highest. */
  megabytes: number
  /** The event loop's p99 delay during the attack. */
  delayMs: number
  /** Connections the service still had when the attacker had gone. */
  left: number
}

/** Runs the service with its limits raised, and `times` hostile connections from a second process. */
export async function underAttack(
  { times, progress }: Options,
  { seconds, feeds }: { seconds: number; feeds: number },
): Promise<Seen> {
  if (!TELLS_MEMORY) throw new CannotProve('the system does not tell what a process has open')
  if (mostFiles() < times * AT_WORK + SPARE_FILES)
    throw new CannotProve(`ulimit -n is below ${times * AT_WORK + SPARE_FILES}`)
  using folder = workFolder()
  const settings = {
    FASTI_DATA: folder.path,
    FASTI_BATCH_INTERVAL_MS: '0',
    // Then all may come from one address, and none is refused because there are too many.
    FASTI_TRUST_PROXY: '1',
    FASTI_MAX_CONNECTIONS: `${times * 2}`,
  }
  const service = await launchService(settings, ['--role', 'web']).listening
  try {
    const { normal, attack } = await prepare(service, settings, times, feeds)
    const files = connectionsOf(service.pid)
    const client = startNormalClient(...normal)
    await sleep(seconds * QUIET * 1000)
    const before = client.samples.splice(0)
    let open = 0
    let opening: Sample[]
    let complete = false
    {
      await using crowd = startChild('proofs/hostile-crowd.ts', [JSON.stringify(attack)])
      crowd.process.on('message', (report: CrowdReport) => {
        open = Math.max(open, report.open)
        complete = report.complete
      })
      await until('the connections to be opened', () => complete, 120_000)
      progress(`${open} connections are open`)
      opening = client.samples.splice(0)
      await delayOf(service)
      await sleep(seconds * 1000)
      await client.stop()
    }
    const delayMs = await delayOf(service)
    await until('the connections to be gone', () => connectionsOf(service.pid) <= files + 1, 10_000).catch(
      () => {},
    )
    const left = Math.max(0, connectionsOf(service.pid) - files - 1)
    const megabytes = peakMemory(service.pid)
    return { before, opening, samples: client.samples, open, megabytes, delayMs, left }
  } finally {
    await service.kill()
  }
}

/** A club with an ordinary subscriber, and another one with feeds that are large. */
async function prepare(
  service: ServiceProcess,
  settings: Record<string, string>,
  times: number,
  feeds: number,
) {
  const club = await commandLinePublisher(settings, service.url)
  const calendarId = await club.calendar()
  await club.event(calendarId)
  const fan = await club.subscriber(undefined, [calendarId])
  const { svcId } = await club.subscriber()
  const [start, end] = [{ startDate: '2025-01-01' }, { endDate: '2025-01-01' }]
  const bigCalendar = await club.calendar()
  const eventId = await club.event(bigCalendar, { ...start, ...end })
  copyEvent(join(settings.FASTI_DATA!, 'fasti.db'), eventId, EVENTS)
  await club.put(`/event/${eventId}`, { location: 'Town Park' })
  const paths: string[] = []
  for (let n = 0; n < feeds; n++) {
    const { body } = await club.subscribe(`slow-${n}@example.com`, [bigCalendar])
    paths.push(new URL(body.calendarUrl.httpsCalUrl as string).pathname)
  }
  const { pathname, search, port } = new URL(club.signedUrl('/batch/events'))
  const connections = Math.ceil(times * AT_WORK)
  const attack: Attack = { port: Number(port), connections, feeds: paths, batch: pathname + search }
  return { normal: [club, fan.feedUrl, svcId] as const, attack }
}

/** The faults that the normal client met. Exported for its test. */
export function notWell(samples: Sample[]): string[] {
  const bad = samples.filter(({ what, status }) => status !== (what === 'batch' ? 207 : 200))
  const [first] = bad
  return first
    ? [`${bad.length} requests of the normal client were not answered well: ${first.what} ${first.status}`]
    : []
}

function beyond(what: string, value: number, most: number, unit: string): string[] {
  return value < most ? [] : [`${what}: ${Math.round(value)} ${unit}, and not below ${most}`]
}

/** The p99 since this was asked last, in ms. */
async function delayOf({ url }: ServiceProcess): Promise<number> {
  const { text } = await send(`${url}/metrics`)
  const [, seconds] = /^fasti_event_loop_delay_seconds\{quantile="0.99"\} (\S+)$/m.exec(text) ?? []
  if (seconds === undefined) throw new Error('the metrics do not tell the event-loop delay')
  return Number(seconds) * 1000
}

function connectionsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => linkOf(`${folder}/${name}`).startsWith('socket:')).length
}

/** One may be closed between the list and this look. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function mostFiles(): number {
  const [, most] = /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Number(most ?? Infinity)
}
