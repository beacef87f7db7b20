import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmulatedOAuth, startEmulatedOAuth } from './emulated.ts'
import { oauthClient } from './google-client.ts'
import { type FakeGoogle, startGoogle } from './start.ts'

const ANN = 'ann@example.com'
const CALLBACK = 'http://127.0.0.1/callback'
const SCOPES = ['https://www.googleapis.com/auth/calendar.app.created']
const BOTH = [...SCOPES, 'https://www.googleapis.com/auth/calendar.acls']
const DAY = 24 * 3_600_000
const verifier = randomBytes(48).toString('base64url')
const PKCE: object = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}

describe('OAuth of the fake Google', () => {
  let google: FakeGoogle
  let emulated: EmulatedOAuth
  let now: number

  beforeAll(async () => {
    google = await startGoogle({ now: () => now, redirectUris: [CALLBACK] })
    google.addAccount(ANN)
    emulated = await startEmulatedOAuth(google.client, [ANN])
  })

  beforeEach(() => {
    now = Date.parse('2026-08-01T00:00:00Z')
    google.client.status = 'production'
    google.revokeAccess(ANN)
  })

  afterAll(async () => {
    await google.close()
    await emulated[Symbol.asyncDispose]()
  })

  /** Google's client, the address that it sends a browser to, and what follows. */
  function begin(endpoints: EmulatedOAuth['endpoints'], options: object = {}) {
    const client = oauthClient(google.client, endpoints, CALLBACK)
    const address = client.generateAuthUrl({
      ...{ access_type: 'offline', prompt: 'consent', scope: SCOPES, state: 'state1' },
      ...PKCE,
      ...options,
    })
    return { client, address }
  }

  /** Fills in the page's form as a browser would: the first button of the person, all boxes as they are. */
  async function agree(address: string, change: (form: URLSearchParams) => void = () => {}): Promise<URL> {
    const html = await (await fetch(address)).text()
    const form = new URLSearchParams()
    for (const [input] of html.matchAll(/<input[^>]*>/g)) {
      const attribute = (name: string) =>
        new RegExp(`${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll('&amp;', '&')
      if (attribute('type') === 'hidden' || / checked/.test(input))
        form.append(attribute('name')!, attribute('value')!)
    }
    const button = /<button name="(\w+)" value="(\w+)"/.exec(html)
    if (button) form.append(button[1]!, button[2]!)
    change(form)
    const action = /<form[^>]*action="([^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    const response = await fetch(new URL(action, address), { method: 'POST', body: form, redirect: 'manual' })
    expect(response.status).toBe(302)
    return new URL(response.headers.get('location')!)
  }

  async function refreshWith(endpoints: EmulatedOAuth['endpoints'], refreshToken: string) {
    const { id, secret } = google.client
    const body = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: id,
      client_secret: secret,
    }
    const response = await fetch(endpoints.token, { method: 'POST', body: new URLSearchParams(body) })
    return { status: response.status, ...(await response.json()) }
  }

  const dead = { status: 400, error: 'invalid_grant' }

  // The same steps against the emulator of another author: where both agree, it is not our mistake alone.
  describe.each(['ours', "Vercel's emulator"])('%s', (name) => {
    const endpoints = () => (name === 'ours' ? google.endpoints : emulated.endpoints)

    it('leads from the page to tokens that can be renewed and revoked', async () => {
      const { client, address } = begin(endpoints())
      const target = await agree(address)
      expect([target.origin + target.pathname, target.searchParams.get('state')]).toEqual([
        CALLBACK,
        'state1',
      ])
      const code = target.searchParams.get('code')!
      const { tokens } = await client.getToken({ code, codeVerifier: verifier })
      expect(tokens).toMatchObject({ scope: SCOPES[0], token_type: 'Bearer' })
      await expect(client.getToken({ code, codeVerifier: verifier })).rejects.toMatchObject({
        response: { status: 400, data: { error: 'invalid_grant' } },
      })
      const renewed = await refreshWith(endpoints(), tokens.refresh_token!)
      expect(renewed).toMatchObject({ status: 200, scope: SCOPES[0] })
      expect(renewed.refresh_token).toBeUndefined()
      const body = new URLSearchParams({ token: tokens.refresh_token! })
      expect((await fetch(endpoints().revoke, { method: 'POST', body })).status).toBe(200)
      expect(await refreshWith(endpoints(), tokens.refresh_token!)).toMatchObject(dead)
    })

    it('refuses a wrong verifier, secret, application and redirect address', async () => {
      const { client, address } = begin(endpoints())
      const code = (await agree(address)).searchParams.get('code')!
      await expect(client.getToken({ code, codeVerifier: 'x'.repeat(43) })).rejects.toMatchObject({
        response: { status: 400, data: { error: 'invalid_grant' } },
      })
      const stranger = oauthClient({ ...google.client, secret: 'wrong' }, endpoints(), CALLBACK)
      await expect(stranger.getToken({ code, codeVerifier: verifier })).rejects.toMatchObject({
        response: { status: 401, data: { error: 'invalid_client' } },
      })
      for (const change of [{ redirect_uri: 'http://127.0.0.1/elsewhere' }, { client_id: 'unknown' }])
        expect((await fetch(begin(endpoints(), change).address)).status).toBe(400)
    })
  })

  it("revokes what Google's client asks for, and with it all tokens of the person", async () => {
    const [first, second] = [google.grant(ANN), google.grant(ANN)]
    await oauthClient(google.client, google.endpoints).revokeToken(first.accessToken)
    for (const { refreshToken } of [first, second])
      expect(await refreshWith(google.endpoints, refreshToken)).toMatchObject(dead)
    const again = await fetch(`${google.endpoints.revoke}?token=${first.accessToken}`, { method: 'POST' })
    expect([again.status, (await again.json()).error]).toEqual([400, 'invalid_token'])
  })

  it('tells an application which boxes the person left ticked, and that the person refused', async () => {
    const { client, address } = begin(google.endpoints, { scope: BOTH })
    const target = await agree(address, (form) => form.delete('scope', BOTH[1]))
    const { tokens } = await client.getToken({
      code: target.searchParams.get('code')!,
      codeVerifier: verifier,
    })
    expect(tokens.scope).toBe(BOTH[0])
    const refused = await agree(address, (form) => form.set('decision', 'cancel'))
    expect(refused.search).toBe('?state=state1&error=access_denied')
    expect(new URL(google.decide(address, { email: ANN, agrees: false })).search).toBe(refused.search)
  })

  it('gives a refresh token only to who asks for it', async () => {
    for (const options of [{ access_type: 'online' }, { prompt: 'select_account' }]) {
      const { client, address } = begin(google.endpoints, options)
      const code = new URL(google.decide(address, { email: ANN, agrees: true })).searchParams.get('code')!
      const { tokens } = await client.getToken({ code, codeVerifier: verifier })
      expect([tokens.refresh_token, typeof tokens.access_token]).toEqual([undefined, 'string'])
    }
  })

  it('shows no page for a scope or a challenge that Google does not know', async () => {
    for (const options of [{ scope: ['https://example.com/all'] }, { code_challenge_method: 'plain' }])
      expect((await fetch(begin(google.endpoints, options).address)).status).toBe(400)
  })

  it('lets a code die after ten minutes', async () => {
    const { client, address } = begin(google.endpoints)
    const code = new URL(google.decide(address, { email: ANN, agrees: true })).searchParams.get('code')!
    now += 10 * 60_000 + 1
    await expect(client.getToken({ code, codeVerifier: verifier })).rejects.toMatchObject({
      response: { status: 400, data: { error: 'invalid_grant' } },
    })
  })

  it('lets a refresh token die for each of its reasons, always with the same words', async () => {
    const answers: unknown[] = []
    const kill = async (cause: () => void) => {
      const { refreshToken } = google.grant(ANN)
      expect((await refreshWith(google.endpoints, refreshToken)).status).toBe(200)
      cause()
      answers.push(await refreshWith(google.endpoints, refreshToken))
    }
    await kill(() => google.revokeAccess(ANN))
    await kill(() => (now += 183 * DAY))
    await kill(() => Array.from({ length: 100 }, () => google.grant(ANN)))
    google.client.status = 'testing'
    await kill(() => (now += 7 * DAY + 1))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([
        JSON.stringify({
          status: 400,
          error: 'invalid_grant',
          error_description: 'Token has been expired or revoked.',
        }),
      ]),
    )
  })

  it('keeps a refresh token alive that is used now and then', async () => {
    const { refreshToken } = google.grant(ANN)
    for (let month = 0; month < 12; month++) {
      now += 30 * DAY
      expect((await refreshWith(google.endpoints, refreshToken)).status).toBe(200)
    }
  })
})
