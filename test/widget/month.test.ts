import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { insertManyEvents } from '../support/many-events.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'

describe.each(DATABASES)('the events of a month on %s', (kind) => {
  let now = Date.parse('2027-04-15T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 25) })
  const ask = (club: TestPublisher, query: string) => send(`${app.url}/w/${club.widgetId}/month?${query}`)
  const month = async (club: TestPublisher, query: string) => {
    const { status, body } = await ask(club, `month=${query}`)
    expect(status).toBe(200)
    const { data, previous, next, more } = body
    return { names: data.map((event: Json) => event.name), previous: previous.name, next: next.name, more }
  }
  const on = (startDate: string, name: string, over: Json = {}) => ({
    ...{ startDate, endDate: startDate, name },
    ...over,
  })

  it('have past and coming ones, and what comes before and after', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar({ name: 'First team' })
    await club.event(calendar, on('2026-12-24', 'Christmas'))
    const id = await club.event(calendar, on('2027-04-01', 'Past'))
    await club.event(calendar, on('2027-04-28', 'Coming', { cancelled: 1 }))
    await club.event(calendar, on('2027-04-20', 'Draft', { draft: 1 }))
    await club.event(calendar, on('2027-07-10', 'Summer', { location: 'Lake' }))
    const fan = await club.subscriber(undefined, [calendar])
    await club.privateEvent(fan.svcId, on('2027-04-20', 'Private'))
    const { body, headers } = await ask(club, 'month=2027-04')
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const { data: upcoming } = (await send(`${app.url}/w/${club.widgetId}/upcoming`)).body
    expect(body).toMatchObject({ status: '200', statusLong: 'OK', month: '2027-04', more: false })
    expect(body.data).toMatchObject([{ id, name: 'Past', calendarName: 'First team' }, upcoming[0]])
    expect(body.next).toEqual({
      ...{ name: 'Summer', location: 'Lake', startDate: '2027-07-10', startTime: '15:00' },
      ...{ timezone: 'Europe/London', startAt: Date.parse('2027-07-10T14:00:00Z') },
    })
    expect(body.previous).toMatchObject({ name: 'Christmas' })
    expect(await month(club, '2027-05')).toEqual({
      ...{ names: [], previous: 'Coming', next: 'Summer', more: false },
    })
    expect(await month(club, '2026-11')).toEqual({
      ...{ names: [], previous: undefined, next: 'Christmas', more: false },
    })
    expect(await month(club, '2031-01')).toMatchObject({ names: [], previous: 'Summer', next: undefined })
  })

  it('have those of every time zone, and those that last longer', async () => {
    const club = await app.publisher()
    const [a, b] = [await club.calendar(), await club.calendar()]
    const late = { startTime: '23:30', endTime: '23:45' }
    // The first of May in Kiritimati is the last of April nearly everywhere.
    await club.event(
      a,
      on('2027-05-01', 'Kiritimati', {
        startTime: '00:30',
        endTime: '01:00',
        timezone: 'Pacific/Kiritimati',
      }),
    )
    await club.event(b, on('2027-05-31', 'Pago Pago', { ...late, timezone: 'Pacific/Pago_Pago' }))
    await club.event(a, on('2027-04-29', 'Before'))
    await club.event(b, on('2027-06-03', 'After'))
    await club.event(a, on('2027-05-01', 'All day', { allDay: 'yes', timezone: 'Pacific/Kiritimati' }))
    await club.event(b, on('2027-04-28', 'Festival', { allDay: 'yes', endDate: '2027-05-02' }))
    await club.event(a, { name: 'For years', startDate: '2020-01-01', endDate: '2028-01-01' })
    await club.event(b, { name: 'For weeks', startDate: '2027-05-20', endDate: '2027-06-30' })
    expect(await month(club, '2027-05')).toEqual({
      names: ['For years', 'Festival', 'All day', 'Kiritimati', 'For weeks', 'Pago Pago'],
      ...{ previous: 'Before', next: 'After', more: false },
    })
    expect((await month(club, '2027-06')).names).toEqual(['For years', 'For weeks', 'Pago Pago', 'After'])
    expect((await month(club, '2024-02')).names).toEqual(['For years'])
    expect((await month(club, `2027-05&calendarIds=${b}`)).names).toEqual([
      'Festival',
      'For weeks',
      'Pago Pago',
    ])
  })

  it('go as far back as feeds do', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    for (const [day, name] of [
      ['2027-01-10', 'Old'],
      ['2027-03-10', 'Hidden'],
      ['2027-03-20', 'Shown'],
      ['2027-06-10', 'Ahead'],
    ] as const)
      await club.event(calendar, on(day, name))
    await club.put('/admin/api/publisher', { feedPastDays: 30, feedFutureDays: 30 })
    expect(await month(club, '2027-03')).toEqual({
      ...{ names: ['Shown'], previous: undefined, next: 'Ahead', more: false },
    })
    expect(await month(club, '2027-01')).toEqual({
      ...{ names: [], previous: undefined, next: 'Shown', more: false },
    })
    expect((await month(club, '2027-05')).previous).toBe('Shown')
  })

  it('leave out cancelled ones if the publisher does, calendars that are not offered, and other publishers', async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    const [offered, kept, theirs] = [await club.calendar(), await club.calendar(), await other.calendar()]
    await club.event(offered, on('2027-04-20', 'On'))
    await club.event(offered, on('2027-04-21', 'Off', { cancelled: 1 }))
    await club.event(offered, on('2027-06-21', 'Off later', { cancelled: 1 }))
    await club.event(kept, on('2027-04-20', 'Kept'))
    await other.event(theirs, on('2027-04-20', 'Theirs'))
    await club.put(`/admin/api/widgets/${club.widgetId}`, { settings: { calendarIds: [offered] } })
    expect((await month(club, `2027-04&calendarIds=${kept},${theirs},${offered}`)).names).toEqual([
      'On',
      'Off',
    ])
    await club.put('/admin/api/publisher', { cancelledEvents: 'remove' })
    expect(await month(club, '2027-04')).toMatchObject({ names: ['On'], next: undefined })
  })

  it('are bounded, and say so', async () => {
    const club = await app.publisher()
    const calendars: string[] = []
    for (let i = 0; i < 22; i++) calendars.push(await club.calendar())
    await insertManyEvents(app.ctx, club.id, 501, {
      ...{
        calendarId: calendars[3]!,
        private: false,
        startAt: Date.parse('2027-04-20T14:00Z'),
        endAt: Date.parse('2027-04-20T15:00Z'),
      },
    })
    const { body } = await ask(club, 'month=2027-04')
    expect([body.data.length, body.more]).toEqual([500, true])
    expect((await month(club, '2027-03')).next).toBe(body.data[0].name)
    expect((await month(club, '2027-06')).previous).toBeTypeOf('string')
  })

  it.each(['', 'month=', 'month=2027', 'month=2027-13', 'month=2027-4', 'month=0001-01', 'month=2027-04-01'])(
    'refuse %j',
    async (query) => {
      const answer = await ask(await app.publisher(), query)
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.errors)).toEqual(['month'])
    },
  )

  it('are of widgets that are on', async () => {
    const club = await app.publisher()
    await club.put(`/admin/api/widgets/${club.widgetId}`, { active: false })
    expect((await ask(club, 'month=2027-04')).status).toBe(404)
  })
})
