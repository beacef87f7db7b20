import { describe, expect, it } from 'vitest'
import { changeMany } from '../support/change-many.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, type Json } from '../support/test-publisher.ts'
import { auditOf, userOf } from '../support/users.ts'

const CUP = { filter: { referenceType: 'cup' } }
const NEUTRAL = { location: 'Neutral Ground' }

describe.each(DATABASES)('undoing a change of many events on %s', (kind) => {
  const app = useTestApp(kind)

  async function newCup(places = ['Park', 'Harbour', 'Stadium']) {
    const club = await app.publisher()
    const ed = await userOf(app, club, 'editor')
    const calendar = await club.calendar()
    const ids: string[] = []
    for (const location of places)
      ids.push(await club.event(calendar, { name: `Match at ${location}`, location, referenceType: 'cup' }))
    const read = async (id: string) => (await ed.get(`/events/${id}`)).body.data
    const all = (field: string) => Promise.all(ids.map(async (id) => (await read(id))?.[field]))
    const apply = (input: Json) => changeMany(ed, CUP, input)
    const undo = (change: string, by = ed) => by.post(`/event-changes/${change}/undo`)
    return { club, ed, calendar, ids, read, all, apply, undo }
  }

  it('keeps in the log how each event was, and puts it back', async () => {
    const { club, ids, all, apply, undo, read } = await newCup()
    const { sequence } = await read(ids[0]!)
    const { change, changed } = await apply(NEUTRAL)
    expect(changed).toBe(3)
    const entry = (await auditOf(app, club.id)).at(-1)!
    expect(entry).toMatchObject({ id: change, action: 'event.change-all', subject_id: change })
    expect(JSON.parse(entry.before!)).toEqual({
      events: {
        [ids[0]!]: { name: 'Match at Park', location: 'Park' },
        [ids[1]!]: { name: 'Match at Harbour', location: 'Harbour' },
        [ids[2]!]: { name: 'Match at Stadium', location: 'Stadium' },
      },
    })
    expect(JSON.parse(entry.after!)).toMatchObject({
      change: NEUTRAL,
      events: { [ids[0]!]: { name: 'Match at Park', location: 'Neutral Ground' } },
    })

    const undone = await undo(change)
    expect(undone.body.data).toMatchObject({ restored: 3, leftAlone: 0, left: [] })
    expect(await all('location')).toEqual(['Park', 'Harbour', 'Stadium'])
    // Applications take an event only when its sequence rises.
    expect((await read(ids[0]!)).sequence).toBe(sequence + 2)
    const told = (await auditOf(app, club.id)).at(-1)!
    expect(told).toMatchObject({
      id: undone.body.data.change,
      action: 'event.undo-all',
      subject_id: change,
    })
    expect(JSON.parse(told.after!)).toMatchObject({ undone: change })

    // Undoing can be undone in its turn.
    expect((await undo(told.id)).body.data.restored).toBe(3)
    expect(new Set(await all('location'))).toEqual(new Set(['Neutral Ground']))
  })

  it('puts events back into the calendars that had them', async () => {
    const { club, calendar, ids, all, apply, undo } = await newCup(['Park'])
    const [ground, other] = [await club.calendar(), await club.calendar()]
    await club.put(`/event/${ids[0]}`, { addCalendarIds: [ground] })
    const { change } = await apply({ addCalendarIds: [other], removeCalendarIds: [calendar] })
    expect(await all('calendarIds')).toEqual([[ground, other]])
    expect((await undo(change)).body.data).toMatchObject({ restored: 1, leftAlone: 0 })
    expect(await all('calendarIds')).toEqual([[calendar, ground]])
    await undo((await apply({ removeCalendarIds: [ground] })).change)
    const away = (await apply({ removeCalendarIds: [ground] })).change
    await club.delete(`/calendar/${ground}`)
    expect((await undo(away)).body.data).toMatchObject({ restored: 0, left: [{ why: 'calendar' }] })
  })

  it('shows subscribers what it put back', async () => {
    const { club, calendar, apply, undo } = await newCup()
    const { feedUrl } = await club.subscriber(undefined, [calendar])
    const { change } = await apply({ cancelled: 1, ...NEUTRAL })
    expect(await (await fetch(feedUrl)).text()).toContain('LOCATION:Neutral Ground')
    await undo(change)
    const feed = await (await fetch(feedUrl)).text()
    expect(feed).not.toContain('Neutral Ground')
    expect(feed).toContain('LOCATION:Harbour')
    expect(feed).not.toContain('STATUS:CANCELLED')
  })

  it('puts back times, zones, calendars, links and what was not there before', async () => {
    const { club, ed, ids, read, apply, undo } = await newCup(['Park', 'Harbour'])
    // Imported events may have no place.
    await app.ctx.db.updateTable('event').set({ location: '' }).where('id', '=', ids[1]!).execute()
    const before = await Promise.all(ids.map(read))
    const other = await club.calendar()
    const input = {
      ...{ allDay: 'yes', timezone: 'Asia/Tokyo', calendarId: other, draft: 1, cancelled: 1 },
      ...{ alert: '2H', details: 'Bring your card.', referenceType: 'cup-27', tags: ['a'], ...NEUTRAL },
      quickLink: [{ name: 'Tickets', url: 'https://tickets.example/1' }],
    }
    const { change } = await apply(input)
    expect(await read(ids[1]!)).toMatchObject({ startTime: null, calendarId: other, cancelled: true })
    expect((await undo(change)).body.data).toMatchObject({ restored: 2 })
    for (const [at, id] of ids.entries()) {
      const { sequence, modified, ...was } = before[at]
      expect(await read(id)).toMatchObject(was)
    }
    expect((await ed.get('/events?referenceType=cup')).body.data).toHaveLength(2)
  })

  it('leaves alone what was changed since, and says which', async () => {
    const { club, ed, ids, all, apply, undo } = await newCup(['Park', 'Harbour', 'Stadium', 'Arena'])
    const { change } = await apply(NEUTRAL)
    await ed.put(`/events/${ids[0]}`, { location: 'Town Hall' })
    // Another field is no obstacle, and stays as it is.
    await ed.put(`/events/${ids[1]}`, { name: 'The final' })
    await ed.delete(`/events/${ids[2]}`)
    expect((await ed.get(`/event-changes/${change}/undo`)).body.data).toMatchObject({
      ...{ events: 2, leftAlone: 2, refused: null, left: [{ why: 'changed' }, { why: 'deleted' }] },
    })
    expect((await undo(change)).body.data).toMatchObject({
      restored: 2,
      leftAlone: 2,
      left: [
        { id: ids[0], name: 'Match at Park', why: 'changed' },
        { id: ids[2], name: 'Match at Stadium', why: 'deleted' },
      ],
    })
    expect(await all('location')).toEqual(['Town Hall', 'Harbour', undefined, 'Arena'])
    expect(await all('name')).toEqual(['Match at Park', 'The final', undefined, 'Match at Arena'])
    // Done once, there is nothing left to put back.
    const entries = (await auditOf(app, club.id)).length
    const again = await undo(change)
    expect(again.body.data).toMatchObject({ restored: 0, leftAlone: 4, change: null })
    expect(await auditOf(app, club.id)).toHaveLength(entries)
  })

  it('leaves alone what would not be valid, or has no calendar to go back to', async () => {
    const { club, ed, ids, all, apply, undo, read } = await newCup(['Park'])
    const earlier = await apply({ startTime: '10:00' })
    await ed.put(`/events/${ids[0]}`, { endTime: '11:00' })
    expect((await undo(earlier.change)).body.data).toMatchObject({
      restored: 0,
      left: [{ id: ids[0], why: 'refused' }],
    })
    expect(await read(ids[0]!)).toMatchObject({ startTime: '10:00', endTime: '11:00' })

    const other = await club.calendar()
    const { calendarId } = await read(ids[0]!)
    const { change } = await apply({ calendarId: other, ...NEUTRAL })
    await ed.delete(`/calendars/${calendarId}`)
    expect((await undo(change)).body.data).toMatchObject({
      restored: 0,
      left: [{ id: ids[0], why: 'calendar' }],
    })
    expect(await all('location')).toEqual(['Neutral Ground'])
  })

  it('is for editors of that publisher, and of such changes only', async () => {
    const { club, all, apply, undo } = await newCup()
    const { change } = await apply(NEUTRAL)
    const viewer = await userOf(app, club, 'viewer')
    const path = `/event-changes/${change}/undo`
    expect((await undo(change, viewer)).status).toBe(403)
    expect((await viewer.get(path)).status).toBe(403)
    const stranger = await newCup()
    expect((await undo(change, stranger.ed)).status).toBe(404)
    expect((await stranger.ed.get(path)).status).toBe(404)
    const other = (await auditOf(app, club.id)).at(-1)!
    expect(other.action).toBe('session.start')
    for (const none of [other.id, 'x', '0'.repeat(24)]) expect((await undo(none)).status, none).toBe(404)
    expect(new Set(await all('location'))).toEqual(new Set(['Neutral Ground']))
  })

  it('says so of changes from before the log kept how events were', async () => {
    const { club, ed, apply, undo } = await newCup()
    const { change } = await apply(NEUTRAL)
    await app.ctx.db
      .updateTable('audit_log')
      .set({ before: null, after: JSON.stringify({ ...NEUTRAL, events: 3 }) })
      .where('publisher_id', '=', club.id)
      .where('id', '=', change)
      .execute()
    const answer = await undo(change)
    expect(answer.status).toBe(409)
    expect(answer.body.statusLong).toContain('can not be undone')
    const { data } = (await ed.get(`/event-changes/${change}/undo`)).body
    expect(data).toMatchObject({ events: 0, refused: expect.stringContaining('can not be undone') })
  })

  it('keeps each entry small: a portion ends where its entry is full', async () => {
    const { club, ed, all } = await newCup(Array.from({ length: 12 }, (_, n) => `Park ${n}`))
    const applyAll = async (input: Json) => (await changeMany(ed, CUP, input)).changes
    await applyAll({ details: 'x'.repeat(8000) })
    const changes = await applyAll({ details: 'y'.repeat(8000) })
    expect(changes.length).toBeGreaterThan(1)
    expect(new Set(await all('details'))).toEqual(new Set(['y'.repeat(8000)]))
    const entries = (await auditOf(app, club.id)).filter(({ id }) => changes.includes(id))
    expect(entries).toHaveLength(changes.length)
    for (const { before, after } of entries) expect(`${before}${after}`.length).toBeLessThan(130_000)
    for (const change of changes.reverse())
      expect((await ed.post(`/event-changes/${change}/undo`)).status).toBe(200)
    expect(new Set(await all('details'))).toEqual(new Set(['x'.repeat(8000)]))
  })

  it('puts a single event back, as long as it is as the entry left it', async () => {
    const { club, ed, ids, read, undo } = await newCup(['Park'])
    const id = ids[0]!
    const last = async () => (await auditOf(app, club.id)).at(-1)!
    const before = await read(id)
    await ed.put(`/events/${id}`, { location: 'Harbour', startTime: '16:00', endTime: '18:00' })
    const changed = await last()
    expect(changed.action).toBe('event.change')
    await ed.put(`/events/${id}`, { startTime: '16:30' })
    const path = `/event-changes/${changed.id}/undo`
    expect((await ed.get(path)).body.data).toMatchObject({ events: 0, left: [{ id, why: 'changed' }] })
    expect((await undo(changed.id)).body.data).toMatchObject({ restored: 0, change: null })
    await undo((await last()).id)
    expect((await ed.get(path)).body.data).toMatchObject({ events: 1, left: [], refused: null })
    await undo(changed.id)
    const { sequence, modified, ...was } = before
    expect(await read(id)).toMatchObject(was)
    expect((await read(id)).sequence).toBeGreaterThan(sequence)
    expect(await last()).toMatchObject({ action: 'event.undo', subject_kind: 'event', subject_id: id })
  })

  it('brings a deleted event back with its address and links, and deletes a created one', async () => {
    const { club, ed, calendar, read, undo } = await newCup([])
    const last = async () => (await auditOf(app, club.id)).at(-1)!.id
    const link = { quickLink: [{ name: 'Tickets', url: 'https://tickets.example/1' }] }
    const made = { ...fixture({ name: 'Final', reference: 'final' }), calendarId: calendar, ...link }
    const { id } = (await ed.post('/events', made)).body.data
    const created = await last()
    const { feedUrl } = await club.subscriber(undefined, [calendar])
    const feed = async () => (await fetch(feedUrl)).text()
    const before = await read(id)
    const lines = (text: string) => text.split('\r\n').filter((line) => /^(UID|URL|SUMMARY)/.test(line))
    const shown = lines(await feed())
    expect(shown.join()).toContain('SUMMARY:Final')

    await ed.delete(`/events/${id}`)
    const deleted = await last()
    expect(await feed()).not.toContain('SUMMARY:Final')
    expect((await undo(created)).body.data).toMatchObject({ restored: 0, left: [{ why: 'deleted' }] })
    expect((await undo(deleted)).body.data).toMatchObject({ restored: 1, left: [] })
    const { sequence, modified, ...was } = before
    expect(await read(id)).toMatchObject(was)
    expect((await read(id)).sequence).toBeGreaterThan(sequence)
    expect(lines(await feed())).toEqual(shown)
    expect((await undo(deleted)).body.data).toMatchObject({ left: [{ why: 'there' }] })

    await ed.put(`/events/${id}`, { location: 'Harbour' })
    const moved = await last()
    expect((await undo(created)).body.data).toMatchObject({ restored: 0, left: [{ why: 'changed' }] })
    await undo(moved)
    expect((await undo(created)).body.data.restored).toBe(1)
    expect(await read(id)).toBeUndefined()
    // That is undone in its turn.
    expect((await undo(await last())).body.data.restored).toBe(1)
    expect(await read(id)).toMatchObject(was)

    await ed.delete(`/events/${id}`)
    const again = await last()
    await ed.post('/events', made)
    expect((await undo(again)).body.data).toMatchObject({ left: [{ name: 'Final', why: 'reference' }] })
    await ed.delete(`/calendars/${calendar}`)
    expect((await undo(again)).body.data).toMatchObject({ left: [{ why: 'calendar' }] })
  })

  it('brings private events back to their subscriber, and nothing of one who was erased', async () => {
    const { club, undo } = await newCup([])
    const owner = await userOf(app, club, 'owner')
    const { svcId } = await club.subscriber()
    const path = `/subscribers/${svcId}/events`
    const last = async () => (await auditOf(app, club.id)).at(-1)!
    const make = async () =>
      (await owner.post(path, { ...fixture({ type: 'private', name: 'Card payment' }) })).body.data.id
    const [one, two] = [await make(), await make()]
    const names = async () => (await owner.get(path)).body.data.map(({ name }: Json) => name)
    await owner.put(`${path}/${one}`, { name: 'Another' })
    await undo((await last()).id)
    expect(await names()).toEqual(['Card payment', 'Card payment'])
    await owner.delete(`${path}/${one}`)
    const single = (await last()).id
    const many = await changeMany(owner, { svcId, ids: [two] }, { remove: true })
    expect(await names()).toEqual([])
    for (const id of [single, many.change]) expect((await undo(id)).body.data.restored).toBe(1)
    expect(await names()).toEqual(['Card payment', 'Card payment'])
    // Somebody else's events are not found by way of a subscriber, nor are public ones.
    const stranger = await club.subscriber()
    const none = await changeMany(owner, { svcId: stranger.svcId, ids: [one] }, { name: 'x' })
    expect(none.preview.changing).toEqual([])
    expect((await changeMany(owner, { ids: [one] }, { name: 'x' })).preview.changing).toEqual([])

    await owner.delete(`${path}/${one}`)
    const gone = (await last()).id
    expect((await owner.delete(`/subscribers/${svcId}`)).status).toBe(200)
    const texts = (await auditOf(app, club.id)).map(({ before, after }) => `${before} ${after}`).join()
    expect(texts).not.toContain('Card payment')
    for (const id of [gone, many.change, single]) expect((await undo(id)).status, id).toBe(409)
  })
})
