import type { Selectable } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SubscriberTable } from '../../src/db/tables/subscriber.ts'
import { DATABASES } from '../support/databases.ts'
import { insertSubscribers } from '../support/many-subscribers.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'
import { type TestBrowser, userOf } from '../support/users.ts'

const FIRST = ['Zoë', 'Noah', '']
const LAST = ['Dawson', "O'Brien", 'Müller', 'von Ann', '山田', 'Çelik', '']
const SORTS = ['created', '-created', 'email', '-email', 'left', '-left']

describe.each(DATABASES)('the list of subscribers on %s', (kind) => {
  let clock = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (clock += 300) })
  let club: TestPublisher
  let viewer: TestBrowser
  let rows: Selectable<SubscriberTable>[]
  let calendars: string[]
  const followers = new Map<string, Set<string>>()

  /** A third has left, many in the same moment; names are written in many ways. */
  beforeAll(async () => {
    club = await app.publisher()
    viewer = await userOf(app, club, 'viewer')
    calendars = [await club.calendar(), await club.calendar(), await club.calendar()]
    const names = [
      'anna',
      'Anna',
      'ann',
      'zoë',
      'a_b',
      'a%b',
      'a-b',
      'a.b',
      'ß',
      'émile',
      '0anna',
      '日本',
      'z😀',
    ]
    const people = Array.from({ length: 200 }, (_, i) => ({
      email: `${names[i % names.length]}${(i * 7919) % 211}@example.com`,
      profile: JSON.stringify({ firstName: FIRST[i % 3], lastName: LAST[i % 7] }),
      ...(i % 3 === 0 && { active: 0 as const, ended_at: 1_000_000 + (i % 4) }),
      source: ['Widget', 'Widget', 'API', 'Portal'][i % 4],
      widget_id: i % 5 === 0 ? club.widgetId : '',
    }))
    rows = await insertSubscribers(app.ctx.db, club.id, people)
    const pairs = rows.flatMap((row, i) =>
      calendars.filter((_, c) => (i >> c) % 2 === 1).map((id) => ({ id: row.id, calendar: id })),
    )
    for (const { id, calendar } of pairs)
      followers.set(calendar, (followers.get(calendar) ?? new Set()).add(id))
    const subscriptions = pairs.map(({ id, calendar }) => ({
      ...{ publisher_id: club.id, subscriber_id: id, calendar_id: calendar, created: 1 },
    }))
    await app.ctx.db.insertInto('subscription').values(subscriptions).execute()
    // Another publisher's people, with the same addresses.
    const other = await app.publisher()
    await insertSubscribers(app.ctx.db, other.id, people)
  })

  const search = (query: Json) => viewer.get(`/subscribers?${new URLSearchParams(query)}`)

  async function all(query: Json): Promise<string[]> {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, text, body } = await search({ limit: '7', ...query, cursor })
      expect(status, text).toBe(200)
      expect(body.data.length).toBeLessThanOrEqual(7)
      ids.push(...body.data.map((row: Json) => row.id as string))
      cursor = body.next as string | null
    }
    return ids
  }

  /** The expected ids, worked out the plain way. */
  function truth({
    q = '',
    state,
    source,
    widgetId,
    calendarIds = '',
    follows = 'any',
    sort,
  }: Json): string[] {
    const octets = (text: string) => Buffer.from(text)
    const compare = (a: Selectable<SubscriberTable>, b: Selectable<SubscriberTable>) => {
      if (sort.includes('email')) return Buffer.compare(octets(a.email_key), octets(b.email_key))
      const byTime = sort.includes('left') ? a.ended_at! - b.ended_at! : 0
      return byTime || (a.id < b.id ? -1 : 1)
    }
    const wanted = sort.includes('left') ? 'left' : state
    const begins = (row: Selectable<SubscriberTable>) => row.email_key.startsWith(q.toLowerCase())
    const has = (row: Selectable<SubscriberTable>) => {
      const { firstName, lastName } = JSON.parse(row.profile)
      const text = `${row.email_key} ${firstName} ${lastName}`.toLowerCase()
      const texts = [text, text.normalize('NFD').replace(/\p{M}/gu, '')]
      const words = q.toLowerCase().split(' ') as string[]
      return words.every((word) => texts.some((text) => text.includes(word)))
    }
    return rows
      .filter((row) => (rows.some(({ id }) => id === q) ? row.id === q : has(row)))
      .filter((row) => !wanted || (row.active === 1) === (wanted === 'active'))
      .filter((row) => !source || row.source === source)
      .filter((row) => !widgetId || row.widget_id === widgetId)
      .filter((row) => {
        const follow = (id: string) => followers.get(id)!.has(row.id)
        const chosen = (calendarIds as string).split(',')
        return !calendarIds || (follows === 'all' ? chosen.every(follow) : chosen.some(follow))
      })
      .sort(
        (a, b) =>
          Number(begins(b)) - Number(begins(a)) || (sort.startsWith('-') ? compare(b, a) : compare(a, b)),
      )
      .map((row) => row.id)
  }

  it.each(SORTS)(
    'finds by any filters exactly who fits, in the order of %s',
    async (sort) => {
      const filters: Json[] = [
        ...[
          {},
          { state: 'left' },
          { source: 'API' },
          { widgetId: club.widgetId },
          { calendarIds: calendars[0] },
        ],
        ...[
          { q: 'anna' },
          { q: 'ANN' },
          { q: 'a_' },
          { q: 'a%' },
          { q: 'zo' },
          { q: 'é' },
          { q: '日' },
          { q: 'x' },
          { q: 'dawson' },
          { q: 'Muller' },
          { q: 'müller' },
          { q: "o'brien zo" },
          { q: 'anna Dawson' },
          { q: '山' },
          { q: 'nobody' },
          { q: 'celik', calendarIds: calendars[0] },
        ],
        { calendarIds: calendars[1], state: 'left', source: 'Widget' },
        { calendarIds: calendars[2], q: 'a', widgetId: club.widgetId },
        ...[calendars.slice(0, 2), calendars.slice(1), calendars].flatMap((several) => {
          const calendarIds = several.join(',')
          const all = { calendarIds, follows: 'all' }
          return [{ calendarIds }, all, { ...all, q: 'an' }, { ...all, state: 'left', source: 'Widget' }]
        }),
        { calendarIds: `${calendars[0]},${calendars[0]}`, follows: 'all' },
        { q: 'an', state: 'left' },
        { q: rows[30]!.id },
        { q: rows[30]!.email },
        { q: rows[30]!.id, source: 'Portal' },
        { q: rows[30]!.id, source: 'API' },
      ]
      if (!sort.includes('left'))
        filters.push({ state: 'active' }, { state: 'active', calendarIds: calendars[0] })
      for (const filter of filters) {
        const found = await all({ ...filter, sort })
        expect(found, `${sort} ${JSON.stringify(filter)}`).toEqual(truth({ ...filter, sort }))
      }
    },
    60_000,
  )

  it('shows what a list needs to', async () => {
    const fan = await club.subscriber('fan@example.com', calendars.slice(0, 2))
    await app.ctx.db
      .updateTable('subscriber')
      .set({ profile: JSON.stringify({ firstName: 'Fay', lastName: 'Anders' }) })
      .where('id', '=', fan.svcId)
      .execute()
    const { body } = await search({ q: 'fan@' })
    expect(body).toMatchObject({ next: null, sort: '-created', count: { value: 1, more: false } })
    expect(body.data).toEqual([
      {
        id: fan.svcId,
        email: 'fan@example.com',
        name: 'Fay Anders',
        state: 'active',
        created: expect.stringMatching(/^2027-03-01T/),
        left: null,
        source: 'Widget',
        calendars: 2,
        lastRead: null,
        application: '',
        latest: null,
      },
    ])
    // The application has what was there when it read, until something changes.
    const latest = async () => {
      await app.ctx.feedReads.flush()
      const { application, latest } = (await search({ q: 'anders' })).body.data[0]
      return [application, latest]
    }
    await fetch(fan.feedUrl, { headers: { 'user-agent': 'Google-Calendar-Importer' } })
    expect(await latest()).toEqual(['Google Calendar', true])
    await club.event(calendars[0]!)
    expect(await latest()).toEqual(['Google Calendar', false])
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    const left = await search({ q: 'fan@', state: 'left' })
    expect(left.body.data[0]).toMatchObject({ state: 'left', left: expect.stringMatching(/^2027-03-01T/) })
    expect((await search({ q: 'fan@', state: 'active' })).body.data).toEqual([])
    await app.ctx.db.deleteFrom('subscriber').where('id', '=', fan.svcId).execute()
  })

  it('counts', async () => {
    const count = async (query: Json) => (await search({ limit: '1', ...query })).body.count
    const left = rows.filter((row) => row.active === 0).length
    expect(await count({ state: 'left' })).toEqual({ value: left, more: false })
    expect(await count({ q: 'an' })).toEqual({ value: truth({ q: 'an', sort: 'email' }).length, more: false })
    const [calendarIds] = calendars
    expect(await count({ calendarIds })).toEqual({ value: followers.get(calendarIds!)!.size, more: false })
    for (const filter of [
      { calendarIds, state: 'active', source: 'API' },
      { calendarIds: calendars.join() },
      { calendarIds: calendars.join(), follows: 'all', state: 'left' },
    ]) {
      const value = truth({ ...filter, sort: 'email' }).length
      expect(await count(filter), JSON.stringify(filter)).toEqual({ value, more: false })
    }
    const { body } = await search({ limit: '1', state: 'active' })
    expect((await search({ limit: '1', state: 'active', cursor: body.next })).body).not.toHaveProperty(
      'count',
    )
  })

  it('says what it does not take', async () => {
    const { body } = await search({ limit: '3' })
    const emails = (await search({ limit: '3', sort: 'email' })).body.next as string
    const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id = '0'.repeat(24)
    const refused: [Json, string][] = [
      [{ state: 'gone' }, 'state'],
      [{ sort: 'name' }, 'sort'],
      [{ sort: 'left', state: 'active' }, 'sort'],
      [{ source: 'Mail' }, 'source'],
      [{ calendarIds: 'x' }, 'calendarIds'],
      [{ calendarIds: `${id},` }, 'calendarIds'],
      [{ calendarIds: Array(21).fill(id).join() }, 'calendarIds'],
      [{ follows: 'none' }, 'follows'],
      [{ segmentId: 'x' }, 'segmentId'],
      [{ widgetId: 'x' }, 'widgetId'],
      [{ limit: '0' }, 'limit'],
      [{ limit: '101' }, 'limit'],
      [{ q: 'a\u0001' }, 'q'],
      [{ q: 'x'.repeat(255) }, 'q'],
      [{ cursor: 'x' }, 'cursor'],
      [{ cursor: `${body.next}x` }, 'cursor'],
      [{ cursor: emails }, 'cursor'],
      [{ cursor: emails, sort: '-email' }, 'cursor'],
      ...[
        null,
        {},
        [],
        ['email', 1, id],
        ['left', 'x', id],
        ['x', 1, id],
        ['created', 0],
        ['created', 0, 'x'],
        ['created', 1.5, id],
        ['left', 1e300, id],
        ['created', 0, id, 1],
      ].map((value): [Json, string] => [
        { cursor: written(value), sort: Array.isArray(value) && value[0] === 'left' ? 'left' : 'created' },
        'cursor',
      ]),
    ]
    for (const [query, field] of refused) {
      const { status, body } = await search(query)
      expect(status, JSON.stringify(query)).toBe(400)
      expect(Object.keys(body.errors), JSON.stringify(query)).toEqual([field])
      expect(body.errors[field]).toMatch(new RegExp(`^Parameter ${field} must be `))
    }
  })

  it('comes in parts where looking further would take too long, and misses nobody', async () => {
    const big = await app.publisher()
    const owner = await userOf(app, big, 'owner')
    const people = Array.from({ length: 5600 }, (_, i) => ({
      email: `many-${String((i * 3571) % 5600).padStart(4, '0')}@example.com`,
      source: i % 2801 === 5 ? 'Portal' : 'Widget',
    }))
    const inserted = await insertSubscribers(app.ctx.db, big.id, people)
    const get = async (query: Json) => (await owner.get(`/subscribers?${new URLSearchParams(query)}`)).body
    const rare = await get({ source: 'Portal', sort: 'created' })
    expect(rare).toMatchObject({ data: [{ id: inserted[5]!.id }, { id: inserted[2806]!.id }] })
    expect(rare.next).toEqual(expect.any(String))
    expect(rare).not.toHaveProperty('count')
    const rest = await get({ source: 'Portal', sort: 'created', cursor: rare.next })
    expect(rest).toMatchObject({ data: [], next: null })

    // Too many to be sorted another way: by e-mail, and it says so.
    let page = await get({ q: 'many', sort: '-created', limit: '100' })
    const emails: string[] = []
    for (;;) {
      expect(page.sort).toBe('email')
      emails.push(...page.data.map((row: Json) => row.email as string))
      if (!page.next) break
      page = await get({ q: 'many', sort: '-created', limit: '100', cursor: page.next })
    }
    expect(emails).toEqual(people.map(({ email }) => email).sort())
    expect((await get({ q: 'many-0', sort: '-created' })).sort).toBe('-created')
  })
})
