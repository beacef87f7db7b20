import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, type Json, send, type TestPublisher } from '../support/test-publisher.ts'

describe.each(DATABASES)('public events on %s', (kind) => {
  const app = useTestApp(kind)

  async function clubWithCalendar() {
    const club = await app.publisher()
    return { club, calendarId: await club.calendar() }
  }
  const names = (answer: { body: Json }) => answer.body.data.map((event: Json) => event.name)

  it('creates an event and gives back what was posted', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const posted = fixture({
      calendarId,
      type: 'Fixture',
      alert: '15M',
      alert2: '',
      details: 'Gates open at two.',
      referenceType: 'league one',
    })
    const created = await club.post('/event/', posted)
    expect(created).toMatchObject({
      status: 200,
      body: { status: '200', statusLong: 'OK', eventId: expect.stringMatching(/^[0-9a-f]{24}$/) },
    })
    const byId = await club.get(`/event/${created.body.eventId}`)
    expect(byId.body.data).toMatchObject({
      ...posted,
      type: 'fixture',
      id: created.body.eventId,
      allDay: false,
      draft: 0,
    })
    expect((await club.get(`/event/${posted.reference}`)).body).toEqual(byId.body)
  })

  it('tells all that is missing or wrong at once', async () => {
    const { club } = await clubWithCalendar()
    expect(await club.post('/event', {})).toMatchObject({
      status: 400,
      body: {
        statusLong: 'Invalid Event Data',
        errors: {
          name: 'Event name is required',
          location: 'Event location is required',
          calendarId: 'Event calendarId is required',
          startDate: 'Event startDate is required',
          endDate: 'Event endDate is required',
          startTime: 'Event startTime is required',
          endTime: 'Event endTime is required',
        },
      },
    })
    const wrong = {
      name: 5,
      location: [],
      startDate: 7,
      endDate: {},
      startTime: true,
      endTime: null,
      timezone: 5,
      alert: 1,
      draft: 'x',
      allDay: 1,
      tags: 'x',
      social: [],
      quickLink: 5,
    }
    const { status, body } = await club.post('/event', wrong)
    expect(status).toBe(400)
    expect(Object.keys(body.errors).sort()).toEqual([...Object.keys(wrong), 'calendarId'].sort())
    for (const body of ['[]', '5', 'null', '"x"', '{"a":'.repeat(5) + '1' + '}'.repeat(5)])
      expect((await club.post('/event', body)).status).toBe(400)
  })

  it('needs no times all day, whose last day is inclusive', async () => {
    const { club, calendarId } = await clubWithCalendar()
    for (const allDay of ['yes', true, 'TRUE']) {
      const id = await club.event(calendarId, {
        startTime: undefined,
        endTime: undefined,
        allDay,
        startDate: '2027-05-01',
        endDate: '2027-05-02',
      })
      const { data } = (await club.get(`/event/${id}`)).body
      expect(data).toMatchObject({
        allDay: true,
        startTime: '',
        endTime: '',
        startDate: '2027-05-01',
        endDate: '2027-05-02',
        startGmt: '20270430T230000Z',
        endGmt: '20270502T230000Z',
      })
    }
  })

  it.each([
    ['skipped', '2027-03-28', '01:30', '20270328T013000Z', '2027-03-28T02:30:00+01:00'],
    ['repeated', '2026-10-25', '01:30', '20261025T003000Z', '2026-10-25T01:30:00+01:00'],
  ])('reads a local time that is %s as RFC 5545 says', async (_, date, time, startGmt, startDateFull) => {
    const { club, calendarId } = await clubWithCalendar()
    const id = await club.event(calendarId, {
      startDate: date,
      endDate: date,
      startTime: time,
      endTime: '04:00',
    })
    expect((await club.get(`/event/${id}`)).body.data).toMatchObject({
      startTime: time,
      startGmt,
      startDateFull,
    })
  })

  it('takes zones with odd offsets and old names, spelled as they were', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const cases = {
      'Asia/Kolkata': '+05:30',
      'Asia/Kathmandu': '+05:45',
      'Australia/Lord_Howe': '+10:30',
      'Pacific/Chatham': '+12:45',
      'Europe/Kyiv': '+03:00',
      'America/St_Johns': '-02:30',
      'US/Eastern': '-04:00',
      UTC: '+00:00',
    }
    for (const [timezone, offset] of Object.entries(cases)) {
      const id = await club.event(calendarId, { timezone })
      const { data } = (await club.get(`/event/${id}`)).body
      expect(data).toMatchObject({ timezone, startDateFull: `2027-04-10T15:00:00${offset}` })
    }
    expect(
      (await club.get(`/event/${await club.event(calendarId, { timezone: undefined })}`)).body.data.timezone,
    ).toBe('Europe/London')
  })

  it('updates only what is given, by id or reference', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const id = await club.event(calendarId, {
      reference: 'final',
      'quickLink[1][name]': 'Tickets',
      'quickLink[1][url]': 'https://example.com/1',
      'quickLink[2][url]': 'https://example.com/2',
    })
    const before = (await club.get(`/event/${id}`)).body.data
    expect(
      (
        await club.put('/event/final', {
          name: 'The final',
          startTime: '14:00',
          'quickLink[1][name]': '',
          'quickLink[1][url]': '',
        })
      ).body,
    ).toEqual({ status: '200', statusLong: 'OK', eventId: id })
    const after = (await club.get(`/event/${id}`)).body.data
    expect(after).toMatchObject({
      ...before,
      name: 'The final',
      startTime: '14:00',
      startGmt: '20270410T130000Z',
      startDateFull: '2027-04-10T14:00:00+01:00',
      modified: expect.any(String),
      due: expect.any(String),
      'quickLink[1][name]': '',
      'quickLink[1][url]': '',
      'quickLink[1][original_url]': '',
    })
    expect(after['quickLink[2][url]']).toBe('https://example.com/2')
  })

  it('refuses an update that would leave a bad event', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const id = await club.event(calendarId)
    for (const [change, field] of [
      [{ endDate: '2027-04-09' }, 'endDate'],
      [{ location: '' }, 'location'],
      [{ type: 'private' }, 'type'],
      [{ name: '' }, 'name'],
      [{ calendarId: '0'.repeat(24) }, 'calendarId'],
    ] as const) {
      const answer = await club.put(`/event/${id}`, change)
      expect(answer).toMatchObject({
        status: 400,
        body: { statusLong: 'Invalid Event Data', errors: { [field]: expect.any(String) } },
      })
    }
  })

  it('turns into an all-day event and back', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const id = await club.event(calendarId)
    await club.put(`/event/${id}`, { allDay: 'yes' })
    expect((await club.get(`/event/${id}`)).body.data).toMatchObject({ allDay: true, startTime: '' })
    expect((await club.put(`/event/${id}`, { allDay: 'no' })).body.errors).toHaveProperty('startTime')
    await club.put(`/event/${id}`, { allDay: 'no', startTime: '10:00', endTime: '11:00' })
    expect((await club.get(`/event/${id}`)).body.data).toMatchObject({ allDay: false, startTime: '10:00' })
  })

  it('moves an event to another calendar, alone and with its group, in feeds too', async () => {
    const publisher = await app.publisher()
    const [from, to] = [await publisher.calendar(), await publisher.calendar()]
    const id = await publisher.event(from, { name: 'A', referenceType: 'round-1' })
    await publisher.event(from, { name: 'B', referenceType: 'round-1' })
    const namesIn = async (calendarId: string) => {
      const list = await publisher.get(`/event?calendarIds=${calendarId}`)
      const feed = await (await fetch(`${app.url}/calendar/${calendarId}.ics`)).text()
      const listed = (list.body?.data ?? []).map((event: Json) => event.name)
      expect([...feed.matchAll(/SUMMARY:([AB])\r/g)].map(([, name]) => name).sort()).toEqual(listed.sort())
      return listed
    }
    expect(await namesIn(from)).toEqual(['A', 'B'])
    expect((await publisher.put(`/event/${id}`, { calendarId: to })).status).toBe(200)
    expect((await publisher.get(`/event/${id}`)).body.data.calendarId).toBe(to)
    expect([await namesIn(from), await namesIn(to)]).toEqual([['B'], ['A']])
    expect((await publisher.put('/events/round-1', { calendarId: from })).status).toBe(200)
    expect([await namesIn(from), await namesIn(to)]).toEqual([['A', 'B'], []])
  })

  it('changes all events of a group, or none', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const first = await club.event(calendarId, { referenceType: 'cup', reference: 'c1' })
    const second = await club.event(calendarId, {
      referenceType: 'cup',
      reference: 'c2',
      startDate: '2027-04-11',
      endDate: '2027-04-11',
    })
    await club.event(calendarId, { referenceType: 'league' })
    const data = [
      { id: first, reference: 'c1' },
      { id: second, reference: 'c2' },
    ]
    expect((await club.put('/events/cup', { location: 'Wembley' })).body).toEqual({
      status: '200',
      statusLong: 'OK',
      updated: 2,
      data,
    })
    expect((await club.put('/event/cup', { details: 'Bring a flag.' })).body.updated).toBe(2)
    expect((await club.get(`/event/${second}`)).body.data).toMatchObject({
      location: 'Wembley',
      details: 'Bring a flag.',
    })
    expect((await club.put('/events/cup', { endDate: '2027-04-10' })).status).toBe(400)
    expect((await club.get(`/event/${first}`)).body.data.endDate).toBe('2027-04-10')
    expect((await club.put('/events/nothing', { name: 'x' })).body.statusLong).toBe(
      'Event with ID [nothing] Not Found',
    )
    expect((await club.put('/events/cup', { reference: 'c3' })).status).toBe(400)
  })

  it('keeps references unique', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const id = await club.event(calendarId, { reference: 'derby' })
    const other = await club.event(calendarId)
    for (const answer of [
      await club.post('/event', fixture({ calendarId, reference: 'derby' })),
      await club.put(`/event/${other}`, { reference: 'derby' }),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { status: '409', statusLong: 'The event with reference [derby] already exists' },
      })
    }
    expect((await club.put(`/event/${id}`, { reference: 'derby' })).status).toBe(200)
  })

  it('deletes by id or reference, with a number for a status', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const id = await club.event(calendarId)
    await club.event(calendarId, { reference: 'friendly' })
    expect((await club.delete(`/event/${id}`)).text).toBe('{"status":200,"statusLong":"OK"}')
    expect((await club.delete('/event/friendly')).status).toBe(200)
    expect((await club.delete(`/event/${id}`)).body).toEqual({
      status: '404',
      statusLong: `Event with ID [${id}] Not Found`,
    })
  })

  it('lists what is coming, by date, in pages that end with 204', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const other = await club.calendar()
    await club.event(calendarId, { name: 'second', startDate: '2027-05-02', endDate: '2027-05-02' })
    await club.event(other, { name: 'first', startDate: '2027-05-01', endDate: '2027-05-01' })
    await club.event(calendarId, { name: 'past', startDate: '2020-01-01', endDate: '2020-01-01' })
    const list = await club.get('/event')
    expect(list.body).toMatchObject({ count: 2, totalPages: 1, status: '200', statusLong: 'OK' })
    expect(names(list)).toEqual(['first', 'second'])
    expect(names(await club.get('/event?limit=1&page=2'))).toEqual(['second'])
    expect((await club.get('/event?limit=1')).body.totalPages).toBe(2)
    expect(await club.get('/event?page=2')).toMatchObject({ status: 204, text: '' })
    for (const past of ['true', 'True', '1'])
      expect(names(await club.get(`/event?showPastEvents=${past}`))).toEqual(['past', 'first', 'second'])
    expect(names(await club.get('/event?showPastEvents=false'))).toEqual(['first', 'second'])
    expect(names(await club.get(`/event?calendarIds=${other},${'0'.repeat(24)}`))).toEqual(['first'])
    expect(names(await club.get(`/event?calendarId=${calendarId}`))).toEqual(['second'])
    expect(names(await club.get('/event?startDate=2027-05-02&endDate=2027-05-02'))).toEqual(['second'])
    expect((await club.get('/event?startDate=2028-01-01')).status).toBe(204)
    for (const bad of [
      'page=0',
      'limit=0',
      'limit=101',
      'limit=x',
      'startDate=x',
      'tz=Mars',
      'type=x',
      'type=private',
    ]) {
      expect((await club.get(`/event?${bad}`)).status, bad).toBe(400)
    }
  })

  it('lists draft events, and those of draft calendars where they are asked for', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const hidden = await club.calendar({ draftCalendar: 1 })
    await club.event(calendarId, { name: 'draft', draft: undefined })
    await club.event(hidden, { name: 'of a draft', draft: 0, startDate: '2027-04-11', endDate: '2027-04-11' })
    for (const query of ['', 'showDraft=0', 'showDraft=False', 'showDraft=']) {
      const { body } = await club.get(`/event?${query}`)
      expect(body, query).toMatchObject({ count: 1, totalPages: 1, data: [{ name: 'draft', draft: 1 }] })
    }
    expect((await club.get(`/event?calendarIds=${hidden}`)).status).toBe(204)
    for (const query of ['showDraft=1', 'showDraft=true', 'showDraft=x']) {
      expect(names(await club.get(`/event?${query}`)), query).toEqual(['draft', 'of a draft'])
      expect(names(await club.get(`/event?${query}&calendarIds=${hidden}`))).toEqual(['of a draft'])
    }
    // A feed shows nothing of a draft.
    const { text } = await send(`${app.url}/calendar/${calendarId}.ics`)
    expect(text).not.toContain('SUMMARY:draft')
  })

  it('shows dates and times in the zone asked for', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const id = await club.event(calendarId, { startTime: '20:00', endTime: '22:00' })
    const { data } = (await club.get(`/event/${id}?tz=Asia/Tokyo`)).body
    expect(data).toMatchObject({
      startDate: '2027-04-11',
      startTime: '04:00',
      endTime: '06:00',
      timezone: 'Asia/Tokyo',
      startDateFull: '2027-04-11T04:00:00+09:00',
    })
  })

  it("knows nothing of another publisher's events", async () => {
    const { club, calendarId } = await clubWithCalendar()
    const other = await app.publisher()
    const id = await club.event(calendarId, { reference: 'mine' })
    for (const key of [id, 'mine']) {
      for (const answer of [
        await other.get(`/event/${key}`),
        await other.put(`/event/${key}`, { name: 'x' }),
        await other.delete(`/event/${key}`),
      ]) {
        expect(answer).toMatchObject({
          status: 404,
          body: { statusLong: `Event with ID [${key}] Not Found` },
        })
      }
    }
    expect((await other.post('/event', fixture({ calendarId }))).body.errors).toHaveProperty('calendarId')
  })

  it('lets one of 20 clients win a race for a reference', async () => {
    const { club, calendarId } = await clubWithCalendar()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => club.post('/event', fixture({ calendarId, reference: 'prize' }))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
  })
})

describe.each(DATABASES)('private events one by one on %s', (kind) => {
  const app = useTestApp(kind)

  const list = (club: TestPublisher, svcId: string, query = '') => club.get(`/event?svc_id=${svcId}${query}`)

  it('creates, lists, updates and deletes', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const posted = fixture({
      type: 'private',
      location: undefined,
      alert: '1D',
      alert2: '2H',
      'quickLink[2][name]': 'Map',
      'quickLink[2][url]': 'https://example.com/map',
    })
    const { eventId } = (await club.post(`/event?svc_id=${fan.svcId}`, posted)).body
    expect((await list(club, fan.svcId, '&type=private')).body).toEqual([
      {
        eventId,
        type: 'private',
        name: posted.name,
        location: '',
        startDate: '2027-04-10',
        startTime: '15:00',
        endDate: '2027-04-10',
        endTime: '17:00',
        allDay: 'no',
        timezone: 'Europe/London',
        alert: '1D',
        alert2: '2H',
        details: '',
        'quickLink[2][name]': 'Map',
        'quickLink[2][url]': 'https://example.com/map',
        social: { facebook: '', twitter: '' },
        reference: posted.reference,
        draft: 0,
        sponsored_message: '',
      },
    ])
    expect(
      (await club.put(`/event/${eventId}`, { name: 'Moved', type: 'private', allDay: 'yes' })).body.eventId,
    ).toBe(eventId)
    expect((await list(club, fan.svcId)).body).toMatchObject([{ name: 'Moved', allDay: 'yes' }])
    expect((await club.put(`/event/${eventId}`, { type: 'fixture' })).body.errors.type).toContain(
      'cannot be changed',
    )
    expect((await club.delete(`/event/${eventId}`)).text).toBe('{"status":200,"statusLong":"OK"}')
    expect(await list(club, fan.svcId)).toMatchObject({ status: 200, text: '[]' })
  })

  it('shows public events beside them, drafts and past ones too', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber(undefined, [calendar])
    await club.event(calendar, { name: 'public' })
    await club.privateEvent(fan.svcId, {
      name: 'draft',
      draft: 1,
      startDate: '2027-04-11',
      endDate: '2027-04-11',
    })
    await club.privateEvent(fan.svcId, { name: 'past', startDate: '2020-01-01', endDate: '2020-01-01' })
    const names = async (query = '') =>
      (await list(club, fan.svcId, query)).body.map((event: Json) => event.name)
    expect(await names()).toEqual(['past', 'public', 'draft'])
    expect(await names('&type=private')).toEqual(['past', 'draft'])
    expect(await names('&type=fixture')).toEqual(['public'])
  })

  it('refuses white space in references', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const { body } = await club.post(
      `/event?svc_id=${fan.svcId}`,
      fixture({ reference: 'a b', referenceType: 'c\td' }),
    )
    expect(Object.keys(body.errors)).toEqual(['reference', 'referenceType'])
  })

  it('knows no unsubscribed, unknown or foreign subscriber', async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    const [gone, foreign] = [await club.subscriber(), await other.subscriber()]
    await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
    for (const answer of [
      await list(club, gone.svcId),
      await club.post(`/event?svc_id=${gone.svcId}`, fixture()),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { statusLong: 'subscriber is not active' } })
    }
    for (const id of [foreign.svcId, '0'.repeat(24), 'x', '']) {
      expect(await list(club, id)).toMatchObject({
        status: 404,
        body: { statusLong: `Subscriber with ID [${id}] Not Found` },
      })
      expect((await club.post(`/event?svc_id=${id}`, fixture())).status).toBe(404)
    }
  })
})
