import { describe, expect, it } from 'vitest'
import { createSeriesKeeper } from '../../src/series/keep-series.ts'
import { changeMany } from '../support/change-many.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json } from '../support/test-publisher.ts'
import { auditOf, userOf } from '../support/users.ts'

const LESSON = {
  ...{ name: 'Lesson', location: 'Room 2', draft: 0, timezone: 'Europe/London' },
  ...{ startDate: '2027-03-02', startTime: '18:00', endDate: '2027-03-02', endTime: '19:30' },
}
const TUESDAYS = ['2027-03-02', '2027-03-09', '2027-03-16', '2027-03-23', '2027-03-30', '2027-04-06']
const RULE = 'FREQ=WEEKLY;BYDAY=TU;COUNT=6'

describe.each(DATABASES)('series in the admin API on %s', (kind) => {
  let clock = Date.parse('2027-01-04T09:00Z')
  const app = useTestApp(kind, { now: () => (clock += 1000) })

  async function term(over: Json = {}) {
    const club = await app.publisher()
    const ed = await userOf(app, club, 'editor')
    const calendarId = await club.calendar()
    const list = async (): Promise<Json[]> =>
      (await ed.get(`/events?calendarIds=${calendarId}&limit=100`)).body.data
    const days = async () => (await list()).map(({ startDate }) => startDate as string)
    const created = await ed.post('/events', {
      ...{ ...LESSON, calendarId, recurrence: { rule: RULE }, ...over },
    })
    expect(created).toMatchObject({ status: 200 })
    const ids = (await list()).map(({ id }) => id as string)
    const read = async (id: string): Promise<Json> => (await ed.get(`/events/${id}`)).body.data
    const change = async (id: string, scope: string, input: Json) =>
      (await ed.put(`/events/${id}?scope=${scope}`, input)) as { status: number; body: Json }
    const undo = (id: string) => ed.post(`/event-changes/${id}/undo`)
    /** All that is stored of the events, apart from numbers that only rise. */
    const state = async () => {
      const rows = await app.ctx.db
        .selectFrom('event')
        .selectAll()
        .where('publisher_id', '=', club.id)
        .orderBy('start_date')
        .execute()
      const series = await app.ctx.db
        .selectFrom('series')
        .selectAll()
        .where('publisher_id', '=', club.id)
        .orderBy('id')
        .execute()
      const exclude = await app.ctx.db
        .selectFrom('series_exclude')
        .selectAll()
        .where('publisher_id', '=', club.id)
        .orderBy('occurrence')
        .execute()
      const lasting = (row: Json) => {
        const { sequence: _, revision: __, modified: ___, ...kept } = row
        return kept
      }
      return { events: rows.map(lasting), series: series.map(lasting), exclude }
    }
    return { club, ed, calendarId, created, ids, list, days, read, change, undo, state }
  }

  it('are created with the first date as answer, and each date says its series', async () => {
    const { created, ids, days, list, read, ed } = await term()
    expect(await days()).toEqual(TUESDAYS)
    expect(created.body.data).toMatchObject({
      ...{ id: ids[0], startDate: '2027-03-02' },
      series: { rule: RULE, dates: 6, earlier: 0, later: 5, goesOn: false, changed: [], plain: {} },
    })
    const { series } = await read(ids[2]!)
    expect(series).toMatchObject({
      ...{ earlier: 2, later: 3 },
      ruleDate: { day: '2027-03-16', time: '18:00', timezone: 'Europe/London' },
    })
    expect((await list())[3]).toMatchObject({ seriesId: series.id, changedByHand: false })
    await ed.post('/events', { ...LESSON, calendarId: created.body.data.calendarId })
    const found = await ed.get(`/events?seriesId=${series.id}`)
    expect(found.body).toMatchObject({ count: { value: 6, more: false } })
    expect((await ed.get('/events?seriesId=x')).status).toBe(400)
    const none = { rule: 'FREQ=DAILY;COUNT=1', exclude: ['2027-03-02'] }
    const refused = await ed.post('/events', {
      ...LESSON,
      calendarId: created.body.data.calendarId,
      recurrence: none,
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { 'recurrence.rule': expect.stringContaining('must leave a date') } },
    })
  })

  it('are previewed with the dates that saving gives, and with its errors', async () => {
    const { ed, club, ids, change, days } = await term()
    const holidays = await club.calendar({ name: 'Holidays' })
    const when = { startDate: '2027-03-23', endDate: '2027-03-30' }
    await club.event(holidays, { ...when, name: 'Easter', allDay: 'yes', draft: 0 })
    const preview = (input: Json, query = '') => ed.post(`/events/dates${query}`, input)
    const recurrence = {
      rule: RULE,
      exclude: ['2027-03-09'],
      include: ['2027-03-05'],
      skipCalendars: [holidays],
    }
    const { name: _, ...untitled } = LESSON
    const { data } = (await preview({ ...untitled, recurrence }, '?limit=6')).body
    expect(data).toMatchObject({
      dates: 4,
      first: '2027-03-02',
      last: '2027-04-06',
      more: 1,
      exclude: ['2027-03-09'],
    })
    expect(data.next.map(({ day, state, added }: Json) => [day, state, added])).toEqual([
      ['2027-03-02', 'date', false],
      ['2027-03-05', 'date', true],
      ['2027-03-09', 'excluded', false],
      ['2027-03-16', 'date', false],
      ['2027-03-23', 'skipped', false],
      ['2027-03-30', 'skipped', false],
    ])
    expect(data.next[4].skippedFor).toEqual([holidays])

    // The same input, stored.
    const changed = await change(ids[2]!, 'all', { recurrence })
    expect(changed.body.data.series).toMatchObject({ dates: data.dates, exclude: data.exclude })
    expect(await days()).toEqual(['2027-03-02', '2027-03-05', '2027-03-16', '2027-04-06'])

    const faulty = await preview({ ...untitled, recurrence: { rule: 'FREQ=WEEKLY;BYDAY=WE' } })
    expect(faulty).toMatchObject({
      status: 400,
      body: { errors: { startDate: expect.stringContaining('2027-03-03') } },
    })
    expect((await preview({ ...untitled, recurrence: { rule: 'x' } })).body.errors).toHaveProperty([
      'recurrence.rule',
    ])
    const [first] = await days()
    expect(first).toBe('2027-03-02')
    expect((await preview({ recurrence }, `?id=${'f'.repeat(24)}`)).status).toBe(404)
  })

  it('change as one of their dates does: other fields, another time, another day with the rule', async () => {
    const { ids, change, list, read, undo, state } = await term({
      recurrence: { rule: RULE, exclude: ['2027-03-30'] },
    })
    const [, , third, , last] = ids
    await change(third!, 'this', { location: 'Hall' })
    await change(last!, 'this', { startDate: '2027-04-07', endDate: '2027-04-07' })
    const before = await state()
    // The portal sends the whole form: what it leaves as it is stays in the series.
    const { name, location, startDate, endDate } = await read(third!)
    const form = { name, location, startDate, endDate, allDay: 'no', startTime: '18:30', endTime: '20:30' }
    const moved = await change(third!, 'all', { ...form, name: 'Piano' })
    expect(moved.body.data).toMatchObject({ location: 'Hall', series: { changed: ['location'], dates: 5 } })
    expect(
      (await list()).map((event) => [
        event.startDate,
        event.startTime,
        event.endTime,
        event.name,
        event.location,
      ]),
    ).toEqual([
      ['2027-03-02', '18:30', '20:30', 'Piano', 'Room 2'],
      ['2027-03-09', '18:30', '20:30', 'Piano', 'Room 2'],
      ['2027-03-16', '18:30', '20:30', 'Piano', 'Hall'],
      ['2027-03-23', '18:30', '20:30', 'Piano', 'Room 2'],
      // Moved by hand before: its times stay.
      ['2027-04-07', '18:00', '19:30', 'Piano', 'Room 2'],
    ])
    expect((await undo(moved.body.change)).body.data).toMatchObject({ restored: 5, leftAlone: 0 })
    expect(await state()).toEqual(before)

    const onThursday = { startDate: '2027-03-18', endDate: '2027-03-18' }
    const thursdays = await change(third!, 'all', onThursday)
    expect(thursdays.body.data.series).toMatchObject({
      rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=6',
      exclude: ['2027-04-01'],
    })
    expect((await list()).map((event) => event.startDate)).toEqual([
      ...['2027-03-04', '2027-03-11', '2027-03-18', '2027-03-25', '2027-04-07'],
    ])
    expect((await list()).map(({ id }) => id)).toEqual(ids)
    await undo(thursdays.body.change)
    expect(await state()).toEqual(before)

    // A date that was moved by hand before stays where the change puts it.
    const later = await change(last!, 'all', { startTime: '17:00', endTime: '18:30' })
    expect((await list()).map((event) => [event.startDate, event.startTime]).slice(3)).toEqual([
      ['2027-03-23', '17:00'],
      ['2027-04-07', '17:00'],
    ])
    await undo(later.body.change)
    expect(await state()).toEqual(before)

    // What the chosen date had of its own becomes that of all.
    await change(third!, 'all', { location: 'Gym' })
    expect(await read(third!)).toMatchObject({ location: 'Gym', series: { changed: [] } })
    const odd = await change(third!, 'all', { reference: 'x' })
    expect(odd).toMatchObject({ status: 400, body: { errors: { reference: expect.any(String) } } })
  })

  it('split before a date, and are one again by an undo, which keeps what was done since', async () => {
    const { ids, change, list, read, undo, state, ed } = await term()
    const [, second, third, fourth, , last] = ids
    await change(second!, 'this', { location: 'Hall' })
    const before = await state()
    const split = await change(third!, 'following', {
      ...{ name: 'Advanced', startDate: '2027-03-17', endDate: '2027-03-17' },
    })
    expect(split.body.data.series).toMatchObject({
      ...{ rule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=4', dates: 4, earlier: 0, later: 3 },
    })
    expect((await read(second!)).series).toMatchObject({
      rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270309',
      later: 0,
    })
    expect((await list()).map(({ id }) => id)).toEqual(ids)
    expect((await undo(split.body.change)).body.data).toMatchObject({ restored: 4, leftAlone: 0 })
    expect(await state()).toEqual(before)

    // COUNT is that of all dates.
    const again = await change(third!, 'following', { recurrence: { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=8' } })
    expect((await list()).length).toBe(8)
    expect((await change(last!, 'all', { recurrence: { rule: 'FREQ=DAILY;COUNT=0' } })).status).toBe(400)
    await change(fourth!, 'this', { location: 'Garden' })
    await ed.delete(`/events/${last!}`)
    const undone = await undo(again.body.change)
    expect(undone.body.data).toMatchObject({
      leftAlone: 1,
      left: [{ id: last, name: 'Lesson', why: 'deleted' }],
    })
    expect((await list()).map(({ id }) => id)).toEqual(ids.slice(0, 5))
    const series = await read(fourth!)
    expect(series).toMatchObject({ location: 'Garden', series: { rule: RULE, exclude: ['2027-04-06'] } })

    // The undo is undone in its turn, and then the first one is refused: the series is another one by now.
    expect((await undo(undone.body.data.change)).status).toBe(200)
    expect((await read(fourth!)).series.rule).toBe('FREQ=WEEKLY;BYDAY=TU;COUNT=6')
    await change(fourth!, 'all', { name: 'Other' })
    expect(await undo(again.body.change)).toMatchObject({ status: 409 })
    expect((await read(fourth!)).name).toBe('Other')
  })

  it('come back with the ids of their dates after a deletion, of all, of the following ones or of one', async () => {
    const { ids, ed, change, days, undo, state, read, club, calendarId } = await term({
      reference: 'lesson',
      quickLink: { 1: { name: 'Map', url: 'https://example.com/' } },
    })
    await change(ids[1]!, 'this', { startDate: '2027-03-10', endDate: '2027-03-10' })
    const before = await state()
    const sequence = (await read(ids[5]!)).sequence as number
    for (const [scope, left] of [
      ['all', []],
      ['following', ['2027-03-02', '2027-03-10']],
      ['this', ['2027-03-02', '2027-03-10', ...TUESDAYS.slice(3)]],
    ] as const) {
      const { body } = await ed.delete(`/events/${ids[2]}?scope=${scope}`)
      expect(await days()).toEqual(left)
      expect((await undo(body.change)).body.data).toMatchObject({ leftAlone: 0 })
      expect(await state()).toEqual(before)
    }
    // Applications that know the date take it only when its sequence rises.
    expect((await read(ids[5]!)).sequence).toBeGreaterThan(sequence)
    const { body } = await ed.delete(`/events/${ids[0]}?scope=all`)
    await club.delete(`/calendar/${calendarId}`)
    expect(await undo(body.change)).toMatchObject({ status: 409 })
  })

  it('lose what was changed by hand when a date is set back', async () => {
    const { ids, ed, change, list, read, undo, state } = await term()
    const before = await state()
    await change(ids[3]!, 'this', { startTime: '19:00', endTime: '20:30', location: 'Hall' })
    expect((await list())[3]).toMatchObject({ changedByHand: true })
    const { series, sequence } = await read(ids[3]!)
    expect(series.changed).toEqual(['endTime', 'location', 'startTime'])
    expect(series.plain).toEqual({ startTime: '18:00', endTime: '19:30', location: 'Room 2' })
    const back = await ed.post(`/events/${ids[3]}/as-in-series`)
    expect(back.body.data).toMatchObject({
      location: 'Room 2',
      startTime: '18:00',
      series: { changed: [], plain: {} },
    })
    expect(back.body.data.sequence).toBe(sequence + 1)
    expect(await state()).toEqual(before)
    await undo(back.body.change)
    expect(await read(ids[3]!)).toMatchObject({
      location: 'Hall',
      series: { changed: ['endTime', 'location', 'startTime'] },
    })
    const alone = await ed.post('/events', { ...LESSON, calendarId: back.body.data.calendarId })
    expect((await ed.post(`/events/${alone.body.data.id}/as-in-series`)).status).toBe(400)
  })

  it('are no more changed by hand after a change of many events is undone', async () => {
    const { ed, ids, read, undo, state } = await term({ referenceType: 'spring' })
    const before = await state()
    const bulk = await changeMany(ed, { filter: { referenceType: 'spring' } }, { location: 'Barn' })
    expect((await read(ids[1]!)).series.changed).toEqual(['location'])
    await ed.put(`/events/${ids[1]}`, { details: 'Bring a pencil' })
    expect((await undo(bulk.change)).body.data).toMatchObject({ restored: 6, leftAlone: 0 })
    expect((await read(ids[1]!)).series.changed).toEqual(['details'])
    await ed.post(`/events/${ids[1]}/as-in-series`)
    expect(await state()).toEqual(before)
  })

  it('begin with an event and end as single events, and both can be undone', async () => {
    const { ed, calendarId, ids, change, undo, read, state } = await term()
    const single = (await ed.post('/events', { ...LESSON, name: 'Choir', calendarId, reference: 'choir' }))
      .body.data
    const before = await state()
    const made = await change(single.id, 'this', {
      name: 'Choir',
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' },
    })
    expect(made.body.data).toMatchObject({
      id: single.id,
      reference: 'choir@2027-03-02',
      series: { dates: 3 },
    })
    const undone = await undo(made.body.change)
    expect(await state()).toEqual(before)
    expect(await undo(undone.body.data.change)).toMatchObject({ status: 200 })
    expect((await read(single.id)).series).toMatchObject({ dates: 3, later: 2 })

    const whole = await state()
    const ended = await change(ids[2]!, 'all', { recurrence: null })
    expect(ended.body.data.series).toBeNull()
    await change(ids[4]!, 'this', { location: 'Barn' })
    await undo(ended.body.change)
    const back = await state()
    expect(back.series).toEqual(whole.series)
    expect(await read(ids[4]!)).toMatchObject({
      location: 'Barn',
      series: { changed: ['location'], dates: 6 },
    })
  })

  it('keep dates that were made since when a change is undone', async () => {
    const { club, ids, change, state } = await term({ recurrence: { rule: 'FREQ=MONTHLY;BYDAY=1TU' } })
    const changed = await change(ids[0]!, 'all', { name: 'Other' })
    const many = (await state()).events.length
    clock += 100 * 86_400_000
    await createSeriesKeeper(app.ctx, new AbortController().signal)()
    const later = await userOf(app, club, 'editor')
    expect((await later.post(`/event-changes/${changed.body.change}/undo`)).status).toBe(200)
    const { events } = await state()
    expect(events.length).toBeGreaterThan(many)
    expect(new Set(events.map(({ name }) => name))).toEqual(new Set(['Lesson']))
  })

  it('of one subscriber change and come back as well, and nobody else’s', async () => {
    const { ed, club } = await term()
    const { svcId } = await club.subscriber()
    const path = `/subscribers/${svcId}/events`
    const created = await ed.post(path, { ...LESSON, recurrence: { rule: RULE } })
    const { id } = created.body.data
    const all = await ed.put(`${path}/${id}?scope=all`, { name: 'Payment' })
    expect(all.body.data).toMatchObject({ name: 'Payment', private: true, series: { dates: 6 } })
    const dates = await ed.post(`/events/dates?id=${id}&svcId=${svcId}`, {
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=9' },
    })
    expect(dates.body.data.dates).toBe(9)
    expect((await ed.get(`/events?seriesId=${created.body.data.series.id}`)).body.data).toEqual([])
    expect((await ed.put(`/events/${id}?scope=all`, { name: 'x' })).status).toBe(404)
    const removed = await ed.delete(`${path}/${id}?scope=all`)
    expect((await ed.get(path)).body.data).toEqual([])
    expect((await ed.post(`/event-changes/${removed.body.change}/undo`)).body.data.restored).toBe(6)
    const again = await ed.delete(`${path}/${id}?scope=all`)
    const owner = await userOf(app, club, 'owner')
    expect((await owner.delete(`/subscribers/${svcId}`)).status).toBe(200)
    const texts = (await auditOf(app, club.id)).map(({ before, after }) => `${before} ${after}`).join()
    expect(texts).not.toContain('Payment')
    expect((await ed.post(`/event-changes/${again.body.change}/undo`)).status).toBe(404)
  })

  it('are refused to viewers and to those who saw an older version', async () => {
    const { club, ids, read, change } = await term()
    const viewer = await userOf(app, club, 'viewer')
    expect((await viewer.put(`/events/${ids[0]}?scope=all`, { name: 'x' })).status).toBe(403)
    expect((await viewer.post('/events/dates', { ...LESSON, recurrence: { rule: RULE } })).status).toBe(200)
    const { modified } = await read(ids[0]!)
    await change(ids[0]!, 'this', { location: 'Hall' })
    expect((await change(ids[0]!, 'all', { name: 'x', expectedModified: modified })).status).toBe(409)
    expect((await change(ids[0]!, 'some', { name: 'x' })).status).toBe(400)
    const refused = await change(ids[0]!, 'this', { recurrence: { rule: RULE } })
    expect(refused.body.errors.recurrence).toContain('is that of a series')
  })
})
