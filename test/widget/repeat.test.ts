import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'

describe.each(DATABASES)('the same subscription again on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, {
    now: () => now,
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
  })
  const told = async (club: TestPublisher) => (await club.get('/notifications')).body.data as Json[]

  it('of 50 requests at once is one subscriber and one notification', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fields = { first_name: 'Fay', application: 'google', state: { seat: 1 } }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => club.subscribe('fan@example.com', [calendar], fields)),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(await told(club)).toHaveLength(1)
    const { count } = await app.ctx.db
      .selectFrom('subscriber')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('publisher_id', '=', club.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })

  it('counts as a second click within a minute, and not after it', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fields = { first_name: 'Fay' }
    await club.subscribe('fan@example.com', [calendar], fields)
    now += 59_000
    await club.subscribe('FAN@example.com', [calendar], fields)
    expect(await told(club)).toHaveLength(1)
    now += 1_000
    await club.subscribe('fan@example.com', [calendar], fields)
    expect(await told(club)).toHaveLength(2)
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
    await club.subscribe('fan@example.com', [calendar], fields)
    await club.subscribe('fan@example.com', [calendar], { ...fields, ...change })
    expect(await told(club)).toHaveLength(2)
  })

  it('is another one through another widget', async () => {
    const club = await app.publisher()
    const other = (await club.post('/admin/api/widgets', { type: 'button', name: 'Other' })).body.data
    await club.subscribe('fan@example.com', [])
    const { widgetId } = club
    Object.assign(club, { widgetId: other.id })
    await club.subscribe('fan@example.com', [])
    Object.assign(club, { widgetId })
    expect(await told(club)).toHaveLength(2)
    const { data } = (await club.get('/subscriber/fan@example.com')).body
    expect(data.subscriptionWidgetId).toBe(other.id)
  })

  it('brings back who left, or let a calendar go, meanwhile', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber('fan@example.com', [calendar])
    await club.post(`/subscriber/${fan.svcId}/subscriptions/remove`, { calendarIds: [calendar] })
    await club.subscribe('fan@example.com', [calendar])
    expect(await told(club)).toHaveLength(2)
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    await club.subscribe('fan@example.com', [calendar])
    const { data } = (await club.get(`/subscriber/${fan.svcId}`)).body
    expect(data).toMatchObject({ IsActive: true, data: { calIds: [calendar] } })
    expect((await told(club)).map(({ kind }) => kind)).toEqual([
      'subscribe',
      'subscribe',
      'unsubscribe',
      'subscribe',
    ])
  })

  it('shows nobody how it is known', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const { lastRequest } = JSON.parse(
      (
        await app.ctx.db
          .selectFrom('subscriber')
          .select('profile')
          .where('publisher_id', '=', club.id)
          .executeTakeFirstOrThrow()
      ).profile,
    )
    expect(lastRequest).toMatch(/^[\w-]{22}$/)
    for (const path of ['data', 'download']) {
      expect(await (await fetch(`${fan.manageUrl}/${path}`)).text()).not.toContain(lastRequest)
    }
    expect(JSON.stringify(fan.record)).not.toContain(lastRequest)
    expect(JSON.stringify(await told(club))).not.toContain(lastRequest)
  })
})
