import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveImportSource } from '../../src/imports/import-source-store.ts'
import { DATABASES } from '../support/databases.ts'
import { type FaultyReceiver, listen } from '../support/faulty-receiver.ts'
import { type TestApp, useTestApp } from '../support/test-app.ts'
import type { Answer, Json } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, type TestBrowser, userOf } from '../support/users.ts'

const event = (uid: string, day: string, name: string, more = '') =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART;TZID=Europe/London:${day}T150000`,
    `DTEND;TZID=Europe/London:${day}T170000`,
    `SUMMARY:${name}`,
    'LOCATION:City Ground',
    ...(more ? [more] : []),
    'END:VEVENT',
  ].join('\r\n')
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
const SEASON = calendar(event('a', '20270320', 'City v Town'), event('b', '20270327', 'Town v City'))

/** A publisher with somebody who edits, and a calendar to import into. */
async function startClub(app: TestApp) {
  const club = await app.publisher()
  const editor = await userOf(app, club, 'editor')
  const calendarId = await club.calendar({ name: 'Rugby' })
  const input = (text: string, over: Json = {}) => ({ calendarId, fileName: 'season.ics', text, ...over })
  return {
    club,
    editor,
    calendarId,
    input,
    preview: (text: string, over?: Json) => editor.post('/imports/preview', input(text, over)),
    run: async (text: string, over?: Json) => run(editor, input(text, over)),
    events: async () =>
      ((await club.get(`/event?calendarIds=${calendarId}&showPastEvents=1&showDraft=1`)).body?.data ??
        []) as Json[],
  }
}

async function run(editor: TestBrowser, input: Json): Promise<Answer & { lines: Json[] }> {
  const preview = await editor.post('/imports/preview', input)
  if (preview.status !== 200) throw new Error(preview.text)
  const answer = await editor.post('/imports', { ...input, digest: preview.body.data.digest })
  return { ...answer, lines: linesOf(answer.text) }
}

function linesOf(text: string): Json[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe.each(DATABASES)('imports on %s', (kind) => {
  const app = useTestApp(kind, BEHIND_PROXY)

  it('show what they would do before anything is written, field by field', async () => {
    const { preview, run, events, club, calendarId } = await startClub(app)
    const { body } = await preview(SEASON)
    expect(body.data).toMatchObject({
      calendar: { id: calendarId, name: 'Rugby' },
      source: { kind: 'file', name: 'season.ics' },
      table: null,
      counts: { added: 2, changed: 0, removed: 0, unchanged: 0, faults: 0 },
      added: [
        { line: 3, reference: 'a', name: 'City v Town', startDate: '2027-03-20', startTime: '15:00' },
        { line: 10, reference: 'b' },
      ],
    })
    expect(await events()).toEqual([])
    expect((await auditOf(app, club.id)).filter(({ action }) => action.startsWith('import'))).toEqual([])

    expect((await run(SEASON)).lines).toEqual([
      { done: 0, total: 2 },
      { done: 2, total: 2 },
      {
        result: {
          added: 2,
          changed: 0,
          joined: 0,
          removed: 0,
          unchanged: 0,
          series: 0,
          dates: 0,
          faults: [],
          notes: [],
          droppedAlarms: 0,
        },
      },
    ])
    const next = calendar(
      event('a', '20270321', 'City v Town', 'DESCRIPTION:Bring your card.'),
      event('b', '20270327', 'Town v City', 'STATUS:CANCELLED'),
      event('c', '20270403', 'City v Port'),
    )
    const later = (await preview(next)).body.data
    expect(later.counts).toEqual({
      ...{ added: 1, changed: 1, joined: 0, removed: 1, unchanged: 0, faults: 0 },
      ...{ series: 0, dates: 0, notes: 0, droppedAlarms: 0 },
    })
    expect(later.changed[0]).toMatchObject({
      reference: 'a',
      fields: [
        { field: 'startDate', before: '2027-03-20', after: '2027-03-21' },
        { field: 'endDate', before: '2027-03-20', after: '2027-03-21' },
        { field: 'details', before: '', after: 'Bring your card.' },
      ],
    })
    expect(later.removed).toMatchObject([{ reference: 'b', name: 'Town v City' }])
  })

  it('put events of other calendars into this one if told to, which the log and the next run remember', async () => {
    const { club, editor, calendarId, preview, run, events } = await startClub(app)
    const city = await club.calendar({ name: 'City' })
    const id = await club.event(city, { reference: 'a', name: 'The derby', draft: 0 })
    const refused = (await preview(SEASON)).body.data
    expect(refused).toMatchObject({ counts: { added: 1, joined: 0, faults: 1 }, joined: [] })
    const options = { join: true, removeMissing: true }
    const { data } = (await preview(SEASON, { options })).body
    expect(data).toMatchObject({
      counts: { added: 1, changed: 0, joined: 1, faults: 0 },
      joined: [{ id, reference: 'a', name: 'The derby', calendars: ['City'] }],
    })
    const { lines } = await run(SEASON, { options })
    expect(lines[0]).toEqual({ done: 0, total: 2 })
    expect(lines.at(-1)).toMatchObject({ result: { added: 1, changed: 0, joined: 1, removed: 0 } })
    expect((await club.get(`/event/${id}`)).body.data).toMatchObject({
      name: 'The derby',
      calendarIds: [city, calendarId],
    })
    const logged = (await auditOf(app, club.id)).find(({ action }) => action === 'import.run')
    expect(JSON.parse(logged!.after!)).toMatchObject({ added: 1, joined: 1 })
    expect((await editor.get('/imports')).body.data).toMatchObject([
      { options: { join: true }, lastResult: { added: 1, joined: 1 } },
    ])
    expect((await run(SEASON, { options })).lines.at(-1)).toMatchObject({
      result: { joined: 0, unchanged: 2 },
    })
    const left = calendar(event('b', '20270327', 'Town v City'))
    expect((await run(left, { options })).lines.at(-1)).toMatchObject({ result: { removed: 1 } })
    expect(await events()).toMatchObject([{ reference: 'b' }])
    expect((await club.get(`/event/${id}`)).body.data).not.toHaveProperty('calendarIds')
  })

  it('change nothing when they run again, and are remembered once', async () => {
    const { club, editor, run, events } = await startClub(app)
    await run(SEASON, { options: { draft: true } })
    const before = await events()
    expect(before).toMatchObject([{ draft: 1 }, { draft: 1 }])
    expect((await run(SEASON)).lines.at(-1)).toMatchObject({ result: { added: 0, unchanged: 2 } })
    expect(await events()).toEqual(before)
    const { data } = (await editor.get('/imports')).body
    expect(data).toMatchObject([
      {
        kind: 'file',
        name: 'season.ics',
        calendar: { name: 'Rugby' },
        options: { draft: false, removeMissing: false },
        lastResult: { added: 0, changed: 0, removed: 0, faults: 0, stopped: false },
      },
    ])
    const entries = (await auditOf(app, club.id)).filter(({ action }) => action.startsWith('import'))
    expect(entries.map(({ action, after }) => [action, JSON.parse(after!)])).toEqual([
      [
        'import.run',
        { calendar: 'Rugby', from: 'season.ics', added: 2, changed: 0, joined: 0, removed: 0, faults: 0 },
      ],
      [
        'import.run',
        { calendar: 'Rugby', from: 'season.ics', added: 0, changed: 0, joined: 0, removed: 0, faults: 0 },
      ],
    ])
    expect((await editor.delete(`/imports/${data[0].id}`)).status).toBe(200)
    expect((await editor.get('/imports')).body.data).toEqual([])
    expect(await events()).toEqual(before)
  })

  it('remove what the file no longer has only when they are told to, and say why they do not', async () => {
    const { club, calendarId, preview, run, events } = await startClub(app)
    await run(SEASON)
    await club.event(calendarId, { name: 'By the API', reference: 'own' })
    const shorter = calendar(event('a', '20270320', 'City v Town'))
    expect((await preview(shorter)).body.data.counts.removed).toBe(0)
    const options = { removeMissing: true }
    const { data } = (await preview(shorter, { options })).body
    expect(data).toMatchObject({
      counts: { removed: 1 },
      removed: [{ reference: 'b' }],
      nothingRemoved: null,
    })
    const broken = calendar('BEGIN:VEVENT\r\nUID:x\r\nSUMMARY:No date\r\nEND:VEVENT')
    const faulty = (await preview(broken, { options })).body.data
    expect(faulty).toMatchObject({ counts: { removed: 0 }, nothingRemoved: 'faults' })
    expect((await preview(calendar(), { options })).body.data.nothingRemoved).toBe('empty')
    await run(shorter, { options })
    expect((await events()).map(({ reference }) => reference)).toEqual(['a', 'own'])
  })

  it('of more dates than a series may have remove none for being left out, and say how many are', async () => {
    const { preview, run, events } = await startClub(app)
    const daily = (start: string) =>
      calendar(
        ['BEGIN:VEVENT', 'UID:d', 'SUMMARY:Training', `DTSTART:${start}T180000`, 'DURATION:PT1H'].join(
          '\r\n',
        ) + '\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT',
      )
    // Events that an import of some days ago may have brought.
    const old = ['d/20200102T180000Z', 'd/20200102T170000Z']
    await run(calendar(...old.map((uid) => event(uid, '20200102', 'Training'))))
    const { data } = (await preview(daily('20200101'), { options: { removeMissing: true } })).body
    expect(data).toMatchObject({
      counts: { added: 1000, removed: 0, faults: 0, notes: 1 },
      nothingRemoved: null,
    })
    expect(data.notes[0].message).toMatch(/^"Training" has \d+ dates .* are left out$/)
    const gone = (await preview(daily('20220101'), { options: { removeMissing: true } })).body.data
    expect(gone.counts).toMatchObject({ removed: 2, notes: 1 })
    expect(await events()).toHaveLength(2)
  })

  it('count the reminders that an event here can not have', async () => {
    const { preview, run } = await startClub(app)
    const alarms = [30, 20, 10, 5].map((minutes) =>
      ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-PT${minutes}M`, 'END:VALARM'].join('\r\n'),
    )
    const file = calendar(event('a', '20270320', 'City v Town', alarms.join('\r\n')))
    expect((await preview(file)).body.data.counts).toMatchObject({ added: 1, droppedAlarms: 2 })
    expect((await run(file)).lines.at(-1)).toMatchObject({
      result: { added: 1, droppedAlarms: 2, notes: [] },
    })
  })

  it('answer 409 with the new preview when they would do something else than was shown', async () => {
    const { club, editor, input, preview, events } = await startClub(app)
    const { digest } = (await preview(SEASON)).body.data
    expect((await preview(SEASON)).body.data.digest).toBe(digest)
    const other = await editor.post('/imports', { ...input(SEASON, { options: { draft: true } }), digest })
    expect(other).toMatchObject({
      status: 409,
      body: { statusLong: expect.stringContaining('changed'), data: { counts: { added: 2 } } },
    })
    expect(await events()).toEqual([])
    const calendarId = await club.calendar()
    await club.event(calendarId, { reference: 'b' })
    const taken = await editor.post('/imports', { ...input(SEASON), digest })
    expect(taken).toMatchObject({ status: 409, body: { data: { counts: { added: 1, faults: 1 } } } })
    const again = await editor.post('/imports', { ...input(SEASON), digest: taken.body.data.digest })
    expect(linesOf(again.text).at(-1)).toMatchObject({
      result: { added: 1, faults: [{ line: 10, message: expect.stringContaining('another calendar') }] },
    })
  })

  it('stop where they are when the caller leaves, and are completed by the next run', async () => {
    const { club, editor, calendarId, input, run, events } = await startClub(app)
    const rows = Array.from({ length: 3000 }, (_, i) => `r${i},Match ${i},Hall,2027-02-01,10:00,11:00`)
    const table = ['reference,name,location,date,start time,end time', ...rows].join('\n')
    const wanted = input(table, { fileName: 'season.csv' })
    const { digest } = (await editor.post('/imports/preview', wanted)).body.data
    const leaving = new AbortController()
    const answer = await fetch(`${app.url}/admin/api/imports`, {
      method: 'POST',
      headers: {
        cookie: [...editor.cookies].map((pair) => pair.join('=')).join('; '),
        'x-csrf-token': editor.csrf,
      },
      body: JSON.stringify({ ...wanted, digest }),
      signal: leaving.signal,
    })
    const reader = answer.body!.getReader()
    await reader.read()
    leaving.abort()
    const last = async () => (await editor.get('/imports')).body.data[0]?.lastResult
    await expect.poll(last).toMatchObject({ stopped: true })
    const { added } = await last()
    expect(added % 200).toBe(0)
    expect(added).toBeLessThan(3000)
    const ended = (await auditOf(app, club.id)).find(({ action }) => action === 'import.end')
    expect(JSON.parse(ended!.after!)).toMatchObject({ added })
    const done = (await run(table, { fileName: 'season.csv' })).lines
    expect(done.at(-1)).toMatchObject({ result: { added: 3000 - added, unchanged: added } })
    const count = await app.ctx.db
      .selectFrom('event')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('publisher_id', '=', club.id)
      .where('calendar_id', '=', calendarId)
      .executeTakeFirstOrThrow()
    expect(Number(count.n)).toBe(3000)
    expect(await events()).toHaveLength(100) // a page
  })
})

describe('imports of tables', () => {
  const app = useTestApp('sqlite', BEHIND_PROXY)
  const csv = { fileName: 'season.csv' }

  it('guess the columns, show samples, and take another mapping', async () => {
    const { preview } = await startClub(app)
    const table = ['Showing;Ground;When;Coach;', 'City v Town;City Ground;2027-03-20 15:00;Sam;'].join('\n')
    const { data } = (await preview(table, csv)).body
    expect(data.faults).toEqual([])
    const none = (await preview(table, { ...csv, mapping: { columns: { Showing: '', Coach: '' } } })).body
      .data
    expect(none.faults).toEqual([
      {
        line: 1,
        message: 'The first line has no column name, but: Showing, Ground, When, Coach, ',
        reason: {
          kind: 'lacksColumns',
          values: { names: 'name', titles: 'Showing, Ground, When, Coach, ' },
        },
      },
    ])
    expect(data.table).toMatchObject({
      rows: 1,
      columns: [
        { key: 'Showing', field: 'name', samples: ['City v Town'] },
        { key: 'Ground', field: 'location', samples: ['City Ground'] },
        { key: 'When', field: 'startDate' },
        { key: 'Coach', field: null, samples: ['Sam'] },
        { key: 'Column 5', field: null, samples: [] },
      ],
    })
    expect(data.table.fields).toEqual(expect.arrayContaining(['name', 'startDate', 'details', 'home']))
    const mapping = { columns: { Showing: 'name', When: 'startDate', Coach: 'details' } }
    const strict = { ...csv, mapping, options: { defaultMinutes: null } }
    expect((await preview(table, strict)).body.data.faults).toMatchObject([
      { line: 2, message: 'Event endTime is required', errors: { endTime: 'Event endTime is required' } },
    ])
    const options = { defaultMinutes: 90 }
    const sound = (await preview(table, { ...csv, mapping, options })).body.data
    expect(sound).toMatchObject({ faults: [], table: { withoutEnd: 1 }, added: [{ endTime: '16:30' }] })
  })

  it('make titles of two teams, last two hours, take corrected cells, and are remembered by their headings', async () => {
    const { preview, run, club, calendarId } = await startClub(app)
    await club.event(calendarId, { name: 'Sankt Veit – Egg', location: 'Stadion Veit', reference: 'old' })
    const head = 'Spielplan 2026/27\n\nNr;Datum;Zeit;Heim;Gast;Ergebnis'
    const table = `${head}\n1;Sa, 06.03.2027;15:30 Uhr;Sankt Veit;Au;\n2;Sa 13.03.;tba;Au;Sankt Veit;\n3;32.03.2027;16.00;Au;Egg;`
    const { data } = (await preview(table, csv)).body
    expect(data.table).toMatchObject({
      settings: { mapping: { headingLine: 3, title: '{home} – {away}' }, options: { defaultMinutes: 120 } },
      homes: [
        { team: 'Sankt Veit', place: 'Stadion Veit', rows: 1 },
        { team: 'Au', place: '', rows: 2 },
      ],
    })
    const options = { places: { 'Sankt Veit': 'Stadion Veit' }, defaultLocation: 'Au', withoutTime: 'allDay' }
    const edits = [{ sheet: '', line: 6, field: 'startDate', value: '31.03.2027' }]
    const input = { ...csv, mapping: { title: '{away} @ {home}' }, options }
    const faulty = (await preview(table, input)).body.data
    expect(faulty.faults).toMatchObject([
      { line: 6, cells: { startDate: '32.03.2027', home: 'Au' }, errors: { startDate: expect.anything() } },
    ])
    expect((await preview(table, { ...input, edits })).body.data.added).toMatchObject([
      { name: 'Au @ Sankt Veit', location: 'Stadion Veit', startTime: '15:30', endTime: '17:30' },
      { name: 'Sankt Veit @ Au', location: 'Au', startDate: '2027-03-13', startTime: null },
      { name: 'Egg @ Au', startDate: '2027-03-31', startTime: '16:00' },
    ])
    await run(table, { ...input, edits })
    const next = `${head}\n7;Sa 03.04.2027;15:30;Sankt Veit;Egg;`
    expect((await preview(next, { fileName: 'next.csv' })).body.data).toMatchObject({
      table: { remembered: true },
      added: [{ name: 'Egg @ Sankt Veit', location: 'Stadion Veit', startDate: '2027-04-03' }],
    })
  })

  it('take an end after midnight and a place from the options, where a row has none', async () => {
    const { run, events } = await startClub(app)
    const table = 'name,date,time,location\nLate show,2027-03-31,23:30,\nMatinee,2027-03-31,11:00,Opera'
    const options = { defaultMinutes: 120, defaultLocation: 'Main stage' }
    expect((await run(table, { ...csv, options })).lines.at(-1).result).toMatchObject({
      added: 2,
      faults: [],
    })
    expect(await events()).toMatchObject([
      { name: 'Matinee', location: 'Opera', endTime: '13:00', endDate: '2027-03-31' },
      { name: 'Late show', location: 'Main stage', endTime: '01:30', endDate: '2027-04-01' },
    ])
  })

  it('name allDay where rows have no start time, and take them as all-day events when told to', async () => {
    const { preview, run, events, editor } = await startClub(app)
    const table = [
      'name,date,time,end time,location,all day',
      'Match,2027-03-20,15:00,17:00,City Ground,',
      'Cup day,2027-03-27,,,City Ground,',
      'Gala,2027-03-28,,22:00,Hall,',
      'Not all day,2027-03-29,,,Hall,no',
    ].join('\n')
    const { data } = (await preview(table, csv)).body
    const message = 'Event startTime is required, unless its allDay is yes'
    expect(data).toMatchObject({
      counts: { added: 1 },
      table: { withoutTime: 1 },
      faults: [3, 4, 5].map((line) => ({ line, message })),
    })
    const options = { withoutTime: 'allDay' }
    expect((await run(table, { ...csv, options })).lines.at(-1)).toMatchObject({
      result: { added: 2, faults: [{ line: 4, message }, { line: 5 }] },
    })
    expect(await events()).toMatchObject([
      { name: 'Match', allDay: false },
      { name: 'Cup day', allDay: true, startDate: '2027-03-27', endDate: '2027-03-27' },
    ])
    expect((await editor.get('/imports')).body.data[0].options).toMatchObject(options)
  })

  it('refuse what is neither a calendar nor a table by its first bytes, at the file', async () => {
    const { calendarId, editor } = await startClub(app)
    const content = Buffer.from('\x89PNG\r\n, not the rest of it', 'latin1').toString('base64')
    const { status, body } = await editor.post('/imports/preview', { calendarId, fileName: 'x.png', content })
    expect(status).toBe(400)
    expect(body.errors).toEqual({ content: 'The file is a picture, neither a calendar nor a table' })
  })

  it('ask how dates are written where the table leaves it open', async () => {
    const { preview } = await startClub(app)
    const table = 'name,date,location\nA,3/4/2027,X\nB,5/6/2027,X'
    const open = (await preview(table, csv)).body.data
    expect(open).toMatchObject({ table: { dateOrder: 'unknown' }, counts: { added: 0, faults: 2 } })
    const day = (await preview(table, { ...csv, mapping: { dateOrder: 'day' } })).body.data
    expect(day).toMatchObject({ table: { dateOrder: 'day' }, added: [{ startDate: '2027-04-03' }, {}] })
    const month = (await preview(table, { ...csv, mapping: { dateOrder: 'month' } })).body.data
    expect(month.added[0].startDate).toBe('2027-03-04')
    const clear = (await preview(`${table}\nC,25/4/2027,X`, { ...csv, mapping: { dateOrder: 'month' } })).body
    expect(clear.data).toMatchObject({ table: { dateOrder: 'day' }, counts: { added: 3 } })
  })

  it('tell faulty lines and import the others', async () => {
    const { run, events } = await startClub(app)
    const table = 'name,date,location\nA,2027-02-30,X\nB,2027-03-01,X\n"C,2027-03-02,X'
    const { result } = (await run(table, csv)).lines.at(-1)
    expect(result.faults.map(({ line }: Json) => line)).toEqual([2, 4])
    expect(await events()).toMatchObject([{ name: 'B', allDay: true }])
  })

  it('read bytes in any encoding', async () => {
    const { calendarId, editor } = await startClub(app)
    const content = Buffer.from('name,date,location\nCaf\xe9,2027-02-01,X', 'latin1').toString('base64')
    const { body } = await editor.post('/imports/preview', { calendarId, fileName: 'x.csv', content })
    expect(body.data.added[0].name).toBe('Café')
  })

  it('hold nobody up, however large they are', async () => {
    const { editor, input } = await startClub(app)
    const events = Array.from({ length: 10_000 }, (_, i) => event(`u${i}`, '20270320', `Match ${i}`))
    let read = false
    const preview = editor.post('/imports/preview', input(calendar(...events))).finally(() => (read = true))
    let meanwhile = 0
    for (; !read; meanwhile++) expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    expect((await preview).body.data).toMatchObject({ counts: { added: 10_000 }, added: { length: 200 } })
    expect(meanwhile).toBeGreaterThan(5)
  })

  it.each<[string, Json, string, string]>([
    ['neither file nor address', {}, 'content', 'one of content, text and url'],
    ['two of them', { text: 'x', fileName: 'x', url: 'https://example.com/' }, 'content', 'one of'],
    ['a file without a name', { text: 'x' }, 'fileName', 'is required'],
    ['what is no base64', { fileName: 'x', content: 'no base64!' }, 'content', 'base64'],
    ['an address that is none', { url: 'ftp://example.com/x.ics' }, 'url', 'http, https or webcal'],
    ['a user name in it', { url: 'https://a:b@example.com/x' }, 'url', 'user name'],
    ['an odd port', { url: 'http://example.com:25/' }, 'url', 'port'],
    [
      'a length of two days',
      { text: 'x', fileName: 'x', options: { defaultMinutes: 2880 } },
      'options.defaultMinutes',
      '1440',
    ],
    [
      'a strange order',
      { text: 'x', fileName: 'x', mapping: { dateOrder: 'year' } },
      'mapping.dateOrder',
      'day, month',
    ],
    ['a title of nothing', { text: 'x', fileName: 'x', mapping: { title: 'x' } }, 'mapping.title', '{home}'],
    [
      'columns that are a list',
      { text: 'x', fileName: 'x', mapping: { columns: ['name'] } },
      'mapping.columns',
      'object',
    ],
  ])('refuse %s', async (_, over, field, words) => {
    const { calendarId, editor } = await startClub(app)
    const { status, body } = await editor.post('/imports/preview', { calendarId, ...over })
    expect(status).toBe(400)
    expect(body.statusLong).toBe('Invalid Import Data')
    expect(body.errors[field]).toContain(words)
  })

  it('refuse a calendar of somebody else, and a file of more than 10 MB in plain words', async () => {
    const one = await startClub(app)
    const two = await startClub(app)
    const foreign = await two.preview(SEASON, { calendarId: one.calendarId })
    expect(foreign).toMatchObject({ status: 404 })
    const sentence = { statusLong: 'The file is larger than 10 MB. Split it into smaller ones' }
    const content = Buffer.alloc(10_000_001, 'x').toString('base64')
    const { calendarId, editor } = one
    const large = { calendarId, fileName: 'x.csv', content }
    expect(await editor.post('/imports/preview', large)).toMatchObject({ status: 413, body: sentence })
    const huge = { ...large, content: content + content }
    expect(await editor.post('/imports/preview', huge)).toMatchObject({ status: 413, body: sentence })
  })

  it('keep the last hundred of a publisher, and hide those of calendars that are gone', async () => {
    const { club, editor, calendarId, run } = await startClub(app)
    const options = { draft: false, removeMissing: false }
    const old = { publisherId: club.id, calendarId, kind: 'file' as const, options }
    for (let i = 0; i < 100; i++)
      await saveImportSource(app.ctx.db, { ...old, name: `${i}.ics`, lastRunAt: 1000 + i })
    await run(SEASON)
    const { data } = (await editor.get('/imports')).body
    expect(data).toHaveLength(100)
    expect(data.slice(0, 2).map(({ name }: Json) => name)).toEqual(['season.ics', '99.ics'])
    expect(data.at(-1).name).toBe('1.ics')
    await club.delete(`/calendar/${calendarId}`)
    expect((await editor.get('/imports')).body.data).toEqual([])
  })
})

describe('imports from an address', () => {
  const app = useTestApp('sqlite', BEHIND_PROXY)
  const strict = useTestApp('sqlite', {
    config: (config) => ({
      ...BEHIND_PROXY.config(config),
      webhooks: { ...config.webhooks, allowPrivate: false },
    }),
  })
  let host: FaultyReceiver
  /** The request for the address that is never answered: it arrived, and the service gave it up. */
  const hanging = { began: Promise.withResolvers<void>(), left: Promise.withResolvers<void>() }
  beforeAll(async () => {
    const server = createServer((req, res) => {
      const path = req.url!
      if (path === '/moved') res.writeHead(302, { location: '/season' }).end()
      else if (path === '/inside') res.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end()
      else if (path === '/round') res.writeHead(302, { location: '/round' }).end()
      else if (path === '/packed') res.end(gzipSync(SEASON))
      else if (path === '/bomb') res.end(gzipSync(Buffer.alloc(50_000_000)))
      else if (path === '/large') res.end(Buffer.alloc(10_000_001, 'x'))
      else if (path === '/season') res.end(SEASON)
      else if (path === '/hang') {
        hanging.began.resolve()
        req.socket.once('close', () => hanging.left.resolve())
      } else res.writeHead(404).end()
    })
    host = await listen(server)
  })
  afterAll(() => host[Symbol.asyncDispose]())
  const at = (path: string, scheme = 'http') => `${scheme}://127.0.0.1:${host.port}${path}`

  it.each(['/season', '/moved', '/packed'])('read what is at %s', async (path) => {
    const { calendarId, editor } = await startClub(app)
    const answer = await editor.post('/imports/preview', { calendarId, url: at(path) })
    expect(answer.body.data).toMatchObject({
      source: { kind: 'address', name: at(path) },
      counts: { added: 2, faults: 0 },
    })
  })

  it('take webcal addresses and are remembered with them, which only editors see', async () => {
    const { club, calendarId, editor } = await startClub(app)
    const url = at('/season', 'webcal')
    expect((await run(editor, { calendarId, url })).lines.at(-1)).toMatchObject({ result: { added: 2 } })
    expect((await editor.get('/imports')).body.data).toMatchObject([{ kind: 'address', name: url }])
    expect((await (await userOf(app, club, 'viewer')).get('/imports')).status).toBe(403)
    const entry = (await auditOf(app, club.id)).find(({ action }) => action === 'import.run')
    expect(entry!.after).not.toContain('/season')
  })

  it.each([
    ['/nothing', 400, 'answered 404'],
    ['/round', 400, 'leads on and on'],
    ['/bomb', 413, 'larger than 10 MB'],
    ['/large', 413, 'larger than 10 MB'],
  ])('refuse what is at %s', async (path, status, words) => {
    const { calendarId, editor } = await startClub(app)
    const answer = await editor.post('/imports/preview', { calendarId, url: at(path) })
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(words)
  })

  it('are no longer fetched when the caller leaves', async () => {
    const { calendarId, editor } = await startClub(app)
    const leaving = new AbortController()
    const headers = {
      cookie: [...editor.cookies].map((pair) => pair.join('=')).join('; '),
      'x-csrf-token': editor.csrf,
    }
    const body = JSON.stringify({ calendarId, url: at('/hang') })
    const init = { method: 'POST', headers, body, signal: leaving.signal }
    const answer = fetch(`${app.url}/admin/api/imports/preview`, init).catch((error: Error) => error.name)
    await hanging.began.promise
    leaving.abort()
    expect(await answer).toBe('AbortError')
    // Well before the fetch would give up by itself, after 20 seconds.
    await hanging.left.promise
  }, 15_000)

  it('go nowhere inside, unless they may', async () => {
    const { calendarId, editor } = await startClub(strict)
    for (const url of [
      at('/season'),
      at('/season', 'webcal'),
      'http://metadata.internal/',
      'http://[::1]:8080/',
    ]) {
      const answer = await editor.post('/imports/preview', { calendarId, url })
      expect(answer, url).toMatchObject({ status: 400 })
      expect(answer.body.errors.url).toContain('private network')
    }
    expect(host.received).toEqual([])
  })
})
