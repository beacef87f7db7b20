import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { workFolder } from '../bench/work-folder.ts'
import { freePort } from '../test/support/free-port.ts'
import { commandLinePublisher, launchService } from '../test/support/launch-service.ts'
import { type Received, Receiver } from '../test/support/receiver.ts'
import type { TestPublisher } from '../test/support/test-publisher.ts'
import { inLanes, type Options, type Outcome, type Proof, until } from './proof.ts'
import { ask } from './stored.ts'

const LANES = 2
const PATH = '/told'
/** Often enough that nothing is given up: what a kill broke off comes again 15 seconds later. */
const RETRY_SECONDS = Array.from({ length: 40 }, (_, i) => i + 1).join()

/** The service is killed before, while and after it tells a publisher's server of new subscribers. */
export const killsWebhooks: Proof = {
  promise: 'each notification arrives at least once, whole, always with the same id',
  times: 500,
  run: (options) => inLanes(options, LANES, killOften),
}

async function killOften({ times, progress }: Options): Promise<Outcome> {
  using folder = workFolder()
  await using receiver = new Receiver()
  await receiver.listen()
  const accepted = answerAsServersDo(receiver)
  const settings = {
    FASTI_DATA: folder.path,
    FASTI_ALLOW_PRIVATE_CALLBACKS: '1',
    FASTI_TRUST_PROXY: '1',
    FASTI_WEBHOOK_RETRY_SECONDS: RETRY_SECONDS,
    PORT: `${await freePort()}`,
  }
  let service = await launchService(settings).listening
  try {
    const club = await commandLinePublisher(settings, service.url)
    const { signingSecret } = await club.callback(receiver.url + PATH)
    await using subscribing = keepSubscribing(club)
    for (let kills = 1; kills <= times; kills++) {
      const before = accepted.length
      await until('a notification', () => accepted.length > before)
      await sleep(Math.random() * 40)
      await service.kill()
      service = await launchService(settings).listening
      if (kills % 50 === 0) progress(`${kills} kills, ${subscribing.joined.length} subscribed`)
    }
    await subscribing.stop()
    const file = join(folder.path, 'fasti.db')
    await until('an empty queue', async () => (await waitingIn(file)) === 0, 120_000)
    const received = receiver.at(PATH)
    const figures = { kills: times, subscribed: subscribing.joined.length, received: received.length }
    return { figures, broken: judge(received, accepted, subscribing.joined, signingSecret) }
  } finally {
    await service.kill()
  }
}

/** Most requests are accepted, some at once and some a little later; others are refused or left without an answer. */
function answerAsServersDo(receiver: Receiver): Received[] {
  const accepted: Received[] = []
  receiver.answers.set(PATH, (response, received) => {
    const chance = Math.random()
    if (chance < 0.05) return void response.destroy()
    if (chance < 0.1) return void response.writeHead(500).end()
    accepted.push(received)
    setTimeout(() => response.writeHead(204).end(), chance < 0.5 ? 0 : 30)
  })
  return accepted
}

/** One person after the other subscribes; `joined`: those who were told that it worked. */
function keepSubscribing(club: TestPublisher) {
  const joined: string[] = []
  let goOn = true
  const done = (async () => {
    for (let i = 0; goOn; i++) {
      const email = `fan-${i}@example.com`
      const answer = await club.subscribe(email, []).catch(() => undefined)
      if (answer?.status === 200) joined.push(email)
      await sleep(20)
    }
  })()
  const stop = async () => {
    goOn = false
    await done
  }
  return { joined, stop, [Symbol.asyncDispose]: stop }
}

async function waitingIn(file: string): Promise<number> {
  const [row] = await ask(file, `select count(*) as n from delivery where state = 'waiting'`)
  return Number(row!.n)
}

function judge(received: Received[], accepted: Received[], joined: string[], secret: string): string[] {
  const broken: string[] = []
  const told = new Set(accepted.map(({ body }) => body.email as string))
  const silent = joined.filter((email) => !told.has(email))
  if (silent.length > 0) broken.push(`${silent.length} were never told, such as ${silent[0]}`)
  const bodies = new Map<string, string>()
  const ids = new Map<string, string>()
  const webhook = new Webhook(secret)
  for (const { headers, raw, body } of received) {
    const id = headers['webhook-id'] as string
    if ((bodies.get(id) ?? raw) !== raw) broken.push(`${id} came with two bodies`)
    bodies.set(id, raw)
    const email = body.email as string
    if ((ids.get(email) ?? id) !== id) broken.push(`${email} was told with two ids`)
    ids.set(email, id)
    try {
      webhook.verify(raw, headers as Record<string, string>)
    } catch (error) {
      // An attempt from minutes ago is too old for the library.
      if (!/too old/.test(String(error))) broken.push(`${id}: ${String(error)}`)
    }
  }
  return broken.slice(0, 20)
}
