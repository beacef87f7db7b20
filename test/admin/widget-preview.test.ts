import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, userOf } from '../support/users.ts'

const SETTINGS = {
  fields: { first_name: 'required', zip: 'optional' },
  customFields: [{ name: 'seat', label: 'Your seat', required: false }],
  consents: [{ text: 'I want news.', url: 'https://example.com/terms', required: true }],
  minimumAge: 13,
  colors: { primary: '#0b5d3b' },
}

describe.each(DATABASES)('the preview of a widget on %s', (kind) => {
  const now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => now, ...BEHIND_PROXY })

  async function world() {
    const club = await app.publisher()
    const calendars = [await club.calendar(), await club.calendar()]
    for (const calendar of calendars) await club.event(calendar, { name: `Match of ${calendar}` })
    return { club, calendars, viewer: await userOf(app, club, 'viewer') }
  }

  it('is what the pages would get once the settings are saved, and saves nothing', async () => {
    const { club, calendars, viewer } = await world()
    const settings = { ...SETTINGS, calendarIds: [calendars[1]] }
    const log = (await auditOf(app, club.id)).length
    const before = (await club.get('/admin/api/widgets')).body
    const answer = await viewer.post('/widgets/preview', { type: 'button', settings })
    expect(answer.status).toBe(200)
    expect([answer.body.data.upcoming, answer.body.data.month]).toEqual([null, null])
    expect((await club.get('/admin/api/widgets')).body).toEqual(before)
    expect(await auditOf(app, club.id)).toHaveLength(log)

    const saved = await club.put(`/admin/api/widgets/${club.widgetId}`, { settings })
    expect(saved.status).toBe(200)
    const shown = (await send(`${app.url}/w/${club.widgetId}/config`)).body
    const { id, name } = shown.widget
    const { config } = answer.body.data
    expect({ ...config, widget: { ...config.widget, id, name } }).toEqual(shown)
    expect(config.calendars.map((one: Json) => one.id)).toEqual([calendars[1]])
    expect(config.publisher.primaryColor).toBe('#0b5d3b')
  })

  it('of an event list has its events', async () => {
    const { club, calendars, viewer } = await world()
    const list = (await club.get('/admin/api/widgets')).body.data[1]
    const settings = { calendarIds: [calendars[0]] }
    const { data } = (await viewer.post('/widgets/preview', { type: 'event', settings })).body
    await club.put(`/admin/api/widgets/${list.id}`, { settings })
    expect(data.upcoming).toEqual((await send(`${app.url}/w/${list.id}/upcoming`)).body)
    expect(data.upcoming.data).toHaveLength(1)
    expect(data.month).toEqual((await send(`${app.url}/w/${list.id}/month?month=2027-03`)).body)
    expect((await viewer.post('/widgets/preview', { type: 'event' })).body.data.upcoming.data).toHaveLength(2)
  })

  it.each<[string, Json, string]>([
    ['no type', {}, 'type'],
    ['a type of its own', { type: 'banner' }, 'type'],
    ['a wrong colour', { settings: { colors: { secondary: '#12' } } }, 'settings.colors.secondary'],
    ['an unknown calendar', { settings: { calendarIds: ['0'.repeat(24)] } }, 'settings.calendarIds'],
    [
      'parents of nobody',
      { settings: { minimumAge: 16, parentConsentAge: 16 } },
      'settings.parentConsentAge',
    ],
    [
      'a link with a script',
      { settings: { consents: [{ text: 'x', url: 'javascript:alert(1)', required: true }] } },
      'settings.consents[0].url',
    ],
  ])('refuses %s as saving would', async (what, over, field) => {
    const { viewer } = await world()
    const given = what === 'no type' ? {} : { type: 'button', ...over }
    const answer = await viewer.post('/widgets/preview', given)
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Widget Data' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  it("shows nothing of another publisher's calendars", async () => {
    const [us, them] = [await world(), await world()]
    const settings = { calendarIds: [them.calendars[0]] }
    const answer = await us.viewer.post('/widgets/preview', { type: 'event', settings })
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('Match of')
  })

  it('has a page that holds nothing, speaks six languages and is in frames of the admin portal only', async () => {
    const { club } = await world()
    const page = await send(`${app.url}/admin/widget-preview?lang=de`)
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/frame-ancestors 'self'$/)
    expect(policy).toContain("script-src 'self';")
    expect(page.text).toContain('<html lang="de"')
    expect(page.text).not.toContain(club.widgetId)
    for (const language of ['en', 'fr', 'es', 'ja', 'ar']) {
      const { text } = await send(`${app.url}/admin/widget-preview?lang=${language}`)
      expect(text).toContain(`<html lang="${language}"`)
    }
  })
})
