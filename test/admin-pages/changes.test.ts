import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { keepReach } from '../../src/reach/keep-reach.ts'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { changeMany } from '../support/change-many.ts'
import { expectNoSideways } from '../support/club.ts'
import { send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY } from '../support/users.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const IOS = 'iOS/26.0 (23A340) dataaccessd/1.0'
const GOOGLE = 'Google-Calendar-Importer'

describe('changes in the admin portal', () => {
  let now = Date.now()
  const admin = useAdminPortal('sqlite', { ...BEHIND_PROXY, now: () => now })
  const { app } = admin
  beforeEach(() => {
    now = Date.now()
  })

  const dayFrom = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
  const read = async (feedUrl: string, application: string) => {
    expect((await send(feedUrl, { headers: { 'user-agent': application } })).status).toBe(200)
    await app.ctx.feedReads.flush()
  }

  /** A match that moved nine hours ago. Of four subscribers two have fetched it, one partly, one is silent too. */
  async function movedMatch() {
    now -= 11 * HOUR
    const club = await app.publisher({ company: 'Riverside FC' })
    const calendar = await club.calendar({ name: 'First team' })
    const event = { startDate: dayFrom(6), startTime: '15:00', endDate: dayFrom(6), endTime: '17:00' }
    const id = await club.event(calendar, { name: 'City v Town', ...event })
    const fans = await Promise.all([1, 2, 3, 4, 5].map(() => club.subscriber(undefined, [calendar])))
    const [one, two, both, waiting] = fans as [Fan, Fan, Fan, Fan]
    now += HOUR
    for (const { feedUrl } of [one, two, both]) await read(feedUrl, IOS)
    for (const { feedUrl } of [both, waiting]) await read(feedUrl, GOOGLE)
    now += HOUR
    const to = { startDate: dayFrom(7), startTime: '17:30', endDate: dayFrom(7), endTime: '19:30' }
    expect((await club.put(`/event/${id}`, to)).status).toBe(200)
    const keep = () => keepReach(app.ctx.db, club.id, now, new AbortController().signal)
    await keep()
    for (const { feedUrl } of [one, two, both]) {
      now += 2 * HOUR
      await read(feedUrl, IOS)
      await keep()
    }
    now = Date.now()
    return { club, id, waiting, both }
  }
  type Fan = Awaited<ReturnType<TestPublisher['subscriber']>>

  const weekday = (days: number) =>
    new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }).format(Date.now() + days * DAY)
  const moved = (page: Page) =>
    page.getByRole('link', {
      name: new RegExp(`City v Town moved: ${weekday(6)} .*15:00 → ${weekday(7)} .*17:30`),
    })
  const bar = (page: Page) => page.getByRole('heading', { level: 2, name: /have fetched it/ })

  it('says what changed and how many have fetched it, and follows while one looks', async () => {
    const { club, waiting, both } = await movedMatch()
    const { page, complaints } = await admin.enter(club, 'editor', '/changes')
    await page.getByText('50% of 4 have fetched it').filter({ visible: true }).waitFor()
    await page.getByText('First team').waitFor()
    await screenshot(page, 'admin-changes')
    await expectAccessible(page)

    await moved(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^City v Town moved: / }).waitFor()
    await page.getByRole('heading', { level: 2, name: '50% of 4 have fetched it' }).waitFor()
    await page.getByText('Half had fetched it after 4 hours.').waitFor()
    await page.getByText('Another subscriber is silent').waitFor()
    expect(await page.locator('.bars').getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Apple Calendar \(iOS\)\s+100% of 3$/),
      expect.stringMatching(/^Google Calendar\s+0% of 2$/),
    ])
    await page.locator('svg.recharts-surface').first().waitFor()
    await screenshot(page, 'admin-change')
    await expectAccessible(page)

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download who waits' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Table (CSV)' }).waitFor()
    await page.keyboard.press('Enter')
    const file = await readFile(await (await saved).path(), 'utf8')
    expect(file.match(/Google Calendar/g)).toHaveLength(2)
    for (const { svcId } of [waiting, both]) expect(file).toContain(svcId)

    // The service's clock went on, so the counts are made anew.
    now += 600_000
    for (const { feedUrl } of [waiting, both]) await read(feedUrl, GOOGLE)
    await page.getByRole('radio', { name: 'Chart' }).first().focus()
    await page.getByRole('heading', { level: 2, name: '100% of 4 have fetched it' }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('type'))
    expect(await focused()).toBe('radio')
    await page.getByRole('button', { name: 'Download who waits' }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('stands beside the event, and on the overview', async () => {
    const { club, id } = await movedMatch()
    const { page, complaints } = await admin.enter(club, 'editor', '/')
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Do people have the last changes?' }) })
    await card.getByText(/2 of 4 people have/).waitFor()
    await screenshot(page, 'admin-overview-least-reached')
    await expectAccessible(page)
    await card.getByRole('list').getByRole('link').click()
    await page.getByRole('link', { name: 'Open the event' }).click()
    expect(page.url()).toContain(`/events/${id}`)
    await page.getByText('50% of 4 have fetched it').waitFor()
    await screenshot(page, 'admin-event-last-change')
    await page.getByRole('textbox', { name: 'Place' }).fill('The other ground')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/has a new place: .* → The other ground/).waitFor()
    await page.getByRole('link', { name: 'All changes of this event' }).click()
    await expect.poll(() => page.getByRole('table').locator('tbody tr').count()).toBe(2)
    expect(complaints).toEqual([])
  })

  it('has a sentence for each kind of change, and one page for what changed at once', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar({ name: 'First team' })
    const day = { startDate: dayFrom(6), endDate: dayFrom(6), referenceType: 'round-1' }
    const id = await club.event(calendar, { name: 'City v Town', location: 'City Ground', ...day })
    const other = await club.event(calendar, { name: 'City v Harbour', ...day })
    const put = async (change: object) => expect((await club.put(`/event/${id}`, change)).status).toBe(200)
    await put({ name: 'City v Town Rovers' })
    await put({ startTime: '14:00' })
    await put({ endTime: '17:30' })
    await put({ timezone: 'Europe/Dublin', startTime: '13:00' })
    await put({ startDate: dayFrom(7), endDate: dayFrom(7), allDay: 'yes', location: 'Town Park' })
    await put({ details: 'Bring a coat.' })
    await put({ cancelled: 1 })
    await put({ cancelled: 0 })
    expect((await club.delete(`/event/${other}`)).status).toBe(200)
    await club.event(calendar, { name: 'City v Bay', ...day })
    const round = { filter: { referenceType: 'round-1' } }
    const all = await changeMany(club, round, { location: 'The Old Quay' }, '/admin/api')
    expect(all.changed).toBe(2)

    const { page, complaints } = await admin.enter(club, 'viewer', '/changes')
    const links = page.getByRole('table').getByRole('link')
    await expect.poll(() => links.count()).toBe(11)
    const [six, seven] = [6, 7].map((days) => `${weekday(days)} \\d+ \\w+`)
    const rovers = `City v Town Rovers \\(${seven}\\)`
    expect((await links.allInnerTexts()).slice(2)).toEqual(
      [
        `City v Harbour \\(${six} 15:00\\) was removed`,
        `${rovers} takes place after all`,
        `${rovers} was cancelled`,
        `${rovers} has new details`,
        `City v Town Rovers moved: ${six} 13:00 → ${seven}; a new place: City Ground → Town Park`,
        `City v Town Rovers moved: ${six} 14:00 \\(Europe/London\\) → ${six} 13:00 \\(Europe/Dublin\\)`,
        `City v Town Rovers has a new end: ${six} 17:00 → 17:30`,
        `City v Town Rovers moved: ${six} 15:00 → 14:00`,
        '“City v Town” is now called “City v Town Rovers”',
      ].map((text) => expect.stringMatching(new RegExp(`^${text}$`))),
    )
    await links.first().click()
    await page.getByRole('heading', { level: 1, name: '2 events changed: First team' }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Nobody is waiting' }).waitFor()
    await page
      .getByRole('link', { name: /^City v Bay .* has a new place: City Ground → The Old Quay$/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'City v Bay' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('fits on a phone, also in the dark', async () => {
    const { club } = await movedMatch()
    const { page } = await admin.enter(club, 'viewer', '/changes', { ...PHONE, ...DARK })
    await page.getByText('50% of 4 have fetched it').filter({ visible: true }).waitFor()
    await expectNoSideways(page)
    await screenshot(page, 'admin-changes-phone-dark')
    await moved(page).click()
    await bar(page).waitFor()
    await page.locator('svg.recharts-surface').first().waitFor()
    expect(await page.getByRole('button', { name: 'Download who waits' }).count()).toBe(0)
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-change-phone-dark')
  })

  it('tells a new publisher what will be here', async () => {
    const { page } = await admin.enter(await app.publisher(), 'viewer', '/')
    await page.getByRole('link', { name: 'Changes', exact: true }).click()
    await page.getByText('No event has been changed yet').waitFor()
  })
})
