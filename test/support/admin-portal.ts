import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import type { Role } from '../../src/users/user.ts'
import { type Tab, useBrowser } from './browser.ts'
import type { DatabaseKind } from './databases.ts'
import { type TestOptions, useTestApp } from './test-app.ts'
import type { TestPublisher } from './test-publisher.ts'
import { type TestBrowser, userOf } from './users.ts'

/** A service with real addresses and a browser, for the tests of the admin portal in one file. */
export function useAdminPortal(kind: DatabaseKind, options: TestOptions = {}) {
  const app = useTestApp(kind, { reachable: true, ...options })
  const browser = useBrowser()
  const tabs: Tab[] = []
  afterEach(async () => {
    await Promise.all(tabs.splice(0).map((tab) => tab[Symbol.asyncDispose]()))
  })

  /** Opens an address of the service in a tab of its own, which is closed after the test. */
  async function open(
    path: string,
    over: BrowserContextOptions = {},
    user?: TestBrowser,
    before?: (page: Page) => Promise<void>,
  ): Promise<Tab> {
    const tab = await browser.open({ viewport: { width: 1280, height: 800 }, ...over })
    tabs.push(tab)
    if (user) await tab.page.context().addCookies(cookiesOf(app.url, user))
    await before?.(tab.page)
    await tab.page.goto(app.url + path)
    await headingOf(tab.page)
    return tab
  }

  return {
    app,
    open,
    /** A user of a publisher, signed in, at a page of the admin portal: `/calendars`. `before` prepares the empty tab. */
    async enter(
      club: TestPublisher,
      role: Role,
      path: string,
      over?: BrowserContextOptions,
      before?: (page: Page) => Promise<void>,
    ): Promise<Tab & { user: TestBrowser }> {
      const user = await userOf(app, club, role)
      return { ...(await open(`/admin${path}`, over, user, before)), user }
    },
  }
}

/** Waits until a page of the admin portal is shown. */
export async function headingOf(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { level: 1 }).first()
  await heading.waitFor()
  return (await heading.textContent()) ?? ''
}

/** Types into the empty field to which the focus goes, once it is there: before, the letters would be lost. */
export async function typeWhereFocused(page: Page, text: string): Promise<void> {
  // A button, which was just pressed, has an empty value too.
  const isInEmptyField = () => {
    const { localName, value } = document.activeElement as HTMLInputElement
    return ['input', 'textarea'].includes(localName) && value === ''
  }
  await expect.poll(() => page.evaluate(isInEmptyField)).toBe(true)
  await page.keyboard.type(text)
}

function cookiesOf(url: string, user: TestBrowser) {
  return [...user.cookies].map(([name, value]) => ({ name, value, url }))
}
