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
    async run(text: string, over?: Json): Promise<Json> {
      const { digest } = await preview(text, over)
      const { text: lines } = await editor.post('/imports', { ...input(text, over), digest })
      return JSON.parse(lines.trim().split('\n').at(-1)!).result
    },
    async events(ofCalendar = calendarId): Promise<Json[]> {
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
})
