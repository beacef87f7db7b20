import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FastiClient } from '../../client/src/index.ts'
import { signSha256 } from '../../src/signing/signature.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Answer, expectOk, type Json, send, type TestPublisher } from '../support/test-publisher.ts'

const EMAIL = 'fan@example.com'

describe.each(DATABASES)('an address that the publisher vouches for, on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => now })
  const feedOf = async ({ body }: Answer) =>
    (await send(app.url + new URL(body.calendarUrl.httpsCalUrl as string).pathname)).text
  /** A known subscriber with a private event. */
  const known = async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber(EMAIL)
    await club.privateEvent(svcId, { name: 'Your seat' })
    return club
  }

  describe('by a signed request', () => {
    const signed = (club: TestPublisher, over: Json = {}, by = club, extra = '') => {
      const body = JSON.stringify({ email: EMAIL, calendarIds: [], skip_schedule_selection: true, ...over })
      const url = new URL(by.signedUrl(`/x${extra}`, body))
      return send(`${club.url}/w/${club.widgetId}/subscribe${url.search}`, { method: 'POST', body })
    }

    it('is confirmed at once: the link shows private events, and the webhook is told', async () => {
      const club = await known()
      expect(await feedOf(await club.subscribe(EMAIL, []))).not.toContain('Your seat')
      const answer = await signed(club)
      expectOk(answer)
      expect(await feedOf(answer)).toContain('Your seat')
      const { data } = (await club.get('/notifications')).body
      expect(data.map(({ kind }: Json) => kind)).toEqual(['subscribe', 'subscribe'])
    })

    it('takes the other form of signature too', async () => {
      const club = await known()
      const path = `/w/${club.widgetId}/subscribe`
      const query: [string, string][] = [
        ['apiKey', club.apiKey],
        ['apiTime', String(now / 1000)],
      ]
      const body = Buffer.from(`{"email":"${EMAIL}","calendarIds":[],"skip_schedule_selection":true}`)
      const apiSign = signSha256(club.secret, { method: 'POST', path, query, body })
      const url = `${app.url}${path}?${new URLSearchParams([...query, ['apiSign', apiSign]])}`
      expect(await feedOf(await send(url, { method: 'POST', body }))).toContain('Your seat')
    })

    it('may come as often as the API allows, and is in the request log', async () => {
      const club = await app.publisher()
      for (let i = 0; i < 40; i++) expectOk(await signed(club, { email: `fan-${i}@example.com` }))
      await app.ctx.requestLog.flush()
      const row = await app.ctx.database.limits
        .selectFrom('request_log')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('publisher_id', '=', club.id)
        .where('path', 'like', '%/subscribe')
        .executeTakeFirstOrThrow()
      expect(Number(row.count)).toBe(40)
    })

    it('is refused as in the API with a bad signature, an unknown key or one of somebody else', async () => {
      const club = await known()
      const other = await app.publisher()
      const url = `${club.url}/w/${club.widgetId}/subscribe`
      const post = (query: string) => send(url + query, { method: 'POST', body: '{}' })
      expect((await post(`?apiKey=${club.apiKey}&apiSign=${'0'.repeat(32)}`)).body).toEqual({
        status: '403',
        statusLong: 'API signature does not match',
      })
      expect((await post('?apiKey=none')).body.statusLong).toBe('The API Key does not exist in the system')
      expect(await signed(club, {}, other)).toMatchObject({
        status: 404,
        body: { statusLong: `Widget with ID [${club.widgetId}] Not Found` },
      })
    })

    it('respects what a key may do', async () => {
      const club = await known()
      const change = async (rights: Json) => {
        await app.ctx.db.updateTable('api_key').set(rights).where('publisher_id', '=', club.id).execute()
        return (await signed(club)).body.statusLong as string
      }
      expect(await change({ scope: 'read' })).toBe('The API Key may only read')
      expect(await change({ scope: 'batch' })).toBe('The API Key is only for the batch operations')
      expect(await change({ scope: 'full', sha256_only: 1 })).toBe('API signature does not match')
      expect(await change({ sha256_only: 0, once_only: 1 })).toMatch(/timestamp and nonce/)
    })
  })

  describe('by a ticket', () => {
    const ticketOf = (club: TestPublisher, over: Json = {}, secret = club.secret) => {
      const ticket = {
        apiKey: club.apiKey,
        widgetId: club.widgetId,
        email: EMAIL,
        expires: Math.floor(now / 1000) + 600,
        nonce: `nonce-${Math.random().toString(36).slice(2)}`,
        ...over,
      }
      const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url')
      return `${payload}.${createHmac('sha256', secret).update(`ticket.${payload}`).digest('base64url')}`
    }
    const bring = (
      club: TestPublisher,
      ticket: string,
      over: Json = {},
      headers: Record<string, string> = {},
    ) => club.subscribe(EMAIL, [], { ticket, ...over }, headers)
    const refused = (why: string) => ({
      status: 403,
      body: { status: '403', statusLong: `The ticket ${why}` },
    })

    it('is confirmed at once, with the reference of the ticket', async () => {
      const club = await known()
      const answer = await bring(club, ticketOf(club, { reference: 'member-7' }), {
        subscriber_reference: 'somebody-else',
      })
      expect(await feedOf(answer)).toContain('Your seat')
      expect((await club.get(`/subscriber/${EMAIL}`)).body.data.data.reference ?? 'member-7').toBe('member-7')
      expect(JSON.stringify((await club.get('/notifications')).body)).toContain('member-7')
    })

    it('comes from the client package', async () => {
      const club = await known()
      now = Date.now()
      const client = new FastiClient({ url: app.url, apiKey: club.apiKey, secret: club.secret })
      const ticket = await client.ticket({ widgetId: club.widgetId, email: EMAIL, reference: 'été' })
      expect(await feedOf(await bring(club, ticket))).toContain('Your seat')
      expect(await bring(club, ticket)).toMatchObject(refused('was used before'))
    })

    it('counts once; the same form may send it again', async () => {
      const club = await known()
      const ticket = ticketOf(club)
      const form = { 'idempotency-key': '0123456789abcdef' }
      expectOk(await bring(club, ticket, {}, form))
      expect(await bring(club, ticket)).toMatchObject(refused('was used before'))
      const other = { 'idempotency-key': 'fedcba9876543210' }
      expect(await bring(club, ticket, {}, other)).toMatchObject(refused('was used before'))
      expect(await bring(club, ticket, {}, other)).toMatchObject(refused('was used before'))
      expectOk(await bring(club, ticket, { application: 'Google Calendar' }, form))
      now += 600_000
      expect(await bring(club, ticket, {}, form)).toMatchObject(
        refused('has expired, or is good for more than 10 minutes'),
      )
    })

    it('counts once of two at the same time', async () => {
      const club = await known()
      const ticket = ticketOf(club)
      const statuses = (await Promise.all([bring(club, ticket), bring(club, ticket)])).map((a) => a.status)
      expect(statuses.sort()).toEqual([200, 403])
    })

    it('is refused plainly when it is not good', async () => {
      const club = await known()
      const other = await app.publisher()
      const good = ticketOf(club)
      const [payload, signature] = good.split('.')
      const unsigned = 'does not match its signature'
      const late = 'has expired, or is good for more than 10 minutes'
      const seconds = Math.floor(now / 1000)
      const cases: [string, string][] = [
        ['x', unsigned],
        ['x.y', unsigned],
        [`${payload}.`, unsigned],
        [`${payload}.${signature!.slice(1)}A`, unsigned],
        [`${payload!.slice(0, -2)}AA.${signature}`, unsigned],
        [`${good}.x`, unsigned],
        [ticketOf(club, {}, 'another secret'), unsigned],
        [ticketOf(other, { widgetId: club.widgetId }), unsigned],
        [ticketOf(club, { nonce: 'short' }), unsigned],
        [ticketOf(club, { expires: seconds }), late],
        [ticketOf(club, { expires: seconds + 901 }), late],
        [ticketOf(club, { widgetId: other.widgetId }), 'is for another widget'],
        [ticketOf(club, { email: 'other@example.com' }), 'is for another address'],
      ]
      for (const [ticket, why] of cases) expect(await bring(club, ticket)).toMatchObject(refused(why))
      expectOk(await bring(club, good))
    })

    it('is refused of a key that is switched off or narrowed', async () => {
      const club = await known()
      const change = async (values: Json) => {
        await app.ctx.db.updateTable('api_key').set(values).where('publisher_id', '=', club.id).execute()
        return (await bring(club, ticketOf(club))).body.statusLong as string
      }
      expect(await change({ active: 0 })).toBe('The API Key is not active')
      expect(await change({ active: 1, scope: 'batch' })).toMatch(/rights are narrowed/)
    })

    it('lets a crowd in without a proof', async () => {
      const club = await app.publisher()
      for (let i = 0; i < 40; i++) {
        const email = `fan-${i}@example.com`
        expectOk(await club.subscribe(email, [], { ticket: ticketOf(club, { email }) }))
      }
    })
  })
})
