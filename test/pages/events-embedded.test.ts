import type { FrameLocator, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { useEmbedding } from '../support/embedding.ts'
import type { Json } from '../support/test-publisher.ts'

const SUBSCRIBE = 'Get the events in my calendar'
const SURFACE = { light: '#ffffff', dark: '#211f1c' }

describe('the list of events in a page of a publisher', () => {
  const embedding = useEmbedding()

  async function listIn(options = {}, { attributes = '', ...page }: Json = {}) {
    const csp = `${embedding.csp}; style-src 'unsafe-inline'`
    const tab = await embedding.open(embedding.list(attributes), { browser: options, csp, ...page })
    const element = tab.page.locator('iframe').first()
    const list = element.contentFrame()
    await list.getByRole('listitem').first().waitFor()
    return { ...tab, element, list }
  }

  it('is as high as what it shows, and grows with it', async () => {
    const { page, element, list, complaints } = await listIn()
    const heights = async () => {
      const needed = await list.locator('#page').evaluate((content) => content.getBoundingClientRect().height)
      return [Math.round((await element.boundingBox())!.height), Math.ceil(needed)]
    }
    await expect.poll(async () => new Set(await heights()).size).toBe(1)
    const [before] = await heights()
    await page.setViewportSize({ width: 320, height: 800 })
    await expect.poll(async () => (await heights())[0]! > before!).toBe(true)
    await expect.poll(async () => new Set(await heights()).size).toBe(1)
    expect(complaints).toEqual([])
  })

  const meta = (content: string) => ({ head: `<meta name="color-scheme" content="${content}">` })
  const dressed = (css: string) => ({ head: `<style>${css}</style>` })
  const LIGHT = { colorScheme: 'light' as const }

  it.each([
    ['a page that says nothing, on a dark device', DARK, {}, 'light'],
    ['a dark page on a light device', LIGHT, meta('dark'), 'dark'],
    ['a light page on a dark device', DARK, meta('only light'), 'light'],
    [
      'a page that is dark by its styles alone',
      LIGHT,
      dressed('body { background: #222; color: #eee }'),
      'dark',
    ],
    [
      'the same in newer notation',
      LIGHT,
      dressed('body { background: #222; color: oklch(0.9 0 0) }'),
      'dark',
    ],
    ['a light page with grey text', DARK, dressed('body { background: #fff; color: #767676 }'), 'light'],
    ['a page that follows the device, a dark one', DARK, meta('light dark'), 'dark'],
    ['a page that asks for dark', LIGHT, { attributes: 'data-svc-theme="dark"' }, 'dark'],
    ['a page that asks for light', DARK, { attributes: 'data-svc-theme="light"', ...meta('dark') }, 'light'],
  ])('is as light or dark as the page: %s', async (name, device, page, scheme) => {
    const tab = await listIn(device, page)
    expect(await surfaceOf(tab.list)).toBe(SURFACE[scheme as 'light' | 'dark'])
    await expectAccessible(tab.page)
    await screenshot(tab.page, `events-embedded-${name.replace(/\W+/g, '-')}`)
    // The ground of the page shows in the corners, and not one of the frame.
    const ground = await pixelOf(tab.page, { x: 2, y: 2 })
    const box = (await tab.element.boundingBox())!
    expect(await pixelOf(tab.page, { x: box.x + 0.5, y: box.y + 0.5 })).toEqual(ground)
    expect(tab.complaints).toEqual([])

    await tab.list.getByRole('link', { name: SUBSCRIBE }).click()
    const dialog = tab.page.getByRole('dialog')
    await dialog.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
    const dialogIsDark = await dialog.evaluate((element) => element.classList.contains('dark'))
    expect(dialogIsDark).toBe(scheme === 'dark')
    expect(await surfaceOf(dialog.locator('iframe').contentFrame())).toBe(SURFACE[scheme as 'light' | 'dark'])
  })

  it('follows a device that gets dark, where the page does', async () => {
    const { page, list } = await listIn(LIGHT, meta('light dark'))
    expect(await surfaceOf(list)).toBe(SURFACE.light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => surfaceOf(list)).toBe(SURFACE.dark)
  })

  it.each([
    ['of the page', { lang: 'de-AT' }, 'Termine in meinen Kalender holen'],
    [
      'of the part of the page it is in',
      { lang: 'de', around: 'fr' },
      'Recevoir les événements dans mon calendrier',
    ],
    [
      'that the page asks for',
      { lang: 'de', attributes: 'data-svc-lang="es"' },
      'Recibir los eventos en mi calendario',
    ],
    ['of the browser, where that of the page is none of ours', { lang: 'pt' }, SUBSCRIBE],
  ])('speaks the language %s', async (_, { around, attributes = '', lang }: Json, word) => {
    const list = embedding.list(attributes)
    const tab = await embedding.open(around ? `<div lang="${around}">${list}</div>` : list, { lang })
    const frame = tab.page.locator('iframe').first()
    await frame.contentFrame().locator('.action .button', { hasText: word }).click()
    const language = await frame.contentFrame().locator('html').getAttribute('lang')
    await expect.poll(() => tab.page.getByRole('dialog').getAttribute('lang')).toBe(language)
  })

  it.each([
    ['desktop', {}],
    ['phone', PHONE],
    ['dark', DARK],
    ['narrow', { viewport: { width: 320, height: 568 } }],
  ])('has one loud action, which opens the dialog, and quiet rows: %s', async (name, options) => {
    const { page, list, complaints } = await listIn(options)
    await expectAccessible(page)
    await screenshot(page, `events-embedded-${name}`)
    expect(await list.locator('.button.main').allInnerTexts()).toEqual([SUBSCRIBE])
    expect(await list.locator('.event .button').count()).toBe(0)
    expect(await list.locator('html').evaluate((root) => root.scrollWidth <= innerWidth)).toBe(true)
    await list.getByRole('link', { name: SUBSCRIBE }).click()
    await page.getByRole('dialog').frameLocator('iframe').getByText('First team').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('is a month if the page says so, as high as it has to be', async () => {
    const list = embedding.list('data-svc-view="month"')
    const { page, complaints } = await embedding.open(list, {
      csp: `${embedding.csp}; style-src 'unsafe-inline'`,
    })
    const element = page.locator('iframe').first()
    const frame = element.contentFrame()
    await frame.getByRole('grid').waitFor()
    const heights = async () => {
      const needed = await frame
        .locator('#page')
        .evaluate((content) => content.getBoundingClientRect().height)
      return [Math.round((await element.boundingBox())!.height), Math.ceil(needed)]
    }
    await expect.poll(async () => new Set(await heights()).size).toBe(1)
    const [before] = await heights()
    await expectAccessible(page)
    await screenshot(page, 'events-embedded-month')
    await page.setViewportSize({ width: 320, height: 800 })
    await expect.poll(async () => (await heights())[0] !== before).toBe(true)
    await expect.poll(async () => new Set(await heights()).size).toBe(1)
    expect(await frame.locator('html').evaluate((root) => root.scrollWidth <= innerWidth)).toBe(true)
    await frame.getByRole('link', { name: 'List' }).click()
    await frame.getByRole('listitem').first().waitFor()
    await frame.getByRole('link', { name: SUBSCRIBE }).click()
    await page.getByRole('dialog').frameLocator('iframe').getByText('First team').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('opens the dialog with the calendars that it shows', async () => {
    const { page, list } = await listIn({}, { attributes: `data-svc-calendar-ids="${embedding.calendarId}"` })
    await list.getByRole('link', { name: SUBSCRIBE }).click()
    const src = await page.getByRole('dialog').locator('iframe').getAttribute('src')
    expect(src).toContain(embedding.calendarId)
  })

  it('leads from an event to its page, in a tab of its own', async () => {
    const { page, list } = await listIn()
    const opened = page.context().waitForEvent('page')
    await list.getByRole('link', { name: 'City v Town' }).click()
    await expect.poll(async () => new URL((await opened).url()).pathname).toMatch(/^\/e\//)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

/** The background behind cards in a frame. */
function surfaceOf(frame: FrameLocator): Promise<string> {
  return frame.locator('html').evaluate((root) =>
    getComputedStyle(root)
      .getPropertyValue('--surface')
      .trim()
      .replace(/^#fff$/, '#ffffff'),
  )
}

/** The colour that is seen at a place of a page. */
async function pixelOf(page: Page, { x, y }: { x: number; y: number }): Promise<number[]> {
  const picture = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  return [...(await sharp(picture).removeAlpha().raw().toBuffer())].slice(0, 3)
}
