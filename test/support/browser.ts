import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { findChromium } from './chromium.ts'

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const NARROW = { viewport: { width: 320, height: 568 } }
export const DARK = { colorScheme: 'dark' as const }

export const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
/** The small form: a page reads it anew for each check. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const { FASTI_SCREENSHOTS: SCREENSHOTS } = process.env
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A real browser for the tests of one file. `notifications`: one that can show them. */
export function useBrowser({ notifications = false } = {}) {
  const executablePath = findChromium({ whole: notifications })
  let browser: Browser
  beforeAll(async () => {
    if (executablePath) browser = await chromium.launch({ executablePath, args: FLAGS })
  })
  beforeEach(({ skip }) => skip(!executablePath, 'no Chromium, and no right to install one'))
  afterAll(() => browser?.close())
  return {
    /** Opens a tab of its own. `complaints` has the faults of its pages: broken CSP, errors, missing files. */
    async open(options: BrowserContextOptions = {}): Promise<Tab> {
      // Without motion there is less to wait for.
      const usual = { locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce' } as const
      const context = await browser.newContext({ ...usual, ...options })
      // A machine may stop for half a minute, and a page with it.
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
    },
  }
}

export interface Tab {
  page: Page
  complaints: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Fails with every fault that axe finds on the page, once what has just opened is there. */
export async function expectAccessible(page: Page): Promise<void> {
  // Not `addScriptTag`: the page's content security policy forbids scripts of others.
  await page.evaluate(`globalThis.axe || ${AXE}; undefined`)
  const faults = () =>
    page.evaluate(async (tags) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe }
      const result = await checker.run({ runOnly: tags, resultTypes: ['violations'] })
      return result.violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))
    }, AXE_TAGS)
  await expect.poll(faults, { interval: 250 }).toEqual([])
}

/**
 * Keeps a picture of the whole page to look at in the folder that `FASTI_SCREENSHOTS` names, or of `part`: its window.
 * Without the setting there is none: nobody looks at most of them, and each costs as much as opening a page.
 */
export async function screenshot(page: Page, name: string, part: 'page' | 'window' = 'page'): Promise<void> {
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: part === 'page' })
}
