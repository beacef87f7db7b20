import { createECDH } from 'node:crypto'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/context.ts'
import { transact } from '../src/db/transact.ts'
import { saveRegistration } from '../src/web-push/push-registration-store.ts'
import { type Crowd, FEED_OF_50, makeCrowd } from './crowd.ts'
import type { Line } from './figure.ts'
import { getRequest, load, type Run } from './load.ts'
import type { Options } from './options.ts'
import type { Arrival } from './peers/receiver.ts'
import { ask, processorSeconds } from './processes.ts'
import { startReceiver } from './receiver.ts'
import { type Service, startService } from './service.ts'
import { signedRequest } from './signed-requests.ts'
import { workFolder } from './work-folder.ts'

const DEVICES = 100_000
/** The time over which messages about one change are spread, for so many devices. */
const SPREAD_SECONDS = 120
/** Feeds read beside, in a second: three times what so many people's applications read. */
const READS = 50
/** Registrations stored in one transaction. */
const PORTION = 1000

/** A change that all devices are told of, to a push service in a process of its own, and feeds beside it. */
export async function push({ quick, progress, profiles }: Options): Promise<Line[]> {
  using folder = workFolder()
  const devices = quick ? 2000 : DEVICES
  progress(`push: filling ${devices} devices`)
  const crowd = await makeCrowd(join(folder.path, 'push'), { ...FEED_OF_50, subscribers: devices })
  await using receiver = await startReceiver()
  await register(crowd, devices, receiver.url)
  await using service = await startService(
    { ...crowd.settings, FASTI_ALLOW_PRIVATE_CALLBACKS: '1' },
    profiles,
  )

  progress('push: measuring feeds with nobody to tell')
  // Nobody has registered for this one, but its feeds change like those of the other.
  await change(service, crowd, 1)
  // The first reads warm the service up.
  await read(service, crowd, quick ? 2 : 10)
  await change(service, crowd, 1)
  const usedFirst = processorSeconds(service.pid) ?? NaN
  const quiet = await read(service, crowd, quick ? 2 : 20)
  const usedQuiet = (processorSeconds(service.pid) ?? NaN) - usedFirst

  progress('push: telling all devices')
  const arriving = ask<Arrival>(receiver, { count: devices, delayMs: 0 })
  const began = performance.now()
  const usedBefore = processorSeconds(service.pid) ?? NaN
  await change(service, crowd, 0)
  const expected = (devices / DEVICES) * SPREAD_SECONDS
  const busy = await read(service, crowd, Math.max(2, expected))
  const { ids } = await arriving
  const seconds = (performance.now() - began) / 1000
  if (ids !== devices) throw new Error(`${ids} of ${devices} devices were told`)
  const used = (processorSeconds(service.pid) ?? NaN) - usedBefore
  const ofReads = (usedQuiet / quiet.answers) * busy.answers
  const name = `push to ${devices.toLocaleString('en')} devices`
  return [
    {
      ...{ name: `${name}, until the last`, unit: 's', value: seconds, goal: { most: quick ? 4 : 1.2 } },
      peer: { name: 'spread', value: expected },
    },
    {
      ...{ name: `${name}, p99 of feeds beside`, unit: 'ms', value: busy.p99 },
      peer: { name: 'with nobody to tell', value: quiet.p99 },
    },
    {
      ...{ name: `${name}, processor for each`, unit: 'µs', value: ((used - ofReads) / devices) * 1e6 },
      peer: { name: 'a feed read', value: (usedQuiet / quiet.answers) * 1e6 },
    },
  ]
}

/** Stores a registration of each subscriber for the first calendar, as the service does. */
async function register(crowd: Crowd, devices: number, url: string): Promise<void> {
  await using context = await openContext(readConfig({ ...process.env, ...crowd.settings }))
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
  const { publisherId } = crowd.publisher
  const collection = crowd.calendarId(0)
  const { version } = await context.db
    .selectFrom('calendar')
    .select('version')
    .where('publisher_id', '=', publisherId)
    .where('id', '=', collection)
    .executeTakeFirstOrThrow()
  const now = Date.now()
  for (let from = 0; from < devices; from += PORTION)
    await transact(context.db, async (tx) => {
      for (let i = from; i < Math.min(devices, from + PORTION); i++) {
        const registration = {
          ...{ publisherId, id: `device-${i}`, subscriberId: crowd.recipient(i).svcId, linkNumber: 0 },
          ...{ collection, calendarId: collection, target: { endpoint: `${url}/${i}`, ...keys } },
          ...{ content: true, properties: null, told: version, created: now, expiresAt: now + 86_400_000 },
        }
        await saveRegistration(tx, registration, '')
      }
    })
}

/** Changes the first event of calendar number `i`. */
async function change(service: Service, crowd: Crowd, i: number): Promise<void> {
  await signedRequest(service, crowd.publisher, 'PUT', `/apiv2/event/${crowd.eventOf(i)}`, {
    name: 'Changed',
  })
}

function read({ port }: Service, crowd: Crowd, seconds: number): Promise<Run> {
  const next = (n: number) => getRequest(crowd.feedPath((n * 7919) % crowd.shape.subscribers))
  return load({ port, next, connections: 8, seconds, perSecond: READS, statuses: [200] })
}
