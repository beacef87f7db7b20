import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { type TestApp, useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const ZONE = 'TZID=Europe/London'
/** A term of weekly lessons from 2 March to 27 April 2027; clocks change on 28 March. */
const lessons = (...lines: string[]) => [
  ...['BEGIN:VEVENT', 'UID:lessons', 'SUMMARY:Piano', 'LOCATION:Room 4', 'DESCRIPTION:Bring your book.'],
  ...[`DTSTART;${ZONE}:20270302T160000`, `DTEND;${ZONE}:20270302T164500`],
  ...lines,
  'END:VEVENT',
]
const RULE = 'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20270427T225959Z'
const BREAK = `EXDATE;${ZONE}:20270406T160000,20270413T160000`
const change = (day: string, ...lines: string[]) => [
  ...['BEGIN:VEVENT', 'UID:lessons', 'SUMMARY:Piano', 'LOCATION:Room 4', 'DESCRIPTION:Bring your book.'],
  `RECURRENCE-ID;${ZONE}:${day}T160000`,
  ...lines,
  'END:VEVENT',
]
const MOVED = change('20270316', `DTSTART;${ZONE}:20270317T173000`, `DTEND;${ZONE}:20270317T181500`)
const CANCELLED = change('20270323', `DTSTART;${ZONE}:20270323T160000`, 'STATUS:CANCELLED')
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const TERM = calendar(...lessons(RULE, BREAK), ...MOVED, ...CANCELLED)

async function startSchool(app: TestApp) {
  const school = await app.publisher()
  const editor = await userOf(app, school, 'editor')
  const calendarId = await school.calendar({ name: 'School' })
  const input = (text: string, over: Json = {}) => ({ calendarId, fileName: 'term.ics', text, ...over })
  const preview = async (text: string, over?: Json): Promise<Json> => {
    const { status, body } = await editor.post('/imports/preview', input(text, over))
    expect(status).toBe(200)
    return body.data
  }
  return {
    school,
    calendarId,
    preview,
    run: async (text: string, over?: Json): Promise<Json> => {
      const { digest } = await preview(text, over)
      const { text: lines } = await editor.post('/imports', { ...input(text, over), digest })
      return JSON.parse(lines.trim().split('\n').at(-1)!).result
    },
    events: async (ofCalendar = calendarId): Promise<Json[]> => {
      const query = `calendarIds=${ofCalendar}&showPastEvents=1&showDraft=1`
      return (await school.get(`/event?${query}`)).body?.data ?? []
    },
    /** What a subscriber's application knows of each event. */
    states: () =>
      app.ctx.db
        .selectFrom('event')
        .select(['id', 'sequence', 'revision', 'modified', 'reference'])
        .where('publisher_id', '=', school.id)
        .orderBy('start_date')
        .execute(),
  }
}

const when = (events: Json[]) =>
  events.map(({ startDate, startTime, startGmt }) => `${startDate} ${startTime} ${startGmt.slice(9, 13)}`)

describe.each(DATABASES)('imports of series on %s', (kind) => {
  const app = useTestApp(kind, { ...BEHIND_PROXY, now: () => Date.parse('2027-01-11T09:00Z') })

  it('keep a term of lessons as a series, with the dates that are taken out, moved and cancelled', async () => {
    const { school, calendarId, preview, run, events, states } = await startSchool(app)
    const shown = await preview(TERM)
    expect(shown).toMatchObject({
      counts: { added: 6, changed: 0, removed: 0, faults: 0, notes: 0, series: 1, dates: 6 },
      series: [
        {
          ...{ line: 3, id: null, change: 'added', name: 'Piano', reference: 'lessons' },
          ...{ rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270427T225959Z', lastDate: '2027-04-27' },
          exclude: ['2027-03-23T16:00', '2027-04-06T16:00', '2027-04-13T16:00'],
          dates: { added: 6, changed: 0, removed: 0, unchanged: 0 },
        },
      ],
    })
    expect(await events()).toEqual([])
    expect(await run(TERM)).toMatchObject({ added: 6, series: 1, dates: 6, faults: [], notes: [] })
    const first = await events()
    expect(when(first)).toEqual([
      '2027-03-02 16:00 1600',
      '2027-03-09 16:00 1600',
      '2027-03-17 17:30 1730',
      '2027-03-30 16:00 1500',
      '2027-04-20 16:00 1500',
      '2027-04-27 16:00 1500',
    ])
    expect(first[2]).toMatchObject({ reference: 'lessons@2027-03-16', occurrence: '2027-03-16T16:00' })
    const series = (await school.get('/event/lessons')).body.data
    expect(series).toMatchObject({ calendarId, dates: 6, draft: 0, endTime: '16:45' })

    const before = await states()
    expect(await run(TERM)).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 6, series: 1 })
    expect(await states()).toEqual(before)
    expect((await school.get('/event/lessons')).body.data).toEqual(series)
  })

  it('touch only the dates that differ when the file changes, and remove the series when it is gone', async () => {
    const { calendarId, school, preview, run, events, states } = await startSchool(app)
    await school.event(calendarId, { name: 'Concert', reference: 'own' })
    await run(TERM)
    const before = await states()
    // Half way the lessons move to Wednesdays: the file ends one series and begins another.
    const second = lessons(`RRULE:FREQ=WEEKLY;COUNT=3`)
      .map((line) => line.replace('UID:lessons', 'UID:wednesdays').replaceAll('20270302', '20270421'))
      .join('\r\n')
    const changed = calendar(
      ...lessons('RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20270415T225959Z', BREAK),
      ...CANCELLED,
      second,
    )
    expect((await preview(changed)).counts).toMatchObject({
      ...{ added: 3, changed: 1, removed: 2, unchanged: 3, series: 2, dates: 7 },
    })
    expect(await run(changed)).toMatchObject({ added: 3, changed: 1, removed: 2 })
    const after = await states()
    const of = (rows: typeof before, reference: string) => rows.find((row) => row.reference === reference)
    for (const day of ['2027-03-02', '2027-03-09', '2027-03-30'])
      expect(of(after, `lessons@${day}`)).toEqual(of(before, `lessons@${day}`))
    const movedBack = of(after, 'lessons@2027-03-16')
    expect(movedBack).toMatchObject({ id: of(before, 'lessons@2027-03-16')!.id, sequence: 1 })
    expect((await school.get('/event/lessons@2027-03-16')).body.data.startDate).toBe('2027-03-16')

    const options = { removeMissing: true }
    const left = calendar(second)
    expect(await run(left)).toMatchObject({ removed: 0 })
    const shown = await preview(left, { options })
    expect(shown).toMatchObject({
      counts: { removed: 4, unchanged: 3, series: 1, dates: 3 },
      series: [{ change: 'unchanged' }, { change: 'removed', reference: 'lessons', dates: { removed: 4 } }],
    })
    expect(await run(left, { options })).toMatchObject({ removed: 4 })
    expect((await school.get('/event/lessons')).status).toBe(404)
    expect((await events()).map(({ reference }) => reference)).toEqual(
      [...['wednesdays@2027-04-21', 'wednesdays@2027-04-28', 'wednesdays@2027-05-05', 'own'].sort()].sort(),
    )
  })

  it('take over the dates that earlier imports stored as single events, with their ids', async () => {
    const { school, run, events, states } = await startSchool(app)
    const single = (at: string, day: string, time = '160000') =>
      [
        ...['BEGIN:VEVENT', `UID:lessons/${at}`, 'SUMMARY:Piano', 'LOCATION:Room 4'],
        ...['DESCRIPTION:Bring your book.', `DTSTART;${ZONE}:${day}T${time}`, 'DURATION:PT45M', 'END:VEVENT'],
      ].join('\r\n')
    const old = calendar(
      single('20270302T160000Z', '20270302'),
      single('20270309T160000Z', '20270309'),
      single('20270316T160000Z', '20270317', '173000'),
      single('20270330T150000Z', '20270330'),
      single('20270406T150000Z', '20270406'),
    )
    await run(old)
    await school.put('/event/lessons%2F20270309T160000Z', { alert: '2H', draft: 1 })
    const before = await states()
    const options = { removeMissing: true }
    expect(await run(TERM, { options })).toMatchObject({ added: 2, changed: 4, removed: 1, faults: [] })
    const after = await states()
    expect(after.slice(0, 4).map(({ id, sequence, reference }) => [id, sequence, reference])).toEqual(
      ['2027-03-02', '2027-03-09', '2027-03-16', '2027-03-30'].map((day, i) => [
        ...[before[i]!.id, before[i]!.sequence, `lessons@${day}`],
      ]),
    )
    expect((await events()).map(({ alert, draft }) => [alert, draft])).toEqual([
      ...[
        ['', 0],
        ['2H', 1],
      ],
      ...Array.from({ length: 4 }, () => ['', 0]),
    ])
    expect(await run(TERM, { options })).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 6 })
    expect(await states()).toEqual(after)
  })

  it('make single events of a series that the file has so from now on, and a series again', async () => {
    const { school, preview, run, states } = await startSchool(app)
    await run(TERM)
    const before = await states()
    const twice = calendar(...lessons(RULE, 'RRULE:FREQ=DAILY;COUNT=1', BREAK), ...MOVED, ...CANCELLED)
    const options = { removeMissing: true }
    expect((await preview(twice, { options })).notes).toEqual([
      {
        line: 3,
        message: '"Piano" is read as single events: it has several rules',
        reason: {
          kind: 'readAsSingle',
          values: { name: 'Piano' },
          because: [{ kind: 'severalRules', values: {} }],
        },
      },
    ])
    expect(await run(twice, { options })).toMatchObject({ added: 0, changed: 6, removed: 0, series: 0 })
    const single = await states()
    expect(single.map(({ id, sequence }) => [id, sequence])).toEqual(
      before.map(({ id, sequence }) => [id, sequence]),
    )
    expect(single[2]!.reference).toBe('lessons/20270316T160000Z')
    expect((await school.get('/event/lessons')).status).toBe(404)
    expect(await run(TERM, { options })).toMatchObject({ added: 0, changed: 6, removed: 0, series: 1 })
    expect((await states()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const once = calendar(...lessons())
    expect(await run(once)).toMatchObject({ changed: 1, removed: 0 })
    expect((await states())[0]).toMatchObject({ id: before[0]!.id, reference: 'lessons' })
  })

  it('take back what was changed by hand in what the file has, as of single events, and leave the rest', async () => {
    const { school, run, events, states } = await startSchool(app)
    await run(TERM)
    const before = await states()
    await school.put('/event/lessons@2027-03-09', { location: 'Hall', alert: '1D' })
    await school.delete('/event/lessons@2027-03-30')
    await school.put('/event/lessons@2027-04-20?scope=following', { name: 'Organ' })
    expect((await events()).map(({ name }) => name)).toEqual(['Piano', 'Piano', 'Piano', 'Organ', 'Organ'])
    expect(await run(TERM)).toMatchObject({ added: 1, changed: 3, removed: 0, faults: [] })
    const after = await events()
    expect(new Set(after.map(({ name, location }) => `${name} ${location}`))).toEqual(
      new Set(['Piano Room 4']),
    )
    expect(after[1]).toMatchObject({ id: before[1]!.id, alert: '1D' })
    expect(after.slice(4).map(({ id }) => id)).toEqual(before.slice(4).map(({ id }) => id))
    expect(new Set(after.map(({ seriesId }) => seriesId)).size).toBe(1)
    expect(await run(TERM)).toMatchObject({ added: 0, changed: 0, unchanged: 6 })
  })

  it('leave series alone that somebody made of an imported event, and say so', async () => {
    const { school, run, events } = await startSchool(app)
    const once = calendar(...lessons())
    await run(once)
    await school.put('/event/lessons', { recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } })
    const options = { removeMissing: true }
    expect(await run(once, { options })).toMatchObject({
      faults: [{ line: 3, message: 'Event reference [lessons] is that of a series' }],
    })
    const concert = lessons().map((line) => line.replace('UID:lessons', 'UID:concert'))
    expect(await run(calendar(...concert), { options })).toMatchObject({ added: 1, removed: 0 })
    expect(await events()).toHaveLength(4)
  })

  it('put a series of another calendar into this one with join, and take it out again', async () => {
    const { school, calendarId, preview, run, events, states } = await startSchool(app)
    await run(TERM)
    const room = await school.calendar({ name: 'Room 4' })
    const into = { calendarId: room }
    const other = calendar(
      ...lessons('RRULE:FREQ=DAILY;COUNT=2').map((line) => line.replace('Piano', 'Other')),
    )
    expect((await preview(other, into)).faults).toEqual([
      {
        line: 3,
        message: 'Event reference [lessons] is that of an event in another calendar',
        reason: { kind: 'referenceElsewhere', values: { reference: 'lessons' } },
      },
    ])
    const options = { join: true, removeMissing: true }
    const shown = await preview(other, { ...into, options })
    expect(shown).toMatchObject({
      counts: { added: 0, changed: 0, joined: 6, series: 1, dates: 6 },
      series: [{ change: 'joined', name: 'Piano' }],
    })
    expect(shown.joined[0]).toMatchObject({ name: 'Piano', calendars: ['School'] })
    expect(await run(other, { ...into, options })).toMatchObject({ joined: 6, faults: [] })
    expect((await events(room)).map(({ name, calendarIds }) => [name, calendarIds])).toEqual(
      Array.from({ length: 6 }, () => ['Piano', [calendarId, room]]),
    )
    const before = await states()
    expect(await run(other, { ...into, options })).toMatchObject({ joined: 0, changed: 0, unchanged: 6 })
    expect(await run(TERM)).toMatchObject({ changed: 0, removed: 0, unchanged: 6 })
    expect(await states()).toEqual(before)
    const concert = lessons().map((line) => line.replace('UID:lessons', 'UID:concert'))
    expect(await run(calendar(...concert), { ...into, options })).toMatchObject({ added: 1, removed: 6 })
    expect(await events(room)).toMatchObject([{ reference: 'concert' }])
    expect(await events()).toHaveLength(6)
    expect((await school.get('/event/lessons')).body.data).toMatchObject({ calendarId, dates: 6 })
  })

  it('remove a series that the file cancels, and go on where one series can not be stored', async () => {
    const { school, run, events } = await startSchool(app)
    const other = await school.calendar({ name: 'Other' })
    await school.event(other, { reference: 'choir@2027-03-09' })
    const choir = lessons(RULE).map((line) => line.replace('UID:lessons', 'UID:choir'))
    expect(await run(calendar(...choir, ...lessons(RULE)))).toMatchObject({
      ...{ added: 9, series: 1 },
      faults: [
        { line: 3, message: 'Event reference [choir@2027-03-09] is that of an event in another calendar' },
      ],
    })
    expect((await school.get('/event/choir')).status).toBe(404)
    expect(await run(calendar(...lessons(RULE, 'STATUS:CANCELLED')))).toMatchObject({ removed: 9, series: 0 })
    expect(await events()).toEqual([])
    expect((await school.get('/event/lessons')).status).toBe(404)
  })

  it('read series of tables in words', async () => {
    const { preview, run, events } = await startSchool(app)
    const csv = { fileName: 'term.csv' }
    const table = [
      'reference,title,venue,date,time,end time,timezone,repeats,except',
      'piano,Piano,Room 4,2.3.2027,16:00,16:45,Europe/London,weekly until 27.4.2027,"6.4.2027; 13.4.2027"',
      'open,Open day,Hall,2027-03-06,10:00,12:00,,,',
      'choir,Choir,Hall,2027-03-01,18:00,19:00,,every 2 weeks 3 times,',
    ]
    expect((await preview(table.join('\n'), csv)).counts).toMatchObject({ added: 11, series: 2, dates: 10 })
    expect(await run(table.join('\n'), csv)).toMatchObject({ added: 11, faults: [] })
    expect((await events()).map(({ reference }) => reference).filter((key) => /^c|^o/.test(key))).toEqual([
      ...['choir@2027-03-01', 'open', 'choir@2027-03-15', 'choir@2027-03-29'],
    ])
    expect(await run(table.join('\n'), csv)).toMatchObject({ added: 0, changed: 0, unchanged: 11 })
    const faulty = [
      table[0]!,
      'a,A,Hall,2027-03-01,18:00,19:00,,now and then,',
      'b,B,Hall,2027-03-01,18:00,19:00,,,2027-03-08',
      'c,C,Hall,2027-03-01,18:00,19:00,,weekly 3 times,8 March',
      'd,D,Hall,2027-03-06,18:00,19:00,,weekdays 3 times,',
      'e,E,,2027-03-01,18:00,19:00,,daily 3 times,',
      'f,F,Hall,2027-03-01,18:00,19:00,,FREQ=HOURLY,',
      'g,G,Hall,2027-03-01,18:00,19:00,,daily 3 times,2027-03-02',
    ]
    const { counts, faults } = await preview(faulty.join('\n'), csv)
    expect(counts).toMatchObject({ added: 5, series: 2, dates: 5, faults: 5 })
    expect(faults.map(({ line, message }: Json) => `${line} ${message}`)).toEqual([
      expect.stringMatching(/^2 Event repeats must be daily, weekdays, weekly/),
      '3 Event except needs repeats: a single event leaves out no date',
      '4 Event except must be dates that exist, such as 2027-04-06: 8',
      '5 Event startDate must be a date that its rule gives; the first one is 2027-03-08 at 18:00',
      '7 Event repeats must have FREQ=YEARLY, MONTHLY, WEEKLY, DAILY',
    ])
  })

  it('hold nobody up, however many series they have', async () => {
    const { preview, run } = await startSchool(app)
    const many = Array.from({ length: 200 }, (_, i) =>
      lessons('RRULE:FREQ=WEEKLY').map((line) => line.replace('UID:lessons', `UID:lessons-${i}`)),
    )
    const file = calendar(...many.flat())
    let isRead = false
    const shown = preview(file).finally(() => (isRead = true))
    let meanwhile = 0
    for (; !isRead; meanwhile++) expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    expect((await shown).counts).toMatchObject({ added: 200 * 79, series: 200, dates: 200 * 79 })
    expect(meanwhile).toBeGreaterThan(5)
    expect(await run(file)).toMatchObject({ added: 200 * 79, faults: [] })
  })
})
