import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { INDUSTRIES, OBJECTIVES } from '../../src/accounts/account.ts'
import { DATABASES } from '../support/databases.ts'
import { useLogoServer } from '../support/logo-server.ts'
import { GIF, paddedPng, plain, png, SVG } from '../support/pictures.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, newAccount, send, TestPublisher } from '../support/test-publisher.ts'
import { auditOf, mailedLinks, PASSWORD, TestBrowser, userOf } from '../support/users.ts'

const ID = expect.stringMatching(/^[0-9a-f]{24}$/)
const STATUS = { status: '200', statusLong: 'OK' }
const emailTaken = (email: string) => `Email [${email}] already exists. Please try different email address`

describe.each(DATABASES)('sub-accounts on %s', (kind) => {
  let now = Date.now()
  const app = useTestApp(kind, { now: () => (now += 25) }) // slow enough for the limit of requests
  const partner = () => app.publisher({ partner: true, company: 'Agency' })

  /** Nothing of a refused account may be left anywhere. */
  async function rows() {
    const tables = [
      'publisher',
      'publisher_revision',
      'directory',
      'api_key',
      'widget',
      'sub_account',
      'image',
    ] as const
    const counts = tables.map(async (table) => {
      const { count } = await app.ctx.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return [table, Number(count)]
    })
    return Object.fromEntries(await Promise.all(counts)) as Record<string, number>
  }

  it('are created with a key and two widgets that work at once', async () => {
    const agency = await partner()
    const { status, body } = await agency.post('/account', newAccount())
    expect(status).toBe(200)
    expect(body).toEqual({
      ...STATUS,
      publisherId: expect.any(Number),
      apiKey: expect.stringMatching(/^[\w-]{32}$/),
      secret: expect.stringMatching(/^[\w-]{48}$/),
      widgets: [
        { id: ID, type: 'button', name: 'Add to calendar', directLink: expect.any(String) },
        { id: ID, type: 'event', name: 'Event list', directLink: expect.any(String) },
      ],
    })
    const [button, list] = body.widgets
    expect(button.directLink).toBe(`https://fasti.test/w/${button.id}`)
    expect(list.directLink).toBe(`https://fasti.test/w/${list.id}/events`)
    for (const { directLink } of body.widgets) {
      const page = await send(app.url + new URL(directLink).pathname)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toContain('text/html')
    }
    const created = { publisher: { id: body.publisherId }, apiKey: { key: body.apiKey, secret: body.secret } }
    const account = new TestPublisher(app.url, { ...created, widgets: body.widgets })
    expect((await account.get('/calendar')).body).toEqual({ data: [], count: 0, ...STATUS })
  })

  it('are listed to their partner in creation order, and to no other', async () => {
    const [agency, other] = [await partner(), await partner()]
    expect((await agency.get('/account')).body).toEqual({ data: [], ...STATUS })
    const accounts = [newAccount(), newAccount(), newAccount()]
    const ids: number[] = []
    for (const account of accounts) ids.push((await agency.post('/account', account)).body.publisherId)
    const theirs = await other.account()
    expect((await agency.get('/account/')).body).toEqual({
      ...STATUS,
      data: accounts.map(({ email, firstName, lastName, company, custom }, index) => ({
        ...{ publisherId: ids[index], email, firstName, lastName, company },
        reference: custom.reference,
      })),
    })
    expect((await other.get('/account')).body.data.map((account: Json) => account.publisherId)).toEqual([
      theirs.id,
    ])
  })

  it('belong to their partner, and have their own name and zone', async () => {
    const agency = await partner()
    const account = await agency.account({ company: ' Town Rugby ', timezone: 'Australia/Melbourne' })
    const calendar = await account.calendar()
    expect((await account.get(`/calendar/${calendar}`)).body.data).toMatchObject({
      publisherId: account.id,
      publisherOrgId: agency.id,
    })
    const fan = await account.subscriber(undefined, [calendar])
    const event = await account.event(calendar, { timezone: undefined })
    expect((await account.get(`/event/${event}`)).body.data).toMatchObject({
      ...{ publisherId: account.id, publisherOrgId: agency.id, timezone: 'Australia/Melbourne' },
    })
    const feed = (await send(fan.feedUrl)).text
    expect(feed).toContain('\r\nX-WR-CALNAME:Town Rugby\r\n')
    expect(feed).toContain('\r\nX-WR-TIMEZONE:Australia/Melbourne\r\n')
  })

  it('take every field, inside custom or flat, and have the colours at once', async () => {
    const agency = await partner()
    const custom = {
      companyType: 'Sports club',
      displayPrimaryColor: '#0b5d3b',
      displaySecondaryColor: '#FFF',
      companyLogo: '',
      scheduleLogo: '',
    }
    const common = {
      ...{ phone: '+44 (0)20 7946-0000', industry: 'Stadiums, Arenas & Venues' },
      objective: 'Increase customer retention (reduce churn)',
    }
    const inside = newAccount(common)
    const nested = { ...inside, custom: { ...inside.custom, ...custom } }
    const { custom: own, ...flat } = newAccount(common)
    const fields = Object.entries({ ...own, ...custom }).map(([name, value]) => [`custom:${name}`, value])
    const halfAndHalf = newAccount({ custom: { displayPrimaryColor: '#0b5d3b' } })
    halfAndHalf['custom:displayPrimaryColor'] = '#ffffff'
    halfAndHalf['custom:displaySecondaryColor'] = '#FFF'
    halfAndHalf['custom:reference'] = 'half'
    for (const account of [nested, { ...flat, ...Object.fromEntries(fields) }, halfAndHalf]) {
      const { status, body, text } = await agency.post('/account', account)
      expect(status, text).toBe(200)
      const { publisher } = (await send(`${app.url}/w/${body.widgets[0].id}/config`)).body
      expect(publisher).toMatchObject({
        ...{ name: account.company, logo: false },
        ...{ primaryColor: '#0b5d3b', secondaryColor: '#FFF' },
      })
    }
    const { data } = (await agency.get('/account')).body
    expect(data.map((account: Json) => account.reference)).toEqual([
      ...[inside.custom.reference, own.reference, 'half'],
    ])
  })

  it('are of any industry and have any objective of the list', async () => {
    expect([INDUSTRIES.length, OBJECTIVES.length]).toEqual([21, 16])
    const agency = await partner()
    for (const industry of INDUSTRIES) await agency.account({ industry })
    for (const objective of OBJECTIVES) await agency.account({ objective })
    expect((await agency.get('/account')).body.data).toHaveLength(37)
  })

  it.each<[string, string, Json, RegExp]>([
    ['industry', 'industry', 'Sport', /one of: Arts & Culture; Banking & Finance; .*; Other$/],
    ['industry in lower case', 'industry', 'tourism', /one of: /],
    ['objective', 'objective', 'Fame', /one of: Increase awareness of events; .* insights$/],
    ['zone', 'timezone', 'Mars/Base', /IANA time zone name/],
    ['zone of nothing', 'timezone', '', /IANA time zone name/],
    ['e-mail', 'email', 'owner', /an e-mail address/],
    ['e-mail with a line break', 'email', 'a@example.com\r\nBcc: b@example.com', /an e-mail address/],
    ['e-mail of 255 characters', 'email', `${'a'.repeat(243)}@example.com`, /an e-mail address/],
    ['phone of one country', 'phone', '020 7946 0000', /international form/],
    ['phone in words', 'phone', '+call me', /international form/],
    ['phone of 16 digits', 'phone', '+1234567890123456', /international form/],
    ['first name of 101 characters', 'firstName', 'x'.repeat(101), /1 to 100 characters/],
    ['last name of spaces', 'lastName', '  ', /is required/],
    ['company of spaces', 'company', '\u00a0 ', /is required/],
    ['company of 251 characters', 'company', 'x'.repeat(251), /1 to 250 characters/],
    ['company with a control character', 'company', 'Town\u0007', /without control characters/],
    ['custom', 'custom', 'x', /an object/],
    ['custom in a list', 'custom', [{ reference: 'x' }], /an object/],
    ['no custom', 'custom', null, /an object/],
    ['reference of spaces', 'custom.reference', ' ', /is required/],
    ['reference of 256 characters', 'custom.reference', 'x'.repeat(256), /1 to 255 characters/],
    ['reference as a number', 'custom.reference', 7, /a text/],
    ['colour by name', 'custom.displayPrimaryColor', 'red', /#rgb or #rrggbb/],
    ['colour with a style behind it', 'custom.displaySecondaryColor', '#fff;x:url(//x)', /#rgb or #rrggbb/],
    ['logo on disk', 'custom.companyLogo', 'file:///etc/passwd', /http or https address/],
    ['logo as data', 'custom.scheduleLogo', 'data:image/png;base64,AA', /http or https address/],
    ['logo as an object', 'custom.scheduleLogo', { toString: 1 }, /http or https address/],
    ['logo behind a password', 'custom.companyLogo', 'http://a:b@example.com/', /user name or password/],
    ['logo at the mail server', 'custom.companyLogo', 'http://example.com:25/', /port 80, 443/],
    ['company type of 101 characters', 'custom.companyType', 'x'.repeat(101), /at most 100 characters/],
  ])('are refused with another %s', async (_, field, value, message) => {
    const agency = await partner()
    const before = await rows()
    const account = newAccount()
    const [own, inner] = field.split('.') as [string, string?]
    const bad = inner
      ? { ...account, custom: { ...account.custom, [inner]: value } }
      : { ...account, [own]: value }
    expect(await agency.post('/account', bad)).toMatchObject({
      status: 400,
      body: {
        ...{ status: '400', statusLong: 'Invalid Account Data' },
        errors: { [field]: expect.stringMatching(new RegExp(`^Account ${field} .*${message.source}`)) },
      },
    })
    expect(await rows()).toEqual(before)
  })

  it('are refused with all that is missing', async () => {
    const agency = await partner()
    const fields = ['email', 'firstName', 'lastName', 'timezone', 'company', 'custom.reference']
    const errors = Object.fromEntries(fields.map((field) => [field, `Account ${field} is required`]))
    for (const body of [{}, { custom: {} }, { unknown: 1 }]) {
      const answer = await agency.post('/account', body)
      expect(answer.body).toEqual({ status: '400', statusLong: 'Invalid Account Data', errors })
    }
  })

  it('are refused with all that is wrong at once, a used e-mail among it', async () => {
    const agency = await partner()
    const { email } = newAccount()
    await agency.account({ email })
    const { body } = await agency.post('/account', {
      ...{ email, lastName: '', company: ' ', timezone: 'x', phone: '1', industry: 'x', objective: 'x' },
      ...{ 'custom:companyLogo': 'ftp://x', 'custom:displayPrimaryColor': 'red' },
    })
    expect(body).toMatchObject({ status: '400', statusLong: 'Invalid Account Data' })
    expect(Object.keys(body.errors).sort()).toEqual(
      [
        ...['company', 'custom.companyLogo', 'custom.displayPrimaryColor', 'custom.reference', 'email'],
        ...['firstName', 'industry', 'lastName', 'objective', 'phone', 'timezone'],
      ].sort(),
    )
    expect(body.errors.email).toBe(emailTaken(email))
  })

  it('need an e-mail that no publisher has, in any spelling', async () => {
    const [agency, other] = [await partner(), await partner()]
    const { email } = newAccount()
    await other.account({ email })
    await app.publisher({ email: `Club.${email}` })
    for (const used of [email, email.toUpperCase(), `Club.${email}`, `club.${email}`]) {
      const before = await rows()
      expect((await agency.post('/account', newAccount({ email: used }))).body).toEqual({
        ...{ status: '400', statusLong: 'Invalid Account Data' },
        errors: { email: emailTaken(used) },
      })
      expect(await rows()).toEqual(before)
    }
  })

  it('need a reference that the partner does not use; another partner may', async () => {
    const [agency, other] = [await partner(), await partner()]
    const custom = { reference: 'Été/7 🏁' }
    await agency.account({ custom })
    const before = await rows()
    expect(await agency.post('/account', newAccount({ custom }))).toMatchObject({
      status: 409,
      body: { status: '409', statusLong: 'The account with reference [Été/7 🏁] already exists' },
    })
    expect(await rows()).toEqual(before)
    await other.account({ custom })
    await agency.account({ custom: { reference: 'été/7 🏁' } })
  })

  it('come into being once, when the same e-mail is posted many times at once', async () => {
    const partners = [await partner(), await partner()]
    const { email } = newAccount()
    const before = await rows()
    const posts = Array.from({ length: 12 }, (_, n) =>
      partners[n % 2]!.post('/account', newAccount({ email: n % 3 ? email : email.toUpperCase() })),
    )
    const answers = await Promise.all(posts)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status !== 200) expect(body.errors.email).toMatch(/^Email \[.*\] already exists\. Please try/)
    }
    const { publisher, widget, sub_account } = await rows()
    expect({ publisher, widget, sub_account }).toEqual({
      publisher: before.publisher! + 1,
      widget: before.widget! + 2,
      sub_account: before.sub_account! + 1,
    })
  })

  it('come into being once, when the same reference is posted many times at once', async () => {
    const agency = await partner()
    const before = await rows()
    const custom = { reference: 'once' }
    const posts = Array.from({ length: 8 }, () => agency.post('/account', newAccount({ custom })))
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, ...Array<number>(7).fill(409)])
    expect((await agency.get('/account')).body.data).toHaveLength(1)
    expect((await rows()).publisher).toBe(before.publisher! + 1)
  })

  it('all get an id of their own, when many are posted at once', async () => {
    const agency = await partner()
    const created = await Promise.all(Array.from({ length: 20 }, () => agency.account()))
    expect(new Set(created.map(({ id }) => id)).size).toBe(20)
    expect((await agency.get('/account')).body.data).toHaveLength(20)
  })

  it('are for partners only: publishers and sub-accounts are refused, whatever they send', async () => {
    const agency = await partner()
    const before = await rows()
    for (const club of [await app.publisher(), await agency.account()]) {
      const refused = { status: '403', statusLong: 'Only a partner can have sub-accounts' }
      for (const body of [newAccount(), {}, '', '{', Buffer.from([0xff])]) {
        expect(await club.post('/account', body)).toMatchObject({ status: 403, body: refused })
      }
      expect(await club.get('/account')).toMatchObject({ status: 403, body: refused })
    }
    expect((await rows()).publisher).toBe(before.publisher! + 2)
    expect((await send(`${app.url}/apiv2/account`)).body.statusLong).toMatch(/API Key/)
    expect((await agency.get('/account')).body.data).toHaveLength(1)
  })

  it('can be listed and created, and nothing else', async () => {
    const agency = await partner()
    const { id } = await agency.account()
    for (const [path, status] of [
      ['/account', 405],
      [`/account/${id}`, 404],
    ] as const) {
      expect((await agency.put(path, newAccount())).status).toBe(status)
      expect((await agency.delete(path)).status).toBe(status)
    }
    expect((await agency.get(`/account/${id}`)).status).toBe(404)
  })

  it('never are partners, nor of somebody else, whatever they say', async () => {
    const [agency, other] = [await partner(), await partner()]
    const ours = {
      partner: true,
      parentId: other.id,
      parent_id: other.id,
      publisherId: 1,
      id: 1,
      apiKey: 'mine',
    }
    const over = { ...ours, secret: 'known', settings: { logo: 'https://evil.example/' }, widgets: [] }
    const account = await agency.account({ ...over, 'custom:partner': true, 'custom:publisherId': 1 })
    expect((await account.get('/account')).status).toBe(403)
    expect(account.id).toBeGreaterThan(1)
    expect([account.apiKey, account.secret]).not.toContain('mine')
    expect((await other.get('/account')).body.data).toEqual([])
    expect((await send(`${app.url}/w/${account.widgetId}/config`)).text).not.toContain('evil')
  })

  it('need an e-mail that no user of a publisher has', async () => {
    const agency = await partner()
    const { email } = await userOf(app, await app.publisher(), 'viewer')
    expect((await agency.post('/account', newAccount({ email }))).body.errors).toEqual({
      email: emailTaken(email),
    })
  })

  it('stand in the audit log of their partner, and in their own', async () => {
    const agency = await partner()
    const account = newAccount()
    const { id } = await agency.account(account)
    const { email, company, timezone, custom } = account
    const by = { actor_kind: 'api-key', actor_id: agency.apiKey, actor_publisher_id: agency.id }
    const [created, ...rest] = await auditOf(app, agency.id)
    expect(rest).toEqual([])
    expect(created).toMatchObject({
      ...by,
      action: 'account.create',
      subject_kind: 'account',
      subject_id: `${id}`,
    })
    expect(JSON.parse(created!.after!)).toEqual({ email, company, timezone, reference: custom.reference })
    expect(await auditOf(app, id)).toMatchObject([{ ...by, action: 'person.invite' }])
  })

  it('leave no secret and no e-mail in the log', async () => {
    const agency = await partner()
    const { email } = newAccount()
    const account = await agency.account({ email })
    await agency.post('/account', newAccount({ email }))
    const log = app.log.join('')
    for (const hidden of [email, account.secret, account.apiKey]) expect(log).not.toContain(hidden)
  })
})

describe.each(DATABASES)('the owner of a sub-account on %s', (kind) => {
  const app = useTestApp(kind)

  it('is invited, sets a password and sees nothing but the account', async () => {
    const agency = await app.publisher({ partner: true })
    const { email, ...account } = newAccount({ company: 'Harbour Rowing' })
    const { id } = await agency.account({ ...account, email })
    await expect.poll(() => mailedLinks(app).length).toBe(1)
    const token = new URL(mailedLinks(app)[0]!).hash.slice(1)
    const owner = new TestBrowser(app)
    const welcome = await owner.post('/session/redeem', { token, password: PASSWORD })
    expect(welcome.status, welcome.text).toBe(200)
    expect((await owner.get('/publisher')).body.data).toMatchObject({ id, company: 'Harbour Rowing' })
    expect((await owner.get('/publisher', { 'x-publisher': `${agency.id}` })).status).toBe(404)
    expect((await owner.post('/session', { email, password: PASSWORD })).status).toBe(200)
  })

  it('is not invited when the account is refused', async () => {
    const agency = await app.publisher({ partner: true })
    const custom = { reference: 'taken' }
    const before = mailedLinks(app).length
    await agency.account({ custom })
    await expect.poll(() => mailedLinks(app).length).toBe(before + 1)
    await agency.post('/account', newAccount({ custom }))
    await agency.post('/account', newAccount({ company: '' }))
    await new Promise((done) => setTimeout(done, 100))
    expect(mailedLinks(app)).toHaveLength(before + 1)
  })
})

describe.each(DATABASES)('logos on %s', (kind) => {
  let now = Date.now()
  const app = useTestApp(kind, { now: () => (now += 25) })
  const server = useLogoServer()
  let count = 0

  /** Puts a file on the server; answers its address. */
  function put(file: Parameters<typeof server.files.set>[1]): string {
    const path = `/${++count}.png`
    server.files.set(path, file)
    return server.at(path)
  }

  const withLogos = (logos: Json) => {
    const account = newAccount()
    return { ...account, custom: { ...account.custom, ...logos } }
  }
  const configOf = async ({ widgetId }: TestPublisher) => (await send(`${app.url}/w/${widgetId}/config`)).body

  it('are kept and shown: one of the company, one for its calendars', async () => {
    const agency = await app.publisher({ partner: true })
    const companyLogo = put(await plain(100, 100, '#ff0000').png().toBuffer())
    const scheduleLogo = put(await plain(640, 480, '#0000ff').jpeg().toBuffer())
    const account = await agency.account(withLogos({ companyLogo, scheduleLogo }))
    const own = 'https://example.com/own.png'
    const calendars = [await account.calendar(), await account.calendar({ logo: own })]
    const { publisher, calendars: shown } = await configOf(account)
    expect(shown.map((calendar: Json) => calendar.logo)).toEqual([expect.any(String), own])
    const settings = (await account.get('/admin/api/publisher')).body.data
    expect(settings).toMatchObject({ logo: publisher.logo, calendarLogo: shown[0].logo })
    const fan = await account.subscriber(undefined, calendars)
    expect((await send(`${fan.manageUrl}/data`)).text).toContain(shown[0].logo)

    const addresses = [
      [publisher.logo, [255, 0, 0]],
      [shown[0].logo, [0, 0, 255]],
    ] as const
    for (const [address, color] of addresses) {
      expect(address).toMatch(/^https:\/\/fasti\.test\/logo\/[0-9a-f]{24}\.png$/)
      const response = await fetch(app.url + new URL(address).pathname)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([100, 100])
      const middle = [...data.subarray((50 * 100 + 50) * 3, (50 * 100 + 50) * 3 + 3)]
      for (const [index, value] of color.entries()) expect(Math.abs(middle[index]! - value)).toBeLessThan(8)
    }
  })

  it('stay when something else of the publisher changes, and can be replaced', async () => {
    const agency = await app.publisher({ partner: true })
    const account = await agency.account(
      withLogos({ companyLogo: put(png(100, 100)), scheduleLogo: put(png(9, 9)) }),
    )
    const before = (await account.get('/admin/api/publisher')).body.data
    await account.put('/admin/api/publisher', { company: 'New name' })
    expect((await account.get('/admin/api/publisher')).body.data).toEqual({ ...before, company: 'New name' })
    await account.put('/admin/api/publisher', { calendarLogo: '', logo: 'https://example.com/new.png' })
    expect((await account.get('/admin/api/publisher')).body.data).toMatchObject({
      ...{ calendarLogo: '', logo: 'https://example.com/new.png' },
    })
  })

  it('are not at any other address', async () => {
    const ids = ['0'.repeat(24), 'x', '..%2f..', '0'.repeat(23), `${'0'.repeat(24)}%00`, '1e3', "' or 1=1 --"]
    for (const id of ids) expect((await send(`${app.url}/logo/${id}.png`)).status).toBe(404)
    const [{ id, bytes }] = (await app.ctx.db.selectFrom('image').selectAll().limit(1).execute()) as [Json]
    const head = await fetch(`${app.url}/logo/${id}.png`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect((await send(`${app.url}/logo/${id}`)).status).toBe(404)
    expect((await send(`${app.url}/logo/${id}.svg`)).status).toBe(404)
  })

  it.each<[string, string, Parameters<typeof put>[0], string]>([
    ['a page', 'companyLogo', Buffer.from('<html>'), 'must be a PNG or JPEG image'],
    ['an SVG', 'scheduleLogo', SVG, 'must be a PNG or JPEG image'],
    ['a GIF', 'scheduleLogo', GIF, 'must be a PNG or JPEG image'],
    ['nothing', 'scheduleLogo', Buffer.alloc(0), 'must be a PNG or JPEG image'],
    ['another size', 'companyLogo', png(100, 99), 'must have 100×100 pixels, not 100×99'],
    ['more than 100 KB', 'companyLogo', paddedPng(102_401), 'must have at most 100 KB'],
    ['more than 2 MB', 'scheduleLogo', paddedPng(2 * 2 ** 20 + 1), 'must have at most 2 MB'],
    [
      '100 MB',
      'scheduleLogo',
      (response) => {
        response.writeHead(200, { 'content-length': 100_000_000 })
        const more = () => void (response.destroyed || response.write(Buffer.alloc(65_536), more))
        more()
      },
      'must have at most 2 MB',
    ],
    [
      'half a picture',
      'companyLogo',
      png(100, 100).subarray(0, 90),
      'must be a whole image; this one is damaged',
    ],
    [
      '1 pixel that says it is 65,535',
      'scheduleLogo',
      png(1, 1, { width: 65_535, height: 65_535 }),
      'must have sides of at most 8192 pixels, and 16 million pixels in all',
    ],
    [
      'a redirect to what would be good',
      'companyLogo',
      (response) => response.writeHead(302, { location: server.at('/good.png') }).end(),
      'could not be fetched: answered 302, redirects are not followed',
    ],
    [
      'an error with a good picture',
      'companyLogo',
      (response) => response.writeHead(500).end(png(100, 100)),
      'could not be fetched: answered 500',
    ],
    [
      'a reset',
      'companyLogo',
      (response) => void response.destroy(),
      'could not be fetched: connection closed without an answer',
    ],
  ])('are refused that are %s, with nothing left', async (_, name, file, reason) => {
    server.files.set('/good.png', png(100, 100))
    const agency = await app.publisher({ partner: true })
    const good =
      name === 'companyLogo' ? { scheduleLogo: put(png(20, 30)) } : { companyLogo: put(png(100, 100)) }
    const counts = () => app.ctx.db.selectFrom('directory').select('key').orderBy('key').execute()
    const before = await counts()
    expect(await agency.post('/account', withLogos({ ...good, [name]: put(file) }))).toMatchObject({
      status: 400,
      body: {
        ...{ status: '400', statusLong: 'Invalid Account Data' },
        errors: { [`custom.${name}`]: `Account custom.${name} ${reason}` },
      },
    })
    expect(await counts()).toEqual(before)
    expect((await agency.get('/account')).body.data).toEqual([])
    expect(server.asked).not.toContain('/good.png')
  })

  it('are both refused when both are bad', async () => {
    const agency = await app.publisher({ partner: true })
    const bad = withLogos({ companyLogo: server.at('/missing'), scheduleLogo: put(SVG) })
    expect((await agency.post('/account', bad)).body.errors).toEqual({
      'custom.companyLogo': 'Account custom.companyLogo could not be fetched: answered 404',
      'custom.scheduleLogo': 'Account custom.scheduleLogo must be a PNG or JPEG image',
    })
  })

  it('are given up that do not come in ten seconds, and hold nobody else up', async () => {
    const agency = await app.publisher({ partner: true })
    const slow = agency.post('/account', withLogos({ companyLogo: put(() => {}) }))
    await agency.account()
    await agency.account(withLogos({ companyLogo: put(png(100, 100)) }))
    expect((await slow).body.errors).toEqual({
      'custom.companyLogo': 'Account custom.companyLogo could not be fetched: timed out',
    })
  })

  it('are fetched for four accounts of a partner at once; others wait, and other partners do not', async () => {
    const [agency, other] = [await app.publisher({ partner: true }), await app.publisher({ partner: true })]
    const waiting: (() => void)[] = []
    const companyLogo = put((response) => void waiting.push(() => response.end(png(100, 100))))
    const posts = Array.from({ length: 4 }, () => agency.post('/account', withLogos({ companyLogo })))
    await expect.poll(() => waiting.length).toBe(4)
    const fifth = await agency.post('/account', withLogos({ companyLogo }))
    expect(fifth).toMatchObject({
      status: 429,
      body: { statusLong: 'Too many requests! Try again after sometime.' },
    })
    expect(fifth.headers.get('retry-after')).toBe('1')
    await agency.account()
    await other.account(withLogos({ companyLogo: put(png(100, 100)) }))
    for (const answer of waiting) answer()
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await agency.account(withLogos({ companyLogo: put(png(100, 100)) }))
  })

  it('are not fetched for what is refused anyway', async () => {
    const agency = await app.publisher({ partner: true })
    const companyLogo = put(png(100, 100))
    const { custom, email } = newAccount()
    await agency.account({ custom, email })
    const refused = [{ email }, { timezone: 'x' }, { custom: { ...custom, companyLogo } }]
    for (const over of refused) {
      const { status } = await agency.post('/account', { ...withLogos({ companyLogo }), ...over })
      expect([400, 409]).toContain(status)
    }
    expect(server.asked).not.toContain(new URL(companyLogo).pathname)
  })

  it('leave nothing behind when somebody else is faster', async () => {
    const agency = await app.publisher({ partner: true })
    const { email } = newAccount()
    let answer = () => {}
    const companyLogo = put((response) => void (answer = () => response.end(png(100, 100))))
    const slow = agency.post('/account', { ...withLogos({ companyLogo }), email })
    await expect.poll(() => server.asked).toContain(new URL(companyLogo).pathname)
    await agency.account({ email })
    const images = () => app.ctx.db.selectFrom('image').select('id').orderBy('id').execute()
    const before = await images()
    answer()
    expect((await slow).body.errors).toEqual({ email: emailTaken(email) })
    expect(await images()).toEqual(before)
    expect((await agency.get('/account')).body.data).toHaveLength(1)
  })
})

describe('logos', () => {
  describe('where private networks are closed', () => {
    const app = useTestApp('sqlite', {
      config: (config) => ({ ...config, webhooks: { ...config.webhooks, allowPrivate: false } }),
    })
    const server = useLogoServer()

    it('do not come from there', async () => {
      const agency = await app.publisher({ partner: true })
      const { port } = new URL(server.at('/'))
      const hosts = `127.0.0.1 127.1 2130706433 0x7f.0.0.1 localhost [::1] [::ffff:127.0.0.1] 169.254.169.254 10.0.0.1
        metadata.google.internal 0.0.0.0`
      for (const host of hosts.split(/\s+/)) {
        const account = newAccount({ 'custom:companyLogo': `http://${host}:${port}/logo.png` })
        expect((await agency.post('/account', account)).body.errors, host).toEqual({
          'custom.companyLogo': 'Account custom.companyLogo must not lead into a private network',
        })
      }
      expect(server.asked).toEqual([])
    })
  })

  describe('that are not to be fetched', () => {
    const app = useTestApp('sqlite', { config: (config) => ({ ...config, fetchLogos: false }) })
    const server = useLogoServer()

    it('stay where they are, unseen', async () => {
      const agency = await app.publisher({ partner: true })
      const [logo, calendarLogo] = [server.at('/one.png'), 'http://10.0.0.1/two.gif']
      const account = await agency.account({
        'custom:companyLogo': logo,
        'custom:scheduleLogo': calendarLogo,
      })
      expect((await account.get('/admin/api/publisher')).body.data).toMatchObject({ logo, calendarLogo })
      expect(server.asked).toEqual([])
      const bad = newAccount({ 'custom:companyLogo': 'javascript:alert(1)' })
      expect(Object.keys((await agency.post('/account', bad)).body.errors)).toEqual(['custom.companyLogo'])
    })
  })
})
