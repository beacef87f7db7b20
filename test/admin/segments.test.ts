import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'
import { type TestBrowser, userOf } from '../support/users.ts'

const NOBODY = '0'.repeat(24)

describe.each(DATABASES)('segments of subscribers on %s', (kind) => {
  let clock = Date.parse('2027-03-01T12:00:00Z')
  // It goes on with each look at it, so that a hundred requests meet no limit.
  const app = useTestApp(kind, { now: () => (clock += 300) })
  let club: TestPublisher
  let editor: TestBrowser
  let first: string
  let juniors: string

  /** Ann follows both calendars, Ben the first and Cid the juniors; Dot has left both. */
  beforeAll(async () => {
    club = await app.publisher()
    editor = await userOf(app, club, 'editor')
    ;[first, juniors] = [await club.calendar(), await club.calendar()]
    await club.subscriber('ann@example.com', [first, juniors])
    await club.subscriber('ben@example.com', [first])
    await club.subscriber('cid@example.com', [juniors])
    const { svcId } = await club.subscriber('dot@example.com', [first, juniors])
    await club.post(`/subscriber/${svcId}/unsubscribe`)
  })

  const keep = async (name: string, filter: Json): Promise<string> => {
    const { status, text, body } = await editor.post('/segments', { name, filter })
    expect(status, text).toBe(200)
    return body.data.id as string
  }
  const found = async (query: Json) => {
    const { body } = await editor.get(`/subscribers?${new URLSearchParams({ sort: 'email', ...query })}`)
    expect(body.count).toEqual({ value: body.data.length, more: false })
    return body.data.map((row: Json) => (row.email as string).slice(0, 3)).join(' ')
  }

  it('are used by the list, its count and the download', async () => {
    const both = { state: 'active', calendarIds: [first, juniors], follows: 'all' }
    const segmentId = await keep('Both teams', both)
    expect(await found({ segmentId })).toBe('ann')
    const csv = (await editor.get(`/subscribers.csv?segmentId=${segmentId}`)).text
    const emails = parse<{ email: string }>(csv, { bom: true, columns: true }).map(({ email }) => email)
    expect(emails).toEqual(['ann@example.com'])
    const owner = await userOf(app, club, 'owner')
    const entries = (await owner.get('/audit-log?action=subscribers.export')).body.data
    expect(entries[0]).toMatchObject({ after: { ...both, count: 1 } })

    // Filters beside it take the place of its own, and a search is one more.
    expect(await found({ segmentId, state: 'left' })).toBe('dot')
    expect(await found({ segmentId, calendarIds: juniors })).toBe('ann cid')
    expect(await found({ segmentId, q: 'ann' })).toBe('ann')
    expect(await found({ segmentId, q: 'ben' })).toBe('')
    expect((await editor.get(`/subscribers?segmentId=${segmentId}&sort=left`)).status).toBe(400)
    // Without a word about it, one of the calendars is enough.
    const either = await keep('Either team', { calendarIds: [first, juniors] })
    expect(await found({ segmentId: either })).toBe('ann ben cid dot')
  })

  it('are listed, renamed, changed and deleted, and the audit log has it', async () => {
    const other = await app.publisher()
    const owner = await userOf(app, other, 'owner')
    const listed = async () => (await owner.get('/segments')).body.data as Json[]
    const filter = { state: 'left', source: 'Widget' }
    const { id } = (await owner.post('/segments', { name: ' Gone ', filter })).body.data
    expect(await listed()).toEqual([{ id, name: 'Gone', filter, created: expect.stringMatching(/Z$/) }])
    await owner.put(`/segments/${id}`, { name: 'Lost' })
    expect(await listed()).toMatchObject([{ name: 'Lost', filter }])
    await owner.put(`/segments/${id}`, { filter: { source: 'API' } })
    expect(await listed()).toMatchObject([{ name: 'Lost', filter: { source: 'API' } }])
    expect((await owner.delete(`/segments/${id}`)).status).toBe(200)
    expect(await listed()).toEqual([])
    const entries = (await owner.get('/audit-log?action=segment')).body.data as Json[]
    expect(entries.map(({ action }) => action)).toEqual([
      'segment.delete',
      'segment.change',
      'segment.change',
      'segment.create',
    ])
    expect(entries[2]).toMatchObject({ before: { name: 'Gone' }, after: { name: 'Lost' } })
  })

  it('are refused with what does not fit, as the parameters of the list are', async () => {
    const { body } = await editor.post('/segments', { filter: {} })
    expect(body.errors).toEqual({ name: 'Segment name is required' })
    const refused: [Json, string][] = [
      [{ state: 'gone' }, 'filter.state'],
      [{ state: '' }, 'filter.state'],
      [{ calendarIds: [] }, 'filter.calendarIds'],
      [{ calendarIds: ['x'] }, 'filter.calendarIds[0]'],
      [{ calendarIds: [first, first] }, 'filter.calendarIds'],
      [{ calendarIds: Array.from({ length: 21 }, (_, n) => `${n}`.padStart(24, '0')) }, 'filter.calendarIds'],
      [{ follows: 'none' }, 'filter.follows'],
      [{ source: 'Mail' }, 'filter.source'],
      [{ widgetId: 'x' }, 'filter.widgetId'],
      [{ calendarIds: [first, NOBODY] }, 'filter.calendarIds'],
      [{ widgetId: first }, 'filter.widgetId'],
      // A search may name a person, who must be forgotten when erased.
      [{ q: 'ann@example.com' }, 'filter'],
    ]
    for (const [filter, field] of refused) {
      const { status, body } = await editor.post('/segments', { name: 'Wrong', filter })
      expect(status, JSON.stringify(filter)).toBe(400)
      expect(Object.keys(body.errors)).toEqual([field])
    }
    const id = await keep('Once', {})
    const again = await editor.post('/segments', { name: 'ONCE', filter: {} })
    expect(again).toMatchObject({
      status: 400,
      body: { kind: 'name_taken', errors: { name: expect.stringContaining('no other segment') } },
    })
    const another = await keep('Another', {})
    expect((await editor.put(`/segments/${another}`, { name: 'Once' })).body.kind).toBe('name_taken')
    const lost = await editor.put(`/segments/${another}`, { filter: { calendarIds: [NOBODY] } })
    expect(Object.keys(lost.body.errors)).toEqual(['filter.calendarIds'])
    expect((await editor.put(`/segments/${id}`, { name: 'once' })).status).toBe(200)
  })

  it('belong to one publisher, and there can be a hundred', async () => {
    const other = await userOf(app, await app.publisher(), 'owner')
    const id = await keep('Ours', {})
    for (const answer of [
      await other.get(`/subscribers?segmentId=${id}`),
      await other.get(`/subscribers.csv?segmentId=${id}`),
      await other.put(`/segments/${id}`, { name: 'Theirs' }),
      await other.delete(`/segments/${id}`),
      await editor.get(`/subscribers?segmentId=${NOBODY}`),
    ])
      expect(answer.status).toBe(404)
    for (let n = 0; n < 100; n++)
      expect((await other.post('/segments', { name: `${n}`, filter: {} })).status).toBe(200)
    const more = await other.post('/segments', { name: 'More', filter: {} })
    expect(more).toMatchObject({ status: 409, body: { kind: 'most_reached' } })
  })
})
