import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Config, readConfig } from '../../src/config.ts'
import { DATABASES } from '../support/databases.ts'
import { openRaw, type RawConnection } from '../support/raw-http.ts'
import { startTestApp, type TestApp, useTestApp } from '../support/test-app.ts'
import { type Answer, fixture, type Json, type TestPublisher } from '../support/test-publisher.ts'

/** One address may have any number of connections, as behind a proxy. */
const behindProxy = (config: Config): Config => ({ ...config, http: { ...config.http, maxPerAddress: 0 } })
const atPace = (perSecond: number, burst: number) => (config: Config) => ({
  ...behindProxy(config),
  requestPace: { perSecond, burst },
})

const count = (answers: Answer[], status: number) => answers.filter((one) => one.status === status).length
const many = (times: number, run: (turn: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, turn) => run(turn)))
const standing = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset', 'policy'].map((name) => headers.get(`ratelimit-${name}`))

describe.each(DATABASES)('the pace of signed requests on %s', (kind) => {
  /** Stands still, so that no turn comes back but as the test says. */
  let now = Date.parse('2027-03-01T12:00:00Z')
  let apps: [TestApp, TestApp]
  beforeAll(async () => {
    const first = await startTestApp(kind, { config: behindProxy, now: () => now })
    apps = [first, await startTestApp(kind, { beside: first, now: () => now })]
  })
  afterAll(async () => {
    await apps[1].close()
    await apps[0].close()
  })

  /** One publisher's program, speaking to each of the two processes. */
  async function club(): Promise<[TestPublisher, TestPublisher]> {
    const first = await apps[0].publisher()
    return [first, first.at(apps[1].url)]
  }

  it('lets 500 of 700 through at once and 100 when their turns come, over two processes', async () => {
    const sides = await club()
    const answers = await many(700, (turn) => sides[turn % 2]!.get('/calendar'))
    expect([count(answers, 200), count(answers, 429)]).toEqual([600, 100])
    for (const refused of answers.filter(({ status }) => status === 429)) {
      expect(refused.body).toEqual({
        status: '429',
        statusLong: 'Too many requests! Try again after sometime.',
      })
      // The turn of another one is 101 times 20 milliseconds ahead.
      expect(refused.headers.get('retry-after')).toBe('3')
      expect(standing(refused)).toEqual(['500', '0', '3', '50;w=1;burst=500'])
    }
  })

  it('tells where a caller stands', async () => {
    const [one, other] = await club()
    expect(standing(await one.get('/calendar'))).toEqual(['500', '499', '1', '50;w=1;burst=500'])
    expect(standing(await other.get('/calendar'))).toEqual(['500', '498', '1', '50;w=1;burst=500'])
    now += 20
    expect(standing(await one.get('/calendar'))[1]).toBe('498')
    now += 3_600_000
    expect(standing(await one.get('/calendar'))[1]).toBe('499')
  })

  it('loses no request of a plain loop', async () => {
    const [one] = await club()
    const calendarId = await one.calendar()
    const statuses = new Set<number>()
    for (let n = 0; n < 200; n++) statuses.add((await one.post('/event', fixture({ calendarId }))).status)
    expect([...statuses]).toEqual([200])
  })

  it('lets a client create what is missing, and a second run finds all of it', async () => {
    const [one] = await club()
    const calendarId = await one.calendar()
    const wanted: Json[] = Array.from({ length: 120 }, (_, n) =>
      fixture({ calendarId, reference: `match-${n}`, draft: undefined }),
    )
    const run = async () => {
      const listed = new Set<string>()
      for (let page = 1; ; page++) {
        const answer = await one.get(`/event?calendarIds=${calendarId}&page=${page}`)
        if (answer.status === 204) break
        for (const event of answer.body.data) listed.add(event.reference)
      }
      const missing = wanted.filter(({ reference }) => !listed.has(reference))
      const statuses: number[] = []
      for (const event of missing) statuses.push((await one.post('/event', event)).status)
      return statuses
    }
    expect(await run()).toEqual(Array(120).fill(200))
    expect(await run()).toEqual([])
  })
})

describe.each(DATABASES)('a pace of 10 a second and 20 at once on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => now, config: atPace(10, 20) })

  it('gives 10 turns back in a second, however long it lasts', async () => {
    const club = await app.publisher()
    // 20 at once, and as many as have their turns within two seconds.
    expect(count(await many(50, () => club.get('/calendar')), 200)).toBe(40)
    for (let second = 0; second < 2; second++) {
      now += 1000
      const answers = await many(15, () => club.get('/calendar'))
      expect([count(answers, 200), count(answers, 429)]).toEqual([10, 5])
    }
    now -= 7_200_000 // somebody sets the clock back
    expect(standing(await club.get('/calendar'))[1]).toBe('19')
    now += 7_200_000
  })

  it('keeps keys apart: nobody waits behind another', async () => {
    const [busy, calm] = [await app.publisher(), await app.publisher()]
    const order: string[] = []
    const waiting = many(40, async () => {
      const answer = await busy.get('/calendar')
      order.push('busy')
      return answer
    })
    expect((await calm.get('/calendar')).status).toBe(200)
    order.push('calm')
    expect(count(await waiting, 200)).toBe(40)
    expect(order.at(-1)).toBe('busy')
  })

  it('gives the turn of a client that leaves to the next one', async () => {
    const club = await app.publisher()
    await many(20, () => club.get('/calendar'))
    const { pathname, search } = new URL(club.signedUrl('/calendar'))
    const raw: RawConnection[] = []
    for (let n = 0; n < 20; n++) {
      const connection = await openRaw(club.url)
      connection.socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      raw.push(connection)
    }
    await expect.poll(async () => (await club.get('/calendar')).status).toBe(429)
    const leaving = raw.filter((connection) => connection.answer().answers === 0).slice(-3)
    leaving.forEach((connection) => connection.close())
    const statuses: number[] = []
    const taken = async () => {
      statuses.push((await club.get('/calendar')).status)
      return statuses.filter((status) => status === 200).length
    }
    await expect.poll(taken).toBe(leaving.length)
    expect((await club.get('/calendar')).status).toBe(429)
    raw.forEach((connection) => connection.close())
  })
})

describe('the settings of the pace', () => {
  const read = (env: Record<string, string>) => readConfig(env).requestPace

  it('are 50 a second and 500 at once, and 0 takes the limit away', () => {
    expect(read({})).toEqual({ perSecond: 50, burst: 500 })
    expect(read({ FASTI_REQUESTS_PER_SECOND: '7', FASTI_REQUESTS_BURST: '20' })).toEqual({
      perSecond: 7,
      burst: 20,
    })
    expect(read({ FASTI_REQUESTS_PER_SECOND: '0' })).toBeUndefined()
    expect(read({ FASTI_REQUESTS_BURST: '0' })).toEqual({ perSecond: 50, burst: 1 })
    expect(() => read({ FASTI_REQUESTS_PER_SECOND: '-1' })).toThrow(/^FASTI_REQUESTS_PER_SECOND must be/)
    expect(() => read({ FASTI_REQUESTS_BURST: 'x' })).toThrow(/^FASTI_REQUESTS_BURST must be/)
  })

  describe('with no limit', () => {
    const app = useTestApp('sqlite', {
      now: () => 1_800_000_000_000,
      config: (config) => ({ ...behindProxy(config), requestPace: undefined }),
    })
    it('let everything through and count nothing', async () => {
      const club = await app.publisher()
      const answers = await many(700, () => club.get('/calendar'))
      expect(count(answers, 200)).toBe(700)
      expect(standing(answers[0]!)).toEqual([null, null, null, null])
    })
  })

  describe('with three a second', () => {
    const app = useTestApp('sqlite', { now: () => 1_800_000_000_000, config: atPace(3, 1) })
    it('let six requests wait, and no more', async () => {
      const club = await app.publisher()
      const answers = await many(12, () => club.get('/calendar'))
      expect([count(answers, 200), count(answers, 429)]).toEqual([7, 5])
    })
  })
})

describe('a service that stops', () => {
  const options = { now: () => 1_800_000_000_000, config: atPace(1, 1) }
  it('lets nobody wait any more', async () => {
    const first = await startTestApp('sqlite', options)
    const second = await startTestApp('sqlite', { ...options, beside: first })
    const turnsTaken = async () => {
      const { limits } = first.ctx.database
      return (await limits.selectFrom('request_window').select('requests').executeTakeFirst())?.requests
    }
    const club = await first.publisher()
    const order: string[] = []
    const ask = async (name: string, from: TestPublisher) => {
      const { status } = await from.get('/calendar')
      order.push(`${name} ${status}`)
    }
    await ask('at once', club)
    const early = ask('a second later', club)
    await expect.poll(turnsTaken).toBe(2)
    const late = ask('two seconds later, but it stops', club.at(second.url))
    await expect.poll(turnsTaken).toBe(3)
    second.ctx.stopping.abort()
    await Promise.all([early, late])
    expect(order).toEqual(['at once 200', 'two seconds later, but it stops 200', 'a second later 200'])
    await second.close()
    await first.close()
  })
})
