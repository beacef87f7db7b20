import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { userOf } from '../support/users.ts'

const HREF = /(?:href|src)="([^"]+)"/g
const pathsIn = (html: string) =>
  [...html.matchAll(HREF)].map(([, url]) => url!.replaceAll('&#38;', '&').replace('https://fasti.test', ''))

describe.each(DATABASES)('a block for mails, on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => now })
  const visit = (path: string) => fetch(app.url + path, { redirect: 'manual' })

  async function newClub() {
    const club = await app.publisher()
    const calendar = await club.calendar({ name: 'First <team>' })
    const event = await club.event(calendar, { name: 'City & "Town"', startDate: '2027-04-10' })
    return { club, calendar, event, viewer: await userOf(app, club, 'viewer') }
  }

  it('has the picture of an event in words, and links that all lead somewhere', async () => {
    const { event, viewer } = await newClub()
    const { data } = (await viewer.get(`/events/${event}/mail-block?lang=de`)).body
    expect(data.html).toContain('City &#38; &#34;Town&#34; · Samstag, 10. April 2027, 15:00–17:00')
    expect(data.html).toContain('lang="de" dir="ltr"')
    expect(data.text).toContain('In den eigenen Kalender:\nGoogle Kalender: https://fasti.test/e/')
    const paths = pathsIn(data.html)
    expect(paths).toHaveLength(8)
    for (const path of paths) expect([200, 302], path).toContain((await visit(path)).status)
    expect(data.html).not.toMatch(/<script|<style|class=/)
  })

  it('leads to the event as it is when somebody opens the mail', async () => {
    const { club, event, viewer } = await newClub()
    const { data } = (await viewer.get(`/events/${event}/mail-block`)).body
    const google = pathsIn(data.html).find((path) => path.endsWith('/add/google'))!
    const target = async () => decodeURIComponent((await visit(google)).headers.get('location')!)
    expect(await target()).toContain('dates=20270410T140000Z/20270410T160000Z')
    await club.put(`/event/${event}`, { startDate: '2027-04-17', endDate: '2027-04-17' })
    expect(await target()).toContain('dates=20270417T140000Z/20270417T160000Z')
    await club.put(`/event/${event}`, { cancelled: 1 })
    expect(await target()).toMatch(/^https:\/\/fasti\.test\/e\/[^/]+\/city-town$/)
    expect((await visit(google.replace('google', 'constructor'))).status).toBe(404)
  })

  it('shows of a calendar its next event, also when that has passed or moved', async () => {
    const { club, calendar, event, viewer } = await newClub()
    const { data } = (await viewer.get(`/calendars/${calendar}/mail-block?lang=ar`)).body
    expect(data.html).toContain('dir="rtl"')
    const paths = pathsIn(data.html)
    expect(paths).toContain(`/w/${club.widgetId}?calendarIds=${calendar}`)
    for (const path of paths) expect([200, 302], path).toContain((await visit(path)).status)
    const apple = (await visit(`/calendar/${calendar}/add/apple`)).headers.get('location')
    expect(apple).toBe(`webcal://fasti.test/calendar/${calendar}.ics`)
    expect((await visit(`/calendar/${calendar}/add/x`)).status).toBe(404)

    const picture = async () => {
      const response = await visit(`/calendar/${calendar}.png?lang=en`)
      expect(response.headers.get('cache-control')).toBe('public, max-age=300')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
      return bytes.toString('base64')
    }
    const ofEvent = await picture()
    await club.put(`/event/${event}`, { startDate: '2027-04-17', endDate: '2027-04-17' })
    const ofMoved = await picture()
    now = Date.parse('2027-05-01T12:00:00Z')
    const ofNone = await picture()
    now = Date.parse('2027-03-01T12:00:00Z')
    expect(new Set([ofEvent, ofMoved, ofNone]).size).toBe(3)
    expect(await picture()).toBe(ofMoved)
  })

  it('is refused for what has no public page', async () => {
    const { club, calendar, viewer } = await newClub()
    const draft = await club.event(calendar, { draft: 1 })
    expect((await viewer.get(`/events/${draft}/mail-block`)).status).toBe(409)
    const hidden = await club.calendar({ draftCalendar: 1 })
    const inHidden = await club.event(hidden)
    expect((await viewer.get(`/calendars/${hidden}/mail-block`)).status).toBe(409)
    expect((await viewer.get(`/events/${inHidden}/mail-block`)).status).toBe(409)
    for (const path of ['.png', '/add/google'])
      expect((await visit(`/calendar/${hidden}${path}`)).status).toBe(404)
    const { svcId } = await club.subscriber()
    const secret = await club.privateEvent(svcId)
    expect((await viewer.get(`/events/${secret}/mail-block`)).status).toBe(404)
    expect((await visit(`/e/${club.id.toString(36)}-${secret}/add/google`)).status).toBe(404)
    const other = await newClub()
    expect((await viewer.get(`/events/${other.event}/mail-block`)).status).toBe(404)
    expect((await viewer.get(`/calendars/${other.calendar}/mail-block`)).status).toBe(404)
    const wrong = await viewer.get(`/calendars/${calendar}/mail-block?lang=pt`)
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining('en, de, fr')])
  })
})
