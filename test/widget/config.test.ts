import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'

const SCRIPT = '<script>alert("1")</script>'
const NEXT = { name: 'Next', location: 'City Ground', timezone: 'Europe/London' }

describe.each(DATABASES)('what a widget shows on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => now })
  const config = async (id: string, query = '') => (await send(`${app.url}/w/${id}/config${query}`)).body
  const nextEvents = async (id: string) =>
    (await config(id)).calendars.map((calendar: Json) => calendar.nextEvent.name ?? false)
  const day = (date: string, over: Json = {}) => ({ startDate: date, endDate: date, ...over })

  it('is the next event of each calendar', async () => {
    const club = await app.publisher()
    const [first, second] = [await club.calendar(), await club.calendar()]
    await club.calendar()
    await club.event(first, day('2027-02-20', { name: 'Over' }))
    await club.event(first, day('2027-03-20', { name: 'Later' }))
    await club.event(first, day('2027-03-10', { name: 'Next' }))
    await club.event(first, day('2027-03-05', { name: 'Draft', draft: 1 }))
    await club.event(second, day('2027-03-02', { name: 'All day', allDay: 'yes' }))
    const { calendars } = await config(club.widgetId)
    expect(calendars.map((calendar: Json) => calendar.nextEvent)).toEqual([
      {
        ...NEXT,
        startDate: '2027-03-10',
        startTime: '15:00',
        startAt: Date.parse('2027-03-10T15:00:00Z'),
      },
      {
        ...NEXT,
        name: 'All day',
        startDate: '2027-03-02',
        startTime: null,
        startAt: Date.parse('2027-03-02T00:00:00Z'),
      },
      false,
    ])
  })

  it('is what is on, however long ago it began', async () => {
    const club = await app.publisher()
    const [short, long, both] = [await club.calendar(), await club.calendar(), await club.calendar()]
    await club.event(short, {
      name: 'Today',
      startDate: '2027-03-01',
      startTime: '09:00',
      endDate: '2027-03-01',
    })
    await club.event(short, day('2027-03-01', { name: 'Over', startTime: '08:00', endTime: '11:00' }))
    const years = { startDate: '2020-01-01', endDate: '2030-01-01' }
    await club.event(long, { ...years, name: 'For years' })
    await club.event(long, { startDate: '2020-01-01', endDate: '2027-02-28', name: 'Long over' })
    await club.event(both, { ...years, startDate: '2021-01-01', name: 'Younger' })
    await club.event(both, { ...years, name: 'Older' })
    await club.event(both, day('2027-03-01', { name: 'Today' }))
    expect(await nextEvents(club.widgetId)).toEqual(['Today', 'For years', 'Older'])
  })

  it('follows every change at once, and the clock within a minute', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    expect(await nextEvents(club.widgetId)).toEqual([false])
    const soon = await club.event(
      calendar,
      day('2027-03-01', { name: 'Soon', startTime: '12:30', endTime: '13:00' }),
    )
    await club.event(calendar, day('2027-03-09', { name: 'Later' }))
    expect(await nextEvents(club.widgetId)).toEqual(['Soon'])
    await club.put(`/event/${soon}`, { name: 'Sooner' })
    expect(await nextEvents(club.widgetId)).toEqual(['Sooner'])
    const before = now
    now = Date.parse('2027-03-01T13:00:59Z')
    expect(await nextEvents(club.widgetId)).toEqual(['Later'])
    now = before
    expect(await nextEvents(club.widgetId)).toEqual(['Sooner'])
    await club.delete(`/event/${soon}`)
    expect(await nextEvents(club.widgetId)).toEqual(['Later'])
    await club.put(`/calendar/${calendar}`, { draftCalendar: 1, subGenre: 'Rugby' })
    expect(await nextEvents(club.widgetId)).toEqual([])
  })

  it('never is private', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber(undefined, [calendar])
    await club.privateEvent(fan.svcId, day('2027-03-02', { name: 'Private' }))
    expect(JSON.stringify(await config(club.widgetId))).not.toContain('Private')
    expect(await nextEvents(club.widgetId)).toEqual([false])
  })

  it('is text, whatever is in it', async () => {
    const club = await app.publisher({ company: SCRIPT })
    const calendar = await club.calendar({ name: SCRIPT, categories: `A ${SCRIPT.replaceAll('/', '')}` })
    await club.event(calendar, day('2027-03-10', { name: SCRIPT, location: SCRIPT }))
    const answer = await send(`${app.url}/w/${club.widgetId}/config`)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.body.publisher.name).toBe(SCRIPT)
    expect(answer.body.calendars[0]).toMatchObject({
      name: SCRIPT,
      nextEvent: { name: SCRIPT, location: SCRIPT },
    })
  })

  it('takes a good key of its publisher and no other', async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    const ask = (key: string) => send(`${app.url}/w/${club.widgetId}/config?apiKey=${key}`)
    expect((await ask(club.apiKey)).status).toBe(200)
    for (const key of [other.apiKey, `${club.apiKey}x`, '', '%22%3E', 'x'.repeat(500)]) {
      expect(await ask(key)).toMatchObject({
        status: 403,
        body: { statusLong: 'The API Key does not exist in the system' },
      })
    }
    const set = (values: { expires_at?: number; active?: 0 }) =>
      app.ctx.db.updateTable('api_key').set(values).where('publisher_id', '=', club.id).execute()
    await set({ expires_at: now })
    expect((await ask(club.apiKey)).body.statusLong).toBe('The API Key is not active')
    await set({ expires_at: now + 1 })
    expect((await ask(club.apiKey)).status).toBe(200)
    await set({ active: 0 })
    expect((await ask(club.apiKey)).body.statusLong).toBe('The API Key is not active')
  })

  it('may be read by scripts of any page, and nothing else may', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber(undefined, [calendar])
    const allowed = async (url: string, init?: RequestInit) =>
      (await send(url, { ...init, headers: { origin: 'https://elsewhere.example' } })).headers.get(
        'access-control-allow-origin',
      )
    for (const path of [
      `/w/${club.widgetId}/config`,
      `/w/${club.widgetId}/upcoming`,
      `/calendar/${calendar}/upcoming`,
      `/w/${'0'.repeat(24)}/config`,
      `/w/${club.widgetId}/config?apiKey=x`,
    ]) {
      expect([path, await allowed(app.url + path)]).toEqual([path, '*'])
    }
    expect(await allowed(`${fan.manageUrl}/data`)).toBeNull()
    expect(await allowed(`${fan.manageUrl}/download`)).toBeNull()
    const body = JSON.stringify({ email: 'a@example.com', calendarIds: [calendar] })
    for (const action of ['subscribe', 'link']) {
      expect(await allowed(`${app.url}/w/${club.widgetId}/${action}`, { method: 'POST', body })).toBeNull()
    }
    expect(await allowed(club.signedUrl('/calendar'))).toBeNull()
  })
})
