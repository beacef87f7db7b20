import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, type Json, type TestPublisher } from '../support/test-publisher.ts'
import { auditOf, type TestBrowser, userOf } from '../support/users.ts'

const namesOf = (answer: Json) => answer.body.data.map((event: Json) => event.name)

describe.each(DATABASES)('events in the admin API on %s', (kind) => {
  const app = useTestApp(kind)

  async function newClub(): Promise<{ club: TestPublisher; ed: TestBrowser; calendar: string }> {
    const club = await app.publisher()
    return { club, ed: await userOf(app, club, 'editor'), calendar: await club.calendar() }
  }

  /** Every page of a list, with how many pages there were. */
  async function walk(browser: TestBrowser, path: string) {
    const names: string[] = []
    let cursor = ''
    for (let pages = 1; ; pages++) {
      const { status, body, text } = await browser.get(`${path}&cursor=${cursor}`)
      if (status !== 200) throw new Error(text)
      names.push(...body.data.map((event: Json) => event.name))
      if (!body.next) return { names, pages }
      cursor = body.next
    }
  }

  it('creates, shows, changes and deletes one, and says so in the log', async () => {
    const { club, ed, calendar } = await newClub()
    const quickLink = [{ name: 'Tickets', url: 'https://tickets.example/1' }]
    const created = await ed.post('/events', { ...fixture(), calendarId: calendar, quickLink, alert: '2H' })
    expect(created.status).toBe(200)
    const { id, modified } = created.body.data
    expect(created.body.data).toMatchObject({
      ...{ calendarId: calendar, private: false, draft: false, cancelled: false, alert: '2H', sequence: 0 },
      quickLinks: [{ position: 1, name: 'Tickets', url: 'https://tickets.example/1' }],
    })
    expect((await ed.get(`/events/${id}`)).body.data).toEqual(created.body.data)

    const called = await ed.put(`/events/${id}`, { cancelled: 1, expectedModified: modified })
    expect(called.body.data).toMatchObject({ cancelled: true, sequence: 1 })
    expect((await ed.put(`/events/${id}`, { cancelled: 0 })).body.data).toMatchObject({ cancelled: false })
    expect((await club.get(`/event/${id}`)).body.data.name).toBe(created.body.data.name)
    expect((await ed.delete(`/events/${id}`)).status).toBe(200)
    expect((await ed.get(`/events/${id}`)).status).toBe(404)

    const [derby, town] = [await club.event(calendar, { reference: 'derby' }), await club.calendar()]
    const joined = { ...fixture({ reference: 'derby', name: 'Other name' }), calendarId: town, join: true }
    for (let times = 0; times < 2; times++) {
      const { body } = await ed.post('/events', joined)
      expect(body.data).toMatchObject({ id: derby, calendarIds: [calendar, town] })
    }

    const log = (await auditOf(app, club.id)).filter((entry) => entry.action.startsWith('event.'))
    expect(log.map((entry) => entry.action)).toEqual([
      'event.create',
      'event.change',
      'event.change',
      'event.delete',
      'event.change',
    ])
    expect(JSON.parse(log[1]!.after!)).toEqual({ cancelled: true })
    expect([log[4]!.before, log[4]!.after].map((fields) => JSON.parse(fields!))).toEqual([
      { alsoIn: [] },
      { alsoIn: [town] },
    ])
  })

  it('moves one and keeps its hour and length, over a clock change too', async () => {
    const { ed, calendar, club } = await newClub()
    const id = await club.event(calendar, { startDate: '2027-03-27', endDate: '2027-03-27' })
    const { body } = await ed.put(`/events/${id}`, { startDate: '2027-03-29', endDate: '2027-03-29' })
    expect(body.data).toMatchObject({ startTime: '15:00', startAt: '2027-03-29T14:00:00.000Z' })
    expect(body.data.endAt).toBe('2027-03-29T16:00:00.000Z')
  })

  it('does not overwrite what somebody else changed meanwhile', async () => {
    const { ed, calendar, club } = await newClub()
    const id = await club.event(calendar)
    const { modified } = (await ed.get(`/events/${id}`)).body.data
    await new Promise((done) => setTimeout(done, 5))
    await club.put(`/event/${id}`, { name: 'Moved by a program' })
    const late = await ed.put(`/events/${id}`, { name: 'Mine', expectedModified: modified })
    expect(late).toMatchObject({ status: 409, body: { statusLong: /changed this event in the meantime/ } })
    expect((await ed.get(`/events/${id}`)).body.data.name).toBe('Moved by a program')
    // A request that changes nothing makes no new version, and no entry in the log.
    const { modified: fresh } = (await ed.get(`/events/${id}`)).body.data
    const before = (await auditOf(app, club.id)).length
    const same = await ed.put(`/events/${id}`, { name: 'Moved by a program', expectedModified: fresh })
    expect(same.body.data.modified).toBe(fresh)
    expect(await auditOf(app, club.id)).toHaveLength(before)
    for (const expectedModified of ['yesterday', 5, null]) {
      const refused = await ed.put(`/events/${id}`, { expectedModified })
      expect(refused).toMatchObject({ status: 400, body: { errors: { expectedModified: /must be a time/ } } })
    }
  })

  it('tells all faults at once, in the words of the API, and needs no place, which the API asks for', async () => {
    const { club, ed, calendar } = await newClub()
    const none = await ed.post('/events', { calendarId: calendar })
    expect(none.body).toMatchObject({
      statusLong: 'Invalid Event Data',
      errors: { name: 'Event name is required', startDate: 'Event startDate is required' },
    })
    expect(none.body.errors.location).toBeUndefined()
    const over = { endTime: '09:00', calendarId: '0'.repeat(24) }
    const { body } = await ed.post('/events', { ...fixture(), ...over })
    expect(body.errors).toEqual({ endDate: 'Event endDate and endTime must not be before the start' })
    const foreign = await (await newClub()).club.calendar()
    const elsewhere = await ed.post('/events', { ...fixture(), calendarId: foreign })
    expect(elsewhere).toMatchObject({ status: 400, body: { errors: { calendarId: /no calendar with ID/ } } })
    expect((await ed.post('/events', '[]')).body.errors).toEqual({ body: 'Event body must be an object' })
    const { location: _, ...placeless } = fixture()
    const input = { ...placeless, calendarId: calendar, draft: 0 }
    const required = { status: 400, body: { errors: { location: 'Event location is required' } } }
    expect(await club.post('/event', input)).toMatchObject(required)
    expect(await club.post('/event', { ...input, name: '' })).toMatchObject({
      body: { errors: { name: 'Event name is required', location: 'Event location is required' } },
    })
    const { id } = (await ed.post('/events', input)).body.data
    await club.put(`/calendar/${calendar}`, { draftCalendar: 0, subGenre: 'x' })
    const feed = await (await fetch(`${app.url}/calendar/${calendar}.ics`)).text()
    expect(feed).toContain('BEGIN:VEVENT')
    expect(feed).not.toContain('LOCATION')
    await ed.put(`/events/${id}`, { location: 'Hall' })
    expect(await club.put(`/event/${id}`, { location: '' })).toMatchObject(required)
    expect((await ed.put(`/events/${id}`, { location: '' })).body.data.location).toBe('')
  })

  it('pages through a list in any order, with nothing twice and nothing left out', async () => {
    const { club, ed, calendar } = await newClub()
    const other = await club.calendar()
    for (let n = 0; n < 7; n++) {
      const startDate = `2027-04-0${1 + (n % 3)}`
      const over = { name: `${'bAcDeFg'[n]} match`, startDate, endDate: startDate, draft: n === 5 ? 1 : 0 }
      await club.event(n === 6 ? other : calendar, over)
    }
    const start = await walk(ed, '/events?limit=2')
    expect(start).toEqual({ names: [0, 3, 6, 1, 4, 2, 5].map((n) => `${'bAcDeFg'[n]} match`), pages: 4 })
    expect((await walk(ed, '/events?limit=3&sort=-start')).names).toEqual(start.names.toReversed())
    const byName = [...'AbcDeFg'].map((letter) => `${letter} match`)
    expect((await walk(ed, '/events?limit=3&sort=name')).names).toEqual(byName)
    expect((await walk(ed, '/events?limit=3&sort=-name')).names).toEqual(byName.toReversed())
    const changed = [...'bAcDeFg'].map((letter) => `${letter} match`)
    expect((await walk(ed, '/events?limit=3&sort=modified')).names).toEqual(changed)
    expect((await walk(ed, '/events?limit=3&sort=-modified')).names).toEqual(changed.toReversed())

    expect((await ed.get('/events')).body).toMatchObject({ count: { value: 7, more: false }, next: null })
    expect(namesOf(await ed.get(`/events?calendarIds=${other}`))).toEqual(['g match'])
    expect(namesOf(await ed.get('/events?draft=1'))).toEqual(['F match'])
    expect((await ed.get('/events?draft=0')).body.count.value).toBe(6)
    expect(namesOf(await ed.get('/events?from=2027-04-03&sort=name'))).toEqual(['c match', 'F match'])
    expect((await ed.get('/events?to=2027-04-01')).body.count.value).toBe(3)
    expect((await ed.get(`/events?calendarIds=${'0'.repeat(24)}`)).body).toMatchObject({
      data: [],
      next: null,
    })
  })

  it('searches names and places, whatever the case and the accents', async () => {
    const { club, ed, calendar } = await newClub()
    await club.event(calendar, { name: 'Étoile v Rovers', location: 'Parc' })
    await club.event(calendar, { name: 'City v Rovers', location: 'Straße 5' })
    await club.privateEvent((await club.subscriber()).svcId, { name: 'Étoile payment' })
    expect(namesOf(await ed.get(`/events?q=${encodeURIComponent('ETOILE rov')}`))).toEqual([
      'Étoile v Rovers',
    ])
    expect(namesOf(await ed.get(`/events?q=${encodeURIComponent('STRASSE')}`))).toEqual([])
    expect(namesOf(await ed.get(`/events?q=${encodeURIComponent('straße')}`))).toEqual(['City v Rovers'])
    expect(namesOf(await ed.get('/events?q=rovers&sort=name&limit=1'))).toEqual(['City v Rovers'])
    expect((await walk(ed, '/events?q=rovers&limit=1')).names).toHaveLength(2)
    expect(namesOf(await ed.get('/events?q=%25'))).toEqual([])
  })

  it('shows what is on in some days, what began before them too', async () => {
    const { club, ed, calendar } = await newClub()
    const add = (name: string, startDate: string, endDate = startDate) =>
      club.event(calendar, { name, startDate, endDate })
    await add('before', '2027-04-01')
    await add('into', '2027-03-30', '2027-04-05')
    await add('exhibition', '2025-01-01', '2027-12-31')
    await add('first', '2027-04-05')
    await add('last', '2027-04-11', '2027-04-20')
    await add('after', '2027-04-12')
    const range = await ed.get('/events/range?from=2027-04-05&to=2027-04-11')
    expect(namesOf(range)).toEqual(['exhibition', 'into', 'first', 'last'])
    expect(range.body.more).toBe(false)
    const empty = await ed.get(
      `/events/range?from=2027-04-05&to=2027-04-11&calendarIds=${await club.calendar()}`,
    )
    expect(empty.body.data).toEqual([])
    for (const [query, field] of [
      ['to=2027-04-11', 'from'],
      ['from=2027-04-11', 'to'],
      ['from=2027-04-11&to=2027-04-10', 'to'],
      ['from=2020-01-01&to=2027-01-01', 'to'],
      ['from=2027-02-30&to=2027-03-10', 'from'],
      ['from=x&to=2027-03-10', 'from'],
    ]) {
      const refused = await ed.get(`/events/range?${query}`)
      expect(refused.status, query).toBe(400)
      expect(Object.keys(refused.body.errors), query).toEqual([field])
    }
  })

  it.each([
    ['sort=color', 'sort'],
    ['cursor=x', 'cursor'],
    [`cursor=${Buffer.from('["start",0,"a","b","c"]').toString('base64url')}`, 'cursor'],
    [`cursor=${Buffer.from('["name",0,"a","b"]').toString('base64url')}`, 'cursor'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['draft=2', 'draft'],
    ['calendarIds=abc', 'calendarIds'],
    ['from=2027-02-30', 'from'],
  ])('refuses a list with %s', async (query, field) => {
    const { ed } = await newClub()
    const answer = await ed.get(`/events?${query}`)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  it('lists the reference types of public events', async () => {
    const { club, ed, calendar } = await newClub()
    for (const n of [1, 2, 3]) await club.event(calendar, { name: `M${n}`, referenceType: 'round-1' })
    await club.event(calendar, { name: 'other', referenceType: 'round-2' })
    const { svcId } = await club.subscriber()
    await club.privateEvent(svcId, { name: 'mine', referenceType: 'round-1' })
    await club.privateEvent(svcId, { name: 'mine too', referenceType: 'bills' })
    expect((await ed.get('/reference-types')).body).toMatchObject({
      data: [
        { referenceType: 'round-1', events: { value: 3, more: false } },
        { referenceType: 'round-2', events: { value: 1, more: false } },
      ],
      next: null,
    })
    const { next } = (await ed.get('/reference-types?limit=1')).body
    expect((await ed.get(`/reference-types?limit=1&cursor=${next}`)).body.data[0].referenceType).toBe(
      'round-2',
    )
    expect((await ed.get('/events?referenceType=round-1&sort=-name')).body.count.value).toBe(3)
  })

  it('keeps private events to their subscriber', async () => {
    const { club, ed, calendar } = await newClub()
    const { svcId, feedUrl } = await club.subscriber()
    const stranger = await club.subscriber()
    const path = `/subscribers/${svcId}/events`
    const created = await ed.post(path, { ...fixture(), name: 'Card payment', location: '' })
    expect(created.body.data).toMatchObject({ private: true, name: 'Card payment' })
    const { id } = created.body.data
    for (const n of [1, 2]) await ed.post(path, { ...fixture(), name: `Bill ${n}`, draft: 1 })
    expect((await walk(ed, `${path}?limit=1`)).names).toEqual(['Card payment', 'Bill 1', 'Bill 2'])
    expect((await ed.get(`${path}?draft=1&q=bill`)).body.count).toEqual({ value: 2, more: false })
    expect(await (await fetch(feedUrl)).text()).toContain('SUMMARY:Card payment')

    expect((await ed.put(`${path}/${id}`, { name: 'Paid' })).body.data.name).toBe('Paid')
    const open = await club.event(calendar)
    for (const wrong of [
      `/events/${id}`,
      `/subscribers/${stranger.svcId}/events/${id}`,
      `${path}/${open}`,
      `/subscribers/${'0'.repeat(24)}/events`,
    ]) {
      expect((await ed.get(wrong)).status, wrong).toBe(404)
      if (wrong.endsWith('/events')) expect((await ed.post(wrong, fixture())).status).toBe(404)
      else {
        expect((await ed.put(wrong, { name: 'x' })).status, wrong).toBe(404)
        expect((await ed.delete(wrong)).status, wrong).toBe(404)
      }
    }
    expect((await ed.get('/events')).body.data).toHaveLength(1)
    expect((await ed.delete(`${path}/${id}`)).status).toBe(200)
    expect((await ed.get(path)).body.count.value).toBe(2)
  })
})
