import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { fillCalendar } from '../support/fill-calendar.ts'
import { lintIcs } from '../support/ics-lint.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { useTestApp } from '../support/test-app.ts'
import type { TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const LIMIT = 900_000
const TOKEN = 'metrics-metrics-metrics'
const DETAILS = 'x'.repeat(350)
const days = (from: number, to: number, every = 1) =>
  Array.from({ length: Math.ceil((to - from) / every) }, (_, i) => from + i * every)

describe.each(DATABASES)('the size of feeds on %s', (kind) => {
  const app = useTestApp(kind)

  async function read(url: string) {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(lintIcs(bytes)).toEqual([])
    const events = readCalendar(bytes.toString())
    const own = events.filter(({ uid }) => !/-reach@/.test(uid))
    return { bytes, own, names: own.map(({ summary }) => summary), last: events.at(-1)! }
  }

  const fill = (club: TestPublisher, calendarId: string, of: number[], prefix = 'Day', details = DETAILS) =>
    fillCalendar(
      app,
      club,
      calendarId,
      of.map((day) => ({ name: `${prefix} ${day}`, day, details })),
    )

  const dayIn = (by: number) => new Date(app.ctx.now() + by * 86_400_000).toISOString().slice(0, 10)

  it('keep every calendar as full as one calendar of all events would be', async () => {
    const club = await app.publisher()
    const calendars: string[] = []
    for (let i = 0; i < 128; i++) {
      const id = await club.calendar()
      await fill(club, id, days(i, i + 300, 30), `${i}:`)
      calendars.push(id)
    }
    for (const count of [110, 128]) {
      const fan = await club.subscriber(undefined, calendars.slice(0, count))
      const { bytes, names } = await read(fan.feedUrl)
      expect(bytes.length).toBeLessThanOrEqual(LIMIT)
      if (count === 110) expect(names).toHaveLength(1100)
      else expect(bytes.length).toBeGreaterThan(LIMIT - 1000)
      const shown = names.map((name) => Number(name.split(' ')[1]))
      const all = calendars.slice(0, count).flatMap((_, i) => days(i, i + 300, 30))
      expect(shown.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b).slice(0, shown.length))
    }
  })

  it('show what comes next where the future alone is too large, and say how far', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await fill(club, calendar, days(-50, 10_000))
    const fan = await club.subscriber(undefined, [calendar])
    for (const url of [fan.feedUrl, `${app.url}/calendar/${calendar}.ics`]) {
      const { bytes, names, last } = await read(url)
      expect(bytes.length).toBeGreaterThan(LIMIT - 1000)
      expect(names).toEqual(days(0, names.length).map((day) => `Day ${day}`))
      const until = dayIn(names.length - 1)
      expect(last.summary).toBe('More events follow')
      expect(last.start.slice(0, 10)).toBe(until)
      expect(last.description).toContain(`up to ${until}`)
    }
  })

  it('leave out the oldest where the past is what is too large', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await fill(club, calendar, days(-3000, 100))
    const { names, last } = await read(`${app.url}/calendar/${calendar}.ics`)
    const first = 100 - names.length
    expect(names).toEqual(days(first, 100).map((day) => `Day ${day}`))
    expect(last.summary).toBe('Earlier events end here')
    expect(last.description).toContain(`from ${dayIn(first)}`)
  })

  it('keep upcoming private events beside a large public calendar', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await fill(club, calendar, days(0, 3000))
    const fan = await club.subscriber(undefined, [calendar])
    for (const [name, day] of [
      ['Old', -400],
      ['Soon', 5],
      ['Later', 60],
      ['Far', 2900],
    ] as const)
      await club.privateEvent(fan.svcId, { name, startDate: dayIn(day), endDate: dayIn(day) })
    const { names } = await read(fan.feedUrl)
    expect(names).toEqual(expect.arrayContaining(['Soon', 'Later']))
    expect(names).not.toContain('Old')
    expect(names).not.toContain('Far')
  })

  it('show a public event that goes on before those to come', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await fill(club, calendar, days(1, 3000))
    await club.event(calendar, { name: 'Exhibition', startDate: dayIn(-300), endDate: dayIn(4000) })
    expect((await read(`${app.url}/calendar/${calendar}.ics`)).names[0]).toBe('Exhibition')
  })

  it('answer 304 until the day is over', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await fill(club, calendar, days(0, 3000))
    const url = `${app.url}/calendar/${calendar}.ics`
    const first = await fetch(url)
    await first.arrayBuffer()
    const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect(again.status).toBe(304)
  })
})

describe.each(DATABASES)('the events of a full feed on %s', (kind) => {
  const app = useTestApp(kind, {
    config: (config) => ({ ...BEHIND_PROXY.config(config), feedBytes: 200_000 }),
  })

  it('are the nearest, in any calendars', async () => {
    const anyEvents = fc.array(
      fc.record({
        day: fc.integer({ min: -500, max: 500 }),
        lasts: fc.constantFrom(0, 0, 0, 1, 30, 700),
        details: fc.integer({ min: 0, max: 2000 }).map((length) => 'x'.repeat(length)),
      }),
      { minLength: 20, maxLength: 120 },
    )
    const club = await app.publisher()
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvents, { minLength: 1, maxLength: 4 }), anyEvents, async (open, own) => {
        const calendarIds = await Promise.all(open.map(() => club.calendar()))
        const fan = await club.subscriber(undefined, calendarIds)
        const named = [own, ...open].map((events, c) =>
          events.map((event, i) => ({ ...event, name: `${c}.${i}` })),
        )
        await club.privateEvent(fan.svcId, { startDate: '1990-01-01', endDate: '1990-01-01' })
        const { data } = (await club.get(`/subscriber/${fan.svcId}`)).body.data
        await fillCalendar(app, club, data.privateCalIds[0] as string, named[0]!, { private: true })
        for (const [i, id] of calendarIds.entries()) await fillCalendar(app, club, id, named[i + 1]!)
        const text = await (await fetch(fan.feedUrl)).text()
        const shown = new Set(readCalendar(text).map(({ summary }) => summary))
        const order = named.flat().map(({ name, day, lasts }) => {
          const ended = day + lasts < 0
          return {
            name,
            rank: [
              ended ? 1 : 0,
              ended || day >= 0 ? Math.abs(24 * day + 15) : 0,
              name.startsWith('0.') ? 0 : 1,
              day,
            ],
          }
        })
        order.sort((a, b) => compare(a.rank, b.rank))
        const flags = order.map(({ name }) => shown.has(name))
        // Events of the same rank may come in any order.
        const last = order[flags.lastIndexOf(true)]!
        const missing = order.filter(({ name }) => !shown.has(name))
        for (const { rank } of missing) expect(compare(rank, last.rank)).toBeGreaterThanOrEqual(0)
        if (missing.length > 0) expect(text.length).toBeGreaterThan(190_000)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})

/** Which of two lists of numbers comes first. */
function compare(a: number[], b: number[]): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at === -1 ? 0 : a[at]! - b[at]!
}

describe('the limit of a feed', () => {
  const app = useTestApp('sqlite', {
    config: (config) => ({ ...config, feedBytes: 200_000, http: { ...config.http, metricsToken: TOKEN } }),
  })

  it('is a setting', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const many = days(0, 1000).map((day) => ({ name: `Day ${day}`, day, details: DETAILS }))
    await fillCalendar(app, club, calendar, many)
    const { length } = await (await fetch(`${app.url}/calendar/${calendar}.ics`)).text()
    expect(length).toBeGreaterThan(199_000)
    expect(length).toBeLessThanOrEqual(200_000)
  })

  it('is told to the publisher: in the log once a day, and as a metric', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const many = days(0, 1000).map((day) => ({ name: `Day ${day}`, day, details: DETAILS }))
    await fillCalendar(app, club, calendar, many)
    const fan = await club.subscriber(undefined, [calendar])
    const told = () =>
      app.log.filter((line) => line.includes('too large') && line.includes(`"publisherId":${club.id}`))
    for (let i = 0; i < 3; i++) await (await fetch(fan.feedUrl)).text()
    expect(told()).toHaveLength(1)
    await (await fetch(`${app.url}/calendar/${calendar}.ics`)).text()
    await app.ctx.cutFeeds.flush()
    const user = await userOf(app, club, 'owner')
    const { fullFeeds } = (await user.get('/overview')).body.data
    const { feedExtent, name } = (await user.get(`/calendars/${calendar}`)).body.data
    expect(feedExtent).toMatchObject({ side: 'until' })
    expect(fullFeeds).toEqual({ subscribers: 1, calendars: [{ id: calendar, name, extent: feedExtent }] })
    expect((await user.delete(`/subscribers/${fan.svcId}`)).status).toBe(200)
    expect((await user.get('/overview')).body.data.fullFeeds.subscribers).toBe(0)
    expect(app.ctx.cutFeeds.count).toBeGreaterThan(0)
    expect(
      await (await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text(),
    ).toMatch(/^fasti_feeds_cut_total [1-9]/m)
  })
})
