import { describe, expect, it } from 'vitest'
import { countFeedRead, createMeters } from '../src/metrics/meters.ts'
import { DATABASES } from './support/databases.ts'
import { useReceiver } from './support/receiver.ts'
import { startTestApp, type TestApp, useTestApp } from './support/test-app.ts'
import { record, send } from './support/test-publisher.ts'

/** Every line with a value, by its name and labels. */
async function scrape(url: string): Promise<Map<string, number>> {
  const { status, headers, text } = await send(`${url}/metrics`)
  expect(status, text).toBe(200)
  expect(headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  for (const line of lines) expect(line).toMatch(/^[a-z_]+(\{[^}]*\})? (\+Inf|-?[\d.e+-]+)$/)
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))] as const),
  )
}

describe.each(DATABASES)('the metrics on %s', (kind) => {
  const near = { config: (config: TestApp['ctx']['config']) => nearby(config) }
  const app = useTestApp(kind, { worker: true, ...near })
  const receiver = useReceiver()

  it('tell what was done', async () => {
    const club = await app.publisher()
    receiver.answers.set('/well', (response) => response.writeHead(200).end())
    await club.callback(`${receiver.url}/well`)
    const calendarId = await club.calendar()
    const fan = await club.subscriber(undefined, [calendarId])
    await expect.poll(() => receiver.at('/well').length).toBe(1)
    const batch = { type: 'private', events: [record(fan.svcId), record('nobody')] }
    await club.post('/batch/events?dryRun=1', batch)
    await club.post('/batch/events', batch)
    const plain = { 'user-agent': 'iOS/18.1 dataaccessd/1.0', 'accept-encoding': 'identity' }
    const first = await send(fan.feedUrl, { headers: plain })
    const bytes = Buffer.byteLength(first.text)
    const etag = first.headers.get('etag')!
    await send(fan.feedUrl, { headers: { 'user-agent': 'iOS/18.1 dataaccessd/1.0', 'if-none-match': etag } })
    await send(`${app.url}/calendar/${calendarId}.ics`, { headers: { 'user-agent': 'Thunderbird' } })
    await send(`${app.url}/feed/forged/x.ics`)
    const wrong = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' })
    await send(`${app.url}/admin/api/session`, { method: 'POST', body: wrong })
    await send(`${app.url}/nowhere`)

    await expect
      .poll(async () => (await scrape(app.url)).get('fasti_deliveries_total{result="delivered"}'))
      .toBe(1)
    const metrics = await scrape(app.url)
    const reads = (application: string, result: string) =>
      metrics.get(`fasti_feed_reads_total{application="${application}",result="${result}"}`)
    expect([reads('Apple Calendar (iOS)', '200'), reads('Apple Calendar (iOS)', '304')]).toEqual([1, 1])
    expect([reads('Thunderbird', '200'), reads('Other', '404')]).toEqual([1, 1])
    expect(metrics.get('fasti_feed_bytes_total')).toBeGreaterThanOrEqual(bytes)
    expect(metrics.get('fasti_feed_cache_bytes')).toBeGreaterThan(0)
    expect(metrics.get('fasti_batch_records_total{outcome="added"}')).toBe(1)
    expect(metrics.get('fasti_batch_records_total{outcome="refused"}')).toBe(1)
    expect(metrics.get('fasti_sign_in_failures_total')).toBe(1)
    const requests = (labels: string) => metrics.get(`fasti_http_request_duration_seconds_count{${labels}}`)
    expect(requests('group="batch",method="POST",status="2xx"')).toBe(2)
    expect(requests('group="feed",method="GET",status="2xx"')).toBe(2)
    expect(requests('group="feed",method="GET",status="3xx"')).toBe(1)
    expect(requests('group="feed",method="GET",status="4xx"')).toBe(1)
    expect(requests('group="none",method="GET",status="4xx"')).toBe(1)
    const all = `fasti_http_request_duration_seconds_bucket{le="+Inf",group="batch",method="POST",status="2xx"}`
    expect(metrics.get(all)).toBe(2)
    expect(metrics.get('fasti_database_query_duration_seconds_count{kind="commit"}')).toBeGreaterThan(1)
    expect(metrics.get('fasti_database_query_duration_seconds_count{kind="read"}')).toBeGreaterThan(0)
    expect(metrics.get(`fasti_database{kind="${kind}"}`)).toBe(1)
    expect(metrics.has('fasti_database_connections{state="idle"}')).toBe(kind === 'postgres')
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(metrics.get('fasti_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
  })

  it('tell what waits, and since when', async () => {
    // Asked for at most every ten seconds, so it takes an app of its own.
    const beside = await startTestApp(kind, { beside: app, now: () => Date.now() + 3_600_000 })
    try {
      const club = await app.publisher()
      receiver.answers.set('/down', (response) => response.writeHead(500).end())
      const { id } = await club.callback(`${receiver.url}/down`)
      await club.subscriber()
      await expect.poll(() => receiver.at('/down').length).toBeGreaterThan(0)
      await app.ctx.db
        .updateTable('delivery')
        .set({ state: 'waiting', due_at: Date.now() + 1_800_000 })
        .where('callback_id', '=', id)
        .execute()
      const metrics = await scrape(beside.url)
      expect(metrics.get('fasti_delivery_queue')).toBe(1)
      const age = metrics.get('fasti_delivery_oldest_due_seconds')!
      expect(age).toBeGreaterThan(1700)
      expect(age).toBeLessThan(1801)
    } finally {
      await beside.close()
    }
  })

  it('are not for the world', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      const answer = await send(`${app.url}/metrics`, { headers: { [name]: '10.0.0.1' } })
      expect(answer.status, name).toBe(403)
      expect(answer.text).not.toContain('fasti_')
    }
  })
})

describe.each(DATABASES)('the lag of changes on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { config: (config) => nearby(config), now: () => now })

  it('is counted when an application fetches a change for the first time', async () => {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    const eventId = await club.event(calendarId, { startDate: '2027-03-09', endDate: '2027-03-09' })
    const { feedUrl } = await club.subscriber(undefined, [calendarId])
    const read = async (agent: string) => {
      await send(feedUrl, { headers: { 'user-agent': agent } })
      await app.ctx.feedReads.flush()
    }
    const move = async (startTime: string) => void (await club.put(`/event/${eventId}`, { startTime }))
    const google = async (part: string) => {
      const bound = part === 'count' || part === 'sum' ? '' : `le="${part}",`
      const name = `fasti_change_lag_seconds_${bound ? 'bucket' : part}`
      return (await scrape(app.url)).get(`${name}{${bound}application="Google Calendar"}`)
    }
    await read('Google-Calendar-Importer')
    await move('14:00')
    expect(await google('count')).toBeUndefined()
    now += 5 * 3_600_000
    await move('15:00')
    now += 60_000
    for (const agent of ['Google-Calendar-Importer', 'Google-Calendar-Importer', 'Thunderbird'])
      await read(agent)
    expect(await google('count')).toBe(2)
    expect(await google('sum')).toBe(5 * 3600 + 60 + 60)
    expect([await google('300'), await google('14400'), await google('28800')]).toEqual([1, 1, 2])

    // The clock was set back after the change: no time is negative.
    await move('16:00')
    now -= 600_000
    await read('Google-Calendar-Importer')
    expect([await google('count'), await google('sum')]).toEqual([3, 5 * 3600 + 120])
    const names = [...(await scrape(app.url)).keys()].filter((name) => name.startsWith('fasti_change_lag'))
    // Thunderbird had nothing before it, so it waited for nothing.
    expect(names.filter((name) => !name.includes('application="Google Calendar"'))).toEqual([])
  })
})

describe('who may read the metrics', () => {
  it('is nobody behind a proxy we know nothing of', async () => {
    const app = await startTestApp('sqlite') // its public address is https, so a proxy is in front
    expect((await send(`${app.url}/metrics`)).status).toBe(403)
    await app.close()
  })

  it('is who has the token, and then nobody else', async () => {
    const metricsToken = 'a-token-for-prometheus'
    const app = await startTestApp('sqlite', {
      config: (config) => ({ ...config, http: { ...config.http, metricsToken } }),
    })
    const as = async (authorization?: string) =>
      (await send(`${app.url}/metrics`, { ...(authorization && { headers: { authorization } }) })).status
    expect(await as(`Bearer ${metricsToken}`)).toBe(200)
    for (const wrong of [
      undefined,
      'Bearer',
      `Bearer ${metricsToken}x`,
      metricsToken,
      `Basic ${metricsToken}`,
    ])
      expect(await as(wrong), wrong).toBe(403)
    await app.close()
  })
})

it('has a name for every status of a feed', async () => {
  const meters = createMeters()
  for (const status of [200, 304, 404, 429, 503, 500, 418]) countFeedRead(meters, 'Other', status)
  const { values } = await meters.feedReads.get()
  const counts = Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]))
  expect(counts).toEqual({ 200: 1, 304: 1, 404: 1, 429: 1, 503: 1, other: 2 })
})

function nearby(config: TestApp['ctx']['config']): TestApp['ctx']['config'] {
  return { ...config, http: { ...config.http, publicUrl: 'http://fasti.test' } }
}
