import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseConfig } from '../src/config.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { fillBacklog } from './backlog.ts'
import { type Figure, median, quantile } from './figure.ts'
import type { Options } from './options.ts'
import type { Arrival } from './peers/receiver.ts'
import { ask, type Child, freePort, startChild } from './processes.ts'
import { seedSubscribers } from './seed.ts'
import { type Account, createAccount, type Service, type Settings, settingsFor, startService } from './service.ts'
import { signedRequest, timeGets } from './signed-requests.ts'
import { workFolder } from './work-folder.ts'

/** How many a callback has under way at once, see src/webhooks/room.ts. */
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
    const config = { kind: 'postgres' as const, url }
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
  const account = createAccount(settings)
  const [{ svcId }] = (await seedSubscribers(config, account.publisherId, SUBSCRIBERS)) as [{ svcId: string }]
  const receiverPort = await freePort()
  const receiverUrl = `http://127.0.0.1:${receiverPort}`
  await using receiver = startChild('bench/peers/receiver.ts', [`${receiverPort}`])
  await using peer = startChild('bench/peers/bare-post.ts', [`${receiverUrl}/bare`])
  await using service = await startService({ ...settings, FASTI_ALLOW_PRIVATE_CALLBACKS: '1' }, options.profiles)
  const contest = { name, config, account, receiver, receiverUrl, peer, service, path: `/apiv2/subscriber/${svcId}` }
  return [...(await race(contest, 1, options)), ...(await race(contest, 4, options))]
}

interface Contest {
  name: string
  config: DatabaseConfig
  account: Account
  receiver: Child
  receiverUrl: string
  peer: Child
  service: Service
  /** What is asked for with signed GETs meanwhile. */
  path: string
}

/** Lets the service and the bare loop post in turns to the same receiver. */
async function race(contest: Contest, callbacks: number, { quick, progress }: Options): Promise<Figure[]> {
  const [rounds, count] = quick ? [1, 2000] : [3, 20_000]
  const { account, service, receiver, path } = contest
  const name = `${contest.name}, ${callbacks} ${callbacks === 1 ? 'callback' : 'callbacks'}`
  const ids = await registerCallbacks(contest, callbacks)
  const rates = { service: [] as number[], peer: [] as number[] }
  const times = { busy: [] as number[], idle: [] as number[] }
  const expect = () => ask<Arrival>(receiver, { count, delayMs: 0 })

  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    progress(`${name}: round ${round} of ${rounds}`)
    await fillBacklog(contest.config, account.publisherId, ids, count)
    const arriving = expect()
    await switchAll(contest, ids, true)
    const busy = await timeGets(service, account, path, arriving)
    await recorded(contest)
    await switchAll(contest, ids, false)
    const idle = await timeGets(service, account, path, sleep(quick ? 1000 : 3000))

    const posting = expect()
    await ask(contest.peer, { count, concurrency: callbacks * PER_CALLBACK })
    if (round === 0) continue
    rates.service.push(rateOf(await arriving, count))
    rates.peer.push(rateOf(await posting, count))
    times.busy.push(...busy)
    times.idle.push(...idle)
  }
  for (const id of ids) await signedRequest(service, account, 'DELETE', `/admin/api/callbacks/${id}`)
  const rate = { unit: 'deliveries/s', value: median(rates.service) }
  const get = { unit: 'ms' }
  const compare = (q: number) => ({ value: quantile(times.busy, q), peer: { name: 'idle', value: quantile(times.idle, q) } })
  return [
    { ...rate, name, peer: { name: 'wanted', value: 500 }, goal: { least: 1 } },
    { ...rate, name, peer: { name: 'bare loop', value: median(rates.peer) } },
    { ...get, name: `${name}, signed GET, p50`, ...compare(0.5) },
    { ...get, name: `${name}, signed GET, p99`, ...compare(0.99) },
    { ...get, name: `${name}, signed GET, p99`, value: quantile(times.busy, 0.99), peer: { name: 'limit', value: 50 }, goal: { below: 1 } },
  ]
}

/** Callbacks that are off, so that a backlog can be made for them. */
async function registerCallbacks({ service, account, receiverUrl }: Contest, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const input = { url: `${receiverUrl}/${count}-${i}`, active: false }
    const { data } = await signedRequest(service, account, 'POST', '/admin/api/callbacks', input)
    ids.push(data.id as string)
  }
  return ids
}

async function switchAll({ service, account }: Contest, ids: string[], active: boolean): Promise<void> {
  for (const id of ids) await signedRequest(service, account, 'PUT', `/admin/api/callbacks/${id}`, { active })
}

/** Waits until the last attempts are written down; each has to have been the only one. */
async function recorded({ service, account }: Contest): Promise<void> {
  for (;;) {
    const { data } = await signedRequest(service, account, 'GET', '/admin/api/deliveries')
    const states = (data as { state: string; attempts: number }[]).map(({ state, attempts }) => `${state} ${attempts}`)
    if (states.every((state) => state === 'delivered 1')) return
    await sleep(100)
  }
}

function rateOf({ elapsed, ids }: Arrival, count: number): number {
  if (ids !== count) throw new Error(`of ${count} requests only ${ids} told of different notifications`)
  return (count / elapsed) * 1000
}
