import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import {
  ARABIC,
  expectLight,
  expectNoSideways,
  expectTouchable,
  GERMAN,
  notificationsOf,
  NOW,
  useClubs,
} from '../support/club.ts'
import { askForEmail, freshCookie } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { send } from '../support/test-publisher.ts'

const DAY = 86_400_000
const dayAfter = (days: number) => new Date(NOW + days * DAY).toISOString().slice(0, 10)

describe.each(DATABASES)('the calendar in the portal on %s', (kind) => {
  const clubs = useClubs(kind)

  async function clubWithFan() {
    const { club, first, juniors } = await clubs.club()
    for (const days of [3, 5, 7, 9, 11]) {
      const [startDate, endDate] = [dayAfter(days), dayAfter(days)]
      await club.event(first, { name: `Match ${days}`, startDate, endDate, cancelled: days === 7 ? 1 : 0 })
    }
    const fan = await club.subscriber(undefined, [first])
    const private_ = { startDate: dayAfter(4), endDate: dayAfter(4), location: 'Gate 3' }
    await club.privateEvent(fan.svcId, { name: 'Your seat', ...private_ })
    await clubs.app.ctx.db.updateTable('feed_link').set({ fresh_until: null }).execute()
    /** The address of a mail, which opens the portal with all rights. */
    const mailed = () => {
      const { links, now } = clubs.app.ctx
      const target = links.read('manage', fan.manageUrl.split('/').at(-1)!)!
      return `${fan.manageUrl}/fresh/${links.freshCode('mail', target, now() + 3_600_000)}`
    }
    const poll = async (userAgent: string) => {
      await send(fan.feedUrl, { headers: { 'user-agent': userAgent } })
      await clubs.app.ctx.feedReads.flush()
    }
    return { club, first, juniors, fan, mailed, poll }
  }

  it('comes without private events, until a mail opens the page', async () => {
    const { fan, mailed } = await clubWithFan()
    const { page } = await clubs.open(fan.manageUrl)
    const section = page.locator('.next-events')
    const names = section.locator('.event-name')
    expect(await names.allTextContents()).toEqual(['Match 3', 'Match 5', 'Match 7', 'Match 9', 'Match 11'])
    expect(await section.getByText('Cancelled', { exact: true }).count()).toBe(1)
    expect(await page.content()).not.toContain('Your seat')
    expect(await page.getByRole('heading', { name: 'Your calendar applications' }).count()).toBe(0)
    await section.getByRole('link', { name: 'Show everything' }).click()
    await page.getByRole('heading', { name: 'Everything that is yours', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Send me the e-mail' }).waitFor()
    await page.goBack()
    await page.locator('#open-mine:focus').waitFor()

    await page.goto(mailed())
    expect(await names.allTextContents()).toEqual(['Match 3', 'Your seat', 'Match 5', 'Match 7', 'Match 9'])
    const seat = section.locator('.event', { hasText: 'Your seat' })
    expect(await seat.textContent()).toMatch(/Only for you.*Gate 3/)
    expect(await section.getByRole('link', { name: 'Show everything' }).count()).toBe(0)
    await section.getByRole('button', { name: 'Show more' }).click()
    await section.getByText('City v Town').waitFor()
    expect(await names.count()).toBe(7)
  })

  it('follows a choice of calendars as soon as it is saved', async () => {
    const { fan } = await clubWithFan()
    const { page } = await clubs.open(fan.manageUrl)
    await page.getByRole('checkbox', { name: /Juniors/ }).check()
    await page.getByRole('checkbox', { name: /First team/ }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.next-events').getByText('Summer camp').waitFor()
    expect(await page.locator('.next-events .event-name').allTextContents()).toEqual(['Summer camp'])
  })

  it('says when which application fetched it, and what to expect of one that waits', async () => {
    const { club, first, mailed, poll } = await clubWithFan()
    await poll('Google-Calendar-Importer')
    const { page } = await clubs.open(mailed())
    const readers = page.locator('.readers li')
    expect(await readers.allTextContents()).toEqual([
      'Google Calendar fetched your calendar 1 minute ago. It has the last change. ',
    ])
    await club.event(first, { name: 'Replay' })
    await poll('Thunderbird')
    await page.clock.setFixedTime(NOW + 2 * 3_600_000)
    await page.reload()
    expect((await readers.allTextContents()).map((text) => text.trim())).toEqual([
      'Thunderbird fetched your calendar 2 hours ago. It has the last change.',
      'Google Calendar fetched your calendar 2 hours ago. It has not fetched the change of 20 March 2027 yet. It usually does so within a day.',
    ])
  })

  it('belongs to another e-mail once its mailbox has confirmed it', async () => {
    const { club, fan, mailed } = await clubWithFan()
    const { page, complaints } = await clubs.open(mailed())
    await page.locator('#open-email').click()
    const field = page.getByRole('textbox', { name: 'New e-mail' })
    await page.getByRole('button', { name: 'Send the e-mail' }).click()
    await page.getByText('This is not an e-mail address').waitFor()
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill(fan.email)
    await field.press('Enter')
    await page.getByText('This is your e-mail already.').waitFor()
    await field.fill('fay@new.example.com')
    await field.press('Enter')
    await page.getByText('An e-mail is on its way to the new address.').waitFor()

    const cookie = await freshCookie(clubs.app, fan.manageUrl)
    await page.goto(await askForEmail(clubs.app, fan.manageUrl, 'fay@newer.example.com', cookie))
    await page.getByRole('heading', { name: 'Is this your new e-mail?' }).waitFor()
    await page.getByRole('button', { name: 'Use this e-mail' }).click()
    await page.getByText('now go to fay@newer.example.com').waitFor()
    await page.getByRole('link', { name: 'Change your calendars' }).click()
    await page.getByText('You follow City Rugby as fay@newer.example.com.').waitFor()
    expect((await notificationsOf(club)).at(-1)).toMatchObject({
      kind: 'email.changed',
      payload: { email: 'fay@newer.example.com', previousEmail: fan.email },
    })
    expect(complaints).toEqual([])
  })
})

describe('the calendar in the portal', () => {
  const clubs = useClubs('sqlite')

  it.each([
    ['desktop', {}],
    ['phone', PHONE],
    ['dark', DARK],
    ['arabic', { ...ARABIC, ...PHONE }],
    ['narrow', { ...GERMAN, ...NARROW, timezoneId: 'Asia/Tokyo' }],
  ])('fits: %s', async (name, options) => {
    const { club, first, juniors } = await clubs.club()
    const fan = await club.subscriber('fay.with.a.long.address@example.com', [first, juniors])
    await club.event(first, {
      name: 'Town v City',
      startDate: dayAfter(5),
      endDate: dayAfter(5),
      cancelled: 1,
    })
    const onDay = { startDate: dayAfter(4), endDate: dayAfter(4) }
    await club.privateEvent(fan.svcId, { name: 'Your seat: block 12, row B', location: 'Gate 3', ...onDay })
    const cookie = await freshCookie(clubs.app, fan.manageUrl)
    for (const userAgent of ['Google-Calendar-Importer', 'iOS/17.4 (21E219) dataaccessd/1.0', 'curl/8']) {
      await send(fan.feedUrl, { headers: { 'user-agent': userAgent } })
      await clubs.app.ctx.feedReads.flush()
      await club.event(first, { name: `News for ${userAgent[0]}` })
    }
    const [, code] = cookie.split('=')
    const { page, complaints } = await clubs.open(`${fan.manageUrl}/fresh/${code}`, options)
    const look = async (screen: string) => {
      await expectNoSideways(page)
      await expectTouchable(page)
      await expectAccessible(page)
      await screenshot(page, `portal-calendar-${name}-${screen}`)
    }
    await look('overview')
    await expectLight(page)
    await page.locator('#open-email').click()
    await page.locator('h1:focus').waitFor()
    await page.locator('form button[type=submit]').click()
    await look('email')
    await page.goto(await askForEmail(clubs.app, fan.manageUrl, 'fay@new.example.com', cookie))
    await page.getByRole('button').waitFor()
    await look('asked')
    await page.getByRole('button').click()
    await page.locator('h1:focus').waitFor()
    await look('done')
    await clubs.app.ctx.db.updateTable('feed_link').set({ fresh_until: null }).execute()
    await page.context().clearCookies()
    await page.goto(fan.manageUrl)
    await page.locator('#open-mine').waitFor()
    await look('not-fresh')
    expect(complaints).toEqual([])
  })
})
