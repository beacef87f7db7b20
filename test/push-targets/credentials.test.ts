import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { eventsAtGoogle } from '../support/google-events.ts'
import { eventsInOutlook } from '../support/microsoft-app.ts'
import {
  connectAccount,
  type Entered,
  newApplication,
  newFan,
  newGoogleClient,
  newOwner,
  type TestOwner,
  useCredentialsApp,
} from '../support/own-credentials.ts'
import { readMail } from '../support/smtp-receiver.ts'
import { expectOk, send } from '../support/test-publisher.ts'
import { type TestBrowser, userOf } from '../support/users.ts'

const GOOGLE = '/providers/google/credentials'
const MICROSOFT = '/providers/microsoft/credentials'
const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000, interval: 50 })
let accounts = 0

const enter = async (browser: TestBrowser, path: string, client: Entered, more = {}) =>
  expectOk(await browser.put(path, { ...client, ...more })).data

describe.each(DATABASES)('credentials of publishers, where the installation has none, on %s', (kind) => {
  const holder = useCredentialsApp(kind, false)

  const storedOf = ({ club }: TestOwner) =>
    holder.app.ctx.db
      .selectFrom('provider_credentials')
      .selectAll()
      .where('publisher_id', '=', club.id)
      .execute()
  const grantsOf = ({ club }: TestOwner) =>
    holder.app.ctx.db.selectFrom('push_grant').selectAll().where('publisher_id', '=', club.id).execute()
  const offeredBy = async ({ club }: TestOwner) =>
    expectOk(await send(`${holder.app.url}/w/${club.widgetId}/config`)).providers as string[]
  const stateOf = async ({ browser }: TestOwner) => expectOk(await browser.get('/google')).data
  const atGoogle = (account: string) => holder.google.calendarsOf(account)
  const titlesAt = (account: string) =>
    atGoogle(account).flatMap((id) => eventsAtGoogle(holder.google, id).map(({ title }) => title))
  /** The client that made a person's calendar at Google. */
  const makersOf = (account: string) =>
    atGoogle(account).map((id) => holder.google.findCalendar(id)!.clientId)
  const mailsTo = async (address: string) => {
    const written = holder.app.log.filter((line) => line.includes('mail written'))
    const files = written.map((line) => (JSON.parse(line) as { file: string }).file)
    const mails = await Promise.all(files.map(async (file) => readMail(await readFile(file, 'utf8'))))
    return mails.filter(
      ({ headers }) => headers.to?.includes(address) && /Google|Outlook/.test(headers.subject ?? ''),
    )
  }
  async function mirror(owner: TestOwner) {
    const account = `club-${++accounts}@gmail.example`
    holder.google.addAccount(account)
    expect(await connectAccount(holder, owner.browser, account)).toBe('connected')
    expectOk(await owner.browser.put('/google/mirrors', { calendarIds: [owner.calendar] }))
    await poll(() => titlesAt(account).length).toBe(1)
    return account
  }

  it('show nothing before, all of it after, and nothing to other publishers', async () => {
    const [owner, other] = [await newOwner(holder), await newOwner(holder)]
    const [fan, stranger] = [await newFan(holder, owner), await newFan(holder, other)]
    const seen = async (of: TestOwner, person: typeof fan) => ({
      widget: await offeredBy(of),
      portal: expectOk(await person.call('GET', '/google')).data.offered as boolean,
      place: expectOk(await of.browser.get('/me')).data.google as boolean,
      page: (await stateOf(of)).offered as boolean,
      connect: (await of.browser.post('/google/connect')).status,
      mine: (await person.call('POST', '/google')).status,
    })
    const nothing = { widget: [], portal: false, place: false, page: false, connect: 404, mine: 404 }
    expect(await seen(owner, fan)).toEqual(nothing)
    const client = newGoogleClient(holder)
    expect(await enter(owner.browser, GOOGLE, client)).toMatchObject({
      ...{ provider: 'google', used: 'own', clientId: client.clientId, installation: false },
      ...{ redirectUri: 'https://fasti.test/google/callback', people: 0, mirrors: 0, account: false },
    })
    expect(await seen(owner, fan)).toEqual({
      ...{ widget: ['google'], portal: true, place: true, page: true, connect: 200, mine: 200 },
    })
    expect(await seen(other, stranger)).toEqual(nothing)

    const account = await mirror(owner)
    expect(await fan.connect('google')).toBe('connected')
    await poll(() => titlesAt(fan.account).length).toBe(1)
    expectOk(await owner.club.put(`/event/${owner.event}`, { name: 'Moved up' }))
    await poll(() => [...titlesAt(account), ...titlesAt(fan.account)]).toEqual(['Moved up', 'Moved up'])
    expect([...makersOf(account), ...makersOf(fan.account)]).toEqual([client.clientId, client.clientId])
    expect(expectOk(await owner.browser.get('/providers')).data[0]).toMatchObject({
      ...{ people: 1, mirrors: 1, account: true },
    })
    expect(holder.google.violations).toEqual([])
  })

  it('are checked with the provider before they are stored, and refused with words', async () => {
    const owner = await newOwner(holder)
    const { clientId, clientSecret } = newGoogleClient(holder)
    const application = newApplication(holder)
    const refused = async (path: string, body: object) => {
      const { status, body: answer } = await owner.browser.put(path, body)
      return [status, answer.kind, Object.keys((answer.errors ?? {}) as object)]
    }
    expect(await refused(GOOGLE, { clientId, clientSecret: 'other' })).toEqual([
      ...[400, 'client_refused', ['clientSecret']],
    ])
    expect(await refused(GOOGLE, { clientId: 'unknown', clientSecret })).toEqual([
      ...[400, 'client_refused', ['clientSecret']],
    ])
    expect(await refused(MICROSOFT, { ...application, clientId: 'unknown' })).toEqual([
      ...[400, 'client_unknown', ['clientId']],
    ])
    expect(await refused(MICROSOFT, { ...application, clientSecret: 'other' })).toEqual([
      ...[400, 'client_secret_wrong', ['clientSecret']],
    ])
    const ended = { id: 'ended', secret: 'ended', redirectUris: [], isExpired: true }
    holder.microsoft.addClient(ended)
    expect(await refused(MICROSOFT, { clientId: 'ended', clientSecret: 'ended' })).toEqual([
      ...[400, 'client_secret_expired', ['clientSecret']],
    ])
    for (const body of [
      {},
      { clientId },
      { clientId: 'with space', clientSecret },
      { clientId, clientSecret: 'x'.repeat(201) },
    ])
      expect((await owner.browser.put(GOOGLE, body)).status).toBe(400)
    expect((await owner.browser.put('/providers/apple/credentials', { clientId, clientSecret })).status).toBe(
      400,
    )
    const { addresses } = holder.app.ctx.config.google
    const { token } = addresses
    addresses.token = 'http://127.0.0.1:1/token'
    expect(await refused(GOOGLE, { clientId, clientSecret })).toEqual([503, 'provider_silent', []])
    addresses.token = token
    expect((await owner.browser.delete(GOOGLE, {})).status).toBe(404)
    expect(await storedOf(owner)).toEqual([])
  })

  it('are for owners alone, and the secret is shown nowhere', async () => {
    const owner = await newOwner(holder)
    const client = newGoogleClient(holder)
    for (const role of ['editor', 'viewer'] as const) {
      const user = await userOf(holder.app, owner.club, role)
      expect((await user.get('/providers')).status).toBe(403)
      expect((await user.put(GOOGLE, client)).status).toBe(403)
      expect((await user.delete(GOOGLE, {})).status).toBe(403)
    }
    const fan = await newFan(holder, owner)
    const answer = await owner.browser.put(GOOGLE, client)
    expectOk(answer)
    const next = newGoogleClient(holder)
    expectOk(await owner.browser.put(GOOGLE, next))
    expectOk(await owner.browser.delete(GOOGLE, {}))
    const [removed, changed, set] = expectOk(await owner.browser.get('/audit-log')).data
    expect(set).toMatchObject({
      ...{ action: 'credentials.set', subject: { kind: 'credentials', id: 'google' }, before: null },
      after: { clientId: client.clientId, clientSecret: '(hidden)' },
    })
    expect(changed).toMatchObject({
      before: { clientId: client.clientId, clientSecret: '(hidden)' },
      after: { clientId: next.clientId, clientSecret: '(hidden)' },
    })
    expect(removed).toMatchObject({ action: 'credentials.remove', before: { clientId: next.clientId } })
    expectOk(await owner.browser.put(GOOGLE, client))
    expect(await fan.connect('google')).toBe('connected')
    await poll(() => titlesAt(fan.account).length).toBe(1)
    const shown = [
      answer.text,
      JSON.stringify(await storedOf(owner)),
      ...holder.app.log,
      (await owner.browser.get('/providers')).text,
      (await owner.browser.get('/google')).text,
      (await owner.browser.get('/audit-log')).text,
      (await owner.browser.get('/audit-log.csv')).text,
      (await owner.browser.get(`/subscribers/${fan.svcId}/export`)).text,
      (await fan.call('GET', '/download')).text,
    ]
    for (const text of shown) for (const one of [client, next]) expect(text).not.toContain(one.clientSecret)
    expect(await storedOf(owner)).toMatchObject([{ client_secret: expect.stringMatching(/^sealed:1:/) }])
  })

  it('with another secret of the same client go on with their consents', async () => {
    const owner = await newOwner(holder)
    const client = newGoogleClient(holder)
    await enter(owner.browser, GOOGLE, client)
    const fan = await newFan(holder, owner)
    await fan.connect('google')
    await poll(() => titlesAt(fan.account).length).toBe(1)
    const [before] = await grantsOf(owner)
    const secret = 'GOCSPX-renewed'
    const redirectUris = ['https://fasti.test/google/callback']
    holder.google.addClient({ id: client.clientId, secret, redirectUris, status: 'production' })
    await enter(owner.browser, GOOGLE, { ...client, clientSecret: secret })
    holder.google.expireTokens(fan.account)
    expectOk(await owner.club.put(`/event/${owner.event}`, { name: 'Goes on' }))
    await poll(() => titlesAt(fan.account)).toEqual(['Goes on'])
    // The account is known by the same hash.
    const other = await newFan(holder, owner, fan.account)
    expect(await other.connect('google')).toBe('connected')
    await poll(async () => (await grantsOf(owner)).map(({ account }) => account)).toEqual([
      before!.account,
      before!.account,
    ])
  })

  it('replaced by another client: calendars go, consents end, and a mail leads to another one', async () => {
    const owner = await newOwner(holder)
    const [first, second] = [newGoogleClient(holder), newGoogleClient(holder)]
    await enter(owner.browser, GOOGLE, first)
    const account = await mirror(owner)
    const fan = await newFan(holder, owner)
    await fan.connect('google')
    await poll(() => titlesAt(fan.account).length).toBe(1)
    const refused = await owner.browser.put(GOOGLE, second)
    expect([refused.status, refused.body.kind]).toEqual([409, 'consents_end'])
    expect(refused.body.statusLong).toContain('consents of 1 subscribers and the mirrors of 1 calendars')
    expect(titlesAt(fan.account)).toHaveLength(1)

    const refreshed = async () => {
      const tokens = (await holder.app.ctx.providers.of(owner.club.id)).google!
      return tokens.client.clientId
    }
    await enter(owner.browser, GOOGLE, second, { endConsents: true })
    expect(await refreshed()).toBe(second.clientId)
    await poll(() => [atGoogle(account), atGoogle(fan.account)]).toEqual([[], []])
    await poll(() => fan.state('google')).toBe('disconnected')
    await poll(async () => (await stateOf(owner)).state).toBe('disconnected')
    await poll(async () => (await mailsTo(fan.email)).length).toBe(1)
    await poll(async () => (await mailsTo(owner.browser.email)).length).toBe(1)
    // The former client is gone, here and at Google.
    await poll(async () => (await storedOf(owner)).map(({ client_id }) => client_id)).toEqual([
      second.clientId,
    ])
    expect(holder.google.hasConsent(fan.account, first.clientId)).toBe(false)
    expect(holder.google.hasConsent(account, first.clientId)).toBe(false)

    expect(await fan.connect('google')).toBe('connected')
    expect(await connectAccount(holder, owner.browser, account)).toBe('connected')
    await poll(() => [...makersOf(fan.account), ...makersOf(account)]).toEqual([
      second.clientId,
      second.clientId,
    ])
    expect(holder.google.violations).toEqual([])
  })

  it('removed: nothing is offered any more, and nobody is led to what is not there', async () => {
    const owner = await newOwner(holder)
    await enter(owner.browser, MICROSOFT, newApplication(holder))
    const fan = await newFan(holder, owner)
    expect(await offeredBy(owner)).toEqual(['microsoft'])
    expect(await fan.connect('microsoft')).toBe('connected')
    const { microsoft } = holder
    const seen = () =>
      microsoft.calendarsOf(fan.account).flatMap((id) => eventsInOutlook(microsoft, fan.account, id))
    await poll(() => seen().length).toBe(1)
    expect((await owner.browser.delete(MICROSOFT, {})).status).toBe(409)
    expectOk(await owner.browser.delete(MICROSOFT, { endConsents: true }))
    expect(await offeredBy(owner)).toEqual([])
    await poll(() => microsoft.calendarsOf(fan.account)).toEqual([])
    await poll(() => storedOf(owner)).toEqual([])
    expect((await grantsOf(owner)).map(({ disconnected_at }) => disconnected_at !== null)).toEqual([true])
    expect(await mailsTo(fan.email)).toEqual([])
    expect((await fan.call('POST', '/microsoft')).status).toBe(404)
    expect((await send(fan.feedUrl)).status).toBe(200)
  })

  it('replaced by an application: the calendar in Outlook is made anew by it', async () => {
    const owner = await newOwner(holder)
    await enter(owner.browser, MICROSOFT, newApplication(holder))
    const fan = await newFan(holder, owner)
    await fan.connect('microsoft')
    const { microsoft } = holder
    await poll(() => fan.state('microsoft')).toBe('active')
    const [before] = microsoft.calendarsOf(fan.account)
    await enter(owner.browser, MICROSOFT, newApplication(holder), { endConsents: true })
    await poll(() => fan.state('microsoft')).toBe('disconnected')
    await poll(async () => (await mailsTo(fan.email)).length).toBe(1)
    expect(await fan.connect('microsoft')).toBe('connected')
    await poll(() => fan.state('microsoft')).toBe('active')
    const after = microsoft.calendarsOf(fan.account)
    expect(after).toHaveLength(1)
    expect(after).not.toEqual([before])
    expect(microsoft.violations).toEqual([])
  })

  it('of which the provider knows nothing any more: consents end all the same', async () => {
    const owner = await newOwner(holder)
    const client = newGoogleClient(holder)
    await enter(owner.browser, GOOGLE, client)
    const fan = await newFan(holder, owner)
    await fan.connect('google')
    await poll(() => titlesAt(fan.account).length).toBe(1)
    const redirectUris = ['https://fasti.test/google/callback']
    holder.google.addClient({ id: client.clientId, secret: 'renewed', redirectUris, status: 'production' })
    holder.google.expireTokens(fan.account)
    await enter(owner.browser, GOOGLE, newGoogleClient(holder), { endConsents: true })
    await poll(() => fan.state('google')).toBe('disconnected')
    await poll(async () => (await storedOf(owner)).length).toBe(1)
    await poll(async () => (await mailsTo(fan.email)).length).toBe(1)
  })

  it('changed while somebody is at the provider: the code is not taken to another client', async () => {
    const owner = await newOwner(holder)
    await enter(owner.browser, GOOGLE, newGoogleClient(holder))
    const fan = await newFan(holder, owner)
    const comeBack = await fan.ask('google')
    const second = newGoogleClient(holder)
    await enter(owner.browser, GOOGLE, second)
    expect(await comeBack()).toBe('failed')
    expect(await grantsOf(owner)).toEqual([])
    expect(await fan.connect('google')).toBe('connected')
    expect(await grantsOf(owner)).toMatchObject([{ client_id: second.clientId }])
  })

  it('an account without calendars is disconnected with its client', async () => {
    const owner = await newOwner(holder)
    await enter(owner.browser, GOOGLE, newGoogleClient(holder))
    const account = `club-${++accounts}@gmail.example`
    holder.google.addAccount(account)
    await connectAccount(holder, owner.browser, account)
    const second = newGoogleClient(holder)
    expect((await owner.browser.put(GOOGLE, second)).status).toBe(409)
    await enter(owner.browser, GOOGLE, second, { endConsents: true })
    expect(await grantsOf(owner)).toEqual([])
    expect((await storedOf(owner)).map(({ client_id }) => client_id)).toEqual([second.clientId])
    expect((await stateOf(owner)).state).toBe('none')
  })
})

describe.each(DATABASES)('credentials of publishers, beside those of the installation, on %s', (kind) => {
  const holder = useCredentialsApp(kind, true)
  const installations = () => holder.google.client.id
  const makersOf = (account: string) =>
    holder.google.calendarsOf(account).map((id) => holder.google.findCalendar(id)!.clientId)
  const titlesAt = (account: string) =>
    holder.google
      .calendarsOf(account)
      .flatMap((id) => eventsAtGoogle(holder.google, id).map(({ title }) => title))
  const usedBy = async ({ browser }: TestOwner) =>
    expectOk(await browser.get('/providers')).data[0].used as string

  it('win, and consents that the installation got go on beside them', async () => {
    const owner = await newOwner(holder)
    const [early, late] = [await newFan(holder, owner), await newFan(holder, owner)]
    expect(await usedBy(owner)).toBe('installation')
    expect(await early.connect('google')).toBe('connected')
    await poll(() => titlesAt(early.account).length).toBe(1)
    const client = newGoogleClient(holder)
    await enter(owner.browser, GOOGLE, client)
    expect(await usedBy(owner)).toBe('own')
    expect(await late.connect('google')).toBe('connected')
    await poll(() => titlesAt(late.account).length).toBe(1)
    expectOk(await owner.club.put(`/event/${owner.event}`, { name: 'For both' }))
    await poll(() => [...titlesAt(early.account), ...titlesAt(late.account)]).toEqual([
      'For both',
      'For both',
    ])
    expect([...makersOf(early.account), ...makersOf(late.account)]).toEqual([
      installations(),
      client.clientId,
    ])
    // Removed, that of the installation is used again.
    expectOk(await owner.browser.delete(GOOGLE, { endConsents: true }))
    await poll(() => late.state('google')).toBe('disconnected')
    expect(await late.connect('google')).toBe('connected')
    await poll(() => makersOf(late.account)).toEqual([installations()])
    await poll(() => early.state('google')).toBe('active')
    expect(holder.google.violations).toEqual([])
  })

  it('keep one account apart: its end with one client leaves it with the other', async () => {
    const [one, two] = [await newOwner(holder), await newOwner(holder)]
    const client = newGoogleClient(holder)
    await enter(one.browser, GOOGLE, client)
    const fan = await newFan(holder, one)
    const same = await newFan(holder, two, fan.account)
    expect([await fan.connect('google'), await same.connect('google')]).toEqual(['connected', 'connected'])
    await poll(() => titlesAt(fan.account).length).toBe(2)
    expectOk(await fan.call('POST', '/google/end'))
    await poll(() => makersOf(fan.account)).toEqual([installations()])
    await poll(() => holder.google.hasConsent(fan.account, client.clientId)).toBe(false)
    expect(holder.google.hasConsent(fan.account, installations())).toBe(true)
    expectOk(await two.club.put(`/event/${two.event}`, { name: 'Goes on' }))
    await poll(() => titlesAt(fan.account)).toEqual(['Goes on'])
  })

  it('have a quota of their own, which publishers with the same client share', async () => {
    const [one, two] = [await newOwner(holder), await newOwner(holder)]
    const client = newGoogleClient(holder)
    for (const owner of [one, two]) {
      await enter(owner.browser, GOOGLE, client)
      const fan = await newFan(holder, owner)
      await fan.connect('google')
      await poll(() => titlesAt(fan.account).length).toBe(1)
    }
    const buckets = await holder.app.ctx.database.limits
      .selectFrom('request_window')
      .select('name')
      .where('publisher_id', '=', 0)
      .where('name', 'like', 'push to google %')
      .execute()
    const names = buckets.map(({ name }) => name)
    expect(names.filter((name) => name.includes(client.clientId))).toHaveLength(1)
    expect(names).toContain(`push to google ${installations()}`)
  })

  it('are not those of the installation, nor those of the partner', async () => {
    const owner = await newOwner(holder, { partner: true })
    const { id, secret } = holder.google.client
    const { status, body } = await owner.browser.put(GOOGLE, { clientId: id, clientSecret: secret })
    expect([status, body.kind]).toEqual([400, 'client_of_installation'])
    await enter(owner.browser, GOOGLE, newGoogleClient(holder))
    const account = await owner.club.account()
    const inside = { 'x-publisher': String(account.id) }
    expect(expectOk(await owner.browser.get('/providers', inside)).data[0]).toMatchObject({
      ...{ used: 'installation', clientId: null },
    })
  })

  it('move the mirrors of a connected account when it is connected again', async () => {
    const owner = await newOwner(holder)
    const account = `club-${++accounts}@gmail.example`
    holder.google.addAccount(account)
    expect(await connectAccount(holder, owner.browser, account)).toBe('connected')
    expectOk(await owner.browser.put('/google/mirrors', { calendarIds: [owner.calendar] }))
    await poll(() => titlesAt(account).length).toBe(1)
    const client = newGoogleClient(holder)
    await enter(owner.browser, GOOGLE, client)
    expect(await connectAccount(holder, owner.browser, account)).toBe('connected')
    await poll(() => makersOf(account)).toEqual([client.clientId])
    await poll(() => titlesAt(account).length).toBe(1)
    await poll(() => holder.google.hasConsent(account, installations())).toBe(false)
    expectOk(await owner.club.put(`/event/${owner.event}`, { name: 'Moved' }))
    await poll(() => titlesAt(account)).toEqual(['Moved'])
    expect(holder.google.violations).toEqual([])
  })
})
