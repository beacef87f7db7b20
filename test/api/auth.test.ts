import { describe, expect, it } from 'vitest'
import { ORDINARY_KEY } from '../../src/publishers/api-key.ts'
import { insertApiKey, setApiKeyActive } from '../../src/publishers/api-key-store.ts'
import { signMd5, signSha256 } from '../../src/signing/signature.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

describe.each(DATABASES)('signing in to the API on %s', (kind) => {
  const app = useTestApp(kind)

  it('takes a signed request', async () => {
    const club = await app.publisher()
    const answer = await club.get('/calendar/')
    expect(answer).toMatchObject({
      status: 200,
      body: { data: [], count: 0, status: '200', statusLong: 'OK' },
    })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('refuses an unknown or missing key', async () => {
    const statusLong = 'The API Key does not exist in the system'
    for (const query of ['', '?apiKey=nobody&apiSign=48805a68e9af682d5bf47d41beda5002', '?apiKey=%FF']) {
      expect(await send(`${app.url}/apiv2/calendar${query}`)).toMatchObject({
        status: 403,
        body: { status: '403', statusLong },
      })
    }
  })

  it('refuses a wrong or missing signature on every operation', async () => {
    const club = await app.publisher()
    const operations = [
      ['GET', '/calendar'],
      ['GET', '/calendar/x'],
      ['POST', '/calendar'],
      ['PUT', '/calendar/x'],
      ['DELETE', '/calendar/x'],
      ['DELETE', '/calendar'],
      ['GET', '/event'],
      ['GET', '/event/x'],
      ['POST', '/event'],
      ['PUT', '/event/x'],
      ['PUT', '/events/x'],
      ['DELETE', '/event/x'],
      ['GET', '/batch/events'],
      ['POST', '/batch/events'],
      ['POST', '/batch/events/search'],
      ['DELETE', '/batch/events'],
      ['GET', '/subscriber/x'],
      ['POST', '/subscriber/x/subscriptions/add'],
      ['POST', '/subscriber/x/unsubscribe'],
    ] as const
    for (const [method, path] of operations) {
      for (const sign of ['', '&apiSign=48805a68e9af682d5bf47d41beda5002']) {
        const answer = await send(`${app.url}/apiv2${path}?apiKey=${club.apiKey}${sign}`, { method })
        expect({ method, path, ...answer.body }).toEqual({
          method,
          path,
          status: '403',
          statusLong: 'API signature does not match',
        })
      }
    }
  })

  it('signs the body byte for byte, whatever the content type', async () => {
    const club = await app.publisher()
    const body =
      '{"name":"Été 🏁",  "type":"fixture","categories":"A","reference":"r","genre":"G","subGenre":"S"}'
    const url = club.signedUrl('/calendar', body)
    const headers = { 'content-type': 'text/xml' }
    expect((await send(url, { method: 'POST', headers, body: body.replace('  ', ' ') })).status).toBe(403)
    expect((await send(url, { method: 'POST', headers, body })).status).toBe(200)
  })

  it('reads a query for meaning as it reads it for the signature', async () => {
    const club = await app.publisher()
    await club.calendar({ draftCalendar: 1 })
    expect((await club.get('/calendar?showDraft=1&showDraft=0')).body.count).toBe(0)
    expect((await club.get('/calendar/?showDraft=a+b%20c%C3%A9')).body.count).toBe(1)
  })

  it('takes a DELETE with its body signed or not', async () => {
    const club = await app.publisher()
    const body = '{"ids":["6942008c26465d00029e4470"]}'
    for (const signed of [body, '']) {
      const answer = await send(club.signedUrl('/batch/events?type=private', signed), {
        method: 'DELETE',
        body,
      })
      expect(answer).toMatchObject({ status: 207, body: { not_found: 1 } })
    }
  })

  it('refuses a key that is switched off or has expired', async () => {
    const club = await app.publisher()
    const created = app.ctx.now()
    const old = {
      ...ORDINARY_KEY,
      publisherId: club.id,
      key: `old-${club.id}`,
      secret: 's',
      name: '',
      active: true,
      expiresAt: created - 1,
      lastUsedAt: null,
      created,
    }
    await insertApiKey(app.ctx.db, old)
    const sign = signMd5('s', { query: [['apiKey', old.key]], body: Buffer.alloc(0) })
    const expired = await send(`${app.url}/apiv2/calendar?apiKey=${old.key}&apiSign=${sign}`)
    await setApiKeyActive(app.ctx.db, club.id, club.apiKey, false)
    for (const answer of [expired, await club.get('/calendar')]) {
      expect(answer).toMatchObject({ status: 403, body: { statusLong: 'The API Key is not active' } })
    }
  })

  it('can insist on SHA-256 signatures', async () => {
    const club = await app.publisher()
    const now = app.ctx.now()
    const strict = {
      ...ORDINARY_KEY,
      publisherId: club.id,
      key: `strict-${club.id}`,
      secret: 's',
      name: '',
      active: true,
      sha256Only: true,
      expiresAt: null,
      lastUsedAt: null,
      created: now,
    }
    await insertApiKey(app.ctx.db, strict)
    const query: [string, string][] = [
      ['apiKey', strict.key],
      ['apiTime', String(Math.floor(now / 1000))],
    ]
    const request = { method: 'GET', path: '/apiv2/calendar', query, body: Buffer.alloc(0) }
    const address = (sign: string) =>
      `${app.url}/apiv2/calendar?${new URLSearchParams([...query, ['apiSign', sign]])}`
    expect((await send(address(signMd5('s', request)))).status).toBe(403)
    expect((await send(address(signSha256('s', request)))).status).toBe(200)
  })

  it('remembers when a key was last used', async () => {
    const club = await app.publisher()
    await club.get('/calendar')
    await app.ctx.keyUse.flush()
    const row = await app.ctx.db
      .selectFrom('api_key')
      .select('last_used_at')
      .where('publisher_id', '=', club.id)
      .executeTakeFirstOrThrow()
    expect(row.last_used_at).toBeGreaterThan(app.ctx.now() - 60_000)
  })

  it('keeps signatures and keys out of the log', async () => {
    const club = await app.publisher()
    await club.get('/calendar')
    await club.get('/calendar/nothing')
    expect(app.log.join('')).toContain('"route":"/apiv2/calendar/:id"')
    expect(app.log.join('')).not.toContain(club.apiKey)
    expect(app.log.join('')).not.toContain('apiSign')
  })
})
