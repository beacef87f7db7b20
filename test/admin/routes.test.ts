import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireRole } from '../../src/http/admin/auth.ts'
import { mayAs } from '../../src/users/user.ts'
import {
  type AdminRoute,
  appWithRoutes,
  newWorld,
  NOT_AUDITED,
  REQUESTS,
  type World,
} from '../support/admin-requests.ts'
import { DATABASES } from '../support/databases.ts'
import type { TestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, TestBrowser, userOf } from '../support/users.ts'

/** Changes that take any body, or none. */
const REFUSE_NOTHING = [
  'DELETE /session',
  'DELETE /me/sessions',
  'PUT /me',
  'POST /google/connect',
  'DELETE /google',
]

describe.each(DATABASES)('every route of the admin API on %s', (kind) => {
  let clock = Date.parse('2027-03-01T12:00:00Z')
  let app: TestApp
  let routes: AdminRoute[]
  let world: World

  beforeAll(async () => {
    // It goes on with each look at it, so that walking meets no limit.
    ;({ app, routes } = await appWithRoutes(kind, { now: () => (clock += 300), ...BEHIND_PROXY }))
    world = await newWorld(app)
  })
  afterAll(() => app.close())

  const requestOf = (route: AdminRoute) => REQUESTS[route.name]!(world)
  const isChange = (route: AdminRoute) => route.method !== 'GET'
  const ours = () => auditOf(app, world.club.id)

  it('is known here, and says who may call it', () => {
    expect(routes.map((route) => route.name).sort()).toEqual(Object.keys(REQUESTS).sort())
    for (const { name, config } of routes) expect(!config.role, name).toBe(config.open === true)
    const open = routes.filter((route) => route.config.open).map((route) => route.name)
    expect(open.sort()).toEqual([
      'POST /session',
      'POST /session/link',
      'POST /session/link/check',
      'POST /session/redeem',
      'POST /set-up',
    ])
  })

  it('answers an address that it does not have as the others, and never with a page', async () => {
    const none = { status: '404', statusLong: 'Not Found' }
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    for (const path of ['', '/', '/nonsense', '/nonsense/', '/calendars/x/y/z', '/%6eonsense?a=b'])
      for (const method of ['GET', 'POST']) {
        const answer = await send(`${app.url}/admin/api${path}`, { method, headers: html })
        expect(answer, `${method} ${path}`).toMatchObject({ status: 404, body: none })
      }
    expect((await send(`${app.url}/admin/%61pi/nonsense`)).body).toEqual(none)
    const wrong = await send(`${app.url}/admin/api/session/redeem`, { headers: html })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('POST')
    const page = await send(`${app.url}/admin/apis`, { headers: html })
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  })

  it('stops the start when it does not say so', () => {
    const server = fastify()
    requireRole(server, app.ctx)
    const handler = () => 'x'
    expect(() => server.get('/x', handler)).toThrow('GET /x needs a role, or to be open')
    const both = { config: { role: 'viewer', open: true } as const, handler }
    expect(() => server.get('/y', both)).toThrow('needs a role')
    expect(() => server.get('/z', { config: { role: 'viewer' }, handler })).not.toThrow()
  })

  it('is closed to who is not signed in', async () => {
    for (const route of routes.filter((route) => !route.config.open)) {
      const [path, body] = await requestOf(route)
      const answer = await new TestBrowser(app).call(route.method, path, body)
      expect(answer, route.name).toMatchObject({ status: 401, body: { statusLong: 'Please sign in' } })
      for (const mark of world.marks) expect(answer.text).not.toContain(mark)
    }
  })

  it('takes no change without the token of the session', async () => {
    const other = await userOf(app, world.club, 'owner')
    const before = await ours()
    for (const route of routes.filter((route) => isChange(route) && !route.config.open)) {
      const [path, body] = await requestOf(route)
      for (const token of [undefined, '', 'x'.repeat(43), other.csrf, `${world.owner.csrf}x`]) {
        const answer = await world.owner.call(route.method, path, body, { 'x-csrf-token': token })
        expect(answer.status, `${route.name} with ${token}`).toBe(403)
        expect(answer.body.statusLong).toMatch(/^The token of this page/)
      }
    }
    // Preparing some requests writes entries of its own.
    const added = (await ours()).slice(before.length).map((entry) => entry.action)
    const prepared = ['person.totp-enrol', 'person.totp', 'event.change-all', 'alert-rule.create']
    expect(added.filter((action) => !prepared.includes(action))).toEqual([])
  })

  it('takes no change from a page of somebody else, open or not', async () => {
    const before = (await ours()).length
    const pages: Json[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://fasti.test' },
      { origin: 'https://fasti.test.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://fasti.test', 'sec-fetch-site': 'cross-site' },
    ]
    const [path, body] = REQUESTS['PUT /publisher']!(world) as [string, unknown]
    for (const route of routes.filter(isChange)) {
      for (const page of pages) {
        const answer = await world.owner.call(route.method, route.name.split(' ')[1]!, body, page)
        expect(answer.status, `${route.name} from ${JSON.stringify(page)}`).toBe(403)
      }
    }
    expect(await ours()).toHaveLength(before)
    const own = { origin: 'https://fasti.test', 'sec-fetch-site': 'same-origin' }
    expect((await world.owner.put(path, body, own)).status).toBe(200)
  })

  it.each(['viewer', 'editor'] as const)(
    'gives a %s what the role allows, and nothing else',
    async (role) => {
      const person = await userOf(app, world.club, role)
      for (const route of routes.filter((route) => route.config.role && route.name !== 'DELETE /session')) {
        const [path, body] = await requestOf(route)
        const allowed = mayAs(role, route.config.role!)
        const answer = await person.call(route.method, path, allowed && isChange(route) ? {} : body)
        if (allowed) expect([401, 403], route.name).not.toContain(answer.status)
        else expect(answer, route.name).toMatchObject({ status: 403, body: { statusLong: /may do this$/ } })
      }
      expect((await person.get('/me')).body.data.role).toBe(role)
    },
  )

  it('counts a signed program as an editor, who is no person', async () => {
    for (const { name, method, config } of routes.filter((route) => route.config.role)) {
      const [path, body] = await REQUESTS[name]!(world)
      const allowed = mayAs('editor', config.role!) && !config.personal
      const { status } = await world.club.call(method, `/admin/api${path}`, allowed && body ? {} : body)
      if (allowed) expect([401, 403], name).not.toContain(status)
      else expect(status, name).toBe(403)
    }
    // A cookie adds nothing to a signature, and a wrong signature is not mended by a cookie.
    const signed = world.club.signedUrl('/admin/api/api-keys')
    const cookie = [...world.owner.cookies].map((pair) => pair.join('=')).join('; ')
    expect((await send(signed, { headers: { cookie } })).status).toBe(403)
    const forged = `${app.url}/admin/api/widgets?apiKey=${world.club.apiKey}&apiSign=${'0'.repeat(32)}`
    expect((await send(forged, { headers: { cookie } })).status).toBe(403)
  })

  it('knows nothing of another publisher', async () => {
    const other = await newWorld(app)
    for (const route of routes.filter((route) => route.config.role)) {
      const [path, body] = await requestOf(route)
      const before = (await ours()).length
      const answer = await other.owner.call(route.method, path, body)
      // A provider is no record: the request is about the other publisher's own client.
      if (/:(?!provider\b)/.test(route.name)) expect(answer.status, route.name).toBe(404)
      // The refusal may repeat what the caller sent.
      const said = path + JSON.stringify(body ?? '')
      for (const mark of world.marks.filter((mark) => !said.includes(mark)))
        expect(answer.text, route.name).not.toMatch(new RegExp(`${mark.replaceAll('.', '\\.')}(?!\\d)`))
      expect(await ours(), route.name).toHaveLength(before)
      if (route.name === 'DELETE /session') {
        Object.assign(other, {
          owner: await userOf(app, other.club, 'owner', { password: 'a third sentence here' }),
        })
      }
    }
    const named = await other.owner.get('/publisher', { 'x-publisher': String(world.club.id) })
    expect(named.status).toBe(404)
  })

  it('writes to the audit log when it changes something', async () => {
    for (const route of routes.filter(isChange)) {
      if (NOT_AUDITED[route.name]) continue
      const fresh = await newWorld(app)
      const [path, body] = await REQUESTS[route.name]!(fresh)
      const before = await auditOf(app, fresh.club.id)
      const answer = await fresh.owner.call(route.method, path, body)
      expect(answer.status, `${route.name} ${answer.text}`).toBe(200)
      const entries = (await auditOf(app, fresh.club.id)).slice(before.length)
      expect(entries.length, route.name).toBeGreaterThan(0)
      for (const entry of entries) {
        expect(entry.request_id, route.name).toBe(answer.headers.get('x-request-id'))
        expect(entry.actor_kind).toBe('user')
        if (!route.config.open) expect(entry.actor_id).toBe(fresh.owner.id)
        expect(`${entry.before}${entry.after}`, route.name).not.toMatch(
          /top secret|argon2|whsec_|horse|sentence/,
        )
      }
    }
  })

  it('writes nothing when it refuses', async () => {
    const before = (await ours()).length
    for (const route of routes.filter((route) => isChange(route) && route.config.role)) {
      if (REFUSE_NOTHING.includes(route.name)) continue
      const url = route.name.split(' ')[1]!.replace(/:\w+/, '0'.repeat(24))
      const { status } = await world.owner.call(route.method, url, {
        role: 'king',
        settings: 1,
        company: 5,
        url: 1,
      })
      expect([400, 404, 409], route.name).toContain(status)
    }
    expect(await ours()).toHaveLength(before)
  })
})
