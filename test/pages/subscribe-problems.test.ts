import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { notificationsOf, useClubs } from '../support/club.ts'
import { ask, next, onlyNotification, onStep, openFlow, tile } from '../support/subscribing.ts'

const FAN = 'fan@example.com'

describe('when something goes wrong while subscribing', () => {
  const clubs = useClubs('sqlite')

  /** Somebody who has chosen the first team and is about to choose an application. */
  async function almostThere() {
    const { club, ...ids } = await clubs.club()
    const { page } = await openFlow(clubs, club, {}, PHONE)
    await page.getByRole('checkbox', { name: 'First team' }).check()
    await next(page).click()
    await page.getByLabel('E-mail').fill(FAN)
    await next(page).click()
    await onStep(page, 'application')
    return { club, page, ...ids }
  }
  async function expectProblem(page: Page, text: string, name: string) {
    await page.getByRole('alert').getByText(text).waitFor()
    await expectAccessible(page)
    await screenshot(page, `subscribe-${name}`)
  }

  it('says that there is no connection, keeps everything, and tries again', async () => {
    const { club, page } = await almostThere()
    await page.context().setOffline(true)
    await tile(page, 'Outlook.com').click()
    await expectProblem(page, 'No connection. Check your network and try again.', 'offline')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await onStep(page, 'done')
    await page.getByRole('link', { name: 'Add to Outlook.com' }).waitFor()
    expect(await onlyNotification(club)).toMatchObject({ email: FAN })
  })

  it('says that it was too often, keeps what was typed, and tries again by itself', async () => {
    const { club, page } = await almostThere()
    await page.route(
      '**/subscribe',
      (route) => route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: {} }),
      { times: 1 },
    )
    await tile(page, 'Google Calendar').click()
    const notice = page.getByRole('status').getByText(/tries again by itself in \d second/)
    await notice.first().waitFor()
    await expectAccessible(page)
    await screenshot(page, 'subscribe-too-often')
    await onStep(page, 'done')
    await page.getByText(`We sent an e-mail to ${FAN}.`).waitFor()
    expect(await onlyNotification(club)).toMatchObject({ email: FAN })
  })

  it('counts no day down: it says when to try again, and keeps what was typed', async () => {
    const { club, page } = await almostThere()
    await page.route(
      '**/subscribe',
      (route) => route.fulfill({ status: 429, headers: { 'retry-after': '82800' }, json: {} }),
      { times: 1 },
    )
    await tile(page, 'Google Calendar').click()
    await expectProblem(page, 'What you entered is kept. Try again in 23 hours.', 'much-later')
    expect(await page.getByText('by itself').count()).toBe(0)
    await page.goBack()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(FAN)
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    expect(await onlyNotification(club)).toMatchObject({ email: FAN })
  })

  it('says that the widget was switched off', async () => {
    const { club, page } = await almostThere()
    await club.put(`/admin/api/widgets/${club.widgetId}`, { active: false })
    await tile(page, 'Google Calendar').click()
    await expectProblem(page, 'the organiser has closed it', 'closed')
    expect(await notificationsOf(club)).toEqual([])
    await club.put(`/admin/api/widgets/${club.widgetId}`, { active: true })
    await page.getByRole('button', { name: 'Try again' }).click()
    await onStep(page, 'done')
  })

  it('offers what is left when a calendar was taken away', async () => {
    const { club, page, first, juniors } = await almostThere()
    await club.delete(`/calendar/${first}`)
    await tile(page, 'Google Calendar').click()
    await expectProblem(page, 'One of these calendars is no longer offered. Choose again.', 'gone')
    expect(await notificationsOf(club)).toEqual([])
    await page.getByRole('button', { name: 'Choose again' }).click()
    await onStep(page, 'calendars')
    await expect.poll(() => page.locator('.row .name').allInnerTexts()).toEqual(['Juniors'])
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await next(page).click()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(FAN)
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    expect(await onlyNotification(club)).toMatchObject({ calendarIds: { 0: juniors } })
  })

  it('leads back to what the publisher asks for since', async () => {
    const { club, page } = await almostThere()
    await ask(club, { fields: { first_name: 'required' } })
    await tile(page, 'Google Calendar').click()
    // This page does not know the question, so there is nothing to fill in.
    await expectProblem(page, 'That did not work. Try again in a moment.', 'refused')
    await page.reload()
    await onStep(page, 'calendars')
  })

  it('shows what the service refuses at the field it is about', async () => {
    const { club } = await clubs.club()
    await ask(club, { fields: { first_name: 'required', zip: 'optional' } })
    const { page } = await openFlow(clubs, club, { autoSubscribe: 'true' })
    await page.getByLabel('E-mail').fill(FAN)
    await page.getByLabel('First name').fill('Fay')
    await page.getByLabel('Postcode').evaluate((field: HTMLInputElement) => {
      field.value = 'a\u0007b'
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'details')
    await page.getByText('This was not accepted. Change it and try again.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement!.getAttribute('name'))).toBe('zip')
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Fay')
    await expectAccessible(page)
    await page.getByLabel('Postcode').fill('6011')
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    expect(await onlyNotification(club)).toMatchObject({ zip: '6011' })
  })

  it('asks for at least one calendar, where the eye and the cursor are', async () => {
    const { club } = await clubs.club()
    const { page } = await openFlow(clubs, club)
    await next(page).click()
    await page.getByRole('alert').getByText('Choose at least one calendar.').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.getAttribute('name')))
      .toBe('calendarIds')
    await expectAccessible(page)
    await page.keyboard.press('Space')
    await expect.poll(() => page.getByText('Choose at least one calendar.').count()).toBe(0)
    await next(page).click()
    await onStep(page, 'details')
  })

  it('begins anew where a reload left nothing to go forward with', async () => {
    const { page, club } = await almostThere()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    await page.reload()
    await onStep(page, 'calendars')
    await page.goBack()
    await page.goForward()
    await onStep(page, 'calendars')
    await onlyNotification(club)
  })

  it.each(['/w/0123456789abcdef01234567', '/w/nonsense', '/w/%3Cscript%3E'])(
    'has a plain page for a widget that is not there: %s',
    async (path) => {
      const { page } = await clubs.open(path, PHONE)
      await page.getByRole('heading', { name: 'You cannot subscribe here at the moment' }).waitFor()
      await expectAccessible(page)
    },
  )
})
