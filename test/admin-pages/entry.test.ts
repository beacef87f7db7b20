import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { headingOf, typeWhereFocused, useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { BEHIND_PROXY, invitationTo, mailedLinks, PASSWORD, userOf } from '../support/users.ts'

describe('coming into the admin portal', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin

  async function withPassword() {
    const club = await app.publisher()
    return { club, user: await userOf(app, club, 'owner', { password: PASSWORD }) }
  }

  async function fillIn(page: Page, email: string, password: string) {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('asks who is not signed in to do so, and then goes where one wanted to', async () => {
    const { user } = await withPassword()
    const { page, complaints } = await admin.open('/admin/people?q=x')
    expect(await headingOf(page)).toBe('Sign in')
    await expectAccessible(page)
    await fillIn(page, user.email, 'not this sentence')
    await page.getByText('E-mail or password is wrong').waitFor()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(user.email)
    await fillIn(page, user.email, PASSWORD)
    await page.waitForURL('**/admin/people?q=x')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('People')
    // The browser itself tells of each refused request.
    const ours = complaints.filter((text) => !text.includes('401'))
    expect(ours).toEqual([])
  })

  it('never goes to another site', async () => {
    const { user } = await withPassword()
    for (const next of [
      '//evil.example/',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const { page } = await admin.open(`/admin/sign-in?next=${encodeURIComponent(next)}`)
      await fillIn(page, user.email, PASSWORD)
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Overview')
      expect(new URL(page.url()).origin).toBe(app.url)
    }
  })

  it('asks for a code where codes are on', async () => {
    const { user } = await withPassword()
    const { secret } = (await user.post('/me/totp', { password: PASSWORD })).body.data
    const code = () => new TOTP({ secret }).generate({ timestamp: app.ctx.now() })
    await user.post('/me/totp/confirm', { code: code() })
    const { page } = await admin.open('/admin/sign-in')
    await fillIn(page, user.email, PASSWORD)
    await page.getByRole('group', { name: 'Code from your authenticator' }).waitFor()
    await expectAccessible(page)
    await typeWhereFocused(page, '000000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The code is wrong, or was used already').waitFor()
  })

  it('lets in by a mailed link, which works once', async () => {
    const { user } = await withPassword()
    const { page } = await admin.open('/admin/sign-in')
    await page.getByRole('button', { name: 'Get a link by e-mail instead' }).click()
    await page.getByLabel('E-mail').fill(user.email)
    const before = mailedLinks(app).length
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await expect.poll(() => mailedLinks(app).length).toBe(before + 1)
    const link = mailedLinks(app).at(-1)!
    const second = await admin.open(new URL(link).pathname + new URL(link).hash)
    await second.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => second.page.getByRole('heading', { level: 1 }).textContent()).toBe('Overview')
    const third = await admin.open(new URL(link).pathname + new URL(link).hash)
    expect(await headingOf(third.page)).toBe('This link no longer works')
    await third.page.getByRole('button', { name: 'Get a new link' }).click()
    expect(await headingOf(third.page)).toBe('Sign in by e-mail')
  })

  it('sets a new password by a mailed link', async () => {
    const { user } = await withPassword()
    const { page } = await admin.open('/admin/sign-in', PHONE)
    await page.getByRole('button', { name: 'I forgot my password' }).click()
    await page.getByLabel('E-mail').fill(user.email)
    const before = mailedLinks(app).length
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect.poll(() => mailedLinks(app).length).toBe(before + 1)
    const { pathname, hash } = new URL(mailedLinks(app).at(-1)!)
    await page.goto(`${app.url}${pathname}${hash}`)
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(user.email)
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await page.getByText('At least 12 characters, such as').waitFor()
    await expectAccessible(page)
    await page.getByLabel('New password').fill('a wholly new sentence')
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Overview')
    expect((await user.get('/me')).status).toBe(401)
    const used = await admin.open(pathname + hash)
    expect(await headingOf(used.page)).toBe('This link no longer works')
    expect(await used.page.getByLabel('New password').count()).toBe(0)
    await used.page.getByRole('button', { name: 'Get a new link' }).click()
    expect(await headingOf(used.page)).toBe('Set a new password')
  })

  it('welcomes who was invited, in the dark too', async () => {
    const club = await app.publisher({ company: 'Riverside FC' })
    const { token, user } = await invitationTo(app, club, 'editor')
    const { page, complaints } = await admin.open(`/admin/invitation#${token}`, { ...PHONE, ...DARK })
    expect(await headingOf(page)).toBe('Welcome to Riverside FC')
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(user.email)
    await page.getByText('You have been invited.').waitFor()
    await expectAccessible(page)
    await expectNoSideways(page)
    await screenshot(page, 'admin-invitation-dark-phone')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByText('Riverside FC').first().waitFor()
    expect(complaints).toEqual([])
  })
})

describe('an invitation', () => {
  // A service of its own, since sign-ins from one address are limited.
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin

  it('says at once that an invitation was used or withdrawn, or that a part of its link is missing', async () => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner', { name: 'Olive' })
    const invite = async (email: string) => {
      const before = mailedLinks(app).length
      const { data } = (await owner.post('/people', { email, name: '', role: 'editor' })).body
      await expect.poll(() => mailedLinks(app).length).toBe(before + 1)
      const { pathname, hash } = new URL(mailedLinks(app).at(-1)!)
      return { id: data.id as string, link: pathname + hash }
    }
    const [used, withdrawn] = [await invite('used@example.com'), await invite('withdrawn@example.com')]
    const { page } = await admin.open(used.link)
    await page.getByText('Olive has invited you.').waitFor()
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Overview')
    expect((await owner.delete(`/people/${withdrawn.id}`)).status).toBe(200)
    for (const link of [used.link, withdrawn.link, used.link.slice(0, -5), '/admin/invitation']) {
      const { page } = await admin.open(link)
      expect(await headingOf(page), link).toBe('This invitation no longer works')
      expect(await page.getByRole('textbox').count()).toBe(0)
    }
  })
})

describe('the admin portal around its pages', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin

  it('is signed out of, and says so where a session ended', async () => {
    const club = await app.publisher()
    const { page, user } = await admin.enter(club, 'viewer', '/')
    await user.delete('/session')
    // Not by the mouse: a request of the overview may have opened the dialog over the link already.
    await page.getByRole('link', { name: 'Widgets' }).dispatchEvent('click')
    await page.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
    await page.reload()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in')
    const again = await admin.enter(club, 'viewer', '/')
    await again.page.getByRole('button', { name: 'You and your settings' }).click()
    await again.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect.poll(() => again.page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in')
    expect((await again.user.get('/me')).status).toBe(401)
  })

  it('finds places, calendars and subscribers by the keyboard', async () => {
    const club = await app.publisher()
    await club.calendar({ name: 'Wanderers', reference: 'wanderers' })
    const { page, complaints } = await admin.enter(club, 'viewer', '/')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('An action, place, calendar, event or subscriber').waitFor()
    await typeWhereFocused(page, 'wand')
    await page.getByRole('option', { name: 'Wanderers' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/calendars\/[0-9a-f]{24}$/)
    expect(complaints).toEqual([])
  })

  it('shows each role its places', async () => {
    const club = await app.publisher({ partner: true })
    const places = async (role: 'owner' | 'viewer') => {
      const { page } = await admin.enter(club, role, '/')
      return page.getByRole('navigation', { name: 'Places' }).getByRole('link').allTextContents()
    }
    const usual = [
      ...['Overview', 'Calendars', 'Events', 'Changes', 'Import', 'Subscribers', 'Widgets', 'Developers'],
    ]
    expect(await places('owner')).toEqual([
      ...usual,
      'Sub-accounts',
      'People',
      'Audit log',
      'Google Calendar',
      'Settings',
    ])
    expect(await places('viewer')).toEqual([...usual, 'People', 'Google Calendar', 'Settings'])
  })

  it('says what is no page, and what can’t be reached', async () => {
    const { page } = await admin.enter(await app.publisher(), 'viewer', '/nothing/here')
    expect(await headingOf(page)).toBe('This page does not exist')
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Overview')
    await page.route('**/admin/api/people', (route) => route.abort())
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByText('The service can’t be reached.').waitFor()
    await page.unroute('**/admin/api/people')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('@example.com').first().waitFor()
  })

  it('has one kind of frame: its own, and is in none', async () => {
    const answer = await fetch(`${app.url}/admin/calendars`)
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("frame-src 'self'")
    expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=]{24}'/)
    const other = await fetch(`${app.url}/admin/calendars`)
    expect(other.headers.get('content-security-policy')).not.toBe(policy)
    expect(await (await fetch(`${app.url}/calendar/x`)).text()).not.toContain('nonce')
  })
})
