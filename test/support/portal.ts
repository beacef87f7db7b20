import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import type { Role } from '../../src/users/user.ts'
import { type Tab, useBrowser } from './browser.ts'
import type { DatabaseKind } from './databases.ts'
import { staffOf, type TestBrowser } from './staff.ts'
import { type TestOptions, useTestApp } from './test-app.ts'
import type { TestPublisher } from './test-publisher.ts'

/** A service with real addresses and a browser, for the tests of the publisher's portal in one file. */
export function usePortal(kind: DatabaseKind, options: TestOptions = {}) {
  const app = useTestApp(kind, { reachable: true, ...options })
  const browser = useBrowser()
  const tabs: Tab[] = []
  afterEach(async () => {
    await Promise.all(tabs.splice(0).map((tab) => tab[Symbol.asyncDispose]()))
  })

  /** Opens an address of the service in a tab of its own, which is closed after the test. */
  async function open(path: string, over: BrowserContextOptions = {}, staff?: TestBrowser): Promise<Tab> {
    const tab = await browser.open({ viewport: { width: 1280, height: 800 }, ...over })
    tabs.push(tab)
    if (staff) await tab.page.context().addCookies(cookiesOf(app.url, staff))
    await tab.page.goto(app.url + path)
    await headingOf(tab.page)
    return tab
  }

  return {
    app,
    open,
    /** Somebody of a publisher's staff, signed in, at a page of the portal: `/calendars`. */
    async enter(
      club: TestPublisher,
      role: Role,
      path: string,
      over?: BrowserContextOptions,
    ): Promise<Tab & { staff: TestBrowser }> {
      const staff = await staffOf(app, club, role)
      return { ...(await open(`/admin${path}`, over, staff)), staff }
    },
  }
}

/** Waits until a page of the portal is shown. */
export async function headingOf(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { level: 1 }).first()
  await heading.waitFor()
  return (await heading.textContent()) ?? ''
}

function cookiesOf(url: string, staff: TestBrowser) {
  return [...staff.cookies].map(([name, value]) => ({ name, value, url }))
}
