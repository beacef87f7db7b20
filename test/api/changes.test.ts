import { describe, expect, it } from 'vitest'
import { changeMany } from '../support/change-many.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, record, send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

describe.each(DATABASES)('changes of events on %s', (kind) => {
  const app = useTestApp(kind, BEHIND_PROXY)

  async function startClub() {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    const eventId = await club.event(calendarId)
    return { club, calendarId, eventId, path: `/event/${eventId}` }
  }
  const listed = async (club: TestPublisher, query = ''): Promise<Json[]> =>
    (await club.get(`/changes${query}`)).body.data
  const kinds = async (club: TestPublisher) => (await listed(club)).map((change) => change.kinds.join())

  it('name each kind that subscribers can see, and no other change', async () => {
    const { club, path } = await startClub()
    const other = await club.calendar()
    expect(await listed(club)).toEqual([])
    await club.put(path, { reference: 'another', sponsored_message: 'Beer' })
    await club.put(path, { startTime: '16:00' })
    await club.put(path, { timezone: 'Europe/Paris', location: 'Town Ground' })
    await club.put(path, { cancelled: 1 })
    await club.put(path, { cancelled: 0, name: 'City v Country' })
    await club.put(path, { details: 'Bring a flag.' })
    await club.put(path, { 'quickLink[1][name]': 'Tickets', 'quickLink[1][url]': 'https://example.com' })
    await club.put(path, { alert: '1H', name: 'City v Village' })
    await club.put(path, { draft: 1 })
    await club.put(path, { draft: 1, startTime: '10:00' })
    await club.put(path, { draft: 0 })
    await club.put(path, { calendarId: other, name: 'Elsewhere' })
    await club.delete(path)
    expect(await kinds(club)).toEqual([
      ...['moved', 'moved,place', 'calledOff', 'onAgain,title', 'text', 'text', 'title,text'],
      ...['removed', 'removed', 'removed'],
    ])
  })

  it('tell what was and what is, of public events', async () => {
    const { club, calendarId, eventId, path } = await startClub()
    await club.put(path, { startDate: '2027-04-11', endDate: '2027-04-11', startTime: '16:30' })
    await club.put(path, { endTime: '23:00' })
    await club.delete(path)
    const [moved, , removed] = await listed(club)
    const was = { location: 'City Ground', startDate: '2027-04-10', startTime: '15:00', cancelled: 0 }
    expect(moved).toMatchObject({
      ...{ eventId, calendarId, kinds: ['moved'], ended: false },
      before: { ...was, endTime: '17:00', timezone: 'Europe/London' },
      after: { ...was, startDate: '2027-04-11', startTime: '16:30' },
      ...{ startBefore: '2027-04-10T14:00:00.000Z', startAfter: '2027-04-11T15:30:00.000Z' },
    })
    expect(moved).not.toHaveProperty('svcId')
    expect(removed).toMatchObject({ kinds: ['removed'], after: null, startAfter: null })
    expect(removed.before.endTime).toBe('23:00')
    expect(removed.revision).toBeGreaterThan(moved.revision)
  })

  it('keep no texts of private events, and name whose they are', async () => {
    const { club } = await startClub()
    const fan = await club.subscriber()
    const id = await club.privateEvent(fan.svcId, { name: 'Renewal of a secret' })
    await club.put(`/event/${id}`, { startTime: '14:00', name: 'Another secret' })
    const added = await club.post('/batch/events', {
      type: 'private',
      events: [record(fan.svcId), record(fan.svcId, { draft: 1 })],
    })
    const ids = added.body.items.map((item: Json) => item.id)
    await club.delete('/batch/events?type=private', { ids: [...ids, id] })
    const changes = await listed(club)
    expect(changes).toHaveLength(3)
    for (const change of changes)
      expect(change).toMatchObject({ svcId: fan.svcId, before: null, after: null })
    expect(changes[0]).toMatchObject({
      ...{ kinds: ['moved', 'title'], startBefore: '2027-04-10T14:00:00.000Z' },
      startAfter: '2027-04-10T13:00:00.000Z',
    })
    expect(new Set(changes.slice(1).map((change) => change.eventId))).toEqual(new Set([id, ids[0]]))
    expect(new Set(changes.slice(1).map((change) => change.revision)).size).toBe(1)
  })

  it('come from every way in: groups, their undoing, imports', async () => {
    const { club, calendarId } = await startClub()
    const editor = await userOf(app, club, 'editor')
    for (const n of [1, 2]) await club.event(calendarId, { referenceType: 'cup', startTime: `1${n}:00` })
    const cup = { filter: { referenceType: 'cup' } }
    const { change } = await changeMany(editor, cup, { location: 'Town Ground' })
    await editor.post(`/event-changes/${change}/undo`)
    expect(await kinds(club)).toEqual(['place', 'place', 'place', 'place'])

    const target = await club.calendar()
    const file = (...rows: string[]) =>
      ['reference,name,location,date,start time,end time', ...rows].join('\n')
    const bring = async (text: string) => {
      const input = { calendarId: target, fileName: 'season.csv', text, options: { removeMissing: true } }
      const { digest } = (await editor.post('/imports/preview', input)).body.data
      expect((await editor.post('/imports', { ...input, digest })).status).toBe(200)
    }
    await bring(file('a,Cup,Ground,2027-05-01,15:00,17:00', 'b,League,Ground,2027-05-08,15:00,17:00'))
    const last = (await listed(club)).at(-1)!.revision
    await bring(file('a,Cup,Ground,2027-05-02,15:00,17:00'))
    const imported = await listed(club, `?after=${last}`)
    expect(imported.map((one) => [one.kinds.join(), one.before.name])).toEqual([
      ['moved', 'Cup'],
      ['removed', 'League'],
    ])
  })

  it('come in pages that never end within a revision, and none twice', async () => {
    const { club, calendarId, path } = await startClub()
    for (let n = 0; n < 3; n++) await club.event(calendarId, { referenceType: 'cup' })
    await club.put(path, { name: 'First' })
    await club.put('/event/cup', { location: 'Town Ground' })
    await club.put(path, { name: 'Last' })
    const pages: Json[][] = []
    for (let after = 0; pages.at(-1)?.length !== 0; after = pages.at(-1)?.at(-1)?.revision)
      pages.push(await listed(club, `?after=${after}&limit=2`))
    expect(pages.map((page) => page.map((change) => change.kinds.join()))).toEqual([
      ['title', 'place', 'place', 'place'],
      ['title'],
      [],
    ])
    expect(pages.flat()).toEqual(await listed(club))
  })

  it('are refused after a revision that is not there yet', async () => {
    const { club, path } = await startClub()
    await club.put(path, { name: 'Last' })
    const [{ revision }] = (await listed(club)) as [Json]
    expect(await listed(club, `?after=${revision}`)).toEqual([])
    expect(await club.get(`/changes?after=${revision + 1}`)).toMatchObject({
      status: 400,
      body: { errors: { after: 'after is later than the last change' } },
    })
    for (const query of ['after=-1', 'after=now', 'limit=0', 'limit=1001'])
      expect((await club.get(`/changes?${query}`)).status, query).toBe(400)
  })

  it('go with a person who is erased, and with time', async () => {
    const { club, path } = await startClub()
    const owner = await userOf(app, club, 'owner')
    const fan = await club.subscriber()
    const id = await club.privateEvent(fan.svcId)
    await club.put(`/event/${id}`, { startTime: '14:00' })
    await club.put(path, { name: 'Last' })
    expect(await listed(club)).toHaveLength(2)
    expect((await owner.delete(`/subscribers/${fan.svcId}`)).status).toBe(200)
    expect(await kinds(club)).toEqual(['title'])
  })

  it('are read by an application exactly if its revision is not lower', async () => {
    const { club, calendarId, path } = await startClub()
    const fan = await club.subscriber(undefined, [calendarId])
    const readTo = async () => {
      await app.ctx.feedReads.flush()
      const rows = await app.ctx.db
        .selectFrom('feed_read')
        .select('revision')
        .where('subscriber_id', '=', fan.svcId)
        .execute()
      return rows[0]!.revision
    }
    const first = await send(fan.feedUrl)
    expect(first.status).toBe(200)
    const before = await readTo()
    await club.put(path, { startTime: '16:00' })
    const moved = (await listed(club)).at(-1)!.revision
    expect(before).toBeLessThan(moved)
    const etag = (await send(fan.feedUrl)).headers.get('etag')!
    expect(await readTo()).toBeGreaterThanOrEqual(moved)
    const someone = await club.subscriber()
    await club.put(`/event/${await club.privateEvent(someone.svcId)}`, { startTime: '16:00' })
    const other = (await listed(club)).at(-1)!.revision
    expect((await send(fan.feedUrl, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect(await readTo()).toBeGreaterThanOrEqual(other)
  })
})
