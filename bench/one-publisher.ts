import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/context.ts'
import { signMd5 } from '../src/signing/signature.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { solve } from '../test/support/solve.ts'
import { makeRecords } from './events.ts'
import { type Figure, median } from './figure.ts'
import { bodyRequest, load, type Run } from './load.ts'
import type { Options } from './options.ts'
import { bareChanges, bareSubscribes } from './peers/one-publisher.ts'
import { processorSeconds } from './processes.ts'
import {
  createPublisher,
  type Publisher,
  type Service,
  type Settings,
  settingsFor,
  startService,
} from './service.ts'
import { signedRequest } from './signed-requests.ts'
import { workFolder } from './work-folder.ts'

const AT_ONCE = [1, 8, 32]
/** As many of them wait for their answers as come in the 150 ms that an answer takes a person at least. */
const FANS_AT_ONCE = 128
const FANS = 100_000
/** People who come by the form: each answer takes 150 ms at least, so this many wait at 1,500 a second. */
const VISITORS_AT_ONCE = 256
const VISITORS = 10_000
/** Requests to one publisher that need no proof, in an hour. */
const FREE = 1000
const STORM_SECONDS = 120
const WANTED = { name: 'wanted', value: 1000 }

/** People who subscribe to one publisher, and changes of its events, on a PostgreSQL whose writes are durable. */
export async function onePublisher({ quick, profiles, progress }: Options): Promise<Figure[]> {
  using folder = workFolder()
  const server = await startPostgres({ fsync: true })
  try {
    const url = await server.createDatabase()
    const settings = {
      ...settingsFor(join(folder.path, 'service'), url),
      FASTI_REQUESTS_PER_SECOND: '0',
      FASTI_TRUST_PROXY: '1',
    }
    const publisher = createPublisher(settings)
    // Deliveries are written and not sent: the receiver would take its share of the processor.
    await using service = await startService(settings, profiles, ['--role', 'web'])
    const callback = { name: 'Members', url: 'https://example.com/hook' }
    await signedRequest(service, publisher, 'POST', '/admin/api/callbacks', callback)
    const calendarId = await createCalendar(service, publisher)
    const world = { service, publisher, url, calendarId, postgres: await postmasterOf(url) }
    const [rounds, seconds] = quick ? [1, 0.3] : [3, 4]
    const fans = new Set<number>()
    const figures: Figure[] = []
    const contests = [
      { name: 'subscribes', ask: subscribing(world, fans), bare: bareSubscribes },
      { name: 'changes', ask: await changing(world), bare: bareChanges },
    ]
    for (const { name, ask, bare } of contests) {
      await load({ port: service.port, next: ask, connections: 8, seconds, statuses: [200] })
      for (const connections of AT_ONCE) {
        progress(`one-publisher: ${name}, ${connections} at once`)
        const runs: { service: Counted; peer: number }[] = []
        for (let round = 0; round < rounds; round++)
          runs.push({
            service: await counted(world, { next: ask, connections, seconds }),
            peer: await bare(url, publisher.publisherId, connections, seconds),
          })
        figures.push(...toFigures(`one-publisher, ${name}, ${connections} at once`, runs))
      }
    }
    progress('one-publisher: the form')
    const rush = await rushOf(world, fans, settings, quick ? 500 : VISITORS)
    const form = `one-publisher, ${rush.answers.toLocaleString('en')} people by the form`
    progress('one-publisher: the storm')
    const before = fans.size
    const last = before + (quick ? 500 : FANS)
    const ask = subscribing(world, fans)
    const storm = await counted(world, {
      next: () => (fans.size < last ? ask() : undefined),
      connections: FANS_AT_ONCE,
      seconds: quick ? 5 : STORM_SECONDS,
    })
    const lost = await countLost(world, fans)
    const name = `one-publisher, ${storm.answers.toLocaleString('en')} fans`
    return [
      ...figures,
      { name: form, unit: 'subscribes/s', value: rush.perSecond, peer: WANTED },
      processorFigure(form, [rush]),
      { name, unit: 'subscribes/s', value: storm.perSecond, peer: WANTED, goal: { least: 1 } },
      processorFigure(name, [storm]),
      {
        ...{ name: 'one-publisher, acknowledged and not stored', unit: 'rows', value: lost },
        ...{ peer: { name: 'acknowledged', value: fans.size }, goal: { most: 0 } },
      },
    ]
  } finally {
    await server.stop()
  }
}

interface World {
  service: Service
  publisher: Publisher
  url: string
  calendarId: string
  /** The process of PostgreSQL that is the parent of all others. */
  postgres: number
}

/** A run, with the processor time of a request in ms. */
interface Counted extends Run {
  serviceMs: number
  postgresMs: number
}

interface Rush {
  next: (n: number) => Buffer | undefined
  connections: number
  seconds?: number
  statuses?: number[]
}

async function counted({ service, postgres }: World, rush: Rush): Promise<Counted> {
  const used = () => [processorSeconds(service.pid) ?? NaN, processorSeconds(postgres) ?? NaN] as const
  const before = used()
  const run = await load({ statuses: [200], ...rush, port: service.port })
  const after = used()
  const ms = (which: 0 | 1) => ((after[which] - before[which]) * 1000) / run.answers
  return { ...run, serviceMs: ms(0), postgresMs: ms(1) }
}

function toFigures(name: string, runs: { service: Counted; peer: number }[]): Figure[] {
  const value = median(runs.map(({ service }) => service.perSecond))
  const peer = { name: 'bare statements', value: median(runs.map(({ peer }) => peer)) }
  const services = runs.map(({ service }) => service)
  return [{ name, unit: 'requests/s', value, peer }, processorFigure(name, services)]
}

function processorFigure(name: string, runs: Counted[]): Figure {
  const peer = { name: 'PostgreSQL', value: median(runs.map(({ postgresMs }) => postgresMs)) }
  const value = median(runs.map(({ serviceMs }) => serviceMs))
  return { name: `${name}, processor`, unit: 'ms/request', value, peer }
}

/** Returns what makes signed requests of new people. Adds their numbers to `fans`. */
function subscribing({ publisher, calendarId }: World, fans: Set<number>) {
  const path = pathOf(publisher)
  return () => signed(publisher, 'POST', path, newFan(fans, calendarId))
}

function pathOf({ widgets }: Publisher): string {
  return `/w/${widgets[0]!.id}/subscribe`
}

function newFan(fans: Set<number>, calendarId: string) {
  const fan = fans.size
  fans.add(fan)
  return { email: emailOf(fan), first_name: `Fan ${fan}`, calendarIds: [calendarId] }
}

/**
 * People who come by the form, from many networks, when the requests that need no proof of work are used up: each is
 * refused once, and sends the solution of a challenge. The service checks it as any other; only to solve it was made
 * easy, as browsers do that elsewhere.
 */
async function rushOf(world: World, fans: Set<number>, env: Settings, people: number): Promise<Counted> {
  const { publisher, calendarId, service } = world
  const config = readConfig({ ...process.env, ...env })
  await using ctx = await openContext({ ...config, challengeWork: { ...config.challengeWork, rounds: 2 } })
  const submit = (network: string, input: object) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': network }
    return bodyRequest('POST', pathOf(publisher), headers, JSON.stringify(input))
  }
  const connections = VISITORS_AT_ONCE
  const first = (n: number) =>
    n < FREE ? submit(`10.1.${n >> 8}.${n & 255}`, newFan(fans, calendarId)) : undefined
  await load({ port: service.port, next: first, connections, statuses: [200] })
  const tries: Buffer[] = []
  for (let n = 0; n < people; n++) {
    const network = `10.2.${n >> 12}.${(n >> 4) & 255}`
    const fan = newFan(fans, calendarId)
    const proof = await solve(await ctx.challenges.make(publisher.publisherId))
    tries.push(submit(network, fan), submit(network, { ...fan, proof }))
  }
  const run = await counted(world, { next: (n) => tries[n], connections, statuses: [200, 429] })
  return {
    ...{ ...run, answers: run.answers / 2, perSecond: run.perSecond / 2 },
    ...{ serviceMs: run.serviceMs * 2, postgresMs: run.postgresMs * 2 },
  }
}

function emailOf(fan: number): string {
  return `fan-${fan}@fans.example`
}

/** Returns what makes signed changes of a hundred events in turns. */
async function changing({ service, publisher, calendarId }: World) {
  const ids: string[] = []
  for (const record of makeRecords(100, [{ svcId: '', calendarId }])) {
    const { eventId } = await signedRequest(service, publisher, 'POST', '/apiv2/event', record)
    ids.push(eventId as string)
  }
  let changes = 0
  return () => {
    const id = ids[changes % ids.length]!
    return signed(publisher, 'PUT', `/apiv2/event/${id}`, { name: `Moved for the ${++changes}. time` })
  }
}

function signed({ apiKey, secret }: Publisher, method: string, path: string, input: object): Buffer {
  const body = JSON.stringify(input)
  const sign = signMd5(secret, { query: [['apiKey', apiKey]], body: Buffer.from(body) })
  const headers = { 'content-type': 'application/json' }
  return bodyRequest(method, `${path}?apiKey=${apiKey}&apiSign=${sign}`, headers, body)
}

async function createCalendar(service: Service, publisher: Publisher): Promise<string> {
  const words = { categories: 'Rugby', genre: 'Sport', subGenre: 'Rugby' }
  const calendar = {
    name: 'First team',
    type: 'fixture',
    reference: 'first-team',
    draftCalendar: 0,
    ...words,
  }
  return (await signedRequest(service, publisher, 'POST', '/apiv2/calendar', calendar)).calendarId as string
}

/** Counts those who were answered 200 and have not exactly one row in each table that subscribing writes. */
async function countLost({ url, publisher }: World, fans: Set<number>): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ email: string }>(
      `select s.email from subscriber s
        join feed_link l on l.publisher_id = $1 and l.subscriber_id = s.id
        join subscription c on c.publisher_id = $1 and c.subscriber_id = s.id
        join notification n on n.publisher_id = $1 and n.subscriber_id = s.id
        join delivery d on d.publisher_id = $1 and d.notification_id = n.id
      where s.publisher_id = $1 and s.active = 1 and l.confirmed_at is not null
      group by s.email having count(*) = 1`,
      [publisher.publisherId],
    )
    const whole = new Set(rows.map(({ email }) => email))
    return [...fans].filter((fan) => !whole.has(emailOf(fan))).length
  } finally {
    await client.end()
  }
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0]!.pid}/status`, 'utf8'))?.[1])
  } finally {
    await client.end()
  }
}
