import { describe, expect, it } from 'vitest'
import { expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways, expectTouchable, notificationsOf, readFeed, useClubs } from '../support/club.ts'
import { DATABASES } from '../support/databases.ts'
import { IPHONE, next, onlyNotification, onStep, openFlow, tile } from '../support/subscribing.ts'

describe.each(DATABASES)('the way from the button to the calendar on %s', (kind) => {
  const clubs = useClubs(kind)

  it('is gone by mouse, and each step is accessible', async () => {
    const { club, first, juniors } = await clubs.club()
    const { page, complaints } = await openFlow(clubs, club)
    await expectAccessible(page)
    await screenshot(page, 'subscribe-calendars')
    // The whole row is the target.
    await page.getByText('Sat 10 Apr').click()
    await page.getByText('1 calendar chosen').waitFor()
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await page.getByText('2 calendars chosen').waitFor()
    await expectAccessible(page)
    await next(page).click()

    await onStep(page, 'details')
    await expectAccessible(page)
    await screenshot(page, 'subscribe-email')
    await page.getByLabel('E-mail').fill('Fan@Example.com')
    await next(page).click()

    await onStep(page, 'application')
    await expectAccessible(page)
    await screenshot(page, 'subscribe-application')
    expect(await notificationsOf(club)).toEqual([])
    await tile(page, 'Google Calendar').click()

    await onStep(page, 'done')
    await expectAccessible(page)
    await screenshot(page, 'subscribe-done')
    const link = page.getByRole('link', { name: 'Add to Google Calendar' })
    await expect.poll(() => link.getAttribute('target')).toBe('_blank')
    const cid = new URL((await link.getAttribute('href'))!).searchParams.get('cid')!
    expect(cid).toMatch(/^webcal:\/\/.+\.ics$/)
    const feed = await readFeed(cid.replace('webcal:', 'http:'))
    expect(feed.map(({ summary }) => summary)).toEqual(['City v Town', 'Summer camp'])

    const payload = await onlyNotification(club)
    expect(payload).toMatchObject({ email: 'Fan@Example.com', calendarIds: { 0: first, 1: juniors } })
    const { data } = (await club.get(`/subscriber/${payload.svcId}`)).body
    expect(data).toMatchObject({ source: 'Widget', appName: 'Google Calendar', IsActive: true })
    expect(complaints).toEqual([])
  })

  it('is gone on a phone', async () => {
    const { club, first } = await clubs.club()
    const { page, complaints } = await openFlow(clubs, club, {}, { ...PHONE, userAgent: IPHONE })
    await page.getByRole('checkbox', { name: 'First team' }).tap()
    await expectInReach()
    await next(page).tap()
    await page.getByLabel('E-mail').fill('fan@example.com')
    await expectInReach()
    await next(page).tap()
    await onStep(page, 'application')
    await expectNoSideways(page)
    await expectTouchable(page)
    await tile(page, 'Apple Calendar').tap()
    await onStep(page, 'done')
    await expectInReach()
    await expectNoSideways(page)
    await expectTouchable(page)
    await screenshot(page, 'subscribe-done-phone')
    const link = page.getByRole('link', { name: 'Add to Apple Calendar' })
    await expect.poll(() => link.getAttribute('href')).toMatch(/^webcal:/)
    await onlyNotification(club)
    const { data } = (await club.get('/subscriber/fan@example.com')).body
    expect(data.data.calIds).toEqual([first])
    expect(complaints).toEqual([])

    /** The main action is at the bottom of the screen, and as wide. */
    async function expectInReach() {
      const box = (await page.locator('.button.main').boundingBox())!
      expect(box.y + box.height).toBeGreaterThan(800)
      expect(box.width).toBeGreaterThan(340)
      await expectNoSideways(page)
      await expectTouchable(page)
    }
  })

  it('is gone by the keyboard alone', async () => {
    const { club } = await clubs.club()
    const { page, complaints } = await openFlow(clubs, club)
    const press = (key: string) => page.keyboard.press(key)
    const focused = () => page.evaluate(() => document.activeElement!.textContent.trim())
    await press('Tab')
    await press('Space')
    await press('Tab')
    await press('Tab')
    await expect.poll(() => focused()).toBe('Continue')
    await press('Enter')

    await onStep(page, 'details')
    // A screen reader begins with the heading of the new step.
    await expect.poll(() => focused()).toBe('Your e-mail')
    await press('Tab')
    await page.keyboard.type('fan@example.com')
    await press('Enter')

    await onStep(page, 'application')
    await expect.poll(() => focused()).toBe('Which calendar do you use?')
    await press('Tab')
    await expect.poll(() => focused()).toContain('Google Calendar')
    await press('Enter')

    await onStep(page, 'done')
    await expect.poll(() => focused()).toBe('Confirm in Google Calendar')
    const ways = ['Send it to me', 'Copy the link', 'Code for another device']
    const after = ['Change or unsubscribe now', 'Other calendars', 'Add to Google Calendar']
    for (const expected of [...ways, ...after]) {
      await press('Tab')
      await expect.poll(() => focused()).toBe(expected)
    }
    await onlyNotification(club)
    expect(complaints).toEqual([])
  })

  it('subscribes once, however often it is pressed', async () => {
    const { club } = await clubs.club()
    const { page } = await openFlow(clubs, club, { email: 'fan@example.com' })
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push(request.url())
    })
    await page.getByRole('checkbox', { name: 'First team' }).check()
    // The second click is not for the step after.
    await next(page).dblclick({ delay: 100 })
    await onStep(page, 'details')
    await page.goBack()
    await onStep(page, 'calendars')
    await next(page).click()
    await next(page).click()
    await onStep(page, 'application')
    await page.getByRole('main').evaluate((main) => {
      for (const button of main.querySelectorAll<HTMLElement>('.tile'))
        for (let i = 0; i < 3; i++) button.click()
    })
    await onStep(page, 'done')

    // Another application, here and after going back, is only another link.
    await page.getByText('Other calendars').click()
    await tile(page, 'Outlook.com').click()
    await page.getByRole('link', { name: 'Add to Outlook.com' }).waitFor()
    await page.goBack()
    await onStep(page, 'application')
    await tile(page, 'Microsoft 365').click()
    const link = page.getByRole('link', { name: 'Add to Microsoft 365' })
    await expect
      .poll(() => link.getAttribute('href'))
      .toMatch(/^https:\/\/outlook\.office\.com\/calendar\/0\/addfromweb\?url=http/)
    expect(requests).toHaveLength(1)
    await onlyNotification(club)
  })
})
