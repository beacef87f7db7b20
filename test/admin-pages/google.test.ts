import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { useGoogle } from '../support/google-app.ts'
import { eventsAtGoogle } from '../support/google-events.ts'
import { expectOk, send } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

let accounts = 0

describe('the page of calendars at Google', () => {
  const { google, options } = useGoogle()
  const admin = useAdminPortal('sqlite', { ...BEHIND_PROXY, ...options })
  const { app } = admin
  const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 15_000, interval: 50 })
  const look = async (page: Page, name: string) => {
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, `admin-google-${name}`)
  }

  async function open(language = 'en', over: BrowserContextOptions = {}) {
    const club = await app.publisher()
    const calendar = await club.calendar({ name: 'First team' })
    const event = await club.event(calendar, { startDate: '2027-05-01', endDate: '2027-05-01' })
    const user = await userOf(app, club, 'owner', { language })
    const account = `club-${++accounts}@gmail.example`
    google.addAccount(account)
    const { page, complaints } = await admin.open('/admin/google', over, user)
    const remote = () => google.calendarsOf(account)
    /** Decides at Google, after the button that leads there. `unticked`: the rights that are not given. */
    const decide = async (decision: 'Continue' | 'Cancel', unticked: string[] = []) => {
      await page.getByLabel(account).check()
      for (const right of unticked) await page.getByRole('checkbox', { name: right }).uncheck()
      await page.getByRole('button', { name: decision }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    return { club, calendar, event, user, account, page, complaints, remote, decide }
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  /** Chooses the only calendar, or not any more. */
  async function choose(page: Page, ticked = true) {
    await press(page, 'Choose calendars')
    await page.getByRole('dialog').getByLabel('First team').setChecked(ticked)
  }

  it('connects an account, keeps calendars there, and deletes them after asking in numbers', async () => {
    const { club, calendar, page, complaints, remote, decide } = await open()
    await look(page, 'none')
    await press(page, 'Connect with Google')
    await decide('Continue')
    await page.getByText('Connected. Now choose the calendars.').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await look(page, 'connected')
    await choose(page)
    await look(page, 'choosing')
    await press(page, 'Save')
    await page.getByText('Up to date').waitFor()
    const [id] = remote()
    expect(eventsAtGoogle(google, id!)).toHaveLength(1)
    const address = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(id!)}`
    expect(await page.getByLabel('Link to share').inputValue()).toBe(address)
    await look(page, 'active')

    const offers = await admin.open(`/calendar/${calendar}`)
    await offers.page.getByText('Google, within seconds').click()
    expect(await offers.page.getByRole('link', { name: 'Add First team' }).getAttribute('href')).toBe(address)
    await expectAccessible(offers.page)
    await screenshot(offers.page, 'google-mirror-page')

    const viewer = await admin.enter(club, 'viewer', '/google')
    await viewer.page.getByText('Up to date').waitFor()
    for (const name of ['Choose calendars', 'Disconnect'])
      expect(await viewer.page.getByRole('button', { name }).count()).toBe(0)

    await choose(page, false)
    await page.getByText('1 calendar is deleted at Google, and whoever added it loses it.').waitFor()
    await look(page, 'taking-away')
    await page.keyboard.press('Escape')
    await press(page, 'Disconnect')
    await page.getByText('1 calendar is deleted at Google').waitFor()
    await look(page, 'disconnecting')
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect with Google' }).waitFor()
    await poll(remote).toEqual([])
    expect(complaints).toEqual([])
  })

  it('says what was refused or unticked at Google, and who began', async () => {
    const { page, decide, club } = await open()
    await press(page, 'Connect with Google')
    await decide('Cancel')
    await page.getByText('You did not agree at Google.').waitFor()
    await look(page, 'refused')
    await press(page, 'Connect with Google')
    await decide('Continue', ['calendar.app.created'])
    await page.getByText('the box for making calendars was not ticked').waitFor()
    await look(page, 'unticked')
    await press(page, 'Connect with Google')
    await page.getByRole('checkbox').first().waitFor()
    const other = await userOf(app, club, 'owner')
    const cookies = [...other.cookies].map(([name, value]) => ({ name, value, url: app.url }))
    await page.context().addCookies(cookies)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('is not signed in here any more').waitFor()
    await look(page, 'other')
    expect(expectOk(await other.get('/google')).data.state).toBe('none')
  })

  it('leads by hand where the right to make public was not given, and pages offer it only then', async () => {
    const { club, page, decide } = await open()
    await press(page, 'Connect with Google')
    await decide('Continue', ['calendar.acls'])
    await choose(page)
    await press(page, 'Save')
    await page.getByText('It has to be made public by hand').waitFor()
    await look(page, 'by-hand')
    const offered = async () => {
      const { calendars } = expectOk(await send(`${app.url}/w/${club.widgetId}/config`))
      return (calendars as WidgetConfig['calendars']).map(({ mirror }) => mirror)
    }
    expect(await offered()).toEqual([false])
    await press(page, 'It is public now')
    await page.getByLabel('Link to share').waitFor()
    expect(await offered()).toEqual([expect.stringMatching(/^https:\/\/calendar\.google\.com\//)])
  })

  it('tells that access was withdrawn and that a calendar was deleted there, each with its way back', async () => {
    const { club, event, account, page, remote, decide } = await open()
    await press(page, 'Connect with Google')
    await decide('Continue')
    await choose(page)
    await press(page, 'Save')
    await page.getByText('Up to date').waitFor()
    google.refuse({ status: 403, reason: 'quotaExceeded', times: 1 })
    await club.put(`/event/${event}`, { name: 'Late' })
    await page.getByText('The last try failed').waitFor()
    await look(page, 'failing')
    google.deleteCalendar(remote()[0]!)
    await choose(page)
    await press(page, 'Save')
    await club.put(`/event/${event}`, { name: 'Later' })
    await app.ctx.db.updateTable('push_target').set({ next_at: 0, lease_until: 0 }).execute()
    await page.getByText('Deleted at Google').waitFor()
    await look(page, 'removed')
    await press(page, 'Make it again')
    await page.getByText('Up to date').waitFor()
    google.revokeAccess(account)
    await club.put(`/event/${event}`, { name: 'Third' })
    await page.getByText('Google no longer lets us write.').waitFor()
    await look(page, 'disconnected')
    await press(page, 'Connect again')
    await decide('Continue')
    await page.getByText('Up to date').waitFor()
  })

  it.each([
    ['phone', 'de', PHONE],
    ['dark', 'en', DARK],
    ['arabic', 'ar', { viewport: { width: 1440, height: 900 } }],
    ['arabic-phone', 'ar', PHONE],
  ])('fits: %s', async (name, language, over) => {
    const { page, calendar, user, decide } = await open(language, over)
    await look(page, `${name}-none`)
    await page.getByRole('main').getByRole('button').first().click()
    await decide('Continue', ['calendar.acls'])
    await page.locator('section button').first().waitFor()
    expectOk(await user.put('/google/mirrors', { calendarIds: [calendar] }))
    await page.locator('.mirrors ol').waitFor()
    await look(page, `${name}-by-hand`)
  })
})
