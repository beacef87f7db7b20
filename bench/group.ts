import { join } from 'node:path'
import { sql } from 'kysely'
import type { DatabaseConfig } from '../src/config.ts'
import { type Db, isSqlite } from '../src/db/database.ts'
import { transact } from '../src/db/transact.ts'
import { nextRevision } from '../src/revisions/revision.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { linksOf } from './crowd.ts'
import { type Figure, median } from './figure.ts'
import { bodyRequest, getRequest, load } from './load.ts'
import type { Options } from './options.ts'
import { processorSeconds } from './processes.ts'
import { fillEvents, fillGroup, seedSubscribers, withDatabase } from './seed.ts'
import {
  createPublisher,
  type Publisher,
  type Service,
  type Settings,
  settingsFor,
  startService,
} from './service.ts'
import { signedPath, signedRequest } from './signed-requests.ts'
import { fetchRaw } from './stage.ts'
import { workFolder } from './work-folder.ts'

const EVENTS = 20_000
const GROUP = 'season'
const CALENDARS = 10
const SUBSCRIBERS = 200
/** Polls of the other publisher: so few that the processor is mostly idle when nothing else goes on. */
const POLLS_A_SECOND = 100

/** A change of a group of 20,000 events, against the same in plain SQL, and the feeds of another publisher beside it. */
export async function groupSqlite(options: Options): Promise<Figure[]> {
  using folder = workFolder()
  const file = join(folder.path, 'fasti.db')
  // Awaited here: the folder is gone with this function.
  return await timeGroup('group-sqlite', settingsFor(folder.path), { kind: 'sqlite', file }, options)
}

/** The same on PostgreSQL. */
export async function groupPostgres(options: Options): Promise<Figure[]> {
  using folder = workFolder()
  const server = await startPostgres({ fsync: true })
  try {
    const url = await server.createDatabase()
    const config = { kind: 'postgres', url, connections: 10 } as const
    return await timeGroup('group-postgres', settingsFor(folder.path, url), config, options)
  } finally {
    await server.stop()
  }
}

async function timeGroup(
  name: string,
  settings: Settings,
  config: DatabaseConfig,
  { quick, profiles, progress }: Options,
): Promise<Figure[]> {
  const [events, rounds, subscribers] = quick ? [1000, 1, 20] : [EVENTS, 5, SUBSCRIBERS]
  const [club, other] = [createPublisher(settings), createPublisher(settings)]
  await using service = await startService(settings, profiles)
  progress(`${name}: storing ${events} events`)
  const calendarIds: string[] = []
  for (let i = 0; i < CALENDARS; i++) calendarIds.push(await addCalendar(service, club, i))
  await fillGroup(config, club.publisherId, calendarIds, GROUP, events)
  const polls = await pollsOf(service, settings, config, other, subscribers)
  progress(`${name}: measuring`)
  const runs: Round[] = []
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    const alone = await load({ ...polls, seconds: quick ? 0.5 : 3 })
    const before = processorSeconds(service.pid) ?? NaN
    const beside = await besideChange(service, club, polls, { location: `Ground ${round}` })
    const processor = (processorSeconds(service.pid) ?? NaN) - before
    const plain = await changePlainly(config, club.publisherId, `Plain ground ${round}`, events)
    if (round > 0) runs.push({ alone: alone.p99, ...beside, processor, plain })
  }
  const of = (pick: (round: Round) => number) => median(runs.map(pick))
  const peer = { name: 'plain SQL', value: of(({ plain }) => plain) }
  const about = `${name}, ${events.toLocaleString('en')} events`
  return [
    {
      name: about,
      unit: 's',
      value: of(({ seconds }) => seconds),
      peer: { name: 'goal', value: 3 },
      goal: { below: 1 },
    },
    { name: `${about}, by the same`, unit: 's', value: of(({ seconds }) => seconds), peer },
    { name: `${about}, processor of the service`, unit: 's', value: of(({ processor }) => processor), peer },
    {
      ...{ name: `${name}, feeds of another publisher, p99`, unit: 'ms', value: of(({ p99 }) => p99) },
      ...{ peer: { name: 'alone', value: of(({ alone }) => alone) }, goal: { below: 2 } },
    },
  ]
}

/** One change of the group. */
interface Round {
  /** Milliseconds that 99 of 100 polls took, without it and beside it. */
  alone: number
  p99: number
  /** Until its answer, those of the service's processor, and those that plain SQL takes. */
  seconds: number
  processor: number
  plain: number
}

type Polls = Pick<Parameters<typeof load>[0], 'port' | 'next' | 'connections' | 'perSecond' | 'statuses'>

/** Changes the group while polls go on; answers the seconds it took, and the 99th percentile of the polls. */
async function besideChange(service: Service, club: Publisher, polls: Polls, input: object) {
  const body = JSON.stringify(input)
  const path = signedPath(service, club, `/apiv2/events/${GROUP}`, body)
  const change = bodyRequest('PUT', path, {}, body)
  let done = false
  const next = (n: number) => (done ? undefined : polls.next(n))
  const polling = load({ ...polls, next })
  const started = performance.now()
  const once = { next: (n: number) => (n === 0 ? change : undefined), connections: 1, statuses: [200] }
  await load({ port: service.port, ...once }).finally(() => (done = true))
  const seconds = (performance.now() - started) / 1000
  return { seconds, p99: (await polling).p99 }
}

/** Changes the group as plain statements would, and writes its history; answers the seconds. */
async function changePlainly(
  config: DatabaseConfig,
  publisherId: number,
  location: string,
  expected: number,
) {
  return withDatabase(config, async ({ db }) => {
    const started = performance.now()
    const changed = await transact(db, async (tx) => {
      const { number, at } = await nextRevision(tx, publisherId, Date.now())
      const rows = sql`publisher_id = ${publisherId} and reference_type = ${GROUP} and private = 0`
      await sql`insert into event_change
        select publisher_id, cast(${number} as bigint), id, calendar_id, null, 'place', ${picture(tx, sql`location`)},
          ${picture(tx, sql`cast(${location} as text)`)}, start_at, start_at, end_at, cast(${at} as bigint)
        from event where ${rows}`.execute(tx)
      const { numAffectedRows } = await sql`update event
        set location = ${location}, sequence = sequence + 1, revision = ${number}, modified = ${at}
        where ${rows}`.execute(tx)
      return Number(numAffectedRows)
    })
    const seconds = (performance.now() - started) / 1000
    if (changed !== expected) throw new Error(`${changed} events changed, not ${expected}`)
    return seconds
  })
}

/** The picture of an event in its history, as JSON. */
function picture(db: Db, location: ReturnType<typeof sql>) {
  const members = sql`'name', name, 'location', ${location}, 'startDate', start_date, 'startTime', start_time,
    'endDate', end_date, 'endTime', end_time, 'timezone', timezone, 'cancelled', cancelled = 1`
  return isSqlite(db) ? sql`json_object(${members})` : sql`json_build_object(${members})`
}

async function addCalendar(service: Service, club: Publisher, i: number): Promise<string> {
  const { calendarId } = await signedRequest(service, club, 'POST', '/apiv2/calendar', {
    ...{ name: `Team ${i}`, type: 'fixture', categories: 'Rugby', genre: 'Sport', subGenre: 'Rugby' },
    ...{ reference: `team-${i}`, draftCalendar: 0 },
  })
  return calendarId as string
}

/** Polls of the feeds of another publisher: three of four have the feed already. */
async function pollsOf(
  service: Service,
  settings: Settings,
  config: DatabaseConfig,
  { publisherId }: Publisher,
  subscribers: number,
): Promise<Polls> {
  const recipients = await seedSubscribers(config, publisherId, subscribers)
  await fillEvents(config, publisherId, recipients, subscribers * 20)
  const links = await linksOf(settings)
  const requests: Buffer[] = []
  for (const [i, { svcId }] of recipients.entries()) {
    const path = `/feed/${links.token('feed', { publisherId, id: svcId, number: 0 })}/Bench.ics`
    const { etag } = await fetchRaw(service, path)
    requests.push(getRequest(path, i % 4 === 0 ? {} : { 'if-none-match': etag }))
  }
  return {
    ...{ port: service.port, connections: 20, perSecond: POLLS_A_SECOND, statuses: [200, 304] },
    next: (n) => requests[n % requests.length]!,
  }
}
