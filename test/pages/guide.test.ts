import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways, useClubs } from '../support/club.ts'
import { rawGet } from '../support/raw-get.ts'

describe('the documentation, in the browser', () => {
  const clubs = useClubs('sqlite')
  const { app } = clubs

  it('has every page of the index, and each link and picture is there', async () => {
    const pages = new Map<string, string>()
    const read = async (path: string) => {
      const response = await fetch(app.url + path)
      expect(response.status, path).toBe(200)
      pages.set(path, await response.text())
    }
    await read('/docs/contents')
    const links: [from: string, to: string][] = []
    const pictures = new Set<string>()
    for (const [from, html] of pages) {
      const [shown] = html.split('id="data"') as [string]
      for (const [, src] of shown.matchAll(/<img src="([^"]*)"/g)) pictures.add(src!)
      for (const [, href] of shown.matchAll(/href="((?:\/docs\/|#)[^"]*)"/g)) {
        const to = href!.startsWith('#') ? from + href! : href!
        links.push([from, to])
        const [path] = to.split('#') as [string]
        if (!pages.has(path)) await read(path)
      }
    }
    expect([...pictures]).toContain('/docs/images/accounts/thunderbird-month.png')
    for (const picture of pictures) {
      const { status, headers } = await fetch(app.url + picture)
      expect({ picture, status, type: headers.get('content-type') }).toEqual({
        ...{ picture, status: 200 },
        type: 'image/png',
      })
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

  it('sends a picture once, and nothing beside the pictures', async () => {
    const picture = `${app.url}/docs/images/accounts/portal-phone.png`
    const { headers } = await rawGet(picture)
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    const again = await rawGet(picture, { 'if-none-match': headers.etag! })
    expect({ status: again.status, octets: again.body.length }).toEqual({ status: 304, octets: 0 })
    for (const path of ['images', 'images/accounts', 'images/accounts/x.png', 'images/..%2f..%2fdocs.json'])
      expect((await fetch(`${app.url}/docs/${path}`)).status, path).toBe(404)
  })

  it.each([
    ['desktop', {}],
    ['phone', PHONE],
    ['dark phone', { ...NARROW, ...DARK }],
  ])('shows pictures in their size, described, on a %s', async (name, options) => {
    const { page, complaints } = await clubs.open('/docs/caldav', options)
    const pictures = await page.locator('main img').all()
    expect(pictures.length).toBeGreaterThan(4)
    for (const picture of pictures) {
      const size = () => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])
      const told = await Promise.all(['width', 'height'].map((one) => picture.getAttribute(one)))
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(size).toEqual(told.map(Number))
      expect((await picture.getAttribute('alt'))!.length).toBeGreaterThan(40)
    }
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, `guide-pictures-${name}`)
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
