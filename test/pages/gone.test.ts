import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectLight, expectNoSideways, expectTouchable, GERMAN, useClubs } from '../support/club.ts'
import { send } from '../support/test-publisher.ts'

describe('a link from a calendar whose event is gone, in the browser', () => {
  const clubs = useClubs('sqlite')

  async function goneLink(over = {}) {
    const { club, first, juniors } = await clubs.club(over)
    const quickLink = [{ name: 'Tickets', url: 'https://tickets.example/1' }]
    const id = await club.event(first, { name: 'City v Port', quickLink })
    const { feedUrl } = await club.subscriber(undefined, [first])
    const feed = (await send(feedUrl)).text.replace(/\r\n /g, '')
    const path = /\/l\/[\w-]+/.exec(feed)![0]
    await club.delete(`/event/${id}`)
    return { club, first, juniors, path }
  }
  const notOfThePage = (text: string) => !text.includes('404')

  it.each([
    ['desktop', {}, 'This link no longer works'],
    ['phone', PHONE, 'This link no longer works'],
    ['german-dark', { ...GERMAN, ...DARK }, 'Dieser Link führt nicht mehr weiter'],
    ['arabic', { ...ARABIC, ...PHONE }, 'لم يعد هذا الرابط يعمل'],
  ])('says so, and shows what comes next: %s', async (name, options, title) => {
    const { path } = await goneLink()
    const { page, complaints } = await clubs.open(path, options)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    await page.getByRole('heading', { name: 'City v Town' }).waitFor()
    await page.getByRole('heading', { name: 'Summer camp' }).waitFor()
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await expectLight(page)
    await screenshot(page, `gone-${name}`)
    await page.locator('.action a').click()
    await page.waitForURL('**/w/*/events')
    await page.getByRole('heading', { name: 'City v Town' }).waitFor()
    expect(complaints.filter(notOfThePage)).toEqual([])
  })

  it('says only that where nothing comes next, with hostile names as they are', async () => {
    const { club, first, juniors, path } = await goneLink({ company: '<b onclick=alert(1)>City</b>' })
    for (const calendar of [first, juniors]) await club.delete(`/calendar/${calendar}`)
    const { page } = await clubs.open(path, NARROW)
    await page.getByText('<b onclick=alert(1)>City</b> has removed the event').waitFor()
    expect(await page.getByRole('link').count()).toBe(0)
    await expectAccessible(page)
    await expectNoSideways(page)
  })

  it.each([
    ['/nothing', PHONE],
    ['/docs/x', DARK],
    ['/l/x', ARABIC],
  ])('of nothing at all is a page too: %s', async (path, options) => {
    const { page, complaints } = await clubs.open(path, options)
    await expectAccessible(page)
    await expectNoSideways(page)
    await screenshot(page, `missing${path.replaceAll('/', '-')}`)
    expect(complaints.filter(notOfThePage)).toEqual([])
  })
})
