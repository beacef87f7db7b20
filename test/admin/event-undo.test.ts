import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json } from '../support/test-publisher.ts'
import { auditOf, userOf } from '../support/users.ts'

const PATH = '/reference-types/cup/events'
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
    const apply = async (input: Json) => (await ed.put(PATH, input)).body.data
    const undo = (change: string, by = ed) => by.post(`/event-changes/${change}/undo`)
    return { club, ed, calendar, ids, read, all, apply, undo }
  }

  it('keeps in the log how each event was, and puts it back', async () => {
    const { club, ids, all, apply, undo, read } = await newCup()
    const { sequence } = await read(ids[0]!)
    const { change, ...counts } = await apply(NEUTRAL)
    expect(counts).toEqual({ updated: 3, changed: 3 })
    const entry = (await auditOf(app, club.id)).at(-1)!
    expect(entry).toMatchObject({ id: change, action: 'event.change-all', subject_id: 'cup' })
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
    expect(told).toMatchObject({ id: undone.body.data.change, action: 'event.undo-all', subject_id: 'cup' })
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

  it('is refused in its preview for a calendar that is unknown, also where the first event refuses it anyway', async () => {
    const { club, ed, ids } = await newCup(['Park', 'Harbour'])
    await club.put(`/event/${ids[0]}`, { startDate: '2027-05-01', endDate: '2027-05-01' })
    const change = { endDate: '2027-04-11', addCalendarIds: ['f'.repeat(24)] }
    const told = await ed.put(`${PATH}?dryRun=1`, change)
    expect(told).toMatchObject({
      status: 400,
      body: { errors: { calendarIds: expect.stringContaining('has no calendar with ID') } },
    })
    const readable = await ed.put(`${PATH}?dryRun=1`, { endDate: '2027-04-11', addCalendarIds: 5 })
    expect(readable.body.data).toMatchObject({ events: 2, changed: 0, refused: [{}, {}] })
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
    const { club, ed, ids, all, apply, undo } = await newCup()
    const { change } = await apply(NEUTRAL)
    expect((await undo(change, await userOf(app, club, 'viewer'))).status).toBe(403)
    const stranger = await newCup()
    expect((await undo(change, stranger.ed)).status).toBe(404)
    await ed.put(`/events/${ids[0]}`, { name: 'Another' })
    const single = (await auditOf(app, club.id)).at(-1)!
    expect(single.action).toBe('event.change')
    for (const none of [single.id, 'x', '0'.repeat(24)]) expect((await undo(none)).status, none).toBe(404)
    expect(new Set(await all('location'))).toEqual(new Set(['Neutral Ground']))
  })

  it('says so of changes from before the log kept how events were', async () => {
    const { club, apply, undo } = await newCup()
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
  })

  it('keeps each entry small: a portion ends where its entry is full', async () => {
    const { club, ed, all } = await newCup(Array.from({ length: 12 }, (_, n) => `Park ${n}`))
    /** Portion by portion; returns the ids of the changes. */
    const applyAll = async (input: Json) => {
      const changes: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const answer = await ed.put(`${PATH}?cursor=${cursor}`, input)
        changes.push(answer.body.data.change)
        cursor = answer.body.next
      }
      return changes
    }
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
})
