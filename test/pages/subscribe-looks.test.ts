import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, expectTouchable, useClubs } from '../support/club.ts'
import { ask, DESKTOP, EVERYTHING, next, onStep, openFlow } from '../support/subscribing.ts'

/** A window of 1280 by 1024 at 400 %. */
const ZOOMED = { viewport: { width: 320, height: 256 } }

describe('the look of the flow', () => {
  const clubs = useClubs('sqlite')

  const action = (page: Page) => page.locator('.action .button')

  it.each([
    ['on a phone', PHONE],
    ['in the dark', { ...PHONE, ...DARK }],
    ['in the dark on a desktop', { ...DESKTOP, ...DARK }],
    ['in a window of 320 pixels', NARROW],
    ['from right to left', { ...PHONE, ...ARABIC }],
    ['at a zoom of 400 %', ZOOMED],
  ])('holds on every step: %s', async (name, options) => {
    const { club } = await clubs.club({ company: 'Donaudampfschifffahrtsgesellschaftskapitäne e. V.' })
    await ask(club, EVERYTHING)
    for (let i = 0; i < 12; i++) {
      await club.calendar({
        name: `Third team of the under ${i}s`,
        categories: ['Club/Youth', 'Club/Women'][i % 2],
      })
    }
    const { page, complaints } = await openFlow(clubs, club, {}, options)
    const check = async (step: string) => {
      await expectNoSideways(page)
      await expectTouchable(page)
      await expectAccessible(page)
      await screenshot(page, `subscribe-${step} ${name}`)
    }
    await page.locator('.group summary').first().click()
    await page.locator('.row').first().click()
    await check('calendars')
    await action(page).click()
    await page.locator('[name=email]').waitFor()
    await action(page).click()
    await check('details')
    await page.locator('[name=email]').fill('fan@example.com')
    await page.locator('[name=first_name]').fill('Fay')
    await page.locator('[name=dob]').fill('1990-01-01')
    await page.locator('[name="custom_fields.member"]').fill('1')
    await page.locator('[name=optin]').check()
    await action(page).click()
    await page.locator('.tile').first().waitFor()
    await check('application')
    await page.locator('.tile').first().click()
    await page.locator('.add').waitFor()
    await check('done')
    await page.locator('summary').click()
    await page.locator('.tile').last().click()
    await page.locator('.copy').waitFor()
    await check('copy')
    expect(complaints).toEqual([])
  })

  it('mirrors where writing does', async () => {
    const { club } = await clubs.club()
    const { page } = await openFlow(clubs, club, { autoSubscribe: 'true' }, ARABIC)
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
    await page.locator('[name=email]').fill('fan@example.com')
    await action(page).click()
    const back = (await page.locator('.masthead .button').boundingBox())!
    expect(back.x).toBeGreaterThan(640)
  })

  it.each(['#ffffff', '#000000'])('stays readable in any colour: %s', async (color) => {
    const { club } = await clubs.club()
    await club.put('/admin/api/publisher', { displayPrimaryColor: color, displaySecondaryColor: color })
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await openFlow(clubs, club, { email: 'fan@example.com' }, { colorScheme: scheme })
      await page.getByRole('checkbox', { name: 'First team' }).check()
      await expectAccessible(page)
      await next(page).click()
      await next(page).click()
      await onStep(page, 'application')
      await expectAccessible(page)
    }
  })
})
