import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../src/users/user.ts'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'

describe('events in the admin portal', () => {
  const started = Date.now()
  const now = () => Date.parse('2027-04-05T09:00Z') + Date.now() - started
  const admin = useAdminPortal('sqlite', { now })
  const { app } = admin
  let club: TestPublisher
  let seniors: string
  let juniors: string

  beforeAll(async () => {
    club = await app.publisher({ company: 'City Rugby' })
    seniors = await club.calendar({ name: 'Seniors' })
    juniors = await club.calendar({ name: 'Juniors' })
    for (const [name, day, calendar, over] of [
      ['City v Rovers', '10', seniors, { alert: '15M' }],
      ['Town v City', '17', seniors, { draft: 1 }],
      ['Under 12 v Rovers', '11', juniors, { cancelled: 1 }],
      ['Easter camp', '12', juniors, { allDay: 'yes', endDate: '2027-04-15' }],
    ] as const) {
      const date = `2027-04-${day}`
      await club.event(calendar, { name, startDate: date, endDate: date, ...(over as Json) })
    }
  })

  const eventNamed = async (name: string) => {
    const { body } = await club.get(`/admin/api/events?q=${encodeURIComponent(name)}`)
    return body.data[0]
  }

  /** The admin portal as it is in April 2027. */
  async function enter(path: string, over: Json = {}, role: Role = 'editor') {
    return admin.enter(club, role, path, over, (page) => page.clock.setFixedTime(now()))
  }

  const inCalendar = (page: Page, name: string) => page.locator('.events-calendar .event', { hasText: name })

  const place = (page: Page) => page.getByRole('textbox', { name: 'Place' })
  const calendarDay = (page: Page, date: string) =>
    page.locator(`.events-calendar [data-date="${date}"]`).first()

  it('shows three at most side by side in a week, and all in the list of the day', async () => {
    const league = await app.publisher()
    const calendars: string[] = []
    for (let n = 1; n <= 9; n++) calendars.push(await league.calendar({ name: `Club ${n}` }))
    for (const [n, calendar] of calendars.entries())
      await league.event(calendar, { name: `Match ${n + 1}`, startDate: '2027-04-10', endDate: '2027-04-10' })
    const { page } = await admin.enter(league, 'editor', '/events?view=week', {}, (opened) =>
      opened.clock.setFixedTime(now()),
    )
    const shown = page.locator('.events-calendar .event')
    await shown.first().waitFor()
    expect(await shown.count()).toBe(3)
    const column = (await page.locator('.events-calendar [data-date="2027-04-10"]').last().boundingBox())!
    for (const event of await shown.all()) {
      const { x, width } = (await event.boundingBox())!
      expect(x).toBeGreaterThanOrEqual(column.x - 1)
      expect(x + width).toBeLessThanOrEqual(column.x + column.width + 1)
      const isOnTop = await event.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect(isOnTop).toBe(true)
    }
    await page
      .getByText(/Europe\/London/)
      .first()
      .waitFor()
    await screenshot(page, 'events-week-full')
    await expectAccessible(page)
    await page.getByText('+6').click()
    await page.getByRole('heading', { name: /10 Apr 2027/ }).waitFor()
    await expect.poll(() => shown.count()).toBe(9)
    expect(new URL(page.url()).searchParams.get('view')).toBe('day')
    // The ninth calendar has the first colour again, with stripes.
    const looks = await page
      .getByRole('list', { name: 'Calendars by colour' })
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => getComputedStyle(item, '::before').background))
    expect(new Set(looks).size).toBe(9)
    await page.getByRole('button', { name: 'Next day' }).click()
    await page.getByRole('heading', { name: /11 Apr 2027/ }).waitFor()
  })

  it('shows months, weeks and lists, to look at in light and dark', async () => {
    const { page, complaints } = await enter('/events')
    await inCalendar(page, 'City v Rovers').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'events-month')
    await page.getByText('Week', { exact: true }).click()
    await page.getByRole('heading', { name: /5.*11 Apr 2027/ }).waitFor()
    await inCalendar(page, '15:00').first().waitFor()
    await screenshot(page, 'events-week')
    await expectAccessible(page)
    await page.getByText('List', { exact: true }).click()
    await page.getByText('City Ground · Seniors').first().waitFor()
    await screenshot(page, 'events-list')
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByText('No events this month').waitFor()
    expect(complaints).toEqual([])
    const dark = await enter('/events', DARK)
    await inCalendar(dark.page, 'City v Rovers').waitFor()
    await screenshot(dark.page, 'events-dark')
    await expectAccessible(dark.page)
  })

  it('creates one on the day that is clicked, and says meanwhile what will be seen', async () => {
    const { page, complaints } = await enter(`/events?calendars=${seniors}`)
    await calendarDay(page, '2027-04-21').click({ position: { x: 60, y: 60 } })
    await page.waitForURL('**/events/new?*')
    const seen = page.locator('.beside')
    await seen.getByText('Title is required').waitFor()
    const title = 'City v Rovers in the last match of the season'
    await page.getByLabel('Title').fill(title)
    await place(page).fill('City Ground')
    await page.getByLabel('Ends at').fill('09:00')
    const early = page.locator('.mantine-InputWrapper-error', {
      hasText: 'The end must not be before the start',
    })
    await early.waitFor()
    await page.getByLabel('Ends at').fill('17:00')
    await early.waitFor({ state: 'detached' })
    await seen.getByText('Lists on phones show about 34').waitFor()
    await seen.getByText('This is a draft').waitFor()
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Live').click()
    await page.getByRole('combobox', { name: 'First reminder' }).click()
    await page.getByRole('option', { name: 'hours before' }).click()
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByLabel('Name of link 1').fill('Tickets')
    await page.getByLabel('Address of link 1').fill('https://tickets.example/1')
    await seen.getByText('Reminder 2 hours before: not shown').waitFor()
    await seen.getByText('Tickets').waitFor()
    await page.getByRole('tab', { name: 'Apple' }).click()
    await seen.getByText('only if the subscriber keeps alerts').waitFor()
    await screenshot(page, 'events-editor')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Make it live' }).click()
    await page.getByText('The event is live').waitFor()
    await page.waitForURL(/events\/[0-9a-f]{24}$/)
    expect(await eventNamed('last match')).toMatchObject({
      startDate: '2027-04-21',
      startTime: '15:00',
      draft: false,
    })
    // Refusals of the preview are told by the browser itself.
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('saves one and adds another like it, copies one, and tells whom a change would reach', async () => {
    const { page, complaints } = await enter(`/events/new?calendar=${seniors}`)
    await page.getByLabel('Title').fill('Training one')
    await place(page).fill('Gym')
    await page.getByLabel('Starts on').fill('2027-06-01')
    await page.getByLabel('Starts at').fill('18:30')
    expect(await page.getByLabel('Ends on').inputValue()).toBe('2027-06-01')
    expect(await page.getByLabel('Ends at').inputValue()).toBe('19:30')
    await page.getByLabel('Starts at').fill('23:30')
    expect(await page.getByLabel('Ends on').inputValue()).toBe('2027-06-02')
    await page.getByLabel('Starts at').fill('18:00')
    expect(await page.getByLabel('Ends on').inputValue()).toBe('2027-06-01')
    await page.getByLabel('Ends at').fill('20:00')
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Live').click()
    await page.getByRole('button', { name: 'Save and add another' }).click()
    await page.getByText('The event is live').waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('')
    await expect
      .poll(() => page.getByLabel('Title').evaluate((at) => at === document.activeElement))
      .toBe(true)
    expect(await place(page).inputValue()).toBe('Gym')
    expect(await page.getByLabel('Ends at').inputValue()).toBe('20:00')
    await page.getByLabel('Title').fill('Training two')
    await place(page).fill('')
    await page.getByRole('button', { name: 'Make it live' }).click()
    await page.waitForURL(/events\/[0-9a-f]{24}$/)
    expect(await eventNamed('Training one')).toMatchObject({ location: 'Gym', calendarIds: [seniors] })
    expect(await eventNamed('Training two')).toMatchObject({ location: '', calendarIds: [seniors] })

    await page.getByLabel('Starts at').fill('19:00')
    await page.getByText(/^(Nobody follows it yet|[\d,]+ (person has|people have) it)/).waitFor()
    await screenshot(page, 'events-editor-moved')
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
      .click()
    await page.waitForURL(/events\/new\?copy=/)
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Training two')
    expect(await page.getByLabel('Starts at').inputValue()).toBe('18:00')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.waitForURL(/events\/[0-9a-f]{24}$/)
    await page.goto(`${app.url}/admin/events?show=table`)
    await page.getByRole('button', { name: 'Actions for Training one' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.waitForURL(/events\/new\?copy=/)
    await expect.poll(() => place(page).inputValue()).toBe('Gym')
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('moves one with the mouse, and back again', async () => {
    const { page } = await enter('/events')
    const event = inCalendar(page, 'City v Rovers').first()
    await event.waitFor()
    const [from, to] = [(await event.boundingBox())!, (await calendarDay(page, '2027-04-08').boundingBox())!]
    await page.mouse.move(from.x + 40, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + 5, { steps: 4 })
    await page.mouse.move(to.x + 60, to.y + 60, { steps: 12 })
    await page.mouse.up()
    const asked = page.getByRole('dialog', { name: 'Move City v Rovers?' })
    await asked.getByText(/Nobody follows it yet|have it|has it/).waitFor()
    await screenshot(page, 'events-move-dialog', 'window')
    await expectAccessible(page)
    await asked.getByRole('button', { name: 'Move' }).click()
    const conflict = page.getByRole('alert').filter({ hasText: '8 Apr 2027' })
    await conflict.waitFor()
    expect(await eventNamed('City v Rovers')).toMatchObject({
      ...{ startDate: '2027-04-08', startTime: '15:00', endDate: '2027-04-08', endTime: '17:00' },
    })
    await conflict.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await eventNamed('City v Rovers')).startDate).toBe('2027-04-10')
  })

  it('moves one with the keyboard alone', async () => {
    await club.event(juniors, { name: 'Training', startDate: '2027-04-06', endDate: '2027-04-06' })
    const { page } = await enter('/events')
    await inCalendar(page, 'Training').waitFor()
    const opens = page.locator('.events-calendar .event', { hasText: 'Training' })
    await opens.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Starts on').waitFor()
    // As a date input of any language takes it.
    await page.getByLabel('Starts on').fill('2027-04-07')
    await expect.poll(() => page.getByLabel('Ends on').inputValue()).toBe('2027-04-07')
    await page.getByLabel('Title').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await eventNamed('Training')).toMatchObject({ startDate: '2027-04-07', startTime: '15:00' })
  })

  it('does not overwrite what somebody else saved', async () => {
    const id = await club.event(juniors, { name: 'Quiz night' })
    const { page } = await enter(`/events/${id}`)
    await place(page).waitFor()
    await club.put(`/event/${id}`, { location: 'Club house' })
    await place(page).fill('Town hall')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const conflict = page
      .getByRole('alert')
      .filter({ hasText: 'Someone else changed this event while you were editing' })
    await conflict.waitFor()
    expect(await eventNamed('Quiz')).toMatchObject({ location: 'Club house' })
    expect(await place(page).inputValue()).toBe('Town hall')
    await conflict.getByRole('button', { name: 'Discard my changes' }).click()
    await expect.poll(() => place(page).inputValue()).toBe('Club house')
    await page.getByRole('button', { name: 'Cancel event' }).click()
    await page.getByRole('dialog').getByText('The title says so to everybody: “Cancelled: …”').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
    expect(await eventNamed('Quiz')).toMatchObject({ cancelled: true })
  })

  it('finds, chooses and publishes in the table, and says why a list can’t be shown', async () => {
    const { page } = await enter('/events?show=table')
    await page.getByRole('link', { name: 'City v Rovers', exact: true }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'events-table')
    await page.getByPlaceholder('Title or place').fill('town')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByLabel('Select Town v City').check()
    await page.getByRole('button', { name: 'Make live', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Draft → Live').waitFor()
    await dialog.getByRole('button', { name: 'Change 1 event' }).click()
    await page.getByText('1 event is changed').waitFor()
    await expect.poll(async () => (await eventNamed('Town v City')).draft).toBe(false)
    await page.getByPlaceholder('Title or place').fill('nothing of that name')
    await page.getByText('No event matches').waitFor()
    await page.route('**/admin/api/events?*', (route) =>
      route.fulfill({ status: 503, json: { statusLong: 'Busy' } }),
    )
    await page.getByPlaceholder('Title or place').fill('rovers')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/admin/api/events?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'City v Rovers', exact: true }).waitFor()
  })

  /** Opens the change of all that the filter by a reference type finds. */
  async function changeAllOf(page: Page, type: string) {
    await page.getByRole('combobox', { name: 'Reference type' }).click()
    await page.getByRole('option', { name: type }).click()
    await page.getByRole('button', { name: 'Change all 3 that match' }).click()
    return page.getByRole('dialog', { name: 'Change all events that match' })
  }

  it('changes all that a filter finds, after it showed old and new of each', async () => {
    for (const n of [1, 2, 3]) {
      const day = `2027-05-0${n}`
      const over = { name: `Cup match ${n}`, startDate: day, endDate: day, referenceType: 'cup' }
      await club.event(juniors, { ...over, location: `Ground ${n}` })
    }
    await club.event(juniors, { name: 'No cup', startDate: '2027-05-04', endDate: '2027-05-04' })
    const { page, complaints } = await enter('/events?show=table')
    const dialog = await changeAllOf(page, 'cup (3)')
    const look = dialog.getByRole('button', { name: 'See what will change' })
    expect(await look.isDisabled()).toBe(true)
    await dialog.getByLabel('Place', { exact: true }).check()
    await dialog.getByLabel('New place').fill('Stadium')
    await dialog.getByLabel('Move by days or hours').check()
    await dialog.getByRole('textbox', { name: 'Days' }).fill('7')
    await dialog.getByRole('textbox', { name: 'Hours' }).fill('2')
    await dialog.getByLabel('Add or replace a link').check()
    await dialog.getByLabel('Text of the link', { exact: true }).fill('Tickets')
    await dialog.getByLabel('Address of the link').fill('https://tickets.example/cup')
    await expectAccessible(page)
    await screenshot(page, 'events-change-many', 'window')
    await look.click()
    await dialog.getByText('3 of 3 events will change').waitFor()
    const first = dialog.getByRole('listitem').filter({ hasText: 'Cup match 1' })
    await first.getByText('Ground 1 → Stadium').waitFor()
    await first.getByText(/1 May 2027, 15:00.+17:00 → .*8 May 2027, 17:00.+19:00/).waitFor()
    await first.getByText('None → Tickets: https://tickets.example/cup').waitFor()
    await screenshot(page, 'events-change-many-preview', 'window')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Back' }).click()
    expect(await dialog.getByLabel('New place').inputValue()).toBe('Stadium')
    await look.click()
    await dialog.getByRole('button', { name: 'Change 3 events' }).click()
    await page.getByText('3 events are changed').waitFor()
    await expect.poll(() => page.getByRole('cell', { name: 'Stadium' }).count()).toBe(3)
    expect(await eventNamed('Cup match 3')).toMatchObject({ startDate: '2027-05-10', startTime: '17:00' })
    expect(complaints).toEqual([])
  })

  it('says which events a change does not fit, and deletes chosen ones so that they can come back', async () => {
    for (const [n, day] of ['2027-06-01', '2027-06-02'].entries()) {
      const times =
        n === 0 ? { startTime: '09:00', endTime: '10:00' } : { startTime: '20:00', endTime: '21:00' }
      await club.event(juniors, { name: `Camp ${n}`, startDate: day, endDate: day, ...times })
    }
    const { page, complaints } = await enter('/events?show=table&q=camp', { ...PHONE, ...DARK })
    await page.getByLabel('Select Camp 0').waitFor()
    for (const n of [0, 1]) await page.getByLabel(`Select Camp ${n}`).check()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Take out of a calendar').check()
    await dialog.getByRole('combobox', { name: 'Calendar to take out of' }).click()
    await page.getByRole('option', { name: 'Juniors' }).click()
    await screenshot(page, 'events-change-many-phone-dark', 'window')
    await expectNoSideways(page)
    await dialog.getByRole('button', { name: 'See what will change' }).click()
    await dialog.getByRole('alert').getByText('2 events stay as they are').waitFor()
    await dialog.getByText('To remove it from this one, delete it').first().waitFor()
    await screenshot(page, 'events-change-many-faults-phone-dark', 'window')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByText('2 of 2 events will be deleted. 2 of them are live').waitFor()
    await screenshot(page, 'events-delete-many-phone-dark', 'window')
    await dialog.getByRole('button', { name: 'Delete 2 events' }).click()
    await page.getByText('2 events are deleted').waitFor()
    expect(await eventNamed('Camp 0')).toBeUndefined()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 events restored').waitFor()
    expect(await eventNamed('Camp 0')).toMatchObject({ startTime: '09:00' })
    expect(complaints).toEqual([])
  })

  it('takes a change of many back, but for what was changed since, also from the audit log', async () => {
    const places = ['Park', 'Harbour', 'Arena']
    const ids: string[] = []
    for (const location of places)
      ids.push(await club.event(juniors, { name: `Final at ${location}`, location, referenceType: 'final' }))
    const { page, complaints } = await enter('/events?show=table&when=all', {}, 'owner')
    const dialog = await changeAllOf(page, 'final (3)')
    await dialog.getByLabel('Place', { exact: true }).check()
    await dialog.getByLabel('New place').fill('Neutral Ground')
    await dialog.getByRole('button', { name: 'See what will change' }).click()
    await dialog.getByRole('button', { name: 'Change 3 events' }).click()
    const cells = (name: string) => page.getByRole('cell', { name, exact: true })
    await expect.poll(() => cells('Neutral Ground').count()).toBe(3)
    await club.put(`/event/${ids[1]}`, { location: 'Town Hall' })
    await screenshot(page, 'events-change-many-undo')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 events restored, 1 left as it is').waitFor()
    await page.getByText('Final at Harbour: changed since then').waitFor()
    for (const place of ['Park', 'Town Hall', 'Arena']) await cells(place).waitFor()
    await screenshot(page, 'events-change-many-undone')
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('button', { name: 'Bulk change undone' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('row', { name: /Final at Park.*Neutral Ground.*Park/ }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'audit-log-many')
    await drawer.getByRole('button', { name: 'Undo this change' }).click()
    await page.getByRole('button', { name: 'Put back', exact: true }).click()
    await page.getByText('2 events restored', { exact: true }).waitFor()
    const placeOf = async (id: string) => (await club.get(`/event/${id}`)).body.data.location
    expect(await Promise.all(ids.map(placeOf))).toEqual(['Neutral Ground', 'Town Hall', 'Neutral Ground'])

    // An entry that can't be undone gives the reason.
    await page.getByRole('button', { name: 'Events changed in bulk' }).first().click()
    await drawer.getByText('1 would stay as it is').waitFor()
    await screenshot(page, 'audit-log-many-partly')
    expect(complaints).toEqual([])
  })

  it('shows a viewer all, and no button that would be refused', async () => {
    const { page } = await enter('/events', {}, 'viewer')
    await inCalendar(page, 'City v Rovers').first().waitFor()
    expect(await page.getByRole('link', { name: 'New event' }).count()).toBe(0)
    await inCalendar(page, 'City v Rovers').first().click()
    await page.getByText('Editors can change them').waitFor()
    await page.getByText('Changes arrive').waitFor()
    expect(await page.getByLabel('Title').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: /Save|Delete|Cancel event/ }).count()).toBe(0)
  })

  it('keeps private events by subscriber, on a phone too', async () => {
    const { svcId, email } = await club.subscriber()
    const { page } = await enter(`/events?subscriber=${svcId}`, PHONE)
    await page.getByText('No upcoming events').waitFor()
    await page.getByText(`Only ${email} sees these events`).waitFor()
    await page.getByRole('link', { name: 'New private event' }).click()
    await page.getByLabel('Title').fill('Card payment')
    await page.getByText('Changes arrive').waitFor()
    expect(await page.getByLabel('Calendar', { exact: true }).count()).toBe(0)
    await expectNoSideways(page)
    await screenshot(page, 'events-editor-phone')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('The draft is saved').waitFor()
    await page.getByRole('link', { name: '← Private events' }).click()
    await page.getByRole('link', { name: 'Card payment' }).waitFor()
    await expectNoSideways(page)
    await page.goto(`${app.url}/admin/events`)
    await page.getByText('City Ground · Seniors').first().waitFor()
    await expectNoSideways(page)
    await screenshot(page, 'events-phone')
    await expectAccessible(page)
  })
})
