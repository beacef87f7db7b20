import { join } from 'node:path'
import { changeEvent } from './changes.ts'
import { type Crowd, makeCrowd, type Shape } from './crowd.ts'
import { type Figure, type Line, median } from './figure.ts'
import { getRequest, load } from './load.ts'
import type { Options } from './options.ts'
import { processorSeconds } from './processes.ts'
import { type Service, startService } from './service.ts'
import { expectEvents, fetchRaw } from './stage.ts'
import { workFolder } from './work-folder.ts'

const FOLLOWED = 3
/** Events of each calendar. */
const EVENTS = 300
const SHAPE = { calendars: FOLLOWED, follow: FOLLOWED, privateEvents: 0, details: 100 }
const KINDS = {
  /** The same events in all three calendars. */
  shared: { eventsPerCalendar: EVENTS / FOLLOWED, shared: true },
  /** A copy of each event in each calendar. */
  copies: { eventsPerCalendar: EVENTS, shared: false },
  /** As many events in the feed as with shared ones, a third of them in each calendar. */
  thirds: { eventsPerCalendar: EVENTS / FOLLOWED, shared: false },
}
const EVENTS_OF_FEED = { shared: EVENTS, copies: EVENTS * FOLLOWED, thirds: EVENTS }
const NAMES = { copies: 'three copies', thirds: 'as many, apart' }

/** Feeds that are read before, so that the service is not compiling itself any more. */
const WARMING = 100
/** Feeds that a service sends before it is the next one's turn, so that slow moments of the machine meet all. */
const TURN = 25
/** Polls of each of these feeds: one is short beside the kernel's unit of processor time. */
const POLLS = 40
const GOAL = { below: 1.3 }

type Kind = keyof typeof KINDS

/** Processor time. */
interface Cost {
  seconds: number
  /** Feeds, polls or changes that took it. */
  times: number
}

interface Costs {
  /** A feed that nobody has read, of calendars that are rendered. */
  assembled: Cost
  unchanged: Cost
  /** A change of an event, with all its copies, and the first read after it. */
  changed: Cost
}

/** Feeds of three calendars that have the same events, against calendars without an event in common. */
export async function feedShared(options: Options): Promise<Line[]> {
  using folder = workFolder()
  const [rounds, feeds, changes] = options.quick ? [1, 50, 5] : [5, 500, 50]
  const crowdOf = (kind: Kind) => {
    const shape: Shape = { ...SHAPE, ...KINDS[kind], subscribers: WARMING + feeds }
    return makeCrowd(join(folder.path, kind), shape)
  }
  const crowds = {
    shared: await crowdOf('shared'),
    copies: await crowdOf('copies'),
    thirds: await crowdOf('thirds'),
  }
  const costs: Record<Kind, Costs[]> = { shared: [], copies: [], thirds: [] }
  for (let round = 1; round <= rounds; round++) {
    options.progress(`feed-shared: round ${round} of ${rounds}`)
    await using shared = await startSide('shared', crowds.shared, options)
    await using copies = await startSide('copies', crowds.copies, options)
    await using thirds = await startSide('thirds', crowds.thirds, options)
    await measure([shared, copies, thirds], feeds, changes)
    for (const side of [shared, copies, thirds]) costs[side.kind].push(side.costs)
  }
  function figure(of: keyof Costs, name: string, peer: keyof typeof NAMES): Figure {
    const value = (kind: Kind) => median(costs[kind].map((cost) => (cost[of].seconds / cost[of].times) * 1e6))
    return {
      ...{ name: `feed-shared, ${name}, processor`, unit: 'µs', goal: GOAL, value: value('shared') },
      peer: { name: NAMES[peer], value: value(peer) },
    }
  }
  return [
    figure('assembled', 'assembled', 'copies'),
    figure('assembled', 'assembled', 'thirds'),
    figure('unchanged', 'unchanged', 'copies'),
    figure('unchanged', 'unchanged', 'thirds'),
    figure('changed', 'changed and read', 'copies'),
  ]
}

interface Side extends AsyncDisposable {
  kind: Kind
  crowd: Crowd
  service: Service
  costs: Costs
}

const nothing = (): Cost => ({ seconds: 0, times: 0 })

/** Starts a service and reads some feeds of it. */
async function startSide(kind: Kind, crowd: Crowd, { profiles }: Options): Promise<Side> {
  const service = await startService(crowd.settings, profiles)
  const side = {
    ...{ kind, crowd, service },
    costs: { assembled: nothing(), unchanged: nothing(), changed: nothing() },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
  const { body } = await fetchRaw(service, crowd.feedPath(0))
  expectEvents(body, EVENTS_OF_FEED[kind])
  await readFeeds(side, 0, WARMING)
  return side
}

async function measure(sides: Side[], feeds: number, changes: number): Promise<void> {
  for (let from = WARMING; from < WARMING + feeds; from += TURN) {
    for (const side of sides) await timed(side, 'assembled', () => readFeeds(side, from, from + TURN))
  }
  const polls = new Map<Side, Buffer[]>()
  for (const side of sides) polls.set(side, await pollsOf(side))
  for (const [side, requests] of polls) await poll(side, requests)
  for (let turn = 0; turn < feeds / TURN; turn++) {
    for (const [side, requests] of polls) await timed(side, 'unchanged', () => poll(side, requests))
  }
  for (const side of sides) await changeAndRead(side, 0)
  for (let i = 1; i <= changes; i++) {
    for (const side of sides) await timed(side, 'changed', () => changeAndRead(side, i))
  }
}

async function readFeeds(side: Side, from: number, to: number): Promise<number> {
  const next = (n: number) => (from + n < to ? getRequest(side.crowd.feedPath(from + n)) : undefined)
  return (await load({ port: side.service.port, next, connections: 1, statuses: [200] })).answers
}

/** A poll for each of the first subscribers, with the ETag of the feed that its application has read before. */
async function pollsOf({ service, crowd }: Side): Promise<Buffer[]> {
  const requests: Buffer[] = []
  for (let i = 0; i < TURN; i++) {
    const path = crowd.feedPath(i)
    const { etag } = await fetchRaw(service, path)
    requests.push(getRequest(path, { 'if-none-match': etag }))
  }
  return requests
}

async function poll({ service }: Side, requests: Buffer[]): Promise<number> {
  const next = (n: number) => (n < POLLS * TURN ? requests[n % TURN] : undefined)
  return (await load({ port: service.port, next, connections: 1, statuses: [304] })).answers
}

/** Changes an event of all calendars, which are three events where each calendar has a copy, and reads a feed. */
async function changeAndRead({ kind, service, crowd }: Side, subscriber: number): Promise<number> {
  const calendars = kind === 'copies' ? FOLLOWED : 1
  let title = ''
  for (let i = 0; i < calendars; i++) title = await changeEvent(service, crowd.publisher, crowd.eventOf(i))
  const { body } = await fetchRaw(service, crowd.feedPath(subscriber))
  if (!body.includes(`SUMMARY:${title}\r\n`)) throw new Error('a feed without a change that was acknowledged')
  return 1
}

/** Adds the processor time of some work, which returns how much it has done. */
async function timed({ service, costs }: Side, of: keyof Costs, work: () => Promise<number>): Promise<void> {
  const before = secondsOf(service)
  costs[of].times += await work()
  costs[of].seconds += secondsOf(service) - before
}

function secondsOf({ pid }: Service): number {
  const seconds = processorSeconds(pid)
  if (seconds === undefined) throw new Error('processor time can only be measured where there is /proc')
  return seconds
}
