import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calendarClient } from './google-client.ts'
import { type FakeGoogle, startGoogle } from './start.ts'

const ANN = 'ann@example.com'
const BEN = 'ben@example.com'
const MINUTE = 60_000

describe('the fake Google under load and in trouble', () => {
  let google: FakeGoogle
  let now: number
  let calendarId: string
  let token: string

  beforeEach(async () => {
    now = Date.parse('2026-08-01T00:00:00Z')
    google = await startGoogle({ now: () => now, quota: { projectPerMinute: 100, userPerMinute: 60 } })
    for (const email of [ANN, BEN]) google.addAccount(email)
    token = google.grant(ANN).accessToken
    calendarId = (await send('POST', '/calendar/v3/calendars', { summary: 'City' })).body.id
    now += 2 * MINUTE
  })

  afterEach(() => google.close())

  async function send(verb: string, path: string, content?: object, as = token) {
    const response = await fetch(google.url + path, {
      method: verb,
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      ...(content ? { body: JSON.stringify(content) } : {}),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** Sends a batch; returns status, `Content-ID` and body of each part of the response, in its order. */
  async function batch(parts: { verb: string; path: string; content?: object }[]) {
    const texts = parts.map(({ verb, path, content }, n) =>
      [
        ...['--cut', 'Content-Type: application/http', `Content-ID: <part${n}>`, '', `${verb} ${path}`],
        ...['Content-Type: application/json', '', content ? JSON.stringify(content) : '', ''],
      ].join('\r\n'),
    )
    const response = await fetch(google.endpoints.batch, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/mixed; boundary="cut"' },
      body: `${texts.join('')}--cut--`,
    })
    const text = await response.text()
    if (!response.ok) return { status: response.status, parts: [], error: JSON.parse(text).error }
    const cut = /boundary=(.+)/.exec(response.headers.get('content-type')!)![1]!
    const answers = text.split(`--${cut}`).slice(1, -1)
    return {
      status: response.status,
      parts: answers.map((answer) => ({
        id: /Content-ID: <(.+)>/.exec(answer)![1]!,
        status: Number(/HTTP\/1\.1 (\d+)/.exec(answer)![1]),
        body: JSON.parse(answer.split('\r\n\r\n')[2]!.trim() || 'null'),
      })),
    }
  }

  const events = () => `/calendar/v3/calendars/${calendarId}/events`
  const newEvent = (id: string) => ({
    verb: 'POST',
    path: events(),
    content: { id, start: { date: '2026-08-15' }, end: { date: '2026-08-16' } },
  })
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => newEvent(`${name}${String(n).padStart(4, '0')}`))

  it('runs the parts of a batch in any order and answers in theirs', async () => {
    const { parts } = await batch(many(50, 'event'))
    expect(parts.map(({ id, status }) => `${id} ${status}`)).toEqual(
      Array.from({ length: 50 }, (_, n) => `response-part${n} 200`),
    )
    const order = google.eventsOf(calendarId).map(({ id }) => id)
    expect(order).not.toEqual(order.toSorted())
    const { parts: mixed } = await batch([
      { verb: 'DELETE', path: `${events()}/event0000` },
      { verb: 'GET', path: `${events()}/unknown` },
    ])
    expect(mixed.map(({ status }) => status)).toEqual([204, 404])
    expect(mixed[1]!.body.error.errors[0].reason).toBe('notFound')
    expect(google.calls.filter(({ inBatch }) => inBatch)).toHaveLength(52)
  })

  it('refuses a batch of more than 50 parts whole', async () => {
    expect(await batch(many(51, 'event'))).toMatchObject({ status: 400, error: { code: 400 } })
    expect(google.eventsOf(calendarId)).toEqual([])
  })

  it('counts each part for the person, in any minute', async () => {
    await batch(many(50, 'first'))
    now += 30_000
    const { parts } = await batch(many(15, 'other'))
    const refused = parts.filter(({ status }) => status === 403)
    expect(refused).toHaveLength(5)
    expect(refused[0]!.body.error).toMatchObject({
      errors: [{ domain: 'usageLimits', reason: 'userRateLimitExceeded' }],
    })
    expect(google.violations.map(({ kind }) => kind)).toEqual(Array(5).fill('user-quota'))
    now += 30_001
    expect((await batch(many(50, 'third'))).parts.every(({ status }) => status === 200)).toBe(true)
    expect(google.peaks()).toMatchObject({ user: 60 })
  })

  it('counts all people for the project', async () => {
    const ben = google.grant(BEN).accessToken
    for (let n = 0; n < 50; n++) await send('GET', '/calendar/v3/colors', undefined, ben)
    await batch(many(50, 'event'))
    const { status, body } = await send('GET', '/calendar/v3/colors', undefined, ben)
    expect([status, body.error.errors[0].reason]).toEqual([403, 'rateLimitExceeded'])
    expect(google.violations.map(({ kind }) => kind)).toEqual(['project-quota'])
  })

  it('fails by chance, before the work or after it, and leaves other requests alone', async () => {
    google.faults.rateLimited = 0.2
    google.faults.failedAfterWork = 0.2
    google.faults.conflictsInBatch = 0.2
    const { parts } = await batch(many(50, 'event'))
    const reasons = parts.map(({ body }) => body.error?.errors[0].reason ?? 'done')
    expect(new Set(reasons)).toEqual(new Set(['done', 'rateLimitExceeded', 'conflict', 'backendError']))
    const worked = reasons.filter((reason) => reason === 'done' || reason === 'backendError')
    expect(google.eventsOf(calendarId)).toHaveLength(worked.length)
    expect(google.violations).toEqual([])
  })

  it('refuses what a test asks for, as often as it says', async () => {
    google.refuse({
      method: 'events.insert',
      status: 403,
      reason: 'quotaExceeded',
      domain: 'usageLimits',
      times: 1,
    })
    const { verb, path, content } = newEvent('event1')
    expect((await send('GET', events())).status).toBe(200)
    expect((await send(verb, path, content)).body.error.errors).toMatchObject([{ reason: 'quotaExceeded' }])
    expect((await send(verb, path, content)).status).toBe(200)
  })

  it('ends access tokens after an hour or when a test says so, and all with the grant', async () => {
    const client = calendarClient(google, ANN)
    now += 59 * MINUTE
    expect((await send('GET', events())).status).toBe(401)
    const { accessToken } = google.grant(ANN)
    google.expireTokens(ANN)
    const { status, body } = await send('GET', events(), undefined, accessToken)
    expect([status, body.error.errors[0].reason]).toEqual([401, 'authError'])
    // Its first access token comes from a refresh token, which lives on.
    await client.calendars.get({ calendarId })
    google.revokeAccess(ANN)
    await expect(client.calendars.get({ calendarId })).rejects.toMatchObject({ response: { status: 401 } })
  })

  it('has no calendar any more when the person deleted it', async () => {
    google.deleteCalendar(calendarId)
    expect((await send('GET', events())).status).toBe(404)
    const { verb, path, content } = newEvent('event1')
    expect((await send(verb, path, content)).body.error.errors).toMatchObject([{ reason: 'notFound' }])
    expect(google.violations).toEqual([])
    expect(google.calendarsOf(ANN)).toEqual([])
  })
})
