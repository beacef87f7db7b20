import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/words/index.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { call, eventually, useEmbedding } from '../support/embedding.ts'
import type { Json } from '../support/test-publisher.ts'

const STYLES = ['filled', 'outline', 'quiet']
const RGB: Record<string, string> = { '#101010': 'rgb(16, 16, 16)', '#ffee00': 'rgb(255, 238, 0)' }
/** Rules of a page that would spoil a button. */
const RULES = `button, a, div { all: unset; color: #888 !important; font-size: 9px }
  #page-wide svg { width: 100%; height: 300px }`

describe('the ready styles of a button', () => {
  const embedding = useEmbedding()
  const styled = (style: string, attributes = '') =>
    `<button hidden class="svc-sync-widget-button" data-svc-widget-id="${embedding.buttonId}" data-svc-style="${style}" ${attributes}></button>`
  const all = (attributes = '') => STYLES.map((style) => styled(style, attributes)).join('\n')

  it.each([
    ['desktop', {}, 'en-GB', LANGUAGES.en],
    ['dark', DARK, 'en', LANGUAGES.en],
    ['german', {}, 'de-AT', LANGUAGES.de],
    ['french', {}, 'fr', LANGUAGES.fr],
    ['spanish', {}, 'es-MX', LANGUAGES.es],
    ['japanese', {}, 'ja', LANGUAGES.ja],
    ['arabic', PHONE, 'ar', LANGUAGES.ar],
  ])(
    'are there under a strict policy, in the language of the page: %s',
    async (name, browser, lang, words) => {
      const head = `<meta name="color-scheme" content="light dark">`
      await using tab = await embedding.open(all(), { browser, lang, head })
      for (const style of STYLES) {
        const button = tab.page.locator(`[data-svc-style=${style}]`)
        await button.waitFor()
        expect(await button.innerText()).toBe(words.widgets.button)
        const { width, height } = (await button.boundingBox())!
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
        expect(await button.locator('svg').getAttribute('aria-hidden')).toBe('true')
      }
      // Axe takes the ground of a page without a background for white.
      if (name !== 'dark') await expectAccessible(tab.page)
      await screenshot(tab.page, `embed-styles-${name}`)
      expect(tab.complaints).toEqual([])
      expect(tab.warnings).toEqual([])
    },
  )

  const GROUNDS = { light: '#ffffff; color: #000000', dark: '#171614; color: #ffffff' }
  it.each(['#ffee00', '#101010', '#808080'])(
    'have the colour of the publisher, readable: %s',
    async (primary) => {
      const widgetId = await embedding.widget({ settings: { colors: { primary } } })
      const buttons = STYLES.map((style) => embedding.button(`data-svc-style="${style}"`, widgetId)).join('')
      const csp = `${embedding.csp}; style-src 'unsafe-inline'`
      for (const [theme, ground] of Object.entries(GROUNDS)) {
        await using tab = await embedding.open(buttons, {
          csp,
          head: `<style>body { background: ${ground} }</style>`,
        })
        const filled = tab.page.locator('[data-svc-style=filled]')
        await filled.waitFor()
        await expectAccessible(tab.page)
        // Two are readable in one scheme each, and one of them is the very colour.
        const isOwn = primary === (theme === 'light' ? '#101010' : '#ffee00')
        if (isOwn) expect(await groundOf(filled)).toBe(RGB[primary])
        await screenshot(tab.page, `embed-styles-${primary.slice(1)}-${theme}`)
      }
    },
  )

  it('keep their look in a page with rules for buttons, and the label that they have', async () => {
    const csp = `${embedding.csp}; style-src 'unsafe-inline'`
    const named = embedding.element('a', 'data-svc-style="filled" href="https://example.com/"')
    const rude = `<div id="page-wide">${all()}${named}</div>`
    await using tab = await embedding.open(rude, { csp, head: `<style>${RULES}</style>` })
    const filled = tab.page.locator('button[data-svc-style=filled]')
    await filled.waitFor()
    await expectAccessible(tab.page)
    expect(await filled.evaluate((button) => getComputedStyle(button).fontSize)).toBe('16px')
    expect((await filled.locator('svg').boundingBox())!.height).toBe(22)
    expect(await tab.page.locator('a').innerText()).toBe('Get the dates')
    await screenshot(tab.page, 'embed-styles-rules')
    await tab.page.keyboard.press('Tab')
    const outline = () => filled.evaluate((button) => getComputedStyle(button).outline)
    await expect.poll(outline).toMatch(/solid 3px|3px solid/)
    await tab.page.keyboard.press('Enter')
    await tab.page.getByRole('dialog').waitFor()
    expect(tab.complaints).toEqual([])
  })

  it('follow a device that gets dark, where the page does', async () => {
    const head = `<meta name="color-scheme" content="light dark">`
    await using tab = await embedding.open(styled('outline'), { head, browser: { colorScheme: 'light' } })
    const button = tab.page.locator('[data-svc-style]')
    await button.waitFor()
    expect(await groundOf(button)).toBe('rgb(255, 255, 255)')
    await tab.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => groundOf(button)).toBe('rgb(33, 31, 28)')
  })

  it('are taken off by destroy, with nothing left', async () => {
    await using tab = await embedding.open(all())
    await eventually(() => tab.page.locator('button:visible').count()).toBe(3)
    const sheets = () => tab.page.evaluate(() => (globalThis as Json).document.adoptedStyleSheets.length)
    expect(await sheets()).toBe(1)
    await call(tab.page, 'destroy')
    expect(await sheets()).toBe(0)
    const left = tab.page.locator('button').first()
    const rest = (button: Json) => [button.innerHTML, ...button.getAttributeNames().sort()]
    const own = ['class', 'data-svc-style', 'data-svc-widget-id', 'hidden', 'style']
    expect(await left.evaluate(rest)).toEqual(['', ...own])
    expect(await left.getAttribute('style')).toBe('display: none !important;')
    await call(tab.page, 'boot', embedding.publisher.apiKey)
    await eventually(() => tab.page.locator('button:visible').count()).toBe(3)
    expect(await left.innerText()).toBe('Add to calendar')
  })

  it('that do not exist leave the look of the page, and the console says so', async () => {
    await using tab = await embedding.open(styled('shiny'))
    await tab.page.getByRole('button', { name: 'Add to calendar' }).waitFor()
    expect(tab.warnings).toEqual([expect.stringMatching(/shiny.*filled, outline, quiet/)])
    expect(await tab.page.locator('svg').count()).toBe(0)
  })
})

function groundOf(button: Locator): Promise<string> {
  return button.evaluate((element) => getComputedStyle(element).backgroundColor)
}
