import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DARK, screenshot } from '../support/browser.ts'
import { ARABIC, useClubs } from '../support/club.ts'
import { insertManyEvents } from '../support/many-events.ts'

const clubs = useClubs('sqlite')

/** A club with a season of one team. */
async function season() {
  const { club, first } = await clubs.club()
  await insertManyEvents(clubs.app.ctx, club.id, 24, { calendarId: first, private: false })
  const { data } = (await club.get('/admin/api/widgets')).body
  const list = (data as { id: string; type: string }[]).find(({ type }) => type === 'event')!
  return { first, list: list.id }
}

/** Sheets of A4 that the page takes. */
async function sheets(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  return pdf.match(/\/Type \/Page\b/g)!.length
}

it('a list of events is printed in two columns on white, with a code that leads to it and nothing to press', async () => {
  const { first, list } = await season()
  const path = `/w/${list}/events`
  const { page, complaints } = await clubs.open(`${path}?calendarIds=${first}&email=fan%40example.com`, DARK)
  const address = `${clubs.app.url}${path}?calendarIds=${first}`
  const code = page.getByRole('img', { name: address })
  await expect.poll(() => page.locator('.print-end svg').count()).toBe(1)
  expect(await code.count()).toBe(0)

  await page.emulateMedia({ media: 'print' })
  expect(await code.isVisible()).toBe(true)
  expect(await page.locator('.print-end').innerText()).toBe(address)
  await page.getByText('City Rugby').first().waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
  const rows = await page.getByRole('listitem').all()
  expect(rows).toHaveLength(25)
  // The titles alone lead somewhere.
  expect(await page.getByRole('link').count()).toBe(25)
  const lefts = await Promise.all(rows.map(async (row) => Math.round((await row.boundingBox())!.x)))
  expect(new Set(lefts).size).toBe(2)
  const colours = await page.evaluate(() =>
    [document.body, document.querySelector('.leaf .weekday')!].map((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return `${color} on ${backgroundColor}`
    }),
  )
  expect(colours).toEqual(['rgb(0, 0, 0) on rgb(255, 255, 255)', 'rgb(0, 0, 0) on rgba(0, 0, 0, 0)'])
  await page.setViewportSize({ width: 718, height: 1000 })
  await screenshot(page, 'events-printed')
  expect(await sheets(page)).toBeLessThanOrEqual(2)
  expect(complaints).toEqual([])
})

it('a public calendar is printed from right to left too', async () => {
  const { first } = await season()
  const { page } = await clubs.open(`/calendar/${first}`, ARABIC)
  await expect.poll(() => page.locator('.print-end svg').count()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.print-end').innerText()).toBe(`${clubs.app.url}/calendar/${first}`)
  for (const kind of ['button', 'textbox'] as const) expect(await page.getByRole(kind).count()).toBe(0)
  const [heading, masthead] = [
    page.getByRole('heading', { name: 'First team' }),
    page.getByText('City Rugby'),
  ]
  expect([await heading.isVisible(), await masthead.first().isVisible()]).toEqual([true, true])
  await page.setViewportSize({ width: 718, height: 1000 })
  await screenshot(page, 'calendar-printed')
  expect(await sheets(page)).toBeLessThanOrEqual(2)
})
