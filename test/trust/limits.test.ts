import { beforeAll, describe, expect, it } from 'vitest'
import { proveSchemaLimits } from '../../proofs/input/limits.ts'
import { DATABASES } from '../support/databases.ts'
import { sendRaw } from '../support/raw-http.ts'
import { useTestApp } from '../support/test-app.ts'
import {
  type Answer,
  fixture,
  type Json,
  newAccount,
  newCalendar,
  record,
  send,
  type TestPublisher,
} from '../support/test-publisher.ts'

it('every length and count that a schema names is the exact one, in characters', async () => {
  const { figures, broken } = await proveSchemaLimits()
  expect(broken).toEqual([])
  expect(figures.limits).toBeGreaterThan(250)
})

describe('requests', () => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp('sqlite', {
    now: () => (now += 25),
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
  })
  let club: TestPublisher
  let calendarId: string
  beforeAll(async () => {
    club = await app.publisher({ partner: true })
    calendarId = await club.calendar()
  })

  /** JSON of exactly so many bytes. */
  const ofBytes = (body: Json, bytes: number) => {
    const text = JSON.stringify(body)
    return text + ' '.repeat(bytes - Buffer.byteLength(text))
  }
  const inChunks = (path: string, body: string) =>
    send(club.signedUrl(path, body), {
      method: 'POST',
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)

  it.each<[number, string, () => Promise<Json>, number]>([
    [256_000, '/event', async () => fixture({ calendarId }), 200],
    [256_000, '/calendar', async () => newCalendar(), 200],
    [256_000, '/account', async () => newAccount(), 200],
    [
      1_000_000,
      '/batch/events',
      async () => ({ type: 'private', events: [record((await club.subscriber()).svcId)] }),
      207,
    ],
    [1_000_000, '/batch/events/search?type=private', async () => ({ ids: ['0'.repeat(24)] }), 200],
  ])('have up to %i bytes at %s, sent whole or in chunks', async (most, path, body, status) => {
    expect((await club.post(path, ofBytes(await body(), most))).status).toBe(status)
    expect((await inChunks(path, ofBytes(await body(), most))).status).toBe(status)
    const refused = [
      await club.post(path, ofBytes(await body(), most + 1)),
      await inChunks(path, ofBytes(await body(), most + 1)),
    ]
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 413, body: { status: '413', statusLong: 'Payload Too Large' } })
  })

  it('that are a byte longer than they say at the limit are broken off', async () => {
    for (const [path, most] of [
      ['/event', 256_000],
      ['/batch/events/search?type=private', 1_000_000],
    ] as const) {
      const body = ofBytes({ ids: ['0'.repeat(24)] }, most)
      const { pathname, search } = new URL(club.signedUrl(path, body))
      const head = `POST ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${most}\r\n\r\n`
      expect(await sendRaw(app.url, head, `${body}!`), path).toMatchObject({ status: 400 })
    }
  })

  it('have a head of up to 16 kB', async () => {
    const head = (bytes: number) => {
      const front = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: '
      return `${front}${'a'.repeat(bytes - front.length - 4)}\r\n\r\n`
    }
    // The parser counts names and values, and not each line's end.
    expect((await sendRaw(app.url, head(16_300))).status).toBe(200)
    for (const bytes of [16_500, 65_536]) expect((await sendRaw(app.url, head(bytes))).status).toBe(431)
  })

  it('for a page have up to 100 of a list', async () => {
    const { svcId } = await club.subscriber()
    const events = Array.from({ length: 101 }, () => record(svcId))
    expect((await club.post('/batch/events', { type: 'private', events })).body.added).toBe(101)
    const list = `/batch/events?type=private&svc_id=${svcId}`
    for (const [limit, length] of [
      [99, 99],
      [100, 100],
      [101, 100],
    ])
      expect((await club.get(`${list}&limit=${limit}`)).body.data).toHaveLength(length!)
    expect((await club.get(`${list}&page=2`)).body.data).toHaveLength(1)
    for (const wrong of ['limit=0', 'page=0', 'limit=-1', 'limit=x', 'page=1.5'])
      expect((await club.get(`${list}&${wrong}`)).status, wrong).toBe(400)
    expect((await club.get('/event?limit=100')).status).toBeLessThan(300)
    expect((await club.get('/event?limit=101')).status).toBe(400)
  })

  it('add and take away 1000 calendars, and no more', async () => {
    const { svcId } = await club.subscriber()
    const of = (count: number) => ({ calendarIds: Array<string>(count).fill(calendarId) })
    for (const action of ['add', 'remove']) {
      const path = `/subscriber/${svcId}/subscriptions/${action}`
      expect([(await club.post(path, of(1000))).status, (await club.post(path, of(1001))).status]).toEqual([
        200, 400,
      ])
    }
    const form = (count: number) => club.subscribe('many@example.com', of(count).calendarIds)
    expect([(await form(1000)).status, (await form(1001)).status]).toEqual([200, 400])
  })

  it('have alarms of four digits and links of ten places', async () => {
    const post = (over: Json) => club.post('/event', fixture({ calendarId, ...over }))
    const link = (position: number) => ({ [`quickLink[${position}][url]`]: 'https://example.com/' })
    const taken = [{ alert: '9999M' }, { alert2: '0M' }, { alert: '9999D' }, link(1), link(10)]
    const refused = [
      { alert: '10000M' },
      { alert: 'M' },
      link(0),
      link(11),
      { 'quickLink[1][name]': '🏁'.repeat(256), ...link(1) },
    ]
    for (const over of [...taken, { 'quickLink[1][name]': '🏁'.repeat(255), ...link(1) }])
      expect((await post(over)).status, Object.keys(over)[0]).toBe(200)
    for (const over of refused) expect((await post(over)).status, Object.keys(over)[0]).toBe(400)
  })

  it('make 20 callbacks of a publisher, and no more', async () => {
    const other = await app.publisher()
    for (let n = 0; n < 20; n++) await other.callback(`https://example.com/${n}`)
    const answer = await other.post('/admin/api/callbacks', { url: 'https://example.com/20' })
    expect(answer).toMatchObject({ status: 409, body: { statusLong: 'There can be 20 callbacks' } })
  })
})

describe.each(DATABASES)('the pace on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, {
    now: () => now,
    config: (config) => ({ ...config, batchIntervalMs: 2000, http: { ...config.http, trustedProxies: 1 } }),
  })

  it('of batches is one in 2000 milliseconds', async () => {
    const club = await app.publisher()
    const batch = () => club.get('/batch/events?type=private')
    const statuses: number[] = []
    for (const after of [0, 1, 1998, 1, 1999, 1]) {
      now += after
      statuses.push((await batch()).status)
    }
    expect(statuses).toEqual([200, 429, 429, 200, 429, 200])
  })

  it('of forms without a proof of work is 20 a minute for one address', async () => {
    const club = await app.publisher()
    const form = (n: number, from: string): Promise<Answer> =>
      send(`${app.url}/w/${club.widgetId}/subscribe`, {
        method: 'POST',
        headers: { 'x-forwarded-for': from },
        body: JSON.stringify({
          email: `fan-${n}@example.com`,
          calendarIds: [],
          skip_schedule_selection: true,
        }),
      })
    for (let n = 0; n < 20; n++) expect((await form(n, '10.3.0.1')).status).toBe(200)
    expect((await form(20, '10.3.0.1')).status).toBe(429)
    expect((await form(20, '10.3.0.2')).status).toBe(200)
    now += 60_000
    expect((await form(21, '10.3.0.1')).status).toBe(200)
  })

  it('of an Idempotency-Key is a day', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    const batch = JSON.stringify({ type: 'private', events: [record(svcId)] })
    const post = () => club.post('/batch/events', batch, { 'idempotency-key': 'x'.repeat(255) })
    const first = await post()
    expect(first.body.added).toBe(1)
    now += 86_400_000 - 1
    expect((await post()).body.items).toEqual(first.body.items)
    const long = await club.post('/batch/events', batch, { 'idempotency-key': 'x'.repeat(256) })
    expect([400, 429]).toContain(long.status)
  })
})
