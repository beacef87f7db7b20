import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { MyPushed } from '../../src/http/widget/answers.ts'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, expectTouchable, GERMAN, useClubs } from '../support/club.ts'
import { freshCookie } from '../support/confirming.ts'
import { useGoogle } from '../support/google-app.ts'
import { eventsAtGoogle } from '../support/google-events.ts'
import { DESKTOP } from '../support/subscribing.ts'
import { expectOk, send } from '../support/test-publisher.ts'

let accounts = 0

describe('a calendar at Google in the portal', () => {
  const { google, options } = useGoogle()
  const clubs = useClubs('sqlite', options)
  const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 15_000, interval: 50 })

  /** The screen of a person who came from a mail, with an account at Google. */
  async function screen(over: BrowserContextOptions = DESKTOP) {
    const { club, first } = await clubs.club()
    const event = await club.event(first, { startDate: '2027-05-01', endDate: '2027-05-01' })
    const fan = await club.subscriber(undefined, [first])
    const account = `fan-${++accounts}@gmail.example`
    google.addAccount(account)
    const { page, complaints } = await clubs.open('/healthz-page', over)
    const cookie = await freshCookie(clubs.app, fan.manageUrl)
    const [name, value] = cookie.split('=') as [string, string]
    await page.context().addCookies([{ name, value, url: `${clubs.app.url}/manage` }])
    complaints.length = 0
    await page.goto(fan.manageUrl)
    await page.locator('#open-google').click()
    await page.locator('h1:focus').waitFor()
    const remote = () => google.calendarsOf(account)
    return { club, event, fan, account, page, complaints, cookie, remote }
  }
  type Opened = Awaited<ReturnType<typeof screen>>
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const look = async (page: Page, name: string) => {
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await screenshot(page, `google-${name}`)
  }
  /** Goes to Google and decides there. */
  async function decide({ page, account }: Opened, decision: 'Continue' | 'Cancel', ticked = true) {
    await page.locator('.action button.main').click()
    await page.getByLabel(account).check()
    if (!ticked) await page.getByRole('checkbox').first().uncheck()
    await page.getByRole('button', { name: decision }).click()
    await page.locator('h1:focus').waitFor()
  }
  const dataOf = async ({ fan, cookie }: Opened) =>
    expectOk(await send(`${fan.manageUrl}/google`, { headers: { cookie } })).data as MyPushed['data']
  const stateOf = async (opened: Opened) => (await dataOf(opened)).state

  it('is connected and ended by the keyboard alone, and holds what the feed shows', async () => {
    const opened = await screen()
    const { page, complaints, remote, fan } = opened
    await look(page, 'none')
    const press = async (name: string) => {
      await button(page, name).focus()
      await page.keyboard.press('Enter')
    }
    await press('Continue to Google')
    await page.getByLabel(opened.account).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Continue' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Connected. Your calendar in Google Calendar is up to date.').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await poll(() => eventsAtGoogle(google, remote()[0] ?? '').length).toBe(2)
    await look(page, 'active')

    await press('Disconnect')
    await page.getByRole('heading', { name: 'Disconnect from Google?' }).waitFor()
    await look(page, 'asking')
    await press('Stay connected')
    await page.getByText('Last checked').waitFor()
    await press('Disconnect')
    // The focus goes to the heading first.
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Disconnect from Google?')
    await press('Yes, disconnect')
    await page.getByText('Disconnected. We no longer write').waitFor()
    await poll(remote).toEqual([])
    await button(page, 'Continue to Google').waitFor()
    await look(page, 'ended')
    expect((await send(fan.feedUrl)).text).toContain('City v Town')
    expect(complaints).toEqual([])
  })

  it('says what was refused, unticked or failed at Google, and goes there again', async () => {
    const opened = await screen()
    const { page, remote } = opened
    await decide(opened, 'Cancel')
    await page.getByText('You did not agree at Google.').waitFor()
    await look(page, 'refused')
    await decide(opened, 'Continue', false)
    await page.getByText('The box at Google was not ticked').waitFor()
    await look(page, 'unticked')
    await page.locator('.action button.main').click()
    await page.getByRole('checkbox').first().waitFor()
    const state = new URL(page.url()).searchParams.get('state')!
    const callback = `${clubs.app.url}/google/callback?state=${state}`
    const stranger = await clubs.open(`${callback}&code=x`)
    await stranger.page.getByText('This was begun in another browser').waitFor()
    await expectAccessible(stranger.page)
    await screenshot(stranger.page, 'google-stranger')
    await page.goto(`${callback}&error=server_error`)
    await page.getByText('Google did not complete this.').waitFor()
    await look(page, 'failed')
    expect(await stateOf(opened)).toBe('none')
    // The way back worked once: it is nobody's now.
    await page.goto(`${callback}&error=server_error`)
    await page.getByText('more than ten minutes ago').waitFor()
    await page.goto(`${opened.fan.manageUrl}#google`)
    await decide(opened, 'Continue')
    await page.getByText('Connected.').waitFor()
    expect(remote()).toHaveLength(1)
  })

  it('tells that the consent is over, and that the calendar was deleted there, each with its way back', async () => {
    const opened = await screen()
    const { page, club, event, account, remote, fan } = opened
    await decide(opened, 'Continue')
    await page.getByText('Connected.').waitFor()
    await poll(() => eventsAtGoogle(google, remote()[0]!).length).toBe(2)
    const renamed = (name: string) => club.put(`/event/${event}`, { name })
    const titles = () => eventsAtGoogle(google, remote()[0] ?? '').map(({ title }) => title)

    google.revokeAccess(account)
    await renamed('Second')
    await poll(() => stateOf(opened)).toBe('disconnected')
    await page.reload()
    await page.getByText('Google no longer lets us write').waitFor()
    await look(page, 'disconnected')
    await button(page, 'Disconnect').click()
    await page.getByText('delete it there yourself').waitFor()
    await button(page, 'Stay connected').click()
    await decide(opened, 'Continue')
    await page.getByText('Connected.').waitFor()
    await poll(titles).toContain('Second')

    google.deleteCalendar(remote()[0]!)
    await renamed('Third')
    await poll(() => stateOf(opened)).toBe('removed')
    await page.reload()
    await page.getByText('You deleted the calendar in Google Calendar').waitFor()
    await look(page, 'removed')
    await decide(opened, 'Continue')
    await page.getByText('Connected.').waitFor()
    await poll(titles).toContain('Third')

    await page.goto(`${fan.manageUrl}#devices`)
    await button(page, 'End: Google Calendar').click()
    await page.getByText('The calendar in Google Calendar is deleted').waitFor()
    await look(page, 'device')
    await button(page, 'Yes, end it').click()
    await poll(remote).toEqual([])

    await page.goto(`${fan.manageUrl}#google`)
    await button(page, 'Continue to Google').waitFor()
    await decide(opened, 'Continue')
    await page.getByText('Connected.').waitFor()
    google.refuse({ status: 403, reason: 'quotaExceeded', times: 1 })
    await renamed('Fourth')
    await poll(async () => (await dataOf(opened)).waits).toBe(true)
    await page.reload()
    await page.getByText('Google does not take the last change').waitFor()
    await look(page, 'waits')
  })

  it('is shown to nobody who did not come from a mail', async () => {
    const { club, first } = await clubs.club()
    const fan = await club.subscriber(undefined, [first])
    const { page } = await clubs.open('/healthz-page')
    const { db } = clubs.app.ctx
    await db
      .updateTable('feed_link')
      .set({ fresh_until: null })
      .where('subscriber_id', '=', fan.svcId)
      .execute()
    await page.goto(`${fan.manageUrl}#google`)
    await page.getByText('Anyone you forward an event to').waitFor()
    await look(page, 'mail')
    expect(await page.locator('.action button').allTextContents()).toEqual(['Send me the e-mail'])
  })

  it.each([
    ['phone', PHONE],
    ['narrow', { ...NARROW, ...GERMAN }],
    ['dark', { ...DARK, ...PHONE }],
    ['arabic', { ...ARABIC, ...PHONE }],
  ])('fits: %s', async (name, over) => {
    const opened = await screen(over)
    const { page, complaints } = opened
    await look(page, `${name}-none`)
    await decide(opened, 'Continue', false)
    await page.locator('.notice.bad').waitFor()
    await look(page, `${name}-unticked`)
    await decide(opened, 'Continue')
    await page.locator('.notice.ok').waitFor()
    await look(page, `${name}-active`)
    await page.locator('.action button').click()
    await page.locator('.action button.bad').waitFor()
    await look(page, `${name}-asking`)
    expect(complaints).toEqual([])
  })
})
