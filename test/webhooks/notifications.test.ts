import { createDecipheriv } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { DEFAULT_KINDS, KINDS, type NotificationKind } from '../../src/webhooks/kinds.ts'
import { subscribedAgain } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { useReceiver } from '../support/receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'

const UNIX_TIME = expect.stringMatching(/^\d{10}$/)

/** Written from the interface's description alone. */
function decrypt(payload: string, secret: string): Json {
  const bytes = Buffer.from(payload, 'base64')
  const key = Buffer.alloc(32, secret)
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16))
  return JSON.parse(Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString())
}

describe.each(DATABASES)('notifications on %s', (kind) => {
  const app = useTestApp(kind, { worker: true })
  const receiver = useReceiver()
  let paths = 0

  async function clubThatListens(over: Json = {}) {
    const club = await app.publisher()
    const path = `/${kind}-${++paths}`
    const callback = await club.callback(receiver.url + path, over)
    return { club, path, callback }
  }
  const catchUp = async (club: TestPublisher, query = '') =>
    (await club.get(`/notifications?${query}`)).body.data as Json[]
  const submit = (url: string, body: Json = {}) => send(url, { method: 'POST', body: JSON.stringify(body) })

  it('tells of a subscription, with everything that was given', async () => {
    const { club, path } = await clubThatListens()
    const calendars = [
      await club.calendar({ name: 'First', reference: 'r1' }),
      await club.calendar({ name: 'Second', reference: 'r2' }),
    ]
    await club.subscribe('fan@example.com', calendars, {
      first_name: 'Fay',
      last_name: 'Fan',
      mobile: '+44 1',
      country: 'GB',
      zip: 'N1',
      gender: 'f',
      age_group: '18-25',
      secondary_email: 'typed@example.com',
      subscriber_reference: 'crm-7',
      custom_fields: [{ name: 'Seat', value: '12B' }],
      state: { from: 'home', deep: { a: [1] } },
    })
    const [{ body, headers, raw }] = (await receiver.wait(path)) as [Json]
    const { id } = (await club.get('/subscriber/fan@example.com')).body.data
    const expected = {
      svcId: id,
      email: 'fan@example.com',
      timestamp: body.timestamp,
      secondary_email: 'typed@example.com',
      first_name: 'Fay',
      last_name: 'Fan',
      age_group: '18-25',
      country: 'GB',
      gender: 'f',
      mobile: '+44 1',
      zip: 'N1',
      reference: 'crm-7',
      calendarIds: { 0: calendars[0], 1: calendars[1] },
      calendarNames: ['First', 'Second'],
      calendarReferences: ['r1', 'r2'],
      custom_fields: [{ name: 'Seat', value: '12B' }],
      state: { from: 'home', deep: { a: [1] } },
    }
    expect(raw).toBe(JSON.stringify(expected))
    expect(body.timestamp).toEqual(UNIX_TIME)
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Fasti-Webhook/1' })
  })

  it('tells of what is done in the portal, and of nothing the publisher does by API but unsubscribing', async () => {
    const { club, path } = await clubThatListens()
    const [a, b] = [await club.calendar({ reference: 'a' }), await club.calendar({ reference: 'b' })]
    const fan = await club.subscriber('fan@example.com', [a])
    await submit(`${fan.manageUrl}/calendars`, { calendarIds: [a, b] })
    await submit(`${fan.manageUrl}/calendars`, { calendarIds: [a, b] })
    await submit(`${fan.manageUrl}/calendars`, { calendarIds: [b] })
    await club.post(`/subscriber/${fan.svcId}/subscriptions/add`, { calendarIds: [a] })
    await club.post(`/subscriber/${fan.svcId}/subscriptions/remove`, { calendarIds: [a] })
    await submit(`${fan.manageUrl}/unsubscribe`)
    await subscribedAgain(app, club, 'fan@example.com', [])
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    await receiver.wait(path, 6)
    const told = await catchUp(club)
    expect(told.map((notification) => notification.kind)).toEqual([
      'subscribe',
      'schedules-added',
      'schedules-removed',
      'unsubscribe',
      'subscribe',
      'unsubscribe',
    ])
    expect(DEFAULT_KINDS.filter((kind) => !told.some((notification) => notification.kind === kind))).toEqual(
      [],
    )
    const common = { svcId: fan.svcId, email: 'fan@example.com', timestamp: UNIX_TIME, reference: '' }
    expect(told[1].payload).toEqual({
      ...common,
      calendarIds: { 0: a, 1: b },
      calendarNames: [expect.any(String), expect.any(String)],
      calendarReferences: ['a', 'b'],
    })
    expect(told[2].payload).toEqual({
      ...common,
      calendarIds: { 0: b },
      calendarNames: [expect.any(String)],
      calendarReferences: ['b'],
    })
    expect(told[3].payload).toEqual({ ...common, action: 'unsubscribe' })
    const byId = new Map(receiver.at(path).map((received) => [received.headers['webhook-id'], received.body]))
    for (const { id, kind, payload } of told) {
      expect(byId.get(id)).toEqual(payload)
      const schema = KINDS[kind as NotificationKind].payload
      expect([...Value.Errors(schema, payload)], kind).toEqual([])
      const fields = Object.keys(schema.properties).filter((name) => name in payload)
      expect(Object.keys(byId.get(id)), kind).toEqual(fields)
    }
  })

  it('records nothing for a change that failed', async () => {
    const { club } = await clubThatListens()
    const fan = await club.subscriber()
    await submit(`${fan.manageUrl}/calendars`, { calendarIds: ['0'.repeat(24)] })
    await club.subscribe('fan@example.com', ['0'.repeat(24)])
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    expect((await catchUp(club)).map(({ kind }) => kind)).toEqual(['subscribe', 'unsubscribe'])
  })

  it('signs what it sends, so that an independent library verifies it', async () => {
    const { club, path, callback } = await clubThatListens()
    expect(callback.signingSecret).toMatch(/^whsec_/)
    await club.subscribe('fan@example.com', [])
    const [{ raw, headers }] = (await receiver.wait(path)) as [Json]
    expect(new Webhook(callback.signingSecret).verify(raw, headers)).toMatchObject({
      email: 'fan@example.com',
    })
    expect(() => new Webhook(callback.signingSecret).verify(raw + ' ', headers)).toThrow()
  })

  it.each(['short', 'x'.repeat(40), 'schlüssel-🔑'])('encrypts under the secret %s', async (secret) => {
    const { club, path, callback } = await clubThatListens({ secret })
    await club.subscribe('fan@example.com', [])
    const [{ raw, body, headers }] = (await receiver.wait(path)) as [Json]
    expect(Object.keys(body)).toEqual(['payload'])
    expect(decrypt(body.payload, secret)).toMatchObject({ email: 'fan@example.com', timestamp: UNIX_TIME })
    expect(raw).not.toContain('fan@')
    expect(new Webhook(callback.signingSecret).verify(raw, headers)).toBeTruthy()
    expect((await catchUp(club))[0].payload.email).toBe('fan@example.com')
  })

  it('goes to every callback that is on and wants the kind', async () => {
    const { club, path } = await clubThatListens({ kinds: ['unsubscribe'] })
    await club.callback(`${receiver.url}${path}-all`)
    await club.callback(`${receiver.url}${path}-off`, { active: false })
    const fan = await club.subscriber()
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    await receiver.wait(`${path}-all`, 2)
    expect((await receiver.wait(path)).map(({ body }) => body.action)).toEqual(['unsubscribe'])
    expect(receiver.at(`${path}-off`)).toEqual([])
  })

  it('lets a publisher catch up from any point', async () => {
    const club = await app.publisher()
    for (let i = 0; i < 5; i++) await club.subscribe(`fan-${i}@example.com`, [])
    const all = await catchUp(club)
    expect(all.map(({ payload }) => payload.email)).toEqual(
      [0, 1, 2, 3, 4].map((i) => `fan-${i}@example.com`),
    )
    expect(all[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: 'subscribe',
      created: expect.stringMatching(/Z$/),
      payload: expect.any(Object),
    })
    expect(await catchUp(club, `after=${all[1].id}&limit=2`)).toEqual(all.slice(2, 4))
    expect(await catchUp(club, `after=${all[4].id}`)).toEqual([])
    expect(await catchUp(club, `after=${'0'.repeat(24)}`)).toEqual(all)
    expect(await catchUp(club, `after=${'f'.repeat(24)}`)).toEqual([])
    for (const bad of ['after=x', 'limit=0', 'limit=101'])
      expect((await club.get(`/notifications?${bad}`)).status).toBe(400)
    expect(await catchUp(await app.publisher(), `after=${all[0].id}`)).toEqual([])
  })

  it('can be downloaded, safe to open in a spreadsheet', async () => {
    const club = await app.publisher()
    await club.subscribe('=cmd@example.com', [], { first_name: 'A "quoted", name' })
    const [{ id, payload }] = (await catchUp(club)) as [Json]
    const ndjson = await club.get('/admin/api/notifications.ndjson')
    expect(JSON.parse(ndjson.text)).toMatchObject({ id, payload })
    const csv = await club.get('/admin/api/notifications.csv')
    const [head, line] = csv.text.split('\r\n')
    expect(head).toBe('id,kind,created,svcId,email,payload')
    expect(line).toContain(`,'=cmd@example.com,"{`)
    expect(csv.headers.get('content-disposition')).toContain('notifications.csv')
  })
})
