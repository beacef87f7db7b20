import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/context.ts'
import { transact } from '../src/db/transact.ts'
import { newId } from '../src/ids.ts'
import { GOOGLE_SCOPES } from '../src/push-targets/google/google.ts'
import type { Grant } from '../src/push-targets/grant.ts'
import { insertGrant } from '../src/push-targets/grant-store.ts'
import type { Target } from '../src/push-targets/target.ts'
import { insertTarget } from '../src/push-targets/target-store.ts'
import { openView } from '../src/push-targets/view.ts'
import { type Crowd, makeCrowd } from './crowd.ts'
import { type Line, median } from './figure.ts'
import { getRequest, load, type Run } from './load.ts'
import type { Options } from './options.ts'
import type { Awaited, Came, Opened, Person } from './peers/google.ts'
import { ask, type Child, residentMemory, startChild } from './processes.ts'
import { type Service, startService } from './service.ts'
import { signedRequest } from './signed-requests.ts'
import { workFolder } from './work-folder.ts'

const PEOPLE = 63_600
/** Requests in a minute that Google accepts of one project. */
const QUOTA = 10_000
/** Feeds read beside, in a second. */
const READS = 50
const PORTION = 500
const MIRRORED = 10
const MB = 1e6
const DAY_MS = 86_400_000

/** A change that is written into a calendar of each person at Google, feeds beside it, and changes of a mirror. */
export async function google({ quick, progress, profiles }: Options): Promise<Line[]> {
  using folder = workFolder()
  const people = quick ? 500 : PEOPLE
  progress(`google: filling ${people} calendars`)
  const shape = { calendars: 2, eventsPerCalendar: 50, follow: 1, privateEvents: 0, details: 300 }
  const crowd = await makeCrowd(join(folder.path, 'google'), { ...shape, subscribers: people })
  // The last account is the publisher's own, for the mirror of the calendar that nobody follows.
  const file = join(folder.path, 'people.json')
  await using fake = startChild('bench/peers/google.ts', [`${people + 1}`, file])
  const [{ url, client }] = (await once(fake.process, 'message')) as [Opened]
  const settings = {
    ...crowd.settings,
    ...{
      FASTI_GOOGLE_CLIENT_ID: client.id,
      FASTI_GOOGLE_CLIENT_SECRET: client.secret,
      FASTI_GOOGLE_URL: url,
    },
  }
  await using service = await startService(settings, profiles)
  // The look of events depends on the service's address.
  const own = { ...settings, FASTI_URL: service.url }
  await connect(own, crowd, JSON.parse(readFileSync(file, 'utf8')) as Person[])

  progress('google: measuring feeds with nothing to write')
  await read(service, crowd, quick ? 2 : 10)
  await change(service, crowd, 1)
  const quiet = await read(service, crowd, quick ? 2 : 30)
  const mirror: number[] = []
  for (let n = 0; n < MIRRORED; n++) {
    const { ms } = await untilCome(fake, service, crowd, 1, 1)
    mirror.push(ms / 1000)
    await sleep(Math.random() * 1000)
  }

  progress('google: writing to all')
  const before = residentMemory(service.pid)?.now ?? NaN
  const most = { memory: before }
  const watch = setInterval(() => {
    most.memory = Math.max(most.memory, residentMemory(service.pid)?.now ?? 0)
  }, 1000)
  const arriving = untilCome(fake, service, crowd, 0, people)
  const least = (people / QUOTA) * 60
  const busy = await read(service, crowd, Math.max(2, least))
  const { ms, peak, violations } = await arriving
  clearInterval(watch)
  if (violations > 0 || peak > QUOTA) throw new Error(`${peak} requests in a minute, ${violations} refused`)
  const name = `a change to ${people.toLocaleString('en')} calendars at Google`
  return [
    {
      ...{ name: `${name}, until the last`, unit: 's', value: ms / 1000 },
      // A few of them are written from what the bucket has.
      ...{ goal: { most: quick ? 4 : 1.1 }, peer: { name: 'by the quota', value: least } },
    },
    {
      ...{ name: `${name}, p99 of feeds beside`, unit: 'ms', value: busy.p99 },
      peer: { name: 'with nothing to write', value: quiet.p99 },
    },
    {
      ...{ name: `${name}, memory at most`, unit: 'MB', value: most.memory / MB },
      peer: { name: 'before', value: before / MB },
    },
    {
      ...{ name: 'a change to a mirror, median', unit: 's', value: median(mirror), goal: { below: 1 } },
      peer: { name: 'two seconds', value: 2 },
    },
    {
      ...{ name: 'a change to a mirror, longest', unit: 's', value: Math.max(...mirror), goal: { below: 1 } },
      peer: { name: 'two seconds', value: 2 },
    },
  ]
}

/** Stores consents and calendars, as the service does when people connect, with nothing written yet. */
async function connect(settings: Record<string, string>, crowd: Crowd, people: Person[]): Promise<void> {
  await using context = await openContext(readConfig({ ...process.env, ...settings }))
  const { publisherId } = crowd.publisher
  const now = Date.now()
  for (let from = 0; from < people.length; from += PORTION) {
    const portion = people.slice(from, from + PORTION).map((person, i) => {
      const n = from + i
      const isMirror = n === people.length - 1
      const kind = isMirror ? ('mirror' as const) : ('person' as const)
      const link = isMirror ? null : { subscriberId: crowd.recipient(n).svcId, number: 0 }
      const { refreshToken: refresh, accessToken: access, calendarId } = person
      const grant: Grant = {
        ...{ publisherId, id: newId(now), provider: 'google', clientId: null, kind, link },
        account: `account-${n}`,
        tokens: { refresh, access, accessExpiresAt: now + 3_000_000 },
        ...{ scopes: GOOGLE_SCOPES[kind].asked, ending: false, created: now, consentedAt: now },
        ...{ disconnectedAt: null, lastOkAt: now },
      }
      const target: Target = {
        ...{ publisherId, id: newId(now), grantId: grant.id, kind, link, remoteCalendarId: calendarId },
        ...{ calendarId: isMirror ? crowd.calendarId(1) : null, open: isMirror, state: 'active' },
        ...{ synced: null, failures: 0, lastError: null, lastOkAt: now, lastWriteAt: now, created: now },
      }
      return { grant, target }
    })
    for (const { target } of portion) target.synced = (await openView(context, target))?.state ?? null
    await transact(context.db, async (tx) => {
      for (const { grant, target } of portion) {
        await insertGrant(tx, grant)
        await insertTarget(tx, target, now + DAY_MS)
      }
    })
  }
}

/** Adds an event to calendar number `i`, and waits until so many calendars at Google have it. */
async function untilCome(fake: Child, service: Service, crowd: Crowd, i: number, count: number) {
  const [began, eventId] = await change(service, crowd, i)
  const came = await ask<Came>(fake, { eventId, count } satisfies Awaited)
  return { ...came, ms: came.at - began }
}

/** Adds an event; returns when it was stored (epoch ms) and its id. */
async function change(service: Service, crowd: Crowd, i: number): Promise<[number, string]> {
  const day = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10)
  const { id } = (await signedRequest(service, crowd.publisher, 'POST', '/apiv2/event', {
    ...{ calendarId: crowd.calendarId(i), name: 'Added', startDate: day, endDate: day },
    ...{
      startTime: '15:00',
      endTime: '17:00',
      timezone: 'Europe/London',
      details: '',
      location: 'Ground',
      draft: 0,
    },
  })) as { id: string }
  return [Date.now(), id]
}

function read({ port }: Service, crowd: Crowd, seconds: number): Promise<Run> {
  const next = (n: number) => getRequest(crowd.feedPath((n * 7919) % crowd.shape.subscribers))
  return load({ port, next, connections: 8, seconds, perSecond: READS, statuses: [200] })
}
