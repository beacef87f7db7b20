import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFasti } from '../cli/run-fasti.ts'
import { DATABASES, freshDatabaseUrl } from '../support/databases.ts'
import { dataFolder } from '../support/service-process.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { type Answer, fixture, record, send, type TestPublisher } from '../support/test-publisher.ts'

const PRIVATE = '/batch/events?type=private'

/** Runs `times` requests at once, by turns through each of the two. */
function race(times: number, run: (turn: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: times }, (_, i) => run(i)))
}

const count = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe.each(DATABASES)('two processes on one %s', (kind) => {
  let now = Date.now()
  let apps: [TestApp, TestApp]
  beforeAll(async () => {
    const first = await startTestApp(kind, {
      config: (config) => ({ ...config, batchIntervalMs: 2000, http: { ...config.http, trustedProxies: 1 } }),
      now: () => now,
    })
    apps = [first, await startTestApp(kind, { beside: first, now: () => now })]
  })
  afterAll(async () => {
    await apps[1].close()
    await apps[0].close()
  })

  /** One publisher's program, speaking to each of the two. */
  async function club(): Promise<[TestPublisher, TestPublisher]> {
    const first = await apps[0].publisher()
    return [first, first.at(apps[1].url)]
  }

  it('hold the pace of batches together', async () => {
    const [one, other] = await club()
    expect((await one.get(PRIVATE)).status).toBe(200)
    now += 1999
    expect((await other.get(PRIVATE)).status).toBe(429)
    now += 1
    const answers = await race(20, (turn) => [one, other][turn % 2]!.get(PRIVATE))
    expect([count(answers, 200), count(answers, 429)]).toEqual([1, 19])
  })

  it("show each other's changes in feeds at once", async () => {
    const [one, other] = await club()
    const calendar = await one.calendar()
    const fan = await one.subscriber(undefined, [calendar])
    const there = fan.feedUrl.replace(one.url, other.url)
    const event = await one.event(calendar, { name: 'Before' })
    let before = await send(there)
    const changes = [
      () => one.put(`/event/${event}`, { name: 'After' }),
      () => one.post(`/event?svc_id=${fan.svcId}`, fixture({ type: 'private' })),
      () => one.put(`/calendar/${calendar}`, { subGenre: 'Sevens', draftCalendar: 1 }),
      () => one.post(`/subscriber/${fan.svcId}/unsubscribe`),
    ]
    for (const change of changes) {
      expect((await change()).status).toBe(200)
      const [here, after] = [await send(fan.feedUrl), await send(there)]
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
      expect(after.headers.get('etag')).toBe(here.headers.get('etag'))
      expect(after.text).toBe(here.text)
      before = after
    }
  })

  it('are never a change behind each other', async () => {
    const [one, other] = await club()
    const calendar = await one.calendar()
    const event = await one.event(calendar)
    const fan = await one.subscriber(undefined, [calendar])
    const addresses = [fan.feedUrl, `${one.url}/calendar/${calendar}.ics`]
    const etags = new Map<string, string>()
    for (let i = 0; i < 30; i++) {
      now += 100
      const [writer, reader] = i % 2 ? [one, other] : [other, one]
      expect((await writer.put(`/event/${event}`, { name: `Round ${i}` })).status).toBe(200)
      for (const address of addresses) {
        const ifNoneMatch = { 'if-none-match': etags.get(address) ?? '"none"' }
        const there = address.replace(one.url, reader.url)
        const { status, text, headers } = await send(there, { headers: ifNoneMatch })
        expect(status).toBe(200)
        expect(text).toContain(`SUMMARY:Round ${i}\r\n`)
        etags.set(address, headers.get('etag')!)
      }
      const widget = await send(`${reader.url}/w/${reader.widgetId}/config`)
      expect(widget.text).toContain(`"Round ${i}"`)
    }
  })

  it('put changes of one event in one order, and lose none', async () => {
    const [one, other] = await club()
    const calendar = await one.calendar()
    const event = await one.event(calendar)
    const fan = await one.subscriber(undefined, [calendar])
    for (let i = 0; i < 10; i++) {
      now += 1000
      const answers = await Promise.all([
        one.put(`/event/${event}`, { name: `Name ${i}` }),
        other.put(`/event/${event}`, { location: `Place ${i}` }),
        one.put(`/calendar/${calendar}`, { subGenre: 'Sevens', name: `Team ${i}` }),
        other.put(`/calendar/${calendar}`, { subGenre: 'Sevens', genre: `Genre ${i}` }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const { text } = await send(fan.feedUrl)
      expect(text).toContain(`SUMMARY:Name ${i}\r\n`)
      expect(text).toContain(`LOCATION:Place ${i}\r\n`)
      expect(text).toContain(`SEQUENCE:${2 * i + 2}\r\n`)
      const calendars = await one.get('/calendar')
      expect(calendars.text).toContain(`Team ${i}"`)
      expect(calendars.text).toContain(`Genre ${i}"`)
    }
  })

  it('let one of 40 win a race for a reference', async () => {
    const [one, other] = await club()
    const calendarId = await one.calendar()
    now += 1000
    const event = fixture({ calendarId, reference: 'final' })
    const events = await race(40, (turn) => [one, other][turn % 2]!.post('/event', event))
    expect([count(events, 200), count(events, 409)]).toEqual([1, 39])
    now += 1000
    const calendar = {
      name: 'Sevens',
      type: 'fixture',
      categories: 'A/B',
      genre: 'G',
      subGenre: 'S',
      reference: 'sevens',
    }
    const calendars = await race(40, (turn) => [one, other][turn % 2]!.post('/calendar', calendar))
    expect([count(calendars, 200), count(calendars, 409)]).toEqual([1, 39])
  })

  it('make one subscriber of 20 clicks at once', async () => {
    const [one, other] = await club()
    const calendar = await one.calendar()
    const key = { 'idempotency-key': '0123456789abcdef' }
    const answers = await race(20, (turn) =>
      [one, other][turn % 2]!.subscribe('fan@example.com', [calendar], {}, key),
    )
    expect(count(answers, 200)).toBe(20)
    expect(new Set(answers.map((answer) => answer.body.calendarUrl.httpsCalUrl)).size).toBe(1)
    const records = await Promise.all([one, other].map((club) => club.get('/subscriber/FAN@example.com')))
    expect(records[0]!.body.data.id).toBe(records[1]!.body.data.id)
  })

  it('subscribe a crowd at once, but for those who ask for what is not there', async () => {
    const [one, other] = await club()
    const calendar = await one.calendar()
    const isWrong = (turn: number) => turn % 10 === 5
    const answers = await race(30, (turn) =>
      [one, other][turn % 2]!.subscribe(`crowd-${turn}@example.com`, [
        isWrong(turn) ? 'f'.repeat(24) : calendar,
      ]),
    )
    for (const [turn, { status }] of answers.entries()) {
      expect(status).toBe(isWrong(turn) ? 400 : 200)
      const found = await other.get(`/subscriber/crowd-${turn}@example.com`)
      expect(found.status).toBe(isWrong(turn) ? 404 : 200)
    }
    expect(new Set(answers.flatMap(({ body }) => body.calendarUrl?.httpsCalUrl ?? [])).size).toBe(27)
  })

  it('keep an Idempotency-Key together', async () => {
    const [one, other] = await club()
    const fan = await one.subscriber()
    const batch = JSON.stringify({ type: 'private', events: [record(fan.svcId)] })
    const headers = { 'idempotency-key': 'monday' }
    const first = await one.post('/batch/events', batch, headers)
    now += 2000
    const again = await other.post('/batch/events', batch, headers)
    expect(again.body.items).toEqual(first.body.items)
    expect(first.body.added).toBe(1)
  })
})

it.each(DATABASES)('brings an empty %s up to date when four processes start at once', async (kind) => {
  const database = await freshDatabaseUrl(kind)
  try {
    const args = ['publisher', 'create', '--company', 'City Rugby', '--json', '--email']
    const env = { DATABASE_URL: database.url, FASTI_DATA: await dataFolder() }
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, (_, index) => runFasti([...args, `owner${index}@example.com`], env)),
    )
    expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      Array(4).fill({ code: 0, stderr: '' }),
    )
    const ids = outcomes.map(({ stdout }) => JSON.parse(stdout).publisherId)
    expect(ids.sort()).toEqual([1, 2, 3, 4])
  } finally {
    await database.dispose()
  }
})
