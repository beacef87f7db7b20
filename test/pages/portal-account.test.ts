import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, expectTouchable, useClubs } from '../support/club.ts'
import { freshCookie } from '../support/confirming.ts'
import { basic, davAsk } from '../support/dav.ts'
import { DESKTOP } from '../support/subscribing.ts'

describe('accounts in the portal', () => {
  const clubs = useClubs('sqlite')

  /** The portal of a person who came from a mail. */
  async function portal(options: BrowserContextOptions = DESKTOP) {
    const { club, first } = await clubs.club()
    const fan = await club.subscriber(undefined, [first])
    const { page, complaints } = await clubs.open('/healthz-page', options)
    const [name, value] = (await freshCookie(clubs.app, fan.manageUrl)).split('=') as [string, string]
    await page.context().addCookies([{ name, value, url: `${clubs.app.url}/manage` }])
    complaints.length = 0
    await page.goto(fan.manageUrl)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { fan, page, complaints }
  }
  const look = async (page: Page, name: string) => {
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await screenshot(page, name)
  }

  it('have a password for a device that is shown once, until the device is revoked', async () => {
    const { fan, page, complaints } = await portal()
    await page.locator('#open-account').click()
    const device = page.getByLabel('Which device is it for?')
    await page.getByRole('button', { name: 'Make a password' }).click()
    await expect.poll(() => device.evaluate((input) => input.getAttribute('aria-invalid'))).toBe('true')
    await look(page, 'account-refused')
    // The browser notes the refusal.
    complaints.length = 0
    await device.fill('Tablet')
    await page.getByRole('button', { name: 'Make a password' }).click()
    await page.getByText('The password is shown only now').waitFor()
    await look(page, 'account-made')
    const password = await page.getByLabel('Password', { exact: true }).inputValue()
    expect(await page.getByLabel('Server', { exact: true }).inputValue()).toBe(new URL(clubs.app.url).host)
    expect(await page.getByLabel('User name', { exact: true }).inputValue()).toBe(fan.email)
    // https://manual.davx5.com/integration.html, "Launching the DAVx⁵ login screen"
    const link = await page.getByRole('link', { name: 'Open DAVx⁵' }).getAttribute('href')
    expect(link).toBe(
      `davx5://${encodeURIComponent(fan.email)}:${password}@${new URL(clubs.app.url).host}/dav/`,
    )
    await page.getByRole('img', { name: 'Code that opens DAVx⁵' }).waitFor()
    const profile = page.getByRole('link', { name: 'Open the profile' })
    const download = await page.request.get(new URL((await profile.getAttribute('href'))!, page.url()).href)
    expect(download.headers()['content-type']).toContain('application/x-apple-aspen-config')
    expect(await download.text()).toContain(`<key>CalDAVPassword</key><string>${password}</string>`)

    const read = () =>
      davAsk(`${clubs.app.url}/dav/`, 'PROPFIND', undefined, { ...basic('x', password), depth: '0' })
    expect((await read()).status).toBe(207)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Make a password' }).waitFor()
    expect(await page.content()).not.toContain(password)

    await page.goto(`${fan.manageUrl}#devices`)
    const row = page.locator('li').filter({ has: page.locator('.device'), hasText: 'Tablet' })
    await row.getByText('Not read yet').waitFor()
    await look(page, 'account-devices')
    await page.getByRole('button', { name: 'End: Tablet' }).click()
    await page.getByRole('button', { name: 'Yes, end it' }).click()
    await page.getByText('Ended: Tablet').waitFor()
    await expect.poll(async () => (await read()).status).toBe(401)
    expect(complaints).toEqual([])
  })

  it.each([
    ['phone', PHONE],
    ['narrow', NARROW],
    ['dark', { ...DARK, ...PHONE }],
    ['arabic', { ...ARABIC, ...PHONE }],
  ])('fit: %s', async (name, options) => {
    const { page, complaints } = await portal(options)
    await page.locator('#open-account').click()
    await page.locator('h1:focus').waitFor()
    await look(page, `account-${name}-form`)
    await page.locator('input[name="name"]').fill('Tablet')
    await page.locator('form button[type="submit"]').click()
    await page.locator('.account-fields').waitFor()
    await look(page, `account-${name}`)
    expect(complaints).toEqual([])
  })
})
