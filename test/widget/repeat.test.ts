import { describe, expect, it } from 'vitest'
import { confirmed } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'

const KEY = { 'idempotency-key': '0123456789abcdef' }

describe.each(DATABASES)('the same subscription again on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, {
    now: () => now,
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
  })
  const told = async (club: TestPublisher) => (await club.get('/notifications')).body.data as Json[]

  it('of 20 requests at once is one subscriber, one link and one notification', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fields = { first_name: 'Fay', application: 'google', state: { seat: 1 } }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => club.subscribe('fan@example.com', [calendar], fields, KEY)),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(await told(club)).toHaveLength(1)
    expect((await club.get('/subscriber/fan@example.com')).body.data.links).toHaveLength(1)
  })

  it('counts as a second click within an hour, and not after it', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fields = { first_name: 'Fay' }
    const subscribe = async (email = 'fan@example.com') =>
      (await club.subscribe(email, [calendar], fields, KEY)).body.manageUrl as string
    const first = await subscribe()
    now += 59 * 60_000
    expect(await subscribe('FAN@example.com')).toBe(first)
    now += 60_000
    expect(await subscribe()).not.toBe(first)
    expect(await told(club)).toHaveLength(1)
  })

  it('is one pending link too', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await club.subscriber('fan@example.com', [calendar])
    const answers = [
      await club.subscribe('fan@example.com', [calendar], {}, KEY),
      await club.subscribe('fan@example.com', [calendar], {}, KEY),
    ]
    expect(answers[1]!.text).toBe(answers[0]!.text)
  })

  it('without a key, or with another, is a request like any other', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const keys = [{}, {}, KEY, { 'idempotency-key': 'another random text' }]
    const links = new Set<string>()
    for (const key of keys)
      links.add((await club.subscribe('fan@example.com', [calendar], {}, key)).body.manageUrl as string)
    expect(links.size).toBe(4)
    expect(await told(club)).toHaveLength(1)
  })

  it.each<[string, Json]>([
    ['name', { first_name: 'Fanny' }],
    ['application', { application: 'apple' }],
    ['consent', { optin: true }],
    ['state', { state: { seat: 2 } }],
    ['page', { referringPage: 'https://www.example.com/' }],
    ['calendar list', { calendarIds: [], skip_schedule_selection: true }],
  ])('is another one with another %s', async (_, change) => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fields = { first_name: 'Fay', application: 'google', state: { seat: 1 } }
    const first = await club.subscribe('fan@example.com', [calendar], fields, KEY)
    const other = await club.subscribe('fan@example.com', [calendar], { ...fields, ...change }, KEY)
    expect(other.body.manageUrl).not.toBe(first.body.manageUrl)
    await confirmed(app, other)
    expect(await told(club)).toHaveLength(2)
  })

  it('is another one through another widget', async () => {
    const club = await app.publisher()
    const other = (await club.post('/admin/api/widgets', { type: 'button', name: 'Other' })).body.data
    await club.subscribe('fan@example.com', [], {}, KEY)
    const { widgetId } = club
    Object.assign(club, { widgetId: other.id })
    await confirmed(app, await club.subscribe('fan@example.com', [], {}, KEY))
    Object.assign(club, { widgetId })
    expect(await told(club)).toHaveLength(2)
    const { data } = (await club.get('/subscriber/fan@example.com')).body
    expect(data.subscriptionWidgetId).toBe(other.id)
  })

  it('brings back who left, or let a calendar go, meanwhile', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await club.subscribe('fan@example.com', [calendar], {}, KEY)
    const svcId = (await club.get('/subscriber/fan@example.com')).body.data.id as string
    await club.post(`/subscriber/${svcId}/subscriptions/remove`, { calendarIds: [calendar] })
    await confirmed(app, await club.subscribe('fan@example.com', [calendar], {}, KEY))
    expect(await told(club)).toHaveLength(2)
    await club.post(`/subscriber/${svcId}/unsubscribe`)
    await confirmed(app, await club.subscribe('fan@example.com', [calendar], {}, KEY))
    const { data } = (await club.get(`/subscriber/${svcId}`)).body
    expect(data).toMatchObject({ IsActive: true, data: { calIds: [calendar] } })
    expect((await told(club)).map(({ kind }) => kind)).toEqual([
      'subscribe',
      'subscribe',
      'unsubscribe',
      'subscribe',
    ])
  })

  it('needs a key that nobody guesses', async () => {
    const club = await app.publisher()
    const answer = await club.subscribe('fan@example.com', [], {}, { 'idempotency-key': '1' })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['idempotency-key']])
  })

  it('shows nobody how it is known', async () => {
    const club = await app.publisher()
    const links = (await club.subscribe('fan@example.com', [], {}, KEY)).body
    const manageUrl = app.url + new URL(links.manageUrl as string).pathname
    const { data: record } = (await club.get('/subscriber/fan@example.com')).body
    const { lastRequest } = JSON.parse(
      (
        await app.ctx.db
          .selectFrom('subscriber')
          .select('profile')
          .where('publisher_id', '=', club.id)
          .executeTakeFirstOrThrow()
      ).profile,
    )
    expect(lastRequest).toMatch(/^[\w-]{22} 0$/)
    for (const path of ['data', 'download']) {
      expect(await (await fetch(`${manageUrl}/${path}`)).text()).not.toContain(lastRequest)
    }
    expect(JSON.stringify(record)).not.toContain(lastRequest)
    expect(JSON.stringify(await told(club))).not.toContain(lastRequest)
  })
})
