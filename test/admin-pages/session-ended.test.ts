import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { typeWhereFocused, useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import type { Json } from '../support/test-publisher.ts'
import { mailedLinks, PASSWORD, type TestBrowser, userOf } from '../support/users.ts'

describe('a session that ends while somebody works', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin

  async function startClub(over: Json = {}) {
    const club = await app.publisher()
    const user = await userOf(app, club, 'owner', { password: PASSWORD, ...over })
    const calendar = await club.calendar({ name: 'First team' })
    const id = await club.event(calendar, { name: 'City v Town' })
    return { club, user, id, nameOf: async () => (await club.get(`/event/${id}`)).body.data.name }
  }
  const end = async (user: TestBrowser) => expect((await user.delete('/session')).status).toBe(200)
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'You have been signed out' })
  /** Changes the name of the event, until the preview has it: asking for it later would already tell of the end. */
  async function rename(page: Page, to: string) {
    const previewed = page.waitForResponse(
      (response) =>
        response.url().includes('/events/preview') && response.request().postDataJSON().name === to,
    )
    await page.getByLabel('Title').fill(to)
    await previewed
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
  async function signIn(page: Page, password = PASSWORD) {
    await dialogOf(page).getByLabel('Password', { exact: true }).fill(password)
    await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it.each([
    ['desktop', {}],
    ['phone-dark', { ...PHONE, ...DARK }],
  ])('asks to sign in over the form, keeps what was typed, and then saves it: %s', async (name, over) => {
    const { user, id, nameOf } = await startClub()
    const { page } = await admin.open(`/admin/events/${id}`, over, user)
    const title = page.getByLabel('Title')
    await rename(page, 'City v Town, the derby')
    await end(user)
    await save(page)
    await dialogOf(page).waitFor()
    expect(await dialogOf(page).getByLabel('E-mail').inputValue()).toBe(user.email)
    await expectAccessible(page)
    await expectNoSideways(page)
    await screenshot(page, `session-ended-${name}`)
    await signIn(page, 'not this sentence')
    await dialogOf(page).getByText('E-mail or password is wrong').waitFor()
    await page.keyboard.press('Escape')
    await signIn(page)
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await title.inputValue()).toBe('City v Town, the derby')
    expect(await nameOf()).toBe('City v Town')
    await save(page)
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await nameOf()).toBe('City v Town, the derby')
    expect(new URL(page.url()).pathname).toBe(`/admin/events/${id}`)
  })

  it('asks for the second step where there is one', async () => {
    const { user, id, nameOf } = await startClub()
    const { secret } = (await user.post('/me/totp', { password: PASSWORD })).body.data
    const code = (steps: number) =>
      new TOTP({ secret }).generate({ timestamp: app.ctx.now() + steps * 30_000 })
    await user.post('/me/totp/confirm', { code: code(-1) })
    const { page } = await admin.open(`/admin/events/${id}`, {}, user)
    await rename(page, 'The derby')
    await end(user)
    await save(page)
    await signIn(page)
    await dialogOf(page).getByRole('group', { name: 'Code from your authenticator' }).waitFor()
    await expectAccessible(page)
    await typeWhereFocused(page, code(0))
    await screenshot(page, 'session-ended-code')
    await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    await save(page)
    await expect.poll(nameOf).toBe('The derby')
  })

  it('takes a mailed link that was opened on another page, of the same person only', async () => {
    const { club, user, id, nameOf } = await startClub()
    const { page } = await admin.open(`/admin/events/${id}`, {}, user)
    await rename(page, 'The derby')
    await end(user)
    await save(page)
    const before = mailedLinks(app).length
    await dialogOf(page).getByRole('button', { name: 'Get a link by e-mail instead' }).click()
    await dialogOf(page).getByText('a link is on its way').waitFor()
    await expect.poll(() => mailedLinks(app).length).toBe(before + 1)
    const back = () => page.evaluate(() => dispatchEvent(new Event('focus')))

    const stranger = await userOf(app, club, 'editor')
    const cookies = [...stranger.cookies].map(([name, value]) => ({ name, value, url: app.url }))
    await page.context().addCookies(cookies)
    const looked = page.waitForResponse('**/admin/api/me')
    await back()
    expect((await looked).status()).toBe(200)
    await dialogOf(page).getByText(`${stranger.email} has signed in with this browser`).waitFor()

    const other = await page.context().newPage()
    await other.goto(mailedLinks(app).at(-1)!)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByRole('heading', { name: 'Overview' }).waitFor()
    await back()
    await dialogOf(page).waitFor({ state: 'detached' })
    await save(page)
    await expect.poll(nameOf).toBe('The derby')
  })

  it('offers who has no password the link alone', async () => {
    const club = await app.publisher()
    const { page, user } = await admin.enter(club, 'editor', '/calendars')
    await end(user)
    await page.getByRole('link', { name: 'Widgets' }).dispatchEvent('click')
    await dialogOf(page).getByRole('button', { name: 'Send the link' }).click()
    await dialogOf(page).getByText('a link is on its way').waitFor()
    expect(await dialogOf(page).getByLabel('Password').count()).toBe(0)
    await expectAccessible(page)
  })

  it('keeps what was typed in a dialog and in settings too, and reads what was refused meanwhile', async () => {
    const { club, user } = await startClub()
    const { page } = await admin.open('/admin/developers/keys', {}, user)
    await page.getByRole('button', { name: 'Create a key' }).click()
    const form = page.getByRole('dialog', { name: 'Create an API key' })
    await form.getByLabel('Name').fill('Ticket shop')
    await end(user)
    await form.getByRole('button', { name: 'Create the key' }).click()
    await dialogOf(page).waitFor()
    // It is for the dialog below, which would close.
    await page.keyboard.press('Escape')
    await signIn(page)
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await form.getByLabel('Name').inputValue()).toBe('Ticket shop')
    await form.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('button', { name: /I have copied/ }).click()

    await page.getByRole('link', { name: 'Settings' }).click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('City Rugby Club')
    await page.context().clearCookies()
    await save(page)
    await signIn(page)
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('City Rugby Club')
    await save(page)
    const company = async () => (await club.get('/admin/api/publisher')).body.data.company
    await expect.poll(company).toBe('City Rugby Club')

    await page.context().clearCookies()
    // Not a click: the page may have asked for the saved settings just now, and the dialog covers the link then.
    await page.getByRole('link', { name: 'Calendars', exact: true }).dispatchEvent('click')
    await signIn(page)
    await page.getByRole('link', { name: 'First team' }).waitFor()
  })
})
