import { describe, expect, it } from 'vitest'
import { expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { useClubs } from '../support/club.ts'
import {
  ANDROID,
  IPHONE,
  MAC,
  onStep,
  openFlow,
  subscribeByMouse,
  tile,
  WINDOWS,
} from '../support/subscribing.ts'

describe('the applications that are offered', () => {
  const clubs = useClubs('sqlite')

  it.each([
    [
      'an iPhone',
      IPHONE,
      [
        'Apple Calendar',
        'Google Calendar',
        'Google, within seconds',
        'Outlook.com',
        'Outlook, within seconds',
        'Microsoft 365',
        'Another calendar',
      ],
    ],
    [
      'Android',
      ANDROID,
      [
        'Google Calendar',
        'Google, within seconds',
        'Outlook.com',
        'Outlook, within seconds',
        'Microsoft 365',
        'Another calendar',
      ],
    ],
    [
      'a Mac',
      MAC,
      [
        'Apple Calendar',
        'Google Calendar',
        'Google, within seconds',
        'Outlook.com',
        'Outlook, within seconds',
        'Microsoft 365',
        'My phone',
        'Another calendar',
      ],
    ],
    [
      'Windows',
      WINDOWS,
      [
        'Outlook.com',
        'Outlook, within seconds',
        'Google Calendar',
        'Google, within seconds',
        'Microsoft 365',
        'Outlook for Windows',
        'My phone',
        'Another calendar',
      ],
    ],
  ])('begin with the one that fits: %s', async (_, userAgent, expected) => {
    const { club } = await clubs.club()
    const { page } = await openFlow(
      clubs,
      club,
      { autoSubscribe: 'true', email: 'fan@example.com' },
      { userAgent },
    )
    await onStep(page, 'application')
    const names = await page
      .locator('.tile > span')
      .evaluateAll((tiles) => tiles.map((one) => one.firstChild!.textContent))
    expect(names).toEqual(expected)
    await expect.poll(() => page.locator('.first').innerText()).toContain('Fits this device')
  })

  it('bring the calendar in by what each of them needs, and say how soon changes show', async () => {
    const { club } = await clubs.club()
    const { page, complaints } = await openFlow(clubs, club, {}, { userAgent: WINDOWS })
    await subscribeByMouse(page, 'First team', 'fan@example.com', 'Outlook.com')
    const change = async (name: string) => {
      await page.getByText('Other calendars').click()
      await tile(page, name).click()
    }
    const href = (name: string) => page.getByRole('link', { name }).getAttribute('href')

    expect(await href('Add to Outlook.com')).toMatch(/^https:\/\/outlook\.live\.com\/calendar\/0\/addfromweb/)
    await page.getByText('within a few hours, at most a day').waitFor()
    await change('Outlook for Windows')
    expect(await href('Add to Outlook for Windows')).toMatch(/^webcal:.*\.ics$/)
    await page.getByText('within an hour').waitFor()

    await change('Another calendar')
    const field = page.getByLabel('Your link')
    await expect.poll(() => field.inputValue()).toMatch(/^http:.*\.ics$/)
    await expect.poll(() => page.locator('.action').count()).toBe(0)
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByText('Copied').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'subscribe-copy')

    await change('My phone')
    const code = page.getByRole('img', { name: 'Code that opens your calendar on another device' })
    expect((await code.boundingBox())!.width).toBeGreaterThan(180)
    await expectAccessible(page)
    await screenshot(page, 'subscribe-code')
    expect(await href('Change or unsubscribe now')).toMatch(/\/manage\//)
    expect(complaints).toEqual([])
  })

  it('never send Android to an address it can not open', async () => {
    const { club } = await clubs.club()
    const { page } = await openFlow(clubs, club, {}, { ...PHONE, userAgent: ANDROID })
    await subscribeByMouse(page, 'First team', 'fan@example.com', 'Google Calendar')
    await page.getByText('Google adds a calendar only in a browser').waitFor()
    // The box says what to do, the likeliest way first.
    const ways = page.locator('.add .ways button')
    await expect.poll(() => ways.allInnerTexts()).toEqual(['Send it to me', 'Copy the link'])
    await expectAccessible(page)
    await ways.first().click()
    await page.getByText('The e-mail is on its way').waitFor()
    await expect
      .poll(() => page.locator('.button.main').getAttribute('href'))
      .toMatch(/^https:\/\/www\.google\.com\//)
    await screenshot(page, 'subscribe-android')
  })
})
