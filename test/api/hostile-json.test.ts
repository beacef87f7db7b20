import { beforeAll, describe, expect, it } from 'vitest'
import { useTestApp } from '../support/test-app.ts'
import {
  type Answer,
  fixture,
  type Json,
  newAccount,
  record,
  send,
  type TestPublisher,
} from '../support/test-publisher.ts'

/** Not JSON, by RFC 8259; written after the cases of JSONTestSuite. */
const NOT_JSON =
  `[1 true]|[a]|["": 1]|[1,]|[1,,2]|[,1]|["x"]]|["x"|[x|[3[4]]|[*]|[1,1|[|]|{|}|{}}|[-]|[++1]|[+1]|[-01]|[-1.0.]
  |[-2.]|[-NaN]|[.2e-3]|[0.1.2]|[0.3e+]|[0e]|[1.0e-]|[1 000]|[1eE2]|[Infinity]|[NaN]|[0x1]|[012]|[- 1]|[1ea]|[1+2]|[2.]|{"x", 1}
  |{"x"::"b"}|{a:"b"}|{'a':0}|{"id":0,}|{"a":"a" 123}|{"a" b}|{1:1}|{"a":1,,"b":2}|{"a"}|{:1}|{[]:1}|["\\u00A"]|["\\x00"]|["\\a"]|["\\"]
  |["\\u"]|["\\ud83c\\u"]|['a']|[“a”]|[nul]|[TRUE]|[undefined]|<.>|[1]x|{"a":/**/1}|{"a":1}#|{"a":1}//|[1]\u00a0|\u2060|\ufeff{}|abc|'|"
  |["a\tb"]|["a\u0000b"]|["a\u001fb"]|[\u000c1]|{"a":1}{}|[1]\u0000`.split(/\|(?:\n {2}\|)?|\n {2}\|/)
/** Not UTF-8, or texts that are no Unicode. */
const NOT_UNICODE: Record<string, Buffer | string> = {
  'a stray byte': Buffer.from([0x22, 0xff, 0x22]),
  'an overlong slash': Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
  'a cut character': Buffer.from([0x22, 0xe2, 0x82, 0x22]),
  'a surrogate in UTF-8': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  'Latin-1': Buffer.from('{"name":"Été"}', 'latin1'),
  'UTF-16': Buffer.from('\ufeff{}', 'utf16le'),
  'half a pair': '{"name":"\\ud83c"}',
  'a pair the wrong way round': '{"name":"\\udfc1\\ud83c"}',
  'half a pair in a key': '{"\\uD83C":1}',
  NUL: '{"name":"a\\u0000b"}',
  'NUL in a key': '{"a\\u0000":{"b":1}}',
}

describe('hostile JSON', () => {
  let now = Date.now()
  const app = useTestApp('sqlite', {
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
    now: () => (now += 25),
  })
  let club: TestPublisher
  let calendarId: string
  let fan: Awaited<ReturnType<TestPublisher['subscriber']>>
  beforeAll(async () => {
    club = await app.publisher({ partner: true })
    calendarId = await club.calendar()
    fan = await club.subscriber(undefined, [calendarId])
  })

  const calendar = (over: Json = {}) => ({
    ...{
      name: 'City',
      type: 'fixture',
      categories: 'A',
      reference: `calendar ${now}`,
      genre: 'G',
      subGenre: 'S',
    },
    ...over,
  })
  let callbackId: string
  beforeAll(async () => void ({ id: callbackId } = await club.callback('https://example.com/hook')))
  const form = (path: string) => (body: string | Buffer) =>
    send(app.url + path, {
      method: 'POST',
      headers: { 'x-forwarded-for': `10.1.${(now >> 8) & 255}.${now & 255}` },
      body: body as BodyInit,
    })

  /** Every operation that takes a body, with one it accepts. */
  const operations: Record<string, [send: (body: string | Buffer) => Promise<Answer>, good: () => Json]> = {
    'POST /event': [(body) => club.post('/event', body), () => fixture({ calendarId })],
    'POST /event?svc_id': [(body) => club.post(`/event?svc_id=${fan.svcId}`, body), () => fixture()],
    'PUT /event': [(body) => club.put(`/event/the-final`, body), () => ({ location: `Ground ${now}` })],
    'PUT /events': [(body) => club.put('/events/cup', body), () => ({ location: `Ground ${now}` })],
    'POST /calendar': [(body) => club.post('/calendar', body), () => calendar()],
    'PUT /calendar': [(body) => club.put(`/calendar/${calendarId}`, body), () => ({ subGenre: `S ${now}` })],
    'POST /batch/events': [
      (body) => club.post('/batch/events', body),
      () => ({ type: 'private', events: [record(fan.svcId)] }),
    ],
    'POST /batch/events/search': [
      (body) => club.post('/batch/events/search?type=private', body),
      () => ({ ids: ['0'.repeat(24)] }),
    ],
    'DELETE /batch/events': [
      (body) => club.call('DELETE', '/batch/events?type=private', body),
      () => ({ ids: ['0'.repeat(24)] }),
    ],
    'POST /subscriptions': [
      (body) => club.post(`/subscriber/${fan.svcId}/subscriptions/add`, body),
      () => ({ calendarIds: [calendarId] }),
    ],
    'POST /account': [(body) => club.post('/account', body), () => newAccount()],
    'POST /w/subscribe': [
      (body) => form(`/w/${club.widgetId}/subscribe`)(body),
      () => ({ email: `fan${now}@example.com`, calendarIds: [calendarId] }),
    ],
    'POST /manage/calendars': [
      (body) => form(`${new URL(fan.manageUrl).pathname}/calendars`)(body),
      () => ({ calendarIds: [calendarId] }),
    ],
    'POST /admin/api/callbacks': [
      (body) => club.post('/admin/api/callbacks', body),
      () => ({ url: `https://example.com/${now}` }),
    ],
    'PUT /admin/api/callbacks': [
      (body) => club.put(`/admin/api/callbacks/${callbackId}`, body),
      () => ({ name: `Name ${now}` }),
    ],
    'POST /admin/api/callbacks/replay': [
      (body) => club.post(`/admin/api/callbacks/${callbackId}/replay`, body),
      () => ({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }),
    ],
  }
  beforeAll(() => club.event(calendarId, { reference: 'the-final', referenceType: 'cup' }))

  it.each(NOT_JSON)('is refused when it is no JSON: %j', async (body) => {
    const answer = await club.post('/event', body)
    expect(answer).toMatchObject({
      status: 400,
      body: {
        statusLong: 'Invalid Event Data',
        errors: { body: expect.stringMatching(/^The body is not valid JSON/) },
      },
    })
  })

  describe.each(Object.entries(operations))('%s', (operation, [post, good]) => {
    // Here nothing to change is no fault.
    const changesAny = /^PUT .*(event|callback)/.test(operation)

    it('refuses what is no JSON, not UTF-8 or no Unicode, and answers in its own shape', async () => {
      const bodies = { ...NOT_UNICODE, cut: JSON.stringify(good()).slice(0, -1), empty: '', blank: ' ' }
      for (const [name, body] of Object.entries(bodies)) {
        const { status, body: answer } = await post(body)
        expect({ name, status }).toEqual({ name, status: 400 })
        const { reasons: _code, ...refusal } = answer
        expect(refusal).toEqual({
          status: '400',
          statusLong: expect.any(String),
          errors: { body: expect.any(String) },
        })
      }
    })

    it('refuses what is no object, and nesting of 100,000 levels', async () => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000)
      const empty = changesAny ? [] : ['{}', '{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000)]
      for (const body of ['null', '7', 'true', '"text"', '[]', '[{}]', deep, ...empty]) {
        expect((await post(body)).status, body.slice(0, 20)).toBe(400)
      }
    })

    it('reads a body nested 64 deep and refuses one nested deeper, whatever is in its texts', async () => {
      const within = (levels: number, text: string) => {
        const value = `${'['.repeat(levels - 1)}"${text}"${']'.repeat(levels - 1)}`
        return JSON.stringify(good()).replace('{', `{"whatever":${value},`)
      }
      for (const text of ['', '['.repeat(100), '{\\"'.repeat(100), '\\\\', ']}']) {
        expect([200, 207]).toContain((await post(within(64, text))).status)
        const refused = await post(within(65, text))
        expect(refused.status).toBe(400)
        expect(refused.body.errors).toEqual({ body: 'The body is nested more than 64 levels deep' })
      }
    })

    it('is not misled by keys that mean something to JavaScript', async () => {
      const poison =
        '"__proto__":{"poisoned":1},"constructor":{"prototype":{"poisoned":1}},"toString":0,"hasOwnProperty":0'
      const answer = await post(JSON.stringify(good()).replace('{', `{${poison},`))
      expect([200, 207], answer.text).toContain(answer.status)
      expect(answer.text).not.toContain('poisoned')
      expect({}).not.toHaveProperty('poisoned')
      const before = (await club.get('/event/the-final')).text
      expect((await post(`{"__proto__":${JSON.stringify(good())}}`)).status).toBe(changesAny ? 200 : 400)
      expect((await club.get('/event/the-final')).text).toBe(before)
    })

    it('takes the last of a key that repeats', async () => {
      const text = JSON.stringify(good())
      const [key] = Object.keys(good()) as [string]
      expect([200, 207]).toContain((await post(text.replace('{', `{"${key}":[{}],`))).status)
      expect((await post(text.replace(/\}$/, `,"${key}":[{}]}`))).status).toBe(400)
    })
  })

  it('takes numbers of any size where they are not used, and refuses them where they are', async () => {
    const sizes = [
      '1e400',
      '-1e400',
      '123456789012345678901234567890',
      '9'.repeat(400),
      '1e-400',
      '0.1',
      '-1',
    ]
    for (const size of sizes) {
      const post = (field: string) =>
        club.post('/event', JSON.stringify(fixture({ calendarId })).replace('{', `{"${field}":${size},`))
      expect((await post('whatever')).status).toBe(200)
      expect((await post('featured')).body.errors, size).toEqual(
        size === '1e-400' ? undefined : { featured: 'Event featured must be a whole number' },
      )
    }
    const infinite = JSON.stringify(fixture({ calendarId })).replace('{', '{"social":{"likes":1e400},')
    expect(Object.keys((await club.post('/event', infinite)).body.errors)).toEqual(['social'])
  })
})
