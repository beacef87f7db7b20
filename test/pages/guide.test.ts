import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, screenshot } from '../support/browser.ts'
import { expectNoSideways, useClubs } from '../support/club.ts'

describe('the documentation, in the browser', () => {
  const clubs = useClubs('sqlite')
  const { app } = clubs

  it('has every page of the index, and each link leads to what is there', async () => {
    const pages = new Map<string, string>()
    const read = async (path: string) => {
      const response = await fetch(app.url + path)
      expect(response.status, path).toBe(200)
      pages.set(path, await response.text())
    }
    await read('/docs/contents')
    const links: [from: string, to: string][] = []
    for (const [from, html] of pages)
      for (const [, href] of html.split('id="data"')[0]!.matchAll(/href="((?:\/docs\/|#)[^"]*)"/g)) {
        const to = href!.startsWith('#') ? from + href! : href!
        links.push([from, to])
        const [path] = to.split('#') as [string]
        if (!pages.has(path)) await read(path)
      }
    expect(pages.size).toBeGreaterThan(30)
    expect([...pages.keys()]).toContain('/docs/guides/webhooks/receiver.php')
    const missing = links.filter(([, to]) => {
      const [path, anchor] = to.split('#') as [string, string?]
      return anchor && !pages.get(path)!.includes(`id="${anchor}"`)
    })
    expect(missing).toEqual([])
    expect((await fetch(`${app.url}/docs/nothing`)).status).toBe(404)
  })

  it('is read without scripts, and searched with them', async () => {
    const plain = await clubs.open('/docs/feeds', { javaScriptEnabled: false })
    await plain.page.getByRole('heading', { level: 1, name: 'Feeds' }).waitFor()
    expect(await plain.page.getByRole('searchbox').count()).toBe(0)
    const { page, complaints } = await clubs.open('/docs/contents')
    await page.getByRole('searchbox', { name: 'Find a section' }).fill('cancelled events')
    await page.getByRole('link', { name: 'Cancelled events Feeds' }).click()
    await page.getByRole('heading', { level: 1, name: 'Feeds' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#cancelled-events')
    await expectAccessible(page)
    await screenshot(page, 'guide-feeds')
    expect(complaints).toEqual([])
  })

  it.each([
    ['phone', NARROW],
    ['dark', DARK],
  ])('fits a %s', async (name, options) => {
    const { page, complaints } = await clubs.open('/docs/admin-portal', options)
    await page.getByRole('link', { name: 'Events that repeat' }).first().waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, `guide-${name}`)
    expect(complaints).toEqual([])
  })
})
