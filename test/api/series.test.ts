import { describe, expect, it } from 'vitest'
import { createSeriesKeeper } from '../../src/series/keep-series.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'

const TRAINING = {
  ...{ name: 'Training', location: 'Gym', draft: 0, timezone: 'Europe/London' },
  ...{ startDate: '2027-03-02', startTime: '18:00', endDate: '2027-03-02', endTime: '19:30' },
  recurrence: { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6' },
}
const TUESDAYS = ['2027-03-02', '2027-03-09', '2027-03-16', '2027-03-23', '2027-03-30', '2027-04-06']

describe.each(DATABASES)('series of events on %s', (kind) => {
  let clock = Date.parse('2027-01-04T09:00Z')
  const app = useTestApp(kind, {
    now: () => clock,
    config: (config) => ({ ...config, privateEventsPerSubscriber: 20 }),
  })
  const keep = () => createSeriesKeeper(app.ctx, new AbortController().signal)()

  async function startClub() {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    return { club, calendarId }
  }
  async function startSeries(over: Json = {}) {
    const { club, calendarId } = await startClub()
    const created = await club.post('/event', { ...TRAINING, calendarId, ...over })
    expect(created.body).toMatchObject({ status: '200' })
    return { club, calendarId, id: created.body.eventId as string, created: created.body }
  }
  const list = async (club: TestPublisher, calendarId: string): Promise<Json[]> => {
    const pages: Json[] = []
    for (let page = 1; ; page++) {
      const { status, body } = await club.get(
        `/event?calendarIds=${calendarId}&showPastEvents=1&showDraft=1&page=${page}`,
      )
      if (status === 204) return pages
      pages.push(...body.data)
    }
  }
  const days = async (club: TestPublisher, calendarId: string) =>
    (await list(club, calendarId)).map((event) => event.startDate as string)
  const refused = async (club: TestPublisher, body: Json, over: Json) => {
    const answer = await club.post('/event', { ...TRAINING, ...body, ...over })
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Event Data' } })
    return answer.body.errors
  }
  /** What a subscriber, a feed and the reach know of each event. */
  const states = async (club: TestPublisher) => {
    const rows = await app.ctx.db
      .selectFrom('event')
      .select(['id', 'sequence', 'revision', 'modified', 'start_date'])
      .where('publisher_id', '=', club.id)
      .orderBy('start_date')
      .execute()
    return new Map(rows.map((row) => [row.start_date, row]))
  }
  const changes = async (club: TestPublisher): Promise<Json[]> => (await club.get('/changes')).body.data

  it('are made with their dates, which are ordinary events', async () => {
    const { club, calendarId, id, created } = await startSeries({ reference: 'training' })
    expect(created).toEqual({ status: '200', statusLong: 'OK', eventId: id, dates: 6 })
    const events = await list(club, calendarId)
    expect(events.map(({ startDate }) => startDate)).toEqual(TUESDAYS)
    expect(events[2]).toMatchObject({
      ...{ name: 'Training', startTime: '18:00', endDate: '2027-03-16', endTime: '19:30', calendarId },
      ...{ reference: 'training@2027-03-16', seriesId: id, occurrence: '2027-03-16T18:00' },
    })
    // 18:00 stays 18:00 when summer time begins on 28 March.
    expect(events.map(({ startGmt }) => startGmt.slice(9))).toEqual([
      ...['180000Z', '180000Z', '180000Z', '180000Z', '170000Z', '170000Z'],
    ])
    const series = await club.get(`/event/${id}`)
    expect(series.body.data).toMatchObject({
      ...{ id, name: 'Training', startDate: '2027-03-02', reference: 'training', dates: 6 },
      recurrence: { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6', exclude: [], include: [], skipCalendars: [] },
    })
    expect((await club.get('/event/training')).body).toEqual(series.body)
    expect((await club.get('/event/training@2027-03-16')).body.data.id).toBe(events[2]!.id)
    const { feed } = (await club.get(`/calendar/${calendarId}`)).body.data
    const ics = await (await fetch(new URL(feed).href.replace('https://fasti.test', app.url))).text()
    expect(ics.match(/BEGIN:VEVENT/g)).toHaveLength(6)
    expect(ics).not.toContain('RRULE:FREQ=WEEKLY')
    expect(await changes(club)).toEqual([])
  })

  it('keep the record of other events as it was', async () => {
    const { club, calendarId } = await startClub()
    const id = await club.event(calendarId)
    const { data } = (await club.get(`/event/${id}`)).body
    for (const name of ['seriesId', 'occurrence', 'recurrence', 'dates'])
      expect(data).not.toHaveProperty(name)
    expect((await club.put(`/event/${id}?scope=this`, { name: 'Other' })).body).toEqual({
      ...{ status: '200', statusLong: 'OK', eventId: id },
    })
    for (const scope of ['following', 'all'])
      expect((await club.put(`/event/${id}?scope=${scope}`, { name: 'x' })).body.errors).toEqual({
        scope: 'Event scope must be this for an event that is no date of a series',
      })
    expect((await club.delete(`/event/${id}?scope=some`)).status).toBe(400)
  })

  it('keep their local time in every zone, also where a clock change skips or repeats it', async () => {
    const { club } = await startClub()
    const starts = async (timezone: string, startDate: string, startTime: string) => {
      const calendarId = await club.calendar()
      const when = { startDate, startTime, endDate: startDate, endTime: '23:00', timezone }
      const recurrence = { rule: 'FREQ=DAILY;COUNT=3' }
      await club.post('/event', { ...TRAINING, ...when, calendarId, recurrence })
      const events = await list(club, calendarId)
      expect(events.map((event) => event.startTime)).toEqual([startTime, startTime, startTime])
      return events.map(({ startGmt }) => startGmt.slice(0, 13))
    }
    expect(await starts('Europe/London', '2027-03-27', '01:30')).toEqual([
      ...['20270327T0130', '20270328T0130', '20270329T0030'],
    ])
    expect(await starts('America/New_York', '2027-11-06', '01:30')).toEqual([
      ...['20271106T0530', '20271107T0530', '20271108T0630'],
    ])
    // Half an hour: 02:00 to 02:30 is skipped on 3 October.
    expect(await starts('Australia/Lord_Howe', '2027-10-02', '02:15')).toEqual([
      ...['20271001T1545', '20271002T1545', '20271003T1515'],
    ])
  })

  it('may last all day, and several days', async () => {
    const { club, calendarId } = await startSeries({
      ...{ allDay: 'yes', startTime: '', endTime: '', endDate: '2027-03-03' },
      recurrence: {
        rule: 'FREQ=MONTHLY;BYDAY=1TU;UNTIL=20270601',
        include: ['2027-03-20'],
        exclude: ['2027-04-06'],
      },
    })
    const events = await list(club, calendarId)
    expect(events.map(({ startDate, endDate, occurrence }) => [startDate, endDate, occurrence])).toEqual([
      ['2027-03-02', '2027-03-03', '2027-03-02'],
      ['2027-03-20', '2027-03-21', '2027-03-20'],
      ['2027-05-04', '2027-05-05', '2027-05-04'],
      ['2027-06-01', '2027-06-02', '2027-06-01'],
    ])
  })

  it('change as a whole, apart from fields that were changed by hand', async () => {
    const { club, calendarId, id } = await startSeries({ reference: 'training' })
    const before = await list(club, calendarId)
    await club.put(`/event/${before[1]!.id}`, { location: 'Pool' })
    await club.put(`/event/training@2027-03-16?scope=this`, { startTime: '20:00', endTime: '21:00' })
    expect((await club.put(`/event/training`, { location: 'Hall', startTime: '18:30' })).body).toEqual({
      ...{ status: '200', statusLong: 'OK', eventId: id, dates: 6 },
    })
    const after = await list(club, calendarId)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after.map(({ location, startTime }) => `${location} ${startTime}`)).toEqual([
      ...['Hall 18:30', 'Pool 18:30', 'Hall 20:00', 'Hall 18:30', 'Hall 18:30', 'Hall 18:30'],
    ])
    const all = await club.put(`/event/${after[4]!.id}?scope=all`, { name: 'Practice' })
    expect(all.body).toMatchObject({ eventId: id, dates: 6 })
    expect((await list(club, calendarId)).every(({ name }) => name === 'Practice')).toBe(true)
    const kinds = (await changes(club)).map((change) => change.kinds.join())
    expect(kinds.filter((kind) => kind === 'moved,place')).toHaveLength(4)
  })

  it('keep id, SEQUENCE, revision and history of dates that a new rule leaves as they are', async () => {
    const { club, calendarId, id } = await startSeries()
    const before = await states(club)
    const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=8' }
    expect((await club.put(`/event/${id}?scope=all`, { recurrence })).body.dates).toBe(8)
    const after = await states(club)
    const kept = TUESDAYS.filter((day) => day <= '2027-03-23')
    for (const day of kept) expect(after.get(day)).toEqual(before.get(day))
    expect(await days(club, calendarId)).toEqual([
      ...['2027-03-02', '2027-03-04', '2027-03-09', '2027-03-11', '2027-03-16', '2027-03-18'],
      ...['2027-03-23', '2027-03-25'],
    ])
    expect((await changes(club)).map((change) => [change.kinds.join(), change.before.startDate])).toEqual([
      ['removed', '2027-03-30'],
      ['removed', '2027-04-06'],
    ])
  })

  it('move to another weekday with their ids', async () => {
    const { club, calendarId, id } = await startSeries({ reference: 'training' })
    const before = await list(club, calendarId)
    const change = {
      startDate: '2027-03-03',
      endDate: '2027-03-03',
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=6' },
    }
    expect((await club.put(`/event/${id}`, change)).status).toBe(200)
    const after = await list(club, calendarId)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after.at(-1)).toMatchObject({ startDate: '2027-04-07', reference: 'training@2027-04-07' })
    expect((await changes(club)).every(({ kinds }) => kinds.join() === 'moved')).toBe(true)
  })

  it('are split by a change from one date on', async () => {
    const { club, calendarId, id } = await startSeries({ reference: 'training' })
    const before = await list(club, calendarId)
    await club.put(`/event/${before[4]!.id}`, { location: 'Pool' })
    const states0 = await states(club)
    const answer = await club.put(`/event/${before[3]!.id}?scope=following`, { name: 'Practice' })
    expect(answer.body).toMatchObject({ dates: 3 })
    expect(answer.body.eventId).not.toBe(id)
    const after = await list(club, calendarId)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after.map(({ name, location, seriesId }) => [name, location, seriesId === id])).toEqual([
      ...[0, 1, 2].map(() => ['Training', 'Gym', true]),
      ...[
        ['Practice', 'Gym', false],
        ['Practice', 'Pool', false],
        ['Practice', 'Gym', false],
      ],
    ])
    expect(after.at(-1)!.reference).toBe('training@2027-04-06')
    for (const day of TUESDAYS.slice(0, 3)) expect((await states(club)).get(day)).toEqual(states0.get(day))
    const [first, second] = await Promise.all(
      [id, answer.body.eventId].map((one) => club.get(`/event/${one}`)),
    )
    expect(first!.body.data).toMatchObject({
      dates: 3,
      recurrence: { rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270316' },
    })
    expect(second!.body.data).toMatchObject({
      ...{ dates: 3, startDate: '2027-03-23', reference: '' },
      recurrence: { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' },
    })
    // From the first date on is all.
    expect((await club.put(`/event/${before[0]!.id}?scope=following`, { name: 'Run' })).body).toMatchObject({
      ...{ eventId: id, dates: 3 },
    })
  })

  it('lose one date, the following ones, or all', async () => {
    const { club, calendarId, id } = await startSeries()
    const events = await list(club, calendarId)
    await club.delete(`/event/${events[1]!.id}`)
    expect((await club.get(`/event/${id}`)).body.data).toMatchObject({
      ...{ dates: 5, recurrence: { exclude: ['2027-03-09'] } },
    })
    // A change of all doesn't bring it back.
    await club.put(`/event/${id}`, { startTime: '17:00' })
    expect(await days(club, calendarId)).toEqual(TUESDAYS.filter((day) => day !== '2027-03-09'))
    await club.delete(`/event/${events[4]!.id}?scope=following`)
    expect(await days(club, calendarId)).toEqual(['2027-03-02', '2027-03-16', '2027-03-23'])
    await club.put(`/event/${id}`, { recurrence: { exclude: [] } })
    expect(await days(club, calendarId)).toEqual(TUESDAYS.slice(0, 4))
    expect((await club.delete(`/event/${id}?scope=following`)).status).toBe(400)
    expect((await club.delete(`/event/${id}`)).body).toEqual({ status: 200, statusLong: 'OK' })
    expect(await days(club, calendarId)).toEqual([])
    expect((await club.get(`/event/${id}`)).status).toBe(404)
    expect((await club.delete(`/event/${id}`)).status).toBe(404)
  })

  it('begin with an event that was there, and end as plain events', async () => {
    const { club, calendarId } = await startClub()
    const { recurrence, ...plain } = TRAINING
    const eventId = await club.event(calendarId, { ...plain, reference: 'training' })
    const made = (await club.put(`/event/${eventId}`, { recurrence })).body
    expect(made.dates).toBe(6)
    const events = await list(club, calendarId)
    expect(events[0]).toMatchObject({ id: eventId, seriesId: made.eventId, reference: 'training@2027-03-02' })
    expect((await club.get('/event/training')).body.data).toMatchObject({ id: made.eventId, dates: 6 })
    expect((await club.put(`/event/${eventId}`, { recurrence })).body.errors).toEqual({
      recurrence: 'Event recurrence is that of a series: use scope=following or scope=all',
    })
    expect((await club.put(`/event/${made.eventId}?scope=all`, { recurrence: null })).body.dates).toBe(6)
    const after = await list(club, calendarId)
    expect(after.map(({ id, seriesId }) => [id, seriesId])).toEqual(events.map(({ id }) => [id, undefined]))
    expect((await club.get(`/event/${made.eventId}`)).status).toBe(404)
  })

  it('go on each night, once, and not after their end', async () => {
    const { club, calendarId, id } = await startSeries({ recurrence: { rule: 'FREQ=WEEKLY;BYDAY=TU' } })
    const made = await days(club, calendarId)
    expect([made.length, made.at(-1)]).toEqual([79, '2028-08-29'])
    await club.delete(`/event/${(await list(club, calendarId))[40]!.id}`)
    const before = await states(club)
    const start = clock
    try {
      clock = Date.parse('2027-03-12T09:00Z')
      // Two processes, at once.
      await Promise.all([keep(), keep()])
      const after = await states(club)
      expect([...after.keys()].slice(-3)).toEqual(['2028-08-29', '2028-09-05', '2028-09-12'])
      for (const [day, row] of before) expect(after.get(day)).toEqual(row)
      expect(after.size).toBe(80)
      await keep()
      expect(await states(club)).toEqual(after)
      await club.put(`/event/${id}`, { recurrence: { rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20280901' } })
      clock = Date.parse('2029-03-12T09:00Z')
      await keep()
      expect([...(await states(club)).keys()].at(-1)).toBe('2028-08-29')
    } finally {
      clock = start
    }
  })

  it('leave out the days of other calendars, which are compared each night', async () => {
    const { club, calendarId } = await startClub()
    const holidays = await club.calendar({ reference: 'holidays' })
    const day = { ...TRAINING, allDay: 'yes', startTime: '', endTime: '', recurrence: undefined }
    const holiday = await club.event(holidays, { ...day, startDate: '2027-03-15', endDate: '2027-03-19' })
    const recurrence = { ...TRAINING.recurrence, skipCalendars: ['holidays'] }
    const { eventId, dates } = (await club.post('/event', { ...TRAINING, calendarId, recurrence })).body
    expect(dates).toBe(5)
    expect(await days(club, calendarId)).not.toContain('2027-03-16')
    const byHand = (await list(club, calendarId)).find((event) => event.startDate === '2027-03-23')!
    await club.put(`/event/${byHand.id}`, { location: 'Beach' })
    await club.put(`/event/${holiday}`, { startDate: '2027-03-22', endDate: '2027-03-31' })
    await keep()
    expect(await days(club, calendarId)).toEqual(TUESDAYS.filter((day) => day !== '2027-03-30'))
    const settled = await states(club)
    await keep()
    expect(await states(club)).toEqual(settled)
    const listed = await list(club, calendarId)
    // Dates of a series that skips days don't count: two can't wait for each other, nor one for itself.
    const circular = {
      ...day,
      calendarId: holidays,
      recurrence: { ...TRAINING.recurrence, skipCalendars: [calendarId, holidays] },
    }
    expect((await club.post('/event', circular)).body.dates).toBe(4)
    await keep()
    expect(await list(club, calendarId)).toEqual(listed)
    expect((await club.get(`/event/${eventId}`)).body.data.recurrence.skipCalendars).toEqual([holidays])
  })

  it('may be of one subscriber, within their limit', async () => {
    const { club, calendarId } = await startClub()
    const { svcId: subscriber } = await club.subscriber('pat@example.com', [calendarId])
    const payment = {
      ...TRAINING,
      location: '',
      reference: 'payment',
      recurrence: { rule: 'FREQ=MONTHLY;COUNT=12' },
    }
    const path = `/event?svc_id=${subscriber}`
    const { eventId, dates } = (await club.post(path, payment)).body
    expect(dates).toBe(12)
    const listed = (await club.get(`${path}&type=private`)).body as Json[]
    expect(listed[1]).toMatchObject({
      startDate: '2027-04-02',
      seriesId: eventId,
      occurrence: '2027-04-02T18:00',
    })
    const over = await club.post(path, { ...payment, reference: 'rent' })
    expect(over).toMatchObject({
      status: 400,
      body: { statusLong: 'subscriber can have no more than 20 private events that have not ended' },
    })
    expect((await club.get('/event/rent')).status).toBe(404)
    expect((await club.get(`${path}&type=private`)).body).toHaveLength(12)
    const batch = { type: 'private', events: [{ ...payment, svcId: subscriber, reference: 'batch' }] }
    expect((await club.post('/batch/events', batch)).body.errors).toEqual({
      'events[0].recurrence':
        'Event recurrence is not possible in a batch: create a series with POST /apiv2/event',
    })
    const { recurrence, ...plain } = payment
    const taken = { type: 'private', events: [{ ...plain, svcId: subscriber, reference: 'payment' }] }
    expect((await club.post('/batch/events', taken)).body.items[0]).toMatchObject({
      error: 'one event with same reference already exists',
    })
  })

  it('are refused with all that is wrong at once, and nothing is stored', async () => {
    const { club, calendarId } = await startClub()
    const errors = (recurrence: Json, over: Json = {}) =>
      refused(club, { calendarId }, { recurrence, ...over })
    const rule = async (text: string) => (await errors({ rule: text }))['recurrence.rule'] as string
    expect(
      await errors({ rule: 5, exclude: ['2027-02-30', 'x'], include: 'x', skipCalendars: [1] }, { name: '' }),
    ).toEqual({
      name: 'Event name is required',
      'recurrence.rule': 'Event recurrence.rule must be a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=TU',
      'recurrence.exclude[0]': 'Event recurrence.exclude[0] must be a date that exists, as YYYY-MM-DD',
      'recurrence.exclude[1]': expect.stringContaining('must be a date that exists'),
      'recurrence.include': 'Event recurrence.include must be a list of at most 1000 dates',
      'recurrence.skipCalendars[0]':
        'Event recurrence.skipCalendars[0] must be the id or reference of a calendar',
    })
    expect(await errors('weekly')).toEqual({ recurrence: 'Event recurrence must be an object with a rule' })
    expect(await errors({})).toEqual({ 'recurrence.rule': 'Event recurrence.rule is required' })
    expect(await rule('FREQ=HOURLY')).toBe(
      'Event recurrence.rule must have FREQ=YEARLY, MONTHLY, WEEKLY, DAILY',
    )
    expect(await rule('FREQ=WEEKLY;COUNT=2;UNTIL=20270401')).toContain('COUNT or UNTIL, not both')
    expect(await rule('FREQ=WEEKLY;COUNT=1001')).toContain('a series has at most 1000 dates')
    expect(await rule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')).toContain('gives no date from 2027-03-02 on')
    expect(await rule('FREQ=DAILY;BYHOUR=9,18,21')).toContain('more than 1000 dates')
    expect(await errors({ rule: 'FREQ=WEEKLY;BYDAY=WE' })).toEqual({
      startDate:
        'Event startDate must be a date that recurrence.rule gives; the first one is 2027-03-03 at 18:00',
    })
    const foreign = (await startClub()).calendarId
    expect(
      await errors({
        rule: 'FREQ=WEEKLY;COUNT=3',
        exclude: ['2027-03-09', '2027-03-10'],
        skipCalendars: [foreign],
      }),
    ).toEqual({
      'recurrence.exclude[1]': 'Event recurrence.exclude[1] is no date of the series: 2027-03-10',
      'recurrence.skipCalendars[0]': `Event recurrence.skipCalendars[0] has no calendar with ID [${foreign}]`,
    })
    expect(await errors(TRAINING.recurrence, { reference: 'x'.repeat(245) })).toHaveProperty('reference')
    await club.event(calendarId, { reference: 'taken' })
    await club.event(calendarId, { reference: 'other@2027-03-16' })
    for (const reference of ['taken', 'other'])
      expect((await club.post('/event', { ...TRAINING, calendarId, reference })).status).toBe(409)
    expect(await list(club, calendarId)).toHaveLength(2)
    const stored = await app.ctx.db
      .selectFrom('series')
      .select('id')
      .where('publisher_id', '=', club.id)
      .execute()
    expect(stored).toEqual([])
  })

  it('are deleted with their calendar', async () => {
    const { club, calendarId, id } = await startSeries()
    await club.delete(`/calendar/${calendarId}`)
    expect((await club.get(`/event/${id}`)).status).toBe(404)
    expect(
      await app.ctx.db.selectFrom('series_exclude').selectAll().where('series_id', '=', id).execute(),
    ).toEqual([])
  })

  it('are in several calendars, as single events are', async () => {
    const { club, calendarId } = await startClub()
    const [second, third] = [await club.calendar(), await club.calendar()]
    const created = await club.post('/event', { ...TRAINING, calendarIds: [calendarId, second] })
    const id = created.body.eventId as string
    const first = (await list(club, second))[0]!
    expect(await days(club, calendarId)).toEqual(TUESDAYS)
    expect(first).toMatchObject({ calendarId, calendarIds: [calendarId, second], seriesId: id })
    expect((await club.get(`/event/${id}`)).body.data.calendarIds).toEqual([calendarId, second])

    // A date that was taken out of a calendar by hand stays out when the series changes its calendars.
    await club.delete(`/event/${first.id}?calendarId=${second}`)
    expect(await days(club, second)).toEqual(TUESDAYS.slice(1))
    await club.put(`/event/${id}`, { addCalendarIds: [third] })
    expect(await days(club, third)).toEqual(TUESDAYS.slice(1))
    const refusal = await club.delete(`/event/${id}?scope=all&calendarId=${second}`)
    expect(refusal).toMatchObject({ status: 400, body: { errors: { calendarId: expect.any(String) } } })
    const unknown = await club.put(`/event/${id}`, { calendarIds: [second, '0'.repeat(24)] })
    expect(unknown.body.errors).toMatchObject({ calendarIds: expect.stringContaining('has no calendar') })

    // Without its home the series lives on in its other calendars, also with the dates that come.
    await club.delete(`/calendar/${calendarId}`)
    expect((await club.get(`/event/${id}`)).body.data.calendarIds).toEqual([second, third])
    await club.put(`/event/${id}`, { recurrence: { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=7' } })
    expect(await days(club, third)).toEqual([...TUESDAYS.slice(1), '2027-04-13'])
    await club.delete(`/calendar/${second}`)
    await club.delete(`/calendar/${third}`)
    expect((await club.get(`/event/${id}`)).status).toBe(404)
    expect((await refused(club, {}, { calendarId: await club.calendar(), join: true })).join).toBeDefined()
  })
})
