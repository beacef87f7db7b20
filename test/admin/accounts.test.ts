import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { type TestApp, useTestApp } from '../support/test-app.ts'
import { type Json, newAccount, TestPublisher } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, mailedLinks, userOf } from '../support/users.ts'

async function startPartner(app: TestApp) {
  const partner = await app.publisher({ partner: true, company: 'League' })
  return { partner, owner: await userOf(app, partner, 'owner') }
}

describe.each(DATABASES)('sub-accounts in the admin portal on %s', (kind) => {
  const app = useTestApp(kind, BEHIND_PROXY)

  it('are created with a key that works at once, and the links of their widgets', async () => {
    const { partner, owner } = await startPartner(app)
    const account = newAccount({
      phone: '+44 20 7946 0000',
      industry: 'Member Clubs',
      custom: { reference: 'club-1', displayPrimaryColor: '#0b5d3b' },
    })
    const { status, body } = await owner.post('/accounts', account)
    expect(status).toBe(200)
    const { publisherId, apiKey, secret, widgets } = body.data
    expect(widgets.map(({ type }: Json) => type)).toEqual(['button', 'event'])
    const program = new TestPublisher(app.url, {
      publisher: { id: publisherId },
      apiKey: { key: apiKey, secret },
      widgets,
    })
    expect((await program.get('/calendar')).status).toBe(200)
    const { data } = (await owner.get(`/accounts/${publisherId}`)).body
    expect(data).toMatchObject({
      id: publisherId,
      company: account.company,
      reference: 'club-1',
      email: account.email,
      phone: '+44 20 7946 0000',
      industry: 'Member Clubs',
      objective: '',
      displayPrimaryColor: '#0b5d3b',
      widgets: [{ directLink: `https://fasti.test/w/${widgets[0].id}` }, { type: 'event' }],
    })
    expect(JSON.stringify(data)).not.toContain(secret)
    const [entry] = (await auditOf(app, partner.id)).filter(({ action }) => action === 'account.create')
    expect(entry).toMatchObject({ actor_id: owner.id, subject_id: String(publisherId) })
    await expect.poll(() => mailedLinks(app).at(-1) ?? '').toContain('/admin/invitation#')
  })

  it('are refused with every fault at its field, and what is taken', async () => {
    const { owner } = await startPartner(app)
    const bad = await owner.post('/accounts', { email: 'x', timezone: 'Mars', custom: { reference: '' } })
    expect(bad).toMatchObject({ status: 400, body: { statusLong: 'Invalid Account Data' } })
    expect(Object.keys(bad.body.errors).sort()).toEqual([
      'company',
      'custom.reference',
      'email',
      'firstName',
      'lastName',
      'timezone',
    ])
    const first = newAccount()
    await owner.post('/accounts', first)
    const taken = await owner.post('/accounts', newAccount({ email: first.email }))
    expect(taken.body.errors.email).toContain('already exists')
    const twice = await owner.post('/accounts', newAccount({ custom: first.custom }))
    expect(twice).toMatchObject({ status: 409, body: { statusLong: expect.stringContaining('reference') } })
  })

  it('are found, sorted and paged', async () => {
    const { partner, owner } = await startPartner(app)
    for (const company of ['Delta', 'alpha', 'Club 10', 'Club 9', 'Émile', 'Zulu'])
      await partner.account({ company })
    const page = async (query: string) => (await owner.get(`/accounts?${query}`)).body
    const companies = (body: Json) => body.data.map(({ company }: Json) => company as string)
    const all = ['alpha', 'Club 9', 'Club 10', 'Delta', 'Émile', 'Zulu']
    const first = await page('limit=4')
    expect(companies(first)).toEqual(all.slice(0, 4))
    expect(first.count).toEqual({ value: 6, more: false })
    const second = await page(`limit=4&cursor=${first.next}`)
    expect([companies(second), second.next]).toEqual([all.slice(4), null])
    expect(companies(await page('sort=-company'))).toEqual(all.toReversed())
    expect(companies(await page('sort=-created'))[0]).toBe('Zulu')
    const down: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const body: Json = await page(`sort=-company&limit=2&cursor=${cursor}`)
      down.push(...companies(body))
      cursor = body.next
    }
    expect(down).toEqual(all.toReversed())
    expect(companies(await page('q=CLUB'))).toEqual(['Club 9', 'Club 10'])
    expect(companies(await page('q=sam+zulu'))).toEqual(['Zulu'])
    expect(await page('q=nobody')).toMatchObject({ data: [], next: null, count: { value: 0 } })
  })

  it.each(['sort=size', 'limit=0', 'limit=101', 'cursor=x', 'cursor=W10', 'cursor=bnVsbA'])(
    'refuse to be listed by %s',
    async (query) => {
      const { owner } = await startPartner(app)
      expect((await owner.get(`/accounts?${query}`)).status).toBe(400)
    },
  )

  it('are for partners, and each sees its own', async () => {
    const { partner, owner } = await startPartner(app)
    const other = await startPartner(app)
    const { id } = await partner.account()
    for (const key of [String(id), String(partner.id), '0', 'x', '99999999999'])
      expect((await other.owner.get(`/accounts/${key}`)).status, key).toBe(404)
    expect((await other.owner.get('/accounts')).body.data).toEqual([])
    const nobody = await userOf(app, await app.publisher(), 'owner')
    for (const answer of [
      await nobody.get('/accounts'),
      await nobody.get(`/accounts/${id}`),
      await nobody.post('/accounts', newAccount()),
      await owner.get('/accounts', { 'x-publisher': String(id) }),
    ])
      expect(answer).toMatchObject({
        status: 403,
        body: { statusLong: 'Only a partner can have sub-accounts' },
      })
    const editor = await userOf(app, partner, 'editor')
    expect((await editor.get('/accounts')).body.data).toHaveLength(1)
    expect((await editor.post('/accounts', newAccount())).status).toBe(403)
    expect((await (await userOf(app, partner, 'viewer')).get('/accounts')).status).toBe(403)
  })

  it('can be acted in by the header', async () => {
    const { partner, owner } = await startPartner(app)
    const one = await partner.account()
    const two = await partner.account()
    await one.calendar({ name: 'First team' })
    await two.calendar({ name: 'Second club' })
    const { data } = (await owner.get('/calendars', { 'x-publisher': String(one.id) })).body
    expect(data.map(({ name }: Json) => name)).toEqual(['First team'])
  })
})
