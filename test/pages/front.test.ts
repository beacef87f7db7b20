import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectLight, expectNoSideways, expectTouchable, GERMAN, useClubs } from '../support/club.ts'

const LONG = 'Ladiesfirstteamofthecityrugbyfootballclub'.repeat(3)

describe('the page at the root of the service', () => {
  const clubs = useClubs('sqlite')

  it('has a word and the ways in while there is no publisher, and nothing to scan', async () => {
    const { page, complaints } = await clubs.open('/')
    await page.getByText('Nothing is set up here yet.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Fasti')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'API for developers' }).click()
    await page.waitForURL('**/docs')
    expect(complaints).toEqual([])
  })

  it('lists the public calendars of the only publisher, by name, and leads to them', async () => {
    const { club } = await clubs.club({ company: '<b>City & Rugby</b>' })
    await club.calendar({ name: LONG })
    await club.calendar({ name: 'Not yet', draftCalendar: 1 })
    for (const [name, options] of Object.entries({
      desktop: {},
      phone: PHONE,
      narrow: NARROW,
      dark: DARK,
      german: { ...GERMAN, ...PHONE },
      arabic: { ...ARABIC, ...PHONE },
    })) {
      const { page, complaints } = await clubs.open('/', options)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('<b>City & Rugby</b>')
      const names = await page.locator('.message-links a').allTextContents()
      expect(names).toEqual(['First team', 'Juniors', LONG])
      await expectNoSideways(page)
      await expectTouchable(page)
      await expectAccessible(page)
      await expectLight(page)
      await screenshot(page, `front-${name}`)
      await page.getByRole('link', { name: 'First team' }).click()
      await page.waitForURL('**/calendar/*')
      expect(complaints).toEqual([])
    }
  })

  it('names nobody where there are several publishers', async () => {
    await clubs.club({ company: 'Port Rugby' })
    const { page } = await clubs.open('/', { javaScriptEnabled: false })
    await page.getByText('You find them on their own pages.').waitFor()
    expect(await page.getByRole('link').allTextContents()).toEqual([
      'For the people who run it',
      'API for developers',
    ])
    expect(await page.content()).not.toContain('Rugby')
  })
})
