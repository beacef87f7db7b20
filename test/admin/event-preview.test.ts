import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, type Json } from '../support/test-publisher.ts'
import { auditOf, userOf } from '../support/users.ts'

const codesOf = (answer: Json) => answer.body.data.warnings.map((warning: Json) => warning.code)
const unfolded = (text: string) => text.replaceAll('\r\n ', '')

describe.each(DATABASES)('what will they see, on %s', (kind) => {
  const app = useTestApp(kind, { now: () => Date.parse('2027-03-01T12:00:00Z') })

  async function newClub() {
    const club = await app.publisher()
    return { club, ed: await userOf(app, club, 'editor'), calendar: await club.calendar() }
  }

  it('is what the feed then says, word for word', async () => {
    const { club, ed, calendar } = await newClub()
    const input = {
      ...fixture({
        name: 'City; v, Rovers 🏉 '.repeat(5).trim(),
        details: 'Line 1\nLine 2; more',
        alert: '90M',
      }),
      ...{ calendarId: calendar, alert2: '2D', quickLink: [{ name: 'Tickets', url: 'https://t.example/1' }] },
    }
    const { id } = (await ed.post('/events', input)).body.data
    const { feedUrl } = await club.subscriber(undefined, [calendar])
    const { data } = (await ed.post(`/events/preview?id=${id}`, {})).body
    const feed = unfolded(await (await fetch(feedUrl)).text())
    const inFeed = feed.slice(feed.indexOf('BEGIN:VEVENT'), feed.indexOf('END:VCALENDAR'))
    // Only these differ: the values that storing it again would raise, and the link to somebody's portal.
    const still = (ics: string) =>
      ics
        .replace(/SEQUENCE:\d+/, '')
        .replace(/\/manage\/[^\r\\]+/, '')
        .replace(/(DTSTAMP|LAST-MODIFIED):\w+/g, '')
    expect(still(data.ics)).toBe(still(inFeed))
    expect(data.seen).toMatchObject({ title: input.name, reminders: ['90M', '2D'], struck: false })
    expect(data.seen.description).toMatch(
      /^Line 1\nLine 2; more\nTickets\nhttps:.*\/l\/[\w-]+\nChange or leave this calendar: https:.*\/manage\/…$/,
    )
    expect(data.programs.map((application: Json) => application.id)).toEqual([
      'google',
      'android',
      'apple',
      'outlook-com',
      'outlook',
    ])
    expect(data.programs[0]).toMatchObject({
      monthTitle: 'City; v, Rovers…',
      reminders: [{ before: '90M', shown: 'no' }, {}],
    })
  })

  it('warns of what will be missed', async () => {
    const { club, ed } = await newClub()
    const calendarId = await club.calendar({ draftCalendar: 1 })
    const { timezone: _, ...input } = fixture({ alert: '1H', name: 'x'.repeat(40) })
    const answer = await ed.post('/events/preview', { ...input, calendarId })
    expect(codesOf(answer)).toEqual(['draft-calendar', 'title-long', 'no-time-zone', 'reminder-dropped'])
    expect(answer.body.data.feed).toBeNull()
    expect(answer.body.data.event).toMatchObject({ timezone: 'Europe/London', id: '0'.repeat(24) })
  })

  it('weighs the feed with the event in it', async () => {
    const { club, ed, calendar } = await newClub()
    const id = await club.event(calendar)
    const alone = (await ed.post(`/events/preview?id=${id}`, {})).body.data.feed
    const { feed: url } = (await club.get(`/calendar/${calendar}`)).body.data
    const bytes = Buffer.byteLength(await (await fetch(app.url + new URL(url).pathname)).text())
    expect(alone).toMatchObject({ most: 900_000 })
    expect(Math.abs(alone.bytes - bytes)).toBeLessThan(5)
    const more = (await ed.post(`/events/preview?id=${id}`, { details: 'x'.repeat(1000) })).body.data.feed
    expect(more.bytes - alone.bytes).toBeGreaterThan(1000)
    expect(more.bytes - alone.bytes).toBeLessThan(1100)
    const added = (await ed.post('/events/preview', { ...fixture(), calendarId: calendar })).body.data.feed
    expect(added.bytes).toBe(alone.bytes - alone.eventBytes + alone.eventBytes + added.eventBytes)

    const db = app.ctx.db
    const row = await db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let n = 0; n < 100; n++) {
      const over = { id: `${n}`.padStart(24, 'e'), reference: null, details: 'x'.repeat(7800) }
      await db
        .insertInto('event')
        .values({ ...row, ...over })
        .execute()
    }
    await club.event(calendar)
    const near = await ed.post('/events/preview', {
      ...fixture(),
      calendarId: calendar,
      details: 'x'.repeat(8000),
    })
    expect(codesOf(near)).toContain('feed-near-limit')
    expect(near.body.data.feed.bytes).toBeGreaterThan(780_000)
  })

  it('follows how the publisher shows cancelled events', async () => {
    const { club, ed, calendar } = await newClub()
    const owner = await userOf(app, club, 'owner')
    const input = { ...fixture(), calendarId: calendar, cancelled: 1, alert: '1H' }
    const see = async (settings: object) => {
      expect((await owner.put('/publisher', settings)).status).toBe(200)
      return (await ed.post('/events/preview', input)).body.data
    }
    const marked = await see({ cancelledEvents: 'mark', cancelledMark: 'OFF' })
    expect(marked.seen).toMatchObject({ title: `OFF: ${input.name}`, reminders: [], struck: false })
    const struck = await see({ cancelledEvents: 'strike' })
    expect(struck.seen).toMatchObject({ title: input.name, struck: true })
    expect(struck.programs.map((application: Json) => application.state)).toContain('struck')
    const gone = await see({ cancelledEvents: 'remove' })
    expect(new Set(gone.programs.map((application: Json) => application.state))).toEqual(new Set(['hidden']))
  })

  it('shows a private event as its subscriber gets it', async () => {
    const { club, ed } = await newClub()
    const { svcId } = await club.subscriber()
    const { data } = (await ed.post(`/events/preview?svcId=${svcId}`, fixture())).body
    expect(data).toMatchObject({ event: { private: true }, feed: null, warnings: [] })
    const id = await club.privateEvent(svcId)
    const stranger = await club.subscriber()
    expect((await ed.post(`/events/preview?svcId=${svcId}&id=${id}`, {})).status).toBe(200)
    for (const query of [`id=${id}`, `id=${id}&svcId=${stranger.svcId}`, `svcId=${'0'.repeat(24)}`])
      expect((await ed.post(`/events/preview?${query}`, fixture())).status, query).toBe(404)
  })

  it('refuses what storing would refuse, and stores nothing', async () => {
    const { club, ed, calendar } = await newClub()
    const before = (await auditOf(app, club.id)).length
    const refused = await ed.post('/events/preview', {
      ...fixture(),
      endTime: '09:00',
      alert: 'soon',
      calendarId: calendar,
    })
    expect(refused.body).toMatchObject({
      statusLong: 'Invalid Event Data',
      errors: { endDate: /before the start/, alert: /15M/ },
    })
    const nowhere = await ed.post('/events/preview', { ...fixture(), calendarId: '0'.repeat(24) })
    expect(nowhere.body.errors).toEqual({ calendarId: expect.stringMatching(/no calendar/) })
    const viewer = await userOf(app, club, 'viewer')
    expect((await viewer.post('/events/preview', { ...fixture(), calendarId: calendar })).status).toBe(200)
    expect((await ed.get('/events')).body.data).toEqual([])
    const added = (await auditOf(app, club.id)).slice(before).map((entry) => entry.action)
    expect(added.filter((action) => action.startsWith('event'))).toEqual([])
  })
})
