import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signSha256 } from '../../src/signing/signature.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

describe.each(DATABASES)('the signature checker on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 100), ...BEHIND_PROXY })

  async function withOwner() {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const check = async (question: Json) => (await owner.post('/signature-check', question)).body.data
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    /** Sends what was signed as said; answers its entry in the log. */
    const sendAs = async (method: string, path: string, apiSign: string, body?: string) => {
      const url = `${app.url}${path}apiKey=${club.apiKey}&apiSign=${apiSign}`
      expect((await send(url, { method, ...(body !== undefined && { body }) })).status).toBe(403)
      await app.ctx.requestLog.flush()
      return (await owner.get('/requests')).body.data[0]
    }
    return { club, owner, check, md5, sendAs }
  }

  it('shows the text we sign, and that it matches', async () => {
    const { club, check } = await withOwner()
    const url = club.signedUrl('/calendar?tz=Europe/London')
    expect(await check({ method: 'GET', url })).toEqual({
      apiKey: club.apiKey,
      keyName: 'First key',
      method: 'GET',
      path: '/apiv2/calendar',
      form: 'md5',
      matches: true,
      text: `‹secret›apiKey${club.apiKey}tzEurope/London`,
      signed: null,
      parameters: [
        { name: 'apiKey', value: club.apiKey },
        { name: 'tz', value: 'Europe/London' },
      ],
      body: { bytes: 0, state: 'none' },
      clock: null,
      problems: [],
      refusals: [],
      refusalKinds: [],
    })
    const { pathname, search } = new URL(url)
    expect((await check({ method: 'GET', url: pathname + search })).matches).toBe(true)
    const posted = club.signedUrl('/calendar', '{"name":"É"}')
    expect(await check({ method: 'POST', url: posted, body: '{"name":"É"}' })).toMatchObject({
      matches: true,
      body: { bytes: 13, state: 'known' },
    })
  })

  it('names the mistake of a request in the log', async () => {
    const { club, owner, check, md5, sendAs } = await withOwner()
    const row = await sendAs('GET', '/apiv2/event?tz=UTC&', md5(`tzUTCapiKey${club.apiKey}${club.secret}`))
    const report = await check({ requestId: row.id })
    expect(report).toMatchObject({ matches: false, path: '/apiv2/event' })
    expect(report.problems.map((problem: Json) => problem.code)).toEqual(['unsorted', 'secret-place'])
    expect(report.signed).toBe(`tzUTCapiKey${club.apiKey}‹secret›`)
    expect(await check({ requestId: row.requestId })).toEqual(report)
    const ok = await club.get('/calendar')
    await app.ctx.requestLog.flush()
    const right = { requestId: ok.headers.get('x-request-id') }
    expect(await owner.post('/signature-check', right)).toMatchObject({
      status: 409,
      body: { statusLong: 'Its signature was right' },
    })
  })

  it('asks for the body of a request in the log, and says what is wrong with it', async () => {
    const { club, check, md5, sendAs } = await withOwner()
    const body = '{"name": "x", "type": "fixture"}'
    const signed = '{"name":"x","type":"fixture"}'
    const row = await sendAs(
      'POST',
      '/apiv2/calendar?',
      md5(`${club.secret}apiKey${club.apiKey}${signed}`),
      body,
    )
    expect(await check({ requestId: row.id })).toMatchObject({
      matches: null,
      body: { bytes: 32, state: 'unknown' },
      problems: [],
    })
    const report = await check({ requestId: row.id, body })
    expect(report).toMatchObject({ matches: false, body: { state: 'known' } })
    expect(report.problems.map((problem: Json) => problem.code)).toEqual(['body-rewritten'])
    const other = await check({ requestId: row.id, body: '{"name":"another"}' })
    expect(other).toMatchObject({ matches: null, body: { state: 'differs' } })
  })

  it('tells of the clock at the time of the request', async () => {
    const { club, owner, check } = await withOwner()
    const query: [string, string][] = [
      ['apiKey', club.apiKey],
      ['apiTime', String(Math.floor(now / 1000) - 1000)],
    ]
    const sign = signSha256(club.secret, {
      method: 'GET',
      path: '/apiv2/event',
      query,
      body: Buffer.alloc(0),
    })
    const search = new URLSearchParams([...query, ['apiSign', sign]]).toString()
    expect((await send(`${app.url}/apiv2/event?${search}`)).status).toBe(403)
    await app.ctx.requestLog.flush()
    now += 3_600_000
    const [row] = (await owner.get('/requests')).body.data
    const report = await check({ requestId: row.id })
    expect(report).toMatchObject({ form: 'sha256', matches: true, clock: { ok: false, allowed: 300 } })
    expect(report.clock.seconds).toBeGreaterThan(-1010)
    expect(report.clock.seconds).toBeLessThan(-990)
    expect(report.problems.map((problem: Json) => problem.code)).toEqual(['clock'])
  })

  it('names another key, and why a key would be refused all the same', async () => {
    const { club, owner, check, md5 } = await withOwner()
    const other = (await owner.post('/api-keys', { name: 'Box office' })).body.data
    const url = `https://x.example/apiv2/event?apiKey=${club.apiKey}&apiSign=${md5(`${other.secret}apiKey${club.apiKey}`)}`
    const report = await check({ method: 'GET', url })
    expect(report.problems).toMatchObject([
      { code: 'other-key', what: expect.stringContaining('“Box office”') },
    ])
    expect(JSON.stringify(report)).not.toContain(other.secret)
    await owner.put(`/api-keys/${club.apiKey}`, {
      active: false,
      sha256Only: true,
      expires: '2027-01-01T00:00:00Z',
    })
    expect(await check({ method: 'GET', url: club.signedUrl('/event') })).toMatchObject({
      matches: true,
      refusals: [
        'The API key is switched off.',
        'The API key has expired.',
        'The API key accepts only SHA-256 signatures.',
      ],
    })
  })

  it('tells of timestamp and nonce only where the key wants them and they are missing', async () => {
    const { club, owner, check } = await withOwner()
    await owner.put(`/api-keys/${club.apiKey}`, { onceOnly: true })
    const refusals = async (query: string) =>
      (await check({ method: 'GET', url: club.signedUrl(`/event${query}`) })).refusals
    const needed = ['The API key accepts each request once: it needs timestamp and nonce.']
    expect(await refusals('')).toEqual(needed)
    expect(await refusals('?nonce=5f2b9c1e-0001')).toEqual(needed)
    expect(await refusals('?timestamp=1772366400')).toEqual(needed)
    expect(await refusals('?timestamp=1772366400&nonce=5f2b9c1e-0001')).toEqual([])
    const request = {
      method: 'GET',
      path: '/apiv2/event',
      query: Object.entries({ apiKey: club.apiKey, apiTime: '1772366400', nonce: '5f2b9c1e-0001' }),
      body: Buffer.alloc(0),
    }
    const signed = [...request.query, ['apiSign', signSha256(club.secret, request)]] as [string, string][]
    const url = `${request.path}?${new URLSearchParams(signed)}`
    expect(await check({ method: 'GET', url })).toMatchObject({ form: 'sha256', refusals: [] })
  })

  it('is for owners, and knows no keys of others', async () => {
    const [us, them] = [await withOwner(), await withOwner()]
    const question = { method: 'GET', url: us.club.signedUrl('/event') }
    for (const role of ['viewer', 'editor'] as const) {
      const person = await userOf(app, us.club, role)
      expect((await person.post('/signature-check', question)).status).toBe(403)
    }
    expect((await us.club.post('/admin/api/signature-check', question)).status).toBe(403)
    expect((await them.owner.post('/signature-check', question)).status).toBe(404)
    const row = await us.sendAs('GET', '/apiv2/event?', '0'.repeat(32))
    expect((await them.owner.post('/signature-check', { requestId: row.id })).status).toBe(404)
  })

  it.each<[Json, string[]]>([
    [{}, ['method', 'url']],
    [{ method: 'GET' }, ['url']],
    [{ method: 'get', url: '/x?apiKey=a' }, ['method']],
    [{ method: 'GET', url: 'ftp://x' }, ['url']],
    [{ method: 'GET', url: '/with space' }, ['url']],
    [{ method: 'GET', url: '/apiv2/event' }, ['apiKey']],
    [{ requestId: 5 }, ['requestId']],
    [{ method: 'POST', url: '/x?apiKey=a', body: 'x'.repeat(200_001) }, ['body']],
  ])('refuses %j', async (question, fields) => {
    const { owner } = await withOwner()
    const answer = await owner.post('/signature-check', question)
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Signature Data' } })
    expect(Object.keys(answer.body.errors)).toEqual(fields)
  })

  it('may be asked 30 times a minute', async () => {
    const { club, owner } = await withOwner()
    const question = { method: 'GET', url: club.signedUrl('/event') }
    const statuses = new Set<number>()
    for (let i = 0; i < 40; i++) statuses.add((await owner.post('/signature-check', question)).status)
    expect([...statuses]).toEqual([200, 429])
  })
})
