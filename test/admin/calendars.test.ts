import { describe, expect, it } from 'vitest'
import { countAll } from '../../src/catalog/count-calendars.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, type TestBrowser, userOf } from '../support/users.ts'

const NEXT_YEAR = new Date().getUTCFullYear() + 1
const NEW = {
  name: 'First team',
  reference: 'first-team',
  categories: 'Sports/Rugby, Men',
  genre: 'Sports',
  subGenre: 'Rugby',
}

describe.each(DATABASES)('calendars in the admin API on %s', (kind) => {
  const app = useTestApp(kind, BEHIND_PROXY)

  async function clubWithEditor() {
    const club = await app.publisher()
    return { club, ed: await userOf(app, club, 'editor') }
  }

  const names = async (browser: TestBrowser, query = '') =>
    ((await browser.get(`/calendars${query}`)).body.data as Json[]).map(({ name }) => name)

  it('are created as drafts, shown, changed and deleted, and the log knows it', async () => {
    const { club, ed } = await clubWithEditor()
    const created = await ed.post('/calendars', { ...NEW, unknown: 1 })
    expect(created.status).toBe(200)
    const { id } = created.body.data
    expect(created.body.data).toEqual({
      ...{ id, name: 'First team', reference: 'first-team', draft: true, logo: '', note: '' },
      eventPages: true,
      ...{ genre: 'Sports', subGenre: 'Rugby', categories: ['Sports/Rugby', 'Men'] },
      feed: `https://fasti.test/calendar/${id}.ics`,
      feedExtent: null,
      page: `https://fasti.test/calendar/${id}`,
      events: { value: 0, more: false },
      subscribers: { value: 0, more: false },
      nextEvent: null,
      created: expect.stringMatching(/^\d{4}-.*Z$/),
      modified: created.body.data.created,
    })
    expect((await ed.get(`/calendars/${id}`)).body).toEqual(created.body)
    expect((await ed.get('/calendars/first-team')).body).toEqual(created.body)
    const feed = `${app.url}/calendar/${id}.ics`
    expect((await send(feed)).text).toContain('calendar ended')

    const changed = await ed.put(`/calendars/${id}`, { subGenre: 'Union', draft: false, categories: 'Women' })
    expect(changed.body.data).toMatchObject({
      subGenre: 'Union',
      draft: false,
      categories: ['Women'],
      name: 'First team',
    })
    expect((await send(feed)).text).toContain('no events yet')
    expect((await club.get(`/calendar/${id}`)).body.data).toMatchObject({
      draftCalendar: 0,
      subGenre: 'Union',
    })

    expect((await ed.delete(`/calendars/${id}`)).status).toBe(200)
    expect((await ed.get(`/calendars/${id}`)).status).toBe(404)
    expect((await send(feed)).text).toContain('calendar ended')
    const log = (await auditOf(app, club.id)).filter(({ subject_id }) => subject_id === id)
    expect(log.map(({ action }) => action)).toEqual(['calendar.create', 'calendar.change', 'calendar.delete'])
    expect(JSON.parse(log[1]!.before!)).toEqual({
      subGenre: 'Rugby',
      draft: true,
      categories: ['Sports/Rugby', 'Men'],
    })
    expect(JSON.parse(log[2]!.before!)).toMatchObject({ name: 'First team', reference: 'first-team' })
  })

  it.each<[string, Json, Json]>([
    ['one without a name', { name: undefined }, { name: 'Calendar name is required' }],
    ['a name of one letter', { name: 'x' }, { name: expect.stringContaining('2 to 250 characters') }],
    [
      'a logo elsewhere',
      { logo: 'ftp://x/y.png' },
      { logo: 'Calendar logo must be an http or https address' },
    ],
    ['a draft of another kind', { draft: 'yes' }, { draft: 'Calendar draft must be true or false' }],
    [
      'an empty level',
      { categories: 'Sports//X' },
      { categories: expect.stringContaining('without empty levels') },
    ],
    ['two faults', { genre: 5, note: 7 }, { genre: expect.any(String), note: expect.any(String) }],
  ])('refuse %s, as the API does', async (_, fault, errors) => {
    const { club, ed } = await clubWithEditor()
    const answer = await ed.post('/calendars', { ...NEW, ...fault })
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Calendar Data' } })
    expect(answer.body.errors).toEqual(errors)
    expect(await names(ed)).toEqual([])
    if ('draft' in fault) return
    const api = await club.post('/calendar', { ...NEW, ...fault, type: 'fixture' })
    expect(api.body.errors).toEqual(errors)
  })

  it('need a name only: what is left out or emptied is chosen', async () => {
    const { club, ed } = await clubWithEditor()
    const chosen = { genre: 'General', subGenre: 'General', categories: [] }
    const first = (await ed.post('/calendars', { name: 'FC Größe' })).body.data
    expect(first).toMatchObject({ reference: 'fc-grosse', draft: true, ...chosen })
    const empty = { reference: '', genre: '', subGenre: '', categories: '' }
    const second = (await ed.post('/calendars', { name: 'FC Größe', ...empty })).body.data
    expect(second).toMatchObject({ reference: 'fc-grosse-2', ...chosen })
    expect((await ed.post('/calendars', { name: '!!' })).body.data.reference).toBe('calendar')
    // The API takes back what it shows of such a calendar.
    const { data } = (await club.get(`/calendar/${first.id}`)).body
    expect(data).toMatchObject({ genre: 'General', categories: ['Uncategorized'] })
    const { name, reference, genre, subGenre, categories } = data
    const same = { name, reference, genre, subGenre, categories }
    expect((await club.put(`/calendar/${first.id}`, same)).status).toBe(200)
    await ed.put(`/calendars/${first.id}`, { genre: 'Sports', subGenre: 'Rugby', categories: 'A/B' })
    const emptied = (await ed.put(`/calendars/${first.id}`, empty)).body.data
    expect(emptied).toMatchObject({ reference: 'fc-grosse', ...chosen })
  })

  it('tell who began to follow them lately, and who left', async () => {
    const { club, ed } = await clubWithEditor()
    const calendar = await club.calendar()
    const other = await club.calendar()
    await club.subscriber(undefined, [calendar])
    const gone = await club.subscriber(undefined, [calendar, other])
    await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
    const growth = async (id: string) => (await ed.get(`/calendars/${id}/growth`)).body.data
    const before = { joined: 0, left: 0 }
    expect(await growth(calendar)).toEqual({ days: 30, joined: 2, left: 1, before })
    expect(await growth(other)).toEqual({ days: 30, joined: 1, left: 1, before })
    expect((await ed.get(`/calendars/${'0'.repeat(24)}/growth`)).status).toBe(404)
  })

  it('refuse a reference that is taken', async () => {
    const { club, ed } = await clubWithEditor()
    await club.calendar({ reference: 'taken' })
    const { id } = (await ed.post('/calendars', NEW)).body.data
    const twice = await ed.post('/calendars', { ...NEW, reference: 'taken' })
    expect([twice.status, twice.body.statusLong, twice.body.kind]).toEqual([
      409,
      'The calendar with reference [taken] already exists',
      'reference_taken',
    ])
    expect((await ed.put(`/calendars/${id}`, { subGenre: 'x', reference: 'taken' })).status).toBe(409)
    expect(await names(ed, '?reference=taken')).toHaveLength(1)
    expect(await names(ed, '?reference=take')).toEqual([])
  })

  it('show events, followers and what comes next', async () => {
    const { club, ed } = await clubWithEditor()
    const calendar = await club.calendar({ draftCalendar: 1 })
    await club.event(calendar, { name: 'Long ago', startDate: '2020-01-01', endDate: '2020-01-01' })
    await club.event(calendar, { name: 'Draft', draft: 1 })
    const off = { startDate: `${NEXT_YEAR}-04-01`, endDate: `${NEXT_YEAR}-04-01` }
    const id = await club.event(calendar, { name: 'Off', ...off })
    await club.put(`/event/${id}`, { cancelled: 1 })
    const ahead = { startDate: `${NEXT_YEAR}-04-10`, endDate: `${NEXT_YEAR}-04-10` }
    const next = await club.event(calendar, { name: 'Derby', ...ahead })
    await club.put(`/calendar/${calendar}`, { draftCalendar: 0, subGenre: 'x' })
    await club.subscriber(undefined, [calendar])
    const gone = await club.subscriber(undefined, [calendar])
    await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
    const { data } = (await ed.get(`/calendars/${calendar}`)).body
    expect(data).toMatchObject({
      events: { value: 4, more: false },
      subscribers: { value: 1, more: false },
      nextEvent: {
        id: next,
        name: 'Derby',
        startDate: ahead.startDate,
        startTime: '15:00',
        timezone: 'Europe/London',
      },
    })
    expect((await ed.get('/calendars')).body.data).toEqual([data])
  })

  it('are searched, filtered and sorted in every way, page by page', async () => {
    const { club, ed } = await clubWithEditor()
    const day = (n: number) => ({ startDate: `${NEXT_YEAR}-0${n}-10`, endDate: `${NEXT_YEAR}-0${n}-10` })
    const ids: string[] = []
    for (const [name, over] of [
      ['Team 10', { categories: 'Sports/Rugby', reference: 'REF-a' }],
      ['team 2', { categories: 'Sports', reference: 'ref-b' }],
      ['Équipe', { categories: 'Culture', draftCalendar: 1, reference: 'c%_' }],
    ] as const)
      ids.push(await club.calendar({ name, ...over }))
    await club.event(ids[0]!, day(5))
    await club.event(ids[2]!, day(3))
    await club.event(ids[2]!, day(4))
    await club.subscriber(undefined, [ids[1]!])
    await app.ctx.calendarCounts.find(club.id)

    expect(await names(ed)).toEqual(['Équipe', 'team 2', 'Team 10'])
    expect(await names(ed, '?sort=-name')).toEqual(['Team 10', 'team 2', 'Équipe'])
    expect(await names(ed, '?sort=created')).toEqual(['Team 10', 'team 2', 'Équipe'])
    expect(await names(ed, '?sort=-events')).toEqual(['Équipe', 'Team 10', 'team 2'])
    expect(await names(ed, '?sort=-subscribers')).toHaveLength(3)
    expect((await names(ed, '?sort=-subscribers'))[0]).toBe('team 2')
    expect(await names(ed, '?sort=next')).toEqual(['Équipe', 'Team 10', 'team 2'])
    expect(await names(ed, '?sort=-next')).toEqual(['Team 10', 'Équipe', 'team 2'])
    expect(await names(ed, '?q=equipe')).toEqual(['Équipe'])
    expect(await names(ed, '?q=REF-')).toEqual(['team 2', 'Team 10'])
    expect(await names(ed, '?q=%25_')).toEqual(['Équipe'])
    expect(await names(ed, '?q=nothing')).toEqual([])
    expect(await names(ed, '?draft=1')).toEqual(['Équipe'])
    expect(await names(ed, '?draft=0')).toEqual(['team 2', 'Team 10'])
    expect(await names(ed, '?category=sports')).toEqual(['team 2', 'Team 10'])
    expect(await names(ed, '?category=Sports%2FRugby')).toEqual(['Team 10'])

    for (const sort of ['name', '-name', 'created', '-created', 'events', '-subscribers', 'next', '-next']) {
      const whole = await names(ed, `?sort=${sort}`)
      const paged: unknown[] = []
      let cursor = ''
      do {
        const { body } = await ed.get(`/calendars?sort=${sort}&limit=1&cursor=${cursor}`)
        expect(body.count).toEqual({ value: 3, more: false })
        paged.push(...(body.data as Json[]).map(({ name }) => name))
        cursor = body.next
      } while (cursor)
      expect(paged, sort).toEqual(whole)
    }
  })

  it.each([
    '?sort=id',
    '?limit=0',
    '?limit=101',
    '?draft=2',
    '?cursor=x',
    `?cursor=${Buffer.from('["-name","a","b"]').toString('base64url')}`,
    `?cursor=${Buffer.from('["name",{},"b"]').toString('base64url')}`,
  ])('refuse %s', async (query) => {
    const { ed } = await clubWithEditor()
    const answer = await ed.get(`/calendars${query}`)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual([/\w+/.exec(query)![0]])
  })

  it('say what deleting them takes along', async () => {
    const { club, ed } = await clubWithEditor()
    const [calendar, other] = [await club.calendar(), await club.calendar()]
    for (const id of [calendar, calendar, other]) await club.event(id)
    const fan = await club.subscriber(undefined, [calendar, other])
    await club.post('/admin/api/widgets', {
      type: 'button',
      name: 'One',
      settings: { calendarIds: [calendar] },
    })
    expect((await ed.get(`/calendars/${calendar}/deletion`)).body.data).toEqual({
      events: { value: 2, more: false },
      subscriptions: { value: 1, more: false },
      widgets: 1,
    })
    await ed.delete(`/calendars/${calendar}`)
    expect((await ed.get(`/calendars/${other}`)).body.data.subscribers.value).toBe(1)
    expect((await club.get(`/subscriber/${fan.svcId}`)).status).toBe(200)
    expect((await club.get(`/event?calendarIds=${calendar}&showPastEvents=1`)).status).toBe(204)
  })

  it('are counted in slices, however they fall', async () => {
    const { club } = await clubWithEditor()
    const [a, b, c] = [await club.calendar(), await club.calendar(), await club.calendar()]
    await club.event(b)
    await club.subscriber(undefined, [a, b])
    await club.subscriber(undefined, [b])
    const gone = await club.subscriber(undefined, [a])
    await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
    const signal = new AbortController().signal
    for (const slice of [1, 2, 3, 4, 100]) {
      const counts = await countAll(app.ctx.db, club.id, signal, slice)
      const of = (id: string) => [counts!.get(id)!.events.value, counts!.get(id)!.subscribers.value]
      expect([of(a), of(b), of(c)], `slices of ${slice}`).toEqual([
        [0, 1],
        [1, 2],
        [0, 0],
      ])
    }
    expect(await countAll(app.ctx.db, club.id, AbortSignal.abort())).toBeUndefined()
  })

  it('are nobody else’s', async () => {
    const { ed } = await clubWithEditor()
    const others = await clubWithEditor()
    const theirs = await others.club.calendar({ reference: 'theirs' })
    for (const key of [theirs, 'theirs', '0'.repeat(24)]) {
      for (const answer of [
        await ed.get(`/calendars/${key}`),
        await ed.get(`/calendars/${key}/deletion`),
        await ed.put(`/calendars/${key}`, { subGenre: 'x' }),
        await ed.delete(`/calendars/${key}`),
      ])
        expect([answer.status, answer.body.statusLong]).toEqual([404, `Calendar with ID [${key}] Not Found`])
    }
    expect(await names(ed)).toEqual([])
    expect(await names(others.ed)).toHaveLength(1)
  })

  it('are looked at by viewers, and changed by editors', async () => {
    const { club } = await clubWithEditor()
    const calendar = await club.calendar()
    const viewer = await userOf(app, club, 'viewer')
    expect(await names(viewer)).toHaveLength(1)
    expect((await viewer.get(`/calendars/${calendar}/deletion`)).status).toBe(200)
    for (const answer of [
      await viewer.post('/calendars', NEW),
      await viewer.put(`/calendars/${calendar}`, { subGenre: 'x' }),
      await viewer.delete(`/calendars/${calendar}`),
    ])
      expect(answer.status).toBe(403)
  })
})
