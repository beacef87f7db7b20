import { describe, expect, it } from 'vitest'
import { type LoggedRequest, requestLogId } from '../../src/request-log/request-log.ts'
import { insertRequests } from '../../src/request-log/request-log-store.ts'
import { sweepRequests } from '../../src/request-log/request-log-sweep.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const DAY = 86_400_000

describe.each(DATABASES)('the request log on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 100), ...BEHIND_PROXY })

  async function withEditor() {
    const club = await app.publisher()
    const editor = await userOf(app, club, 'editor')
    const list = async (query: Json = {}) => {
      await app.ctx.requestLog.flush()
      return (await editor.get(`/requests?${new URLSearchParams(query)}`)).body
    }
    return { club, editor, list }
  }
  const forged = (club: TestPublisher, path: string, init: RequestInit = {}) =>
    send(
      `${app.url}${path}${path.includes('?') ? '&' : '?'}apiKey=${club.apiKey}&apiSign=${'0'.repeat(32)}`,
      init,
    )

  /** Rows as a flood of requests would leave them, a second apart, the last one now. */
  async function fill(club: TestPublisher, statuses: number[], over: Partial<LoggedRequest> = {}) {
    const rows = statuses.map((status, index) => {
      const at = (over.at ?? now) - (statuses.length - index) * 1000
      return {
        ...{
          publisherId: club.id,
          id: requestLogId(at),
          apiKey: club.apiKey,
          method: 'GET',
          path: '/apiv2/x',
        },
        ...{ status, reason: '', errors: null, durationMs: 1, requestId: `r${index}`, unsigned: null },
        ...over,
        at,
      }
    })
    for (let from = 0; from < rows.length; from += 500)
      await insertRequests(app.ctx.database.limits, rows.slice(from, from + 500))
  }

  it('has each signed request, with the reason and the fields of a refusal', async () => {
    const { club, list } = await withEditor()
    const ok = await club.get('/calendar?page=1')
    const bad = await club.post('/calendar', { name: 'x' })
    const [second, first, ...rest] = (await list()).data
    expect(rest).toEqual([])
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      at: expect.stringMatching(/^2027-03-01T/),
      apiKey: club.apiKey,
      keyName: 'First key',
      method: 'GET',
      path: '/apiv2/calendar',
      status: 200,
      reason: '',
      errors: null,
      durationMs: expect.any(Number),
      requestId: ok.headers.get('x-request-id'),
      checkable: false,
    })
    expect(second).toMatchObject({
      status: 400,
      reason: 'Invalid Calendar Data',
      errors: bad.body.errors,
      requestId: bad.headers.get('x-request-id'),
    })
    expect(Object.keys(second.errors)).toContain('name')
  })

  it('has what the admin API was asked by programs, and nothing of people', async () => {
    const { club, editor, list } = await withEditor()
    await club.get('/admin/api/publisher')
    await club.get('/admin/api/api-keys')
    await editor.get('/publisher')
    expect((await list()).data.map((row: Json) => [row.path, row.status])).toEqual([
      ['/admin/api/api-keys', 403],
      ['/admin/api/publisher', 200],
    ])
  })

  it('has requests whose signature was wrong, and of unknown keys nothing', async () => {
    const { club, editor, list } = await withEditor()
    const body = '{"name":"x"}'
    const refused = await forged(club, '/apiv2/calendar?tz=a+b', { method: 'POST', body })
    await send(`${app.url}/apiv2/calendar?apiKey=nobody&apiSign=x`)
    const [row, ...rest] = (await list()).data
    expect(rest).toEqual([])
    expect(row).toMatchObject({ status: 403, reason: 'API signature does not match', checkable: true })
    const details = (await editor.get(`/requests/${row.id}`)).body.data
    expect(details).toMatchObject({
      ...row,
      query: [
        { name: 'tz', value: 'a b' },
        { name: 'apiKey', value: club.apiKey },
      ],
      body: { bytes: 12, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(JSON.stringify(details)).not.toContain('0'.repeat(32))
    const byRequestId = await editor.get(`/requests/${refused.headers.get('x-request-id')}`)
    expect(byRequestId.body.data).toEqual(details)
  })

  it('keeps neither e-mails nor queries of what was signed well, nor any body', async () => {
    const { club } = await withEditor()
    await club.subscriber('secret.fan@example.com')
    await club.get('/subscriber/secret.fan@example.com?x=secret.value')
    await club.get('/subscriber/secret.fan%40example.com')
    await club.get('/subscriber/secret.stranger@example.com')
    await club.post('/calendar', { name: 'secret.body' })
    await app.ctx.requestLog.flush()
    const rows = await app.ctx.database.limits
      .selectFrom('request_log')
      .selectAll()
      .where('publisher_id', '=', club.id)
      .execute()
    expect(rows.map((row) => row.path)).toContain('/apiv2/subscriber/(e-mail)')
    expect(JSON.stringify(rows)).not.toContain('secret.')
  })

  it('is filtered and counted, page by page', async () => {
    const { club, editor, list } = await withEditor()
    const second = (await (await userOf(app, club, 'owner')).post('/api-keys', { name: 'Box' })).body.data
    await club.get('/calendar')
    await club.get('/event')
    await club.post('/calendar', {})
    const middle = new Date(now + 1).toISOString()
    await forged(club, '/apiv2/event/x', { method: 'DELETE' })
    await send(`${app.url}/apiv2/calendar?apiKey=${second.apiKey}&apiSign=x`)
    await fill(club, [500], { path: '/apiv2/boom_%' })
    const paths = async (query: Json) =>
      (await list(query)).data.map((row: Json) => `${row.method} ${row.path.slice(7)} ${row.status}`)
    const all = await paths({})
    expect(all).toHaveLength(6)
    expect(await paths({ status: 'ok' })).toEqual(['GET event 204', 'GET calendar 200'])
    expect(await paths({ status: 'refused' })).toEqual([
      'GET calendar 403',
      'DELETE event/x 403',
      'POST calendar 400',
    ])
    expect(await paths({ status: 'failed' })).toEqual(['GET boom_% 500'])
    expect(await paths({ key: second.apiKey })).toEqual(['GET calendar 403'])
    expect(await paths({ method: 'POST' })).toEqual(['POST calendar 400'])
    expect(await paths({ path: 'EVENT' })).toEqual(['DELETE event/x 403', 'GET event 204'])
    expect(await paths({ path: '_%' })).toEqual(['GET boom_% 500'])
    expect(await paths({ path: 'nothing' })).toEqual([])
    expect(await paths({ to: middle, status: 'ok' })).toHaveLength(2)
    expect(await paths({ from: middle, status: 'refused' })).toHaveLength(2)
    expect(await paths({ status: 'ok', method: 'GET', path: 'cal', to: middle })).toEqual([
      'GET calendar 200',
    ])
    const first = await list({ limit: '2' })
    expect(first).toMatchObject({ count: { value: 6, more: false } })
    expect(first.keys.map((key: Json) => key.name).sort()).toEqual(['Box', 'First key'])
    const pages = [...first.data]
    for (let { next } = first; next;) {
      const page = (await editor.get(`/requests?limit=2&cursor=${next}`)).body
      pages.push(...page.data)
      next = page.next
    }
    expect(pages.map((row) => `${row.method} ${row.path.slice(7)} ${row.status}`)).toEqual(all)
    const [row] = (await list({ requestId: pages[3].requestId })).data
    expect(row).toEqual(pages[3])
  })

  it.each(['status=good', 'method=TEAPOT', 'from=now', 'to=2027-13-01T00:00:00Z', 'cursor=x', 'limit=0'])(
    'refuses %s',
    async (query) => {
      const { editor } = await withEditor()
      expect((await editor.get(`/requests?${query}`)).status).toBe(400)
    },
  )

  it('is for editors and owners, each of their own publisher', async () => {
    const { club, editor } = await withEditor()
    await club.get('/calendar')
    await app.ctx.requestLog.flush()
    const viewer = await userOf(app, club, 'viewer')
    expect((await viewer.get('/requests')).status).toBe(403)
    const other = await withEditor()
    const { id } = (await editor.get('/requests')).body.data[0]
    expect((await other.editor.get(`/requests/${id}`)).status).toBe(404)
    expect((await other.list()).data).toEqual([])
  })

  it('finds what is rare among very many', async () => {
    const { club, list } = await withEditor()
    await fill(club, [400], { path: '/apiv2/rare', at: now - 100_000_000 })
    await fill(
      club,
      Array.from({ length: 45_000 }, () => 200),
    )
    expect((await list({ path: 'rare' })).data).toHaveLength(1)
    expect((await list()).count).toEqual({ value: 10_000, more: true })
    expect((await list({ path: 'none' })).data).toEqual([])
  })

  it('is kept for 7 days, and of very many the newest, refusals longest', async () => {
    const { club, list } = await withEditor()
    await fill(club, [200, 400], { at: now - 7 * DAY - 60_000 })
    await fill(club, [400, 400, 400, 400, 200, 200, 200, 200, 400, 200, 200])
    const never = new AbortController().signal
    await sweepRequests(app.ctx, never)
    expect((await list()).data).toHaveLength(11)
    await sweepRequests(app.ctx, never, { ms: 7 * DAY, requests: 4, refused: 3 })
    // The newest four, and the newest three refusals.
    expect((await list()).data.map((row: Json) => row.status)).toEqual([200, 200, 400, 200, 400, 400])
  })

  it('takes only so many unverified requests of one publisher, and lets others through', async () => {
    const { club, list } = await withEditor()
    const before = app.ctx.requestLog.dropped
    for (let i = 0; i < 13; i++) {
      await Promise.all(Array.from({ length: 10 }, () => forged(club, '/apiv2/calendar')))
    }
    const other = await withEditor()
    await forged(other.club, '/apiv2/calendar')
    await club.get('/calendar')
    expect((await list({ limit: '100' })).count.value).toBe(101)
    expect((await other.list()).data).toHaveLength(1)
    expect(app.ctx.requestLog.dropped - before).toBe(30)
  })

  it('waits for a database that is away, and drops the oldest when it takes too long', async () => {
    const { club, list } = await withEditor()
    const { requestLog, database } = app.ctx
    await requestLog.flush()
    const before = requestLog.dropped
    await database.limits.schema.alterTable('request_log').renameTo('request_log_gone').execute()
    try {
      await club.get('/calendar')
      await expect(requestLog.flush()).rejects.toThrow()
      // An entry that the database can't take at all is dropped, so that it does not block later ones.
      expect(requestLog.dropped).toBe(before + 1)
      const request = { publisherId: club.id, at: now, apiKey: club.apiKey, method: 'GET', path: '/x' }
      const rest = { status: 200, reason: '', errors: null, durationMs: 0, requestId: '', unsigned: null }
      for (let i = 0; i < 20_001; i++) requestLog.add({ ...request, ...rest, id: requestLogId(now) })
      expect(requestLog.dropped).toBe(before + 1 + 1001)
    } finally {
      await database.limits.schema.alterTable('request_log_gone').renameTo('request_log').execute()
    }
    await requestLog.flush()
    expect((await list()).count).toEqual({ value: 10_000, more: true })
  })
})
