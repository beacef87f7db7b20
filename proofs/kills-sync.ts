import { setTimeout as sleep } from 'node:timers/promises'
import { workFolder } from '../bench/work-folder.ts'
import { multigetBody } from '../test/support/dav.ts'
import { type DavClient, davClientOf, freshClient, objectsOf, syncAll } from '../test/support/dav-client.ts'
import { freePort } from '../test/support/free-port.ts'
import { commandLinePublisher, launchService, type Settings } from '../test/support/launch-service.ts'
import { startPostgres } from '../test/support/postgres.ts'
import type { TestPublisher } from '../test/support/test-publisher.ts'
import { inParts, type Options, type Outcome, type Proof } from './proof.ts'

const WRITERS = 3
const CLIENTS = 2
const CHECK_EVERY = 10
const DAY_MS = 86_400_000
/** Objects in one request: as many as a page of applications. */
const AT_ONCE = 200

/** The service is killed while publishers change events and devices sync, on both databases. */
export const killsSync: Proof = {
  promise: 'an account that syncs on has what a new device sees, whatever kills the service',
  times: 100,
  run: (options) =>
    inParts(options, {
      SQLite: (part) => killOften({}, part),
      async PostgreSQL(part) {
        const postgres = await startPostgres({ fsync: true })
        try {
          return await killOften({ DATABASE_URL: await postgres.createDatabase() }, part)
        } finally {
          await postgres.stop()
        }
      },
    }),
}

async function killOften(database: Settings, { times, progress }: Options): Promise<Outcome> {
  using folder = workFolder()
  // Always the same port, so that the clients need not be told.
  const settings = {
    ...database,
    FASTI_DATA: folder.path,
    FASTI_BATCH_INTERVAL_MS: '0',
    PORT: `${await freePort()}`,
  }
  const start = () => launchService(settings, ['--role', 'web']).listening
  let service = await start()
  try {
    const club = await commandLinePublisher(settings, service.url)
    const calendars = [await club.calendar(), await club.calendar()]
    const { svcId } = await club.subscriber(undefined, calendars)
    const world: World = { club, calendars, events: [] }
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => davClientOf(club, svcId)))
    const texts = new Map<string, string>()
    const figures = { kills: times, events: 0, syncs: 0 }
    const broken: string[] = []
    for (let kills = 0; kills < times;) {
      const stop = new AbortController()
      const busy = [
        ...Array.from({ length: WRITERS }, () => goOn(stop.signal, () => change(world))),
        ...clients.map((client) =>
          goOn(stop.signal, async () => {
            await syncAll(client, Math.random() < 0.5 ? 3 : undefined)
            figures.syncs++
          }),
        ),
      ]
      for (const end = Math.min(times, kills + CHECK_EVERY); kills < end; kills++) {
        await sleep(50 + Math.random() * 400)
        await service.kill()
        service = await start()
      }
      stop.abort()
      await Promise.all(busy)
      for (const client of clients) broken.push(...(await differences(client)))
      broken.push(...(await changedUnseen(clients[0]!, texts)))
      progress(`${kills} kills, ${figures.syncs} syncs, ${world.events.length} events`)
    }
    figures.events = world.events.length
    return { figures, broken }
  } finally {
    await service.kill()
  }
}

interface World {
  club: TestPublisher
  calendars: string[]
  events: string[]
}

/** Repeats an action until the signal. One that a kill breaks off may have been done or not. */
async function goOn(signal: AbortSignal, action: () => Promise<void>): Promise<void> {
  while (!signal.aborted) await action().catch(() => sleep(20))
}

async function change({ club, calendars, events }: World): Promise<void> {
  const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!
  const calendar = any(calendars)
  const day = new Date(Date.now() + Math.floor(Math.random() * 30) * DAY_MS).toISOString().slice(0, 10)
  const times = { startDate: day, endDate: day }
  if (events.length < 20 || Math.random() < 0.2) {
    events.push(await club.event(calendar, times))
    return
  }
  const path = `/event/${any(events)}`
  const changes: (() => Promise<unknown>)[] = [
    () => club.put(path, { name: `Match ${Math.random()}`, ...times }),
    () => club.put(path, { cancelled: Math.random() < 0.5 ? 1 : 0 }),
    () => club.put(path, { draft: Math.random() < 0.5 ? 1 : 0 }),
    () => club.put(path, { calendarIds: Math.random() < 0.5 ? [calendar] : calendars }),
    () => club.delete(path),
  ]
  await any(changes)()
}

/** Lets a client sync on, and compares it with a new device. */
async function differences(client: DavClient): Promise<string[]> {
  const fresh = freshClient(client.device)
  await syncAll(client)
  await syncAll(fresh)
  const [has, should] = [objectsOf(client), objectsOf(fresh)]
  const lost = should.filter((object) => !has.includes(object))
  const extra = has.filter((object) => !should.includes(object))
  return [
    ...lost.map((object) => `lost: ${object}`),
    ...extra.map((object) => `not there any more: ${object}`),
  ]
}

/** Fetches all objects. Two texts with one ETag are a change that no client would see. */
async function changedUnseen({ device, known }: DavClient, texts: Map<string, string>): Promise<string[]> {
  const wrong: string[] = []
  for (const [path, own] of known) {
    const hrefs = [...own.keys()]
    for (let from = 0; from < hrefs.length; from += AT_ONCE) {
      const { text } = await device.ask('REPORT', path, multigetBody(hrefs.slice(from, from + AT_ONCE)))
      for (const [, href, etag, ics] of text.matchAll(OBJECT)) {
        const key = `${href} ${etag}`
        if (own.get(href!) !== etag) wrong.push(`${key}, and the list has ${own.get(href!)}`)
        if (texts.has(key) && texts.get(key) !== ics) wrong.push(`${key} has two texts`)
        texts.set(key, ics!)
      }
    }
  }
  return wrong
}

const OBJECT =
  /<d:response><d:href>([^<]*)<\/d:href><d:propstat><d:prop><d:getetag>([^<]*)<\/d:getetag><c:calendar-data>([^<]*)</g
