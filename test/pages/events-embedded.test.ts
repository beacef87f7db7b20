import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { useEmbedding } from '../support/embedding.ts'

describe('the list of events in a page of a publisher', () => {
  const embedding = useEmbedding()

  async function listIn(options = {}) {
    const tab = await embedding.open(embedding.list(), { browser: options })
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
