import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import {
  ARABIC,
  expectNoSideways,
  expectTouchable,
  GERMAN,
  notificationsOf,
  readFeed,
  useClubs,
} from '../support/club.ts'
import { NAUGHTY } from '../support/naughty.ts'

describe('the portal', () => {
  const clubs = useClubs('sqlite')

  it.each([
    ['phone', PHONE],
    ['narrow', NARROW],
    ['dark', DARK],
    ['german', { ...GERMAN, ...NARROW }],
    ['arabic', { ...ARABIC, ...PHONE }],
    ['japanese', { locale: 'ja-JP', ...PHONE, ...DARK }],
    ['french', { locale: 'fr-FR', ...NARROW }],
    ['spanish', { locale: 'es-MX', ...NARROW }],
  ])('fits: %s', async (name, options) => {
    const { club, first } = await clubs.club()
    const fan = await club.subscriber(undefined, [first])
    const { page, complaints } = await clubs.open(fan.manageUrl, options)
    const look = async (screen: string) => {
      await expectNoSideways(page)
      await expectTouchable(page)
      await expectAccessible(page)
      await screenshot(page, `portal-${name}-${screen}`)
    }
    await page.getByRole('checkbox').last().check()
    await page.getByRole('radio').last().check()
    await look('overview')
    for (const view of ['add', 'fresh', 'leave']) {
      await page.locator(`#open-${view}`).click()
      await page.locator('h1:focus').waitFor()
      await look(view)
      await page.goBack()
    }
    expect(complaints).toEqual([])
  })

  it('goes by the keyboard alone, and covers nothing that has the focus', async () => {
    const { club, juniors } = await clubs.club()
    const fan = await club.subscriber()
    const { page } = await clubs.open(fan.manageUrl, { viewport: { width: 800, height: 500 } })
    /** Presses Tab until something of this name has the focus. */
    const tabTo = async (name: RegExp) => {
      for (let i = 0; i < 30; i++) {
        await page.keyboard.press('Tab')
        const focused = await page.evaluate(() => {
          const element = document.activeElement as HTMLInputElement
          const { top, bottom, left } = element.getBoundingClientRect()
          const hit = document.elementFromPoint(left + 4, (top + bottom) / 2)
          const inBar = element.closest('.action') !== null
          return {
            name: element.labels?.[0]?.textContent ?? element.textContent ?? '',
            covered: !inBar && hit?.closest('.action') != null,
          }
        })
        expect(focused, focused.name).toMatchObject({ covered: false })
        if (name.test(focused.name)) return
      }
      throw new Error(`nothing called ${name} gets the focus`)
    }
    await tabTo(/Juniors/)
    await page.keyboard.press('Space')
    await tabTo(/As set by City Rugby/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await tabTo(/Second reminder/)
    await tabTo(/Save/)
    await page.keyboard.press('Enter')
    await page.getByText('Saved. Your calendar will show the change').waitFor()
    expect((await notificationsOf(club)).at(-1)!.payload.calendarIds).toEqual({ 0: juniors })
    expect((await readFeed(fan.feedUrl))[0]!.alarms).toEqual([expect.stringContaining('-PT1H')])

    await page.reload()
    await tabTo(/Unsubscribe/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Unsubscribe' }).waitFor()
    await tabTo(/Yes, unsubscribe/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'You have unsubscribed' }).waitFor()
  })

  it('shows hostile texts as they are, and many calendars with a search', async () => {
    const company = '</script><script>alert(1)</script>'
    const { club, first } = await clubs.club({ company })
    const names = NAUGHTY.filter((text) => text.trim().length > 1 && !/\p{Cc}/u.test(text)).slice(0, 30)
    await Promise.all(names.map((name) => club.calendar({ name })))
    const fan = await club.subscriber("o'hara&{publisher}--@example.com", [first])
    const { page, complaints } = await clubs.open(fan.manageUrl, NARROW)
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe(`Your calendar of ${company}`)
    await page.getByRole('searchbox').fill('script')
    await page.getByText('<script>alert(1)</script>', { exact: true }).waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'portal-hostile')
    expect(complaints).toEqual([])
  })
})
