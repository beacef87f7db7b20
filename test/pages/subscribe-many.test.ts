import { describe, expect, it } from 'vitest'
import { expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways, NOW, useClubs } from '../support/club.ts'
import { NAUGHTY } from '../support/naughty.ts'
import { ask, next, onlyNotification, onStep, openFlow, tile } from '../support/subscribing.ts'

const EVIL = '"><img src=x onerror=document.body.id="evil"><script>document.body.id="evil"</script>'

/** A category without a place to break it. */
const LONG = `Football/${'Donaudampfschifffahrt'.repeat(3)}`

describe('the flow with a great many calendars', () => {
  // The clock goes on with each request, so that those that set this up are not too many a second.
  let now = NOW
  const clubs = useClubs('sqlite', { now: () => (now += 100) })

  it.each(['en-GB', 'de-DE', 'fr-FR', 'es-MX', 'ja-JP', 'ar-EG'])(
    'keeps the number of calendars of a group in one line: %s',
    async (locale) => {
      const { club } = await clubs.club()
      const groups = ['Football/Lantern Coast League/North', 'Football/Lantern Coast League/South', LONG]
      for (const categories of groups)
        for (let n = 1; n <= 6; n++) await club.calendar({ name: `Team ${n}`, categories })
      const { page } = await openFlow(clubs, club, {}, { ...PHONE, locale })
      const counts = page.locator('.group > summary .count')
      await expect.poll(() => counts.count()).toBeGreaterThan(2)
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        const lines = await counts.evaluateAll((all) =>
          all.map((count) => {
            const text = document.createRange()
            text.selectNodeContents(count)
            return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
          }),
        )
        expect(lines).toEqual(lines.map(() => 1))
        await expectNoSideways(page)
      }
      await page.setViewportSize(PHONE.viewport)
      await screenshot(page, `subscribe-groups-${locale}`, 'window')
    },
  )

  it('shows hostile texts as texts, wherever they come from', async () => {
    const { club } = await clubs.club({ company: EVIL })
    await club.put('/admin/api/publisher', { logo: 'https://127.0.0.1:1/"onerror="alert(1).png' })
    await club.calendar({ name: EVIL, categories: EVIL.replaceAll('/', '') })
    for (const [i, name] of NAUGHTY.entries()) {
      const answer = await club.post('/calendar', {
        name,
        type: 'fixture',
        categories: i % 2 ? '{{7*7}}' : '__proto__',
        reference: `naughty-${i}`,
        genre: 'Sports',
        subGenre: 'Rugby',
        draftCalendar: 0,
      })
      expect([200, 400]).toContain(answer.status)
    }
    const label = (name: string) => `${name} ${EVIL}`
    await ask(club, {
      customFields: [
        { name: '__proto__', label: label('proto'), required: true },
        { name: EVIL, label: label('evil'), required: false },
        { name: 'constructor', label: label('constructor'), required: false },
      ],
      consents: [{ text: label('consent'), url: 'https://example.com/"onclick="alert(1)', required: true }],
      fields: { first_name: 'required', last_name: 'optional' },
    })
    const { page } = await openFlow(clubs, club, {
      custom_fields: JSON.stringify([{ name: 'toString', value: EVIL }]),
      state: JSON.stringify({ [EVIL]: EVIL }),
      subscriber_reference: EVIL,
    })
    await page.getByRole('searchbox').fill('script')
    await page.locator('.row', { hasText: EVIL }).click()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'subscribe-hostile')
    await next(page).click()
    await page.getByLabel('E-mail').fill('fan@example.com')
    await page.getByLabel('First name').fill(EVIL)
    await page.getByLabel('Last name').fill('‮evil')
    await page.getByLabel(/^proto/).fill('polluted')
    await page.getByLabel(/^evil/).fill(EVIL)
    await page.getByRole('checkbox', { name: 'consent' }).check()
    await expectAccessible(page)
    await screenshot(page, 'subscribe-hostile-details')
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    await expectAccessible(page)
    await expect.poll(() => page.evaluate(() => [document.body.id, 'polluted' in {}])).toEqual(['', false])
    const payload = await onlyNotification(club)
    expect(payload).toMatchObject({ first_name: EVIL, reference: EVIL, state: { [EVIL]: EVIL } })
    expect(payload.custom_fields).toEqual([
      { name: '__proto__', value: 'polluted' },
      { name: EVIL, value: EVIL },
      { name: 'toString', value: EVIL },
    ])
  })

  it('finds one of 500 calendars, and chooses them by category', async () => {
    const { club } = await clubs.club()
    for (let i = 0; i < 500; i += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, j) =>
          club.calendar({
            name: `Équipe ${i + j}`,
            categories: `League ${(i + j) % 10}/Division ${(i + j) % 2}`,
          }),
        ),
      )
    }
    const { page, complaints } = await openFlow(clubs, club)
    await screenshot(page, 'subscribe-many')
    const group = page.locator('.group').filter({ hasText: 'League 3 / Division 1' })
    await group.locator('summary').click()
    await group.getByRole('checkbox', { name: 'All of League 3 / Division 1' }).check()
    await page.getByText('50 calendars chosen').first().waitFor()
    const start = Date.now()
    await page.getByRole('searchbox').pressSequentially('equipe 49')
    await expect.poll(() => page.locator('.row').count()).toBe(15)
    console.info(`nine letters into the search of 502 calendars: ${Date.now() - start} ms`)
    await page.getByText('15 calendars found').waitFor({ state: 'attached' })
    await page.getByRole('checkbox', { name: 'Équipe 493' }).uncheck()
    await expectAccessible(page)
    await screenshot(page, 'subscribe-search')
    await page.getByRole('searchbox').fill('basketball')
    await page.getByText('No calendar matches.').waitFor()
    await page.getByText('49 calendars chosen').waitFor()
    await next(page).click()
    await page.getByLabel('E-mail').fill('fan@example.com')
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    expect((await onlyNotification(club)).calendarNames).toHaveLength(49)
    expect(complaints).toEqual([])
  })
})
