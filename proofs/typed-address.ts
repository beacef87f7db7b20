import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import { workFolder } from '../bench/work-folder.ts'
import { createPublisher } from '../src/accounts/create-publisher.ts'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/context.ts'
import { buildServer } from '../src/http/server.ts'
import { FRESH_MS } from '../src/links/links.ts'
import type { ConfirmPolicy } from '../src/publishers/publisher.ts'
import { type Answer, expectOk, type Json, send, TestPublisher } from '../test/support/test-publisher.ts'
import { type Outcome, type Proof, together } from './proof.ts'
import { TimedClient } from './timed-client.ts'

/** The relations that an address can have to a publisher. */
const KINDS = ['known', 'unconfirmed', 'gone', 'unknown'] as const
type Kind = (typeof KINDS)[number]

/** Requests for one address: the service takes 20 a day. */
const PER_ADDRESS = 10
const LANES = 8
/** The number of answers that are followed for each kind. */
const FOLLOWED = 200
/** How far the clock goes on with each request, so that no limit of a whole publisher is met. */
const STEP_MS = 4000
/** Differences below this are no news: a packet takes longer. */
const SMALLEST_MS = 0.1
/** How many times the noise a difference has to be to count. */
const BEYOND_NOISE = 3
/** Texts stored for each owner of an address. Nothing that a stranger gets may contain them. */
const SECRETS = ['Secret-Name', 'Secret seat', 'secret-reference', 'secret-member']

/**
 * A stranger types addresses: of subscribers, of those who never confirmed, of those who left, and ones that
 * nobody knows.
 */
export const typedAddress: Proof = {
  promise: 'an address that is typed shows nothing of its owner, neither by answers nor by their time',
  times: 2000,
  async run({ times, progress }) {
    const outcomes: Outcome[] = []
    const rows: string[] = []
    for (const policy of ['known', 'always'] as const) {
      progress(`policy ${policy}`)
      const { samples, ...outcome } = await typeAddresses(policy, times)
      const verdicts = judgeAll(samples)
      const broken = [...outcome.broken, ...verdicts.flatMap(({ fault }) => fault ?? [])]
      outcomes.push({ ...outcome, broken: broken.map((what) => `policy ${policy}: ${what}`) })
      rows.push(...verdicts.map(({ row }) => `${policy}, ${row}`))
    }
    return { ...together(outcomes), rows }
  },
}

/** One request of the stranger. */
interface Sample {
  way: string
  kind: Kind
  ms: number
}

/** Types each kind of address so many times, and compares all answers but not their times. */
export async function typeAddresses(
  policy: ConfirmPolicy,
  times: number,
): Promise<Outcome & { samples: Sample[] }> {
  await using world = await openWorld(policy)
  const broken = new Set<string>()
  const addresses = await world.invite(times)
  const every = Math.max(1, Math.floor(times / FOLLOWED))
  const samples: Sample[] = []
  const shapes = new Map<string, Json>()
  let answers = 0

  const tried = mixed(
    KINDS.flatMap((kind) =>
      addresses[kind].map((email, index) => ({ kind, email, follow: index % every === 0 })),
    ),
  )
  await inLanes(tried, async ({ kind, email, follow }) => {
    for (const seen of await world.typeIt(email, follow)) {
      answers++
      if (seen.ms !== undefined) samples.push({ way: seen.way, kind, ms: seen.ms })
      for (const secret of SECRETS.filter((secret) => seen.text.includes(secret)))
        broken.add(`${seen.way} of a ${kind} address has ${secret}`)
      // With the policy `known`, a new address is good at once. Its own page says so to whoever typed it.
      if (policy === 'known' && kind === 'unknown' && seen.follows) continue
      const expected = shapes.get(seen.way) ?? seen.shape
      shapes.set(seen.way, expected)
      if (!isDeepStrictEqual(seen.shape, expected))
        broken.add(`${seen.way} of a ${kind} address differs: ${difference(seen.shape, expected)}`)
    }
  })
  for (const fault of await world.forwarded(addresses.known[0]!)) broken.add(fault)
  return {
    figures: { 'addresses typed': tried.length, 'answers compared': answers },
    broken: [...broken],
    samples,
  }
}

function judgeAll(samples: Sample[]) {
  const ways = [...new Set(samples.map(({ way }) => way))]
  return ways.map((way) =>
    judgeTimes(
      way,
      samples.filter((sample) => sample.way === way),
    ),
  )
}

/**
 * Compares the medians of the kinds. The noise is the greatest difference between the medians of two halves of
 * the same kind, every other request in each.
 */
export function judgeTimes(way: string, samples: Sample[]): { row: string; fault: string | undefined } {
  const timesOf = KINDS.map((kind) => samples.filter((sample) => sample.kind === kind).map(({ ms }) => ms))
  const medians = timesOf.map(median)
  const halves = timesOf.map((ms) =>
    [0, 1].map((half) => median(ms.filter((_, index) => index % 2 === half))),
  )
  const noise = Math.max(...halves.map(([a, b]) => Math.abs(a! - b!)))
  const difference = Math.max(...medians) - Math.min(...medians)
  const list = KINDS.map((kind, i) => `${kind} ${medians[i]!.toFixed(2)}`).join(', ')
  const row = `${way}: medians in ms: ${list}; noise ${noise.toFixed(2)}`
  const told = difference > Math.max(SMALLEST_MS, BEYOND_NOISE * noise)
  return { row, fault: told ? `the time tells the kind of address: ${row}` : undefined }
}

/** A stranger's view of one answer. */
interface Seen {
  way: string
  text: string
  /** Status, headers and body without what differs between any two requests. */
  shape: Json
  /** Set if the time is compared. */
  ms?: number
  /** True for what lies behind a link of the answer. */
  follows?: boolean
}

/** A way to send requests; `ms` only if it tells the time they took. */
interface Client {
  send(url: string, init: RequestInit): Promise<Answer & { ms?: number }>
}

async function openWorld(policy: ConfirmPolicy) {
  using started = new DisposableStack()
  const folder = started.use(workFolder())
  let now = Date.parse('2027-03-01T12:00:00Z')
  const config = readConfig({
    FASTI_DATA: folder.path,
    FASTI_URL: 'https://fasti.test',
    FASTI_TRUST_PROXY: '1',
    FASTI_REQUESTS_PER_SECOND: '0',
  })
  const ctx = await openContext(config, { log: pino({ level: 'silent' }), now: () => now })
  const app = await buildServer(ctx)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const club = new TestPublisher(
    url,
    await createPublisher(ctx, {
      ...{
        parentId: null,
        partner: false,
        email: 'owner@example.com',
        firstName: 'Olive',
        lastName: 'Owner',
      },
      ...{ company: 'City Rugby', timezone: 'Europe/London' },
    }),
  )
  expectOk(await club.put('/admin/api/publisher', { confirm: policy }))
  const offered = await club.calendar({ name: 'Offered' })
  await club.event(offered)
  const followed = await club.calendar({ name: 'Secret calendar' })
  let senders = 0
  const end = started.move()

  const client = new TimedClient()
  /** A request that comes from a network of its own. */
  const stranger = (path: string, method = 'GET', body?: object, by: Client = { send }) => {
    now += STEP_MS
    senders++
    const headers = { 'x-forwarded-for': `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}` }
    return by.send(url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  const personal = {
    first_name: 'Secret-Name',
    subscriber_reference: 'secret-reference',
    custom_fields: [{ name: 'member', value: 'secret-member' }],
  }
  /** Subscribes as the owner does, vouched for by the publisher. */
  const join = async (email: string) => {
    const body = JSON.stringify({ email, calendarIds: [followed], ...personal })
    const { search } = new URL(club.signedUrl('/x', body))
    expectOk(await send(`${url}/w/${club.widgetId}/subscribe${search}`, { method: 'POST', body }))
    const { id } = expectOk(await club.get(`/subscriber/${email}`)).data
    await club.privateEvent(id as string, { name: 'Secret seat' })
    return id as string
  }
  const invitations: Record<Kind, (email: string) => Promise<unknown>> = {
    known: join,
    async unconfirmed(email) {
      const body = { email, calendarIds: [followed], ...personal }
      return expectOk(await stranger(`/w/${club.widgetId}/subscribe`, 'POST', body))
    },
    async gone(email) {
      expectOk(await club.post(`/subscriber/${await join(email)}/unsubscribe`))
    },
    unknown: async () => {},
  }

  return {
    /** Makes the addresses of each kind, each as often as it is typed. */
    async invite(times: number): Promise<Record<Kind, string[]>> {
      const all = {} as Record<Kind, string[]>
      for (const kind of KINDS) {
        // An unknown address is unknown once.
        const each = kind === 'unknown' ? 1 : PER_ADDRESS
        const emails = Array.from(
          { length: Math.ceil(times / each) },
          (_, i) => `${kind[0]}${kind[2]}-${i}@example.com`,
        )
        for (const email of emails) await invitations[kind](email)
        all[kind] = Array.from({ length: times }, (_, i) => emails[i % emails.length]!)
      }
      return all
    },

    /** Types an address wherever one can be typed, and if wanted follows what comes of it. */
    async typeIt(email: string, follow: boolean): Promise<Seen[]> {
      const seen: Seen[] = []
      const look = async (
        way: string,
        work: Promise<Answer & { ms?: number }>,
        more: { follows?: true } = {},
      ) => {
        const answer = await work
        const { text, body, ms } = answer
        const shape = shapeOf(answer, email)
        seen.push({ way, text, shape, ...(ms !== undefined && { ms }), ...more })
        return body
      }
      const form = {
        ...{
          email,
          calendarIds: [offered],
          application: 'Google Calendar',
          first_name: 'Eve',
          last_name: 'Eve',
        },
        ...{
          mobile: '1',
          country: 'GB',
          zip: '1',
          gender: 'f',
          age_group: '1',
          dob: '2000-01-01',
          optin: true,
        },
        ...{ secondary_email: 'eve@example.com', subscriber_reference: 'eve', secondary_optin: true },
        ...{ optin3: true, optin4: true, custom_fields: [{ name: 'member', value: 'eve' }] },
        ...{ referringPage: 'https://www.example.com/', state: { eve: true } },
      }
      const widget = `/w/${club.widgetId}`
      await look('lost link', stranger(`${widget}/link`, 'POST', { email }, client))
      const links = await look('subscribing', stranger(`${widget}/subscribe`, 'POST', form, client))
      if (!follow) return seen
      const follows = { follows: true } as const
      const feed = new URL(links.calendarUrl.httpsCalUrl as string).pathname
      const manage = new URL(links.manageUrl as string).pathname
      const token = manage.split('/').at(-1)!
      await look('feed of the answer', stranger(feed))
      await look('page of the answer', stranger(manage), follows)
      for (const name of ['data', 'download', 'links'])
        await look(`${name} of the answer`, stranger(`${manage}/${name}`), follows)
      await look('first fetch of the answer', stranger(`${manage}/fetched`, 'GET', undefined, client))
      await look('mail of the answer', stranger(`${manage}/mail?screen=add`, 'POST', undefined, client))
      for (const name of ['rotate', 'unsubscribe', 'confirm'])
        await look(`${name} of the answer`, stranger(`${manage}/${name}`, 'POST'), follows)
      await look('confirming by the manage link', stranger(`/confirm/${token}`, 'POST'))
      await look(
        'confirming by the feed',
        stranger(`/confirm/${feed.split('/').at(-1)!.split('.')[0]}`, 'POST'),
      )
      await look('old feed address', stranger(`/old/${email}.ics`))
      return seen
    },

    /** An event that its owner forwarded: its manage link, in a browser that came from no mail. */
    async forwarded(email: string): Promise<string[]> {
      const { calendarUrl } = expectOk(await club.get(`/subscriber/${email}`)).data
      const feed = await stranger(new URL(calendarUrl.httpsCalUrl as string).pathname)
      const [path] = /\/manage\/[\w-]+/.exec(feed.text.replaceAll('\r\n ', '')) ?? []
      if (!path || !feed.text.includes('Secret seat'))
        return ['the feed of an owner lacks its events or links']
      // For an hour after subscribing, the page is for the one who subscribed.
      now += FRESH_MS
      const feedToken = new URL(calendarUrl.httpsCalUrl as string).pathname.split('/')[2]!
      const hidden = [email, feedToken, 'Secret-Name', 'Secret seat', 'secret-reference', 'secret-member']
      const faults: string[] = []
      for (const name of ['', '/data', '/download', '/links']) {
        const { text } = await stranger(path + name)
        for (const secret of hidden.filter((secret) => text.includes(secret)))
          faults.push(`a forwarded manage link shows ${secret} at ${name || 'the page'}`)
      }
      return faults
    },

    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await app.close()
      await ctx[Symbol.asyncDispose]()
      end.dispose()
    },
  }
}

/** Headers that differ between any two requests. */
const OWN_HEADERS = ['date', 'x-request-id', 'etag', 'last-modified', 'content-length']
const OWN_TEXTS: [RegExp, string][] = [
  // Folded lines of feeds, and addresses within addresses.
  [/\r\n /g, ''],
  [/%2F/g, '/'],
  [/[\w-]{46}/g, 'TOKEN'],
  // When a request came, in pages and feeds.
  [/"asked":\d+/g, '"asked":TIME'],
  [/\d{8}T\d{6}Z/g, 'TIME'],
  [/nonce-[\w+/=-]+|nonce="[^"]*"/g, 'NONCE'],
]

function shapeOf({ status, headers, text }: Answer, email: string): Json {
  let body = text.replaceAll(email, 'ADDRESS')
  for (const [pattern, name] of OWN_TEXTS) body = body.replace(pattern, name)
  const compared = [...headers].filter(
    ([name]) => !OWN_HEADERS.includes(name) && !name.startsWith('ratelimit-'),
  )
  const values = compared.map(([name, value]) => [name, value.replace(/nonce-[\w+/=-]+/g, 'NONCE')])
  return { status, headers: Object.fromEntries(values), body }
}

/** Shows the first place in which two answers differ. */
function difference(one: Json, other: Json): string {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)]
  const at = [...a].findIndex((character, index) => character !== b[index])
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  return `${part(a)} instead of ${part(b)}`
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Orders at random, so that what one request costs the next falls on all kinds alike. */
function mixed<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

async function inLanes<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
