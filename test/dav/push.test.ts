import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { deviceOf, propfind, pushRegister, sync, type TestDevice, tokenIn } from '../support/dav.ts'
import { type PushedBrowser, usePushService } from '../support/push-service.ts'
import { useTestApp } from '../support/test-app.ts'
import { expectOk } from '../support/test-publisher.ts'

const soon = () => new Date(Date.now() + 3 * 3_600_000)
const DAY = () => ({
  startDate: soon().toISOString().slice(0, 10),
  endDate: soon().toISOString().slice(0, 10),
})

const register = ({ endpoint, keys }: PushedBrowser, over: Parameters<typeof pushRegister>[2] = {}) =>
  pushRegister(endpoint, keys, over)

describe.each(DATABASES)('WebDAV-Push on %s', (kind) => {
  let later = 0
  const app = useTestApp(kind, { now: () => Date.now() + later, worker: true })
  const service = usePushService()

  async function fan() {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const event = await club.event(calendar, {
      ...DAY(),
      startTime: '23:00',
      endTime: '23:30',
      timezone: 'UTC',
    })
    const { svcId } = await club.subscriber(undefined, [calendar])
    const device = await deviceOf(club, svcId)
    return { club, calendar, event, svcId, device, path: `${device.home}${calendar}/` }
  }
  const messagesTo = ({ endpoint }: PushedBrowser) =>
    service.messages.filter(({ path }) => path === new URL(endpoint).pathname)
  const subscribe = (device: TestDevice, path: string, body: string) =>
    device.ask('POST', path, body, { 'content-type': 'application/xml' })

  it('tells a registered device what changed, encrypted, with the token that a sync then gives', async () => {
    const { club, event, device, path } = await fan()
    const named = await device.ask(
      'PROPFIND',
      path,
      propfind('p:transports', 'p:topic', 'p:supported-triggers'),
      { depth: '0' },
    )
    const topic = /<p:topic>([0-9a-f]{24})</.exec(named.text)![1]!
    expect(named.text).toContain('<p:property-update><d:depth>0</d:depth></p:property-update>')
    expect(named.text).toContain(`<p:vapid-public-key type="p256ecdsa">${app.ctx.webPush.publicKey}<`)
    const phone = service.browser()
    const registered = await subscribe(device, path, register(phone))
    expect(registered.status).toBe(204)
    const location = registered.headers.get('location')!
    expect(location).toMatch(/^https:\/\/fasti\.test\/dav\/[0-9a-f]{24}\/push\/[0-9a-f]{24}$/)
    const days = (Date.parse(registered.headers.get('expires')!) - Date.now() - later) / 86_400_000
    expect(Math.round(days)).toBe(14)
    // The same push resource again is an update.
    const again = await subscribe(
      device,
      path,
      register(phone, { expires: new Date(Date.now() + 1000).toUTCString() }),
    )
    expect(again.headers.get('location')).toBe(location)
    expect(Math.round((Date.parse(again.headers.get('expires')!) - Date.now() - later) / 86_400_000)).toBe(3)

    const known = new Map<string, string>()
    const { token } = await sync(device, path, known, '')
    expectOk(await club.put(`/event/${event}`, { location: 'Elsewhere', startTime: '22:00' }))
    await expect.poll(() => messagesTo(phone).length, { timeout: 10_000 }).toBe(1)
    const [message] = messagesTo(phone)
    expect(message).toMatchObject({ ttl: 86_400, topic })
    const changed = await sync(device, path, known, token)
    expect(message!.payload).toBe(
      `<?xml version="1.0" encoding="utf-8"?>\n<push-message xmlns="https://bitfire.at/webdav-push" xmlns:D="DAV:"><topic>${topic}</topic><content-update><D:sync-token>${changed.token}</D:sync-token></content-update></push-message>`,
    )
    expect(service.faults).toEqual([])

    // Another change within 30 seconds waits; then one message tells of all.
    for (const name of ['One', 'Two']) expectOk(await club.put(`/event/${event}`, { name }))
    await new Promise((done) => setTimeout(done, 2500))
    expect(messagesTo(phone)).toHaveLength(1)
    later += 31_000
    await expect.poll(() => messagesTo(phone).length, { timeout: 10_000 }).toBe(2)

    const ended = await device.ask('DELETE', new URL(location).pathname)
    expect(ended.status).toBe(204)
    expect((await device.ask('DELETE', new URL(location).pathname)).status).toBe(404)
  })

  it('forgets devices that are gone, revoked, or whose person left', async () => {
    const { club, event, device, path, svcId } = await fan()
    const other = await deviceOf(club, svcId)
    const [gone, revoked] = [service.browser(), service.browser()]
    service.answer(gone, (response) => response.writeHead(410).end())
    expect((await subscribe(device, path, register(gone))).status).toBe(204)
    expect((await subscribe(other, path, register(revoked))).status).toBe(204)
    expectOk(await club.delete(`/subscriber/${svcId}/links/${other.number}`))
    expectOk(await club.put(`/event/${event}`, { name: 'Changed' }))
    const rows = () =>
      app.ctx.db.selectFrom('push_registration').select('id').where('subscriber_id', '=', svcId).execute()
    await expect.poll(rows, { timeout: 10_000 }).toEqual([])
    expect(messagesTo(revoked)).toEqual([])
  })

  it('tells of another name or colour those who asked for it, and nobody of what did not change', async () => {
    const { club, calendar, event, device, path } = await fan()
    const [looks, both, content] = [service.browser(), service.browser(), service.browser()]
    const ofLooks = '<property-update><D:depth>0</D:depth></property-update>'
    const ofContent = '<content-update><D:depth>infinity</D:depth></content-update>'
    for (const [phone, trigger] of [
      [looks, ofLooks],
      [both, ofContent + ofLooks],
      [content, ofContent],
    ] as const)
      expect((await subscribe(device, path, register(phone, { trigger }))).status).toBe(204)
    const updates = (phone: PushedBrowser) =>
      messagesTo(phone).map(({ payload }) =>
        String(payload)
          .match(/<(content|property)-update>/g)!
          .join(''),
      )

    expectOk(await club.put('/admin/api/publisher', { displayPrimaryColor: '#0B6E4F' }))
    await expect
      .poll(() => [updates(looks), updates(both)], { timeout: 10_000 })
      .toEqual([['<property-update>'], ['<property-update>']])
    expect(messagesTo(looks)[0]!.payload).toContain(
      '<D:prop><D:displayname/><calendar-color xmlns="http://apple.com/ns/ical/"/></D:prop>',
    )
    later += 31_000
    expectOk(await club.put(`/event/${event}`, { location: 'Elsewhere' }))
    await expect
      .poll(() => [updates(both), updates(content)], { timeout: 10_000 })
      .toEqual([['<property-update>', '<content-update>'], ['<content-update>']])
    later += 31_000
    expectOk(await club.put(`/calendar/${calendar}`, { name: 'Renamed', genre: 'Sport', subGenre: 'Rugby' }))
    await expect.poll(() => updates(looks), { timeout: 10_000 }).toHaveLength(2)
    expect(updates(looks)).toEqual(['<property-update>', '<property-update>'])
    // A push service keeps one message of a topic: news of the content must not replace those of the name.
    const topics = messagesTo(both).map(({ topic }) => topic)
    expect(topics[0]).not.toBe(topics[1])
    expect(service.faults).toEqual([])
  })

  it('renews each of a device that has as many registrations as it may', async () => {
    const { device, path } = await fan()
    const phones = Array.from({ length: 201 }, () => service.browser())
    const statuses: number[] = []
    for (const phone of phones) statuses.push((await subscribe(device, path, register(phone))).status)
    expect(statuses).toEqual([...Array.from({ length: 200 }, () => 204), 403])
    expect((await subscribe(device, path, register(phones[0]!))).status).toBe(204)
  })

  it('tells of private events', async () => {
    const { club, svcId, device } = await fan()
    const own = await club.privateEvent(svcId, DAY())
    const phone = service.browser()
    const path = `${device.home}private/`
    expect((await subscribe(device, path, register(phone))).status).toBe(204)
    expect((await club.delete('/batch/events?type=private', { ids: [own] })).status).toBe(207)
    await club.privateEvent(svcId, DAY())
    await expect.poll(() => messagesTo(phone).length, { timeout: 10_000 }).toBe(1)
  })

  it('takes no huge registration, and stores nothing that is none of the keys', async () => {
    const { device, path, svcId } = await fan()
    const phone = service.browser()
    const long = { ...phone, endpoint: `https://push.example/${'x'.repeat(5000)}` }
    const refused = await subscribe(device, path, register(long))
    expect(refused).toMatchObject({
      status: 403,
      text: expect.stringContaining('<p:invalid-subscription/>'),
    })
    const trigger = '<content-update><D:depth>1</D:depth></content-update>'.repeat(5000)
    expect((await subscribe(device, path, register(phone, { trigger }))).status).toBe(413)
    const junk = '!'.repeat(50_000)
    const { p256dh, auth } = phone.keys
    const padded = { ...phone, keys: { p256dh: p256dh + junk, auth: junk + auth } }
    expect((await subscribe(device, path, register(padded))).status).toBe(204)
    const { target } = await app.ctx.db
      .selectFrom('push_registration')
      .select('target')
      .where('subscriber_id', '=', svcId)
      .executeTakeFirstOrThrow()
    expect(target.length).toBeLessThan(1000)
  })

  it('refuses registrations that it can not serve', async () => {
    const { device, path } = await fan()
    const phone = service.browser()
    const refusals: [string, string][] = [
      [
        register(phone, { trigger: '<property-update><D:depth>1</D:depth></property-update>' }),
        'no-supported-trigger',
      ],
      [
        register(phone, { trigger: '<content-update><D:depth>0</D:depth></content-update>' }),
        'no-supported-trigger',
      ],
      [register(phone, { trigger: '' }), 'no-supported-trigger'],
      [register(phone, { type: 'other' }), 'invalid-subscription'],
      [register({ ...phone, keys: { ...phone.keys, p256dh: 'AAAA' } }), 'invalid-subscription'],
      [register({ ...phone, endpoint: 'ftp://push.example' }), 'invalid-subscription'],
    ]
    for (const [body, condition] of refusals) {
      const { status, text } = await subscribe(device, path, body)
      expect({ status, text }).toEqual({ status: 403, text: expect.stringContaining(`<p:${condition}/>`) })
    }
    const elsewhere = await subscribe(device, device.home, register(phone))
    expect(elsewhere).toMatchObject({ status: 403, text: expect.stringContaining('need-privileges') })
    expect(tokenIn(elsewhere.text)).toBe('')
  })
})

describe('a push service of an account in a private network', () => {
  const app = useTestApp('sqlite', {
    config: (config) => ({ ...config, webhooks: { ...config.webhooks, allowPrivate: false } }),
  })

  it('is refused, in whatever spelling', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const { svcId } = await club.subscriber(undefined, [calendar])
    const device = await deviceOf(club, svcId)
    const hosts = [
      '127.0.0.1',
      '[::1]',
      '2130706433',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
      '10.0.0.1',
      'localhost',
    ]
    const elsewhere = ['http://push.example/x', 'https://push.example:22/x', 'https://a:b@push.example/x']
    for (const endpoint of [...hosts.map((host) => `https://${host}/x`), ...elsewhere]) {
      const { status, text } = await device.ask('POST', `${device.home}${calendar}/`, pushRegister(endpoint))
      expect({ endpoint, status, text }).toEqual({
        ...{ endpoint, status: 403 },
        text: expect.stringContaining('<p:invalid-subscription/>'),
      })
    }
  })
})
