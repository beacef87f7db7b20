import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import type { TestPublisher } from '../support/test-publisher.ts'

/** How far one look is from the next, in pixels: less than the button within a field is wide and high. */
const STEP = 12

const SIZES = [
  [390, 844],
  [390, 664],
  [360, 740],
  [1280, 800],
] as const

describe('the bar with the save button', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin

  const PLACES: [name: string, path: (club: TestPublisher) => Promise<string> | string, loaded: string][] = [
    [
      'an event',
      async (club) => `/events/${await club.event(await club.calendar())}`,
      'Time zone of the place',
    ],
    ['settings', () => '/settings', 'Time zone'],
    ['a calendar', async (club) => `/calendars/${await club.calendar()}`, 'Note'],
    ['a widget', (club) => `/widgets/${club.widgetId}`, 'Name'],
  ]

  const screenOf = (width: number, height: number) =>
    width < 500 ? { ...PHONE, viewport: { width, height } } : { viewport: { width, height } }

  it.each(PLACES)('lies over everything else: %s', async (name, pathOf, loaded) => {
    const club = await app.publisher()
    const { page } = await admin.enter(club, 'editor', await pathOf(club), PHONE)
    await page.getByLabel(loaded, { exact: true }).first().waitFor()
    await screenshot(page, `save-bar-${name.replace(/\W/g, '-')}`, 'window')
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      expect(await coveredAnywhere(page), `${width}×${height}`).toEqual([])
    }
  })

  it.each(SIZES)(
    'keeps the time zone of an event when it is pressed over the cross: %s×%s',
    async (width, height) => {
      const club = await app.publisher()
      const id = await club.event(await club.calendar())
      const { page } = await admin.enter(club, 'editor', `/events/${id}`, screenOf(width, height))
      const zone = page.getByRole('combobox', { name: 'Time zone of the place' })
      await expect.poll(() => zone.inputValue()).toBe('Europe/London')
      await page.getByLabel('Title').fill('City v Rovers')
      // Brings the cross of the zone's field under the button, as far as it can be.
      const save = page.getByRole('button', { name: 'Save' })
      const cross = page.getByRole('button', { name: 'Clear the time zone', includeHidden: true })
      await page.evaluate((by) => scrollBy(0, by), (await middleOf(cross))[1] - (await middleOf(save))[1])
      const { x, y, width: wide, height: high } = (await save.boundingBox())!
      const at = [clamp((await middleOf(cross))[0], x + 4, x + wide - 4), y + high / 2] as const
      await (width < 500 ? page.touchscreen.tap(...at) : page.mouse.click(...at))
      await page.getByText('Saved', { exact: true }).waitFor()
      const { data } = (await club.get(`/admin/api/events/${id}`)).body
      expect(data).toMatchObject({ name: 'City v Rovers', timezone: 'Europe/London' })
    },
  )

  it('never hides the field that has the focus', async () => {
    const club = await app.publisher()
    const id = await club.event(await club.calendar())
    const { page } = await admin.enter(club, 'editor', `/events/${id}`, PHONE)
    await page.getByLabel('Title').focus()
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('Tab')
      expect(await focusIsCovered(page)).toBe(false)
      if (await page.evaluate(() => (document.activeElement as HTMLButtonElement).type === 'submit')) return
    }
    throw new Error('the save button never gets the focus')
  })

  it('is readable in the dark', async () => {
    const club = await app.publisher()
    for (const [name, pathOf] of PLACES) {
      const { page } = await admin.enter(club, 'editor', await pathOf(club), { ...PHONE, ...DARK })
      await page.getByRole('button', { name: 'Save' }).waitFor()
      await expectAccessible(page)
      await screenshot(page, `save-bar-${name.replace(/\W/g, '-')}-dark`, 'window')
    }
  })
})

/** Whatever lies over the bar, at every place to which the page can be scrolled. */
async function coveredAnywhere(page: Page): Promise<string[]> {
  return page.evaluate((STEP) => {
    const [CORNER, HEADER] = [8, 60]
    const found = new Set<string>()
    const bar = document.querySelector('.save-bar')!
    const end = document.documentElement.scrollHeight
    for (let y = 0; y <= end; y += STEP) {
      scrollTo(0, y)
      const { left, top, right, bottom } = bar.getBoundingClientRect()
      // Neither the rounded corners, nor what is under the header or below the window.
      const [first, last] = [Math.max(top, HEADER) + CORNER, Math.min(bottom, innerHeight) - CORNER]
      for (let x = left + CORNER; x < right - CORNER; x += STEP)
        for (let line = first; line < last; line += STEP) {
          const hit = document.elementFromPoint(x, line)
          if (hit && !bar.contains(hit)) found.add(`${y}: ${hit.outerHTML.slice(0, 120)}`)
        }
    }
    return [...found]
  }, STEP)
}

async function focusIsCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement!
    const { top, bottom, left } = element.getBoundingClientRect()
    const bar = document.querySelector('.save-bar')!
    const hit = document.elementFromPoint(left + 4, (top + bottom) / 2)
    return !bar.contains(element) && bar.contains(hit)
  })
}

async function middleOf(place: Locator): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await place.boundingBox())!
  return [x + width / 2, y + height / 2]
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
