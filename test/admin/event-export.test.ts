import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { lintIcs } from '../support/ics-lint.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { useTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'
import { auditOf, userOf } from '../support/users.ts'

describe.each(DATABASES)('the download of events on %s', (kind) => {
  const app = useTestApp(kind)

  it('has what the list finds, safe for spreadsheets, and imported again it changes nothing', async () => {
    const club = await app.publisher()
    const ed = await userOf(app, club, 'editor')
    const [calendar, other] = [await club.calendar({ name: 'First team' }), await club.calendar()]
    const links = { 1: { name: 'Tickets', url: 'https://tickets.example/?a=1,2' }, 4: { name: 'Report' } }
    await club.event(calendar, {
      name: '=1+1',
      details: 'Line "1",\nline 2; end\n',
      quickLink: links,
      tags: ['a', 'b c', 'x, y; z', 'Cup|Final', 'the "old" one', '5" pipe'],
    })
    await club.event(calendar, { name: "'-10 %", timezone: 'Asia/Tokyo', alert: '90M', alert2: '2D' })
    await club.event(calendar, {
      name: 'Camp',
      allDay: 'yes',
      endDate: '2027-04-12',
      draft: 1,
      reference: 'camp',
    })
    await club.event(calendar, {
      name: 'Off',
      cancelled: 1,
      referenceType: 'cup',
      calendarIds: [calendar, other],
    })
    await club.event(other, { name: 'Elsewhere' })
    const recurrence = { rule: 'FREQ=WEEKLY;COUNT=3' }
    const lesson = { name: 'Lesson', location: 'Hall', startDate: '2027-04-13', endDate: '2027-04-13' }
    const times = { startTime: '18:00', endTime: '19:00', calendarId: calendar, recurrence }
    expect((await ed.post('/events', { ...lesson, ...times })).status).toBe(200)

    const file = await ed.get(`/events.csv?calendarIds=${calendar}`)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.text).toContain('Title,Place,Start date,Start time,End date,End time,All day,Time zone')
    expect(file.text).toContain(
      "'=1+1,City Ground,2027-04-10,15:00,2027-04-10,17:00,no,Europe/London,First team",
    )
    expect(file.text).not.toContain('Elsewhere')
    expect(file.text.match(/Lesson/g)).toHaveLength(3)
    expect((await ed.get('/events.csv?q=camp')).text.trim().split('\r\n')).toHaveLength(2)

    const entries = (await auditOf(app, club.id)).length
    const input = { calendarId: calendar, fileName: 'events.csv', text: file.text, options: {} }
    const { data } = (await ed.post('/imports/preview', input)).body
    expect(data).toMatchObject({
      faults: [],
      counts: { added: 0, changed: 0, removed: 0, joined: 0, unchanged: 7 },
    })
    expect(await auditOf(app, club.id)).toHaveLength(entries)
    // A cell that was edited changes its event, also one without a reference.
    const edited = { ...input, text: file.text.replace("'=1+1,City Ground", "'=1+1,Town Hall") }
    expect((await ed.post('/imports/preview', edited)).body.data).toMatchObject({
      counts: { added: 0, changed: 1, unchanged: 6 },
    })
  })

  it('is a calendar file too, as public feeds show the events, which an import reads back', async () => {
    const club = await app.publisher()
    const ed = await userOf(app, club, 'editor')
    const [calendar, other] = [await club.calendar({ name: 'First team' }), await club.calendar()]
    await club.put('/admin/api/publisher', { cancelledEvents: 'remove' })
    const id = await club.event(calendar, {
      name: 'City v Town',
      details: 'Line 1\nLine 2; end',
      quickLink: { 1: { name: 'Tickets', url: 'https://tickets.example/?a=1,2' } },
    })
    await club.event(calendar, { name: 'In Tokyo', timezone: 'Asia/Tokyo', alert: '90M' })
    await club.event(calendar, { name: 'Camp', allDay: 'yes', endDate: '2027-04-12', draft: 1 })
    await club.event(calendar, { name: 'Off', cancelled: 1 })
    await club.event(other, { name: 'Elsewhere' })
    const fan = await club.subscriber('fan@example.com', [calendar])
    await club.privateEvent(fan.svcId, { name: 'Private' })

    const file = await ed.get(`/events.ics?calendarIds=${calendar}`)
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="events.ics"')
    expect(lintIcs(Buffer.from(file.text))).toEqual([])
    const events = readCalendar(file.text)
    expect(events.map(({ summary }) => summary).toSorted()).toEqual([
      'Camp',
      'City v Town',
      'In Tokyo',
      'Off',
    ])
    const feed = (await send(`${app.url}/calendar/${calendar}.ics`)).text
    const uid = readCalendar(feed).find(({ summary }) => summary === 'City v Town')!.uid
    expect(uid).toContain(id)
    expect(events.find(({ summary }) => summary === 'City v Town')!.uid).toBe(uid)
    expect(file.text).toContain('STATUS:CANCELLED')
    expect(file.text).not.toContain('/manage/')
    expect(file.text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(2)
    expect(readCalendar((await ed.get('/events.ics?q=tokyo')).text)).toHaveLength(1)
    expect(readCalendar((await ed.get('/events.ics?q=nothing')).text)).toEqual([])

    const input = { calendarId: other, fileName: 'events.ics', text: file.text, options: { join: true } }
    const { data } = (await ed.post('/imports/preview', input)).body
    expect(data.faults).toEqual([])
    expect((await (await userOf(app, club, 'viewer')).get('/events.ics')).status).toBe(403)
  })

  it('is for editors, and of their own publisher', async () => {
    const club = await app.publisher()
    await club.event(await club.calendar(), { name: 'Ours' })
    expect((await (await userOf(app, club, 'viewer')).get('/events.csv')).status).toBe(403)
    const stranger = await userOf(app, await app.publisher(), 'editor')
    expect((await stranger.get('/events.csv')).text).not.toContain('Ours')
    expect((await stranger.get('/events.csv?from=2027-02-30')).status).toBe(400)
  })
})
