import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
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

const DAY = 86_400_000
const LAST = 'This is the last owner. Make somebody else an owner first.'

describe.each(DATABASES)('people in the admin API on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 100), ...BEHIND_PROXY })
  let invited = 0
  const someone = () => `someone-${++invited}@example.com`

  it('are invited by mail in their language, and come in by it', async () => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const email = 'Ed.Editor@example.com'
    const count = mailedLinks(app).length
    const answer = await owner.post('/people', { email, role: 'editor', name: 'Ed', language: 'de' })
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email,
      name: 'Ed',
      role: 'editor',
      language: 'de',
      disabled: false,
      invited: true,
      totp: false,
      created: expect.any(String),
      lastSignIn: null,
    })
    await expect.poll(() => mailedLinks(app).length).toBe(count + 1)
    const link = new URL(mailedLinks(app).at(-1)!)
    expect(link.pathname).toBe('/admin/invitation')
    const browser = new TestBrowser(app)
    const token = link.hash.slice(1)
    const accepted = await browser.post('/session/redeem', { token, password: PASSWORD })
    expect(accepted.body.data).toMatchObject({
      role: 'editor',
      user: { email, invited: false, password: true },
    })
    expect((await owner.get('/people')).body.data).toMatchObject([
      { role: 'owner' },
      { email, invited: false },
    ])
  })

  it('can be invited again until they come, and only the newest invitation is good', async () => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const before = mailedLinks(app).length
    const { data } = (await owner.post('/people', { email: someone(), role: 'viewer' })).body
    const tokenAt = async (count: number) => {
      await expect.poll(() => mailedLinks(app).length).toBe(count)
      return new URL(mailedLinks(app).at(-1)!).hash.slice(1)
    }
    const first = await tokenAt(before + 1)
    expect((await owner.post(`/people/${data.id}/invitation`)).status).toBe(200)
    const second = await tokenAt(before + 2)
    expect((await new TestBrowser(app).post('/session/redeem', { token: first })).status).toBe(403)
    expect((await new TestBrowser(app).post('/session/redeem', { token: second })).status).toBe(200)
    const late = await owner.post(`/people/${data.id}/invitation`)
    expect(late).toMatchObject({ status: 409, body: { statusLong: 'This person has signed in already' } })
    const { token } = await invitationTo(app, club, 'viewer')
    now += 7 * DAY
    expect((await new TestBrowser(app).post('/session/redeem', { token })).status).toBe(403)
  })

  it('belong to one publisher, whatever the letters of the e-mail', async () => {
    const [us, them] = [await app.publisher(), await app.publisher()]
    const [ours, theirs] = [await userOf(app, us, 'owner'), await userOf(app, them, 'owner')]
    const email = someone()
    const { data } = (await ours.post('/people', { email, role: 'viewer' })).body
    const refused = {
      status: 409,
      body: { statusLong: `Somebody has the e-mail [${email.toUpperCase()}] already` },
    }
    expect(await ours.post('/people', { email: email.toUpperCase(), role: 'viewer' })).toMatchObject(refused)
    expect(await theirs.post('/people', { email: email.toUpperCase(), role: 'viewer' })).toMatchObject(
      refused,
    )
    // A removed user may join another publisher.
    expect((await ours.delete(`/people/${data.id}`)).status).toBe(200)
    expect((await theirs.post('/people', { email, role: 'owner' })).status).toBe(200)
    const entries = await auditOf(app, us.id)
    expect(entries.map((entry) => entry.action)).toEqual(
      expect.arrayContaining(['person.invite', 'person.remove']),
    )
  })

  it('of one e-mail come once, also when two publishers invite at once', async () => {
    const clubs = await Promise.all([app.publisher(), app.publisher()])
    const owners = await Promise.all(clubs.map((club) => userOf(app, club, 'owner')))
    const email = someone()
    const answers = await Promise.all(owners.map((owner) => owner.post('/people', { email, role: 'viewer' })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  it('have another role at once, and are out at once when switched off or removed', async () => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const person = await userOf(app, club, 'viewer', { password: PASSWORD })
    const rename = () => person.put('/publisher', { company: 'Renamed' })
    expect((await rename()).status).toBe(403)
    await owner.put(`/people/${person.id}`, { role: 'editor' })
    expect((await rename()).status).toBe(200)
    await owner.put(`/people/${person.id}`, { disabled: true })
    expect((await rename()).status).toBe(401)
    const signIn = () => new TestBrowser(app).post('/session', { email: person.email, password: PASSWORD })
    expect((await signIn()).status).toBe(401)
    await owner.put(`/people/${person.id}`, { disabled: false })
    // The sessions of before stay over.
    expect((await rename()).status).toBe(401)
    expect((await signIn()).status).toBe(200)
    const again = await userOf(app, club, 'editor')
    await owner.delete(`/people/${again.id}`)
    expect((await again.get('/me')).status).toBe(401)
    expect((await owner.get('/people')).body.data).toHaveLength(2)
  })

  it('keep an owner who can come in', async () => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const path = `/people/${owner.id}`
    const refused = { status: 409, body: { statusLong: LAST } }
    expect(await owner.put(path, { role: 'editor' })).toMatchObject(refused)
    expect(await owner.put(path, { disabled: true })).toMatchObject(refused)
    expect(await owner.delete(path)).toMatchObject(refused)
    // Somebody who was only invited may never come, and somebody who is switched off can't.
    const { user } = await invitationTo(app, club, 'owner')
    expect(await owner.delete(path)).toMatchObject(refused)
    expect((await owner.delete(`/people/${user.id}`)).status).toBe(200)
    const off = await userOf(app, club, 'owner')
    await owner.put(`/people/${off.id}`, { disabled: true })
    expect(await owner.put(path, { role: 'viewer' })).toMatchObject(refused)
    await owner.put(`/people/${off.id}`, { disabled: false })
    expect((await owner.put(path, { role: 'viewer', name: 'Was owner' })).status).toBe(200)
    expect((await owner.put(path, { role: 'owner' })).status).toBe(403)
  })

  it('keep an owner when two of them send each other away at once', async () => {
    for (let round = 0; round < 5; round++) {
      const club = await app.publisher()
      const [a, b] = [await userOf(app, club, 'owner'), await userOf(app, club, 'owner')]
      const answers = await Promise.all([
        a.put(`/people/${b.id}`, { role: 'viewer' }),
        b.put(`/people/${a.id}`, { disabled: true }),
      ])
      const statuses = answers.map((answer) => answer.status)
      expect(
        statuses.filter((status) => status === 200),
        String(statuses),
      ).toHaveLength(1)
    }
  })

  it('change their own name and language, and no role', async () => {
    const club = await app.publisher()
    const viewer = await userOf(app, club, 'viewer')
    const mine = { name: 'Vic', language: 'ar', role: 'owner', disabled: true, publisherId: 1, id: 'x' }
    expect((await viewer.put('/me', mine)).body.data).toMatchObject({
      name: 'Vic',
      language: 'ar',
      role: 'viewer',
      disabled: false,
    })
    expect((await viewer.put(`/people/${viewer.id}`, { role: 'owner' })).status).toBe(403)
    const entries = await auditOf(app, club.id)
    const changes = entries.filter((entry) => entry.action === 'person.change')
    expect(changes).toMatchObject([
      {
        actor_id: viewer.id,
        before: '{"name":"Pat","language":"en"}',
        after: '{"name":"Vic","language":"ar"}',
      },
    ])
  })

  it('are invited 30 times an hour at most', async () => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const statuses = []
    for (let i = 0; i < 31; i++) {
      statuses.push((await owner.post('/people', { email: someone(), role: 'viewer' })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })

  it.each<[Json, string]>([
    [{ email: 'x' }, 'email'],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    [{ role: 'king' }, 'role'],
    [{ role: ['owner'] }, 'role'],
    [{ name: 'a\u0000b' }, 'body'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 5 }, 'name'],
    [{ language: 'xx' }, 'language'],
    [{ language: 'constructor' }, 'language'],
  ])('refuses %j', async (fault, field) => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const answer = await owner.post('/people', { email: someone(), role: 'viewer', ...fault })
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Person Data' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
    if (!fault.email && field !== 'body') {
      expect((await owner.put(`/people/${owner.id}`, fault)).status).toBe(400)
    }
    expect((await owner.get('/people')).body.data).toHaveLength(1)
  })
})

describe.each(DATABASES)('the users of a partner on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 100), ...BEHIND_PROXY })

  async function group() {
    const partner = await app.publisher({ partner: true, company: 'League' })
    const account = await app.publisher({ parentId: partner.id, company: 'City Rugby' })
    return { partner, account, named: { 'x-publisher': String(account.id) } }
  }

  it('acts within a sub-account with its own role, and the log there names it', async () => {
    const { partner, account, named } = await group()
    const owner = await userOf(app, partner, 'owner')
    expect((await owner.get('/me')).body.data).toMatchObject({ partner: true, publisher: { id: partner.id } })
    const me = (await owner.get('/me', named)).body.data
    expect(me).toMatchObject({
      partner: true,
      role: 'owner',
      publisher: { id: account.id, parentId: partner.id },
    })
    expect((await owner.put('/publisher', { company: 'Town Rugby' }, named)).body.data.company).toBe(
      'Town Rugby',
    )
    expect((await owner.get('/publisher')).body.data.company).toBe('League')
    expect(
      (await owner.post('/people', { email: `new-${kind}@example.com`, role: 'owner' }, named)).status,
    ).toBe(200)
    const entries = await auditOf(app, account.id)
    expect(entries).toMatchObject([
      {
        action: 'publisher.change',
        actor_id: owner.id,
        actor_name: owner.email,
        actor_publisher_id: partner.id,
      },
      { action: 'person.invite' },
    ])
    // Changes to the partner's own profile are logged at home only.
    expect((await owner.put('/me', { name: 'League owner' }, named)).status).toBe(200)
    expect(await auditOf(app, account.id)).toHaveLength(2)
    const [entry] = (await owner.get('/audit-log', named)).body.data
    expect(entry.actor.publisherId).toBe(partner.id)
  })

  it('is an editor there who is an editor at home', async () => {
    const { partner, named } = await group()
    const editor = await userOf(app, partner, 'editor')
    expect((await editor.put('/publisher', { displayPrimaryColor: '#fff' }, named)).status).toBe(200)
    expect((await editor.get('/api-keys', named)).status).toBe(403)
  })

  it('finds nothing but its own sub-accounts', async () => {
    const { partner, account, named } = await group()
    const other = await group()
    const owner = await userOf(app, partner, 'owner')
    const viewer = await userOf(app, partner, 'viewer')
    const within = await userOf(app, account, 'owner')
    for (const id of [other.account.id, other.partner.id, 0, -1, 1e9, '1e3', ' 1', 'x', '9'.repeat(30), '']) {
      const answer = await owner.get('/publisher', { 'x-publisher': String(id) })
      expect(answer.status, String(id)).toBe(404)
    }
    expect((await viewer.get('/publisher', named)).status).toBe(404)
    expect((await within.get('/publisher', { 'x-publisher': String(partner.id) })).status).toBe(404)
    expect((await within.get('/publisher', named)).body.data.id).toBe(account.id)
    const byKey = (club: typeof account) => club.call('GET', '/admin/api/publisher', undefined, named)
    expect((await byKey(partner)).status).toBe(404)
    expect((await byKey(account)).status).toBe(200)
  })

  it('sign out everywhere else, and stay signed in here', async () => {
    const club = await app.publisher()
    const person = await userOf(app, club, 'viewer', { password: PASSWORD })
    const colleague = await userOf(app, club, 'viewer')
    const other = new TestBrowser(app)
    await other.post('/session', { email: person.email, password: PASSWORD })
    expect((await other.get('/me')).status).toBe(200)
    expect((await person.delete('/me/sessions')).status).toBe(200)
    expect((await other.get('/me')).status).toBe(401)
    expect((await person.get('/me')).status).toBe(200)
    expect((await colleague.get('/me')).status).toBe(200)
    const entry = (await auditOf(app, club.id)).at(-1)!
    expect(entry).toMatchObject({ action: 'session.end-others', actor_id: person.id })
    expect(JSON.parse(entry.after!)).toEqual({ ended: 1 })
  })
})
