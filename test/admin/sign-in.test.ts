import { createHook } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/users/password.ts'
import { deleteExpiredSessions } from '../../src/users/session-store.ts'
import { DATABASES } from '../support/databases.ts'
import { openRaw } from '../support/raw-http.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'
import {
  auditOf,
  BEHIND_PROXY,
  invitationTo,
  mailedLinks,
  PASSWORD,
  TestBrowser,
  userOf,
} from '../support/users.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(DATABASES)('signing in on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => now, ...BEHIND_PROXY })
  const codeOf = (secret: string, at = now) => new TOTP({ secret }).generate({ timestamp: at })
  /** Somebody with a password; the limits of before are over. */
  async function withPassword(over: Json = {}) {
    now += 2 * HOUR
    const club = await app.publisher({ email: `club-${now}@example.com` })
    return { club, person: await userOf(app, club, 'owner', { password: PASSWORD, ...over }) }
  }
  const tokenOf = (link: string) => new URL(link).hash.slice(1)

  it('by password gives a session that is good for this browser alone', async () => {
    const { club, person } = await withPassword({ name: 'Olive' })
    const browser = new TestBrowser(app)
    const answer = await browser.post('/session', {
      email: ` ${person.email.toUpperCase()}`.trim(),
      password: PASSWORD,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      user: expect.objectContaining({
        id: person.id,
        email: person.email,
        name: 'Olive',
        role: 'owner',
        password: true,
        totp: false,
      }),
      publisher: { id: club.id, company: 'City Rugby', timezone: 'Europe/London', parentId: null },
      role: 'owner',
      partner: false,
      google: true,
      csrf: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [session, device] = browser.set
    expect(session).toMatch(
      /^__Host-fasti_session=\d+\.[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(device).toMatch(/^__Host-fasti_device=.*; HttpOnly; SameSite=Lax; Secure$/)
    expect((await browser.get('/me')).body.data).toEqual(answer.body.data)
    expect((await new TestBrowser(app).get('/me')).status).toBe(401)
    const text = JSON.stringify(await app.ctx.db.selectFrom('session').selectAll().execute())
    expect(text).not.toContain(browser.cookies.get('__Host-fasti_session')!.split('.')[1])
    expect(text).toContain('Firefox on Linux')
  })

  it('gives a new token each time, and ends the session the browser had', async () => {
    const { person } = await withPassword()
    const before = new Map(person.cookies)
    await person.post('/session', { email: person.email, password: PASSWORD })
    expect((await person.get('/me')).status).toBe(200)
    const old = new TestBrowser(app)
    for (const [name, value] of before) old.cookies.set(name, value)
    expect(await old.get('/me')).toMatchObject({ status: 401, body: { statusLong: 'Please sign in' } })
  })

  it('answers the same for a wrong password, an unknown e-mail, a person switched off, and one without a password', async () => {
    const { club, person } = await withPassword()
    const off = await userOf(app, club, 'viewer', { password: PASSWORD })
    const bare = await userOf(app, club, 'viewer')
    expect((await person.put(`/people/${off.id}`, { disabled: true })).status).toBe(200)
    const answers = []
    for (const [email, password] of [
      [person.email, 'wrong horse battery'],
      ['nobody@example.com', PASSWORD],
      [off.email, PASSWORD],
      [bare.email, PASSWORD],
    ]) {
      const { status, text, headers } = await new TestBrowser(app).post('/session', { email, password })
      answers.push(JSON.stringify({ status, text, cookies: headers.getSetCookie() }))
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('E-mail or password is wrong')
    expect(answers[0]).toContain('401')
  })

  it('derives a key for an unknown e-mail as for a known one, so that both take as long', async () => {
    const { person } = await withPassword()
    const derivations = async (email: string) => {
      let count = 0
      const hook = createHook({ init: (_, type) => void (type === 'ARGON2REQUEST' && count++) }).enable()
      await new TestBrowser(app).post('/session', { email, password: 'wrong horse battery' })
      hook.disable()
      return count
    }
    expect(await derivations(person.email)).toBe(1)
    expect(await derivations('nobody@example.com')).toBe(1)
  })

  it('ends after 8 hours without a request, and after 14 days in any case', async () => {
    const { person } = await withPassword()
    for (let hours = 0; hours < 14 * 24; hours += 7) {
      expect((await person.get('/me')).status).toBe(200)
      now += 7 * HOUR
    }
    expect((await person.get('/me')).status).toBe(401)
    const again = new TestBrowser(app)
    await again.post('/session', { email: person.email, password: PASSWORD })
    now += 8 * HOUR - MINUTE
    expect((await again.get('/me')).status).toBe(200)
    now += 8 * HOUR + MINUTE
    expect((await again.get('/me')).status).toBe(401)
    await deleteExpiredSessions(app.ctx.db, now)
    const left = await app.ctx.db
      .selectFrom('session')
      .select('user_id')
      .where('user_id', '=', person.id)
      .execute()
    expect(left).toEqual([])
  })

  it('ends by signing out', async () => {
    const { club, person } = await withPassword()
    const cookies = new Map(person.cookies)
    expect((await person.delete('/session')).status).toBe(200)
    expect(person.cookies.has('__Host-fasti_session')).toBe(false)
    for (const [name, value] of cookies) person.cookies.set(name, value)
    expect((await person.get('/me')).status).toBe(401)
    const actions = (await auditOf(app, club.id)).map((entry) => entry.action)
    expect(actions).toEqual(expect.arrayContaining(['session.start', 'session.end']))
  })

  it.each([
    ['nothing', ''],
    ['another name', 'fasti_session=1.abc'],
    ['a token of nobody', `__Host-fasti_session=1.${'a'.repeat(43)}`],
    ['a publisher that is none', `__Host-fasti_session=9999999999.${'a'.repeat(43)}`],
    ['half a token', '__Host-fasti_session=1.'],
    ['an attack', "__Host-fasti_session=1' or '1'='1"],
  ])('is not had with a cookie of %s', async (_, cookie) => {
    expect((await new TestBrowser(app).get('/me', { cookie })).status).toBe(401)
  })

  it('notes who was refused, a few of them, and nothing of who is not known', async () => {
    const { club, person } = await withPassword()
    const refused = async () =>
      (await auditOf(app, club.id)).filter((entry) => entry.action === 'session.refuse')
    const guess = (email: string) =>
      new TestBrowser(app).post('/session', { email, password: 'wrong horse battery' })
    expect((await guess(person.email)).status).toBe(401)
    await expect.poll(refused).toHaveLength(1)
    expect((await refused())[0]).toMatchObject({
      ...{ actor_kind: 'system', actor_name: 'Somebody', subject_kind: 'person', subject_id: person.id },
      after: '{"reason":"password","userAgent":"Firefox on Linux"}',
    })
    expect((await guess('nobody@example.com')).status).toBe(401)
    for (let i = 0; i < 13; i++) {
      now += 2 * MINUTE
      expect((await guess(person.email)).status).toBe(401)
    }
    await expect.poll(refused).toHaveLength(10)
    now += HOUR
    expect((await guess(person.email)).status).toBe(401)
    await expect.poll(refused).toHaveLength(11)
    expect(JSON.stringify(await refused())).not.toContain('horse')
  })

  it('notes who was refused and did not wait to be told', async () => {
    const { club, person } = await withPassword()
    const other = { lane: 'known', source: 'other' } as const
    // The guess has to wait for these, and so is judged when nobody is there any more.
    const others = Promise.all(Array.from({ length: 8 }, () => hashPassword(PASSWORD, other)))
    const { socket } = await openRaw(app.url)
    const body = JSON.stringify({ email: person.email, password: 'wrong horse battery' })
    const head = `POST /admin/api/session HTTP/1.1\r\nHost: fasti.test\r\nContent-Length: ${body.length}`
    socket.write(`${head}\r\n\r\n${body}`)
    await sleep(50)
    socket.resetAndDestroy()
    await others
    const actions = async () => (await auditOf(app, club.id)).map((entry) => entry.action)
    await expect.poll(actions).toContain('session.refuse')
  })

  it('slows down who guesses, longer and longer, and never keeps people out of their own browser', async () => {
    const { person } = await withPassword()
    const guess = () =>
      new TestBrowser(app).post('/session', { email: person.email, password: 'wrong horse battery' })
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await guess()).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const waits = []
    for (let i = 0; i < 3; i++) {
      const refused = await guess()
      expect(refused.status).toBe(429)
      waits.push(Number(refused.headers.get('retry-after')))
      for (let more = 0; more < 12; more++) await guess()
    }
    expect(waits[0]).toBeLessThanOrEqual(60)
    expect(waits[1]).toBeGreaterThan(60)
    expect(waits[2]).toBeGreaterThan(900)
    // From another place the owner is told to wait too, ...
    const elsewhere = new TestBrowser(app)
    expect((await elsewhere.post('/session', { email: person.email, password: PASSWORD })).status).toBe(429)
    // ... but not in the browser it signed in with before,
    await person.delete('/session')
    expect((await person.post('/session', { email: person.email, password: PASSWORD })).status).toBe(200)
    // and not with a mailed link.
    await elsewhere.post('/session/link', { email: person.email })
    await expect.poll(() => mailedLinks(app).at(-1)).toContain('/admin/sign-in#')
    expect(
      (await elsewhere.post('/session/redeem', { token: tokenOf(mailedLinks(app).at(-1)!) })).status,
    ).toBe(200)
    // A forged mark of the browser is none.
    const forged = { cookie: `__Host-fasti_device=abc.${'a'.repeat(43)}` }
    const body = { email: person.email, password: PASSWORD }
    expect((await new TestBrowser(app).post('/session', body, forged)).status).toBe(429)
  })

  it('slows down one address that tries many people', async () => {
    now += 2 * HOUR
    const browser = new TestBrowser(app)
    const answers = []
    for (let i = 0; i < 21; i++) {
      answers.push((await browser.post('/session/link', { email: `x${i}@example.com` })).status)
    }
    expect(answers.slice(0, 20).every((status) => status === 200)).toBe(true)
    expect(answers[20]).toBe(429)
  })

  it('slows down one network of IPv6, whichever of its addresses are used, and nobody else', async () => {
    const { person } = await withPassword()
    const guesses = Array.from({ length: 60 }, (_, i) => {
      const body = { email: `x${i}@example.com`, password: 'wrong horse battery' }
      const address = `2001:db8:1:2:${i.toString(16)}::${i.toString(16)}`
      return new TestBrowser(app).post('/session', body, { 'x-forwarded-for': address })
    })
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    const signIn = (address: string) => {
      const body = { email: person.email, password: PASSWORD }
      return new TestBrowser(app).post('/session', body, { 'x-forwarded-for': address })
    }
    expect((await signIn('2001:db8:1:2::1')).status).toBe(429)
    expect((await signIn('2001:db8:1:3::1')).status).toBe(200)
  })

  it('lets people into their own browser from an address that is slowed down', async () => {
    const { person } = await withPassword()
    const from = { 'x-forwarded-for': '203.0.113.50' }
    const flood = (i: number) =>
      new TestBrowser(app).post('/session/link', { email: `x${i}@example.com` }, from)
    for (let i = 0; i < 130; i++) await flood(i)
    expect((await flood(130)).status).toBe(429)
    const body = { email: person.email, password: PASSWORD }
    expect((await new TestBrowser(app).post('/session', body, from)).status).toBe(429)
    await person.delete('/session')
    expect((await person.post('/session', body, from)).status).toBe(200)
    expect((await person.post('/session/link', { email: person.email }, from)).status).toBe(200)
    // The mark of the browser is good for this person alone,
    expect((await person.post('/session/link', { email: 'x@example.com' }, from)).status).toBe(429)
    // and has a limit.
    const more = []
    for (let i = 0; i < 5; i++) more.push((await person.post('/session', body, from)).status)
    expect(more).toEqual([200, 200, 200, 429, 429])
  })

  it('does not let people wait in their own browser for all the strangers who came before', async () => {
    const { person } = await withPassword()
    const order: string[] = []
    const strangers = Array.from({ length: 40 }, async (_, i) => {
      const body = { email: `x${i}@example.com`, password: 'wrong horse battery' }
      const { status } = await new TestBrowser(app).post('/session', body)
      expect(status).toBe(401)
      order.push('stranger')
    })
    const known = person.post('/session', { email: person.email, password: PASSWORD }).then(({ status }) => {
      expect(status).toBe(200)
      order.push('known')
    })
    await Promise.all([...strangers, known])
    expect(order.length - order.indexOf('known')).toBeGreaterThan(20)
  })

  it.each([
    [{ email: 'x', password: PASSWORD }, ['email']],
    [{ email: 'a@example.com' }, ['password']],
    [{ email: 'a@example.com', password: '' }, ['password']],
    [{ email: 'a@example.com', password: 'x'.repeat(1001) }, ['password']],
    [{ email: ['a@example.com'], password: { $ne: '' } }, ['email', 'password']],
    [{ email: 'a@example.com', password: PASSWORD, totp: 'abcdef' }, ['totp']],
    ['{"email":', ['body']],
    ['', ['body']],
  ])('refuses %j', async (body, fields) => {
    const answer = await new TestBrowser(app).post('/session', body)
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Sign-in Data' } })
    expect(Object.keys(answer.body.errors).sort()).toEqual(fields)
  })

  describe('by a mailed link', () => {
    async function ask(email: string, purpose?: string): Promise<string> {
      const count = mailedLinks(app).length
      await new TestBrowser(app).post('/session/link', { email, ...(purpose && { purpose }) })
      await expect.poll(() => mailedLinks(app).length).toBe(count + 1)
      return mailedLinks(app).at(-1)!
    }

    it('works once, and for 15 minutes', async () => {
      const { person } = await withPassword()
      const link = await ask(person.email)
      expect(link).toMatch(/^https:\/\/fasti\.test\/admin\/sign-in#\d+\.[\w-]{43}$/)
      const browser = new TestBrowser(app)
      const answer = await browser.post('/session/redeem', { token: tokenOf(link) })
      expect(answer.body.data.user.id).toBe(person.id)
      const second = await new TestBrowser(app).post('/session/redeem', { token: tokenOf(link) })
      expect(second).toMatchObject({
        status: 403,
        body: { statusLong: 'This link was used or is too old. Ask for a new one.' },
      })
      const old = await ask(person.email)
      now += 15 * MINUTE
      expect((await browser.post('/session/redeem', { token: tokenOf(old) })).status).toBe(403)
    })

    it('tells what it is for, as often as it is asked, to whoever has it', async () => {
      const { club, person } = await withPassword({ name: 'Olive' })
      const check = async (token: string) => {
        const { status, body, headers } = await new TestBrowser(app).post('/session/link/check', { token })
        expect(headers.get('cache-control')).toBe('no-store')
        return { status, told: body.data ?? body.statusLong }
      }
      const reset = tokenOf(await ask(person.email, 'reset'))
      const told = { purpose: 'reset', email: person.email, company: 'City Rugby', invitedBy: null }
      expect([await check(reset), await check(reset)]).toEqual(Array(2).fill({ status: 200, told }))

      const byOlive = { email: `new-${now}@example.com`, name: '', role: 'viewer' }
      const count = mailedLinks(app).length
      const { id } = (await person.post('/people', byOlive)).body.data
      await expect.poll(() => mailedLinks(app).length).toBe(count + 1)
      const invitation = tokenOf(mailedLinks(app).at(-1)!)
      const { email } = byOlive
      expect((await check(invitation)).told).toEqual({
        ...{ purpose: 'invitation', email, company: 'City Rugby', invitedBy: 'Olive' },
      })
      const byCommand = await invitationTo(app, club, 'viewer')
      expect((await check(byCommand.token)).told.invitedBy).toBeNull()

      const gone = { status: 403, told: 'This link was used or is too old. Ask for a new one.' }
      await new TestBrowser(app).post('/session/redeem', { token: byCommand.token })
      await person.put(`/people/${id}`, { disabled: true })
      const wrong = `${club.id}.${'a'.repeat(43)}`
      for (const token of [byCommand.token, invitation, wrong, 'x', "1' or '1'='1"])
        expect(await check(token)).toEqual(gone)
      now += HOUR
      expect(await check(reset)).toEqual(gone)
      const from = { 'x-forwarded-for': '203.0.113.77' }
      const statuses = []
      for (let i = 0; i < 21; i++)
        statuses.push((await new TestBrowser(app).post('/session/link/check', { token: wrong }, from)).status)
      expect([statuses[19], statuses[20]]).toEqual([403, 429])
    })

    it('works for one of two who come at once', async () => {
      const { person } = await withPassword()
      const token = tokenOf(await ask(person.email))
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => new TestBrowser(app).post('/session/redeem', { token })),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403, 403, 403, 403])
    })

    it('is mailed to nobody else, three times an hour, and asked for with the same answer', async () => {
      const { club, person } = await withPassword()
      const off = await userOf(app, club, 'viewer')
      await person.put(`/people/${off.id}`, { disabled: true })
      const count = mailedLinks(app).length
      const answers: string[] = []
      for (const email of ['nobody@example.com', off.email, ...Array<string>(5).fill(person.email)]) {
        const { status, text } = await new TestBrowser(app).post('/session/link', { email })
        answers.push(`${status} ${text}`)
      }
      expect(new Set(answers)).toEqual(new Set(['200 {"status":"200","statusLong":"OK"}']))
      await expect.poll(() => mailedLinks(app).length).toBe(count + 3)
    })

    it('resets a password, and ends all sessions', async () => {
      const { person } = await withPassword()
      const token = tokenOf(await ask(person.email, 'reset'))
      const browser = new TestBrowser(app)
      expect((await browser.post('/session/redeem', { token })).body.errors).toEqual({
        password: 'Password is required',
      })
      const weak = await browser.post('/session/redeem', { token, password: 'Password1234' })
      expect(weak.body.errors).toEqual({ password: 'Password must not be one of the commonest' })
      const password = 'a wholly new sentence'
      expect((await browser.post('/session/redeem', { token, password })).status).toBe(200)
      expect((await person.get('/me')).status).toBe(401)
      expect((await browser.get('/me')).status).toBe(200)
      const body = { email: person.email, password: PASSWORD }
      expect((await new TestBrowser(app).post('/session', body)).status).toBe(401)
      expect((await new TestBrowser(app).post('/session', { ...body, password })).status).toBe(200)
    })

    it('takes no password with a link that only signs in', async () => {
      const { person } = await withPassword()
      const token = tokenOf(await ask(person.email))
      const answer = await new TestBrowser(app).post('/session/redeem', {
        token,
        password: 'a wholly new sentence',
      })
      expect(answer.status).toBe(400)
      expect((await person.get('/me')).status).toBe(200)
    })

    it.each(['x', '0.x', `0.${'a'.repeat(43)}`, `1.${'a'.repeat(43)}`, "1.' or 1=1--"])(
      'refuses the token %s',
      async (token) => {
        expect((await new TestBrowser(app).post('/session/redeem', { token })).status).toBe(403)
      },
    )
  })

  describe('with codes as a second step', () => {
    async function withCodes() {
      const { club, person } = await withPassword()
      const enrolled = await person.post('/me/totp', { password: PASSWORD })
      const { secret, uri } = enrolled.body.data
      return { club, person, secret: secret as string, uri: uri as string }
    }

    it('asks for one once it was set up, takes each once, and can be left', async () => {
      const { person, secret, uri } = await withCodes()
      expect(uri).toMatch(
        /^otpauth:\/\/totp\/Fasti:owner-\d+%40example\.com\?issuer=Fasti&secret=[A-Z2-7]{32}&/,
      )
      const signIn = (over: Json = {}) =>
        new TestBrowser(app).post('/session', { email: person.email, password: PASSWORD, ...over })
      // Not yet confirmed: nobody is locked out by a code that was never read.
      expect((await signIn()).status).toBe(200)
      expect((await person.post('/me/totp/confirm', { code: '000000' })).status).toBe(400)
      expect((await person.post('/me/totp/confirm', { code: codeOf(secret) })).status).toBe(200)
      expect((await person.get('/me')).body.data.user.totp).toBe(true)

      now += 2 * MINUTE
      const asked = await signIn()
      expect(asked).toMatchObject({
        status: 401,
        body: { statusLong: 'A sign-in code is needed', errors: { totp: 'Sign-in code is required' } },
      })
      expect((await signIn({ totp: '123456' })).body.errors).toHaveProperty('totp')
      const code = codeOf(secret)
      expect((await signIn({ totp: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200)
      now += 2 * MINUTE
      const next = codeOf(secret)
      expect((await signIn({ totp: next })).status).toBe(200)
      expect((await signIn({ totp: next })).status).toBe(401)
      expect((await signIn({ totp: codeOf(secret, now - 30_000) })).status).toBe(401)
      expect((await signIn({ totp: codeOf(secret, now - 5 * MINUTE) })).status).toBe(401)

      expect((await person.delete('/me/totp', { password: 'wrong horse battery' })).status).toBe(400)
      expect((await person.delete('/me/totp', { password: PASSWORD })).status).toBe(200)
      now += HOUR
      expect((await signIn()).status).toBe(200)
    })

    it('gives ten backup codes, each good once in place of one', async () => {
      const { club, person, secret } = await withCodes()
      const confirmed = await person.post('/me/totp/confirm', { code: codeOf(secret) })
      const codes = confirmed.body.data.backupCodes as string[]
      expect(new Set(codes).size).toBe(10)
      for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
      const signIn = (totp: string) =>
        new TestBrowser(app).post('/session', { email: person.email, password: PASSWORD, totp })
      now += 2 * MINUTE
      expect((await signIn(codes[0]!)).status).toBe(200)
      expect((await signIn(codes[0]!)).status).toBe(401)
      expect((await signIn(codes[1]!.replace('-', ' ').toUpperCase())).status).toBe(200)
      const left = async () => (await person.get('/me')).body.data.user.backupCodes as number
      expect(await left()).toBe(8)
      now += HOUR
      const [one, two] = await Promise.all([signIn(codes[2]!), signIn(codes[2]!)])
      expect([one.status, two.status].sort()).toEqual([200, 401])

      const other = await withCodes()
      await other.person.post('/me/totp/confirm', { code: codeOf(other.secret) })
      now += HOUR
      const foreign = { email: other.person.email, password: PASSWORD, totp: codes[3] }
      expect((await new TestBrowser(app).post('/session', foreign)).status).toBe(401)

      expect((await person.post('/me/totp/backup-codes', { password: 'wrong' })).status).toBe(400)
      const renewed = (await person.post('/me/totp/backup-codes', { password: PASSWORD })).body.data
      expect((await signIn(codes[4]!)).status).toBe(401)
      expect((await signIn(renewed.backupCodes[4])).status).toBe(200)
      const stored = await app.ctx.db.selectFrom('user').selectAll().where('id', '=', person.id).execute()
      const logs = JSON.stringify([stored, await auditOf(app, club.id)]) + app.log.join('')
      for (const code of [...codes, ...renewed.backupCodes]) expect(logs).not.toContain(code)

      expect((await person.delete('/me/totp', { password: PASSWORD })).status).toBe(200)
      expect(await left()).toBe(0)
      const without = await withPassword()
      expect((await without.person.post('/me/totp/backup-codes', { password: PASSWORD })).status).toBe(409)
    })

    it('takes a code once also when it comes twice at a time', async () => {
      const { person, secret } = await withCodes()
      await person.post('/me/totp/confirm', { code: codeOf(secret) })
      now += 2 * MINUTE
      const body = { email: person.email, password: PASSWORD, totp: codeOf(secret) }
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => new TestBrowser(app).post('/session', body)),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401])
    })

    it('asks for it with a mailed link too, which is not used up by a wrong one', async () => {
      const { person, secret } = await withCodes()
      await person.post('/me/totp/confirm', { code: codeOf(secret) })
      now += 2 * MINUTE
      const count = mailedLinks(app).length
      await new TestBrowser(app).post('/session/link', { email: person.email })
      await expect.poll(() => mailedLinks(app).length).toBe(count + 1)
      const token = tokenOf(mailedLinks(app).at(-1)!)
      const redeem = (totp?: string) => new TestBrowser(app).post('/session/redeem', { token, totp })
      expect((await redeem()).status).toBe(401)
      expect((await redeem('000000')).status).toBe(401)
      expect((await redeem(codeOf(secret))).status).toBe(200)
    })

    it('is taken away by an owner from who lost the device', async () => {
      const { club, person, secret } = await withCodes()
      await person.post('/me/totp/confirm', { code: codeOf(secret) })
      expect((await person.delete(`/people/${person.id}/totp`)).status).toBe(403)
      const owner = await userOf(app, club, 'owner')
      expect((await owner.delete(`/people/${person.id}/totp`)).status).toBe(200)
      const body = { email: person.email, password: PASSWORD }
      expect((await new TestBrowser(app).post('/session', body)).status).toBe(200)
    })

    it('needs a password to begin with', async () => {
      now += HOUR
      const club = await app.publisher({ email: `club-${now}@example.com` })
      const person = await userOf(app, club, 'viewer')
      expect((await person.post('/me/totp', { password: PASSWORD })).status).toBe(409)
    })
  })

  describe('passwords', () => {
    it('are changed with the one before, and end every other session', async () => {
      const { person } = await withPassword()
      const other = new TestBrowser(app)
      await other.post('/session', { email: person.email, password: PASSWORD })
      const password = 'a wholly new sentence'
      const wrong = await person.post('/me/password', { current: 'wrong horse battery', password })
      expect(wrong).toMatchObject({ status: 400, body: { errors: { current: 'Password is wrong' } } })
      expect((await person.post('/me/password', { password })).status).toBe(400)
      const before = person.csrf
      expect((await person.post('/me/password', { current: PASSWORD, password })).status).toBe(200)
      expect(person.csrf).not.toBe(before)
      expect((await person.get('/me')).status).toBe(200)
      expect((await person.put('/me', { name: 'New' })).status).toBe(200)
      expect((await other.get('/me')).status).toBe(401)
    })

    it.each(['short', 'Password1234', 'City Rugby 2027', 'x'.repeat(201)])(
      'keep to the rules: not %s',
      async (password) => {
        const { person } = await withPassword()
        const answer = await person.post('/me/password', { current: PASSWORD, password })
        expect(answer.status).toBe(400)
        expect(answer.body.errors.password).toMatch(/^Password must /)
      },
    )

    it('are stored as Argon2id, and told to nobody', async () => {
      const { club, person } = await withPassword()
      const { password_hash } = await app.ctx.db
        .selectFrom('user')
        .select('password_hash')
        .where('publisher_id', '=', club.id)
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
      const told = [
        (await person.get('/me')).text,
        (await person.get('/people')).text,
        (await person.get('/audit-log')).text,
        JSON.stringify(await auditOf(app, club.id)),
        app.log.join(''),
      ].join('')
      expect(told).not.toContain('argon2')
      expect(told).not.toContain(PASSWORD)
      expect(told).toContain('(hidden)')
    })

    it('can be chosen with the invitation, or later', async () => {
      const { club, person } = await withPassword()
      const { user, token } = await invitationTo(app, club, 'editor')
      const browser = new TestBrowser(app)
      expect((await browser.post('/session/redeem', { token, password: 'short' })).status).toBe(400)
      expect((await browser.post('/session/redeem', { token })).body.data.user).toMatchObject({
        password: false,
      })
      expect((await browser.post('/me/password', { password: PASSWORD })).status).toBe(200)
      const body = { email: user.email, password: PASSWORD }
      expect((await new TestBrowser(app).post('/session', body)).status).toBe(200)
      expect(person.id).not.toBe(user.id)
    })
  })

  it('keeps the memory of many sign-ins at once bounded', async () => {
    const { person } = await withPassword()
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, i) =>
        new TestBrowser(app).post('/session', { email: `nobody-${i}@example.com`, password: PASSWORD }),
      ),
    )
    const statuses = new Set(answers.map((answer) => answer.status))
    expect([...statuses].sort()).toEqual([401, 503])
    expect((await person.post('/session', { email: person.email, password: PASSWORD })).status).toBe(200)
  })
})
