import { setTimeout as sleep } from 'node:timers/promises'
import type { Received, Receiver } from '../test/support/receiver.ts'
import { record, send, type TestPublisher } from '../test/support/test-publisher.ts'
import type { TestBrowser } from '../test/support/users.ts'
import { type Options, type Outcome, until } from './proof.ts'

const HOURS_MS = 2 * 3_600_000
const PATIENCE_MS = 30_000
/** An answer takes so long that the worker looks for something due meanwhile. */
const SLOW_MS = 1500

/** A service whose clock can be set, with a publisher, somebody signed in, and a server that is told things. */
export interface World {
  club: TestPublisher
  browser: TestBrowser
  receiver: Receiver
  /** Sets the service's clock to the right time and this many milliseconds. */
  setClock: (offset: number) => void
  /** The service's time, epoch milliseconds. */
  now: () => number
  /** Seconds after the first attempt at which a delivery is tried again: three. */
  retrySeconds: number[]
}

/** The properties of the event in the last feed that was read. */
interface Seen {
  sequence: number
  stamp: string
  modified: string
}

export async function moveClock(world: World, { times, progress }: Options): Promise<Outcome> {
  const broken: string[] = []
  const everyday = await openEveryday(world, broken)
  await everyday(0)
  let moves = 0
  for (let round = 0; round < times; round++) {
    for (const offset of [HOURS_MS, 0, -HOURS_MS, 0]) {
      world.setClock(offset)
      moves++
      await everyday(moves)
    }
    for (const offset of [HOURS_MS, -HOURS_MS]) {
      world.setClock(0)
      broken.push(...(await retriesAcross(world, `/retried-${round}-${offset}`, offset)))
      world.setClock(0)
      broken.push(...(await attemptAcross(world, `/slow-${round}-${offset}`, offset)))
      moves += 2
    }
    world.setClock(0)
    progress(`${moves} moves of the clock`)
  }
  return { figures: { moves, attempts: world.receiver.received.length }, broken }
}

/** Answers what everybody does between two moves of the clock. */
async function openEveryday({ club, browser, now }: World, broken: string[]) {
  const calendarId = await club.calendar()
  const eventId = await club.event(calendarId)
  const fan = await club.subscriber('everyday@example.com', [calendarId])
  const once = { type: 'private', events: [record(fan.svcId)] }
  let first: string | undefined
  let before: Seen | undefined

  return async (move: number) => {
    const expect = (what: string, holds: boolean) => {
      if (!holds) broken.push(`after ${move} moves ${what}`)
    }
    await club.put(`/event/${eventId}`, { name: `Move ${move}` })
    const { text } = await send(fan.feedUrl)
    const seen = readFeed(text)
    expect('the feed does not show the change', text.includes(`SUMMARY:Move ${move}\r\n`))
    if (before) {
      expect(`SEQUENCE went from ${before.sequence} to ${seen.sequence}`, seen.sequence > before.sequence)
      expect(`DTSTAMP went from ${before.stamp} to ${seen.stamp}`, seen.stamp >= before.stamp)
      expect('LAST-MODIFIED fell', seen.modified >= before.modified)
    }
    before = seen

    const batch = async () => {
      await sleep(20)
      return club.post('/batch/events', { type: 'private', events: [record(fan.svcId)] })
    }
    await until(`a batch after ${move} moves`, async () => (await batch()).status === 207, 10_000)
    expect('pacing let a second batch in at once', (await batch()).status === 429)
    const same = () => club.post('/batch/events', once, { 'idempotency-key': 'once' })
    let answer = await same()
    await until('the batch that is sent again', async () => (answer = await same()).status === 207, 10_000)
    const items = JSON.stringify(answer.body.items)
    expect(`the batch with a key was answered ${items}`, (first ??= items) === items)

    const { status } = await browser.get('/me')
    expect(`the session answered ${status}`, status === 200)
    const path = `/calendar?timestamp=${Math.floor(now() / 1000)}&nonce=nonce-${move}-of-clock`
    expect('a request with a nonce was refused', (await club.get(path)).status === 200)
    expect('a nonce was taken twice', (await club.get(path)).status === 403)
  }
}

/** The clock is set after the first attempt failed: the rest of the plan is kept to, with pauses. */
async function retriesAcross(world: World, path: string, offset: number): Promise<string[]> {
  const { club, receiver } = world
  receiver.answers.set(path, (response) => response.writeHead(500).end())
  const { id } = await club.callback(receiver.url + path)
  await subscribe(club, path)
  await receiver.wait(path, 1, PATIENCE_MS)
  await until('the attempt to be recorded', async () => (await deliveryOf(world, id)).attempts === 1)
  world.setClock(offset)
  await until(
    'the plan to be over',
    async () => (await deliveryOf(world, id)).state === 'failed',
    PATIENCE_MS,
  )
  const attempts = receiver.at(path)
  await club.delete(`/admin/api/callbacks/${id}`)
  return judge(attempts, offset, world.retrySeconds)
}

/** The clock is set while an attempt is under way: it is the only one. */
async function attemptAcross(world: World, path: string, offset: number): Promise<string[]> {
  const { club, receiver } = world
  receiver.answers.set(path, (response) => void setTimeout(() => response.writeHead(204).end(), SLOW_MS))
  const { id } = await club.callback(receiver.url + path)
  await subscribe(club, path)
  await receiver.wait(path, 1, PATIENCE_MS)
  world.setClock(offset)
  await until(
    'the attempt to end',
    async () => (await deliveryOf(world, id)).state === 'delivered',
    PATIENCE_MS,
  )
  const { length } = receiver.at(path)
  await club.delete(`/admin/api/callbacks/${id}`)
  return length === 1 ? [] : [`set by ${offset} ms under way, the clock made ${length} attempts of one`]
}

async function subscribe(club: TestPublisher, path: string): Promise<void> {
  const answer = await club.subscribe(`fan${path.replace('/', '-')}@example.com`, [])
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
}

async function deliveryOf({ club }: World, callbackId: string): Promise<{ state: string; attempts: number }> {
  await sleep(100) // stays below the key's limit of requests
  const { status, text, body } = await club.get(`/admin/api/deliveries?callbackId=${callbackId}`)
  if (status !== 200) throw new Error(`answered ${status}: ${text}`)
  return body.data[0]
}

/** One attempt and three more, of one notification, and pauses of half of the plan's at least: less a little for being late. */
function judge(attempts: Received[], offset: number, [first, second]: number[]): string[] {
  const broken: string[] = []
  if (attempts.length !== 4)
    broken.push(`set by ${offset} ms, the clock made ${attempts.length} attempts of 4`)
  if (new Set(attempts.map(({ headers }) => headers['webhook-id'])).size !== 1)
    broken.push('attempts have other ids')
  const pauses = attempts.slice(1).map(({ at }, index) => at - attempts[index]!.at)
  // The first pause was fixed before the clock was set; of the others half is left at least.
  const least = (second! - first!) * 450
  if (pauses.slice(1).some((pause) => pause < least)) broken.push(`attempts came after ${pauses.join()} ms`)
  return broken
}

function readFeed(text: string): Seen {
  const value = (name: string) => new RegExp(`^${name}:(\\S+)\r$`, 'm').exec(text)?.[1] ?? ''
  return { sequence: Number(value('SEQUENCE')), stamp: value('DTSTAMP'), modified: value('LAST-MODIFIED') }
}
