import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { describe, expect, it } from 'vitest'
import { readFeed } from '../support/club.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

const NEXT_YEAR = new Date().getUTCFullYear() + 1
const AHEAD = { startDate: `${NEXT_YEAR}-04-10`, endDate: `${NEXT_YEAR}-04-10` }
const TIMES = { startTime: '15:00', endTime: '17:00', timezone: 'Europe/London' }
const HOSTILE = 'Tom & "Jerry" <script>]]> \u{1f3c9}'

describe.each(DATABASES)('feeds for feed readers on %s', (kind) => {
  let later = 0
  const app = useTestApp(kind, { now: () => Date.now() + later })

  async function season() {
    const club = await app.publisher({ company: 'City <Rugby>' })
    const calendar = await club.calendar({ name: HOSTILE })
    const quickLink = [{ name: 'Tickets', url: 'https://tickets.example/?a=1&b=2' }]
    await club.event(calendar, {
      ...{ name: 'City v Town', location: 'City & Ground', details: HOSTILE, quickLink },
      ...{ ...AHEAD, ...TIMES },
    })
    const fair = `${NEXT_YEAR}-04-1`
    await club.event(calendar, { name: 'Fair', allDay: 'yes', startDate: `${fair}2`, endDate: `${fair}4` })
    await club.event(calendar, { name: 'Not yet', draft: 1, ...AHEAD })
    await club.event(calendar, { name: 'Long ago', startDate: '2020-01-01', endDate: '2020-01-01' })
    const address = (form: string) => `${app.url}/calendar/${calendar}.${form}`
    return { club, calendar, address }
  }

  it('are JSON Feed and Atom, as a parser of others reads them', async () => {
    const { club, address, calendar } = await season()
    const json = await send(address('json'))
    expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    expect(json.headers.get('access-control-allow-origin')).toBe('*')
    const feed = parseJsonFeed(json.text)
    expect(feed).toMatchObject({
      title: HOSTILE,
      home_page_url: `https://fasti.test/calendar/${calendar}`,
      feed_url: `https://fasti.test/calendar/${calendar}.json`,
      authors: [{ name: 'City <Rugby>' }],
    })
    expect(feed.items).toMatchObject([
      {
        title: 'City v Town',
        content_text: `${NEXT_YEAR}-04-10 15:00 – 17:00 (Europe/London)\nCity & Ground\n${HOSTILE}`,
      },
      { title: 'Fair', content_text: expect.stringContaining(`${NEXT_YEAR}-04-12 – ${NEXT_YEAR}-04-14`) },
    ])
    expect(json.body.items.map((item: { _fasti: object }) => item._fasti)).toMatchObject([
      {
        start: `${NEXT_YEAR}-04-10T15:00:00+01:00`,
        end: `${NEXT_YEAR}-04-10T17:00:00+01:00`,
        timezone: 'Europe/London',
        location: 'City & Ground',
        cancelled: false,
      },
      { start: `${NEXT_YEAR}-04-12`, end: `${NEXT_YEAR}-04-14` },
    ])

    const atom = await send(address('atom'))
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const parsed = parseAtomFeed(atom.text)
    expect(parsed).toMatchObject({ title: { value: HOSTILE }, authors: [{ name: 'City <Rugby>' }] })
    expect(parsed.entries!.map(({ id }) => id)).toEqual(feed.items!.map(({ id }) => id))
    expect(parsed.entries!.map(({ content }) => content!.value)).toEqual(
      feed.items!.map(({ content_text }) => content_text),
    )
    const link = new URL(parsed.entries![0]!.links![0]!.href!)
    expect((await fetch(app.url + link.pathname)).status).toBe(200)
    expect(link.pathname).toMatch(/^\/e\/.*\/city-v-town$/)

    await club.put(`/admin/api/calendars/${calendar}`, { subGenre: 'Rugby', eventPages: false })
    const without = parseJsonFeed((await send(address('json'))).text)
    const followed = await fetch(app.url + new URL(without.items![0]!.url!).pathname, { redirect: 'manual' })
    expect(followed.headers.get('location')).toBe('https://tickets.example/?a=1&b=2')
  })

  it('are 304 until something changes, and say when a match is moved or cancelled', async () => {
    const { club, calendar, address } = await season()
    const { body } = await club.get('/event', { calendarIds: calendar, limit: '1' })
    const [{ id }] = body.data
    for (const form of ['json', 'atom']) {
      const first = await send(address(form))
      const again = (etag: string) => send(address(form), { headers: { 'if-none-match': etag } })
      const etag = first.headers.get('etag')!
      expect((await again(etag)).status).toBe(304)
      expect((await again('"another"')).status).toBe(200)
      later += 60_000
      await club.put(`/event/${id}`, { location: `Ground ${form}` })
      const changed = await again(etag)
      expect([changed.status, changed.text.includes(`Ground ${form}`)]).toEqual([200, true])
    }
    const dated = { headers: { 'if-modified-since': new Date().toUTCString() } }
    expect((await send(address('json'), dated)).status).toBe(200)
    const updated = async () => parseJsonFeed((await send(address('json'))).text).items![0]!
    const before = await updated()
    later += 60_000
    await club.put(`/event/${id}`, { cancelled: 1 })
    const after = await updated()
    expect(after.title).toBe('Cancelled: City v Town')
    expect(after.id).toBe(before.id)
    expect(after.date_published).toEqual(before.date_published)
    expect(new Date(String(after.date_modified)) > new Date(String(before.date_modified))).toBe(true)
    await club.put('/admin/api/publisher', { cancelledEvents: 'remove' })
    expect((await updated()).title).toBe('Fair')
  })

  it('have an event of several calendars once, under one id, and so has the feed of who follows both', async () => {
    const club = await app.publisher()
    const [city, town] = [await club.calendar({ name: 'City' }), await club.calendar({ name: 'Town' })]
    const secret = await club.calendar({ name: 'Secret cup', draftCalendar: 1 })
    const id = await club.event(secret, { name: 'City v Town', ...AHEAD, calendarIds: [secret, city, town] })
    await club.event(town, { name: 'Town v Village', ...AHEAD, startTime: '18:00', endTime: '20:00' })
    const read = async (calendar: string) => {
      const json = await send(`${app.url}/calendar/${calendar}.json`)
      const atom = await send(`${app.url}/calendar/${calendar}.atom`)
      for (const { text } of [json, atom]) expect(text).not.toMatch(new RegExp(`Secret|${secret}`))
      const items = (parseJsonFeed(json.text).items ?? []).map(({ id, title }) => [title, id])
      const entries = (parseAtomFeed(atom.text).entries ?? []).map(({ id, title }) => [title!.value, id])
      expect(entries).toEqual(items)
      return items
    }
    const ofCity = await read(city)
    expect(ofCity).toEqual([['City v Town', expect.stringMatching(`:${id}$`)]])
    expect(await read(town)).toEqual([...ofCity, ['Town v Village', expect.any(String)]])
    const fan = await club.subscriber(undefined, [city, town])
    const own = await readFeed(fan.feedUrl)
    expect(own.map(({ summary }) => summary).sort()).toEqual(['City v Town', 'Town v Village'])
    await club.delete(`/event/${id}?calendarId=${city}`)
    expect(await read(city)).toEqual([])
    expect(await read(town)).toHaveLength(2)
  })

  it('are not there for drafts, unknown calendars and other forms', async () => {
    const { club, calendar } = await season()
    const draft = await club.calendar({ name: 'Secret', draftCalendar: 1 })
    for (const path of [`${draft}.json`, `${draft}.atom`, `${'0'.repeat(24)}.json`, `${calendar}.rss`]) {
      const answer = await send(`${app.url}/calendar/${path}`)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.text).not.toContain('Secret')
    }
  })

  it('are named by the page of the calendar', async () => {
    const { calendar } = await season()
    const { text } = await send(`${app.url}/calendar/${calendar}`, { headers: { accept: 'text/html' } })
    for (const [type, form] of [
      ['text/calendar', 'ics'],
      ['application/feed+json', 'json'],
      ['application/atom+xml', 'atom'],
    ])
      expect(text).toContain(`<link rel="alternate" type="${type}" href="/calendar/${calendar}.${form}">`)
  })
})
