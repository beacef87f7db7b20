import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import {
  addEvents,
  ARABIC,
  expectLight,
  expectNoSideways,
  expectTouchable,
  GERMAN,
  useClubs,
} from '../support/club.ts'
import { NAUGHTY } from '../support/naughty.ts'
import type { TestPublisher } from '../support/test-publisher.ts'

/** The list's own widget of a publisher. */
async function listOf(club: TestPublisher): Promise<string> {
  const { data } = (await club.get('/admin/api/widgets')).body
  return (data as { id: string; type: string }[]).find(({ type }) => type === 'event')!.id
}

/** A club with three events ahead, and a tab with their list. */
async function openList(clubs: ReturnType<typeof useClubs>, query = '', options = {}) {
  const { club, ...ids } = await clubs.club()
  await club.event(ids.first, {
    name: 'Final in Tokyo',
    location: 'National Stadium',
    startDate: '2027-04-17',
    startTime: '19:30',
    endDate: '2027-04-17',
    endTime: '21:30',
    timezone: 'Asia/Tokyo',
  })
  const path = `/w/${await listOf(club)}/events`
  return { club, ...ids, path, ...(await clubs.open(path + query, options)) }
}

describe('what comes next, in the browser', () => {
  const clubs = useClubs('sqlite')

  it('shows what comes next by month, with the time here and at the venue', async () => {
    const { page, complaints } = await openList(clubs)
    await page.getByRole('heading', { name: 'Events of City Rugby' }).waitFor()
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).allTextContents())
      .toEqual(['April 2027', 'July 2027'])
    const [match, final, camp] = await page.getByRole('listitem').allTextContents()
    expect(match).toContain('Saturday, 10 April 2027')
    expect(match).toContain('15:00')
    expect(match).not.toContain('at the venue')
    // 19:30 in Tokyo is 11:30 in London, where summer time has begun.
    expect(final).toContain('11:30')
    expect(final).toContain('Sat 19:30 at the venue')
    expect(final).toContain('First team')
    expect(camp).toContain('All day')
    expect(camp).toContain('until Friday 30 July')
    await expectAccessible(page)
    await expectTouchable(page)
    await expectLight(page)
    await screenshot(page, 'events')
    expect(complaints).toEqual([])
  })

  it('goes on to subscribe to the calendar of an event, and takes the parameters along', async () => {
    const { page, juniors, path } = await openList(
      clubs,
      '?subscriber_reference=A7&category=Sports#email=a@example.com',
    )
    const link = page.getByRole('link', { name: 'Subscribe to Juniors' })
    const url = new URL((await link.getAttribute('href'))!, clubs.app.url)
    expect(url.pathname).toBe(path.replace('/events', ''))
    expect(Object.fromEntries(url.searchParams)).toEqual({ subscriber_reference: 'A7', calendarIds: juniors })
    expect(url.hash).toBe('#email=a%40example.com')
    const all = page.getByRole('link', { name: 'Get the events in my calendar' })
    await expect
      .poll(() => all.getAttribute('href'))
      .toBe(`${url.pathname}?subscriber_reference=A7&category=Sports#email=a%40example.com`)
    await link.click()
    await page.waitForURL((now) => now.pathname === url.pathname)
  })

  it('lists only what the parameters ask for, wherever they stand', async () => {
    const { page, juniors, path } = await openList(clubs)
    const names = () => page.getByRole('heading', { level: 3 }).allTextContents()
    for (const filter of [`?calendarIds=${juniors}`, `#calendarIds=${juniors}`]) {
      await page.goto('about:blank')
      await page.goto(clubs.app.url + path + filter)
      await expect.poll(names).toEqual(['Summer camp'])
    }
    await page.goto(`${clubs.app.url}${path}?category=Theatre`)
    await page.getByText('No upcoming events').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'events-none')
  })

  it('shows more, and goes on reading there', async () => {
    const { club, first } = await clubs.club()
    const days = Array.from({ length: 28 }, (_, i) => `2027-05-${`${i + 1}`.padStart(2, '0')}`)
    const matches = days.flatMap((date) =>
      ['10:00', '14:00'].map((startTime) => ({
        ...{ name: `${date} ${startTime}`, startDate: date, startTime, endDate: date },
      })),
    )
    await addEvents(club, first, matches)
    const { page } = await clubs.open(`/w/${await listOf(club)}/events`)
    const rows = page.getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(50)
    await page.route('**/upcoming**', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('No connection.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).dblclick()
    await expect.poll(() => rows.count()).toBe(58)
    await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await expect.poll(() => page.getByText('8 more events added.').count()).toBe(1)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('2027-05-25 14:00')
    await expectAccessible(page)
  })
})

describe('the list of events', () => {
  const clubs = useClubs('sqlite')

  it('shows hostile texts as they are', async () => {
    const company = '<img src=x onerror=alert(1)> "Club"'
    const { club, first } = await clubs.club({ company })
    const texts = NAUGHTY.filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text))
    await addEvents(
      club,
      first,
      texts.map((text) => ({ name: text, location: text })),
    )
    const { page, complaints } = await clubs.open(`/w/${await listOf(club)}/events`, NARROW)
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe(`Events of ${company}`)
    await expect.poll(() => page.getByRole('heading', { name: '<script>alert(1)</script>' }).count()).toBe(1)
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'events-hostile')
    expect(complaints).toEqual([])
  })

  it.each([
    ['phone', { ...PHONE }],
    ['narrow', { ...NARROW }],
    ['dark', { ...DARK }],
    ['german', { ...GERMAN, timezoneId: 'Asia/Kolkata' }],
    ['arabic', { ...ARABIC, ...PHONE }],
  ])('fits: %s', async (name, options) => {
    const { page, complaints } = await openList(clubs, '', options)
    await page.getByRole('listitem').first().waitFor()
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await screenshot(page, `events-${name}`)
    expect(complaints).toEqual([])
  })
})
