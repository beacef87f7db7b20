import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import {
  ARABIC,
  expectLight,
  expectNoSideways,
  expectTouchable,
  readFeed,
  useClubs,
} from '../support/club.ts'

const NOTE = 'All matches of the first team.\nHome matches are at City Ground.'

/** A calendar with one event ahead, and a tab with its page. */
async function openCalendar(clubs: ReturnType<typeof useClubs>, options = {}) {
  const { club } = await clubs.club()
  const id = await club.calendar({ name: 'Second team', note: NOTE })
  await club.event(id, { name: 'City v Village', startDate: '2027-04-10', endDate: '2027-04-10' })
  return { club, id, ...(await clubs.open(`/calendar/${id}`, options)) }
}

describe('a public calendar, in the browser', () => {
  const clubs = useClubs('sqlite')

  it('says what it is, what comes next, and how to have it', async () => {
    const { page, id, club, complaints } = await openCalendar(clubs)
    await expect.poll(() => page.title()).toContain('Second team')
    await page.getByText('All matches of the first team.').waitFor()
    await page.getByRole('heading', { name: 'City v Village' }).waitFor()
    await expectAccessible(page)
    await expectTouchable(page)
    await expectLight(page)
    await screenshot(page, 'calendar')

    await page.getByText('Link for calendar applications').first().click()
    const link = await page.getByRole('textbox').inputValue()
    expect((await readFeed(link)).map(({ summary }) => summary)).toEqual(['City v Village'])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Subscribe' }).click()
    await page.waitForURL(`**/w/${club.widgetId}?calendarIds=${id}`)
    expect(complaints).toEqual([])
  })
})

describe('the page of a public calendar', () => {
  const clubs = useClubs('sqlite')

  it('shows an empty one, and hostile texts as they are', async () => {
    const { club } = await clubs.club({ company: '"><script>alert(1)</script>' })
    const name = '<b onclick=alert(1)>bold</b> &amp; '.repeat(7).trim()
    const id = await club.calendar({ name, note: '</script><script>alert(2)</script>' })
    const { page, complaints } = await clubs.open(`/calendar/${id}`, NARROW)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
    await page.getByText('No events yet.').waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'calendar-hostile')
    expect(complaints).toEqual([])
  })

  it('is not there for a draft', async () => {
    const { club } = await clubs.club()
    const id = await club.calendar({ draftCalendar: 1 })
    const { page } = await clubs.open(`/calendar/${id}`)
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('This page does not exist')
    await expectAccessible(page)
  })

  it.each([
    ['phone', { ...PHONE }],
    ['narrow', { ...NARROW }],
    ['dark', { ...DARK }],
    ['arabic', { ...ARABIC, ...PHONE }],
  ])('fits: %s', async (name, options) => {
    const { page, complaints } = await openCalendar(clubs, options)
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await screenshot(page, `calendar-${name}`)
    expect(complaints).toEqual([])
  })
})
