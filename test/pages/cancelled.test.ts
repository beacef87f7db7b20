import { describe, expect, it } from 'vitest'
import { expectAccessible, screenshot } from '../support/browser.ts'
import { GERMAN, useClubs } from '../support/club.ts'

describe('cancelled events in public lists', () => {
  const pages = useClubs('sqlite')

  it('say so in words, in the language of who reads', async () => {
    const { club, first } = await pages.club()
    const match = await club.event(first, {
      name: 'City v Country',
      startDate: '2027-04-11',
      endDate: '2027-04-11',
    })
    await club.put(`/event/${match}`, { cancelled: 1 })
    const { page, complaints } = await pages.open(`/calendar/${first}`)
    const event = page.getByRole('listitem').filter({ hasText: 'City v Country' })
    await event.getByText('Cancelled', { exact: true }).waitFor()
    expect(await page.getByText('Cancelled').count()).toBe(1)
    await expectAccessible(page)
    await screenshot(page, 'cancelled')
    const { page: german } = await pages.open(`/calendar/${first}`, GERMAN)
    await german.getByText('Abgesagt', { exact: true }).waitFor()
    await club.put('/admin/api/publisher', { cancelledEvents: 'remove' })
    await page.reload()
    await page.getByText('City v Town').waitFor()
    expect(await page.getByText('City v Country').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
