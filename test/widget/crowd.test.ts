import { beforeEach, describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { solve } from '../support/solve.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Answer, expectOk, type Json, type TestPublisher } from '../support/test-publisher.ts'

const SECOND = 1000
/** More than the 300 that one address may be in a minute. */
const PEOPLE = 360
const MINUTE = 60 * SECOND

describe.each(DATABASES)('a crowd on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, {
    now: () => now,
    config: (config) => ({
      ...config,
      http: { ...config.http, trustedProxies: 1 },
      challengeWork: { cost: 1, rounds: 4 },
    }),
  })
  beforeEach(() => {
    now += 24 * 60 * MINUTE
  })

  let people = 0
  const ask = (club: TestPublisher, address: string, over: Json = {}): Promise<Answer> =>
    club.subscribe(`fan-${++people}@example.com`, [], over, { 'x-forwarded-for': address })
  const statusesOf = (answers: Answer[]) => {
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  const askTimes = async (club: TestPublisher, times: number, address: string, over: Json = {}) => {
    const answers: Answer[] = []
    for (let i = 0; i < times; i++) answers.push(await ask(club, address, over))
    return answers
  }
  /** As if `requests` had come in the windows that are open, so that a test need not send them all. */
  const pretend = async (club: TestPublisher, name: string, requests: number) => {
    const { numUpdatedRows } = await app.ctx.database.limits
      .updateTable('request_window')
      .set({ requests })
      .where('publisher_id', '=', club.id)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    expect(numUpdatedRows).toBe(1n)
  }
  /** A refusal with a challenge. */
  const challenged = async (club: TestPublisher, address: string) => {
    for (;;) {
      const answer = await ask(club, address)
      if (answer.status === 429) return answer
    }
  }

  it('gets in by 20 a minute from one address without doing anything', async () => {
    const club = await app.publisher()
    const answers = await askTimes(club, 60, '203.0.113.1')
    expect(statusesOf(answers)).toEqual({ 200: 20, 429: 40 })
    expect(answers.at(-1)!.headers.get('retry-after')).toBe('60')
    now += MINUTE
    expect(statusesOf(await askTimes(club, 60, '203.0.113.1'))).toEqual({ 200: 20, 429: 40 })
    expect((await ask(club, '203.0.113.2')).status).toBe(200)
    expect((await ask(await app.publisher(), '203.0.113.1')).status).toBe(200)
  })

  it('gets in with a proof up to 300 a minute, and then waits', async () => {
    const club = await app.publisher()
    const { body } = await challenged(club, '203.0.113.3')
    await pretend(club, 'subscribe 203.0.113.3', 290)
    let refused: Answer | undefined
    let admitted = 290
    for (let challenge = body.challenge; !refused;) {
      const answer = await ask(club, '203.0.113.3', { proof: await solve(challenge) })
      if (answer.status === 429) refused = answer
      else admitted++
      challenge = (await ask(club, '203.0.113.3')).body.challenge
    }
    expect(admitted).toBe(300)
    expect(refused.body).not.toHaveProperty('challenge')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('keeps a proof that came beyond the limit for the next try', async () => {
    const club = await app.publisher()
    const proof = await solve((await challenged(club, '203.0.113.4')).body.challenge)
    await pretend(club, 'subscribe 203.0.113.4', 290)
    for (;;) {
      const other = (await ask(club, '203.0.113.4')).body.challenge
      if ((await ask(club, '203.0.113.4', { proof: await solve(other) })).status === 429) break
    }
    expect((await ask(club, '203.0.113.4', { proof })).status).toBe(429)
    now += MINUTE
    expect((await ask(club, '203.0.113.4', { proof })).status).toBe(200)
  })

  it('takes a proof once, of this service and publisher, within ten minutes', async () => {
    const club = await app.publisher()
    const { body } = await challenged(club, '203.0.113.5')
    const proof = await solve(body.challenge)
    const both = await Promise.all([ask(club, '203.0.113.5', { proof }), ask(club, '203.0.113.5', { proof })])
    expect(statusesOf(both)).toEqual({ 200: 1, 429: 1 })
    expect(both.find(({ status }) => status === 429)!.body.challenge).toBeDefined()

    const other = await app.publisher()
    await challenged(other, '203.0.113.5')
    const fresh = await solve((await ask(club, '203.0.113.5')).body.challenge)
    expect((await ask(other, '203.0.113.5', { proof: fresh })).status).toBe(429)
    const easier = JSON.parse(Buffer.from(fresh, 'base64').toString())
    easier.challenge.parameters.keyPrefix = '00'
    const wrong = [
      'x',
      Buffer.from('null').toString('base64'),
      Buffer.from('{"challenge":{"parameters":null},"solution":1}').toString('base64'),
      Buffer.from(JSON.stringify(easier)).toString('base64'),
      Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(fresh, 'base64').toString()), solution: {} }),
      ).toString('base64'),
    ]
    for (const proof of wrong) expect((await ask(club, '203.0.113.5', { proof })).status).toBe(429)
    now += 10 * MINUTE
    await challenged(club, '203.0.113.5')
    expect((await ask(club, '203.0.113.5', { proof: fresh })).status).toBe(429)
  })

  it('needs the proof from everywhere beyond 1,000 an hour for one publisher', async () => {
    const club = await app.publisher()
    const one = (i: number) => ask(club, `10.1.${i >> 8}.${i & 255}`)
    expect((await one(0)).status).toBe(200)
    await pretend(club, 'subscribe', 990)
    for (let i = 1; i <= 10; i++) expect((await one(i)).status).toBe(200)
    const refused = await one(11)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(3600)
    expect((await ask(club, '10.2.0.1', { proof: await solve(refused.body.challenge) })).status).toBe(200)
    expect((await ask(await app.publisher(), '10.2.0.1')).status).toBe(200)
    // Further requests are refused without a write to the one row of the count.
    expect((await one(12)).status).toBe(429)
    const { requests } = await app.ctx.database.limits
      .selectFrom('request_window')
      .select('requests')
      .where('publisher_id', '=', club.id)
      .where('name', '=', 'subscribe')
      .executeTakeFirstOrThrow()
    expect(requests).toBe(1001)
    now += 60 * MINUTE
    expect((await one(13)).status).toBe(200)
  })

  // The page does the same: it solves, or waits, and sends again.
  // At the rate of a stadium: 5,000 people behind one address within ten minutes.
  it(
    'of 500 people a minute behind one address gets in, nobody is refused for good',
    { timeout: 300_000 },
    async () => {
      const club = await app.publisher()
      const calendar = await club.calendar()
      const began = now
      interface Visitor {
        email: string
        at: number
        proof?: string
      }
      let waiting: Visitor[] = Array.from({ length: PEOPLE }, (_, i) => ({
        email: `pupil-${i}@example.com`,
        at: began + Math.floor(i * (MINUTE / 500)),
      }))
      let latest = began
      while (waiting.length > 0) {
        waiting.sort((a, b) => a.at - b.at)
        const turn = waiting.splice(0, 20)
        now = Math.max(now, turn[0]!.at)
        const again = await Promise.all(turn.map((visitor) => tryOnce(visitor)))
        waiting = [...waiting, ...again.filter((visitor) => visitor !== undefined)]
        latest = now
      }
      expect(latest - began).toBeLessThan(5 * MINUTE)
      const { count } = await app.ctx.db
        .selectFrom('subscriber')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('publisher_id', '=', club.id)
        .executeTakeFirstOrThrow()
      expect(Number(count)).toBe(PEOPLE)

      async function tryOnce(visitor: Visitor): Promise<Visitor | undefined> {
        const { email, proof } = visitor
        const answer = await club.subscribe(email, [calendar], proof ? { proof } : {}, {
          'x-forwarded-for': '203.0.113.77',
        })
        if (answer.status === 200) return void expectOk(answer)
        expect(answer.status).toBe(429)
        const { challenge } = answer.body
        if (challenge) return { email, at: now, proof: await solve(challenge) }
        return { ...visitor, at: now + Number(answer.headers.get('retry-after')) * SECOND }
      }
    },
  )
})
