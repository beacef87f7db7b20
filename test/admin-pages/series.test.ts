import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import type { Json } from '../support/test-publisher.ts'

const LESSON = {
  ...{ name: 'Piano lesson', location: 'Room 2', draft: 0, timezone: 'Europe/London' },
  ...{ startDate: '2027-04-06', startTime: '18:00', endDate: '2027-04-06', endTime: '19:00' },
}

describe('series of events in the admin portal', () => {
  const started = Date.now()
  const now = () => Date.parse('2027-04-05T09:00Z') + Date.now() - started
  const admin = useAdminPortal('sqlite', { now })
  const { app } = admin

  async function school() {
    const club = await app.publisher({ company: 'Music School' })
    const lessons = await club.calendar({ name: 'Lessons' })
    const holidays = await club.calendar({ name: 'School holidays' })
    const may = { startDate: '2027-05-04', endDate: '2027-05-04', allDay: 'yes', draft: 0 }
    await club.event(holidays, { ...may, name: 'May holiday' })
    const list = async (): Promise<Json[]> =>
      (await club.get(`/admin/api/events?calendarIds=${lessons}&limit=100`)).body.data
    const days = async () => (await list()).map(({ startDate }) => (startDate as string).slice(5))
    /** A series that is there already; returns the ids of its dates. */
    const series = async (over: Json = {}): Promise<string[]> => {
      const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6' }
      await club.post('/event', { ...LESSON, calendarId: lessons, recurrence, ...over })
      return (await list()).map(({ id }) => id)
    }
    return { club, lessons, holidays, list, days, series }
  }

  const editor = (page: Page) => page.getByRole('form', { name: 'Event' })
  const dates = (page: Page) => page.getByRole('list', { name: 'Next dates' }).getByRole('listitem')
  const choose = async (page: Page, field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const told = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
  const dialog = (page: Page) => page.getByRole('dialog')

  it('are a term of lessons: made with its dates seen, two taken out, one moved, the rest changed, and all of it undone', async () => {
    const { club, list, days } = await school()
    const { page, complaints } = await admin.enter(club, 'editor', '/events/new?date=2027-04-06&time=18:00')
    await page.clock.setFixedTime(now())
    await page.getByLabel('Title').fill('Piano lesson')
    await page.getByRole('combobox', { name: 'Calendars' }).fill('Les')
    await page.getByRole('option', { name: 'Lessons' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Place' }).fill('Room 2')
    await choose(page, 'Repeats', 'Every week')
    await choose(page, 'Ends', 'After some times')
    await page.getByRole('textbox', { name: 'How many times' }).fill('8')
    await page.getByRole('combobox', { name: 'Not on days of' }).fill('Sch')
    await page.getByRole('option', { name: 'School holidays' }).click()
    await page.keyboard.press('Escape')
    await page.getByText('Every week on Tuesday, 8 times, not on days of School holidays').waitFor()
    await page.getByText('7 dates, from Tue').waitFor()
    expect(await dates(page).count()).toBe(8)
    expect(await dates(page).nth(4).innerText()).toMatch(/4 May 2027\s+School holidays/)

    await page.getByRole('button', { name: /Take out Tue,? 13 Apr 2027/ }).click()
    await page.getByRole('button', { name: /Take out Tue,? 20 Apr 2027/ }).click()
    await page.getByText('5 dates, from').waitFor()
    await page.getByRole('button', { name: /Put back Tue,? 20 Apr 2027/ }).waitFor()
    await page.getByLabel('Another date').fill('2027-04-15')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('6 dates, from').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'series-editor')
    await page.setViewportSize(PHONE.viewport)
    await expectNoSideways(page)
    await screenshot(page, 'series-editor-phone')
    await page.setViewportSize({ width: 1280, height: 800 })

    // A faulty rule is told at the field that it is about.
    const weekday = (name: string) => page.getByRole('group', { name: 'Weekdays' }).getByText(name)
    await weekday('Wed').click()
    await weekday('Tue').click()
    await page.getByText('It does not repeat on this day. The first date is Wed').waitFor()
    await weekday('Tue').click()
    await weekday('Wed').click()
    await page.getByText('6 dates, from').waitFor()
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Live').click()
    await page.getByRole('button', { name: 'Make it live' }).click()
    await told(page, '6 dates are live').waitFor()
    expect(await days()).toEqual(['04-06', '04-15', '04-27', '05-11', '05-18', '05-25'])
    const made = await list()

    // One date moves, and the others don't.
    await page.goto(`${app.url}/admin/events/${made[2]!.id}`)
    await page.getByText('Date 3 of 6').waitFor()
    await page.getByLabel('Starts on').fill('2027-04-28')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog(page).getByRole('radio', { name: 'All 6 dates of the series' }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'series-which')
    await dialog(page).getByRole('radio', { name: 'Only this date' }).check()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await told(page, 'Saved').waitFor()
    await page.getByText('This date was changed by hand').waitFor()
    expect(await days()).toEqual(['04-06', '04-15', '04-28', '05-11', '05-18', '05-25'])
    await expectAccessible(page)
    await screenshot(page, 'series-changed')

    // From one date on the lessons are on Thursdays and later.
    await page.goto(`${app.url}/admin/events/${made[3]!.id}`)
    await page.getByText('Date 4 of 6').waitFor()
    await page.getByLabel('Starts on').fill('2027-05-13')
    await page.getByLabel('Starts at').fill('19:00')
    await page.getByLabel('Ends at').fill('20:00')
    await page.getByText('Every week on Thursday').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog(page).getByRole('radio', { name: 'This and the 2 following dates' }).check()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    const saved = told(page, 'Saved: 3 dates')
    await saved.waitFor()
    expect(await days()).toEqual(['04-06', '04-15', '04-28', '05-13', '05-20', '05-27'])
    expect((await list()).map(({ id }) => id)).toEqual(made.map(({ id }) => id))
    await page.getByText('Date 1 of 3').waitFor()
    await saved.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 events restored').waitFor()
    expect(await days()).toEqual(['04-06', '04-15', '04-28', '05-11', '05-18', '05-25'])
    await page.getByText('Date 4 of 6').waitFor()

    // What one date has of its own is taken back.
    await page.goto(`${app.url}/admin/events/${made[2]!.id}`)
    await page.getByRole('button', { name: 'Set back to the series' }).click()
    await told(page, 'The date is as in the series').waitFor()
    expect((await days())[2]).toBe('04-27')
    await page.getByText('This date was changed by hand').waitFor({ state: 'detached' })
    // Refusals of the preview are told by the browser itself.
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('are marked in lists and in the calendar, and each date leads to all others', async () => {
    const { club, series, list } = await school()
    const ids = await series()
    await club.put(`/event/${ids[1]}`, { location: 'Hall' })
    const { page, complaints } = await admin.enter(club, 'editor', `/events/${ids[1]}`)
    await page.clock.setFixedTime(now())
    await page.getByRole('link', { name: 'All 6 dates of the series' }).click()
    await page.getByText('6 events', { exact: true }).waitFor()
    const row = page.getByRole('row', { name: /13 Apr/ })
    expect(await row.innerText()).toMatch(/Date of a series[\s\S]*Changed/i)
    await expectAccessible(page)
    await screenshot(page, 'series-table')
    await page.goto(`${app.url}/admin/events`)
    const shown = page.locator('.events-calendar .event', { hasText: 'Changed' })
    await shown.first().waitFor()
    await expectAccessible(page)
    await screenshot(page, 'series-calendar')

    // Dragged, with the others of the series, and back.
    const event = page.locator('.events-calendar .event', { hasText: 'Piano lesson' }).nth(2)
    const target = page.locator('.events-calendar [data-date="2027-04-22"]').first()
    const [from, to] = [(await event.boundingBox())!, (await target.boundingBox())!]
    const drag = async () => {
      await page.mouse.move(from.x + 40, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(from.x, from.y + 5, { steps: 4 })
      await page.mouse.move(to.x + 60, to.y + 60, { steps: 12 })
      await page.mouse.up()
    }
    await drag()
    await dialog(page).getByRole('button', { name: 'Go back' }).click()
    expect((await list()).map(({ startDate }) => startDate)).toContain('2027-04-20')
    await drag()
    await dialog(page).getByRole('radio', { name: 'All 6 dates of the series' }).check()
    await dialog(page).getByRole('button', { name: 'Move' }).click()
    await told(page, '6 dates have moved').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('6 events restored').waitFor()
    expect((await list()).map(({ startDate }) => startDate)).toContain('2027-04-20')
    expect(complaints).toEqual([])
  })

  it('lose dates and get them back, also from the audit log, which names them', async () => {
    const { club, series, days } = await school()
    const ids = await series()
    const { page, complaints } = await admin.enter(club, 'owner', `/events/${ids[2]}`, DARK)
    await page.clock.setFixedTime(now())
    await page.getByText('Date 3 of 6').waitFor()
    await screenshot(page, 'series-dark')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog(page).getByRole('heading', { name: 'Delete which dates?' }).waitFor()
    await dialog(page).getByRole('radio', { name: 'This and the 3 following dates' }).check()
    await expectAccessible(page)
    await screenshot(page, 'series-delete-dark')
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await told(page, 'The dates are deleted').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('4 events restored').waitFor()
    expect(await days()).toEqual(['04-06', '04-13', '04-20', '04-27', '05-04', '05-11'])

    await page.goto(`${app.url}/admin/events/${ids[2]}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog(page).getByRole('radio', { name: 'All 6 dates of the series' }).check()
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await told(page, 'The dates are deleted').waitFor()
    expect(await days()).toEqual([])
    await page.goto(`${app.url}/admin/audit-log`)
    await page
      .getByRole('row', { name: /Dates of a series deleted/ })
      .first()
      .getByRole('button')
      .first()
      .click()
    await page.getByText('every week on Tuesday, 6 times').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'series-audit-dark')
    await page.getByRole('button', { name: 'Undo this change' }).click()
    await dialog(page).getByRole('button', { name: 'Put back' }).click()
    await page.getByText('6 events restored').waitFor()
    expect(await days()).toHaveLength(6)
    expect(complaints).toEqual([])
  })

  it('keep a rule that the form has no parts for, and need no question where only one date is meant', async () => {
    const { club, lessons, series, list } = await school()
    const rule = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3'
    const last = { startDate: '2027-04-30', endDate: '2027-04-30' }
    const [first] = await series({ ...last, recurrence: { rule } })
    const { page } = await admin.enter(club, 'editor', `/events/${first}`)
    await page.getByText('This form can’t show such a rule in parts').waitFor()
    await page.getByRole('textbox', { name: 'Place' }).fill('Hall')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog(page).getByRole('radio', { name: 'All 3 dates of the series' }).check()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await told(page, 'Saved: 3 dates').waitFor()
    expect((await club.get(`/admin/api/events/${first}`)).body.data.series.rule).toBe(rule)
    expect((await list()).map(({ location }) => location)).toEqual(['Hall', 'Hall', 'Hall'])

    const single = await club.event(lessons, {
      name: 'Concert',
      startDate: '2027-06-01',
      endDate: '2027-06-01',
    })
    await page.goto(`${app.url}/admin/events/${single}`)
    await page.getByRole('textbox', { name: 'Place' }).fill('Hall')
    // By keyboard alone.
    await page.getByRole('combobox', { name: 'Repeats' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Never', selected: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('[role="option"][data-combobox-selected]', { hasText: 'Every day' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('dates for now').waitFor()
    await choose(page, 'Repeats', 'Never')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'Saved').waitFor()
    expect(await dialog(page).count()).toBe(0)
    expect(await editor(page).isVisible()).toBe(true)
  })
})
