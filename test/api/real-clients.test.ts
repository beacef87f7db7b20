import { describe, expect, it } from 'vitest'
import { signSha256 } from '../../src/signing/signature.ts'
import { DATABASES } from '../support/databases.ts'
import { openRaw, sendRaw } from '../support/raw-http.ts'
import { useTestApp } from '../support/test-app.ts'
import {
  fixture,
  type Json,
  newAccount,
  newCalendar,
  record,
  send,
  type TestPublisher,
} from '../support/test-publisher.ts'

const BATCH = '/batch/events?type=private'
const names = (list: Json) => list.map((event: Json) => event.name as string)

/** A request as its bytes; `path` with its query is signed. */
async function raw(
  club: TestPublisher,
  method: string,
  path: string,
  head: string[],
  body: string | Buffer = '',
) {
  const { pathname, search } = new URL(club.signedUrl(path, body))
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, 'Connection: close', ...head]
  const { status, text, answers } = await sendRaw(club.url, `${lines.join('\r\n')}\r\n\r\n`, body)
  return { status, answers, text, body: JSON.parse(text.split('\r\n\r\n').at(-1) || 'null') }
}

describe.each(DATABASES)('what real clients send, on %s', (kind) => {
  const app = useTestApp(kind)

  it("lists a subscriber's events in pages, where one is asked for", async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    for (const hour of ['10', '11', '12'])
      await club.privateEvent(svcId, { name: hour, startTime: `${hour}:00`, endTime: `${hour}:30` })
    const list = async (query: string) => {
      const { status, body, text } = await club.get(`/event?svc_id=${svcId}${query}`)
      return status === 200 ? names(body) : [status, text]
    }
    expect(await list('')).toEqual(['10', '11', '12'])
    expect(await list('&limit=2')).toEqual(['10', '11'])
    expect(await list('&limit=2&page=2')).toEqual(['12'])
    expect(await list('&limit=2&page=3')).toEqual([204, ''])
    expect(await list('&page=1&type=private')).toEqual(['10', '11', '12'])
    expect(await list('&page=2')).toEqual([204, ''])
    expect(await list('&page=1&type=fixture')).toEqual([204, ''])
    expect(await list('&type=fixture')).toEqual([])
    expect((await club.get(`/event?svc_id=${svcId}&limit=101`)).status).toBe(400)
  })

  it('has pages past the end, however far', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    const calendarId = await club.calendar()
    await club.event(calendarId)
    await club.privateEvent(svcId)
    for (const page of ['1000000000', '9'.repeat(30), '9'.repeat(400), `00${'9'.repeat(20)}`]) {
      expect(await club.get(`/event?page=${page}`), page).toMatchObject({ status: 204, text: '' })
      expect((await club.get(`/event?svc_id=${svcId}&page=${page}`)).status).toBe(204)
      expect((await club.get(`${BATCH}&page=${page}`)).body).toMatchObject({ status: '200', data: [] })
      expect((await club.get(`${BATCH}&limit=${page}`)).body.data).toHaveLength(1)
    }
    for (const page of ['0', '-1', '1e9', '1.0'])
      expect((await club.get(`/event?page=${page}`)).status, page).toBe(400)
  })

  it('reads the type of a batch in any case', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    const add = (query: string, body: Json) => club.post(`/batch/events${query}`, body)
    const events = () => [record(svcId, { type: 'PRIVATE' })]
    expect((await add('', { type: 'Private', events: events() })).body.added).toBe(1)
    expect((await add('?type=PRIVATE', { events: events() })).body.added).toBe(1)
    const { data } = (await club.get('/batch/events?type=Private')).body
    expect(data).toHaveLength(2)
    const ids = data.map(({ id }: Json) => id)
    expect((await club.post('/batch/events/search?type=pRIVATE', { ids })).body.data).toHaveLength(2)
    expect((await club.delete('/batch/events?type=PRIVATE', { ids })).body.deleted).toBe(2)
    for (const type of ['fixture', '', 7, ['private']])
      expect((await add('', { type, events: events() })).body.errors).toEqual({
        type: 'type must be private',
      })
  })

  it("keeps a link's name that came without its address, and shows it once there is one", async () => {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    const [one, two] = ['quickLink[1]', 'quickLink[2]']
    const id = await club.event(calendarId, {
      [`${one}[name]`]: 'Tickets',
      [`${two}[name]`]: 'Shop',
      [`${two}[url]`]: '',
    })
    const links = async () => {
      const { data } = (await club.get(`/event/${id}`)).body
      return [one, two].map((link) => [data[`${link}[name]`], data[`${link}[url]`]])
    }
    const feed = async () => (await send(`${app.url}/calendar/${calendarId}.ics`)).text
    expect(await links()).toEqual([
      ['', ''],
      ['', ''],
    ])
    expect(await feed()).not.toContain('Tickets')
    await club.put(`/event/${id}`, { [`${one}[url]`]: 'https://example.com/t' })
    await club.put(`/event/${id}`, { quickLink: { 2: { url: 'https://example.com/s' } } })
    expect(await links()).toEqual([
      ['Tickets', 'https://example.com/t'],
      ['Shop', 'https://example.com/s'],
    ])
    expect(await feed()).toContain('Tickets')
    // An empty address removes a link with its name, and so do two empty texts.
    await club.put(`/event/${id}`, { [`${one}[url]`]: '', [`${two}[name]`]: '', [`${two}[url]`]: '' })
    await club.put(`/event/${id}`, {
      [`${one}[url]`]: 'https://example.com/t',
      [`${two}[url]`]: 'https://example.com/s',
    })
    expect(await links()).toEqual([
      ['', 'https://example.com/t'],
      ['', 'https://example.com/s'],
    ])
  })

  it('names the first link as primary and the second as secondary, unless it is told others', async () => {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    const shown = async (id: string) => {
      const { primary_link, secondary_link } = (await club.get(`/event/${id}`)).body.data
      return [primary_link, secondary_link]
    }
    expect(await shown(await club.event(calendarId))).toEqual([1, 2])
    const id = await club.event(calendarId, { primary_link: 3, secondary_link: '0' })
    expect(await shown(id)).toEqual([3, 0])
    await club.put(`/event/${id}`, { primary_link: 1, secondary_link: 2 })
    expect(await shown(id)).toEqual([1, 2])
  })

  it('refuses names of blanks only', async () => {
    const club = await app.publisher({ partner: true })
    const calendarId = await club.calendar()
    const id = await club.event(calendarId)
    const { svcId } = await club.subscriber()
    for (const blank of [' ', '   ', '\t\n', '\u00a0\u2003\ufeff']) {
      const answers = [
        await club.post('/event', fixture({ calendarId, name: blank })),
        await club.put(`/event/${id}`, { name: blank }),
        await club.post(`/event?svc_id=${svcId}`, fixture({ name: blank })),
        await club.post('/calendar', newCalendar({ name: blank.repeat(2) })),
        await club.put(`/calendar/${calendarId}`, { name: blank.repeat(2), subGenre: 'Rugby' }),
      ]
      for (const { status, body } of answers) {
        expect(status, JSON.stringify(blank)).toBe(400)
        expect(body.errors.name).toMatch(/^(Event|Calendar) name must be a text of [12] to \d+ characters/)
      }
      const batch = await club.post(BATCH, { type: 'private', events: [record(svcId, { name: blank })] })
      expect(Object.keys(batch.body.errors)).toEqual(['events[0].name'])
      const account = newAccount({ firstName: blank, lastName: blank, company: blank })
      expect(Object.keys((await club.post('/account', account)).body.errors).sort()).toEqual([
        'company',
        'firstName',
        'lastName',
      ])
    }
    expect((await club.post('/event', fixture({ calendarId, name: ' x ' }))).status).toBe(200)
  })

  it('takes a calendar record back as it gave it', async () => {
    const club = await app.publisher()
    const calendars = [
      newCalendar(),
      newCalendar({ categories: 'Sports/Rugby, Men', logo: 'https://example.com/l.png', note: 'Ours' }),
      newCalendar({ categories: 'Uncategorized', draftCalendar: 1 }),
    ]
    for (const calendar of calendars) {
      const id = await club.calendar(calendar)
      const read = async () => {
        const { latestVersion: _, modified: __, ...rest } = (await club.get(`/calendar/${id}`)).body.data
        return rest
      }
      const before = await read()
      expect(await club.put(`/calendar/${id}`, (await club.get(`/calendar/${id}`)).body.data)).toMatchObject({
        status: 200,
        body: { calendarId: id },
      })
      expect(await read()).toEqual(before)
    }
    const id = await club.calendar()
    // A calendar without categories is shown with one that is none.
    const [category] = (await club.get(`/calendar/${id}`)).body.data.categoryIds
    for (const { id } of (await club.get('/admin/api/categories')).body.data)
      if (id === category) await club.delete(`/admin/api/categories/${id}`)
    const bare = (await club.get(`/calendar/${id}`)).body.data
    expect([bare.categories, bare.categoryIds]).toEqual([['Uncategorized'], []])
    expect((await club.put(`/calendar/${id}`, bare)).status).toBe(200)
    expect((await club.get(`/calendar/${id}`)).body.data).toMatchObject({
      categories: ['Uncategorized'],
      categoryIds: [],
    })
    expect((await club.put(`/calendar/${id}`, { ...bare, categories: ['Sports/Rugby', 'Men'] })).status).toBe(
      200,
    )
    expect((await club.get(`/calendar/${id}`)).body.data.categories).toEqual(['Sports/Rugby', 'Men'])
    for (const wrong of [['A//B'], [7], ['A,B'], [''], 7, []])
      expect(
        (await club.put(`/calendar/${id}`, { ...bare, categories: wrong })).body.errors,
        String(wrong),
      ).toEqual({
        categories: expect.stringMatching(/^Calendar categories must be paths/),
      })
  })

  it('reads raw UTF-8 in a query as such, and signs it as such', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    await club.privateEvent(svcId, { name: 'Cup', referenceType: 'Été🏁' })
    const encoded = new URL(club.signedUrl(`${BATCH}&referenceType=Été🏁`))
    const query = encoded.search.replace(encodeURIComponent('Été🏁'), 'Été🏁')
    expect(query).toContain('Été🏁')
    const request = `GET ${encoded.pathname}${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
    const { status, text } = await sendRaw(app.url, Buffer.from(request))
    expect(status).toBe(200)
    expect(text).toContain('"name":"Cup"')
    // A body may follow in packets of its own.
    const body = JSON.stringify(fixture({ type: 'private', name: 'Later' }))
    const post = new URL(club.signedUrl(`/event?svc_id=${svcId}&note=é`, body))
    const connection = await openRaw(app.url)
    const line = `POST ${post.pathname}${post.search.replace('%C3%A9', 'é')} HTTP/1.1`
    connection.socket.write(`${line}\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n{`)
    await expect.poll(() => connection.socket.bytesWritten).toBeGreaterThan(line.length)
    connection.socket.write(body.slice(1, 20))
    connection.socket.write(body.slice(20))
    await connection.ended
    expect(connection.answer()).toMatchObject({ status: 200, answers: 1 })
    expect((await club.get(`/event?svc_id=${svcId}&type=private`)).body).toHaveLength(2)
    // Octets that are no UTF-8 are read like those that are percent-encoded.
    const latin = await sendRaw(app.url, Buffer.from(request.replace('Été🏁', '\xc9'), 'latin1'))
    expect(latin.status).toBe(403)
  })
})

describe('what real clients send', () => {
  const app = useTestApp('sqlite', {
    config: (config) => ({ ...config, idAliases: { query: 'x_id', body: 'xId' } }),
  })

  it.each([
    ['malformed', ['Content-Type: ;;']],
    ['without a slash', ['Content-Type: json']],
    ['empty', ['Content-Type:']],
    ['of blanks', ['Content-Type:   ']],
    ['doubled in one line', ['Content-Type: application/json, application/json']],
    ['doubled', ['Content-Type: application/json', 'Content-Type: text/plain']],
    ['left out', []],
    ['of a form', ['Content-Type: application/x-www-form-urlencoded']],
  ])('takes a content type that is %s for none', async (_, head) => {
    const club = await app.publisher()
    const body = JSON.stringify(newCalendar())
    const lines = ['Host: localhost', `Content-Length: ${Buffer.byteLength(body)}`, ...head]
    expect(await raw(club, 'POST', '/calendar', lines, body)).toMatchObject({ status: 200, answers: 1 })
    const form = `POST /w/${club.widgetId}/subscribe HTTP/1.1\r\nConnection: close\r\n`
    const fan = JSON.stringify({ email: 'fan@example.com', calendarIds: [], skip_schedule_selection: true })
    const rest = ['Host: localhost', `Content-Length: ${fan.length}`, ...head].join('\r\n')
    expect((await sendRaw(app.url, `${form}${rest}\r\n\r\n${fan}`)).status).toBe(200)
  })

  it.each([
    ['{"name":', 'Unexpected end at position 8 (line 1 column 9)'],
    ['{"a":x}', 'unexpected text at position 5 (line 1 column 6)'],
    ['{\n  "name": "x",\n  "type": fixture\n}', 'unexpected text at position 27 (line 3 column 11)'],
    ["{'name':1}", "Expected property name or '}' at position 1 (line 1 column 2)"],
    ['{"a":"b\nc"}', 'Bad control character at position 7 (line 1 column 8)'],
    ['[1,2] 3', 'unexpected text at position 6 (line 1 column 7)'],
  ])('says where a body stops being JSON: %j', async (body, where) => {
    const club = await app.publisher()
    for (const path of ['/calendar', '/event', '/batch/events'])
      expect((await club.post(path, body)).body.errors).toEqual({
        body: `The body is not valid JSON: ${where}`,
      })
  })

  it('names both names where both were sent', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    expect((await club.get(`/event?svc_id=${svcId}&x_id=${svcId}`)).body.errors).toEqual({
      x_id: 'x_id and svc_id are the same: send one of them',
    })
    const events = [record(svcId), { ...record(svcId), xId: svcId }]
    expect((await club.post(BATCH, { type: 'private', events })).body.errors).toEqual({
      'events[1].xId': 'events[1].xId and events[1].svcId are the same: send one of them',
    })
  })

  it('names both names where neither was sent', async () => {
    const club = await app.publisher()
    const { svcId: _, ...without } = record('')
    expect((await club.post(BATCH, { type: 'private', events: [without] })).body.errors).toEqual({
      'events[0].svcId': 'Event svcId (or xId) is required',
    })
    expect((await club.get('/event?type=private')).body.errors).toEqual({
      svc_id: 'Event svc_id (or x_id) is required for private events',
    })
  })

  it('refuses NUL in a query, and knows no path with it', async () => {
    const club = await app.publisher()
    for (const query of ['showDraft=%00', 'x%00=1', 'page=1&tz=Europe%2FLondon%00']) {
      const answer = await send(`${app.url}/apiv2/calendar?${query}&apiKey=${club.apiKey}`)
      expect(answer).toMatchObject({ status: 400, body: { status: '400', statusLong: /NUL/ } })
      expect(answer.headers.get('x-request-id')).toBeTruthy()
    }
    expect((await send(`${app.url}/feed/x?a=%00`)).status).toBe(400)
    expect((await send(`${app.url}/apiv2/calendar/%00?apiKey=x`)).status).toBe(404)
  })

  it('answers a request without Host in JSON', async () => {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    for (const path of ['/healthz', '/apiv2/calendar', `/calendar/${calendarId}.ics`, '/nothing']) {
      const { status, text } = await sendRaw(app.url, `GET ${path} HTTP/1.1\r\n\r\n`)
      expect({ path, status }).toEqual({ path, status: 400 })
      expect(text).toMatch(/^content-type: application\/json; charset=utf-8\r$/im)
      expect(text).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
      expect(text.split('\r\n\r\n').at(-1)).toBe('{"status":"400","statusLong":"The request has no Host"}')
      expect((await sendRaw(app.url, `GET ${path} HTTP/1.0\r\n\r\n`)).status).not.toBe(400)
    }
  })
})

describe('the order of checks', () => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp('sqlite', {
    now: () => now,
    config: (config) => ({ ...config, batchIntervalMs: 2000, requestPace: { perSecond: 1, burst: 1 } }),
  })
  const large = 'x'.repeat(1_200_000)
  const inPieces = (club: TestPublisher, url: string, method = 'POST') =>
    send(url, { method, body: new Blob([large]).stream(), duplex: 'half' } as RequestInit)

  it('is signature, rate, size, whether a body comes whole or in pieces', async () => {
    const club = await app.publisher()
    const forged = club.signedUrl(BATCH, 'another body')
    const wrong = { status: 403, body: { statusLong: 'API signature does not match' } }
    for (let n = 0; n < 3; n++) {
      expect(await send(forged, { method: 'POST', body: large })).toMatchObject(wrong)
      expect(await inPieces(club, forged)).toMatchObject(wrong)
    }
    const tooLarge = { status: 413, body: { status: '413', statusLong: 'Payload Too Large' } }
    const tooMany = { status: 429, body: { status: '429' } }
    expect(await club.post(BATCH, large)).toMatchObject(tooLarge)
    expect(await club.post(BATCH, large)).toMatchObject(tooMany)
    expect(await inPieces(club, club.signedUrl(BATCH, large))).toMatchObject(tooMany)
    now += 2000
    expect(await inPieces(club, club.signedUrl(BATCH, large))).toMatchObject(tooLarge)
    now += 2000
    const unsigned = { method: 'DELETE', body: large }
    expect(await send(club.signedUrl(BATCH), unsigned)).toMatchObject(tooLarge)
    // Single operations wait for their turns, three of which are within two seconds.
    const answers = await Promise.all([1, 2, 3, 4].map(() => club.post('/event', large)))
    expect(answers.map(({ status }) => status).sort()).toEqual([413, 413, 413, 429])
    expect(await send(`${app.url}/apiv2/event?apiKey=nobody`, { method: 'POST', body: large })).toMatchObject(
      { status: 403 },
    )
  })

  it('holds for SHA-256 signatures', async () => {
    const club = await app.publisher()
    const query: [string, string][] = [
      ['type', 'private'],
      ['apiKey', club.apiKey],
      ['apiTime', String(now / 1000)],
    ]
    const signed = (body: string) => {
      const request = { method: 'POST', path: '/apiv2/batch/events', query, body: Buffer.from(body) }
      const sign = signSha256(club.secret, request)
      return `${club.url}/apiv2/batch/events?${new URLSearchParams([...query, ['apiSign', sign]])}`
    }
    expect((await send(signed('{}'), { method: 'POST', body: large })).status).toBe(403)
    expect((await send(signed(large), { method: 'POST', body: large })).status).toBe(413)
  })

  it('reads a body no further than 32 MB', async () => {
    const club = await app.publisher()
    const { pathname, search } = new URL(club.signedUrl(BATCH))
    const connection = await openRaw(app.url)
    const head = `POST ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n`
    connection.socket.write(head)
    const piece = Buffer.alloc(1_000_000, 'x')
    for (let n = 0; n < 40 && connection.socket.writable; n++) connection.socket.write(piece)
    await connection.ended
    expect(connection.answer()).toMatchObject({ status: 413, answers: 1 })
    expect(connection.answer().text).toMatch(/^connection: close\r$/m)
  })

  it('is told in the request log, with the size of the body', async () => {
    const club = await app.publisher()
    await send(club.signedUrl(BATCH, 'another body'), { method: 'POST', body: large })
    await app.ctx.requestLog.flush()
    const row = await app.ctx.database.limits
      .selectFrom('request_log')
      .select(['status', 'body_sha256', 'body_bytes'])
      .where('publisher_id', '=', club.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 403, body_sha256: '', body_bytes: 1_200_000 })
  })
})
