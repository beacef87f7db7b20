import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import readXlsx from 'read-excel-file/universal'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { lastDays, type Statistic } from '../../src/statistics/statistic.ts'
import { addToStatistics } from '../../src/statistics/statistic-store.ts'
import { dayAt } from '../../src/time/day.ts'
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

  const today = () => dayAt('Europe/London', app.ctx.now())

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
    const statistics = lastDays(today(), 60).flatMap((day, index): Statistic[] => [
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
    const joined = lastDays(today(), 60).reduce((sum, _, index) => sum + 5 + (index % 7), 3)
    const left = lastDays(today(), 60).reduce((sum, _, index) => sum + (index % 3), 1)
    await card(page, 'Subscribers')
      .getByText(`${joined - left}`, { exact: true })
      .waitFor()
    await card(page, 'Calendars in use').getByText('2', { exact: true }).waitFor()
    await subscribers.getByText(/^You have \d+ subscribers now, \d+ more than before .+\.$/).waitFor()
    for (const name of ['Subscribers', 'Joined and left', 'Clicks on links', 'Applications over time'])
      await section(page, name).locator('svg.recharts-surface').first().waitFor()
    // Today is an outline, since it is not over. Each of the others is a whole bar, and the axis begins at 0.
    const bars = section(page, 'Clicks on links').locator('.recharts-bar-rectangle path')
    await expect.poll(() => bars.count()).toBeGreaterThan(20)
    const outlines = await bars.evaluateAll((all) =>
      all.map((bar) => bar.getAttribute('stroke-dasharray') !== null),
    )
    expect(outlines.filter(Boolean)).toHaveLength(1)
    const clicks = section(page, 'Clicks on links')
    await clicks.locator('svg').getByText('0', { exact: true }).waitFor()
    await section(page, 'Next events').getByText('2 of 2 people have the next event as it is now.').waitFor()
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
    const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
    expect(await rows.nth(1).innerText()).toMatch(
      new RegExp(`^${dates.format(new Date(today()))}, today so far\\s+${joined - left}\\s+\\d+\\s+\\d+$`),
    )
    await applications.getByText('Table', { exact: true }).click()
    await applications.getByRole('row', { name: /^Google Calendar 2 / }).waitFor()
    await expectAccessible(page)

    await page.getByText('90 days', { exact: true }).click()
    await expect.poll(() => rows.count()).toBe(91)
    await card(page, 'Growth')
      .getByText(`+${joined - left}`, { exact: true })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('days')).toBe('90')
    await page.getByText('12 months', { exact: true }).click()
    await expect.poll(() => rows.count()).toBe(366)
    // By week, of which none is left out: the table has the same sum.
    await clicks.getByText('Table', { exact: true }).click()
    const weeks = clicks.getByRole('table').getByRole('row')
    await expect.poll(() => weeks.count()).toBeGreaterThan(52)
    const sums = await clicks.getByRole('cell').allInnerTexts()
    expect(sums.reduce((sum, text) => sum + Number(text), 0)).toBe(
      lastDays(today(), 60).reduce((sum, _, index) => sum + (index % 10), 0),
    )
    expect(complaints).toEqual([])
  })

  it('says which link, calendar and campaign did best, and what is not known', async () => {
    const calendar = await club.calendar({ name: 'First team' })
    const event = await club.event(calendar, {
      name: 'Gala',
      'quickLink[1][name]': 'Tickets',
      'quickLink[1][url]': 'https://example.com/',
    })
    const state = { campaign: 'Poster' }
    for (const name of ['fay', 'fred']) await club.subscriber(`${name}@example.com`, [calendar], { state })
    await club.subscriber('finn@example.com', [])
    const link = { eventId: event, position: 1, eventName: 'Gala', eventDate: today(), linkName: 'Tickets' }
    for (const clicked of [link, link, undefined]) app.ctx.clicks.count(club.id, clicked)
    await app.ctx.clicks.flush()
    // From before there were details.
    await addToStatistics(app.ctx.db, club.id, [
      { name: 'joined', day: today(), value: 4 },
      { name: 'clicks', day: today(), value: 7 },
    ])
    const { page, complaints } = await admin.enter(club, 'viewer', '/?days=7')
    const links = section(page, 'Most clicked links')
    await links.getByRole('link', { name: /^Tickets – Gala, / }).waitFor()
    await links
      .getByText(/^10 clicks in the last 7 days\. The most clicked link was Tickets – Gala/)
      .waitFor()
    await links.getByText('Table', { exact: true }).click()
    await links.getByRole('row', { name: /^Other links 7$/ }).waitFor()
    const origins = section(page, 'Where people came from')
    await origins.getByText('Most came by First team in the last 7 days: 2 joined, 0 left.').waitFor()
    await origins.getByText('Campaigns', { exact: true }).click()
    await origins.getByText('Table', { exact: true }).click()
    const table = async () =>
      (await origins.getByRole('row').allInnerTexts()).slice(1).map((row) => row.split(/\t/).slice(0, 4))
    await expect.poll(table).toEqual([
      ['Poster', '2', '0', '2'],
      ['Without a campaign', '1', '0', '1'],
      ['Not known: before version 0.2', '4', '0', '4'],
    ])
    await expectAccessible(page)
    expect(complaints).toEqual([])
  })

  it('saves each chart as a picture, and its numbers as a table', async () => {
    await busyClub()
    const { page, complaints } = await admin.enter(club, 'viewer', '/', DARK)
    const save = async (name: string, item: string) => {
      await page.getByRole('button', { name: `Save ${name}`, exact: true }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: item }).click()
      const file = await download
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    await section(page, 'Subscribers').locator('svg.recharts-surface').first().waitFor()
    const table = await save('Subscribers', 'As a table (CSV)')
    expect(table.name).toMatch(/^subscribers-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = table.bytes.toString().split('\r\n')
    expect(lines[0]).toBe('\ufeffDay,Subscribers,Joined,Left')
    expect(lines[1]).toMatch(/^"\d+ \w+ \d{4}, today so far",\d+,\d+,\d+$/)
    expect(lines).toHaveLength(32)
    const workbook = await save('Subscribers', 'As a table (XLSX)')
    const [sheet] = await readXlsx(new Uint8Array(workbook.bytes).buffer)
    expect(sheet!.data[0]).toEqual(['Day', 'Subscribers', 'Joined', 'Left'])
    expect(sheet!.data[2]![0]).toBeInstanceOf(Date)
    expect(sheet!.data[2]![1]).toEqual(expect.any(Number))

    // A picture of a table is one of its chart, and light whatever the page is.
    await section(page, 'Clicks on links').getByText('Table', { exact: true }).click()
    for (const name of ['Clicks on links', 'Calendar applications', 'Applications over time']) {
      const picture = await save(name, 'As a picture (PNG)')
      const { data, info } = await sharp(picture.bytes)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(info.width).toBeGreaterThanOrEqual(1600)
      const pixels = new Set<string>()
      for (let at = 0; at < data.length; at += 3 * 7) pixels.add(data.subarray(at, at + 3).toString('hex'))
      expect([...data.subarray(0, 3)], name).toEqual([255, 255, 255])
      // The accent of light pages, as it is or mixed.
      const drawn = name === 'Calendar applications' ? 'c17564' : 'a63a22'
      expect([...pixels], name).toContain(drawn)
    }
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
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
      .toBe('Save Subscribers')
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Subscribers, as a table')
    await page.getByRole('radio', { name: '30 days' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('90')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    // A fault is said, and nothing typed is lost.
    const [from, to] = [
      page.getByRole('textbox', { name: 'From', exact: true }),
      page.getByRole('textbox', { name: 'To', exact: true }),
    ]
    await from.fill(lastDays(today(), 20)[0]!)
    await to.fill(lastDays(today(), 21)[0]!)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The last day is before the first.').waitFor()
    await expectAccessible(page)
    await to.fill(lastDays(today(), 11)[0]!)
    await page.keyboard.press('Enter')
    await expect.poll(() => subscribers.getByRole('row').count()).toBe(11)
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'From', exact: true }).inputValue()).resolves.toBe(
      lastDays(today(), 20)[0],
    )
    await card(page, 'Subscribers').getByText(/^on /).waitFor()
  })

  it('fits a phone in the dark, and is as accessible there', async () => {
    await busyClub()
    const { page } = await admin.enter(club, 'owner', '/', { ...PHONE, ...DARK })
    await section(page, 'Subscribers').locator('svg.recharts-surface').first().waitFor()
    await page.getByText('Dates', { exact: true }).click()
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
      await card(page, 'Calendars in use').getByText('2', { exact: true }).waitFor()
      const before = asked
      await section(page, 'Calendar applications').getByText('The calendars of 2 of ').waitFor()
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
