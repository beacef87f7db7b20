import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { workFolder } from '../bench/work-folder.ts'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/context.ts'
import { nodeOf, spreadOverProxy, type SpreadProxy } from '../test/support/hanging-node.ts'
import { commandLinePublisher, launchService, type Settings } from '../test/support/launch-service.ts'
import { insertManyEvents } from '../test/support/many-events.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { Receiver } from '../test/support/receiver.ts'
import type { TestPublisher } from '../test/support/test-publisher.ts'
import { pollOften, POLLS } from './neighbours/polls.ts'
import { p99, round } from './neighbours/times.ts'
import { type NormalClient, type Sample, startNormalClient } from './normal-client.ts'
import { type Options, type Outcome, type Proof, until } from './proof.ts'

const TROUBLES = ['a row is locked', 'a group of events changes', 'a node hangs'] as const
type Trouble = (typeof TROUBLES)[number]

const GROUP = 'cup'
/** A p99 beside a trouble is good below twice what it is alone, and always below this. */
const FACTOR = 2
const FLOOR_MS = 5
const WARM_UP = 60
/** The publisher in trouble asks four things so often. */
const TROUBLED_MS = 150
const SETTLE_MS = 1500
/** Until a node is known to hang. */
const NOTICED_MS = 3000
/** A publisher is served again when its trouble is over: a node that hung is asked after eight seconds at most. */
const BACK_MS = 10_000
/** A refusal that was at once. */
const AT_ONCE_MS = 100
/** Webhooks of the others take no longer than usual: half a second, and a round trip. */
const WEBHOOK_MS = 10_000
/** Polls beside each trouble, and one webhook for so many. */
const POLLS_PER_WEBHOOK = 100

export const bulkheads: Proof = {
  promise: `a publisher's p99 on PostgreSQL stays below twice what it is alone while another's row is locked, its group of 20,000 events changes, or another node hangs`,
  times: 500,
  async run(options) {
    const rows = await troubleInTurn(options, 20_000)
    return {
      figures: { troubles: rows.length, 'polls beside each': options.times * POLLS.length },
      rows: rows.map(lineOf),
      broken: rows.flatMap(judge),
    } satisfies Outcome
  },
}

/** What another publisher met beside a trouble. */
export interface Row {
  trouble: Trouble
  alone: Sample[]
  beside: Sample[]
  /** Answers of the publisher in trouble, in the order in which they came; the first seconds are left out. */
  troubled: Sample[]
  /** Milliseconds from the end of the trouble until all that the publisher in trouble asks was answered again. */
  back: number
  /** Milliseconds until notifications of the other publisher arrived. */
  webhooks: number[]
  /** Most sessions that PostgreSQL had. */
  sessions: number
}

interface World {
  proxy: SpreadProxy
  adminUrl: string
  receiver: Receiver
  bad: Member
  well: Member
}

interface Member {
  club: TestPublisher
  feedUrl: string
  svcId: string
}

/** Makes two publishers on two nodes, and each trouble for one of them, `times` polls of each kind by the other beside. */
export async function troubleInTurn(
  { times, progress }: Options,
  groupSize: number,
  troubles: readonly Trouble[] = TROUBLES,
): Promise<Row[]> {
  using folder = workFolder()
  const postgres = await startPostgres()
  try {
    const adminUrl = await postgres.createDatabase()
    const settings: Settings = {
      DATABASE_URL: adminUrl,
      FASTI_DATA: folder.path,
      FASTI_BATCH_INTERVAL_MS: '0',
      FASTI_ALLOW_PRIVATE_CALLBACKS: '1',
      FASTI_TRUST_PROXY: '1',
    }
    await using receiver = new Receiver()
    await receiver.listen()
    progress('two publishers are made')
    const clubs = [
      await commandLinePublisher(settings, '', 'one@example.com'),
      await commandLinePublisher(settings, '', 'two@example.com'),
    ]
    const proxy = await spreadOverProxy(adminUrl)
    const service = await launchService({ ...settings, DATABASE_URL: proxy.url }).listening
    try {
      const [bad, well] = [await join(service.url, clubs[0]!), await join(service.url, clubs[1]!)]
      await well.club.callback(`${receiver.url}/well`)
      await bad.club.callback(`${receiver.url}/bad`)
      await fillGroup(settings, bad.club, groupSize)
      const world: World = { proxy, adminUrl, receiver, bad, well }
      const rows: Row[] = []
      for (const trouble of troubles) {
        progress(trouble)
        rows.push(await troubleOnce(world, trouble, times))
      }
      return rows
    } finally {
      await service.kill()
      await proxy.close()
    }
  } finally {
    await postgres.stop()
  }
}

async function join(url: string, made: TestPublisher): Promise<Member> {
  const club = made.at(url)
  const calendarId = await club.calendar()
  for (let n = 0; n < 10; n++) await club.event(calendarId)
  const { feedUrl, svcId } = await club.subscriber(undefined, [calendarId])
  return { club, feedUrl, svcId }
}

async function fillGroup(settings: Settings, club: TestPublisher, size: number): Promise<void> {
  const calendarId = await club.calendar()
  const config = readConfig({ FASTI_URL: 'https://fasti.test', ...settings })
  await using ctx = await openContext(config, { log: pino({ level: 'silent' }) })
  await insertManyEvents(ctx, club.id, size, { calendarId, private: false, referenceType: GROUP })
}

async function troubleOnce(world: World, trouble: Trouble, times: number): Promise<Row> {
  const { bad, well, proxy } = world
  await pollOften(well, WARM_UP)
  await pollOften(bad, WARM_UP)
  // The publisher in trouble is served as much before and after: only the trouble is what differs.
  const alone = await besideLoad(world, times, async () => async () => {})
  let sessions = 0
  const counting = setInterval(() => (sessions = Math.max(sessions, proxy.sessions())), 100)
  const beside = await besideLoad(world, times, () => begin(world, trouble))
  clearInterval(counting)
  await sleep(SETTLE_MS)
  return {
    trouble,
    alone: alone.polls,
    beside: beside.polls,
    troubled: beside.troubled,
    back: beside.back,
    webhooks: beside.webhooks,
    sessions,
  }
}

async function besideLoad(world: World, times: number, begin: () => Promise<() => Promise<void>>) {
  const { bad, well } = world
  const load: NormalClient = startNormalClient(bad.club, bad.feedUrl, bad.svcId, TROUBLED_MS)
  const end = await begin()
  const [polls, webhooks, early] = await Promise.all([
    pollOften(well, times),
    webhooksOf(world, Math.ceil(times / POLLS_PER_WEBHOOK)),
    sleep(NOTICED_MS).then(() => load.samples.length),
  ])
  const isAnswered = () => load.samples.slice(early).some(({ what }) => what !== 'page')
  await until('an answer of the publisher in trouble', isAnswered)
  const troubled = load.samples.slice(early)
  await end()
  const [ended, later] = [performance.now(), load.samples.length]
  const isServed = (asked: string) =>
    load.samples.slice(later).some(({ what, status }) => what === asked && status < 300)
  await until('the publisher that was in trouble', () => ['feed', 'list', 'batch'].every(isServed))
  const back = performance.now() - ended
  await load.stop()
  await sleep(SETTLE_MS)
  return { polls, webhooks, troubled, back }
}

/** Begins a trouble; what comes back ends it. */
async function begin({ proxy, adminUrl, bad }: World, trouble: Trouble): Promise<() => Promise<void>> {
  switch (trouble) {
    case 'a row is locked': {
      const client = new pg.Client(adminUrl)
      await client.connect()
      await client.query('begin')
      await client.query('select * from publisher_revision where publisher_id = $1 for update', [bad.club.id])
      return () => client.end()
    }
    case 'a group of events changes': {
      let over = false
      const changing = (async () => {
        for (let n = 0; !over; n++) await bad.club.put(`/events/${GROUP}`, { location: `Ground ${n}` })
      })()
      return async () => {
        over = true
        await changing
      }
    }
    case 'a node hangs': {
      proxy.hang(nodeOf(bad.club.id))
      return async () => proxy.mend()
    }
  }
}

/** Has the other publisher's callback hear of new subscribers; how long each notification took. */
async function webhooksOf({ receiver, well }: World, count: number): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const before = receiver.received.filter(({ path }) => path === '/well').length
    const began = performance.now()
    const arrived = () => receiver.received.filter(({ path }) => path === '/well').length > before
    await well.club.subscribe(`new-${n}-${began}@example.com`, []).catch(() => {})
    while (!arrived() && performance.now() - began < WEBHOOK_MS) await sleep(20)
    took.push(arrived() ? performance.now() - began : Infinity)
  }
  return took
}

/** In which ways a trouble harmed the other publisher. */
export function judge({ trouble, alone, beside, troubled, back, webhooks }: Row): string[] {
  const broken: string[] = []
  for (const [when, samples] of [
    ['alone', alone],
    ['beside it', beside],
  ] as const) {
    const bad = samples.filter(({ status }) => status !== 200)
    if (bad.length > 0)
      broken.push(`${bad.length} of ${samples.length} polls ${when} were answered ${bad[0]!.status}`)
  }
  for (const what of POLLS) {
    const [before, under] = [p99(alone, what), p99(beside, what)]
    if (under >= FACTOR * Math.max(before, FLOOR_MS))
      broken.push(`p99 of ${what}: ${round(under)} ms, alone ${round(before)} ms`)
  }
  const late = webhooks.filter((ms) => ms === Infinity).length
  if (late > 0)
    broken.push(`${late} of ${webhooks.length} notifications did not arrive in ${WEBHOOK_MS / 1000} s`)
  if (back >= BACK_MS) broken.push(`its publisher was served again after ${round(back)} ms`)
  if (trouble === 'a node hangs') {
    const served = troubled.filter(({ what, status }) => what !== 'page' && status < 500).length
    if (served > 0) broken.push(`${served} requests were answered by a node that hangs`)
    const slow = troubled.filter(({ ms }) => ms > AT_ONCE_MS).length
    if (slow > troubled.length / 10) broken.push(`${slow} of ${troubled.length} of its requests waited`)
  }
  return broken.map((text) => `${trouble}: ${text}`)
}

function lineOf(row: Row): string {
  const width = Math.max(...TROUBLES.map((name) => name.length))
  const times = POLLS.map((what) =>
    `${what} ${round(p99(row.alone, what))} → ${round(p99(row.beside, what))} ms`.padEnd(28),
  )
  const refused = row.troubled.filter(({ status }) => status === 503)
  const statuses = new Map<number, number>()
  for (const { status } of row.beside) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const middle = refused.map(({ ms }) => ms).sort((a, b) => a - b)[refused.length >> 1] ?? 0
  const webhooks = row.webhooks.map((ms) => Math.round(ms)).join(' ')
  return `${row.trouble.padEnd(width)}  ${times.join('  ')}  ${[...statuses].join(' ')} ${refused.length} of ${row.troubled.length} refused, in ${round(middle)} ms, served again after ${Math.round(row.back)} ms; webhooks in ${webhooks} ms; ${row.sessions} sessions`
}
