import { describe, expect, it } from 'vitest'
import { ORDINARY_KEY } from '../../src/publishers/api-key.ts'
import { insertApiKey } from '../../src/publishers/api-key-store.ts'
import { signSha256 } from '../../src/signing/signature.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, TestPublisher } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, userOf } from '../support/users.ts'

describe.each(DATABASES)('API keys in the admin API on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 100), ...BEHIND_PROXY })
  async function withOwner() {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    /** The publisher's program with another key. */
    const using = ({ apiKey, secret }: Json) =>
      new TestPublisher(app.url, {
        publisher: club,
        apiKey: { key: apiKey, secret },
        widgets: [{ id: club.widgetId }],
      })
    return { club, owner, using }
  }

  it('are made with a secret that is shown once, and work at once', async () => {
    const { club, owner, using } = await withOwner()
    const created = (await owner.post('/api-keys', { name: 'Box office' })).body.data
    expect(created).toEqual({
      apiKey: expect.stringMatching(/^[\w-]{32}$/),
      secret: expect.stringMatching(/^[\w-]{48}$/),
      name: 'Box office',
      active: true,
      sha256Only: false,
      onceOnly: false,
      scope: 'full',
      addresses: [],
      expires: null,
      lastUsed: null,
      created: expect.any(String),
    })
    expect((await using(created).get('/calendar')).status).toBe(200)
    const list = await owner.get('/api-keys')
    expect(list.body.data).toMatchObject([{ name: 'First key', apiKey: club.apiKey }, { name: 'Box office' }])
    for (const text of [list.text, JSON.stringify(await auditOf(app, club.id)), app.log.join('')]) {
      expect(text).not.toContain(created.secret)
      expect(text).not.toContain(club.secret)
    }
  })

  it('are renamed, expire, are switched off and on again, and made to refuse MD5', async () => {
    const { club, owner, using } = await withOwner()
    const { secret, ...key } = (await owner.post('/api-keys', { name: 'Key' })).body.data
    const program = using({ ...key, secret })
    const change = async (input: Json) => (await owner.put(`/api-keys/${key.apiKey}`, input)).body.data
    expect(await change({ name: 'Shop' })).toEqual({ ...key, name: 'Shop' })
    await change({ active: false })
    expect(await program.get('/calendar')).toMatchObject({
      status: 403,
      body: { statusLong: 'The API Key is not active' },
    })
    await change({ active: true })
    expect((await program.get('/calendar')).status).toBe(200)
    await change({ expires: new Date(now + 60_000).toISOString() })
    expect((await program.get('/calendar')).status).toBe(200)
    now += 60_000
    expect((await program.get('/calendar')).status).toBe(403)
    expect((await change({ expires: null })).expires).toBeNull()
    expect((await change({ sha256Only: true })).sha256Only).toBe(true)
    expect(await program.get('/calendar')).toMatchObject({
      status: 403,
      body: { statusLong: 'API signature does not match' },
    })
    const query: [string, string][] = [
      ['apiKey', key.apiKey],
      ['apiTime', String(Math.floor(now / 1000))],
    ]
    const signed = { method: 'GET', path: '/apiv2/calendar', query, body: Buffer.alloc(0) }
    const search = new URLSearchParams([...query, ['apiSign', signSha256(secret, signed)]])
    expect((await send(`${app.url}/apiv2/calendar?${search}`)).status).toBe(200)
    const changes = (await auditOf(app, club.id)).filter((entry) => entry.action === 'api-key.change')
    expect(changes[0]).toMatchObject({
      subject_id: key.apiKey,
      before: '{"name":"Key"}',
      after: '{"name":"Shop"}',
    })
    expect(changes).toHaveLength(6)
  })

  it('are no business of another publisher', async () => {
    const [us, them] = [await withOwner(), await withOwner()]
    const answer = await them.owner.put(`/api-keys/${us.club.apiKey}`, { active: false })
    expect(answer).toMatchObject({
      status: 404,
      body: { statusLong: `API key with ID [${us.club.apiKey}] Not Found` },
    })
    expect((await us.club.get('/calendar')).status).toBe(200)
  })

  it('are at most 100', async () => {
    const { club, owner } = await withOwner()
    for (let i = 0; i < 99; i++) {
      const ordinary = { ...ORDINARY_KEY, active: true, expiresAt: null, lastUsedAt: null }
      const own = { publisherId: club.id, key: `key-${club.id}-${i}`, secret: 'x', name: 'x', created: now }
      await insertApiKey(app.ctx.db, { ...ordinary, ...own })
    }
    expect((await owner.post('/api-keys', { name: 'One more' })).status).toBe(409)
  })

  it.each<[Json, string]>([
    [{ name: '' }, 'name'],
    [{ name: 'a\u0007' }, 'name'],
    [{ expires: 'tomorrow' }, 'expires'],
    [{ expires: 5 }, 'expires'],
    [{ expires: '2027-13-01T00:00:00Z' }, 'expires'],
    [{ sha256Only: 'yes' }, 'sha256Only'],
    [{ onceOnly: 1 }, 'onceOnly'],
    [{ scope: 'write' }, 'scope'],
    [{ addresses: '10.0.0.1' }, 'addresses'],
    [{ addresses: ['10.0.0.0/33'] }, 'addresses'],
    [{ addresses: ['2001:db8::/129'] }, 'addresses'],
    [{ addresses: ['10.0.0.1/08'] }, 'addresses'],
    [{ addresses: ['010.0.0.1'] }, 'addresses'],
    [{ addresses: ['example.com'] }, 'addresses'],
    [{ addresses: Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`) }, 'addresses'],
  ])('refuses %j', async (fault, field) => {
    const { owner } = await withOwner()
    const answer = await owner.post('/api-keys', { name: 'Key', ...fault })
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid API Key Data' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })
})
