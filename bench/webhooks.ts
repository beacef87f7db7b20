import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseConfig } from '../src/config.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { fillBacklog } from './backlog.ts'
import type { Figure } from './figure.ts'
import type { Options } from './options.ts'
import type { Arrival } from './peers/receiver.ts'
import { ask, type Child, processorSeconds, startChild } from './processes.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { seedSubscribers } from './seed.ts'
import {
  createPublisher,
  type Publisher,
  type Service,
  type Settings,
  settingsFor,
  startService,
} from './service.ts'
import { type Reader, signedRequest, timeGets } from './signed-requests.ts'
import { type Round, toFigures } from './webhook-figures.ts'
import { workFolder } from './work-folder.ts'

/** The most deliveries of a callback at once, see src/webhooks/delivery-slots.ts. */
const PER_CALLBACK = 16
const SUBSCRIBERS = 1000

/** Deliveries to a receiver that answers at once, and how the API answers meanwhile. */
export async function webhooksSqlite(options: Options): Promise<Figure[]> {
  using folder = workFolder()
  const config = { kind: 'sqlite' as const, file: join(folder.path, 'fasti.db') }
  return await measure('webhooks-sqlite', settingsFor(folder.path), config, options)
}

/** The same on PostgreSQL, with its writes durable. */
export async function webhooksPostgres(options: Options): Promise<Figure[]> {
  using folder = workFolder()
  const server = await startPostgres({ fsync: true })
  try {
    const url = await server.createDatabase()
    const config = { kind: 'postgres' as const, url, connections: 10 }
    return await measure('webhooks-postgres', settingsFor(folder.path, url), config, options)
  } finally {
    await server.stop()
  }
}

async function measure(
  name: string,
  settings: Settings,
  config: DatabaseConfig,
  options: Options,
): Promise<Figure[]> {
  const publisher = createPublisher(settings)
  const readers = [await createReader(settings, config), await createReader(settings, config)]
  await using receiver = await startReceiver()
  await using peer = startChild('bench/peers/bare-post.ts', [`${receiver.url}/bare`])
  await using service = await startService(
    { ...settings, FASTI_ALLOW_PRIVATE_CALLBACKS: '1' },
    options.profiles,
  )
  const contest = {
    name,
    config,
    publisher,
    receiver,
    peer,
    service,
    readers,
  }
  return [...(await race(contest, 1, options)), ...(await race(contest, 4, options))]
}

/** A publisher that looks one of its subscribers up. */
async function createReader(settings: Settings, config: DatabaseConfig): Promise<Reader> {
  const publisher = createPublisher(settings)
  const [subscriber] = await seedSubscribers(config, publisher.publisherId, SUBSCRIBERS)
  return { publisher, path: `/apiv2/subscriber/${subscriber!.svcId}` }
}

interface Contest {
  name: string
  config: DatabaseConfig
  publisher: Publisher
  receiver: Receiver
  peer: Child
  service: Service
  /** They use the API meanwhile. */
  readers: Reader[]
}

/** Lets the service and the bare loop post in turns to the same receiver. */
async function race(contest: Contest, callbacks: number, { quick, progress }: Options): Promise<Figure[]> {
  const [rounds, count] = quick ? [1, 2000] : [3, 20_000]
  const { publisher, service, receiver, readers, peer } = contest
  const name = `${contest.name}, ${callbacks} ${callbacks === 1 ? 'callback' : 'callbacks'}`
  const ids = await registerCallbacks(contest, callbacks)
  const kept: Round[] = []
  const expect = () => ask<Arrival>(receiver, { count, delayMs: 0 })

  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    progress(`${name}: round ${round} of ${rounds}`)
    await fillBacklog(contest.config, publisher.publisherId, ids, count)
    const usedBefore = { service: processorSeconds(service.pid), peer: processorSeconds(peer.pid) }
    const arriving = expect()
    await switchAll(contest, ids, true)
    const busy = await timeGets(service, readers, arriving)
    await recorded(contest)
    const micros = (used = NaN, before = NaN) => ((used - before) / count) * 1e6
    const serviceMicros = micros(processorSeconds(service.pid), usedBefore.service)
    await switchAll(contest, ids, false)
    const idle = await timeGets(service, readers, sleep(quick ? 1000 : 3000))

    const posting = expect()
    await ask(peer, { count, concurrency: callbacks * PER_CALLBACK })
    const peerMicros = micros(processorSeconds(peer.pid), usedBefore.peer)
    kept.push({
      service: { perSecond: rateOf(await arriving, count), processorMicros: serviceMicros },
      peer: { perSecond: rateOf(await posting, count), processorMicros: peerMicros },
      gets: { busy, idle },
    })
  }
  for (const id of ids) await signedRequest(service, publisher, 'DELETE', `/admin/api/callbacks/${id}`)
  return toFigures(name, kept.slice(1), contest.config.kind)
}

/** Callbacks that are off, so that a backlog can be made for them. */
async function registerCallbacks(
  { service, publisher, receiver }: Contest,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const input = { url: `${receiver.url}/${count}-${i}`, active: false }
    const { data } = await signedRequest(service, publisher, 'POST', '/admin/api/callbacks', input)
    ids.push(data.id as string)
  }
  return ids
}

async function switchAll({ service, publisher }: Contest, ids: string[], active: boolean): Promise<void> {
  for (const id of ids)
    await signedRequest(service, publisher, 'PUT', `/admin/api/callbacks/${id}`, { active })
}

/** Waits until the last attempts are written down; each has to have been the only one. */
async function recorded({ service, publisher }: Contest): Promise<void> {
  for (;;) {
    const { data } = await signedRequest(service, publisher, 'GET', '/admin/api/deliveries')
    const states = (data as { state: string; attempts: number }[]).map(
      ({ state, attempts }) => `${state} ${attempts}`,
    )
    if (states.every((state) => state === 'delivered 1')) return
    await sleep(100)
  }
}

function rateOf({ elapsed, ids }: Arrival, count: number): number {
  if (ids !== count) throw new Error(`of ${count} requests only ${ids} told of different notifications`)
  return (count / elapsed) * 1000
}
