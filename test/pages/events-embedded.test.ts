import type { FrameLocator, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { useEmbedding } from '../support/embedding.ts'
import type { Json } from '../support/test-publisher.ts'

const SURFACE = { light: '#ffffff', dark: '#211f1c' }

describe('the list of events in a page of a publisher', () => {
  const embedding = useEmbedding()

  async function listIn(options = {}, { attributes = '', ...page }: Json = {}) {
    const tab = await embedding.open(embedding.list(attributes), { browser: options, ...page })
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
  const LIGHT = { colorScheme: 'light' as const }

  it.each([
    ['a page that says nothing, on a dark device', DARK, {}, 'light'],
    ['a dark page on a light device', LIGHT, meta('dark'), 'dark'],
    ['a light page on a dark device', DARK, meta('only light'), 'light'],
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

    await tab.list.getByRole('link', { name: 'Subscribe to First team' }).click()
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
    ['of the page', { lang: 'de-AT' }, 'Abonnieren'],
    ['of the part of the page it is in', { lang: 'de', around: 'fr' }, 'S’abonner'],
    ['that the page asks for', { lang: 'de', attributes: 'data-svc-lang="es"' }, 'Suscribirse'],
    ['of the browser, where that of the page is none of ours', { lang: 'pt' }, 'Subscribe'],
  ])('speaks the language %s', async (_, { around, attributes = '', lang }: Json, word) => {
    const list = embedding.list(attributes)
    const tab = await embedding.open(around ? `<div lang="${around}">${list}</div>` : list, { lang })
    const frame = tab.page.locator('iframe').first()
    await frame.contentFrame().locator('.event .button', { hasText: word }).first().waitFor()
    await frame.contentFrame().locator('.event .button').first().click()
    const language = await frame.contentFrame().locator('html').getAttribute('lang')
    await expect.poll(() => tab.page.getByRole('dialog').getAttribute('lang')).toBe(language)
  })

  it.each([
    ['desktop', {}],
    ['phone', PHONE],
    ['dark', DARK],
  ])('opens the dialog with the calendar of an event, and fits: %s', async (name, options) => {
    const { page, list, complaints } = await listIn(options)
    await expectAccessible(page)
    await screenshot(page, `events-embedded-${name}`)
    await list.getByRole('link', { name: 'Subscribe to First team' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const src = await dialog.locator('iframe').getAttribute('src')
    expect(src).toContain(embedding.calendarId)
    expect(complaints).toEqual([])
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
