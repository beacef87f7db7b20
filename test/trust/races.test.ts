import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscribedAgain } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { type Answer, fixture, type Json, record, send, TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, invitationTo, TestBrowser } from '../support/users.ts'

const CLIENTS = 50

const count = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe.each(DATABASES)('fifty at once, in two processes on one %s,', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  let apps: [TestApp, TestApp]
  beforeAll(async () => {
    const options = { now: () => (now += 25), ...BEHIND_PROXY }
    const first = await startTestApp(kind, options)
    apps = [first, await startTestApp(kind, { ...options, beside: first })]
  })
  afterAll(async () => {
    for (const app of apps) expect(app.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    await apps[1].close()
    await apps[0].close()
  })

  /** A publisher's program that speaks to the two by turns. */
  async function club(over: Json = {}) {
    const first = await apps[0].publisher(over)
    const second = new TestPublisher(apps[1].url, {
      publisher: { id: first.id },
      apiKey: { key: first.apiKey, secret: first.secret },
      widgets: [{ id: first.widgetId }],
    })
    return { one: first, of: (turn: number) => (turn % 2 ? second : first) }
  }
  const race = (run: (turn: number) => Promise<Answer>, clients = CLIENTS) =>
    Promise.all(Array.from({ length: clients }, (_, turn) => run(turn)))
  const there = (url: string, turn: number) => url.replace(apps[0].url, apps[turn % 2]!.url)

  it('of batches and single events with one reference, have one winner', async () => {
    const { one, of } = await club()
    const [fan, calendarId] = [await one.subscriber(), await one.calendar()]
    const events = [record(fan.svcId, { reference: 'final' })]
    const answers = await race((turn) =>
      turn % 3 === 0
        ? of(turn).post('/event', fixture({ calendarId, reference: 'final' }))
        : turn % 3 === 1
          ? of(turn).post(`/event?svc_id=${fan.svcId}`, fixture({ reference: 'final' }))
          : of(turn).post('/batch/events', { type: 'private', events }),
    )
    const won = answers.filter(({ status, body }) => status === 200 || body.added === 1)
    expect(won).toHaveLength(1)
    for (const { status, text } of answers) expect([200, 207, 409], text).toContain(status)
    const stored = [
      ...(await one.get('/batch/events?type=private')).body.data,
      ...((await one.get('/event')).body?.data ?? []),
    ]
    expect(stored.map((event: Json) => event.reference)).toEqual(['final'])
  })

  it('of batches with one Idempotency-Key, do the work once', async () => {
    const { one, of } = await club()
    const fan = await one.subscriber()
    const batch = JSON.stringify({ type: 'private', events: [record(fan.svcId), record(fan.svcId)] })
    const answers = await race((turn) =>
      of(turn).post('/batch/events', batch, { 'idempotency-key': 'monday' }),
    )
    const firsts = answers.filter(({ body }) => body.added === 2)
    expect(firsts.length).toBeGreaterThan(0)
    expect(new Set(firsts.map(({ body }) => JSON.stringify(body.items))).size).toBe(1)
    for (const { status, body } of answers) expect([207, 409, 503], JSON.stringify(body)).toContain(status)
    expect((await one.get('/batch/events?type=private')).body.data).toHaveLength(2)
  })

  it('subscribing, choosing, leaving and sending to one subscriber, leave a whole state', async () => {
    const { one, of } = await club()
    const [first, second] = [await one.calendar(), await one.calendar()]
    const fan = await one.subscriber('fan@example.com', [first])
    const manage = (path: string, turn: number, body: Json) =>
      send(there(`${fan.manageUrl}${path}`, turn), {
        method: 'POST',
        headers: { 'x-forwarded-for': `10.4.0.${turn}` },
        body: JSON.stringify(body),
      })
    const added: Answer[] = []
    const answers = await race(async (turn) => {
      const kinds = [
        () => of(turn).subscribe('FAN@example.com', [second]),
        () => manage('/calendars', turn, { calendarIds: turn % 2 ? [first] : [first, second] }),
        () =>
          of(turn).post('/batch/events', { type: 'private', events: [record(fan.svcId), record(fan.svcId)] }),
        () =>
          turn % 10 === 3
            ? of(turn).post(`/subscriber/${fan.svcId}/unsubscribe`)
            : manage('/reminders', turn, { reminders: ['1H'] }),
        () => of(turn).post(`/subscriber/${fan.svcId}/subscriptions/add`, { calendarIds: [second] }),
      ]
      const answer = await kinds[turn % 5]!()
      if (answer.body.added === 2) added.push(answer)
      return answer
    })
    for (const { status, text } of answers) expect(status, text).toBeLessThan(500)
    // Each batch was there for an active subscriber, or for one that had left: whole, or not at all.
    for (const { status, body } of answers.filter(({ status }) => status === 207))
      expect([0, 2], `${status} ${JSON.stringify(body)}`).toContain(body.added)
    await subscribedAgain(apps[0], one, 'fan@example.com', [first])
    const { data } = (await one.get('/subscriber/fan@example.com')).body
    expect(data).toMatchObject({ id: fan.svcId, IsActive: true })
    expect(new Set(data.data.calIds).size).toBe(data.data.calIds.length)
    const stored = (await one.get(`/batch/events?type=private&svc_id=${fan.svcId}`)).body.data as Json[]
    expect(stored.length % 2).toBe(0)
    expect(stored.length).toBeLessThanOrEqual(added.length * 2)
  })

  it('leaving, are one who leaves and one notification', async () => {
    const { one, of } = await club()
    const fan = await one.subscriber()
    const answers = await race((turn) => of(turn).post(`/subscriber/${fan.svcId}/unsubscribe`))
    expect([count(answers, 200), count(answers, 403)]).toEqual([1, CLIENTS - 1])
    const told = (await one.get('/notifications')).body.data as Json[]
    expect(told.filter(({ kind }) => kind === 'unsubscribe')).toHaveLength(1)
  })

  it('writing to a calendar that is deleted meanwhile, leave nothing of it', async () => {
    const { one, of } = await club()
    const calendarId = await one.calendar({ reference: 'short-lived' })
    const answers = await race((turn) => {
      if (turn % 10 === 5) return of(turn).delete(`/calendar/${calendarId}`)
      if (turn % 3 === 1) return of(turn).subscribe(`fan-${turn}@example.com`, [calendarId])
      if (turn % 3 === 2) return of(turn).put(`/calendar/${calendarId}`, { subGenre: `Sevens ${turn}` })
      return of(turn).post('/event', fixture({ calendarId, reference: `short-${turn}` }))
    })
    for (const { status, text } of answers) expect([200, 400, 404], text).toContain(status)
    const deletions = answers.filter((_, turn) => turn % 10 === 5)
    expect([count(deletions, 200), count(deletions, 404)]).toEqual([1, 4])
    const { db } = apps[0].ctx
    for (const table of ['event', 'subscription'] as const) {
      const left = await db
        .selectFrom(table)
        .select('calendar_id')
        .where('calendar_id', '=', calendarId)
        .execute()
      expect(left, table).toEqual([])
    }
    // Its references are free again.
    await one.event(await one.calendar({ reference: 'short-lived' }), { reference: 'short-0' })
  })

  it('with one invitation, are one who comes in', async () => {
    const { one } = await club()
    const { token } = await invitationTo(apps[0], one, 'editor')
    // Each hashes a password, which takes long.
    const redeem = (turn: number) =>
      new TestBrowser(apps[turn % 2]!).post('/session/redeem', { token, password: 'a sentence nobody knows' })
    const answers = await race(redeem, 10)
    expect([count(answers, 200), count(answers, 403)]).toEqual([1, 9])
  })
})
