import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { headingOf, useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import type { Json } from '../support/test-publisher.ts'
import { invitationTo, mailedLinks, PASSWORD, TestBrowser, userOf } from '../support/users.ts'

describe('people in the admin portal', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin
  const menuOf = async (page: Page, who: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${who}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  it('invites somebody, who comes by the mail’s link and has the role', async () => {
    const club = await app.publisher({ company: 'Riverside FC' })
    const { page, user, complaints } = await admin.enter(club, 'owner', '/people')
    await page.getByRole('button', { name: 'Invite someone' }).click()
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('Enter an e-mail address').waitFor()
    await page.getByLabel('E-mail').fill(user.email)
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('Somebody has this e-mail already').waitFor()
    const email = `ed-${club.id}@example.com`
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Name').fill('Ed Editor')
    await page.getByRole('dialog').getByRole('radio', { name: 'Editor' }).check()
    const before = mailedLinks(app).length
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByText('Invited').waitFor()
    await screenshot(page, 'admin-people')
    await expect.poll(() => mailedLinks(app).length).toBe(before + 1)

    // The first link is lost; the second one works.
    await menuOf(page, 'Ed Editor', 'Send the invitation again')
    await expect.poll(() => mailedLinks(app).length).toBe(before + 2)
    const { pathname, hash } = new URL(mailedLinks(app).at(-1)!)
    const { page: theirs } = await admin.open(`${pathname}${hash}`)
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Accept the invitation' }).click()
    await expect.poll(() => headingOf(theirs)).toBe('Overview')
    await theirs.goto(`${app.url}/admin/people`)
    await theirs.getByText('Ed Editor (you)').waitFor()
    expect(await theirs.getByRole('button', { name: /What to do|Invite/ }).count()).toBe(0)
    await theirs.goto(`${app.url}/admin/widgets`)
    await theirs.getByRole('button', { name: 'New widget' }).waitFor()

    await page.reload()
    await row.getByText('Active').waitFor()
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
  })

  it('changes, switches off and removes; the last owner stays', async () => {
    const club = await app.publisher()
    const { page, user } = await admin.enter(club, 'owner', '/people')
    const mate = await userOf(app, club, 'viewer', { name: 'Mia Mate', password: PASSWORD })
    await invitationTo(app, club, 'viewer', { name: 'Nora New' })
    await page.reload()
    await menuOf(page, 'Mia Mate', 'Change')
    await page.getByRole('dialog').getByRole('radio', { name: 'Editor' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('row', { name: /Mia Mate/ })
      .getByRole('cell', { name: 'Editor', exact: true })
      .waitFor()
    expect((await mate.get('/me')).body.data.role).toBe('editor')

    await menuOf(page, 'Pat', 'Remove')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByText('This is the last owner. Make somebody else an owner first.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    expect((await user.get('/me')).status).toBe(200)

    await menuOf(page, 'Mia Mate', 'Switch off')
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await page
      .getByRole('row', { name: /Mia Mate/ })
      .getByText('Off')
      .waitFor()
    expect((await mate.get('/me')).status).toBe(401)
    await menuOf(page, 'Mia Mate', 'Switch on')
    await page
      .getByRole('row', { name: /Mia Mate/ })
      .getByText('Active')
      .waitFor()

    await page.getByLabel('Search').fill('nora')
    await page.getByText('1 person', { exact: true }).waitFor()
    await menuOf(page, 'Nora New', 'Remove')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Nobody matches').waitFor()
    const names = (await user.get('/people')).body.data.map((person: Json) => person.name)
    expect(names).toEqual(['Pat', 'Mia Mate'])
  })

  it('takes the second step of somebody else away, by the keyboard', async () => {
    const club = await app.publisher()
    const mate = await userOf(app, club, 'viewer', { name: 'Mia Mate', password: PASSWORD })
    const { secret } = (await mate.post('/me/totp', { password: PASSWORD })).body.data
    const code = new TOTP({ secret }).generate({ timestamp: app.ctx.now() })
    expect((await mate.post('/me/totp/confirm', { code })).status).toBe(200)
    const { page } = await admin.enter(club, 'owner', '/people')
    await page
      .getByRole('row', { name: /Mia Mate/ })
      .getByText('Codes')
      .waitFor()
    await page.getByRole('button', { name: 'Actions for Mia Mate' }).press('Enter')
    const item = page.getByRole('menuitem', { name: 'Remove the second step' })
    await item.waitFor()
    const reached = async () => {
      await page.keyboard.press('ArrowDown')
      return item.evaluate((it) => it === document.activeElement)
    }
    await expect.poll(reached).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).press('Enter')
    await page
      .getByRole('row', { name: /Mia Mate/ })
      .getByText('None')
      .waitFor()
    const again = new TestBrowser(app)
    expect((await again.post('/session', { email: mate.email, password: PASSWORD })).status).toBe(200)
  })

  it('fits a phone in the dark', async () => {
    const club = await app.publisher()
    await userOf(app, club, 'viewer', { email: 'a-rather-long-address-of-somebody@subdomain.example.com' })
    const { page } = await admin.enter(club, 'owner', '/people', { ...PHONE, ...DARK })
    await page.getByText('a-rather-long-address').waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-people-phone-dark')
  })
})

describe('one’s own profile', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin

  async function enter(over = {}) {
    const club = await app.publisher()
    const user = await userOf(app, club, 'viewer', { password: PASSWORD })
    const tab = await admin.open('/admin/profile', over, user)
    return { ...tab, user }
  }
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: app.ctx.now() + steps * 30_000 })

  it('sets up codes, which are asked for from then on, and ends them', async () => {
    const { page, user, complaints } = await enter()
    await page.getByRole('button', { name: 'Set it up' }).click()
    await page.getByLabel('Your password').fill('not this sentence')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The password is wrong').waitFor()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code for your authenticator' }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-profile-second-step')
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.getByLabel('Code from the application').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('The code is wrong, or was used already').waitFor()
    await page.getByLabel('Code from the application').fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Backup codes' }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-profile-backup-codes')
    await page.emulateMedia(DARK)
    await page.setViewportSize(PHONE.viewport)
    await expectNoSideways(page)
    await screenshot(page, 'admin-profile-backup-codes-phone-dark')
    const [kept] = await page
      .getByRole('list', { name: 'Backup codes' })
      .getByRole('listitem')
      .allTextContents()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('backup codes are left').waitFor()

    const other = new TestBrowser(app)
    const signIn = (totp?: string) =>
      other.post('/session', { email: user.email, password: PASSWORD, ...(totp && { totp }) })
    expect((await signIn()).status).toBe(401)
    expect((await signIn(codeOf(secret, 1))).status).toBe(200)
    expect((await signIn(kept)).status).toBe(200)
    expect((await signIn(kept)).status).toBe(401)

    await page.getByRole('button', { name: 'Switch it off' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Switch it off' }).click()
    await page.getByRole('button', { name: 'Set it up' }).waitFor()
    expect((await signIn()).status).toBe(200)
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('changes name and password, and ends other sessions', async () => {
    const { page, user } = await enter()
    await page.getByLabel('Name', { exact: true }).fill('Pat Pending')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect((await user.get('/me')).body.data.user.name).toBe('Pat Pending')

    const other = new TestBrowser(app)
    await other.post('/session', { email: user.email, password: PASSWORD })
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('You are signed in only here now').waitFor()
    expect((await other.get('/me')).status).toBe(401)

    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill('password1234')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText(/^Choose another password/).waitFor()
    expect(await page.getByLabel('Current password').inputValue()).toBe(PASSWORD)
    await page.getByLabel('New password').fill('a wholly new sentence')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Your new password is set').waitFor()
    // The page goes on with its new session: it can still change something.
    await page.getByLabel('Name', { exact: true }).fill('Pat Again')
    await page.getByRole('button', { name: 'Save' }).click()
    const signIn = (password: string) => other.post('/session', { email: user.email, password })
    expect((await signIn(PASSWORD)).status).toBe(401)
    expect((await signIn('a wholly new sentence')).status).toBe(200)
    await expect.poll(async () => (await other.get('/me')).body.data.user.name).toBe('Pat Again')
    await page.getByRole('button', { name: 'Sign out here' }).click()
    await expect.poll(() => headingOf(page)).toBe('Sign in')
  })

  it('fits a phone in the dark', async () => {
    const { page } = await enter({ ...PHONE, ...DARK })
    await page.getByRole('button', { name: 'Set it up' }).waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-profile-phone-dark')
  })
})
