import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { lastDays, type Statistic } from '../../src/statistics/statistic.ts'
import { addToStatistics } from '../../src/statistics/statistic-store.ts'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { send, type TestPublisher } from '../support/test-publisher.ts'

describe('the overview', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin
  let club: TestPublisher
  beforeEach(async () => {
    club = await app.publisher()
  })

  const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  /** Three subscribers, one of whom has left, feeds that are read, and 60 days of statistics before. */
  async function busyClub() {
    const calendar = await club.calendar({ name: 'First team' })
    for (const [days, name] of [
      [3, 'City v Town'],
      [9, 'City v Harbour'],
    ] as const)
      await club.event(calendar, { name, startDate: dayFrom(days), endDate: dayFrom(days) })
    const fans = await Promise.all(
      ['fay', 'fred', 'finn'].map((name) => club.subscriber(`${name}@example.com`, [calendar])),
    )
    for (const agent of ['Google-Calendar-Importer', 'iOS/26.0 (23A340) dataaccessd/1.0'])
      await send(fans[0]!.feedUrl, { headers: { 'user-agent': agent } })
    await send(fans[1]!.feedUrl, { headers: { 'user-agent': 'Google-Calendar-Importer' } })
    await club.post(`/subscriber/${fans[2]!.svcId}/unsubscribe`)
    await app.ctx.feedReads.flush()
    const statistics = lastDays(app.ctx.now(), 60).flatMap((day, index): Statistic[] => [
      { name: 'joined', day, value: 5 + (index % 7) },
      { name: 'left', day, value: index % 3 },
      { name: 'reads:Google Calendar', day, value: 100 + 5 * index },
      { name: 'clicks', day, value: index % 10 },
    ])
    await addToStatistics(app.ctx.db, club.id, statistics)
  }
  const section = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
  const card = (page: Page, name: string) =>
    page.locator('.statistic-card').filter({ has: page.locator('dt').getByText(name, { exact: true }) })

  it('tells a new publisher what to do first, and ticks it', async () => {
    const { page, complaints } = await admin.enter(club, 'editor', '/')
    const steps = section(page, 'First steps')
    await steps.getByRole('link', { name: 'Create a calendar' }).waitFor()
    expect(await steps.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('to do'),
      expect.stringContaining('to do'),
      expect.stringContaining('to do'),
    ])
    await screenshot(page, 'admin-overview-new')
    await expectAccessible(page)

    const calendar = await club.calendar()
    await page.reload()
    await steps.getByText('done').waitFor({ state: 'attached' })
    await expect
      .poll(() => steps.getByRole('link').allInnerTexts())
      .toEqual(['Add events', 'Put the button on your website'])
    await club.event(calendar)
    await club.subscriber('fan@example.com', [calendar])
    await page.reload()
    await section(page, 'Subscribers').waitFor()
    expect(await steps.count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('shows a viewer the same steps without ways to take them', async () => {
    const { page } = await admin.enter(club, 'viewer', '/')
    const steps = section(page, 'First steps')
    await steps.waitFor()
    expect(await steps.getByRole('link').count()).toBe(0)
    await section(page, 'Next events').waitFor()
    expect(await page.getByRole('link', { name: 'Add an event' }).count()).toBe(0)
  })

  it('shows numbers, charts, the tables behind them, and what comes next', async () => {
    await busyClub()
    const { page, complaints } = await admin.enter(club, 'viewer', '/')
    const subscribers = section(page, 'Subscribers')
    const joined = lastDays(0, 60).reduce((sum, _, index) => sum + 5 + (index % 7), 3)
    const left = lastDays(0, 60).reduce((sum, _, index) => sum + (index % 3), 1)
    await card(page, 'Subscribers')
      .getByText(`${joined - left}`, { exact: true })
      .waitFor()
    await card(page, 'Active feeds').getByText('2', { exact: true }).waitFor()
    await subscribers
      .getByText(/^\d+ subscribers now, \d+ more than 30 days ago: \d+ joined and \d+ left\.$/)
      .waitFor()
    await subscribers.locator('svg.recharts-surface').first().waitFor()
    await section(page, 'Feed reads').locator('.recharts-bar-rectangle').first().waitFor()
    await section(page, 'Next events').getByRole('link', { name: 'City v Harbour' }).waitFor()
    const applications = section(page, 'Calendar applications')
    expect(await applications.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Google Calendar\s+2$/),
      expect.stringMatching(/^Apple Calendar \(iOS\)\s+1$/),
    ])
    await screenshot(page, 'admin-overview')
    await expectAccessible(page)

    await subscribers.getByText('Table', { exact: true }).click()
    const rows = subscribers.getByRole('table').getByRole('row')
    await expect.poll(() => rows.count()).toBe(31)
    const today = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
    expect(await rows.nth(1).innerText()).toMatch(
      new RegExp(
        `^${today.format(new Date(lastDays(Date.now(), 1)[0]!))}\\s+${joined - left}\\s+\\d+\\s+\\d+$`,
      ),
    )
    await applications.getByText('Table', { exact: true }).click()
    await applications.getByRole('row', { name: /^Google Calendar 2 / }).waitFor()
    await expectAccessible(page)

    await page.getByText('90 days', { exact: true }).click()
    await expect.poll(() => rows.count()).toBe(91)
    await card(page, 'Change')
      .getByText(`+${joined - left}`, { exact: true })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('days')).toBe('90')
    await page.getByText('12 months', { exact: true }).click()
    await expect.poll(() => rows.count()).toBe(366)
    expect(complaints).toEqual([])
  })

  it('works with the keyboard alone', async () => {
    await busyClub()
    const { page } = await admin.enter(club, 'viewer', '/')
    const subscribers = section(page, 'Subscribers')
    await subscribers.getByRole('radio', { name: 'Chart' }).focus()
    await page.keyboard.press('ArrowRight')
    await subscribers.getByRole('table').waitFor()
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Subscribers, as a table')
    await page.getByRole('radio', { name: '30 days' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('90')
  })

  it('fits a phone in the dark, and is as accessible there', async () => {
    await busyClub()
    await club.callback('https://example.com/hook', { name: 'Box office' })
    const { page } = await admin.enter(club, 'owner', '/', { ...PHONE, ...DARK })
    await section(page, 'Subscribers').locator('svg.recharts-surface').first().waitFor()
    await section(page, 'Deliveries').getByRole('link', { name: 'Box office' }).waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-overview-phone-dark')
  })

  it('waits while feeds are being counted, and shows them then', async () => {
    await busyClub()
    const { activeFeeds } = app.ctx
    let asked = 0
    app.ctx.activeFeeds = {
      ...activeFeeds,
      find: (id) => (asked++ < 2 ? Promise.resolve(undefined) : activeFeeds.find(id)),
    }
    try {
      const { page } = await admin.enter(club, 'viewer', '/')
      await section(page, 'Calendar applications').getByText('Counting the feeds').waitFor()
      await card(page, 'Active feeds').getByText('2', { exact: true }).waitFor()
      const before = asked
      await section(page, 'Calendar applications').getByText('2 of ').waitFor()
      expect(asked).toBe(before)
    } finally {
      app.ctx.activeFeeds = activeFeeds
    }
  })

  it('says that it could not be read, and tries again', async () => {
    const { page } = await admin.enter(club, 'viewer', '/people')
    await page.route('**/admin/api/overview*', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('The service has a problem').waitFor()
    await page.unroute('**/admin/api/overview*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await section(page, 'First steps').waitFor()
  })
})
