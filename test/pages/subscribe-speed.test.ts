import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Tab, useBrowser } from '../support/browser.ts'
import { ask, EVERYTHING } from '../support/subscribing.ts'
import { useTestApp } from '../support/test-app.ts'

/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const FAST_3G = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 }
const BUDGET = 60_000
/** Of pages that anybody may open, which need no scripts. */
const PUBLIC_BUDGET = 30_000
/** Of pages that stand in those of others. */
const LIST_BUDGET = 25_000

describe('the weight of the flow', () => {
  const app = useTestApp('sqlite', { reachable: true })
  const browser = useBrowser()

  it.each([3, 100])('is small, and soon there on a slow line: %s calendars', async (count) => {
    const club = await app.publisher({ email: `club-${count}@example.com` })
    await ask(club, EVERYTHING)
    for (let i = 0; i < count; i++) {
      await club.calendar({ name: `Calendar ${i}`, categories: `Sports/Sport ${i % 7}` })
      if (i % 40 === 39) await new Promise((done) => setTimeout(done, 1000))
    }
    const url = `${app.url}/w/${club.widgetId}`
    await using tab = await browser.open()
    const sizes = await sizesOf(tab, url)
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
    console.info(`bytes gzipped with ${count} calendars: ${JSON.stringify({ ...sizes, total })}`)
    expect(total).toBeLessThan(BUDGET)
    for (const slowdown of [1, 4]) {
      await using slow = await browser.open()
      const ms = await usableAfter(slow.page, url, slowdown)
      // Told, not asserted: a test machine under load says nothing about the page.
      console.info(`usable on fast 3G, processor ${slowdown} times slower: ${ms} ms`)
    }
  })

  it('is less on public pages', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const ahead = { startDate: '2099-04-10', endDate: '2099-04-10' }
    for (let i = 0; i < 20; i++) await club.event(calendar, ahead)
    const { body } = await club.get('/admin/api/widgets')
    const list = (body.data as { id: string; type: string }[]).find(({ type }) => type === 'event')!
    const upcoming = await fetch(`${app.url}/calendar/${calendar}/upcoming`)
    const { data } = (await upcoming.json()) as { data: { page: string }[] }
    for (const [path, budget] of [
      [`/calendar/${calendar}`, PUBLIC_BUDGET],
      [data[0]!.page, PUBLIC_BUDGET],
      [`/w/${list.id}/events`, LIST_BUDGET],
      [`/w/${list.id}/events?view=month&month=2099-04`, LIST_BUDGET],
    ] as const) {
      await using tab = await browser.open()
      const sizes = await sizesOf(tab, app.url + path)
      const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
      console.info(`bytes gzipped of ${path}: ${JSON.stringify({ ...sizes, total })}`)
      expect(total).toBeLessThan(budget)
    }
  })

  /** Compressed octets of the files that the first step needs, by their kind. */
  async function sizesOf({ page }: Tab, url: string): Promise<Record<string, number>> {
    const sizes: Record<string, number> = {}
    const reading: Promise<void>[] = []
    page.on('response', (response) => {
      const kind = response.request().resourceType()
      if (!['document', 'script', 'stylesheet'].includes(kind)) return
      reading.push(
        response.body().then((body) => {
          sizes[kind] = (sizes[kind] ?? 0) + gzipSync(body, { level: 6 }).length
        }),
      )
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await Promise.all(reading)
    return sizes
  }

  /** Milliseconds from the first request until there is something to press, with nothing cached. */
  async function usableAfter(page: Page, url: string, slowdown: number): Promise<number> {
    const devtools: CDPSession = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', FAST_3G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('.action button')) performance.mark('usable')
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(url)
    await page.locator('.action button').waitFor()
    return page.evaluate(() => Math.round(performance.getEntriesByName('usable')[0]!.startTime))
  }
})
