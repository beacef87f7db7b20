import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectTouchable, notificationsOf, useClubs } from '../support/club.ts'
import {
  ask,
  DESKTOP,
  EVERYTHING,
  next,
  onlyNotification,
  onStep,
  openFlow,
  tile,
} from '../support/subscribing.ts'
import type { Json } from '../support/test-publisher.ts'

const AUTO = { autoSubscribe: 'true' }

describe('what a widget asks for', () => {
  const clubs = useClubs('sqlite')

  /** The details step of a widget that asks for something. */
  async function detailsOf(settings: Json, options = DESKTOP) {
    const { club } = await clubs.club()
    await ask(club, settings)
    const tab = await openFlow(clubs, club, AUTO, options)
    await onStep(tab.page, 'details')
    return { club, ...tab }
  }
  const focusedName = (page: Page) => page.evaluate(() => document.activeElement!.getAttribute('name'))
  /** The fault that a screen reader reads out for a field, beside its label; empty if there is none. */
  const faultOf = (page: Page, name: string) =>
    page.locator(`[name="${name}"]`).evaluate((field) => {
      const id = field.getAttribute('aria-describedby')
      return field.getAttribute('aria-invalid') === 'true' ? document.getElementById(id!)!.innerText : ''
    })

  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ])(
    'is told all at once when it is missing, and the cursor is on the first fault: %s',
    async (name, options) => {
      const { page, complaints } = await detailsOf(EVERYTHING, options)
      await expectAccessible(page)
      await screenshot(page, `subscribe-details-${name}`)
      await next(page).click()
      await expect.poll(() => focusedName(page)).toBe('email')
      await expect.poll(() => faultOf(page, 'email')).toBe('Fill this in.')
      for (const field of ['first_name', 'dob', 'custom_fields.member']) {
        await expect.poll(() => faultOf(page, field), { message: field }).toBe('Fill this in.')
      }
      for (const field of ['last_name', 'country', 'optin3', 'custom_fields.player', 'secondary_optin']) {
        const box = page.locator(`[name="${field}"]`)
        if (await box.count()) await expect.poll(() => faultOf(page, field), { message: field }).toBe('')
      }
      await expect.poll(() => faultOf(page, 'optin')).toBe('You cannot subscribe without this.')
      await expectAccessible(page)
      await expectTouchable(page)
      await screenshot(page, `subscribe-faults-${name}`)
      // Each fault goes while typing.
      await page.getByLabel('First name').fill('Fay')
      await expect.poll(() => faultOf(page, 'first_name')).toBe('')
      expect(complaints).toEqual([])
    },
  )

  it('has to be an e-mail address, and keeps what was typed', async () => {
    const { club, page } = await detailsOf({})
    const wrongs = [
      'fan',
      'fan@',
      '@example.com',
      'fan@example',
      'two words@example.com',
      'a@b@c.de',
      'a@b c.de',
    ]
    for (const wrong of wrongs) {
      await page.getByLabel('E-mail').fill(wrong)
      await next(page).click()
      await expect
        .poll(() => faultOf(page, 'email'))
        .toBe('This is not an e-mail address. It should look like name@example.com.')
      await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(wrong)
    }
    await page.getByLabel('E-mail').fill(' right@example.com ')
    await next(page).click()
    await onStep(page, 'application')
    expect(await notificationsOf(club)).toEqual([])
  })

  it('is refused to who is too young, in one sentence and at once', async () => {
    const { club, page } = await detailsOf({ minimumAge: 13 })
    await page.getByLabel('E-mail').fill('kid@example.com')
    // The day before the birthday, where the publisher is.
    await page.getByLabel('Date of birth').fill('2014-03-21')
    await page.getByText('You have to be at least 13 years old.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'subscribe-too-young')
    await next(page).click()
    await expect.poll(() => focusedName(page)).toBe('dob')
    await page.getByLabel('Date of birth').fill('2014-03-20')
    await expect.poll(() => faultOf(page, 'dob')).toBe('')
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    const { svcId } = await onlyNotification(club)
    expect((await club.get(`/subscriber/${svcId}`)).body.data.dob).toBe('2014-03-20')
  })

  it('includes a parent where one is needed', async () => {
    const { club, page } = await detailsOf({ parentConsentAge: 16 })
    await page.getByLabel('E-mail').fill('kid@example.com')
    await page.getByLabel('Date of birth').fill('2011-03-20')
    await expect.poll(() => page.getByText('a parent has to agree').count()).toBe(0)
    await page.getByLabel('Date of birth').fill('2011-03-21')
    await page.getByText('Under 16, a parent has to agree.').waitFor()
    await next(page).click()
    await expect.poll(() => focusedName(page)).toBe('parent_email')
    await expect.poll(() => faultOf(page, 'parent_consent')).toBe('You cannot subscribe without this.')
    await expectAccessible(page)
    await screenshot(page, 'subscribe-parent')
    await page.getByLabel("A parent's e-mail").fill('mum@example.com')
    await page.getByLabel('A parent agrees to this.', { exact: true }).last().check()
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    const { svcId } = await onlyNotification(club)
    const { data } = (await club.get(`/subscriber/${svcId}`)).body
    expect(data).toMatchObject({ parentEmail: 'mum@example.com', parentConsentOn: '2027-03-20' })
  })

  it.each(['2027-03-21', '1899-12-31'])('is no date of birth: %s', async (dob) => {
    const { page } = await detailsOf({ fields: { dob: 'optional' } })
    await page.getByLabel('E-mail').fill('fan@example.com')
    await page.getByLabel('Date of birth').fill(dob)
    await next(page).click()
    await expect.poll(() => faultOf(page, 'dob')).toBe('This is not a date in the past.')
  })

  it('says where the privacy notice is, which opens beside the form', async () => {
    const { club } = await clubs.club()
    await club.put('/admin/api/publisher', {
      privacyNotice: `${clubs.app.url}/privacy`,
      imprint: 'https://example.com/i',
    })
    const { page } = await openFlow(clubs, club, AUTO)
    const described = await page.getByLabel('E-mail').evaluate((field) => {
      const id = field.getAttribute('aria-describedby')
      return document.getElementById(id!)!.innerText
    })
    expect(described).toBe('How City Rugby uses your address: Privacy notice')
    const footer = page.getByRole('contentinfo')
    await expect.poll(() => footer.getByRole('link').allInnerTexts()).toEqual(['Privacy notice', 'Imprint'])
    await expectTouchable(page)
    await expectAccessible(page)
    await page.getByLabel('E-mail').fill('fan@example.com')
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('.hint').getByRole('link').click(),
    ])
    expect(new URL(opened.url()).pathname).toBe('/privacy')
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('fan@example.com')
  })

  it('tells browsers what it is, so that they can fill it in', async () => {
    const { page } = await detailsOf(EVERYTHING)
    const fields = await page
      .locator('input:not([name=remember]), select')
      .evaluateAll((all) =>
        all.map((one) => [
          one.getAttribute('name'),
          one.getAttribute('type'),
          one.getAttribute('autocomplete'),
        ]),
      )
    expect(fields.slice(0, 9)).toEqual([
      ['email', 'email', 'email'],
      ['first_name', 'text', 'given-name'],
      ['last_name', 'text', 'family-name'],
      ['mobile', 'tel', 'tel'],
      ['country', null, 'country'],
      ['zip', 'text', 'postal-code'],
      ['gender', null, 'sex'],
      ['age_group', null, null],
      ['dob', 'date', 'bday'],
    ])
    const countries = await page.getByLabel('Country').locator('option').allInnerTexts()
    expect(countries.length).toBe(250)
    // The browser says en-GB.
    expect(countries.slice(0, 3)).toEqual(['Choose', 'United Kingdom', 'Afghanistan'])
  })

  it('is kept when somebody goes back and forth', async () => {
    const { club } = await clubs.club()
    await ask(club, { fields: { first_name: 'optional' } })
    const { page } = await openFlow(clubs, club)
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await next(page).click()
    await page.getByLabel('E-mail').fill('fan@example.com')
    await page.getByLabel('First name').fill('Fay')
    await page.goBack()
    await onStep(page, 'calendars')
    await expect.poll(() => page.getByRole('checkbox', { name: 'Juniors' }).isChecked()).toBe(true)
    await page.goForward()
    await onStep(page, 'details')
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Fay')
    await next(page).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await onStep(page, 'details')
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('fan@example.com')
    await page.getByRole('button', { name: 'Back' }).click()
    await onStep(page, 'calendars')
    // This is where somebody came in: there is nothing of ours to go back to.
    await expect.poll(() => page.getByRole('button', { name: 'Back' }).count()).toBe(0)
  })
})
