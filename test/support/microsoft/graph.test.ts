import { createHash, randomBytes } from 'node:crypto'
import type { Calendar, Event } from '@microsoft/microsoft-graph-types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeMicrosoft, MICROSOFT_SCOPES, startMicrosoft } from './start.ts'

const ANN = 'ann@example.com'
const BEN = 'ben@example.com'
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' }
const DAY = 24 * 3_600_000
const MATCH: Event = {
  subject: 'City v Town',
  start: { dateTime: '2026-08-15T15:00:00', timeZone: 'Europe/London' },
  end: { dateTime: '2026-08-15T17:00:00', timeZone: 'Europe/London' },
  isReminderOn: true,
  reminderMinutesBeforeStart: 60,
  transactionId: 'match1',
}

describe('the fake Microsoft', () => {
  let microsoft: FakeMicrosoft
  let now: number
  let token: string

  beforeEach(async () => {
    now = Date.parse('2026-08-01T00:00:00Z')
    microsoft = await startMicrosoft({ now: () => now, quota: { requestsInTenMinutes: 30 } })
    microsoft.addAccount(ANN)
    token = microsoft.grant(ANN).accessToken
  })

  afterEach(() => microsoft.close())

  async function send<T = unknown>(verb: string, path: string, body?: object, headers: object = IMMUTABLE) {
    const response = await fetch(microsoft.endpoints.graph + path, {
      method: verb,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, retryAfter, body: (text === '' ? undefined : JSON.parse(text)) as T }
  }

  const refused = (status: number, code: string) => ({ status, body: { error: { code } } })

  async function calendar(name = 'City'): Promise<string> {
    const { status, body } = await send<Calendar>('POST', '/me/calendars', { name })
    expect(status).toBe(201)
    return body.id!
  }

  it('leads calendars and events from their making to their end', async () => {
    const id = await calendar()
    expect(await send('POST', '/me/calendars', { name: 'city' })).toMatchObject(
      refused(409, 'ErrorFolderExists'),
    )
    expect(await send('PATCH', `/me/calendars/${id}`, { name: 'Town' })).toMatchObject({
      body: { name: 'Town' },
    })
    const made = await send<Event>('POST', `/me/calendars/${id}/events`, MATCH)
    expect(made).toMatchObject({ status: 201, body: MATCH })
    const repeated = await send<Event>('POST', `/me/calendars/${id}/events`, MATCH)
    expect(repeated).toMatchObject({ status: 201, body: { id: made.body.id } })
    expect(microsoft.eventsOf(ANN, id)).toHaveLength(1)
    const other = { ...MATCH, subject: 'Other' }
    expect(await send('POST', `/me/calendars/${id}/events`, other)).toMatchObject(
      refused(409, 'ErrorDuplicateTransactionId'),
    )
    const event = `/me/events/${made.body.id}`
    expect(await send('PATCH', event, { subject: 'Off' })).toMatchObject({
      body: { ...MATCH, subject: 'Off' },
    })
    expect(await send('PATCH', event, { transactionId: 'other' })).toMatchObject({ status: 400 })
    expect(await send('DELETE', event)).toMatchObject({ status: 204 })
    expect(await send('DELETE', event)).toMatchObject(refused(404, 'ErrorItemNotFound'))
    expect((await send('POST', `/me/calendars/${id}/events`, MATCH)).status).toBe(409)
    expect(await send('DELETE', `/me/calendars/${id}`)).toMatchObject({ status: 204 })
    expect(await send('GET', `/me/calendars/${id}/events`)).toMatchObject(refused(404, 'ErrorItemNotFound'))
    expect(microsoft.violations).toEqual([])
  })

  it('refuses what Outlook refuses', async () => {
    const events = `/me/calendars/${await calendar()}/events`
    const midnight = (date: string) => ({ dateTime: `${date}T00:00:00`, timeZone: 'UTC' })
    const wrong: [Event, string][] = [
      [{ ...MATCH, start: MATCH.end!, end: MATCH.start! }, 'ErrorPropertyValidationFailure'],
      [{ ...MATCH, isAllDay: true }, 'ErrorPropertyValidationFailure'],
      [
        { subject: 'Day', isAllDay: true, start: midnight('2026-08-15'), end: midnight('2026-08-15') },
        'ErrorPropertyValidationFailure',
      ],
      [
        { ...MATCH, start: { dateTime: '2026-08-15T15:00:00', timeZone: 'Mars' } },
        'TimeZoneNotSupportedException',
      ],
      [{ ...MATCH, reminderMinutesBeforeStart: -1 }, 'ErrorPropertyValidationFailure'],
      [{ ...MATCH, id: 'own' }, 'ErrorInvalidRequest'],
    ]
    for (const [event, code] of wrong)
      expect(await send('POST', events, event)).toMatchObject(refused(400, code))
    const day = { subject: 'Day', isAllDay: true, start: midnight('2026-08-15'), end: midnight('2026-08-16') }
    expect(await send('POST', events, day)).toMatchObject({ status: 201, body: day })
  })

  it('lists in pages', async () => {
    const events = `/me/calendars/${await calendar()}/events`
    for (let n = 0; n < 3; n++) await send('POST', events, { ...MATCH, transactionId: `match${n}` })
    type Page = { value: Event[]; '@odata.nextLink'?: string }
    const { body: first } = await send<Page>('GET', `${events}?$top=2`)
    const next = first['@odata.nextLink']!.slice(microsoft.endpoints.graph.length)
    const { body: second } = await send<Page>('GET', next)
    expect([...first.value, ...second.value].map(({ transactionId }) => transactionId)).toEqual([
      ...['match0', 'match1', 'match2'],
    ])
    expect(second['@odata.nextLink']).toBeUndefined()
  })

  it('serves four requests of a mailbox at a time, and no more in ten minutes than it may', async () => {
    microsoft.faults.latencyMs = 50
    const five = await Promise.all(Array.from({ length: 5 }, () => send('GET', '/me')))
    const statuses = five.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 429])
    expect(five.find(({ status }) => status === 429)).toMatchObject({ retryAfter: '1' })
    await send('GET', '/me')
    expect(microsoft.violations.map(({ kind }) => kind)).toEqual(['at-a-time', 'early-retry'])
    microsoft.faults.latencyMs = 0
    now += 1000
    for (let n = 0; n < 25; n++) expect((await send('GET', '/me')).status).toBe(200)
    expect(await send('GET', '/me')).toMatchObject({ status: 429, retryAfter: '60' })
    expect(microsoft.violations.at(-1)).toMatchObject({ kind: 'rate' })
    now += 600_000
    expect((await send('GET', '/me')).status).toBe(200)
  })

  it('answers batches of twenty, each part with its own headers', async () => {
    const id = await calendar()
    const part = (n: number) => ({
      ...{ id: String(n), method: 'POST', url: `/me/calendars/${id}/events` },
      headers: { 'Content-Type': 'application/json', Prefer: IMMUTABLE.prefer },
      body: { ...MATCH, transactionId: `match${n}` },
    })
    const requests = Array.from({ length: 20 }, (_, n) => part(n))
    const { body } = await send<{ responses: { status: number }[] }>('POST', '/$batch', { requests })
    expect(body.responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(microsoft.eventsOf(ANN, id)).toHaveLength(20)
    expect((await send('POST', '/$batch', { requests: [...requests, part(20)] })).status).toBe(400)
    expect(microsoft.violations).toEqual([])
  })

  it('notes requests without immutable ids, outside the scope or for calendars of the person', async () => {
    expect((await send('GET', '/me', undefined, {})).status).toBe(400)
    const { body } = await send<{ value: Calendar[] }>('GET', '/me/calendars')
    await send('POST', `/me/calendars/${body.value[0]!.id}/events`, MATCH)
    token = microsoft.grant(ANN, ['User.Read']).accessToken
    expect(await send('GET', '/me/calendars')).toMatchObject(refused(403, 'ErrorAccessDenied'))
    expect(microsoft.violations.map(({ kind }) => kind)).toEqual(['immutable-id', 'own-calendar', 'scope'])
  })

  it('may fail after the work, which a transactionId makes harmless', async () => {
    const id = await calendar()
    microsoft.faults.failedAfterWork = 1
    expect((await send('POST', `/me/calendars/${id}/events`, MATCH)).status).toBe(500)
    microsoft.faults.failedAfterWork = 0
    expect((await send('POST', `/me/calendars/${id}/events`, MATCH)).status).toBe(201)
    expect(microsoft.eventsOf(ANN, id)).toHaveLength(1)
  })

  describe('by OAuth', () => {
    const verifier = randomBytes(48).toString('base64url')

    function authorizeUrl(change: Record<string, string> = {}): string {
      const query = new URLSearchParams({
        ...{
          client_id: microsoft.client.id,
          redirect_uri: microsoft.client.redirectUris[0]!,
          response_type: 'code',
        },
        ...{ scope: MICROSOFT_SCOPES.join(' '), state: 'state1', code_challenge_method: 'S256' },
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        ...change,
      })
      return `${microsoft.endpoints.authorize}?${query.toString()}`
    }

    async function ask(form: Record<string, string>) {
      const { id, secret } = microsoft.client
      const body = new URLSearchParams({ client_id: id, client_secret: secret, ...form })
      const response = await fetch(microsoft.endpoints.token, { method: 'POST', body })
      return { status: response.status, ...(await response.json()) }
    }

    const redeem = (code: string, change: Record<string, string> = {}) => {
      const redirect_uri = microsoft.client.redirectUris[0]!
      return ask({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier, ...change })
    }

    it('leads from the page to tokens that are renewed in turn', async () => {
      expect(await (await fetch(authorizeUrl())).text()).toContain(ANN)
      const form = new URLSearchParams({ email: ANN, decision: 'accept' })
      const response = await fetch(authorizeUrl(), { method: 'POST', body: form, redirect: 'manual' })
      const target = new URL(response.headers.get('location')!)
      expect(target.searchParams.get('state')).toBe('state1')
      const code = target.searchParams.get('code')!
      expect(await redeem(code, { code_verifier: 'wrong' })).toMatchObject({
        status: 400,
        error: 'invalid_grant',
      })
      const first = await redeem(code)
      expect(first).toMatchObject({ status: 200, scope: 'Calendars.ReadWrite User.Read', expires_in: 3600 })
      expect(await redeem(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
      now += 3_600_001
      token = first.access_token
      expect(await send('GET', '/me')).toMatchObject(refused(401, 'InvalidAuthenticationToken'))
      const second = await ask({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
      expect(second.refresh_token).not.toBe(first.refresh_token)
      token = second.access_token
      expect(await send('GET', '/me')).toMatchObject({ status: 200, body: { mail: ANN } })
    })

    it('tells that the person declined, or that an administrator has to agree', async () => {
      microsoft.addAccount(BEN, { needsAdministrator: true })
      const declined = new URL(microsoft.decide(authorizeUrl(), { email: ANN, agrees: false }))
      const waiting = new URL(microsoft.decide(authorizeUrl(), { email: BEN, agrees: true }))
      for (const { searchParams } of [declined, waiting])
        expect(searchParams.get('error')).toBe('access_denied')
      expect(waiting.searchParams.get('error_description')).toContain('AADSTS90094')
    })

    it('refuses unknown applications, addresses, scopes and secrets, and dead tokens', async () => {
      const changes: Record<string, string>[] = [
        { client_id: 'x' },
        { redirect_uri: 'http://127.0.0.1/x' },
        { scope: 'Mail.Read' },
      ]
      for (const change of changes) expect((await fetch(authorizeUrl(change))).status).toBe(400)
      const { refreshToken } = microsoft.grant(ANN)
      const refresh = (change = {}) =>
        ask({ grant_type: 'refresh_token', refresh_token: refreshToken, ...change })
      expect(await refresh({ client_secret: 'x' })).toMatchObject({ status: 401, error: 'invalid_client' })
      expect((await refresh()).status).toBe(200)
      now += 90 * DAY + 1
      expect(await refresh()).toMatchObject({ status: 400, error: 'invalid_grant', error_codes: [700082] })
      const young = microsoft.grant(ANN).refreshToken
      microsoft.revokeAccess(ANN)
      expect(await refresh({ refresh_token: young })).toMatchObject({ status: 400, error_codes: [50173] })
    })
  })
})
