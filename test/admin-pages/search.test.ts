import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import type { TestPublisher } from '../support/test-publisher.ts'

describe('the search of the admin portal', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin
  let club: TestPublisher
  /** Typed texts, each with the path that Enter leads to. */
  const places: Record<string, string> = {}

  beforeAll(async () => {
    club = await app.publisher()
    const calendar = await club.calendar({ name: 'Quillhaven Rovers' })
    places.quillhaven = `/calendars/${calendar}`
    places.wrenstow = `/events/${await club.event(calendar, { name: 'Wrenstow v Noah' })}`
    places['fay@'] = `/subscribers/${(await club.subscriber('fay@example.com')).svcId}`
    places.widg = '/widgets'
    const hollybrook = await club.calendar({ name: 'Hollybrook Rovers' })
    places.rovers = `/calendars/${hollybrook}`
    places.hollybrook = `/events/${await club.event(hollybrook, { name: 'Hollybrook v Noah' })}`
  })

  async function search(text: string, over = {}) {
    const { page } = await admin.enter(club, 'editor', '/profile', over)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(text)
    return page
  }

  const chosen = (page: Page) => page.locator('[data-action][data-selected]')

  it.each(['quillhaven', 'wrenstow', 'fay@', 'widg'])(
    'opens what comes first with Enter alone: %s',
    async (text) => {
      const page = await search(text)
      await chosen(page).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${places[text]}`)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  )

  it.each([
    ['Enter', () => places.hollybrook!],
    ['ArrowUp', () => places.rovers!],
  ])('keeps what is chosen when more is found above it: %s', async (key, placeOf) => {
    const { page } = await admin.enter(club, 'editor', '/profile')
    let letIn = () => {}
    const held = new Promise<void>((done) => (letIn = done))
    await page.route('**/admin/api/calendars?*', async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('hollybrook')
    await chosen(page).getByText('Hollybrook v Noah').waitFor()
    letIn()
    await page.getByRole('option', { name: 'Hollybrook Rovers' }).waitFor()
    expect(await chosen(page).allTextContents()).toEqual([expect.stringContaining('Hollybrook v Noah')])
    await page.keyboard.press(key)
    if (key !== 'Enter') await page.keyboard.press('Enter')
    await page.waitForURL(`**${placeOf()}`)
  })

  it('never opens what was found for another text', async () => {
    const page = await search('quillhaven')
    await chosen(page).waitFor()
    await page.getByRole('combobox', { name: 'Search' }).fill('wrenstow')
    await page.keyboard.press('Enter')
    await chosen(page).getByText('Wrenstow v Noah').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${places.wrenstow}`)
  })

  it('says that it found nothing, once that is sure', async () => {
    const page = await search('zzz')
    await page.getByText('Nothing matches.').waitFor()
    await page.keyboard.press('Enter')
    expect(await page.getByRole('dialog', { name: 'Search' }).isVisible()).toBe(true)
  })

  it('does what is named, finds people by name, and next events before past ones', async () => {
    const calendar = await club.calendar({ name: 'Ferngate' })
    const year = new Date().getFullYear()
    for (const [name, startDate] of [
      ['Ferngate v Then', `${year - 1}-07-04`],
      ['Ferngate v Soon', `${year + 1}-07-04`],
    ])
      await club.event(calendar, { name, startDate, endDate: startDate })
    await club.subscriber('someone@example.com', [], { first_name: 'Ferngate', last_name: 'Dawson' })
    const page = await search('ferngate')
    const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    await expect.poll(() => options.count()).toBe(4)
    expect(await options.allInnerTexts()).toEqual([
      'Ferngate',
      `Ferngate v Soon\n4 Jul ${year + 1} · Ferngate`,
      `Ferngate v Then\n4 Jul ${year - 1} · Ferngate`,
      'Ferngate Dawson\nsomeone@example.com',
    ])
    const field = page.getByRole('combobox', { name: 'Search' })
    const active = async () => page.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`)
    // The first that was found is chosen, and stays so when others come above it.
    const first = await chosen(page).innerText()
    expect(await (await active()).innerText()).toBe(first)
    await page.keyboard.press('ArrowDown')
    expect(await (await active()).innerText()).not.toBe(first)
    expect(await (await active()).getAttribute('aria-selected')).toBe('true')
    expect(await options.and(page.locator('[aria-selected=true]')).count()).toBe(1)
    await expectAccessible(page)
    await screenshot(page, 'search', 'window')
    await field.fill('dark')
    await chosen(page).getByText('Dark colours').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    await page.keyboard.press('Control+k')
    await field.fill('new event')
    await chosen(page).getByText('New event').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/events/new')
  })

  it('is readable on a phone in the dark', async () => {
    const page = await search('quillhaven', { ...PHONE, ...DARK })
    await chosen(page).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'search-phone-dark')
  })
})
