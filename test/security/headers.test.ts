import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventKey, eventPath } from '../../src/events/event-path.ts'
import { newId } from '../../src/ids.ts'
import { insertImage } from '../../src/images/image-store.ts'
import { alertLinkOf } from '../support/alerts.ts'
import { confirmUrlOf } from '../support/confirming.ts'
import { sendRaw } from '../support/raw-http.ts'
import { watchingRoutes } from '../support/routes.ts'
import { startTestApp, type TestApp, useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'

const PLAIN = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}
const SHARED = { ...PLAIN, 'cross-origin-resource-policy': 'cross-origin' }
const PICTURE = { ...SHARED, 'content-security-policy': "default-src 'none'; sandbox" }
const WORKER = {
  ...PLAIN,
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

/** A page that these may show in a frame. No script of it may be inline, nor be made of text. */
const page = (ancestors: string, over: Json) => ({
  'content-security-policy': expect.stringMatching(
    new RegExp(
      `^default-src 'none'; script-src 'self'; style-src 'self'( 'nonce-[\\w+/=]{24}')?( 'sha256-[\\w+/=]{44}')?; .*base-uri 'none'; frame-ancestors ${ancestors}$`,
    ),
  ),
  'permissions-policy': expect.stringContaining('camera=(), '),
  ...over,
})
const OWN_PAGE = page("'none'", {
  ...{ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' },
  'cross-origin-resource-policy': 'same-origin',
})
const FRAMED_PAGE = page('\\*', { 'cross-origin-resource-policy': 'cross-origin' })
const FRAMED_BY_US = page("'self'", {
  ...{ 'x-frame-options': 'SAMEORIGIN', 'cross-origin-resource-policy': 'same-origin' },
})

/** The kind of a GET route, or of a form that answers a page; all others answer plain data. */
const KINDS: [RegExp, Json][] = [
  [/^\/(w\/:id(\/(events|status))?|(google|microsoft)\/callback)$/, FRAMED_PAGE],
  [/^\/admin\/widget-preview$/, FRAMED_BY_US],
  [
    /^\/(admin|admin\/\*|docs(\/\*)?|(manage|alerts)\/:token|(confirm|email)\/:token|w\/:id\/link|calendar\/:id|e\/:key\/:slug)$/,
    OWN_PAGE,
  ],
  [/^\/manage\/worker\.js$/, WORKER],
  [/^\/(logo\/|icon\.svg|(e|calendar)\/:\w+\.png)/, PICTURE],
  [/^\/widget\.js$/, SHARED],
]
const NAMES = [
  ...['content-security-policy', 'cross-origin-resource-policy', 'cross-origin-opener-policy'],
  ...['permissions-policy', 'x-frame-options'],
]

describe('every answer', () => {
  let app: TestApp
  const routes = new Set<string>()
  let values: [RegExp, string][]

  beforeAll(async () => {
    app = await watchingRoutes(
      () => startTestApp('sqlite'),
      ({ url }, method) => routes.add(`${method} ${url}`),
    )
    const club = await app.publisher()
    const calendar = await club.calendar()
    const event = { publisherId: club.id, id: await club.event(calendar, { name: 'Final' }), name: 'Final' }
    const fan = await club.subscriber(undefined, [calendar])
    const image = { publisherId: club.id, id: newId(), contentType: 'image/png', bytes: Buffer.from('x') }
    await insertImage(app.ctx.db, image, app.ctx.now())
    values = [
      [/(?<=\/w\/):id/, club.widgetId],
      [/(?<=^\/calendar\/):id/, calendar],
      [/^\/e\/:key\/:slug/, eventPath(event)],
      [/(?<=^\/e\/):key/, eventKey(event)],
      [/:application$/, 'google'],
      [/(?<=\/logo\/):id/, image.id],
      [/(?<=\/manage\/):token/, fan.manageUrl.split('/').at(-1)!],
      [/(?<=^\/alerts\/):token/, alertLinkOf(app, fan.manageUrl).split('/').at(-1)!],
      [
        /(?<=\/email\/):token/,
        app.ctx.links.token('email', { publisherId: club.id, id: newId(), number: 0 }),
      ],
      [/(?<=\/confirm\/):token/, confirmUrlOf(app, fan.manageUrl).split('/').at(-1)!],
      [/(?<=\/feed\/):token/, fan.feedUrl.split('/').at(-2)!],
      [/(?<=^\/docs\/)\*/, 'contents'],
      [/:\w+|\*/g, 'x'],
    ]
  })
  afterAll(() => app.close())

  const kindOf = (method: string, url: string) =>
    ((method === 'GET' || url === '/alerts/:token' || url === '/w/:id') &&
      KINDS.find(([pattern]) => pattern.test(url))?.[1]) ||
    PLAIN

  it('has the headers of its kind', async () => {
    const kinds = new Map<Json, string>()
    for (const route of routes) {
      const [method, url] = route.split(' ') as [string, string]
      if (url.startsWith('/assets/')) continue
      const path = values.reduce((path, [pattern, value]) => path.replace(pattern, value), url)
      const { headers } = await send(app.url + path, { method, redirect: 'manual' })
      const kind = kindOf(method, url)
      kinds.set(kind, route)
      const named = Object.fromEntries(
        NAMES.map((name) => [name, headers.get(name)]).filter(([, value]) => value !== null),
      )
      expect({ route, ...named }).toEqual({ route, ...kind })
      expect({ route, always: alwaysOf(headers) }).toEqual({ route, always: ALWAYS })
    }
    expect([...kinds.keys()]).toHaveLength(KINDS.length + 1)
    expect(routes.size).toBeGreaterThan(100)
  })

  it('has them where there is no route, no such method, or no sound address', async () => {
    const refused = [
      ['GET', '/nothing', 404],
      ['PATCH', '/apiv2/calendar', 405],
      ['GET', '/apiv2/calendar/%zz', 400],
      ['POST', '/admin/api/nothing', 404],
    ] as const
    for (const [method, path, status] of refused) {
      const answer = await send(app.url + path, { method })
      expect({ path, status: answer.status }).toEqual({ path, status })
      expect({ path, always: alwaysOf(answer.headers) }).toEqual({ path, always: ALWAYS })
      expect(answer.headers.get('content-security-policy')).toBe(PLAIN['content-security-policy'])
    }
  })

  it('has them where there is no request', async () => {
    const { status, text } = await sendRaw(app.url, 'nonsense\r\n\r\n')
    expect(status).toBe(400)
    const lines = text.split('\r\n\r\n')[0]!.split('\r\n').slice(1)
    const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]))
    expect(alwaysOf(headers)).toEqual(ALWAYS)
    expect(Object.fromEntries(headers)).toMatchObject(PLAIN)
  })

  it('names the methods of an address where another was used', async () => {
    const taken: [method: string, path: string, allow: string][] = [
      ['PATCH', '/apiv2/calendar', 'DELETE, GET, HEAD, POST'],
      ['PATCH', '/apiv2/calendar/', 'DELETE, GET, HEAD, POST'],
      ['POST', '/apiv2/calendar/x?y=z', 'DELETE, GET, HEAD, PUT'],
      ['GET', '/apiv2/batch/events/search', 'POST'],
      ['DELETE', '/healthz', 'GET, HEAD'],
      ['PUT', '/feed/x/y.ics', 'GET, HEAD'],
      ['OPTIONS', '/admin/api/session', 'DELETE, POST'],
      ['POST', `/logo/x.png`, 'GET, HEAD'],
    ]
    for (const [method, path, allow] of taken) {
      const answer = await send(app.url + path, { method })
      const told = { status: answer.status, allow: answer.headers.get('allow'), body: answer.body }
      const body = { status: '405', statusLong: 'Method Not Allowed' }
      expect({ path, ...told }).toEqual({ path, status: 405, allow, body })
    }
    const unknown = await send(`${app.url}/nothing`, { method: 'PATCH' })
    expect({ status: unknown.status, allow: unknown.headers.get('allow') }).toEqual({
      status: 404,
      allow: null,
    })
  })
})

describe('without TLS in front', () => {
  const app = useTestApp('sqlite', { reachable: true })

  it('nobody is told to come back with TLS', async () => {
    for (const path of ['/healthz', '/admin', '/nothing'])
      expect((await send(app.url + path)).headers.get('strict-transport-security')).toBeNull()
  })
})

const ALWAYS = {
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  server: null,
  'x-powered-by': null,
}

function alwaysOf(headers: Headers) {
  return Object.fromEntries(Object.keys(ALWAYS).map((name) => [name, headers.get(name)]))
}
