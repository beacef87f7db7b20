import { describe, expect, it } from 'vitest'
import { newId } from '../../src/ids.ts'
import { changeMany } from '../support/change-many.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, type Json } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, userOf } from '../support/users.ts'

describe.each(DATABASES)('changing many events on %s', (kind) => {
  const app = useTestApp(kind, BEHIND_PROXY)

  async function newLeague(...over: Json[]) {
    const club = await app.publisher()
    const ed = await userOf(app, club, 'editor')
    const calendar = await club.calendar()
    const ids: string[] = []
    for (const [n, fields] of over.entries())
      ids.push(await club.event(calendar, { name: `M${n + 1}`, ...fields }))
    const read = async (id: string): Promise<Json> => (await ed.get(`/events/${id}`)).body.data
    const all = (field: string) => Promise.all(ids.map(async (id) => (await read(id))?.[field]))
    const preview = (body: Json) => ed.post('/event-changes/preview', body)
    return { club, ed, calendar, ids, read, all, preview }
  }

  const on = (day: string, more: Json = {}) => ({ startDate: day, endDate: day, ...more })

  it('says how many people a change of more than a hundred dates of series would reach', async () => {
    const { club, ed, calendar, preview } = await newLeague()
    for (const name of ['ann', 'ben']) await club.subscriber(`${name}@example.com`, [calendar])
    const lesson = {
      name: 'Lesson',
      location: 'Hall',
      ...on('2027-04-13'),
      startTime: '18:00',
      endTime: '19:00',
    }
    for (const rule of ['FREQ=DAILY;COUNT=90', 'FREQ=DAILY;COUNT=60']) {
      const series = { ...lesson, draft: 0, calendarId: calendar, recurrence: { rule } }
      expect((await ed.post('/events', series)).status).toBe(200)
    }
    const told = (await preview({ filter: {}, change: { location: 'Town Hall' } })).body.data
    expect(told).toMatchObject({ live: 150, reach: { people: { value: 2, more: false }, share: null } })
    const drafts = (await preview({ filter: { draft: '1' }, change: { location: 'x' } })).body.data
    expect(drafts).toMatchObject({ live: 0, reach: null })
  })

  it('says of each event how it is and will be, then does exactly that', async () => {
    const { ed, ids, all, preview, club } = await newLeague(
      on('2027-04-11'),
      on('2027-04-10', { location: 'Town Hall' }),
      on('2027-04-12', { location: 'Neutral Ground' }),
      on('2027-04-13', { draft: 1 }),
    )
    const change = { location: 'Neutral Ground' }
    const told = (await preview({ ids, change })).body.data
    expect(told).toMatchObject({ events: 4, live: 2, shared: 0, refusedCount: 0, refused: [] })
    expect(told.reach).toMatchObject({ people: { value: 0, more: false } })
    // By start, without the one that has the place already.
    expect(told.changing.map(({ id }: Json) => id)).toEqual([ids[1], ids[0], ids[3]])
    expect(told.shown[0]).toEqual({
      id: ids[1],
      name: 'M2',
      before: { name: 'M2', location: 'Town Hall' },
      after: { name: 'M2', location: 'Neutral Ground' },
    })
    expect(await all('location')).toEqual(['City Ground', 'Town Hall', 'Neutral Ground', 'City Ground'])

    const done = (await ed.post('/event-changes', { events: told.changing, change })).body.data
    expect(done).toEqual({ done: 3, changed: 3, change: expect.any(String), left: [] })
    expect(new Set(await all('location'))).toEqual(new Set(['Neutral Ground']))
    const entry = (await auditOf(app, club.id)).at(-1)!
    expect(entry).toMatchObject({ id: done.change, action: 'event.change-all', subject_kind: 'events' })
    expect(JSON.parse(entry.before!).events[ids[1]!]).toEqual({ name: 'M2', location: 'Town Hall' })
    expect(JSON.parse(entry.after!)).toMatchObject({ change })
    expect(Object.keys(JSON.parse(entry.after!).events)).toHaveLength(3)
  })

  it('finds events as the list does: by calendar, dates, words, state and reference type', async () => {
    const { club, calendar, ids, preview } = await newLeague(
      on('2027-04-10', { referenceType: 'cup' }),
      on('2027-04-11', { location: 'Town Hall' }),
      on('2027-04-12', { draft: 1 }),
    )
    await club.event(await club.calendar(), on('2027-04-10'))
    const { svcId } = await club.subscriber()
    await club.privateEvent(svcId, { referenceType: 'cup' })
    const found = async (filter: Json) =>
      (await preview({ filter, change: { details: 'x' } })).body.data.changing.map(({ id }: Json) => id)
    expect(await found({ calendarIds: calendar })).toEqual(ids)
    expect(await found({ calendarIds: calendar, sort: '-start' })).toEqual(ids.toReversed())
    expect(await found({ referenceType: 'cup' })).toEqual([ids[0]])
    expect(await found({ q: 'town hall' })).toEqual([ids[1]])
    expect(await found({ draft: '1' })).toEqual([ids[2]])
    expect(await found({ calendarIds: calendar, from: '2027-04-11', to: '2027-04-11' })).toEqual([ids[1]])
    expect(await found({ q: 'nothing of the kind' })).toEqual([])
  })

  it('moves by days at the same hour, and by real minutes, over changes of the clock', async () => {
    // In London clocks go forward on 28 March 2027 at 01:00, and back on 31 October at 02:00.
    const { ed, ids, read } = await newLeague(
      on('2027-03-27', { startTime: '15:00', endTime: '17:00' }),
      on('2027-03-28', { startTime: '00:30', endTime: '03:00' }),
      on('2027-10-30', { startTime: '23:30', endTime: '23:45' }),
      { startDate: '2027-03-26', endDate: '2027-03-27', allDay: 'yes', startTime: '', endTime: '' },
      on('2027-10-31', { startTime: '00:30', endTime: '01:10' }),
    )
    const times = async (n: number) => {
      const { startDate, startTime, endDate, endTime, startAt, endAt } = await read(ids[n]!)
      return {
        from: [startDate, startTime],
        to: [endDate, endTime],
        ms: Date.parse(endAt) - Date.parse(startAt),
      }
    }
    await changeMany(ed, { ids: [ids[0], ids[3]] as string[] }, { moveDays: 1 })
    expect(await times(0)).toEqual({
      from: ['2027-03-28', '15:00'],
      to: ['2027-03-28', '17:00'],
      ms: 7_200_000,
    })
    expect(await times(3)).toMatchObject({ from: ['2027-03-27', null], to: ['2027-03-28', null] })
    expect((await read(ids[0]!)).startAt).toBe('2027-03-28T14:00:00.000Z')

    // 00:30 and an hour is 02:30: the hour between does not exist. It still lasts 90 minutes.
    const before = await times(1)
    await changeMany(ed, { ids: [ids[1]!] }, { moveMinutes: 60 })
    expect(await times(1)).toEqual({
      from: ['2027-03-28', '02:30'],
      to: ['2027-03-28', '04:00'],
      ms: before.ms,
    })
    await changeMany(ed, { ids: [ids[1]!] }, { moveDays: -1, moveMinutes: -180 })
    expect((await times(1)).from).toEqual(['2027-03-26', '23:30'])
    await changeMany(ed, { ids: [ids[2]!] }, { moveMinutes: 45 })
    expect(await times(2)).toMatchObject({ from: ['2027-10-31', '00:15'], to: ['2027-10-31', '00:30'] })

    const refused = await changeMany(ed, { ids: [ids[3], ids[4]] as string[] }, { moveMinutes: 60 })
    expect(refused).toMatchObject({ changed: 0, preview: { refusedCount: 2, changing: [] } })
    expect(refused.preview.refused.map(({ errors }: Json) => errors.moveMinutes)).toEqual([
      expect.stringContaining('lasts all day'),
      expect.stringContaining('comes twice'),
    ])
  })

  it('sets and removes links by their names', async () => {
    const link = (name: string, url: string) => ({ name, url })
    const { ed, ids, all } = await newLeague(
      { quickLink: [link('Tickets', 'https://old.example/1'), link('Report', 'https://report.example')] },
      { quickLink: { 3: link('TICKETS', 'https://old.example/2') } },
      {},
      { quickLink: Array.from({ length: 10 }, (_, n) => link(`L${n}`, `https://l.example/${n}`)) },
    )
    const change = {
      setLinks: [link('tickets', 'https://new.example')],
      removeLinks: ['Report', 'none of the kind'],
    }
    const { preview, changed } = await changeMany(ed, { ids }, change)
    expect(preview.refused).toMatchObject([{ id: ids[3], errors: { setLinks: /10 links already/ } }])
    expect(changed).toBe(3)
    const links = (await all('quickLinks')).map((some: Json[]) =>
      some.map(({ position, name, url }) => [position, name, url]),
    )
    expect(links.slice(0, 3)).toEqual([
      [[1, 'Tickets', 'https://new.example']],
      [[3, 'TICKETS', 'https://new.example']],
      [[1, 'tickets', 'https://new.example']],
    ])
    expect(links[3]).toHaveLength(10)
  })

  it('adds to calendars, moves between them, takes out of them, but not of the last one', async () => {
    const { ed, club, calendar, ids, all, preview } = await newLeague({}, {})
    const [cup, youth] = [await club.calendar(), await club.calendar()]
    await changeMany(ed, { ids }, { addCalendarIds: [cup] })
    expect(await all('calendarIds')).toEqual([
      [calendar, cup],
      [calendar, cup],
    ])
    expect((await preview({ ids, change: { remove: true } })).body.data).toMatchObject({ shared: 2 })
    await changeMany(ed, { ids: [ids[0]!] }, { calendarId: youth })
    await changeMany(ed, { ids }, { removeCalendarIds: [calendar] })
    expect(await all('calendarIds')).toEqual([[youth, cup], [cup]])
    const last = (await preview({ ids, change: { removeCalendarIds: [cup] } })).body.data
    expect(last).toMatchObject({
      changing: [{ id: ids[0] }],
      refused: [{ id: ids[1], errors: { calendarIds: /delete the event/ } }],
    })
    const unknown = { addCalendarIds: ['f'.repeat(24)] }
    for (const path of ['/event-changes/preview', '/event-changes'])
      expect(await ed.post(path, { ids, events: last.changing, change: unknown }), path).toMatchObject({
        status: 400,
        body: { errors: { calendarIds: expect.stringContaining('no calendar with ID') } },
      })
  })

  it('cancels, publishes and deletes, which subscribers see, and takes all of it back', async () => {
    const { ed, club, calendar, ids, all, read } = await newLeague({ draft: 1 }, { draft: 1 }, {})
    const { feedUrl } = await club.subscriber(undefined, [calendar])
    const titles = async () => (await (await fetch(feedUrl)).text()).match(/SUMMARY:.*/g)
    await changeMany(ed, { ids }, { draft: 0, cancelled: 1 })
    expect(await titles()).toHaveLength(3)
    await changeMany(ed, { ids }, { cancelled: 0 })
    const before = await Promise.all(ids.map(read))
    const { change, changed } = await changeMany(ed, { ids }, { remove: true })
    expect(changed).toBe(3)
    expect(await all('id')).toEqual([undefined, undefined, undefined])
    expect(await titles()).not.toContainEqual(expect.stringMatching(/M\d/))
    const entry = (await auditOf(app, club.id)).at(-1)!
    expect(entry).toMatchObject({ action: 'event.delete-all' })
    expect(Object.keys(JSON.parse(entry.before!).events).sort()).toEqual(ids.toSorted())

    const undone = (await ed.post(`/event-changes/${change}/undo`)).body.data
    expect(undone).toMatchObject({ restored: 3, leftAlone: 0 })
    expect(await titles()).toHaveLength(3)
    for (const [n, id] of ids.entries()) {
      const { sequence, modified, ...was } = before[n]
      expect(await read(id)).toMatchObject(was)
    }
    // Undoing is undone in its turn.
    expect((await ed.post(`/event-changes/${undone.change}/undo`)).body.data.restored).toBe(3)
    expect(await all('id')).toEqual([undefined, undefined, undefined])
  })

  it('is about these dates of a series alone, also when they are deleted and come back', async () => {
    const { ed, club, calendar } = await newLeague()
    const recurrence = { rule: 'FREQ=WEEKLY;COUNT=4' }
    const lesson = { ...fixture({ name: 'Lesson' }), calendarId: calendar, recurrence }
    const { id } = (await ed.post('/events', lesson)).body.data
    const { series } = (await ed.get(`/events/${id}`)).body.data
    const list = async () => (await ed.get(`/events?seriesId=${series.id}`)).body.data as Json[]
    const [first, second, third] = (await list()).map((date) => date.id as string)
    await changeMany(ed, { ids: [second!] }, { moveDays: 1 })
    expect((await list()).map(({ startDate }) => startDate)).toEqual([
      ...['2027-04-10', '2027-04-18', '2027-04-24', '2027-05-01'],
    ])
    expect((await ed.get(`/events/${second}`)).body.data.series.changed).toContain('startDate')
    const { change } = await changeMany(ed, { ids: [second!, third!] }, { remove: true })
    await ed.put(`/events/${first}`, { details: 'Bring a pencil' })
    expect(await list()).toHaveLength(2)
    expect((await ed.post(`/event-changes/${change}/undo`)).body.data).toMatchObject({ restored: 2 })
    expect((await list()).map((date) => date.id)).toContain(third)
    // The series keeps them: a change of all dates finds them again.
    await ed.put(`/events/${first}?scope=all`, { location: 'Barn' })
    expect((await list()).map(({ location, startDate }) => [location, startDate])).toEqual([
      ...[
        ['Barn', '2027-04-10'],
        ['Barn', '2027-04-18'],
        ['Barn', '2027-04-24'],
        ['Barn', '2027-05-01'],
      ],
    ])
    const again = await changeMany(ed, { ids: [third!] }, { remove: true })
    await ed.put(`/events/${first}?scope=all`, { location: 'Hall' })
    expect((await ed.post(`/event-changes/${again.change}/undo`)).body.data).toMatchObject({
      left: [{ name: 'Lesson', why: 'series' }],
    })
    expect((await auditOf(app, club.id)).length).toBeGreaterThan(0)
  })

  it('leaves an event that somebody changed or deleted since the preview, and one it does not fit', async () => {
    const { ed, ids, all, preview } = await newLeague({}, {}, {}, {})
    const change = { endTime: '14:00', startTime: '13:00' }
    const { changing } = (await preview({ ids, change })).body.data
    await ed.put(`/events/${ids[0]}`, { details: 'Doors at noon' })
    await ed.delete(`/events/${ids[1]}`)
    const twice = [...changing, changing[3]]
    const { data } = (await ed.post('/event-changes', { events: twice, change })).body
    expect(data).toMatchObject({
      ...{ done: 5, changed: 2 },
      left: [
        { id: ids[0], name: 'M1', why: 'changed' },
        { id: ids[1], why: 'deleted' },
        { id: ids[3], why: 'deleted' },
      ],
    })
    expect(await all('startTime')).toEqual(['15:00', undefined, '13:00', '13:00'])
    const { modified } = (await ed.get(`/events/${ids[2]}`)).body.data
    const events = [{ id: ids[2], modified }]
    const refused = await ed.post('/event-changes', { events, change: { endTime: '09:00' } })
    expect(refused.body.data).toMatchObject({
      ...{ done: 1, changed: 0, change: null },
      left: [{ id: ids[2], name: 'M3', why: 'refused', errors: { endDate: /before the start/ } }],
    })
  })

  it.each<[string, Json, string]>([
    ['nothing in it', {}, 'change'],
    ['a reference', { reference: 'x' }, 'reference'],
    ['a recurrence', { recurrence: { rule: 'FREQ=DAILY' } }, 'recurrence'],
    ['half a day', { moveDays: 0.5 }, 'moveDays'],
    ['a hundred years', { moveDays: 36_500 }, 'moveDays'],
    ['a date beside a move', { moveDays: 1, startDate: '2027-01-01' }, 'startDate'],
    ['a time beside a move by minutes', { moveMinutes: 5, startTime: '10:00' }, 'startTime'],
    ['a link without an address', { setLinks: [{ name: 'Tickets', url: '' }] }, 'setLinks'],
    ['a link to a script', { setLinks: [{ name: 'x', url: 'javascript:alert(1)' }] }, 'setLinks'],
    ['a deletion beside a change', { remove: true, name: 'x' }, 'remove'],
    ['calendars that are no list', { addCalendarIds: 5 }, 'addCalendarIds'],
  ])('refuses a change with %s', async (_, change, field) => {
    const { ed, ids, preview } = await newLeague({})
    const told = await preview({ ids, change })
    expect(told.status).toBe(400)
    expect(Object.keys(told.body.errors)[0]).toContain(field)
    const { modified } = (await ed.get(`/events/${ids[0]}`)).body.data
    const done = await ed.post('/event-changes', { events: [{ id: ids[0], modified }], change })
    expect(done.status).toBe(400)
  })

  it('refuses a body without events, of other forms, and to viewers and strangers', async () => {
    const { ed, club, ids, all, preview } = await newLeague({})
    const change = { name: 'x' }
    const bodies = [
      { change },
      { ids, filter: {}, change },
      { ids: 'all', change },
      { ids: ['x'], change },
      { ids },
    ]
    for (const body of [...bodies, null, 5, []])
      expect((await preview(body)).status, JSON.stringify(body)).toBe(400)
    const bad = await preview({ filter: { from: '2027-02-30' }, change })
    expect(Object.keys(bad.body.errors)).toEqual(['from'])
    // A value that no event takes is refused once, not once for each event.
    const never = await preview({ ids, change: { startTime: 'noon', tags: 'cup' } })
    expect(never.status).toBe(400)
    expect(Object.keys(never.body.errors).toSorted()).toEqual(['change.startTime', 'change.tags'])
    const beyond = Array.from({ length: 501 }, () => ({ id: ids[0], modified: '2027-01-01T00:00:00.000Z' }))
    for (const events of [[], [{ id: ids[0], modified: 'noon' }], [{ id: ids[0] }], beyond, 'all'])
      expect((await ed.post('/event-changes', { events, change })).status).toBe(400)
    expect((await preview({ svcId: 'nobody', ids, change })).status).toBe(404)

    const { changing } = (await preview({ ids, change })).body.data
    const viewer = await userOf(app, club, 'viewer')
    const stranger = (await newLeague()).ed
    expect((await viewer.post('/event-changes/preview', { ids, change })).status).toBe(403)
    expect((await viewer.post('/event-changes', { events: changing, change })).status).toBe(403)
    const elsewhere = await stranger.post('/event-changes/preview', { ids, change })
    expect(elsewhere.body.data).toMatchObject({ events: 0, changing: [] })
    const done = await stranger.post('/event-changes', { events: changing, change })
    expect(done.body.data).toMatchObject({ changed: 0, left: [{ name: '', why: 'deleted' }] })
    expect(await all('name')).toEqual(['M1'])
  })

  it('changes thousands a portion at a time, each to be undone, and refuses more than 5000', async () => {
    const { ed, club, ids, preview } = await newLeague({})
    const db = app.ctx.db
    const row = await db.selectFrom('event').selectAll().where('id', '=', ids[0]!).executeTakeFirstOrThrow()
    const copies = (count: number) =>
      Array.from({ length: count }, () => ({ ...row, id: newId(Date.now()), reference: null }))
    const insert = async (rows: Json[]) => {
      for (let n = 0; n < rows.length; n += 500)
        await db
          .insertInto('event')
          .values(rows.slice(n, n + 500))
          .execute()
    }
    await insert(copies(1099))
    const filter = { calendarIds: row.calendar_id }
    const { preview: told, changed, changes } = await changeMany(ed, { filter }, { draft: 1 })
    expect(told).toMatchObject({ events: 1100, live: 1100 })
    expect(told.shown).toHaveLength(50)
    expect(changed).toBe(1100)
    expect(changes.length).toBeGreaterThan(2)
    const drafts = async () => (await ed.get('/events?draft=1')).body.count.value
    expect(await drafts()).toBe(1100)
    for (const change of changes.toReversed()) await ed.post(`/event-changes/${change}/undo`)
    expect(await drafts()).toBe(0)
    expect((await auditOf(app, club.id)).filter(({ action }) => action === 'event.undo-all')).toHaveLength(
      changes.length,
    )

    await insert(copies(3901))
    const many = await preview({ filter, change: { draft: 1 } })
    expect(many).toMatchObject({ status: 400, body: { errors: { filter: /at most 5000 events/ } } })
  }, 60_000)
})
