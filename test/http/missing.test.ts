import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'

/** As Chromium, Firefox and Safari ask for a page. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const PROGRAMS = [
  undefined,
  '*/*',
  'application/json',
  'application/json, text/html;q=0.5',
  'text/calendar, */*;q=0.1',
]

describe.each(DATABASES)('addresses with nothing behind them on %s', (kind) => {
  const app = useTestApp(kind)

  /** An event with a link in somebody's calendar, and the path of the link. */
  async function linked(over: Json = {}) {
    const club = await app.publisher({ company: 'City Rugby' })
    const calendar = await club.calendar({ name: 'First team' })
    const quickLink = [{ name: 'Tickets', url: 'https://tickets.example/1' }]
    const id = await club.event(calendar, { name: 'City v Town', quickLink, ...over })
    return { club, calendar, id, path: await linkIn(club, calendar) }
  }
  async function linkIn(club: TestPublisher, calendar: string) {
    const { feedUrl } = await club.subscriber(undefined, [calendar])
    const feed = (await send(feedUrl)).text.replace(/\r\n /g, '')
    return new URL(/https:\/\/fasti\.test\/l\/[\w-]+/.exec(feed)![0]).pathname
  }

  it('are JSON for programs', async () => {
    const { club, id, path } = await linked()
    await club.delete(`/event/${id}`)
    for (const accept of PROGRAMS) {
      const headers: Record<string, string> = accept === undefined ? {} : { accept }
      for (const unknown of ['/', '/docs/x', '/nothing', '/l/x'])
        expect(await send(app.url + unknown, { headers }), `${unknown} ${accept}`).toMatchObject({
          status: 404,
          body: { status: '404', statusLong: 'Not Found' },
        })
      const gone = await send(app.url + path, { headers })
      expect(gone.status).toBe(404)
      expect(gone.body.statusLong).toBe(`Event with ID [${id}] Not Found`)
    }
    for (const api of ['/apiv2/nothing', '/admin/api/nothing'])
      expect((await send(app.url + api, { headers: BROWSER })).body.status).toBe('404')
    expect((await send(app.url + '/nothing', { method: 'POST', headers: BROWSER })).body.status).toBe('404')
  })

  it.each([
    ['en-GB,en;q=0.9', 'en', 'This page does not exist'],
    ['de-AT', 'de', 'Diese Seite gibt es nicht'],
    ['fr', 'fr', 'Cette page n’existe pas'],
    ['es', 'es', 'Esta página no existe'],
    ['ja', 'ja', 'このページはありません'],
    ['ar', 'ar', 'هذه الصفحة غير موجودة'],
  ])('are a page for people who read %s', async (accepted, language, title) => {
    const headers = { ...BROWSER, 'accept-language': accepted }
    for (const unknown of ['/docs/x', '/nothing?a=b', '/l/x']) {
      const answer = await send(app.url + unknown, { headers })
      expect(answer.status, unknown).toBe(404)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self'/)
      expect(answer.text).toContain(`<html lang="${language}"`)
      expect(answer.text).toContain(`<h1>${title}</h1>`)
    }
    const head = await send(`${app.url}/l/x`, { method: 'HEAD', headers })
    expect([head.status, head.text]).toEqual([404, ''])
  })

  it('lead from the link of a deleted event to what its publisher has next', async () => {
    const { club, calendar, id, path } = await linked()
    await club.event(calendar, { name: 'City v Port' })
    const draft = await club.calendar({ draftCalendar: 1 })
    await club.event(draft, { name: 'Not yet announced' })
    const follow = () => send(app.url + path, { headers: { ...BROWSER, 'accept-language': 'de' } })
    expect((await follow()).headers.get('location')).toBe('https://tickets.example/1')
    await club.delete(`/event/${id}`)
    const gone = await follow()
    expect(gone.status).toBe(404)
    expect(gone.text).toContain('<html lang="de"')
    const { words, data } = dataIn(gone.text)
    expect(words.message.goneTitle).toBe('Dieser Link führt nicht mehr weiter')
    expect(data).toMatchObject({ publisher: { name: 'City Rugby' }, showCalendar: false })
    expect(data.upcoming.map(({ name }: Json) => name)).toEqual(['City v Port'])
    expect((await send(`${app.url}/w/${data.widgetId}/events`)).status).toBe(200)
  })

  it('do so too where the event has the link no longer, and show nothing a publisher offers nowhere', async () => {
    const { club, id, path } = await linked()
    await club.put(`/event/${id}`, { quickLink: [{ position: 1, name: '', url: '' }] })
    const read = async () => dataIn((await send(app.url + path, { headers: BROWSER })).text).data
    expect((await read()).upcoming.map(({ name }: Json) => name)).toEqual(['City v Town'])
    const { data: widgets } = (await club.get('/admin/api/widgets')).body
    for (const widget of widgets) await club.put(`/admin/api/widgets/${widget.id}`, { active: false })
    expect(await read()).toMatchObject({ widgetId: false, upcoming: [] })
  })
})

function dataIn(html: string): Json {
  return JSON.parse(/id="data">(.*?)<\/script>/s.exec(html)![1]!)
}
