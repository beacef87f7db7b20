import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'

describe('the calendars of an event in the admin portal', () => {
  const started = Date.now()
  const now = () => Date.parse('2027-04-05T09:00Z') + Date.now() - started
  const admin = useAdminPortal('sqlite', { now })
  const { app } = admin

  /** Two clubs and the cup in which they meet, with one fixture in the calendar of the first. */
  async function league() {
    const club = await app.publisher({ company: 'County League' })
    const [city, town, cup] = [
      await club.calendar({ name: 'City' }),
      await club.calendar({ name: 'Town' }),
      await club.calendar({ name: 'Cup' }),
    ]
    const fixture = async (name: string, calendarIds: string[], day = '2027-04-10', over = {}) =>
      club.event(calendarIds[0]!, { name, startDate: day, endDate: day, calendarIds, ...over })
    const calendarsOf = async (id: string) =>
      (await club.get(`/admin/api/events/${id}`)).body.data?.calendarIds as string[] | undefined
    return { club, city, town, cup, fixture, calendarsOf }
  }

  const field = (page: Page) => page.getByRole('combobox', { name: 'Calendars' })
  const chips = (page: Page) => page.locator('form .mantine-Pill-label')
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('All changes saved').waitFor()
  }

  it('are chips, of which the first is the main one and the last can’t be taken away', async () => {
    const { club, city, town, cup, fixture, calendarsOf } = await league()
    const id = await fixture('City v Town', [city])
    const { page, complaints } = await admin.enter(club, 'editor', `/events/${id}`)
    await expect.poll(() => chips(page).allTextContents()).toEqual(['City'])
    expect(await page.locator('form .mantine-Pill-remove').count()).toBe(0)
    await field(page).fill('Tow')
    await page.getByRole('option', { name: 'Town' }).click()
    await field(page).fill('Cup')
    // By keyboard, as the last one was by mouse.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(() => chips(page).allTextContents()).toEqual(['City (main calendar)', 'Town', 'Cup'])
    await save(page)
    expect(await calendarsOf(id)).toEqual([city, town, cup])
    await expectAccessible(page)
    await screenshot(page, 'event-calendars')
    await page.setViewportSize(PHONE.viewport)
    const remove = page.locator('form .mantine-Pill-remove').first()
    await expect.poll(async () => (await remove.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectNoSideways(page)
    await screenshot(page, 'event-calendars-phone')
    await remove.click()
    await expect.poll(() => chips(page).allTextContents()).toEqual(['Town (main calendar)', 'Cup'])
    await field(page).focus()
    await page.keyboard.press('Backspace')
    await expect.poll(() => chips(page).allTextContents()).toEqual(['Town'])
    await page.keyboard.press('Backspace')
    await page.getByRole('option', { name: 'Town', disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    expect(await chips(page).allTextContents()).toEqual(['Town'])
    await save(page)
    expect(await calendarsOf(id)).toEqual([town])
    expect(complaints).toEqual([])
  })

  it('are all named wherever the event is listed, once, and each finds it', async () => {
    const { club, city, town, cup, fixture } = await league()
    await fixture('City v Town', [city, town, cup])
    await fixture('Town v Village', [town])
    const { page } = await admin.enter(club, 'editor', '/events?show=table&when=all')
    const row = page.getByRole('row', { name: /City v Town/ })
    await row.waitFor()
    expect(await row.locator('.of-calendar').allTextContents()).toEqual(['City', 'Town', 'Cup'])
    await page.goto(`${app.url}/admin/events?show=table&when=all&calendars=${cup}`)
    await page.getByText('1 event', { exact: true }).waitFor()
    await row.waitFor()
    await page.clock.setFixedTime(now())
    await page.goto(`${app.url}/admin/events?calendars=${town}`)
    const shown = page.locator('.events-calendar .event')
    await expect.poll(() => shown.count()).toBe(2)
    expect(await page.getByRole('list', { name: 'Calendars by colour' }).innerText()).toBe('Town')
    await page.getByText('List', { exact: true }).click()
    await page.getByText('City Ground · City, Town, Cup').waitFor()
    await expectAccessible(page)
  })

  it('lose an event one by one or all at once, as the answer to its deletion says', async () => {
    const { club, city, town, cup, fixture, calendarsOf } = await league()
    const id = await fixture('City v Town', [city, town, cup], '2027-04-10', { draft: 0 })
    const { page, complaints } = await admin.enter(club, 'editor', `/events/${id}`)
    const dialog = page.getByRole('dialog')
    const openQuestion = async () => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await dialog.waitFor()
    }
    await openQuestion()
    await dialog.getByRole('heading', { name: 'This event is in 3 calendars' }).waitFor()
    const takeOut = dialog.getByRole('button', { name: 'Take it out' })
    expect(await takeOut.isDisabled()).toBe(true)
    await dialog.getByRole('combobox', { name: 'Out of which calendar?' }).click()
    await page.getByRole('option', { name: 'City' }).click()
    await expectAccessible(page)
    await screenshot(page, 'event-calendars-delete')
    await takeOut.click()
    const told = page.getByRole('alert').filter({ hasText: 'The event is no longer in City' })
    await told.waitFor()
    expect(await calendarsOf(id)).toEqual([town, cup])
    await told.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => calendarsOf(id)).toEqual([city, town, cup])
    await expect.poll(() => chips(page).count()).toBe(3)
    await openQuestion()
    await dialog.getByRole('radio', { name: 'Delete it from all 3 calendars' }).check()
    await dialog.getByText('disappears from subscribers’ calendars').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('The event is deleted').waitFor()
    expect((await club.get(`/event/${id}`)).status).toBe(404)
    expect(complaints).toEqual([])
  })

  it('change for the events that are chosen in the table, and back again', async () => {
    const { club, city, town, cup, fixture, calendarsOf } = await league()
    const first = await fixture('City v Town', [city, town])
    const second = await fixture('City v Village', [city], '2027-04-17')
    const { page, complaints } = await admin.enter(club, 'editor', '/events?show=table&when=all', PHONE)
    const dialog = page.getByRole('dialog')
    const begin = async (what: string, field: string, calendar: string) => {
      await page.getByLabel('Select all shown').check()
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await dialog.getByLabel(what, { exact: true }).check()
      await dialog.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: calendar, exact: true }).click()
      await dialog.getByRole('button', { name: 'See what will change' }).click()
    }
    await begin('Add to a calendar', 'Calendar to add to', 'Cup')
    await dialog.getByText('2 of 2 events will change').waitFor()
    await dialog.getByText(/City, Town → (City, Town|Town, City), Cup|→ City, Town, Cup/).waitFor()
    await expectAccessible(page)
    await expectNoSideways(page)
    await screenshot(page, 'event-calendars-chosen-phone')
    await dialog.getByRole('button', { name: 'Change 2 events' }).click()
    const told = page.getByRole('alert').filter({ hasText: '2 events are changed' })
    await told.waitFor()
    expect(await calendarsOf(first)).toEqual([city, town, cup])
    await told.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 events restored').waitFor()
    expect(await calendarsOf(second)).toEqual([city])
    await begin('Take out of a calendar', 'Calendar to take out of', 'City')
    await dialog.getByText('It is in no other calendar').waitFor()
    await dialog.getByRole('button', { name: 'Change 1 event' }).click()
    await page.getByRole('alert').filter({ hasText: '1 event is changed' }).waitFor()
    expect(await calendarsOf(first)).toEqual([town])
    expect(await calendarsOf(second)).toEqual([city])
    expect(complaints).toEqual([])
  })

  it('change for all of a reference type after a preview, and back again', async () => {
    const { club, city, town, cup, fixture, calendarsOf } = await league()
    const ids = []
    for (const day of ['2027-04-10', '2027-04-17'])
      ids.push(await fixture('City v Town', [city, town], day, { referenceType: 'cup' }))
    const { page, complaints } = await admin.enter(club, 'owner', '/events?show=table&when=all', DARK)
    await page.getByRole('combobox', { name: 'Reference type' }).click()
    await page.getByRole('option', { name: 'cup (2)' }).click()
    await page.getByRole('button', { name: 'Change many' }).click()
    const choose = async (what: string, field: string, calendar: string) => {
      await page.getByLabel(what, { exact: true }).check()
      await page.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: calendar, exact: true }).click()
    }
    await choose('Add to a calendar', 'Calendar to add to', 'Cup')
    await choose('Take out of a calendar', 'Calendar to take out of', 'City')
    await page.getByRole('button', { name: 'See what will change' }).click()
    await page.getByText('2 of 2 events will change').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'event-calendars-bulk-dark')
    await page.getByRole('button', { name: 'Change 2 events' }).click()
    await page.getByText('2 events are changed').waitFor()
    for (const id of ids) expect(await calendarsOf(id)).toEqual([town, cup])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 events restored').waitFor()
    for (const id of ids) expect(await calendarsOf(id)).toEqual([city, town])
    expect(complaints).toEqual([])
  })
})
