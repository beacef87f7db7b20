import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { nextRevision } from '../../src/revisions/revision.ts'
import { DATABASES } from '../support/databases.ts'
import { insertManyEvents, watchRows } from '../support/many-events.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, record, send, type TestPublisher } from '../support/test-publisher.ts'

const MANY = 2300
/** The most events that one statement reads. */
const SLICE = 2000

describe.each(DATABASES)('calendars of many events on %s', (kind) => {
  const app = useTestApp(kind)

  async function clubWithFan() {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber(undefined, [calendar])
    const { body } = await club.post('/batch/events', { type: 'private', events: [record(fan.svcId)] })
    const { id, scheduleId } = body.items[0] as Record<string, string>
    const ids = await insertManyEvents(app.ctx, club.id, MANY, { calendarId: scheduleId!, private: true })
    return { club, calendar, fan, calendarId: scheduleId!, ids: [id!, ...ids].sort() }
  }

  /** The result of `ask`, and the number of rows that each statement on the way read. */
  async function watched<T>(ask: () => Promise<T>): Promise<{ answer: T; reads: number[] }> {
    const watch = watchRows(app.ctx)
    try {
      return { answer: await ask(), reads: watch.reads }
    } finally {
      watch.stop()
    }
  }

  async function pagesOf(club: TestPublisher, path: string) {
    const names: string[] = []
    const counts: Json[] = []
    for (let cursor = ''; ;) {
      const { body } = await club.get(`/admin/api${path}${cursor && `&cursor=${cursor}`}`)
      names.push(...body.data.map((event: Json) => event.name))
      counts.push(body.count)
      if (!body.next) return { names, count: counts[0] }
      cursor = encodeURIComponent(body.next as string)
    }
  }

  it('change by their reference type in few statements, all or none', async () => {
    const club = await app.publisher()
    const [home, other] = [await club.calendar(), await club.calendar()]
    await insertManyEvents(app.ctx, club.id, MANY, {
      ...{ calendarId: home, private: false, referenceType: 'season' },
      quickLinks: [{ position: 1, name: 'Tickets', url: 'https://tickets.example/a' }],
    })
    const { answer, reads } = await watched(() =>
      club.put('/events/season', { name: 'Moved', 'quickLink[2][url]': 'https://tickets.example/b' }),
    )
    expect(answer.body.updated).toBe(MANY)
    expect(reads.length).toBeLessThan(40)
    const page = (await club.get(`/event?calendarIds=${home}&showPastEvents=1&limit=100&page=23`)).body
    expect(page.count).toBe(MANY)
    expect(page.data[0]).toMatchObject({ name: 'Moved', location: 'City Ground' })
    expect(page.data[0]['quickLink[1][original_url]']).toBe('https://tickets.example/a')
    expect(page.data[0]['quickLink[2][original_url]']).toBe('https://tickets.example/b')
    const changes = (await club.get('/changes?limit=1')).body.data
    expect(changes).toHaveLength(MANY)
    expect(changes[0]).toMatchObject({ kinds: ['title', 'text'], calendarId: home })

    // Into further calendars and out of them again; nothing is left behind.
    const both = await club.put('/events/season', { calendarIds: [home, other] })
    expect(both.body.updated).toBe(MANY)
    expect((await club.get(`/event?calendarIds=${other}&showPastEvents=1`)).body.count).toBe(MANY)
    expect((await club.put('/events/season', { calendarIds: [home] })).status).toBe(200)
    expect((await club.get(`/event?calendarIds=${other}&showPastEvents=1`)).status).toBe(204)
    const refused = await club.put('/events/season', { endDate: '2027-04-10' })
    expect(refused.status).toBe(400)
    expect((await club.put('/events/season', { location: '' })).body.errors.location).toBeTruthy()
  })

  it('are too many of one reference type beyond 20,000, with advice', { timeout: 60_000 }, async () => {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    await insertManyEvents(app.ctx, club.id, 20_001, { calendarId, private: false, referenceType: 'all' })
    const refused = await club.put('/events/all', { name: 'Moved' })
    expect(refused.status).toBe(413)
    expect(refused.body.statusLong).toContain('List them page by page with GET /event')
    const { data } = (await club.get(`/event?calendarIds=${calendarId}&showPastEvents=1&limit=1`)).body
    expect(data[0].name).not.toBe('Moved')
  })

  it('are not changed for a client that is gone', async ({ skip }) => {
    if (kind === 'sqlite') skip('SQLite has one connection that writes: nothing can wait beside the test')
    const club = await app.publisher()
    const calendarId = await club.calendar()
    await insertManyEvents(app.ctx, club.id, 10, { calendarId, private: false, referenceType: 'few' })
    const gone = new AbortController()
    const waits = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const waiting = async () => (await waits.execute(app.ctx.db)).rows[0]!.n
    await app.ctx.db.transaction().execute(async (tx) => {
      await nextRevision(tx, club.id, Date.now())
      const body = JSON.stringify({ name: 'Moved' })
      const asked = fetch(club.signedUrl('/events/few', body), { method: 'PUT', body, signal: gone.signal })
      asked.catch(() => {})
      await expect.poll(waiting).toBe(1)
      gone.abort()
      await expect(asked).rejects.toThrow()
    })
    await expect.poll(waiting).toBe(0)
    await club.put(`/calendar/${calendarId}`, { name: 'After', subGenre: 'Rugby' })
    const { data } = (await club.get(`/event?calendarIds=${calendarId}&showPastEvents=1`)).body
    expect(data.map((event: Json) => event.name)).not.toContain('Moved')
  })

  it('are read in slices for the record of a subscriber, which lists all ids', async () => {
    const { club, calendar, fan, ids } = await clubWithFan()
    const shown = await insertManyEvents(app.ctx, club.id, 1500, { calendarId: calendar, private: false })
    await insertManyEvents(app.ctx, club.id, 10, { calendarId: calendar, private: false, draft: true })
    const { answer, reads } = await watched(() => club.get(`/subscriber/${fan.svcId}`))
    expect(answer.body.data.data).toMatchObject({ privateEventIds: ids, eventIds: shown.sort() })
    expect(Math.max(...reads)).toBe(250)
  })

  it('are sent page by page as the list of a subscriber, by start', async () => {
    const { club, calendar, fan } = await clubWithFan()
    await club.event(calendar, {
      name: 'Between',
      startDate: '2027-04-10',
      startTime: '15:30',
      endTime: '17:00',
    })
    await insertManyEvents(app.ctx, club.id, 3, {
      calendarId: calendar,
      private: false,
      draft: true,
      name: 'Draft',
    })
    const path = `/event?svc_id=${fan.svcId}`
    const { answer, reads } = await watched(() => club.get(path))
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.body).toHaveLength(MANY + 5)
    const starts = answer.body.map((event: Json) => `${event.startDate} ${event.startTime}`)
    expect(starts.filter((start: string) => start.slice(-5) === '15:30')).toHaveLength(1)
    expect(new Set(answer.body.map((event: Json) => event.eventId)).size).toBe(MANY + 5)
    expect(reads.filter((rows) => rows === 100).length).toBeGreaterThan(20)
    expect(Math.max(...reads)).toBe(250)
    expect((await club.get(`${path}&type=fixture`)).body).toHaveLength(4)
    const page = await watched(() => club.get(`${path}&page=12&limit=100`))
    expect(page.answer.body).toEqual(answer.body.slice(1100, 1200))
    expect(Math.max(...page.reads)).toBe(250)
    expect((await club.get(`${path}&page=25`)).status).toBe(204)
    const nobody = await club.subscriber()
    expect((await club.get(`/event?svc_id=${nobody.svcId}`)).text).toBe('[]')
    expect((await send(club.signedUrl(path), { method: 'HEAD' })).status).toBe(200)
  })

  it('are listed in the portal page by page, in any order and through any filter', async () => {
    const { club, calendarId, fan } = await clubWithFan()
    const draft = { calendarId, private: true, draft: true, name: 'Only a draft' }
    await insertManyEvents(app.ctx, club.id, 600, draft)
    const path = `/subscribers/${fan.svcId}/events?limit=100`
    const all = await pagesOf(club, path)
    expect(all.names).toHaveLength(MANY + 601)
    expect(all.count).toEqual({ value: MANY + 601, more: false })
    const back = await pagesOf(club, `${path}&sort=-start`)
    expect(back.names.toReversed().slice(1300, 1400)).toEqual(all.names.slice(1300, 1400))
    const drafts = await pagesOf(club, `${path}&draft=1`)
    expect(drafts.count).toEqual({ value: 600, more: false })
    expect(new Set(drafts.names)).toEqual(new Set(['Only a draft']))
    expect((await pagesOf(club, `${path}&q=event 2299`)).names).toEqual(['Event 2299'])
    const days = await pagesOf(club, `${path}&from=2027-04-11&to=2027-04-12&draft=0`)
    expect(days.names).toHaveLength(48)
    const byName = await pagesOf(club, `${path}&sort=name`)
    expect(byName.names).toHaveLength(MANY + 601)
    const { reads } = await watched(() => club.get(`/admin/api${path}&q=nothing`))
    expect(Math.max(...reads)).toBe(250)
  })

  it('are found on far pages of the list of private events, in slices', async () => {
    const { club, fan, ids } = await clubWithFan()
    for (const query of ['', `&svc_id=${fan.svcId}`]) {
      const path = `/batch/events?type=private${query}`
      const { answer, reads } = await watched(() => club.get(`${path}&page=23`))
      expect(answer.body.data.map((event: Json) => event.id)).toEqual(ids.slice(2200, 2300))
      expect(Math.max(...reads)).toBeLessThanOrEqual(SLICE)
      expect((await club.get(`${path}&page=24`)).body.data).toHaveLength(1)
      expect((await club.get(`${path}&page=25`)).body.data).toEqual([])
    }
    const search = await club.post(`/batch/events/search?type=private&svc_id=${fan.svcId}&limit=2&page=2`, {
      ids: ids.slice(10, 14).reverse(),
    })
    expect(search.body.data.map((event: Json) => event.id)).toEqual(ids.slice(12, 14))
  })

  it.each(['apiv2', 'admin'])('are deleted in steps, with others in between, by way of %s', async (way) => {
    const { club, calendar, fan } = await clubWithFan()
    const other = await app.publisher()
    await insertManyEvents(app.ctx, club.id, MANY, { calendarId: calendar, private: false })
    const versions: number[] = []
    let deleted = false
    const asking = (async () => {
      while (!deleted) {
        const { status } = await other.get('/calendar')
        if (status === 200) versions.push(status)
      }
    })()
    const { answer, reads } = await watched(() =>
      club.delete(way === 'admin' ? `/admin/api/calendars/${calendar}` : `/calendar/${calendar}`),
    )
    deleted = true
    await asking
    expect(answer).toMatchObject({ status: 200 })
    // A step reads 200 ids, and their deletion answers which of them were dates of series.
    expect(reads.filter((rows) => rows === 200)).toHaveLength(22)
    expect(Math.max(...reads)).toBe(200)
    expect(versions.length).toBeGreaterThan(1)
    expect((await club.get(`/calendar/${calendar}`)).status).toBe(404)
    expect((await club.get('/event?showPastEvents=1&showDraft=1')).status).toBe(204)
    expect((await club.get(`/subscriber/${fan.svcId}`)).body.data.data.calIds).toEqual([])
  })

  it('keep a calendar that nobody may delete', async () => {
    const { club, calendarId } = await clubWithFan()
    const stranger = await app.publisher()
    expect((await club.delete(`/calendar/${calendarId}`)).status).toBe(403)
    expect((await stranger.delete(`/calendar/${calendarId}`)).status).toBe(404)
    expect((await club.get('/batch/events?type=private&page=23')).body.data).toHaveLength(100)
  })
})
