import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'

describe.each(DATABASES)('lists of what comes next on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 25) })
  const upcoming = (club: TestPublisher, query = '') => send(`${app.url}/w/${club.widgetId}/upcoming${query}`)
  const names = async (club: TestPublisher, query = '') =>
    (await upcoming(club, query)).body.data.map((event: Json) => event.name)
  const on = (date: string, name: string, over: Json = {}) => ({
    startDate: date,
    endDate: date,
    name,
    ...over,
  })

  it('have what anybody may know of an event', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar({ name: 'First team' })
    const details = '<img src=x onerror=alert(1)>'
    const id = await club.event(calendar, on('2027-04-10', 'Final', { details, sponsored_message: 'Hidden' }))
    const allDay = { allDay: 'yes', endDate: '2027-04-12', location: 'Town' }
    await club.event(calendar, on('2027-04-11', 'Camp', allDay))
    const { body, headers } = await upcoming(club)
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30')
    expect(body).toEqual({
      status: '200',
      statusLong: 'OK',
      data: [
        {
          id,
          calendarId: calendar,
          calendarName: 'First team',
          name: 'Final',
          location: 'City Ground',
          details,
          startDate: '2027-04-10',
          startTime: '15:00',
          endDate: '2027-04-10',
          endTime: '17:00',
          timezone: 'Europe/London',
          startAt: Date.parse('2027-04-10T14:00:00Z'),
          endAt: Date.parse('2027-04-10T16:00:00Z'),
          page: `/e/${club.id.toString(36)}-${id}/final`,
          link: false,
        },
        expect.objectContaining({ name: 'Camp', startTime: null, endTime: null, endDate: '2027-04-12' }),
      ],
      next: false,
    })
  })

  it('are in the order of starts, over zones and calendars, without what is over, drafts and private events', async () => {
    const club = await app.publisher()
    const [a, b, draft] = [
      await club.calendar(),
      await club.calendar(),
      await club.calendar({ draftCalendar: 1 }),
    ]
    const fan = await club.subscriber(undefined, [a])
    await club.privateEvent(fan.svcId, on('2027-03-03', 'Private'))
    await club.event(draft, on('2027-03-03', 'In a draft'))
    await club.event(a, on('2027-03-03', 'Draft', { draft: 1 }))
    await club.event(a, on('2027-02-28', 'Over'))
    await club.event(a, on('2027-03-05', 'London'))
    await club.event(b, on('2027-03-05', 'New York', { timezone: 'America/New_York' }))
    await club.event(b, on('2027-03-05', 'Tokyo', { timezone: 'Asia/Tokyo' }))
    await club.event(b, { name: 'For years', startDate: '2020-01-01', endDate: '2028-01-01' })
    await club.event(a, on('2027-03-01', 'Now', { startTime: '11:00', endTime: '13:00' }))
    await club.event(b, { name: 'This week', startDate: '2027-02-26', endDate: '2027-03-02' })
    const all = ['For years', 'This week', 'Now', 'Tokyo', 'London', 'New York']
    expect(await names(club)).toEqual(all)
    for (let limit = 1; limit <= all.length; limit++) {
      const seen: string[] = []
      let next: string | false = ''
      while (next !== false) {
        const { body } = await upcoming(club, `?limit=${limit}&after=${next}`)
        seen.push(...body.data.map((event: Json) => event.name as string))
        next = body.next as string | false
      }
      expect([limit, seen]).toEqual([limit, all])
    }
  })

  it('pages through events of one start, and over many calendars', async () => {
    const club = await app.publisher()
    const calendars: string[] = []
    for (let i = 0; i < 25; i++) calendars.push(await club.calendar())
    const wanted: string[] = []
    for (const id of calendars) wanted.push(await club.event(id, on('2027-03-05', 'Same start')))
    await club.event(calendars[3]!, { name: 'For years', startDate: '2020-01-01', endDate: '2028-01-01' })
    const ids = (answer: Json) => answer.body.data.map((event: Json) => event.id)
    const first = await upcoming(club, '?limit=11')
    const second = await upcoming(club, `?limit=100&after=${first.body.next}`)
    expect(first.body.data[0].name).toBe('For years')
    expect([...ids(first).slice(1), ...ids(second)]).toEqual(wanted.sort())
    expect([ids(first).length, second.body.next]).toEqual([11, false])
    const some = await upcoming(club, `?calendarIds=${calendars.slice(0, 22).join()}&limit=100`)
    expect(some.body.data).toHaveLength(23)
  })

  it('are of the calendars asked for', async () => {
    const club = await app.publisher()
    const first = await club.calendar({ categories: 'Sports/Rugby, Men', reference: 'first' })
    const juniors = await club.calendar({ categories: 'Sports/Rugby/Juniors', reference: 'juniors' })
    const choir = await club.calendar({ categories: 'Sportsmen', reference: 'choir' })
    for (const [id, name] of [
      [first, 'First'],
      [juniors, 'Juniors'],
      [choir, 'Choir'],
    ] as const) {
      await club.event(id, on('2027-03-05', name))
    }
    const ask = async (query: Record<string, string>) =>
      (await names(club, `?${new URLSearchParams(query)}`)).sort()
    expect(await ask({ calendarIds: `${first},${choir}` })).toEqual(['Choir', 'First'])
    expect(await ask({ calendarIds: `${first}, ${'0'.repeat(24)},x'` })).toEqual(['First'])
    expect(await ask({ calendarIds: 'x' })).toEqual([])
    expect(await ask({ category: 'sports' })).toEqual(['First', 'Juniors'])
    expect(await ask({ category: 'Sports / Rugby' })).toEqual(['First', 'Juniors'])
    expect(await ask({ category: 'MEN' })).toEqual(['First'])
    expect(await ask({ category: '%' })).toEqual([])
    expect(await ask({ calendar_reference: 'juniors' })).toEqual(['Juniors'])
    expect(await ask({ calendar_reference: 'juniors', category: 'Men' })).toEqual([])
    expect(await ask({ calendarIds: '', category: '', calendar_reference: '', after: '' })).toHaveLength(3)
  })

  it('are of the calendars a widget offers and no others', async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    const [offered, kept, theirs] = [await club.calendar(), await club.calendar(), await other.calendar()]
    await club.event(offered, on('2027-03-05', 'Offered'))
    await club.event(kept, on('2027-03-05', 'Kept'))
    await other.event(theirs, on('2027-03-05', 'Theirs'))
    await club.put(`/admin/api/widgets/${club.widgetId}`, { settings: { calendarIds: [offered] } })
    expect(await names(club)).toEqual(['Offered'])
    expect(await names(club, `?calendarIds=${kept},${theirs},${offered}`)).toEqual(['Offered'])
    await club.put(`/admin/api/widgets/${club.widgetId}`, { settings: { calendarIds: [] } })
    expect(await names(club)).toEqual([])
  })

  it('are there for one public calendar too', async () => {
    const club = await app.publisher()
    const [calendar, draft] = [await club.calendar(), await club.calendar({ draftCalendar: 1 })]
    await club.event(calendar, on('2027-03-05', 'One'))
    await club.event(calendar, on('2027-03-06', 'Two'))
    const page = (id: string, query = '') => send(`${app.url}/calendar/${id}/upcoming${query}`)
    const { body } = await page(calendar, '?limit=1')
    expect(body.data).toMatchObject([{ name: 'One', calendarId: calendar }])
    expect((await page(calendar, `?after=${body.next}`)).body).toMatchObject({
      data: [{ name: 'Two' }],
      next: false,
    })
    for (const id of [draft, '0'.repeat(24), 'x', club.widgetId]) {
      expect(await page(id)).toMatchObject({
        status: 404,
        body: { statusLong: `Calendar with ID [${id}] Not Found` },
      })
    }
    expect((await page(calendar, '?limit=0')).status).toBe(400)
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['after=x', 'after'],
    [`after=1-${'0'.repeat(23)}`, 'after'],
    [`after=1e9-${'0'.repeat(24)}`, 'after'],
    [`after=1'-${'0'.repeat(24)}`, 'after'],
  ])('refuse ?%s', async (query, field) => {
    const club = await app.publisher()
    const answer = await upcoming(club, `?${query}`)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]])
  })

  it('are not there for a widget that is none', async () => {
    expect((await send(`${app.url}/w/${'0'.repeat(24)}/upcoming`)).status).toBe(404)
  })
})
