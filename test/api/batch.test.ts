import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { record, send, type TestPublisher } from '../support/test-publisher.ts'

const PRIVATE = '/batch/events?type=private'
const add = (club: TestPublisher, events: unknown[], headers?: HeadersInit) =>
  club.post('/batch/events', { type: 'private', events }, headers)

describe.each(DATABASES)('batch events on %s', (kind) => {
  const app = useTestApp(kind)

  async function clubWithFan() {
    const club = await app.publisher()
    return { club, fan: await club.subscriber() }
  }

  describe('adding', () => {
    it('adds records of many subscribers and says what became of each', async () => {
      const club = await app.publisher()
      const fans = [await club.subscriber(), await club.subscriber()]
      const records = [record(fans[0]!.svcId), record(fans[1]!.svcId), record(fans[0]!.svcId)]
      const answer = await add(club, records)
      expect(answer.status).toBe(207)
      expect(answer.body).toEqual({
        status: '207',
        statusLong: 'Multi-Status',
        total_processed: 3,
        added: 3,
        items: records.map(({ reference }) => ({
          id: expect.stringMatching(/^[0-9a-f]{24}$/),
          scheduleId: expect.stringMatching(/^[0-9a-f]{24}$/),
          reference,
          status: 201,
        })),
        elapsed: expect.stringMatching(/^\d+\.\dms$/),
      })
      const { items } = answer.body
      expect(items[0].scheduleId).toBe(items[2].scheduleId)
      expect(items[0].scheduleId).not.toBe(items[1].scheduleId)
      const { data } = (await club.get(`${PRIVATE}&svc_id=${fans[0]!.svcId}`)).body
      expect(data.map((event: { id: string }) => event.id)).toEqual([items[0].id, items[2].id])
      expect(data[0]).toMatchObject({ calendarId: items[0].scheduleId, type: 'private' })
    })

    it('gives back what was posted', async () => {
      const { club, fan } = await clubWithFan()
      const posted = record(fan.svcId, {
        alert2: '2D',
        referenceType: 'invoices',
        sponsored_message: 'Thanks',
        location: 'Main St 1',
        details: 'Line 1\nLine 2; with, marks\\',
        'quickLink[1][name]': 'Pay',
        'quickLink[1][url]': 'https://example.com/pay?a=1&b=2',
        'quickLink[10][url]': 'https://example.com/ten',
        social: { facebook: 'fb' },
        tags: ['a', 'b'],
        featured: '1',
        twitterTag: '#x',
        event_banner: 'https://example.com/b.png',
        'focus-x': '10',
        primary_link: 1,
      })
      await add(club, [posted])
      const { data } = (await club.get(`${PRIVATE}&svc_id=${fan.svcId}`)).body
      const { svcId, allDay, ...same } = posted
      expect(data[0]).toMatchObject({
        ...same,
        allDay: false,
        featured: 1,
        publisherId: club.id,
        publisherOrgId: club.id,
        startGmt: '20270410T140000Z',
        endGmt: '20270410T160000Z',
        startDateFull: '2027-04-10T15:00:00+01:00',
        due: expect.stringMatching(/^\d+ days$/),
      })
      expect(Object.keys(data[0]).filter((key) => key.startsWith('quickLink['))).toHaveLength(30)
      expect(data[0]['quickLink[10][original_url]']).toBe('https://example.com/ten')
    })

    it("skips records that can't be stored, failed ones first, each in the order of the request", async () => {
      const [club, other] = [await app.publisher(), await app.publisher()]
      const [fan, gone, foreign] = [
        await club.subscriber(),
        await club.subscriber(),
        await other.subscriber(),
      ]
      await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
      const stored = record(fan.svcId)
      await add(club, [stored])
      const good = [record(fan.svcId), record(fan.svcId)]
      const answer = await add(club, [
        good[0],
        record(gone.svcId, { reference: 'to-gone' }),
        record('nonsense', { reference: 'to-nonsense' }),
        stored,
        record(foreign.svcId, { reference: 'to-foreign' }),
        good[1],
        record('0'.repeat(24), { reference: 'to-unknown' }),
      ])
      expect(answer.body).toMatchObject({ total_processed: 7, added: 2, errors: 5 })
      expect(answer.body.items).toEqual([
        { reference: 'to-gone', status: 400, error: 'subscriber is not active' },
        { reference: 'to-nonsense', status: 400, error: 'subscriber id is not valid id' },
        { reference: stored.reference, status: 400, error: 'one event with same reference already exists' },
        { reference: 'to-foreign', status: 400, error: 'subscriber id is not valid id' },
        { reference: 'to-unknown', status: 400, error: 'subscriber id is not valid id' },
        expect.objectContaining({ reference: good[0].reference, status: 201 }),
        expect.objectContaining({ reference: good[1].reference, status: 201 }),
      ])
    })

    it('stops at a reference repeated in the payload', async () => {
      const { club, fan } = await clubWithFan()
      const answer = await add(club, [
        record(fan.svcId),
        record(fan.svcId, { reference: 'twice' }),
        record(fan.svcId, { reference: 'twice' }),
      ])
      expect(answer).toMatchObject({ status: 207, body: { total_processed: 1, added: 0, errors: 1 } })
      expect(answer.body.items).toEqual([
        { reference: 'twice', status: 400, error: 'given parameter is not valid' },
      ])
      expect((await club.get(PRIVATE)).body.data).toEqual([])
    })

    it('keeps references unique over public events too', async () => {
      const { club, fan } = await clubWithFan()
      const calendar = await club.calendar()
      await club.event(calendar, { reference: 'shared' })
      expect((await add(club, [record(fan.svcId, { reference: 'shared' })])).body.items[0].error).toBe(
        'one event with same reference already exists',
      )
    })

    it.each([
      ['a wrong zone', { timezone: 'Mars/Olympus' }, 'timezone'],
      ['an offset for a zone', { timezone: '+02:00' }, 'timezone'],
      ['a date that does not exist', { startDate: '2027-02-29' }, 'startDate'],
      ['a date in another form', { startDate: '10/04/2027' }, 'startDate'],
      ['an end before the start', { endTime: '14:59' }, 'endDate'],
      ['a time that does not exist', { startTime: '24:00' }, 'startTime'],
      ['no time', { startTime: undefined }, 'startTime'],
      ['an alert in weeks', { alert: '2W' }, 'alert'],
      ['a long alert', { alert2: '12345M' }, 'alert2'],
      ['allDay maybe', { allDay: 'maybe' }, 'allDay'],
      ['draft 2', { draft: 2 }, 'draft'],
      ['no name', { name: '' }, 'name'],
      ['a long name', { name: 'x'.repeat(501) }, 'name'],
      ['long details', { details: 'x'.repeat(8001) }, 'details'],
      ['a control character', { location: 'a\u0007b' }, 'location'],
      ['a number for a name', { name: 5 }, 'name'],
      ['a space in the reference', { reference: 'a b' }, 'reference'],
      ['no reference', { reference: undefined }, 'reference'],
      ['a space in the referenceType', { referenceType: 'a b' }, 'referenceType'],
      ['no svcId', { svcId: undefined }, 'svcId'],
      ['a number for a svcId', { svcId: 5 }, 'svcId'],
      ['a public type', { type: 'fixture' }, 'type'],
      ['a script for a link', { 'quickLink[1][url]': 'javascript:alert(1)' }, 'quickLink[1][url]'],
      ['an eleventh link', { 'quickLink[11][url]': 'https://example.com' }, 'quickLink[11]'],
    ])('fails as a whole for %s', async (_, fault, field) => {
      const { club, fan } = await clubWithFan()
      const answer = await add(club, [record(fan.svcId), record(fan.svcId, fault)])
      expect(answer).toMatchObject({ status: 400, body: { status: '400', statusLong: 'Validation failed.' } })
      expect(Object.keys(answer.body.errors)).toEqual([`events[1].${field}`])
      expect((await club.get(PRIVATE)).body.data).toEqual([])
    })

    it('tells all faults of all records, up to a hundred', async () => {
      const { club, fan } = await clubWithFan()
      const { errors } = (await add(club, [5, record(fan.svcId, { timezone: 'X/Y', startDate: '' }), null]))
        .body
      expect(Object.keys(errors).sort()).toEqual([
        'events[0]',
        'events[1].startDate',
        'events[1].timezone',
        'events[2]',
      ])
      const many = await add(
        club,
        Array.from({ length: 150 }, () => ({})),
      )
      expect(Object.keys(many.body.errors)).toHaveLength(100)
    })

    it.each([
      ['no body', '', 'body'],
      ['no JSON', '{"type":', 'body'],
      ['a list', '[]', 'type'],
      ['null', 'null', 'type'],
      ['another type', '{"type":"fixture","events":[{}]}', 'type'],
      ['no events', '{"type":"private"}', 'events'],
      ['an empty list', '{"type":"private","events":[]}', 'events'],
      ['events that are no list', '{"type":"private","events":{"0":{}}}', 'events'],
      ['half a surrogate pair', '{"type":"private","events":[{"name":"\\ud83c"}]}', 'body'],
    ])('refuses %s', async (_, body, field) => {
      const club = await app.publisher()
      const answer = await club.post('/batch/events', body)
      expect(answer).toMatchObject({
        status: 400,
        body: { status: '400', statusLong: 'Validation failed.', errors: { [field]: expect.any(String) } },
      })
    })

    it('says where JSON goes wrong, and quotes nothing of it', async () => {
      const club = await app.publisher()
      const { errors } = (await club.post('/batch/events', '{"type":"private",\n"secret" "x"}')).body
      expect(errors.body).toMatch(/line 2 column \d+/)
      expect(errors.body).not.toContain('secret')
    })

    it('takes 1000 records and refuses 1001', async () => {
      const { club, fan } = await clubWithFan()
      const records = Array.from({ length: 1001 }, () => record(fan.svcId))
      const short = records.map(({ details, ...rest }) => rest)
      expect(await add(club, short)).toMatchObject({
        status: 413,
        body: { status: '413', statusLong: 'Payload Too Large' },
      })
      expect((await add(club, short.slice(1))).body).toMatchObject({ total_processed: 1000, added: 1000 })
    })

    it('takes 1,000,000 bytes and refuses one more, sent whole or in chunks', async () => {
      const { club, fan } = await clubWithFan()
      const body = JSON.stringify({ type: 'private', events: [record(fan.svcId)] })
      const exact = body + ' '.repeat(1_000_000 - Buffer.byteLength(body))
      expect(await club.post('/batch/events', `${exact} `)).toMatchObject({
        status: 413,
        body: { statusLong: 'Payload Too Large' },
      })
      const chunked = new ReadableStream({
        start(controller) {
          for (const part of [exact, ' ']) controller.enqueue(Buffer.from(part))
          controller.close()
        },
      })
      const init = { method: 'POST', body: chunked, duplex: 'half' } as RequestInit
      expect((await send(club.signedUrl('/batch/events', `${exact} `), init)).status).toBe(413)
      expect((await club.post('/batch/events', exact)).status).toBe(207)
    })

    it('is a draft unless told otherwise', async () => {
      const { club, fan } = await clubWithFan()
      const values = [undefined, 0, 1, '0', '1']
      await add(
        club,
        values.map((draft) => record(fan.svcId, { draft })),
      )
      const { data } = (await club.get(PRIVATE)).body
      expect(data.map((event: { draft: number }) => event.draft)).toEqual([1, 0, 1, 0, 1])
    })

    it('checks everything and stores nothing in a dry run', async () => {
      const { club, fan } = await clubWithFan()
      const stored = record(fan.svcId)
      await add(club, [stored])
      const events = [stored, record('x'), record(fan.svcId)]
      const tried = await club.post('/batch/events?dryRun=1', { type: 'private', events })
      expect(tried).toMatchObject({ status: 207, body: { total_processed: 3, added: 1, errors: 2 } })
      expect((await club.get(PRIVATE)).body.data).toHaveLength(1)
    })

    it('answers a repeated Idempotency-Key as before, without new work', async () => {
      const { club, fan } = await clubWithFan()
      const events = [record(fan.svcId), record('x')]
      const headers = { 'idempotency-key': 'monday' }
      const first = await add(club, events, headers)
      const again = await add(club, events, headers)
      expect(again.body).toEqual({ ...first.body, elapsed: expect.any(String) })
      expect(again.body.added).toBe(1)
      expect((await add(club, [record(fan.svcId)], headers)).status).toBe(409)
      expect((await club.get(PRIVATE)).body.data).toHaveLength(1)
    })

    it('lets one of 20 clients win a race for a reference', async () => {
      const { club, fan } = await clubWithFan()
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => add(club, [record(fan.svcId, { reference: 'prize' })])),
      )
      expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(207))
      expect(answers.filter((answer) => answer.body.added === 1)).toHaveLength(1)
      expect((await club.get(PRIVATE)).body.data).toHaveLength(1)
    })
  })

  describe('reading', () => {
    it('pages in creation order and ends with an empty list', async () => {
      const { club, fan } = await clubWithFan()
      const records = Array.from({ length: 105 }, () => record(fan.svcId))
      await add(club, records)
      const references = records.map(({ reference }) => reference)
      const page = async (query: string) =>
        (await club.get(`${PRIVATE}${query}`)).body.data.map(
          (event: { reference: string }) => event.reference,
        )
      expect(await page('')).toEqual(references.slice(0, 100))
      expect(await page('&page=2')).toEqual(references.slice(100))
      expect(await page('&page=3')).toEqual([])
      expect(await page('&limit=7&page=2')).toEqual(references.slice(7, 14))
      expect(await page('&limit=1000')).toEqual(references.slice(0, 100))
      for (const bad of ['&page=0', '&page=-1', '&page=x', '&limit=0', '&limit=x']) {
        expect((await club.get(`${PRIVATE}${bad}`)).status).toBe(400)
      }
    })

    it('needs the type', async () => {
      const club = await app.publisher()
      for (const query of ['', '?type=fixture', '?type=']) {
        expect(await club.get(`/batch/events${query}`)).toMatchObject({
          status: 400,
          body: { statusLong: 'Validation failed.', errors: { type: expect.any(String) } },
        })
      }
    })

    it('filters by subscriber and group', async () => {
      const club = await app.publisher()
      const [a, b] = [await club.subscriber(), await club.subscriber()]
      await add(club, [
        record(a.svcId, { referenceType: 'x' }),
        record(a.svcId, { referenceType: 'y' }),
        record(b.svcId, { referenceType: 'x' }),
      ])
      const count = async (query: string) => (await club.get(`${PRIVATE}${query}`)).body.data.length
      expect(await count(`&svc_id=${a.svcId}`)).toBe(2)
      expect(await count('&referenceType=x')).toBe(2)
      expect(await count(`&svc_id=${a.svcId}&referenceType=x`)).toBe(1)
      expect(await count('&referenceType=z')).toBe(0)
    })

    it('knows no unsubscribed, unknown or foreign subscriber', async () => {
      const [club, other] = [await app.publisher(), await app.publisher()]
      const [gone, foreign] = [await club.subscriber(), await other.subscriber()]
      await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
      expect(await club.get(`${PRIVATE}&svc_id=${gone.svcId}`)).toMatchObject({
        status: 403,
        body: { statusLong: 'subscriber is not active' },
      })
      for (const id of [foreign.svcId, '0'.repeat(24), 'x'])
        expect((await club.get(`${PRIVATE}&svc_id=${id}`)).status).toBe(404)
    })

    it('searches by id, in creation order', async () => {
      const [club, other] = [await app.publisher(), await app.publisher()]
      const [fan, foreign] = [await club.subscriber(), await other.subscriber()]
      const { items } = (await add(club, [record(fan.svcId), record(fan.svcId), record(fan.svcId)])).body
      const strange = (await add(other, [record(foreign.svcId)])).body.items[0].id
      const ids = [items[2].id, strange, items[0].id, items[0].id]
      const found = await club.post('/batch/events/search?type=private', { ids })
      expect(found).toMatchObject({ status: 200, body: { status: '200', statusLong: 'OK' } })
      expect(found.body.data.map((event: { id: string }) => event.id)).toEqual([items[0].id, items[2].id])
    })
  })

  describe('deleting', () => {
    it('deletes each id once and says which were not there', async () => {
      const [club, other] = [await app.publisher(), await app.publisher()]
      const [fan, foreign] = [await club.subscriber(), await other.subscriber()]
      const calendar = await club.calendar()
      const publicId = await club.event(calendar)
      const { items } = (await add(club, [record(fan.svcId), record(fan.svcId)])).body
      const strange = (await add(other, [record(foreign.svcId)])).body.items[0].id
      const ids = [items[0].id, publicId, items[0].id, strange, items[1].id, '0'.repeat(24)]
      const answer = await club.delete(PRIVATE, { ids })
      expect(answer.status).toBe(207)
      expect(answer.body).toEqual({
        status: '207',
        statusLong: 'Multi-Status',
        total_processed: 5,
        deleted: 2,
        not_found: 3,
        not_deleted: 0,
        errors: 0,
        items: [
          { id: items[0].id, status: 200 },
          { id: publicId, status: 404 },
          { id: strange, status: 404 },
          { id: items[1].id, status: 200 },
          { id: '0'.repeat(24), status: 404 },
        ],
        elapsed: expect.stringMatching(/ms$/),
      })
      expect((await club.get(PRIVATE)).body.data).toEqual([])
      expect((await club.get(`/event/${publicId}`)).status).toBe(200)
      expect((await other.get(PRIVATE)).body.data).toHaveLength(1)
    })

    it.each(['{}', '[]', '{"ids":[]}', '{"ids":"x"}', '{"ids":null}', 'null'])('refuses %s', async (body) => {
      const club = await app.publisher()
      for (const answer of [
        await club.delete(PRIVATE, body),
        await club.post('/batch/events/search?type=private', body),
      ]) {
        expect(answer).toMatchObject({
          status: 400,
          body: {
            status: '400',
            statusLong: 'Validation failed.',
            errors: { ids: 'at least one valid event should be sent' },
          },
        })
      }
    })

    it('refuses an empty body', async () => {
      const club = await app.publisher()
      expect(await club.delete(PRIVATE)).toMatchObject({
        status: 400,
        body: { statusLong: 'Validation failed.' },
      })
    })

    it('deletes nothing when one id is no id', async () => {
      const { club, fan } = await clubWithFan()
      const { id } = (await add(club, [record(fan.svcId)])).body.items[0]
      for (const bad of ['x', id.toUpperCase().replace(/^0/, 'A'), 5, null, id + '0']) {
        expect(await club.delete(PRIVATE, { ids: [id, bad] })).toMatchObject({
          status: 400,
          body: { errors: { ids: 'one or more event ids are invalid' } },
        })
      }
      expect((await club.get(PRIVATE)).body.data).toHaveLength(1)
    })

    it('takes 1000 ids and refuses 1001, also when some are the same', async () => {
      const club = await app.publisher()
      const ids = Array<string>(1001).fill('0'.repeat(24))
      expect((await club.delete(PRIVATE, { ids })).status).toBe(413)
      expect((await club.delete(PRIVATE, { ids: ids.slice(1) })).body).toMatchObject({
        total_processed: 1,
        not_found: 1,
      })
    })
  })
})

describe.each(DATABASES)('pacing on %s', (kind) => {
  let now = Date.now()
  const app = useTestApp(kind, { config: (config) => ({ ...config, batchIntervalMs: 2000 }), now: () => now })

  it('lets one batch request through per interval and key, all four operations together', async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    const everyOperation = () => [
      club.get(PRIVATE),
      club.post('/batch/events', '{}'),
      club.post('/batch/events/search?type=private', '{}'),
      club.delete(PRIVATE, '{}'),
    ]
    expect((await club.get(PRIVATE)).status).toBe(200)
    now += 1999
    for (const answer of await Promise.all(everyOperation())) {
      expect(answer).toMatchObject({
        status: 429,
        body: { status: '429', statusLong: 'Too many requests! Try again after sometime.' },
      })
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(answer.headers.get('ratelimit-remaining')).toBe('0')
    }
    expect((await other.get(PRIVATE)).status).toBe(200)
    expect((await club.get('/calendar')).status).toBe(200)
    now += 1
    const statuses = (await Promise.all(everyOperation())).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  it('is not thrown off by a clock that is set back', async () => {
    const club = await app.publisher()
    expect((await club.get(PRIVATE)).status).toBe(200)
    now -= 7_200_000
    expect((await club.get(PRIVATE)).status).toBe(200)
    expect((await club.get(PRIVATE)).status).toBe(429)
  })

  it('checks the signature before the rate, and the rate before the body', async () => {
    const club = await app.publisher()
    const forged = `${club.url}/apiv2/batch/events?type=private&apiKey=${club.apiKey}&apiSign=${'0'.repeat(32)}`
    expect((await send(forged)).status).toBe(403)
    expect((await club.post('/batch/events', 'no json')).status).toBe(400)
    expect((await club.post('/batch/events', 'no json')).status).toBe(429)
  })
})
