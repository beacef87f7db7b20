import { describe, expect, it } from 'vitest'
import { deliverPush } from '../../src/web-push/deliver-push.ts'
import { listPushSubscriptions } from '../../src/web-push/push-subscription-store.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { confirmed, freshCookie } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { type PushedBrowser, usePushService } from '../support/push-service.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'
import { userOf } from '../support/users.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const MESSAGE = {
  payload: {
    title: 'City v Town moved',
    body: 'Sat 15:00 → Sun 17:30',
    url: '/manage/x',
    tag: 'event-1',
    lang: 'en',
    dir: 'ltr',
  },
  ttl: 3600,
  urgency: 'high',
  topic: 'event-1',
} as const

describe.each(DATABASES)('notifications of a subscriber on %s', (kind) => {
  let clock = Date.parse('2027-03-01T12:00:00Z')
  const service = usePushService()
  service.now = () => clock
  const app = useTestApp(kind, {
    now: () => (clock += 1),
    sender: createSender({ allowPrivate: true, timeoutMs: 500 }),
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
  })
  let address = 0

  /** A person whose browser came from a mail. */
  async function fanFromMail(cookied = true) {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const cookie = cookied ? await freshCookie(app, fan.manageUrl) : ''
    const call = (path: string, body?: unknown, manageUrl = fan.manageUrl) =>
      send(manageUrl + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          cookie,
          'user-agent': FIREFOX,
          'x-forwarded-for': `10.3.${address >> 8}.${address++ & 255}`,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const on = (browser: Json) => call('/push-subscriptions', browser)
    const stored = () => listPushSubscriptions(app.ctx.db, club.id, [fan.svcId])
    const ids = async () => (await stored()).map(({ id }) => id)
    return { club, fan, call, on, stored, ids }
  }
  const idOf = async (answer: Promise<Json>) => (await answer).body.data.id as string

  it('are switched on, tested through the push service, listed and switched off', async () => {
    const { fan, call, on, ids } = await fanFromMail()
    const { body, status } = await on(service.browser())
    expect(status).toBe(200)
    const { id } = body.data
    expect(body.data).toEqual({
      id,
      browser: 'Firefox on Linux',
      created: expect.any(Number),
      lastSentAt: null,
    })

    expect((await call(`/push-subscriptions/${id}/test?lang=de`, {})).body.outcome).toBe('sent')
    const { pushKey } = (await call('/data')).body
    expect(service.faults).toEqual([])
    expect(service.messages).toEqual([
      {
        path: expect.any(String),
        payload: {
          title: 'City Rugby',
          body: 'Benachrichtigungen funktionieren auf diesem Gerät.',
          url: new URL(fan.manageUrl).pathname,
          tag: 'test',
          lang: 'de',
          dir: 'ltr',
        },
        ttl: 300,
        urgency: 'high',
        topic: 'test',
        claims: { aud: service.url, exp: expect.any(Number), sub: 'https://fasti.test' },
        key: pushKey,
      },
    ])
    const { data } = (await call('/push-subscriptions')).body
    expect(data).toEqual([{ ...body.data, lastSentAt: expect.any(Number) }])

    expect((await call(`/push-subscriptions/${id}/end`, {})).status).toBe(200)
    expect(await ids()).toEqual([])
    for (const what of ['end', 'test'])
      expect((await call(`/push-subscriptions/${id}/${what}`, {})).status).toBe(404)
  })

  it('need a browser that came from a mail, also of who just typed the address', async () => {
    const { on, call, ids } = await fanFromMail(false)
    // The data was just typed, so the person's data is shown.
    expect((await call('/data')).body).toMatchObject({ fresh: true, fromMail: false })
    expect((await on(service.browser())).status).toBe(403)
    expect(await ids()).toEqual([])
    clock += 3_600_000
    expect((await call('/push-subscriptions')).status).toBe(403)
  })

  it('need a link that is confirmed and has not ended', async () => {
    const { club, fan, on } = await fanFromMail()
    const again = await club.subscribe(fan.email, [])
    const pending = app.url + new URL(again.body.manageUrl as string).pathname
    const cookie = await freshCookie(app, pending)
    const post = (url: string) =>
      send(`${url}/push-subscriptions`, {
        method: 'POST',
        headers: { cookie },
        body: JSON.stringify(service.browser()),
      })
    expect(await post(pending)).toMatchObject({
      status: 403,
      body: { statusLong: expect.stringMatching(/confirmed/) },
    })
    expect((await confirmed(app, again)).status).toBe(200)
    expect((await post(pending)).status).toBe(200)
    expect((await post(`${pending.slice(0, -1)}-`)).status).toBe(404)
    expect((await send(`${fan.manageUrl}/rotate`, { method: 'POST', headers: { cookie } })).status).toBe(200)
    expect((await on(service.browser())).status).toBe(403)
  })

  it('of the same endpoint are one subscription, with the newest keys', async () => {
    const { on, stored, call } = await fanFromMail()
    const [first, second] = [service.browser(), service.browser()]
    const id = await idOf(on({ ...first, keys: second.keys }))
    expect(await idOf(on(first))).toBe(id)
    expect((await stored()).map(({ target }) => target)).toEqual([
      { endpoint: first.endpoint, ...first.keys },
    ])
    expect((await call(`/push-subscriptions/${id}/test`, {})).body.outcome).toBe('sent')
  })

  it('keep ten browsers: the oldest goes', async () => {
    const { on, ids } = await fanFromMail()
    const all: string[] = []
    for (let n = 0; n < 11; n++) all.push(await idOf(on(service.browser())))
    expect(await ids()).toEqual(all.slice(1))
    clock += 60_000
    // The oldest that is switched on again is the newest.
    const again = service.browser()
    const known = await idOf(on(again))
    for (let n = 0; n < 9; n++) await on(service.browser())
    await on(again)
    await on(service.browser())
    expect(await ids()).toContain(known)
    expect(await ids()).toHaveLength(10)
  })

  it('go on when the browser gets another endpoint, which the old one proves', async () => {
    const { on, ids, call } = await fanFromMail()
    const other = await fanFromMail()
    const [old, next] = [service.browser(), service.browser()]
    await on(old)
    clock += 3_600_000
    expect((await on(next)).status).toBe(403)
    expect((await on({ ...next, replaces: next.endpoint })).status).toBe(403)
    // The endpoint of this person proves nothing for another.
    expect((await other.on({ ...next, replaces: old.endpoint })).status).toBe(403)
    const id = await idOf(on({ ...next, replaces: old.endpoint }))
    expect(await ids()).toEqual([id])
    expect((await call(`/push-subscriptions/${id}/test`, {})).body.outcome).toBe('sent')
    expect(service.messages.at(-1)!.path).toBe(new URL(next.endpoint).pathname)
  })

  it.each<[string, (browser: PushedBrowser) => Json, string]>([
    ['no endpoint', ({ keys }) => ({ keys }), 'endpoint'],
    ['no address', ({ keys }) => ({ endpoint: 'push', keys }), 'endpoint'],
    ['another scheme', ({ keys }) => ({ endpoint: 'ftp://push.example.com/x', keys }), 'endpoint'],
    ['a script', ({ keys }) => ({ endpoint: 'javascript:alert(1)', keys }), 'endpoint'],
    ['a password', ({ keys }) => ({ endpoint: 'https://a:b@push.example.com/x', keys }), 'endpoint'],
    ['a port of mail', ({ keys }) => ({ endpoint: 'https://push.example.com:25/x', keys }), 'endpoint'],
    [
      '3,000 characters',
      ({ keys }) => ({ endpoint: `https://push.example.com/${'x'.repeat(2975)}`, keys }),
      'endpoint',
    ],
    ['a list as endpoint', ({ keys }) => ({ endpoint: ['https://push.example.com/x'], keys }), 'endpoint'],
    ['no keys', ({ endpoint }) => ({ endpoint }), 'keys'],
    ['keys that are none', ({ endpoint }) => ({ endpoint, keys: { p256dh: '?', auth: '' } }), 'keys.p256dh'],
    [
      'a short key',
      ({ endpoint, keys }) => ({ endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(4) } }),
      'keys.p256dh',
    ],
    [
      'a long key',
      ({ endpoint, keys }) => ({ endpoint, keys: { ...keys, p256dh: `${keys.p256dh}AAAA` } }),
      'keys.p256dh',
    ],
    [
      'a compressed key',
      ({ endpoint, keys }) => ({ endpoint, keys: { ...keys, p256dh: compressed(keys.p256dh) } }),
      'keys.p256dh',
    ],
    [
      'a key beside the curve',
      ({ endpoint, keys }) => ({ endpoint, keys: { ...keys, p256dh: beside(keys.p256dh) } }),
      'keys.p256dh',
    ],
    [
      'a key of zeros',
      ({ endpoint, keys }) => ({ endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }),
      'keys.p256dh',
    ],
    ['a short secret', ({ endpoint, keys }) => ({ endpoint, keys: { ...keys, auth: 'AAAA' } }), 'keys.auth'],
    [
      'a long secret',
      ({ endpoint, keys }) => ({ endpoint, keys: { ...keys, auth: 'A'.repeat(24) } }),
      'keys.auth',
    ],
  ])('are refused with %s', async (_, change, field) => {
    const { on, ids } = await fanFromMail()
    const { status, body } = await on(change(service.browser()))
    expect(status).toBe(400)
    expect(Object.keys(body.errors)).toContain(field)
    expect(await ids()).toEqual([])
  })

  it('know no subscription of somebody else', async () => {
    const [mine, others] = [await fanFromMail(), await fanFromMail()]
    const id = await idOf(others.on(service.browser()))
    const neighbour = await mine.club.subscriber()
    const before = service.requests
    for (const what of ['end', 'test']) {
      expect((await mine.call(`/push-subscriptions/${id}/${what}`, {})).status).toBe(404)
      const ofNeighbour = await mine.call(`/push-subscriptions/${id}/${what}`, {}, neighbour.manageUrl)
      expect(ofNeighbour.status).toBe(404)
      expect((await mine.call(`/push-subscriptions/x/${what}`, {})).status).toBe(400)
    }
    expect(service.requests).toBe(before)
    expect(await others.ids()).toEqual([id])
  })

  it.each<[string, string, number, Record<string, string>]>([
    ['gone', 'gone', 404, {}],
    ['gone', 'gone', 410, {}],
    ['refused', 'refused', 400, {}],
    ['refused', 'refused', 403, {}],
    ['refused', 'refused', 413, {}],
    ['moved', 'refused', 307, { location: 'http://127.0.0.1:1/' }],
    ['busy', 'later', 429, { 'retry-after': '17' }],
    ['broken', 'later', 500, {}],
    ['away', 'later', 503, { 'retry-after': '17' }],
  ])('that are %s count as %s: %i', async (_, outcome, status, headers) => {
    const { on, stored } = await fanFromMail()
    const browser = service.browser()
    service.answer(browser, (response) => response.writeHead(status, headers).end())
    await on(browser)
    const [subscription] = await stored()
    const result = await deliverPush(app.ctx, subscription!, MESSAGE)
    expect(result).toMatchObject({ outcome, reason: expect.stringContaining(`answered ${status}`) })
    expect(result.retryAfterSeconds).toBe(headers['retry-after'] ? 17 : undefined)
    expect((await stored()).map(({ lastSentAt }) => lastSentAt)).toEqual(outcome === 'gone' ? [] : [null])
    expect(service.faults).toEqual([])
  })

  it('wait for no push service that hangs, and take no answer of 100 MB', async () => {
    const { on, stored } = await fanFromMail()
    const [hanging, pouring] = [service.browser(), service.browser()]
    service.answer(hanging, () => {})
    service.answer(pouring, (response) => {
      response.writeHead(201, { 'content-length': 100_000_000 })
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })
    await on(hanging)
    await on(pouring)
    const [first, second] = await stored()
    expect(await deliverPush(app.ctx, first!, MESSAGE)).toEqual({ outcome: 'later', reason: 'timed out' })
    const before = service.sent
    expect(await deliverPush(app.ctx, second!, MESSAGE)).toEqual({ outcome: 'sent', reason: null })
    expect(service.sent - before).toBeLessThan(20_000_000)
  })

  it('carry long words cut, and no topic that is none', async () => {
    const { on, stored } = await fanFromMail()
    await on(service.browser())
    const [subscription] = await stored()
    const payload = { ...MESSAGE.payload, title: '日'.repeat(400), body: '本'.repeat(4000) }
    expect(await deliverPush(app.ctx, subscription!, { ...MESSAGE, payload })).toMatchObject({
      outcome: 'sent',
    })
    expect(service.faults).toEqual([])
    const { title, body } = service.messages[0]!.payload
    expect(title).toBe(`${'日'.repeat(199)}…`)
    expect(body).toMatch(/^本{800,}…$/)
    for (const topic of ['', 'x'.repeat(33), 'a b', 'é'])
      await expect(deliverPush(app.ctx, subscription!, { ...MESSAGE, topic })).rejects.toThrow('no topic')
  })

  it('end when the person leaves, replaces the links, or is erased', async () => {
    for (const end of ['unsubscribe', 'rotate', 'erase']) {
      const { club, fan, on, call, ids } = await fanFromMail()
      await on(service.browser())
      expect(await ids()).toHaveLength(1)
      if (end === 'erase') await (await userOf(app, club, 'owner')).delete(`/subscribers/${fan.svcId}`)
      else expect((await call(`/${end}`, {})).status).toBe(200)
      expect(await ids(), end).toEqual([])
    }
  })

  it('end with their link, and with no other', async () => {
    const { club, fan, on, call, ids } = await fanFromMail()
    const kept = await idOf(on(service.browser()))
    const again = await club.subscribe(fan.email, [])
    await confirmed(app, again)
    const second = app.url + new URL(again.body.manageUrl as string).pathname
    expect((await call('/push-subscriptions', service.browser(), second)).status).toBe(200)
    expect(await ids()).toHaveLength(2)
    expect((await call('/links/1/end', {})).status).toBe(200)
    expect(await ids()).toEqual([kept])
  })

  it('are in the data of the person, without their keys', async () => {
    const { on, call } = await fanFromMail()
    const browser = service.browser()
    await on(browser)
    const { text, body } = await call('/download')
    expect(body.notifications).toEqual([
      { browser: 'Firefox on Linux', since: expect.stringMatching(/^2027-03-01T/), lastSent: null },
    ])
    for (const secret of [browser.endpoint, browser.keys.p256dh, browser.keys.auth])
      expect(text).not.toContain(secret)
  })

  it('leave no key or endpoint readable in the database or the log', async () => {
    const { on, call } = await fanFromMail()
    const browser = service.browser()
    const id = await idOf(on(browser))
    await call(`/push-subscriptions/${id}/test`, {})
    const rows = JSON.stringify([
      await app.ctx.db.selectFrom('push_subscription').selectAll().execute(),
      await app.ctx.db.selectFrom('service').selectAll().execute(),
      app.log,
    ])
    const token = new URL(browser.endpoint).pathname.slice(6)
    for (const secret of [token, browser.keys.p256dh, browser.keys.auth, '"d":'])
      expect(rows).not.toContain(secret)
  })
})

describe('a push service in a private network', () => {
  const service = usePushService()
  const app = useTestApp('sqlite', {
    config: (config) => ({ ...config, webhooks: { ...config.webhooks, allowPrivate: false } }),
  })

  it.each([
    ...['https://127.0.0.1/x', 'https://[::1]/x', 'https://10.0.0.1/x', 'https://169.254.169.254/x'],
    ...['https://2130706433/x', 'https://localhost/x', 'https://push/x', 'https://push.internal/x'],
    'http://push.example.com/x',
  ])('is refused: %s', async (endpoint) => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const cookie = await freshCookie(app, fan.manageUrl)
    const { keys } = service.browser()
    const post = (address: string) =>
      send(`${fan.manageUrl}/push-subscriptions`, {
        method: 'POST',
        headers: { cookie },
        body: JSON.stringify({ endpoint: address, keys }),
      })
    const { status, body } = await post(endpoint)
    expect(status).toBe(400)
    expect(body.errors.endpoint).toMatch(/^The endpoint must /)
    expect((await post('https://push.example.com/x')).status).toBe(200)
  })

  it('gets nothing, also where it was allowed before', async () => {
    const { endpoint, keys } = service.browser()
    const target = { endpoint, ...keys }
    const before = service.requests
    expect(await app.ctx.webPush.send({ target }, MESSAGE)).toMatchObject({ outcome: 'refused' })
    // A public name that leads there is refused when the connection is made.
    const { port } = new URL(endpoint)
    await using sender = closing(
      createSender({ allowPrivate: false, resolve: () => Promise.resolve(['127.0.0.1']) }),
    )
    expect(await sender.send(`https://push.example.com:${port}/`, {}, '')).toMatchObject({
      error: 'address not allowed',
    })
    expect(service.requests).toBe(before)
  })
})

function closing(sender: ReturnType<typeof createSender>) {
  return { ...sender, [Symbol.asyncDispose]: () => sender.close() }
}

/** The same point in 33 octets. */
function compressed(key: string): string {
  const octets = Buffer.from(key, 'base64url')
  return Buffer.concat([Buffer.of(2 + (octets[64]! & 1)), octets.subarray(1, 33)]).toString('base64url')
}

/** A point that is not on the curve. */
function beside(key: string): string {
  const octets = Buffer.from(key, 'base64url')
  octets[64]! ^= 1
  return octets.toString('base64url')
}
