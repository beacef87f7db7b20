import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { headingOf, useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import type { TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, invitationTo } from '../support/users.ts'

describe('lists and rows of the admin portal on a small window', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin
  let club: TestPublisher
  let callback: string

  beforeAll(async () => {
    club = await app.publisher({ partner: true })
    const calendar = await club.calendar({ name: 'First team of the women', draftCalendar: 1 })
    await club.event(calendar, { name: 'City v Town', cancelled: 1 })
    await club.subscriber('katharina.hinterleitner@example.com')
    callback = (await club.callback('https://hook.example.com/fasti', { name: 'Box office' })).id
    const user = { email: 'katharina.hinterleitner@fc-sankt-veit.example', name: 'Katharina Hinterleitner' }
    await invitationTo(app, club, 'editor', user)
    await club.account({ company: 'Town Rugby' })
  })

  /** Badges whose word is cut off. */
  const cutBadges = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.state .mantine-Badge-label')]
        .filter((label) => label.scrollWidth > label.clientWidth)
        .map((label) => label.textContent),
    )

  it.each([
    ['/people', 'Invited'],
    ['/calendars', 'Draft'],
    ['/events?show=table', 'Draft'],
    ['/widgets', 'On'],
    ['/developers/keys', 'On'],
    ['/developers/callbacks', 'On'],
  ])('show whole badges: %s', async (path, badge) => {
    const { page } = await admin.enter(club, 'owner', path, { ...PHONE, ...DARK })
    await page.locator('.state').first().waitFor()
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await cutBadges(page), `${badge} at ${width} px`).toEqual([])
    }
  })

  it.each([
    ['/people', 'people'],
    ['/events?show=table&when=all', 'events'],
    ['/audit-log', 'audit-log'],
    ['/subscribers', 'subscribers'],
    ['/calendars', 'calendars'],
    ['/accounts', 'accounts'],
    ['/developers/callbacks', 'callbacks'],
  ])('are cards without a sideways scroll, and rows for screen readers: %s', async (path, name) => {
    const { page } = await admin.enter(club, 'owner', path, PHONE)
    const rows = page.locator('.list').getByRole('row')
    await rows.nth(1).waitFor()
    for (const width of [820, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoSideways(page)
      for (const cell of await rows.nth(1).getByRole('cell').all()) {
        const cut = await cell.evaluate((element) => element.scrollWidth - element.clientWidth)
        expect(cut, `${width} px: ${await cell.textContent()}`).toBeLessThanOrEqual(1)
      }
      // Each value has its name above it.
      const tops = await rows
        .nth(1)
        .getByRole('cell')
        .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)
      expect(tops).toBeGreaterThan(1)
    }
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await screenshot(page, `list-phone-${name}`)
  })

  it('are dense by a choice that is remembered', async () => {
    const league = await app.publisher()
    const calendar = await league.calendar({ name: 'First team' })
    for (let n = 1; n <= 6; n++) await league.event(calendar, { name: `Match ${n}` })
    const { page } = await admin.enter(league, 'editor', '/events?show=table&when=all')
    const row = page.getByRole('row', { name: /Match 1/ })
    const height = async () => (await row.boundingBox())!.height
    await row.waitFor()
    expect(await height()).toBeLessThanOrEqual(56)
    await page.getByRole('switch', { name: 'Compact' }).check()
    await expect.poll(height).toBeLessThanOrEqual(36)
    await screenshot(page, 'events-compact')
    await page.reload()
    await row.waitFor()
    expect(await height()).toBeLessThanOrEqual(36)
    await page.getByRole('columnheader').getByLabel('Select all shown').check()
    await page.getByText('6 selected').waitFor()
    await row.getByRole('checkbox').uncheck()
    await page.getByText('5 selected').waitFor()
    await expectAccessible(page)
  })

  it.each([390, 820, 1280])('align the two ends of a time range: %s px', async (width) => {
    const { page } = await admin.enter(club, 'owner', `/developers/callbacks/${callback}`, {
      viewport: { width, height: 900 },
    })
    const again = page.locator('section', { has: page.getByRole('heading', { name: 'Deliver again' }) })
    const end = again.getByLabel('To', { exact: true })
    const start = again.getByLabel('From', { exact: true })
    const boxes = async () => [(await start.boundingBox())!, (await end.boundingBox())!] as const
    const [from, to] = await boxes()
    expect(to.height).toBe(from.height)
    // Beside each other, or one below the other.
    if (to.x > from.x) expect(to.y).toBe(from.y)
    else expect(to).toMatchObject({ x: from.x, width: from.width })
    await screenshot(page, `deliver-again-${width}`)
    await end.fill('2020-01-01T00:00')
    await page.getByText('This is before the start.').waitFor()
    const [fromThen, toThen] = await boxes()
    expect(toThen.y - fromThen.y).toBe(to.y - from.y)
  })

  it('have small buttons with letters no larger than those of others', async () => {
    const { page } = await admin.enter(club, 'owner', '/events?show=table')
    await headingOf(page)
    await page.getByText('All dates').click()
    await page.getByLabel('Select City v Town').check()
    const sizeOf = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((button) => {
        const label = button.querySelector('.mantine-Button-label')!
        return Number.parseFloat(getComputedStyle(label).fontSize)
      })
    for (const name of ['Change', 'Make live', 'Make drafts', 'Delete'])
      expect(await sizeOf(name)).toBeLessThanOrEqual(await sizeOf('Change many'))
    await screenshot(page, 'events-chosen')
  })
})
