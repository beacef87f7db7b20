import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, expectTouchable, GERMAN, useClubs } from '../support/club.ts'
import type { Json } from '../support/test-publisher.ts'

const NEW_YORK = { locale: 'en-US', timezoneId: 'America/New_York' }

describe('the month of a widget', () => {
  const clubs = useClubs('sqlite')

  /** A club with events of all kinds, and a tab with its month. Its match is on 10 April, its camp in July. */
  async function openMonth(
    query = 'month=2027-04',
    options: BrowserContextOptions = {},
    events: Json[] = [],
  ) {
    const { club, first, juniors } = await clubs.club()
    for (const event of events) await club.event(first, { endDate: event.startDate, ...event })
    const { data } = (await club.get('/admin/api/widgets')).body
    const list = (data as { id: string; type: string }[]).find(({ type }) => type === 'event')!.id
    const path = `/w/${list}/events`
    const tab = await clubs.open(`${path}?view=month&${query}`, options)
    return { ...tab, club, first, juniors, list, path }
  }
  const grid = (page: Page) => page.getByRole('grid')
  const title = (page: Page) => page.getByRole('heading', { level: 2 }).first().textContent()
  const rows = (page: Page) => page.getByRole('listitem').getByRole('heading').allTextContents()
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.querySelector('.hidden')?.textContent)
  const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

  it('is a grid whose days say how many events they have, with the events of the month beside it', async () => {
    const { page, complaints } = await openMonth('', {}, [
      { name: 'Open day', startDate: '2027-03-06' },
      { name: 'Training', startDate: '2027-03-06', startTime: '18:00', endTime: '19:00' },
      { name: 'Called off', startDate: '2027-03-27', cancelled: 1 },
    ])
    expect(await title(page)).toBe('March 2027')
    expect(await grid(page).getByRole('columnheader').allInnerTexts()).toMatchObject(
      ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((name) =>
        expect.stringContaining(name),
      ),
    )
    expect(await grid(page).getByRole('gridcell').getByRole('link').count()).toBe(31)
    const day = grid(page).getByRole('link', { name: 'Saturday, 6 March 2027, 2 events' })
    expect(await day.innerText()).toContain('Open day')
    const today = grid(page).locator('[aria-current=date]')
    expect(await today.getAttribute('href')).toContain('day=2027-03-20')
    await grid(page).getByRole('link', { name: 'Cancelled: Called off' }).waitFor()
    expect(await rows(page)).toEqual(['Open day', 'Training', 'Called off'])
    await expectAccessible(page)
    await expectTouchable(page)
    expect(complaints).toEqual([])
  })

  it('shows the events of the day that is chosen, and remembers it', async () => {
    const { page } = await openMonth('month=2027-04', {}, [
      { name: 'Quiz', startDate: '2027-04-02', details: 'Bring a pen.', link1: 'https://example.com/t' },
    ])
    expect(await rows(page)).toEqual(['Quiz', 'City v Town'])
    await grid(page).getByRole('link', { name: '10 April' }).click()
    await page.getByRole('heading', { level: 2, name: 'Saturday, 10 April 2027' }).waitFor()
    expect(await rows(page)).toEqual(['City v Town'])
    await expect
      .poll(() => page.getByRole('status').allTextContents())
      .toContain('Saturday, 10 April 2027: 1 event')
    expect(await grid(page).getByRole('gridcell', { selected: true }).innerText()).toContain('City v Town')
    expect(queryOf(page)).toEqual({ view: 'month', month: '2027-04', day: '2027-04-10' })
    await page.reload()
    await page.getByRole('heading', { level: 2, name: 'Saturday, 10 April 2027' }).waitFor()
    expect(await rows(page)).toEqual(['City v Town'])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show the whole month' }).click()
    await expect.poll(() => rows(page)).toEqual(['Quiz', 'City v Town'])
    expect(queryOf(page)).toEqual({ view: 'month', month: '2027-04' })
  })

  it('is one stop for the Tab key, and the arrows lead over its days and months', async () => {
    const { page } = await openMonth()
    await page.getByRole('link', { name: 'Next month' }).focus()
    await page.keyboard.press('Tab')
    const after = async (key: string) => {
      await page.keyboard.press(key)
      return focused(page)
    }
    expect(await focused(page)).toBe('Thursday, 1 April 2027')
    expect(await after('ArrowRight')).toBe('Friday, 2 April 2027')
    expect(await after('ArrowDown')).toBe('Friday, 9 April 2027')
    expect(await after('Home')).toBe('Monday, 5 April 2027')
    expect(await after('End')).toBe('Sunday, 11 April 2027')
    expect(await after('ArrowLeft')).toBe('Saturday, 10 April 2027, 1 event')
    await page.keyboard.press('Space')
    await expect.poll(() => rows(page)).toEqual(['City v Town'])
    await page.getByRole('heading', { level: 2, name: 'Saturday, 10 April 2027' }).waitFor()
    expect(await focused(page)).toBe('Saturday, 10 April 2027, 1 event')
    for (const [key, day, month] of [
      ['PageUp', 'Wednesday, 10 March 2027', 'March 2027'],
      ['ArrowUp', 'Wednesday, 3 March 2027', 'March 2027'],
      ['ArrowUp', 'Wednesday, 24 February 2027', 'February 2027'],
      ['Shift+PageDown', 'Thursday, 24 February 2028', 'February 2028'],
      ['End', 'Sunday, 27 February 2028', 'February 2028'],
      ['ArrowRight', 'Monday, 28 February 2028', 'February 2028'],
      ['ArrowRight', 'Tuesday, 29 February 2028', 'February 2028'],
      ['Shift+PageUp', 'Sunday, 28 February 2027', 'February 2027'],
      ['ArrowRight', 'Monday, 1 March 2027', 'March 2027'],
    ] as const)
      expect([key, await after(key), await title(page)]).toEqual([key, day, month])
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('table'))).toBeNull()
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('Monday, 1 March 2027')
    expect(queryOf(page)).toEqual({ view: 'month', month: '2027-03' })
    await expectAccessible(page)
  })

  it('goes from month to month, and from an empty one to the next with events', async () => {
    const { page } = await openMonth()
    await page.route('**/month?**', (route) => route.abort(), { times: 1 })
    await page.getByRole('link', { name: 'Next month' }).click()
    await page.getByText('No connection.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No events in May 2027').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show July 2027' }).click()
    await expect.poll(() => rows(page)).toEqual(['Summer camp'])
    for (const day of ['26', '27', '28', '29', '30'])
      await grid(page)
        .getByRole('link', { name: `${day} July 2027, 1 event` })
        .waitFor()
    await page.getByRole('link', { name: 'Next month' }).click()
    await page.getByRole('link', { name: 'Show July 2027' }).waitFor()
    await page.getByRole('link', { name: 'Today' }).click()
    await expect.poll(() => focused(page)).toBe('Saturday, 20 March 2027')
    await page.getByRole('link', { name: 'Previous month' }).click()
    await expect.poll(() => title(page)).toBe('February 2027')
  })

  it('is beside the list, of the calendar that was chosen, and the address says which', async () => {
    const { page, juniors, list, club } = await openMonth('month=2027-07')
    await page.getByRole('combobox', { name: 'Calendar' }).selectOption('First team')
    await page.getByText('No events in July 2027').waitFor()
    await page.getByRole('combobox', { name: 'Calendar' }).selectOption('Juniors')
    await expect.poll(() => rows(page)).toEqual(['Summer camp'])
    const views = page.getByRole('navigation', { name: 'View' })
    await views.getByRole('link', { name: 'List' }).click()
    await expect.poll(() => rows(page)).toEqual(['Summer camp'])
    await expect.poll(() => queryOf(page)).toEqual({ view: 'list' })
    await page.goto(`${clubs.app.url}/w/${list}/events#email=a%40example.com&calendarIds=${juniors}`)
    await expect.poll(() => rows(page)).toEqual(['Summer camp'])
    await views.getByRole('link', { name: 'Month' }).click()
    await page.getByText('No events in March 2027').waitFor()
    expect(new URL(page.url()).hash).toContain('email=a%40example.com')
    const subscribe = page.getByRole('link', { name: 'Get the events in my calendar' })
    expect(await subscribe.getAttribute('href')).not.toContain('month')
    await club.put(`/admin/api/widgets/${list}`, { settings: { view: 'month' } })
    await page.goto(`${clubs.app.url}/w/${list}/events`)
    await grid(page).waitFor()
    await page.goto(`${clubs.app.url}/w/${list}/events?view=list`)
    await expect.poll(() => rows(page)).toEqual(['City v Town', 'Summer camp'])
  })

  it.each([
    // The clocks go forward on 28 March in London, and on 14 March in New York.
    ['Europe/London', 'month=2027-03', ['28 March 2027, 1 event', '31 March 2027, 2 events']],
    ['America/New_York', 'month=2027-03', ['14 March 2027, 1 event', '31 March 2027, 3 events']],
    ['America/New_York', 'month=2027-04', ['10 April 2027, 1 event', '30 April 2027, 1 event']],
    ['Europe/London', 'month=2027-11', ['7 November 2027, 1 event']],
    ['America/New_York', 'month=2027-11', ['7 November 2027, 1 event']],
    ['Pacific/Kiritimati', 'month=2027-04', ['1 April 2027, 3 events', '11 April 2027, 1 event']],
  ])('has the days of the visitor: %s, %s', async (timezoneId, query, days) => {
    const { page } = await openMonth(query, { timezoneId }, [
      { name: 'At the change', startDate: '2027-03-28', startTime: '02:30', endTime: '03:30' },
      {
        ...{ name: 'At theirs', startDate: '2027-03-14', startTime: '03:30', endTime: '23:30' },
        timezone: 'America/New_York',
      },
      { name: 'Midnight', startDate: '2027-04-01', startTime: '00:30', endTime: '01:30' },
      { name: 'Late', startDate: '2027-03-31', startTime: '23:00', endDate: '2027-04-01', endTime: '03:00' },
      { name: 'Walpurgis', startDate: '2027-04-30', allDay: 'yes' },
      { name: 'On 31', startDate: '2027-03-31', startTime: '18:00', endTime: '19:00' },
      { name: 'Winter', startDate: '2027-11-07', startTime: '05:30', endTime: '06:45' },
    ])
    for (const day of days) await grid(page).getByRole('link', { name: day }).waitFor()
    const withEvents = await grid(page).getByRole('link', { name: /event/ }).count()
    const all = await grid(page).locator('.dots').count()
    expect(all).toBe(withEvents)
  })

  it('begins weeks as the reader does, and is mirrored where they read from right to left', async () => {
    const { page, path } = await openMonth('month=2027-04', NEW_YORK)
    const first = () => grid(page).locator('th .hidden').first().textContent()
    expect(await first()).toBe('Sunday')
    const german = await clubs.open(`${path}?view=month&month=2027-04`, GERMAN)
    expect(await german.page.locator('th .hidden').first().textContent()).toBe('Montag')
    const arabic = await clubs.open(`${path}?view=month&month=2027-04`, ARABIC)
    expect(await arabic.page.locator('th .hidden').first().textContent()).toBe('السبت')
    const lefts = await arabic.page
      .locator('tbody tr:nth-child(2) a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().left))
    expect(lefts).toEqual(lefts.toSorted((a, b) => b - a))
    await arabic.page.locator('td a[tabindex="0"]').focus()
    await arabic.page.keyboard.press('ArrowLeft')
    await expect
      .poll(() => arabic.page.evaluate(() => (document.activeElement as HTMLAnchorElement).href))
      .toContain('day=2027-04-02')
  })

  it('works without JavaScript', async () => {
    const { page, path } = await openMonth('month=2027-04', { javaScriptEnabled: false })
    expect(await title(page)).toBe('April 2027')
    expect(await page.getByRole('grid').count()).toBe(0)
    expect(await page.getByRole('table').getByRole('link').count()).toBe(1)
    await screenshot(page, 'month-plain')
    expect(await rows(page)).toEqual(['City v Town'])
    await page.getByRole('link', { name: 'Saturday, 10 April 2027, 1 event' }).click()
    await page.getByRole('heading', { level: 2, name: 'Saturday, 10 April 2027' }).waitFor()
    await page.getByRole('link', { name: 'Next month' }).click()
    await page.getByText('No events in May 2027').waitFor()
    await page.getByRole('link', { name: 'Show July 2027' }).click()
    expect(await title(page)).toBe('July 2027')
    // Nothing comes after it.
    expect(await page.getByRole('link', { name: 'Next month' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Calendar' }).selectOption('First team')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('No events in July 2027').waitFor()
    await page.getByRole('link', { name: 'Show April 2027' }).click()
    await page.getByRole('link', { name: 'City v Town', exact: true }).click()
    expect(new URL(page.url()).pathname).toMatch(/^\/e\//)
    await page.goto(`${clubs.app.url}${path}?view=month&month=2027-99&day=x`)
    expect(await title(page)).toBe('March 2027')
  })

  it.each([
    ['desktop', {}],
    ['phone', PHONE],
    ['narrow', NARROW],
    ['dark', DARK],
    ['german', { ...GERMAN, timezoneId: 'Asia/Kolkata' }],
    ['arabic', { ...ARABIC, ...PHONE }],
  ])('fits: %s', async (name, options) => {
    const many = Array.from({ length: 5 }, (_, i) => ({
      name: `Match ${i} of the Donaudampfschifffahrtsgesellschaft`,
      startDate: '2027-04-24',
    }))
    const { page, complaints } = await openMonth('month=2027-04', options, [
      ...many,
      { name: 'Festival', startDate: '2027-04-12', endDate: '2027-04-14', allDay: 'yes' },
      { name: 'مباراة ودية', startDate: '2027-04-13' },
    ])
    await grid(page).waitFor()
    await grid(page).locator('a[href*="day=2027-04-24"]').click()
    await expect.poll(() => page.getByRole('listitem').count()).toBe(5)
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await screenshot(page, `month-${name}`)
    const isWide = page.viewportSize()!.width > 640
    expect(await grid(page).locator('.title:visible').count()).toBe(isWide ? 7 : 0)
    expect(await grid(page).locator('.dots:visible').count()).toBe(isWide ? 0 : 5)
    expect(complaints).toEqual([])
  })

  it('is printed with its titles, and nothing to press', async () => {
    const { page } = await openMonth('month=2027-04', DARK)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1000 })
    expect(await grid(page).getByText('City v Town').isVisible()).toBe(true)
    for (const name of ['List', 'Next month', 'Get the events in my calendar'])
      expect(await page.getByRole('link', { name }).count()).toBe(0)
    await screenshot(page, 'month-printed')
  })
})
