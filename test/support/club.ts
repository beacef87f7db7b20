import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { type Tab, useBrowser } from './browser.ts'
import type { DatabaseKind } from './databases.ts'
import { readCalendar, type ReadEvent } from './read-calendar.ts'
import { type TestOptions, useTestApp } from './test-app.ts'
import { type Json, send, type TestPublisher } from './test-publisher.ts'

/** When the tests of the pages begin, for the service and for the browser. */
export const NOW = Date.parse('2027-03-20T09:00Z')
export const GERMAN = { locale: 'de-DE' }
export const ARABIC = { locale: 'ar-EG' }

let clubs = 0

/** A service with real addresses and a browser, for the pages of one file. */
export function useClubs(kind: DatabaseKind, options: TestOptions & { notifications?: boolean } = {}) {
  const started = Date.now()
  // It goes on, or no limit would ever be lifted.
  const now = () => NOW + Date.now() - started
  const app = useTestApp(kind, { reachable: true, now, ...options })
  const browser = useBrowser(options)
  const tabs: Tab[] = []
  afterEach(async () => {
    await Promise.all(tabs.splice(0).map((tab) => tab[Symbol.asyncDispose]()))
  })
  return {
    app,
    /** A club with colours of its own, two calendars and some matches ahead. */
    async club(over: Json = {}) {
      const club = await app.publisher({ email: `club-${++clubs}@example.com`, ...over })
      await club.put('/admin/api/publisher', {
        displayPrimaryColor: '#0b5d3b',
        displaySecondaryColor: '#f2b705',
      })
      const first = await club.calendar({ name: 'First team', reference: `first-${clubs}` })
      const juniors = await club.calendar({ name: 'Juniors', reference: `juniors-${clubs}` })
      await club.event(first, { name: 'City v Town', startDate: '2027-04-10', endDate: '2027-04-10' })
      await club.event(juniors, {
        name: 'Summer camp',
        location: 'Harbour Field',
        startDate: '2027-07-26',
        endDate: '2027-07-30',
        allDay: 'yes',
        alert: '30M',
      })
      return { club, first, juniors }
    },
    /** Opens an address of the service in a tab of its own, which is closed after the test. */
    async open(url: string, options: BrowserContextOptions = {}): Promise<Tab> {
      const tab = await browser.open(options)
      tabs.push(tab)
      await tab.page.clock.setFixedTime(NOW)
      await tab.page.goto(url.startsWith('/') ? app.url + url : url)
      await tab.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      return tab
    },
  }
}

/** The events that an application finds in a feed now. */
export async function readFeed(url: string): Promise<ReadEvent[]> {
  return readCalendar((await send(url)).text)
}

/** Adds events in any number, as fast as the service lets a publisher. */
export async function addEvents(club: TestPublisher, calendarId: string, events: Json[]): Promise<void> {
  const A_SECOND = 45
  for (let at = 0; at < events.length; at += A_SECOND) {
    await new Promise((done) => setTimeout(done, 1100))
    await Promise.all(events.slice(at, at + A_SECOND).map((event) => club.event(calendarId, event)))
  }
}

/** The kinds of notifications a publisher got, oldest first, with what they say. */
export async function notificationsOf(club: TestPublisher): Promise<{ kind: string; payload: Json }[]> {
  return (await club.get('/notifications')).body?.data ?? []
}

/** Fails where the page is wider than its window. */
export async function expectNoSideways(page: Page): Promise<void> {
  const [content, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(content).toBeLessThanOrEqual(room)
}

/** Fails for each thing to press that is smaller than a finger. Links within sentences may be. */
export async function expectTouchable(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const size = (element: Element) => (element.closest('label') ?? element).getBoundingClientRect()
    return [...document.querySelectorAll('button, a, input, select, summary')]
      .filter((element) => element.checkVisibility({ contentVisibilityAuto: true }) && !element.closest('p'))
      .filter((element) => size(element).height < 44 || size(element).width < 44)
      .map((element) => element.outerHTML)
  })
  expect(small).toEqual([])
}

/** Fails where all that a page fetched, itself included, is more than its budget. */
export async function expectLight(page: Page, budget = 60_000): Promise<void> {
  const bytes = await page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const sizes: number[] = []
        // Not `performance.getEntries`: the clock of the tests has taken its place.
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sizes.push((entry as PerformanceResourceTiming).transferSize)
        })
        for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
        setTimeout(() => done(sizes), 200)
      }),
  )
  expect(bytes.length).toBeGreaterThan(2)
  const sum = bytes.reduce((sum, size) => sum + size, 0)
  expect(sum).toBeLessThan(budget)
}
