import { setTimeout as sleep } from 'node:timers/promises'
import { type DavClient, davClientOf, freshClient, objectsOf, syncAll } from '../test/support/dav-client.ts'
import { commandLinePublisher, launchService, type ServiceProcess } from '../test/support/launch-service.ts'
import { expectOk, send, type TestPublisher } from '../test/support/test-publisher.ts'
import { until } from './proof.ts'

/** A reader of one address, with what it has of it: on a 304 it keeps what it has. */
interface Reader {
  what: string
  url: string
  asks: 'always' | 'by tag' | 'by date'
  text: string
  headers: Record<string, string>
}

/** Two services on one database, with those who read and sync at each of them. */
export interface FailoverWorld extends AsyncDisposable {
  /** Reads so far. */
  readonly reads: number
  /** Waits until both services answer. */
  ready(): Promise<void>
  /** Changes the event that all readers show, so often; returns the versions of its calendar that came of it. */
  change(name: string, times: number): Promise<number[]>
  /** Lets everybody read, and returns what they show. `byDate`: also those who ask by date. */
  readAll(who?: { byDate: boolean }): Promise<Pick<Reader, 'what' | 'text'>[]>
  syncDevices(): Promise<void>
  /** Lets all devices sync on; returns what differs from a device that begins anew. */
  compareDevices(): Promise<string[]>
}

export async function openFailoverWorld(databaseUrl: string, folder: string): Promise<FailoverWorld> {
  const settings = { DATABASE_URL: databaseUrl, FASTI_DATA: folder, FASTI_BATCH_INTERVAL_MS: '0' }
  const services: ServiceProcess[] = []
  for (let i = 0; i < 2; i++) services.push(await launchService(settings, ['--role', 'web']).listening)
  const club = await commandLinePublisher(settings, services[0]!.url)
  const calendarId = await club.calendar()
  const eventId = await club.event(calendarId)
  const { svcId, feedUrl } = await club.subscriber(undefined, [calendarId])
  const readers = services.flatMap(({ url }, i) => readersAt(url, i, new URL(feedUrl).pathname, calendarId))
  const devices: DavClient[] = []
  for (const { url } of services) devices.push(await davClientOf(club.at(url), svcId))
  let reads = 0
  return {
    get reads() {
      return reads
    },
    async ready() {
      for (const { url } of services)
        await until('the service', async () => (await send(`${url}/readyz`)).status === 200)
    },
    async change(name, times) {
      const versions: number[] = []
      for (let i = 0; i < times; i++) {
        await patiently(() => club.privateEvent(svcId, { name }))
        await patiently(() => club.put(`/event/${eventId}`, { name: `${name} ${i}` }).then(expectOk))
        versions.push(await patiently(() => latestVersion(club, calendarId)))
      }
      return versions
    },
    async readAll({ byDate } = { byDate: true }) {
      const some = readers.filter(({ asks }) => byDate || asks !== 'by date')
      for (const reader of some) await patiently(() => read(reader))
      reads += some.length
      return some
    },
    async syncDevices() {
      for (const device of devices) await syncAll(device)
    },
    async compareDevices() {
      const differ: string[] = []
      for (const [i, device] of devices.entries()) {
        const anew = freshClient(device.device)
        await syncAll(device)
        await syncAll(anew)
        if (objectsOf(device).join() !== objectsOf(anew).join())
          differ.push(`a device at service ${i} has other events than one that begins anew`)
      }
      return differ
    },
    async [Symbol.asyncDispose]() {
      for (const service of services) await service.kill()
    },
  }
}

function readersAt(url: string, service: number, feed: string, calendarId: string): Reader[] {
  const addresses = { 'the feed': feed, 'the calendar': `/calendar/${calendarId}.ics` }
  return Object.entries(addresses).flatMap(([name, path]) =>
    (['always', 'by tag', 'by date'] as const).map((asks) => ({
      what: `${name} at service ${service}, read ${asks},`,
      ...{ url: url + path, asks, text: '', headers: {} },
    })),
  )
}

async function read(reader: Reader): Promise<void> {
  const { status, text, headers } = await send(reader.url, { headers: reader.headers })
  if (status === 304) return
  if (status !== 200) throw new Error(`${reader.what} was answered ${status}`)
  // A name in a folded line would not be found.
  reader.text = text.replaceAll('\r\n ', '')
  if (reader.asks === 'by tag') reader.headers = { 'if-none-match': headers.get('etag')! }
  if (reader.asks === 'by date') reader.headers = { 'if-modified-since': headers.get('last-modified')! }
}

async function latestVersion(club: TestPublisher, calendarId: string): Promise<number> {
  return expectOk(await club.get(`/calendar/${calendarId}`)).data.latestVersion as number
}

/** Tries again while connections to the server that is gone are replaced. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 10 || !/ 503/.test(String(error))) throw error
      await sleep(200)
    }
  }
}
