import ICAL from 'ical.js'
import type { Event, WithContext } from 'schema-dts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectLight, expectNoSideways, expectTouchable, GERMAN, useClubs } from '../support/club.ts'
import { DATABASES } from '../support/databases.ts'
import { insertManyEvents, watchRows } from '../support/many-events.ts'
import { type TestApp, useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'

const MATCH = {
  ...{
    name: 'City v Town',
    location: 'City Ground, North Stand',
    details: 'Bring a scarf.\nGates open at two.',
  },
  ...{ startDate: '2027-04-10', startTime: '15:00', endDate: '2027-04-10', endTime: '17:00' },
  'quickLink[1][name]': 'Tickets',
  'quickLink[1][url]': 'https://tickets.example/1',
}

/** The path of an event's page. */
const pathOf = (club: TestPublisher, id: string, slug: string) => `/e/${club.id.toString(36)}-${id}/${slug}`

async function pageOf(app: TestApp, path: string, headers: Record<string, string> = {}): Promise<string> {
  const { text } = await send(app.url + path, { headers: { accept: 'text/html', ...headers } })
  return text
}

/** The structured data in a page. */
function structured(html: string): Json {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!)
}

function metaOf(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
}

describe.each(DATABASES)('the page of an event on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 25) })

  it('has all in its HTML, and what search engines and chats want to know', async () => {
    const club = await app.publisher({ company: 'City Rugby' })
    const id = await club.event(await club.calendar({ name: 'First team' }), MATCH)
    const path = pathOf(club, id, 'city-v-town')
    const html = await pageOf(app, path)
    const [shown] = html.split('<script type="application/json"')
    for (const text of ['City v Town', 'City Ground, North Stand', 'Bring a scarf.', 'First team', 'Tickets'])
      expect(shown).toContain(text)
    expect(shown).toContain('<strong>3:00 PM–5:00 PM</strong>')
    const { publicUrl } = app.ctx.config.http
    const url = publicUrl + path
    // Its type is schema.org's vocabulary.
    const expected: WithContext<Event> = {
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: 'City v Town',
      url,
      image: [`${publicUrl}${path.split('/').slice(0, 3).join('/')}.png`],
      description: 'Bring a scarf.\nGates open at two.',
      startDate: '2027-04-10T15:00:00+01:00',
      endDate: '2027-04-10T17:00:00+01:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: 'City Ground, North Stand', address: 'City Ground, North Stand' },
      organizer: { '@type': 'Organization', name: 'City Rugby' },
      superEvent: { '@type': 'EventSeries', name: 'First team' },
    }
    expect(structured(html)).toEqual(expected)
    expect(metaOf(html, 'og:title')).toBe('City v Town')
    expect(metaOf(html, 'og:url')).toBe(url)
    expect(metaOf(html, 'description')).toContain('Saturday 10 April 2027, 15:00–17:00')
    expect(html).toContain(`<link rel="canonical" href="${url}">`)
    expect(html).toContain(`<link rel="alternate" hreflang="ar" href="${url}?lang=ar">`)
    expect(html).not.toContain('noindex')
    const german = await pageOf(app, `${path}?lang=de`)
    expect(german).toContain('<html lang="de"')
    expect(german).toContain(`<link rel="canonical" href="${url}?lang=de">`)
    expect(metaOf(german, 'og:image')).toMatch(/\.png\?lang=de$/)
  })

  it('leads to each of its calendars that is no draft, and has the first followed', async () => {
    const club = await app.publisher()
    const [city, town] = [await club.calendar({ name: 'City' }), await club.calendar({ name: 'Town' })]
    const draft = await club.calendar({ name: 'Secret cup', draftCalendar: 1 })
    const id = await club.event(city, { ...MATCH, calendarIds: [city, draft, town] })
    const path = pathOf(club, id, 'city-v-town')
    const html = await pageOf(app, path)
    expect(html).toContain('<dt>Calendars</dt>')
    const links = [...html.matchAll(/<a href="(\/calendar\/[^"]+)"><bdi>([^<]+)/g)].map(
      ([, ...parts]) => parts,
    )
    expect(links).toEqual([
      [`/calendar/${city}`, 'City'],
      [`/calendar/${town}`, 'Town'],
    ])
    expect(html).toContain('Follow City')
    const series = (name: string) => ({ '@type': 'EventSeries', name })
    expect(structured(html).superEvent).toEqual([series('City'), series('Town')])
    expect(html).not.toMatch(new RegExp(`Secret|${draft}`))
    const label = async (lang: string) =>
      /<dt>([^<]+)<\/dt><dd><a href="\/calendar/.exec(await pageOf(app, `${path}?lang=${lang}`))![1]
    expect(await Promise.all(['fr', 'es', 'ja', 'ar'].map(label))).toEqual([
      ...['Calendriers', 'Calendarios', 'カレンダー', 'التقويمان'],
    ])
    await club.delete(`/event/${id}?calendarId=${town}`)
    const alone = await pageOf(app, path)
    expect(alone).toContain('<dt>Calendar</dt>')
    expect(structured(alone).superEvent).toEqual(series('City'))
  })

  it('shows the old time of one that was moved, and that one is called off', async () => {
    const club = await app.publisher()
    const id = await club.event(await club.calendar(), MATCH)
    await club.put(`/event/${id}`, { ...MATCH, startTime: '18:00', endTime: '20:00' })
    const path = pathOf(club, id, 'city-v-town')
    const moved = await pageOf(app, path)
    expect(structured(moved)).toMatchObject({
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: '2027-04-10T15:00:00+01:00',
      startDate: '2027-04-10T18:00:00+01:00',
    })
    expect(moved).toContain('<del>Saturday, April 10, 2027, 3:00 PM</del>')
    await club.put(`/event/${id}`, { ...MATCH, cancelled: 1 })
    const off = await pageOf(app, path)
    expect(structured(off)).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
    expect(off).toContain('<title>Cancelled: City v Town</title>')
    expect(off).not.toContain('<h2>Add only this event</h2>')
  })

  it('leads to its present address, whatever stands there', async () => {
    const club = await app.publisher()
    const id = await club.event(await club.calendar(), { ...MATCH, name: 'Größe – 決勝 / Łódź' })
    const [key] = pathOf(club, id, '').split('/').slice(2)
    for (const path of [`/e/${key}`, `/e/${key}/city-v-town?lang=de`]) {
      const { status, headers } = await send(app.url + path, { redirect: 'manual' })
      expect(status).toBe(302)
      const target = headers.get('location')!
      expect(decodeURIComponent(target)).toMatch(new RegExp(`^/e/${key}/grosse-決勝-lodz(\\?lang=de)?$`))
      expect((await send(app.url + target, { redirect: 'manual' })).status).toBe(200)
    }
  })

  it('is not there for drafts, private events, calendars without pages, and addresses that are none', async () => {
    const club = await app.publisher()
    const [calendar, draft, without] = [
      await club.calendar(),
      await club.calendar({ draftCalendar: 1 }),
      await club.calendar(),
    ]
    const { svcId } = await club.subscriber(undefined, [calendar])
    const { status } = await club.put(`/admin/api/calendars/${without}`, {
      eventPages: false,
      subGenre: 'Rugby',
    })
    expect(status).toBe(200)
    const hidden = [
      await club.event(calendar, { ...MATCH, draft: 1 }),
      await club.event(draft, MATCH),
      await club.event(without, MATCH),
      await club.privateEvent(svcId, MATCH),
    ]
    const keys = [
      ...hidden.map((id) => `${club.id.toString(36)}-${id}`),
      'x',
      '0-x',
      'zzzzzz-000000000000000000000000',
    ]
    for (const key of keys)
      for (const path of [`/e/${key}`, `/e/${key}/x`, `/e/${key}.ics`, `/e/${key}.png`])
        expect([path, (await send(app.url + path)).status]).toEqual([path, 404])
    const { body } = await send(`${app.url}/calendar/${without}/upcoming`)
    expect(body.data).toMatchObject([{ name: 'City v Town', page: false }])
    const sitemap = await send(`${app.url}/calendar/${without}/sitemap.xml`)
    expect(sitemap.text).not.toContain('/e/')
  })

  it('gives way to the next events when it was deleted', async () => {
    const club = await app.publisher({ company: 'City Rugby' })
    const calendar = await club.calendar()
    const id = await club.event(calendar, MATCH)
    await club.event(calendar, { ...MATCH, name: 'City v Village' })
    await club.delete(`/event/${id}`)
    const html = await pageOf(app, pathOf(club, id, 'city-v-town'))
    expect(html).toContain('City Rugby')
    expect(html).toContain('City v Village')
    // One that never was there tells nothing of the publisher.
    const none = await pageOf(app, pathOf(club, '0'.repeat(24), 'x'))
    expect(none).not.toContain('City Rugby')
  })

  it('has a file with the UID of the feed, and a picture', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const id = await club.event(calendar, MATCH)
    const address = `${app.url}${pathOf(club, id, '').slice(0, -1)}`
    const eventIn = (text: string) =>
      new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!.toString()
    const { text, headers } = await send(`${address}.ics`)
    const feed = await send(`${app.url}/calendar/${calendar}.ics`)
    expect(eventIn(text)).toBe(eventIn(feed.text))
    expect(text).not.toContain('X-WR-CALNAME')
    expect(headers.get('content-disposition')).toContain('.ics')
    const picture = await fetch(`${address}.png?lang=ar`)
    const image = sharp(Buffer.from(await picture.arrayBuffer()))
    expect(await image.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    // Something is drawn: fonts were found.
    const { channels } = await image.stats()
    expect(channels.some(({ stdev }) => stdev > 10)).toBe(true)
  })

  it('is in the sitemap of its calendar', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const id = await club.event(calendar, MATCH)
    const { text } = await send(`${app.url}/calendar/${calendar}/sitemap.xml`)
    const { publicUrl } = app.ctx.config.http
    const places = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place)
    expect(places).toEqual([`${publicUrl}/calendar/${calendar}`, publicUrl + pathOf(club, id, 'city-v-town')])
  })

  it('is in the sitemap beside a thousand others, of which few are read at once', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const ids = await insertManyEvents(app.ctx, club.id, 1100, { calendarId: calendar, private: false })
    const rows = watchRows(app.ctx)
    const { text } = await send(`${app.url}/calendar/${calendar}/sitemap.xml`)
    rows.stop()
    expect([...text.matchAll(/<loc>[^<]*-([0-9a-f]{24})\//g)].map(([, id]) => id)).toEqual(ids)
    expect(Math.max(...rows.reads)).toBe(500)
  })
})

describe('the page of an event, in the browser', () => {
  const clubs = useClubs('sqlite')

  const open = async (options = {}, path = '') => {
    const { club, first } = await clubs.club()
    const id = await club.event(first, MATCH)
    return { club, id, ...(await clubs.open(pathOf(club, id, 'city-v-town') + path, options)) }
  }

  it('shows the time here and at the venue, and leads on', async () => {
    const { page, complaints } = await open({ timezoneId: 'Asia/Tokyo' })
    await page.getByRole('heading', { level: 1, name: 'City v Town' }).waitFor()
    await page.getByText('23:00–01:00').waitFor()
    await page.getByText('15:00 at the venue').waitFor()
    const google = await page.getByRole('link', { name: 'Google Calendar' }).getAttribute('href')
    expect(new URL(google!).searchParams.get('dates')).toBe('20270410T140000Z/20270410T160000Z')
    await expectAccessible(page)
    await expectTouchable(page)
    await expectLight(page)
    await screenshot(page, 'event')
    await page.getByRole('link', { name: 'Follow First team' }).click()
    await page.waitForURL(/\/w\/\w+\?calendarIds=/)
    expect(complaints).toEqual([])
  })

  it('works without scripts, as the lists do', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    await page.getByText('15:00–17:00').waitFor()
    await page.getByRole('link', { name: 'First team', exact: true }).click()
    await page.getByRole('heading', { name: 'First team' }).waitFor()
    await page.getByRole('link', { name: 'City v Town' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'City v Town' }).waitFor()
    await screenshot(page, 'event-plain')
  })

  it.each([
    ['phone', { ...PHONE }],
    ['narrow', { ...NARROW, ...GERMAN }],
    ['dark', { ...DARK, ...PHONE }],
    ['arabic', { ...ARABIC, ...PHONE }],
  ])('fits: %s', async (name, options) => {
    const { page, complaints } = await open(options)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await screenshot(page, `event-${name}`)
    expect(complaints).toEqual([])
  })
})
