import { describe, expect, it } from 'vitest'
import { headingOf, useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { png } from '../support/pictures.ts'
import { newAccount, send, TestPublisher } from '../support/test-publisher.ts'

describe('the pages for sub-accounts', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin
  const startPartner = () => app.publisher({ partner: true, company: 'The League' })

  it('create one, whose key signs at once, and which is gone into without seeing its siblings', async () => {
    const league = await startPartner()
    const sibling = await league.account({ company: 'Harbour Rugby' })
    await sibling.calendar({ name: 'Secret sevens' })
    const taken = await app.publisher({ email: 'taken@example.com' })
    const { page, complaints } = await admin.enter(league, 'owner', '/accounts')
    await page.getByRole('row', { name: 'Harbour Rugby' }).waitFor()
    await screenshot(page, 'admin-accounts')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New sub-account' }).click()

    await page.getByRole('button', { name: 'Create the sub-account' }).click()
    await page.getByText('Enter the name of the company').waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Company', exact: true }).evaluate(isFocused))
      .toBe(true)
    await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Town Rugby')
    await page.getByRole('textbox', { name: 'Your reference' }).fill('club-7')
    await page.getByRole('combobox', { name: 'Industry' }).click()
    await page.getByRole('option', { name: 'Member Clubs' }).click()
    await page.getByRole('textbox', { name: 'First name' }).fill('Sam')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Secretary')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('taken@example')
    await page.getByText('Enter an e-mail address').waitFor()
    await page.getByRole('textbox', { name: 'E-mail' }).fill('taken@example.com')
    await page.getByRole('textbox', { name: 'First colour', exact: true }).fill('#0b5d3b')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ mimeType: 'image/png', name: 'logo.png', buffer: png(300, 200) })
    const uploaded = page.getByRole('textbox', { name: 'Logo', exact: true })
    await expect.poll(() => uploaded.inputValue()).toMatch(/\/logo\/[0-9a-f]{24}\.png$/)
    const partners = await uploaded.inputValue()
    await expectAccessible(page)
    await screenshot(page, 'admin-account-new')
    await page.getByRole('button', { name: 'Create the sub-account' }).click()
    await page.getByText('Email [taken@example.com] already exists').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'E-mail' }).evaluate(isFocused)).toBe(true)
    await page.getByRole('textbox', { name: 'E-mail' }).fill('sam@town.example')
    await page.getByRole('button', { name: 'Create the sub-account' }).click()

    await page.getByRole('heading', { name: 'Town Rugby is ready' }).waitFor()
    await page.getByText('It is shown only once.').waitFor()
    await screenshot(page, 'admin-account-created')
    await expectAccessible(page)
    const [apiKey, secret] = [
      await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue(),
      await page.getByRole('textbox', { name: 'Secret' }).inputValue(),
    ]
    const link = await page.getByRole('textbox', { name: 'Add to calendar' }).inputValue()
    expect((await send(link)).status).toBe(200)
    const widget = { id: new URL(link).pathname.split('/')[2]! }
    const given = { publisher: { id: 0 }, apiKey: { key: apiKey, secret }, widgets: [widget] }
    const program = new TestPublisher(app.url, given)
    await program.calendar({ name: 'First fifteen' })
    // It has a copy of its own: the partner's is removed when nothing of the partner shows it.
    const { logo } = (await program.get('/admin/api/publisher')).body.data
    expect(logo).not.toBe(partners)
    expect((await fetch(app.url + new URL(logo).pathname)).headers.get('content-type')).toBe('image/png')
    expect((await program.get('/calendar')).body).toMatchObject({ count: 1 })

    await page.getByRole('button', { name: 'Open it' }).click()
    await page.waitForURL('**/admin')
    await expect.poll(() => page.getByRole('banner').textContent()).toContain('Town Rugby')
    await page.goto(`${app.url}/admin/calendars`)
    await page.getByText('First fifteen').first().waitFor()
    expect(await page.getByText('Secret sevens').count()).toBe(0)
    await page.goto(`${app.url}/admin/accounts`)
    await page.getByText('You are inside a sub-account').waitFor()
    // The browser itself tells of each refused request.
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
    expect(taken.id).toBeGreaterThan(0)
  })

  it('find one on a phone in the dark and tell of it', async () => {
    const league = await startPartner()
    for (const company of ['Harbour Rugby', 'Town Rugby', 'Hill Rugby']) await league.account({ company })
    const { page } = await admin.enter(league, 'editor', '/accounts', { ...PHONE, ...DARK })
    await page.getByText('3 sub-accounts').waitFor()
    expect(await page.getByRole('link', { name: 'New sub-account' }).count()).toBe(0)
    await page.getByRole('searchbox', { name: 'Search' }).fill('hill')
    await page.getByText('1 sub-account', { exact: true }).waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-accounts-phone-dark')
    await page.getByRole('link', { name: 'Hill Rugby' }).click()
    await expect.poll(() => headingOf(page)).toBe('Hill Rugby')
    await page.getByText('sam', { exact: false }).first().waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-account-phone-dark')
    await page.goto(`${app.url}/admin/accounts?q=nobody`)
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText('3 sub-accounts').waitFor()
  })

  it('are not there for who is no partner', async () => {
    const club = await app.publisher()
    const { page } = await admin.enter(club, 'owner', '/accounts')
    await page.getByText('Sub-accounts are for partners').waitFor()
    expect(await page.getByRole('navigation').getByText('Sub-accounts').count()).toBe(0)
    await page.goto(`${app.url}/admin/accounts/new`)
    await page.getByText('Sub-accounts are for partners').waitFor()
  })

  it('tell the next step where there are none, and what was wrong where they could not be read', async () => {
    const league = await startPartner()
    const { page } = await admin.enter(league, 'owner', '/accounts')
    await page.getByText('You have no sub-accounts yet').waitFor()
    await page.route('**/admin/api/accounts*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await page.getByText('This could not be loaded').waitFor()
    await page.unroute('**/admin/api/accounts*')
    await league.post('/account', newAccount({ company: 'Late Rugby' }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('row', { name: 'Late Rugby' }).waitFor()
  })
})

const isFocused = (element: Element) => element === document.activeElement
