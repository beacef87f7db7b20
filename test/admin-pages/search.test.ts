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
    await page.getByRole('textbox', { name: 'Search' }).fill(text)
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
    await page.getByRole('textbox', { name: 'Search' }).fill('hollybrook')
    await chosen(page).getByText('Hollybrook v Noah').waitFor()
    letIn()
    await page.getByRole('button', { name: 'Hollybrook Rovers' }).waitFor()
    expect(await chosen(page).allTextContents()).toEqual([expect.stringContaining('Hollybrook v Noah')])
    await page.keyboard.press(key)
    if (key !== 'Enter') await page.keyboard.press('Enter')
    await page.waitForURL(`**${placeOf()}`)
  })

  it('never opens what was found for another text', async () => {
    const page = await search('quillhaven')
    await chosen(page).waitFor()
    await page.getByRole('textbox', { name: 'Search' }).fill('wrenstow')
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

  it('is readable on a phone in the dark', async () => {
    const page = await search('quillhaven', { ...PHONE, ...DARK })
    await chosen(page).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'search-phone-dark')
  })
})
