import { beforeEach, describe, expect, it } from 'vitest'
import type { DeliveryHealth } from '../../src/http/admin/callbacks-schemas.ts'
import type { Overview } from '../../src/http/admin/overview-schemas.ts'
import { countActiveFeeds } from '../../src/statistics/active-feeds.ts'
import type { SubscriberRow } from '../../src/subscriber-import/import-row.ts'
import { importSubscribers } from '../../src/subscriber-import/import-subscribers.ts'
import { runDeliveryWorker } from '../../src/webhooks/worker.ts'
import { subscribedAgain } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { useReceiver } from '../support/receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import { send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const START = Date.parse('2027-03-01T12:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000
const GOOGLE = 'Google-Calendar-Importer'
const IOS = 'iOS/26.0 (23A340) dataaccessd/1.0'

describe.each(DATABASES)('the overview on %s', (kind) => {
  let now = START
  const app = useTestApp(kind, { now: () => now, ...BEHIND_PROXY })
  const receiver = useReceiver()

  beforeEach(() => {
    now = START
  })
  // As a program, whose sign-in does not end while days go by.
  const overview = async (club: TestPublisher, query = ''): Promise<Overview> =>
    (await club.get(`/admin/api/overview${query}`)).body.data
  const written = () => Promise.all([app.ctx.feedReads.flush(), app.ctx.clicks.flush()])
  const readFeed = (feedUrl: string, application: string) =>
    send(feedUrl, { headers: { 'user-agent': application } })
  const lastDay = async (club: TestPublisher) => (await overview(club)).days.at(-1)!

  /** As many as the service itself says it has to write to. */
  async function activeSubscribers(club: TestPublisher): Promise<number> {
    const { count } = await app.ctx.db
      .selectFrom('subscriber')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('publisher_id', '=', club.id)
      .where('active', '=', 1)
      .executeTakeFirstOrThrow()
    return count
  }

  /** Active subscribers: all, by calendar and by the widget through which they joined. */
  async function activeBy(club: TestPublisher) {
    const people = await app.ctx.db
      .selectFrom('subscriber')
      .select(['id', 'widget_id'])
      .where('publisher_id', '=', club.id)
      .where('active', '=', 1)
      .execute()
    const followed = await app.ctx.db
      .selectFrom('subscription')
      .select('calendar_id')
      .where('publisher_id', '=', club.id)
      .where(
        'subscriber_id',
        'in',
        people.map(({ id }) => id),
      )
      .execute()
    const tally = (keys: string[]) =>
      new Map([...Map.groupBy(keys, (key) => key)].map(([key, same]) => [key, same.length]))
    return {
      all: people.length,
      calendars: tally(followed.map((row) => row.calendar_id)),
      widgets: tally(people.map((row) => row.widget_id)),
    }
  }

  it('is empty for a new publisher, and says so', async () => {
    const viewer = await userOf(app, await app.publisher(), 'viewer')
    const answer = await viewer.get('/overview')
    expect(answer).toMatchObject({ status: 200, body: { status: '200', statusLong: 'OK' } })
    const data: Overview = answer.body.data
    expect(data).toMatchObject({
      steps: { calendar: false, event: false, subscriber: false },
      subscribersBefore: 0,
      timezone: 'Europe/London',
      today: '2027-03-01',
      before: { from: '2027-01-01', to: '2027-01-30', joined: 0, left: 0, reads: 0, clicks: 0 },
      calendars: { rows: [], others: { count: 0 } },
      widgets: { rows: [] },
      campaigns: { rows: [] },
      links: [],
      reads: [],
      readers: [],
      nextEvents: [],
      nextEventReach: null,
      lastChanges: [],
      leastReached: null,
    })
    expect(data.days).toHaveLength(30)
    expect(data.days[0]!.day).toBe('2027-01-31')
    expect(data.days.at(-1)).toEqual({
      day: '2027-03-01',
      subscribers: 0,
      joined: 0,
      left: 0,
      reads: 0,
      clicks: 0,
    })
    expect(data.activeFeeds).toMatchObject({ days: 7, subscribers: 0, applications: [] })
  })

  it.each<[query: string, errors: object]>([
    ...['days=0', 'days=', 'days=365x', 'days=-30', 'days=14', 'days[]=30&days=x'].map(
      (query): [string, object] => [query, { days: 'Parameter days must be 7, 30, 90 or 365' }],
    ),
    ['from=2027-2-1', { from: 'Parameter from must be a date such as 2027-04-10' }],
    ['from=2027-02-30', { from: 'Parameter from must be a date that there is' }],
    ['to=2027-02-01', { from: 'Parameter from is missing: to needs it' }],
    ['from=2027-02-01&days=30', { days: 'Parameter days is not taken together with from' }],
    ['from=2027-02-02&to=2027-02-01', { to: 'Parameter to must not be before from' }],
    ['from=2027-02-02&to=2027-03-02', { to: 'Parameter to must be 2027-03-01 or earlier' }],
    ['from=2025-02-28', { from: 'Parameter from must be 2025-03-02 or later' }],
    ['from=2025-12-01&to=2026-12-02', { to: 'Parameter to must be at most 366 days from from on' }],
  ])('refuses %s', async (query, errors) => {
    const viewer = await userOf(app, await app.publisher(), 'viewer')
    const answer = await viewer.get(`/overview?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { errors } })
  })

  it('ticks the first steps when they are done', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar({ draftCalendar: 1 })
    expect((await overview(club)).steps).toEqual({ calendar: true, event: false, subscriber: false })
    const fan = await club.subscriber()
    await club.privateEvent(fan.svcId)
    expect((await overview(club)).steps).toEqual({ calendar: true, event: false, subscriber: true })
    await club.event(calendar, { draft: 1 })
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    expect((await overview(club)).steps).toEqual({ calendar: true, event: true, subscriber: true })
  })

  it('counts who joins, leaves and comes back, each once', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber('fan@example.com', [calendar])
    await club.subscribe('FAN@example.com', [calendar])
    await subscribedAgain(app, club, 'FAN@example.com', [calendar])
    expect(await lastDay(club)).toMatchObject({ subscribers: 1, joined: 1, left: 0 })
    now += 2 * MINUTE
    await subscribedAgain(app, club, 'fan@example.com', [calendar], { first_name: 'Fay' })
    await club.subscriber('friend@example.com', [calendar])
    expect(await lastDay(club)).toMatchObject({ subscribers: 2, joined: 2, left: 0 })

    now += DAY
    expect((await club.post(`/subscriber/${fan.svcId}/unsubscribe`)).status).toBe(200)
    expect((await club.post(`/subscriber/${fan.svcId}/unsubscribe`)).status).toBe(403)
    expect(await lastDay(club)).toMatchObject({ day: '2027-03-02', subscribers: 1, joined: 0, left: 1 })

    now += DAY
    const again = () => subscribedAgain(app, club, 'fan@example.com', [calendar])
    await Promise.all(Array.from({ length: 5 }, again))
    const { days, subscribersBefore } = await overview(club, '?days=90')
    expect(days).toHaveLength(90)
    expect(subscribersBefore).toBe(0)
    expect(
      days.slice(-4).map(({ day, subscribers, joined, left }) => ({ day, subscribers, joined, left })),
    ).toEqual([
      { day: '2027-02-28', subscribers: 0, joined: 0, left: 0 },
      { day: '2027-03-01', subscribers: 2, joined: 2, left: 0 },
      { day: '2027-03-02', subscribers: 1, joined: 0, left: 1 },
      { day: '2027-03-03', subscribers: 2, joined: 1, left: 0 },
    ])
    expect(await activeSubscribers(club)).toBe(2)
    now += 40 * DAY
    const later = await overview(club)
    expect(later).toMatchObject({
      subscribersBefore: 2,
      days: { length: 30, 0: { subscribers: 2, joined: 0 } },
    })
  })

  it('counts a subscription that is refused for nobody', async () => {
    const club = await app.publisher()
    expect((await club.subscribe('fan@example.com', ['0'.repeat(24)])).status).toBe(400)
    expect(await lastDay(club)).toMatchObject({ subscribers: 0, joined: 0 })
    expect((await overview(club)).steps.subscriber).toBe(false)
  })

  it('counts feed reads by day and by application', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber('fan@example.com', [calendar])
    const friend = await club.subscriber('friend@example.com', [calendar])
    for (const reader of [GOOGLE, GOOGLE, IOS]) await readFeed(fan.feedUrl, reader)
    await readFeed(friend.feedUrl, GOOGLE)
    await readFeed(fan.feedUrl.replace('/feed/', '/feed/x'), GOOGLE)
    // Not written yet: two days in one flush.
    now += DAY
    await readFeed(fan.feedUrl, IOS)
    await written()
    const data = await overview(club)
    expect(data.days.slice(-3).map((day) => day.reads)).toEqual([0, 4, 1])
    expect(data.reads).toEqual([
      { name: 'Google Calendar', kind: 'aggregator', reads: 3 },
      { name: 'Apple Calendar (iOS)', kind: 'device', reads: 2 },
    ])
    const record = (await club.get(`/subscriber/${fan.svcId}`)).body.data
    expect(record.totalActivity).toBe(4)
    expect(record.lastActive).toBeTruthy()
  })

  it('keeps reads and clicks that could not be written for the next time', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber('fan@example.com', [calendar])
    await readFeed(fan.feedUrl, IOS)
    app.ctx.clicks.count(club.id, undefined)
    const { schema } = app.ctx.db
    await schema.alterTable('daily_statistic').renameTo('daily_statistic_gone').execute()
    try {
      await expect(app.ctx.feedReads.flush()).rejects.toThrow()
      await expect(app.ctx.clicks.flush()).rejects.toThrow()
    } finally {
      await schema.alterTable('daily_statistic_gone').renameTo('daily_statistic').execute()
    }
    await readFeed(fan.feedUrl, IOS)
    app.ctx.clicks.count(club.id, undefined)
    await written()
    await written()
    expect(await lastDay(club)).toMatchObject({ reads: 2, clicks: 2 })
    expect((await club.get(`/subscriber/${fan.svcId}`)).body.data.totalActivity).toBe(2)
  })

  it('is not held up by reads of somebody who is no more', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber('fan@example.com', [await club.calendar()])
    await readFeed(fan.feedUrl, IOS)
    app.ctx.feedReads.count({
      publisherId: club.id,
      subscriberId: '0'.repeat(24),
      link: 0,
      pending: false,
      application: 'Outlook',
      etag: 'x',
      revision: 0,
      at: now,
    })
    await written()
    expect((await lastDay(club)).reads).toBe(2)
    expect((await club.get(`/subscriber/${fan.svcId}`)).body.data.totalActivity).toBe(1)
  })

  it('counts the links that are followed, and nothing else', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await club.event(calendar, {
      'quickLink[1][name]': 'Tickets',
      'quickLink[1][url]': 'https://example.com/t',
    })
    const fan = await club.subscriber('fan@example.com', [calendar])
    const feed = (await readFeed(fan.feedUrl, IOS)).text.replaceAll('\r\n ', '')
    const link = app.url + /https:\/\/fasti\.test(\/l\/[\w-]+)/.exec(feed)![1]
    expect((await send(link)).headers.get('location')).toBe('https://example.com/t')
    expect((await send(link)).status).toBe(302)
    expect((await send(link, { method: 'HEAD' })).status).toBe(302)
    expect((await send(`${link.slice(0, -4)}AAAA`)).status).toBe(404)
    expect((await lastDay(club)).clicks).toBe(0)
    await written()
    expect((await lastDay(club)).clicks).toBe(2)
  })

  it('counts days in the zone of the publisher', async () => {
    // Auckland is 13 hours ahead of London.
    const club = await app.publisher({ timezone: 'Pacific/Auckland' })
    const calendar = await club.calendar()
    now = Date.parse('2027-03-02T10:50:00Z')
    const fan = await club.subscriber('fan@example.com', [calendar])
    await readFeed(fan.feedUrl, IOS)
    app.ctx.clicks.count(club.id, undefined)
    // Two days in one flush.
    now = Date.parse('2027-03-02T11:00:00Z')
    await readFeed(fan.feedUrl, IOS)
    app.ctx.clicks.count(club.id, undefined)
    await written()
    const { days, today, readers } = await overview(club)
    expect(today).toBe('2027-03-03')
    expect(days.slice(-3)).toEqual([
      { day: '2027-03-01', subscribers: 0, joined: 0, left: 0, reads: 0, clicks: 0 },
      { day: '2027-03-02', subscribers: 1, joined: 1, left: 0, reads: 1, clicks: 1 },
      { day: '2027-03-03', subscribers: 1, joined: 0, left: 0, reads: 1, clicks: 1 },
    ])
    expect(readers).toMatchObject([{ name: 'Apple Calendar (iOS)', kind: 'device' }])
    expect(readers[0]!.feeds.slice(-3)).toEqual([0, 1, 1])
  })

  it('counts a feed once a day for each application, whatever it reads, while its subscriber stays', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber('fan@example.com', [calendar])
    const friend = await club.subscriber('friend@example.com', [calendar])
    for (const reader of [GOOGLE, IOS, IOS]) await readFeed(fan.feedUrl, reader)
    await written()
    now += 20 * MINUTE
    for (const reader of [GOOGLE, IOS]) await readFeed(fan.feedUrl, reader)
    await readFeed(friend.feedUrl, GOOGLE)
    await written()
    now += DAY
    await readFeed(friend.feedUrl, GOOGLE)
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    await readFeed(fan.feedUrl, GOOGLE)
    await written()
    const { readers, days } = await overview(club, '?days=7')
    expect(days).toHaveLength(7)
    expect(readers.map(({ name, feeds }) => [name, ...feeds.slice(-3)])).toEqual([
      ['Google Calendar', 0, 2, 1],
      ['Apple Calendar (iOS)', 0, 1, 0],
    ])
  })

  it('compares with as many days before, over any range', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const join = async (name: string) => club.subscriber(`${name}@example.com`, [calendar])
    const [ann] = [await join('ann'), await join('bea')]
    now += 3 * DAY
    await join('cleo')
    await club.post(`/subscriber/${ann.svcId}/unsubscribe`)
    now += 2 * DAY
    await join('dora')
    const range = await overview(club, '?from=2027-03-04&to=2027-03-05')
    expect(range).toMatchObject({
      today: '2027-03-06',
      subscribersBefore: 2,
      before: { from: '2027-03-02', to: '2027-03-03', joined: 0, left: 0 },
      calendars: { rows: [{ key: calendar, joined: 1, left: 1, before: { joined: 0, left: 0 } }] },
    })
    expect(range.days.map(({ day, subscribers }) => [day, subscribers])).toEqual([
      ['2027-03-04', 2],
      ['2027-03-05', 2],
    ])
    const open = await overview(club, '?from=2027-03-04')
    expect(open.days.map(({ joined, left }) => [joined, left])).toEqual([
      [1, 1],
      [0, 0],
      [1, 0],
    ])
    expect(open.before).toEqual({
      ...{ from: '2027-03-01', to: '2027-03-03', joined: 2, left: 0, reads: 0, clicks: 0 },
    })
    expect(open.calendars.rows[0]).toMatchObject({ joined: 2, left: 1, before: { joined: 2, left: 0 } })
  })

  it('tells which calendar, widget and campaign brought people, and lost them', async () => {
    const club = await app.publisher()
    const [first, second] = [await club.calendar({ name: 'First' }), await club.calendar({ name: 'Second' })]
    const poster = { state: { campaign: ' Poster\u0007 ', page: 1 } }
    const ann = await club.subscriber('ann@example.com', [first, second], poster)
    const bea = await club.subscriber('bea@example.com', [first], { state: { campaign: 'Mail' } })
    await club.subscriber('cleo@example.com', [second], { state: { campaign: 7 } })
    const dora = await club.subscriber('dora@example.com', [first], poster)
    // Adding a calendar again changes nothing; another page than that of the joining neither.
    const change = async (how: 'add' | 'remove', calendarIds: string[]) => {
      const answer = await club.post(`/subscriber/${bea.svcId}/subscriptions/${how}`, { calendarIds })
      expect(answer.status).toBe(200)
    }
    await change('add', [first, second])
    await change('remove', [second])
    await change('remove', [second])
    await subscribedAgain(app, club, 'bea@example.com', [second], poster)
    await club.post(`/subscriber/${ann.svcId}/unsubscribe`)
    const owner = await userOf(app, club, 'owner')
    expect((await owner.delete(`/subscribers/${dora.svcId}`)).status).toBe(200)
    await subscribedAgain(app, club, 'ann@example.com', [second])
    await club.delete(`/calendar/${first}`)

    const { calendars, widgets, campaigns, days } = await overview(club)
    const numbers = (origins: Overview['calendars']) =>
      Object.fromEntries(origins.rows.map(({ name, joined, left }) => [name, [joined, left]]))
    expect(numbers(campaigns)).toEqual({ Poster: [2, 2], Mail: [1, 0] })
    expect(widgets.rows).toMatchObject([{ key: club.widgetId, joined: 5, left: 2, deleted: false }])
    expect(widgets.rows[0]!.name).not.toBe('')
    expect(calendars.rows.map(({ name, deleted }) => [name, deleted])).toEqual([
      ['Second', false],
      ['First', true],
    ])
    // All sums agree with the rows of people.
    const active = await activeBy(club)
    expect(days.at(-1)).toMatchObject({ subscribers: active.all, joined: 5, left: 2 })
    const net = ({ joined, left }: { joined: number; left: number }) => joined - left
    expect(net(calendars.rows[0]!)).toBe(active.calendars.get(second))
    expect(widgets.rows.map((row) => [row.key, net(row)])).toEqual([...active.widgets])
  })

  it('counts people of an import on the days on which they came, without a widget', async () => {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    const row = (email: string, created: number, active: boolean): SubscriberRow => ({
      ...{ line: 1, id: '', oldId: '', email, active, profile: {} },
      ...{ calendarIds: [calendarId], created, addressKeys: [] },
    })
    const rows = [row('ann@example.com', START - 40 * DAY, true), row('bea@example.com', START - DAY, false)]
    const rules = { update: false, notify: false, newIds: false, dryRun: false }
    await importSubscribers(app.ctx, club.id, rows, rules)
    const { widgets, calendars, days, before } = await overview(club)
    expect(before).toMatchObject({ joined: 1, left: 0 })
    expect(days.slice(-2).map(({ joined, left }) => [joined, left])).toEqual([
      [1, 0],
      [0, 1],
    ])
    expect(widgets.rows).toMatchObject([{ key: '', name: '', deleted: false, joined: 1, left: 1 }])
    expect(calendars.rows).toMatchObject([{ key: calendarId, joined: 0, before: { joined: 1 } }])
  })

  it('names no more than fifty campaigns a day, which anybody may make up', async () => {
    const club = await app.publisher()
    const join = (campaign: string) => club.subscriber(undefined, [], { state: { campaign } })
    for (let n = 0; n < 52; n++) await join(`Made up ${n}`)
    const last = await join('Made up 0')
    const over = await join('x'.repeat(100))
    await club.post(`/subscriber/${over.svcId}/unsubscribe`)
    await club.post(`/subscriber/${last.svcId}/unsubscribe`)
    const { campaigns } = await overview(club)
    expect(campaigns.others.count).toBe(1)
    expect(campaigns.rows.slice(0, 2)).toMatchObject([
      { name: '', joined: 3, left: 1 },
      { name: 'Made up 0', joined: 2, left: 1 },
    ])
    now += DAY
    await join('x'.repeat(100))
    expect((await overview(club, '?from=2027-03-02')).campaigns.rows[0]).toMatchObject({
      ...{ name: 'x'.repeat(60), joined: 1, left: 0, before: { joined: 0, left: 0 } },
    })
  })

  it('tells the most clicked links, also of events that are gone, and nothing of private ones', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const links = (...names: string[]) =>
      Object.fromEntries(
        names.flatMap((name, index) => [
          [`quickLink[${index + 1}][name]`, name],
          [`quickLink[${index + 1}][url]`, `https://example.com/${index}`],
        ]),
      )
    const match = await club.event(calendar, { name: 'City v Town', ...links('Tickets', 'Report') })
    const gala = await club.event(calendar, { name: 'Gala', ...links('Book') })
    const fan = await club.subscriber('fan@example.com', [calendar])
    await club.privateEvent(fan.svcId, { name: 'Seat 14 of Fay', ...links('Parking', 'Upgrade') })
    const feed = (await readFeed(fan.feedUrl, IOS)).text.replaceAll('\r\n ', '')
    const addressOf = (name: string) =>
      app.url + new RegExp(`${name}[^/]*https://fasti\\.test(/l/[\\w-]+)`).exec(feed)![1]!
    const click = async (name: string, times: number) => {
      for (let n = 0; n < times; n++) expect((await send(addressOf(name))).status).toBe(302)
    }
    await click('Tickets', 3)
    await click('Report', 1)
    await click('Book', 4)
    await click('Parking', 1)
    await click('Upgrade', 1)
    await written()
    await club.put(`/event/${match}`, { name: 'City v Harbour', 'quickLink[1][name]': 'Buy tickets' })
    await club.delete(`/event/${gala}`)
    now += DAY
    await click('Buy tickets|Tickets', 2)
    await written()
    const { links: clicked, days } = await overview(club)
    expect(
      clicked.map(({ event, link, position, deleted, clicks }) => [event, link, position, deleted, clicks]),
    ).toEqual([
      ['City v Harbour', 'Buy tickets', 1, false, 5],
      ['Gala', 'Book', 1, true, 4],
      ['', '', 0, false, 2],
      ['City v Harbour', 'Report', 2, false, 1],
    ])
    expect(clicked[1]).toMatchObject({ eventId: gala, date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) })
    expect(clicked[2]).toMatchObject({ eventId: '', date: '' })
    const sum = days.reduce((total, { clicks }) => total + clicks, 0)
    expect(clicked.reduce((total, { clicks }) => total + clicks, 0)).toBe(sum)
    const stored = JSON.stringify([
      await app.ctx.db.selectFrom('clicked_link').selectAll().where('publisher_id', '=', club.id).execute(),
      await app.ctx.db.selectFrom('daily_detail').selectAll().where('publisher_id', '=', club.id).execute(),
    ])
    expect(stored).not.toMatch(/Seat|Parking|fan@|Fay/)
  })

  it('tells how many have the next event as it is now, each person once', async () => {
    const club = await app.publisher()
    const [home, away] = [await club.calendar(), await club.calendar()]
    const on = { startDate: '2027-03-03', endDate: '2027-03-03' }
    const fans = [
      await club.subscriber('ann@example.com', [home]),
      await club.subscriber('bea@example.com', [home, away]),
      await club.subscriber('cleo@example.com', [away]),
    ]
    const counted = async () => (await overview(club)).nextEventReach
    expect(await counted()).toBeNull()
    const event = await club.event(home, { name: 'City v Town', calendarIds: [home, away], ...on })
    for (const { feedUrl } of fans) await readFeed(feedUrl, IOS)
    await written()
    const expectReach = (active: number, reached: number) =>
      expect
        .poll(async () => {
          now += 10_000
          return counted()
        })
        .toMatchObject({ eventId: event, active, reached, silent: 0 })
    await expectReach(3, 3)
    expect((await club.put(`/event/${event}`, { startTime: '14:00' })).status).toBe(200)
    await readFeed(fans[1]!.feedUrl, IOS)
    await written()
    await expectReach(3, 1)
    const { lastChanges } = await overview(club)
    expect(lastChanges.map(({ change, others }) => [change.calendarId, change.kinds, others])).toEqual(
      [home, away].sort().map((calendarId) => [calendarId, ['moved'], 0]),
    )
  })

  it('tells which feeds were read in the last 7 days', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const [old, gone, fan, friend] = await Promise.all(
      ['old', 'gone', 'fan', 'friend'].map((name) => club.subscriber(`${name}@example.com`, [calendar])),
    )
    await readFeed(old!.feedUrl, IOS)
    now += 30 * DAY
    for (const reader of [GOOGLE, IOS]) await readFeed(fan!.feedUrl, reader)
    for (const reader of [GOOGLE, GOOGLE]) await readFeed(friend!.feedUrl, reader)
    await readFeed(gone!.feedUrl, IOS)
    await club.post(`/subscriber/${gone!.svcId}/unsubscribe`)
    await written()
    const expected = {
      subscribers: 2,
      applications: [
        { name: 'Google Calendar', kind: 'aggregator', feeds: 2 },
        { name: 'Apple Calendar (iOS)', kind: 'device', feeds: 1 },
      ],
    }
    expect((await overview(club)).activeFeeds).toEqual({
      at: new Date(now).toISOString(),
      days: 7,
      ...expected,
    })

    // For five minutes what was counted is told, then it is once more, while a new count is made.
    await readFeed(old!.feedUrl, IOS)
    await written()
    now += 5 * MINUTE - 1
    expect((await overview(club)).activeFeeds).toMatchObject(expected)
    now += 1
    expect((await overview(club)).activeFeeds).toMatchObject({ subscribers: 2 })
    await expect.poll(async () => (await overview(club)).activeFeeds?.subscribers).toBe(3)
  })

  it('counts feeds in slices of any size alike, and stops when told to', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    for (let n = 0; n < 7; n++) {
      const fan = await club.subscriber(undefined, [calendar])
      for (const reader of n % 2 ? [IOS, GOOGLE, 'Thunderbird'] : [GOOGLE])
        await readFeed(fan.feedUrl, reader)
    }
    await written()
    const going = new AbortController()
    const count = (slice: number) => countActiveFeeds(app.ctx.db, club.id, now, going.signal, slice)
    const whole = await count(1000)
    expect(whole).toMatchObject({
      subscribers: 7,
      applications: { length: 3, 0: { feeds: 7 }, 1: { feeds: 3 } },
    })
    for (const slice of [1, 2, 3, 12, 13, 14]) expect(await count(slice), `slices of ${slice}`).toEqual(whole)
    going.abort()
    expect(await count(2)).toBeUndefined()
  })

  it('tells how deliveries went', async () => {
    const club = await app.publisher()
    const path = `/overview-${kind}`
    receiver.answers.set(path, (response) => response.writeHead(503).end())
    const good = await club.callback(`${receiver.url}/overview-${kind}-good`, { name: 'Good' })
    const bad = await club.callback(receiver.url + path, { name: 'Bad' })
    await club.subscribe('fan@example.com', [])
    const stopping = new AbortController()
    const worker = runDeliveryWorker({ ...app.ctx, retrySeconds: [300] }, stopping.signal)
    const health = async () =>
      (await club.get('/admin/api/deliveries/health')).body.data.callbacks as DeliveryHealth['callbacks']
    await expect
      .poll(async () => (await health()).map((callback) => callback.lastFailure?.status))
      .toEqual([undefined, 503])
    await expect.poll(async () => (await health())[0]!.delivered).toBe(1)
    stopping.abort()
    await worker
    await club.put(`/admin/api/callbacks/${bad.id}`, { active: false })
    expect(await health()).toEqual([
      {
        id: good.id,
        name: 'Good',
        url: `${receiver.url}/overview-${kind}-good`,
        active: true,
        delivered: 1,
        failed: 0,
        waiting: 0,
        lastFailure: null,
      },
      {
        id: bad.id,
        name: 'Bad',
        url: receiver.url + path,
        active: false,
        delivered: 0,
        failed: 0,
        waiting: 1,
        lastFailure: {
          at: new Date(now).toISOString(),
          status: 503,
          error: expect.any(String),
          reason: { kind: 'answered', values: { status: '503' } },
        },
      },
    ])
    now += 30 * DAY + 1
    expect(
      (await health()).map(({ delivered, waiting, lastFailure }) => [delivered, waiting, lastFailure]),
    ).toEqual([
      [0, 0, null],
      [0, 0, null],
    ])
  })

  it('lists the next ten public events that are on or to come', async () => {
    const club = await app.publisher()
    const [calendar, draft] = [
      await club.calendar({ name: 'First team' }),
      await club.calendar({ draftCalendar: 1 }),
    ]
    const fan = await club.subscriber('fan@example.com', [calendar])
    const day = (n: number) => `2027-03-${String(n).padStart(2, '0')}`
    const on = (n: number) => ({ startDate: day(n), endDate: day(n) })
    await club.event(draft, { name: 'Of a draft calendar', ...on(2) })
    await club.event(calendar, { name: 'Draft', draft: 1, ...on(2) })
    await club.event(calendar, { name: 'Over', startDate: '2027-02-27', endDate: '2027-02-28' })
    await club.privateEvent(fan.svcId, { name: 'Private', ...on(2) })
    for (let n = 14; n > 2; n--) await club.event(calendar, { name: `Match ${n}`, ...on(n) })
    await club.event(calendar, { name: 'Fair', startDate: '2027-02-20', endDate: day(5), allDay: 'yes' })
    const { nextEvents } = await overview(club)
    expect(nextEvents.map((event) => event.name)).toEqual([
      'Fair',
      ...[3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => `Match ${n}`),
    ])
    expect(nextEvents[0]).toMatchObject({ startTime: null, endTime: null, endDate: day(5) })
    expect(nextEvents[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      calendarId: calendar,
      calendar: 'First team',
      name: 'Match 3',
      location: 'City Ground',
      startDate: day(3),
      endDate: day(3),
      startTime: '15:00',
      endTime: '17:00',
      timezone: 'Europe/London',
      cancelled: false,
    })
  })

  it('has the change of an event ahead that the fewest have fetched', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar({ name: 'First team' })
    const on = (days: number) => {
      const day = new Date(START + days * DAY).toISOString().slice(0, 10)
      return { startDate: day, endDate: day }
    }
    const [soon, later, distant] = [
      await club.event(calendar, { name: 'Soon', ...on(1) }),
      await club.event(calendar, { name: 'Later', ...on(20) }),
      await club.event(calendar, { name: 'Distant', ...on(30) }),
    ]
    const least = async () => {
      const { leastReached } = await overview(club)
      return leastReached && [leastReached.change.name, leastReached.others, leastReached.change.reach]
    }
    expect(await least()).toBeNull()
    const fan = await club.subscriber('fan@example.com', [calendar])
    const friend = await club.subscriber('friend@example.com', [calendar])
    for (const { feedUrl } of [fan, friend]) await readFeed(feedUrl, IOS)
    await written()
    const move = async (id: string) => {
      now += MINUTE
      expect((await club.put(`/event/${id}`, { startTime: '14:00' })).status).toBe(200)
    }
    await move(later)
    await readFeed(fan.feedUrl, IOS)
    await written()
    await move(soon)
    const expectLeast = (name: string | null, active = 2, reached = 0) =>
      expect
        .poll(async () => {
          now += 10_000
          return least()
        })
        .toEqual(name === null ? null : [name, 0, expect.objectContaining({ active, reached })])
    await expectLeast('Soon')
    await readFeed(friend.feedUrl, IOS)
    await written()
    await expectLeast('Soon', 2, 1)
    now += 2 * DAY
    await expectLeast('Later', 2, 2)
    await move(distant)
    await club.delete(`/event/${distant}`)
    await expectLeast('Distant')
    now += 15 * DAY
    await expectLeast(null)
  })

  it('is of one publisher alone', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await club.event(calendar)
    const fan = await club.subscriber('fan@example.com', [calendar])
    await readFeed(fan.feedUrl, IOS)
    await written()
    const data = await overview(await app.publisher())
    expect(data.steps).toEqual({ calendar: false, event: false, subscriber: false })
    expect(data.days.every((day) => day.subscribers + day.joined + day.reads === 0)).toBe(true)
    expect(data).toMatchObject({ activeFeeds: { subscribers: 0 }, nextEvents: [], reads: [] })
  })
})
