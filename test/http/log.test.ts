import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { sendRaw } from '../support/raw-http.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Answer, fixture, type Json, record, send } from '../support/test-publisher.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe.each(DATABASES)('requests on %s', (kind) => {
  const app = useTestApp(kind, { config: (config) => ({ ...config, batchIntervalMs: 60_000 }) })
  const entries = (): Json[] => app.log.map((line) => JSON.parse(line))
  const requestId = (answer: Answer) => answer.headers.get('x-request-id')!

  /** One person's way through the whole service, with every kind of answer. */
  async function everyKindOfAnswer() {
    const club = await app.publisher()
    const calendar = await club.calendar({ reference: 'season' })
    const fan = await club.subscriber('maria.musterfrau@example.com', [calendar])
    await club.event(calendar, { reference: 'final', 'quickLink[1][url]': 'https://example.com/' })
    const feed = await send(fan.feedUrl)
    const link = /\/l\/([\w-]+)/.exec(feed.text.replaceAll('\r\n ', ''))![1]!
    const form = (path: string, body: Json) =>
      send(app.url + path, { method: 'POST', body: JSON.stringify(body) })
    const answers = {
      'one record': await club.get(`/subscriber/${fan.email}`),
      'a list': await club.get('/event'),
      nothing: await club.get('/event?startDate=2090-01-01'),
      'a feed': feed,
      'a feed unchanged': await send(fan.feedUrl, {
        headers: { 'if-none-match': feed.headers.get('etag')! },
      }),
      'a public feed': await send(`${app.url}/calendar/${calendar}.ics`),
      'a link': await send(`${app.url}/l/${link}`),
      'the portal': await send(`${fan.manageUrl}/data`),
      'a widget': await send(`${app.url}/w/${club.widgetId}/config`),
      health: await send(`${app.url}/healthz`),
      readiness: await send(`${app.url}/readyz`),
      'robots.txt': await send(`${app.url}/robots.txt`),
      'the document': await send(`${app.url}/openapi.json`),
      'its page': await send(`${app.url}/docs`),
      'a batch': await club.post('/batch/events', { type: 'private', events: [record(fan.svcId)] }),
    }
    const refusals = {
      'an unknown address': await send(`${app.url}/nothing?email=${fan.email}`),
      'an unreadable address': await send(`${app.url}/subscriber/${fan.email}/%zz?apiKey=${club.apiKey}`),
      'a long address': await send(`${app.url}/apiv2/subscriber/${fan.email}${'x'.repeat(3000)}`),
      'bad values': await club.post('/event', { email: fan.email, secret: club.secret }),
      'no JSON': await club.post('/event', `{"email":"${fan.email}",,}`),
      'a batch of bad values': await send(club.signedUrl('/event?svc_id=x', '[]'), {
        method: 'POST',
        body: '[]',
      }),
      'an unknown e-mail': await club.get('/subscriber/other.person@example.com'),
      'a taken reference': await club.post('/event', fixture({ calendarId: calendar, reference: 'final' })),
      'a wrong signature': await send(`${club.signedUrl('/calendar')}0`),
      'an unknown key': await send(
        `${app.url}/apiv2/calendar?apiKey=${club.apiKey}x&apiSign=${'0'.repeat(32)}`,
      ),
      'a forged feed': await send(fan.feedUrl.replace(/.\/[^/]*$/, '-/x.ics')),
      'a forged manage link': await send(`${fan.manageUrl}x/data`),
      'a forged link': await send(`${app.url}/l/${link}x`),
      'a wrong method': await send(`${fan.manageUrl}/data`, { method: 'PATCH' }),
      'a large body': await form(`/w/${club.widgetId}/subscribe`, {
        email: fan.email,
        note: 'x'.repeat(300_000),
      }),
      'a form that is wrong': await form(`/w/${club.widgetId}/subscribe`, { email: `${fan.email} ` }),
      compression: await club.call('POST', '/event', '{}', { 'content-encoding': 'gzip' }),
      'a second batch': await club.get('/batch/events?type=private'),
      'an unknown widget': await send(`${app.url}/w/${fan.svcId}/config`),
    }
    return { club, fan, link, answers, refusals }
  }

  it('each have an id of their own, and the refused ones a line in the log under it', async () => {
    const { answers, refusals } = await everyKindOfAnswer()
    for (const [name, answer] of Object.entries(answers)) {
      expect({ name, ok: answer.status < 400 }).toEqual({ name, ok: true })
    }
    const all = Object.entries({ ...answers, ...refusals })
    for (const [name, answer] of all)
      expect({ name, id: requestId(answer) }).toMatchObject({ id: expect.stringMatching(UUID) })
    expect(new Set(all.map(([, answer]) => requestId(answer))).size).toBe(all.length)
    for (const [name, answer] of Object.entries(refusals)) {
      expect({ name, refused: answer.status >= 400 && answer.status < 500 }).toEqual({ name, refused: true })
      expect(answer.body, name).toMatchObject({
        status: String(answer.status),
        statusLong: expect.any(String),
      })
      expect(answer.text, name).not.toMatch(/\.[jt]s:\d|node_modules|select .* from|sqlite|postgres|kysely/i)
      const lines = entries().filter((entry) => entry.reqId === requestId(answer))
      expect({ name, lines }).toMatchObject({ name, lines: [{ level: 30, status: answer.status }] })
    }
  })

  it('that are none have a line under their id too', async () => {
    const { text } = await sendRaw(app.url, 'BREW /coffee HTTP/1.1\r\n\r\n')
    const [, id] = /^x-request-id: (.*)\r$/m.exec(text)!
    expect(entries().filter((entry) => entry.reqId === id)).toMatchObject([
      { status: 400, msg: 'broken request' },
    ])
  })

  it('that a client breaks off are no error of ours', async () => {
    const club = await app.publisher()
    const { pathname, search } = new URL(club.signedUrl('/calendar'))
    const before = app.log.length
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write(`POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"name":`)
    await club.get('/calendar') // sent later, so the first is being read by now
    socket.destroy()
    const fresh = () => entries().slice(before)
    await expect.poll(fresh).toContainEqual(expect.objectContaining({ level: 30, msg: 'broken request' }))
    await club.get('/calendar')
    expect(fresh().filter((entry) => entry.level > 30)).toEqual([])
  })

  it('that fail through a fault of ours tell nothing but their id, and the log tells all', async () => {
    const club = await app.publisher()
    const fault = new Error('select secret from api_key: no such column at /srv/fasti')
    vi.spyOn(app.ctx.directory, 'find').mockRejectedValueOnce(fault)
    const answer = await club.get('/calendar')
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 500,
      body: { status: '500', statusLong: 'Internal Server Error', requestId: requestId(answer) },
    })
    const lines = entries().filter((entry) => entry.reqId === requestId(answer))
    expect(lines).toMatchObject([
      { level: 50, err: { message: expect.stringContaining('no such column'), stack: expect.any(String) } },
      { level: 30, status: 500, route: '/apiv2/calendar' },
    ])
  })

  it('leave no secret, link or e-mail in the log', async () => {
    const { club, fan, link } = await everyKindOfAnswer()
    const token = fan.feedUrl.split('/').at(-2)!
    const tokens = [token, fan.manageUrl.split('/').at(-1)!, link]
    for (const path of ['calendars', 'unsubscribe']) {
      await send(`${fan.manageUrl}/${path}`, { method: 'POST', body: '{"calendarIds":[]}' })
    }
    await send(`${fan.manageUrl}/rotate`, { method: 'POST' })
    // Without a mail server, links of mails are logged.
    const log = app.log.filter((line) => !line.includes('mail written')).join('')
    expect(log).toContain('"route":"/manage/:token/calendars"')
    expect(log).toContain('"route":"/apiv2/subscriber/:key"')
    for (const secret of [
      club.apiKey,
      club.secret,
      'apiSign',
      'apiKey',
      ...tokens,
      '@example.com',
      'musterfrau',
    ])
      expect(log).not.toContain(secret)
  })
})
