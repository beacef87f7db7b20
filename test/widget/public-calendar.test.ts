import { describe, expect, it } from 'vitest'
import { publicCalendarPage } from '../../src/http/widget/public-calendar.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

describe.each(DATABASES)('the page of a public calendar on %s', (kind) => {
  const app = useTestApp(kind, { now: () => Date.parse('2027-03-01T12:00:00Z') })

  it('has the calendar, its publisher, its feed and the first 20 events', async () => {
    const club = await app.publisher()
    const logo = 'https://example.com/l.png'
    const calendar = await club.calendar({ name: 'First & <b>best</b>', logo, note: 'Home games' })
    for (let i = 0; i < 21; i++) await club.event(calendar)
    const page = await publicCalendarPage(app.ctx, calendar)
    expect(page).toMatchObject({
      calendar: {
        id: calendar,
        name: 'First & <b>best</b>',
        logo,
        note: 'Home games',
        categories: ['Sports/Rugby'],
      },
      publisher: { name: 'City Rugby', timezone: 'Europe/London', logo: false, primaryColor: false },
      widgetId: club.widgetId,
    })
    expect(page.upcoming).toHaveLength(20)
    const rest = await send(`${app.url}/calendar/${calendar}/upcoming?after=${page.next}`)
    expect(rest.body.data).toHaveLength(1)
    const https = `https://fasti.test/calendar/${calendar}.ics`
    expect(page.feed).toEqual({
      webCalUrl: https.replace('https:', 'webcal:'),
      appleCalUrl: https.replace('https:', 'webcal:'),
      webCalUrlNoIcs: https.replace('https:', 'webcal:'),
      httpCalUrl: https.replace('https:', 'http:'),
      httpsCalUrl: https,
      googleUrl: `https://www.google.com/calendar/render?cid=${encodeURIComponent(https.replace('https:', 'webcal:'))}`,
      outlookcomUrl: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(https)}&name=First%20%26%20%3Cb%3Ebest%3C%2Fb%3E`,
    })
    expect((await send(app.url + new URL(page.feed.httpsCalUrl).pathname)).text).toContain('BEGIN:VEVENT')
  })

  it('leads to a button that offers the calendar', async () => {
    const club = await app.publisher()
    const [calendar, other] = [await club.calendar(), await club.calendar()]
    const widgetId = async () => (await publicCalendarPage(app.ctx, calendar)).widgetId
    await club.put(`/admin/api/widgets/${club.widgetId}`, { settings: { calendarIds: [other] } })
    expect(await widgetId()).toBe(false)
    const { data } = (await club.post('/admin/api/widgets', { type: 'button', name: 'Second' })).body
    expect(await widgetId()).toBe(data.id)
    await club.put(`/admin/api/widgets/${data.id}`, { active: false })
    expect(await widgetId()).toBe(false)
  })

  it('is not there for a draft or an unknown calendar', async () => {
    const club = await app.publisher()
    const draft = await club.calendar({ draftCalendar: 1 })
    for (const id of [draft, '0'.repeat(24), 'x', '../x']) {
      await expect(publicCalendarPage(app.ctx, id)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
