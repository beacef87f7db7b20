import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { headingOf, useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { png } from '../support/pictures.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY } from '../support/users.ts'

const NEXT_YEAR = new Date().getUTCFullYear() + 1

describe('calendars in the admin portal', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin

  async function club() {
    const club = await app.publisher()
    const first = await club.calendar({ name: 'First team', reference: 'first', categories: 'Sports/Rugby' })
    const juniors = await club.calendar({
      name: 'Juniors',
      reference: 'juniors',
      categories: 'Sports/Rugby/Youth',
    })
    await club.calendar({ name: 'Choir', reference: 'choir', categories: 'Culture', draftCalendar: 1 })
    const ahead = { startDate: `${NEXT_YEAR}-04-10`, endDate: `${NEXT_YEAR}-04-10` }
    await club.event(first, { name: 'City v Town', ...ahead })
    await club.event(first, { name: 'Town v City', ...ahead })
    await club.subscriber('ann@example.com', [first, juniors])
    return { club, first, juniors }
  }

  it('are put into mails as they look, or as HTML, and their events too', async () => {
    const { club: rugby, first } = await club()
    const { page, complaints } = await admin.enter(rugby, 'viewer', `/calendars/${first}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Put it in a mail' }).click()
    const mail = page.frameLocator('iframe[title="The mail"]')
    await mail.getByText('Get the events in my calendar').waitFor()
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'العربية' }).click()
    await mail.getByText('إضافة الأحداث إلى تقويمي').waitFor()
    /** Pastes the clipboard into an editor, as a mail program does; returns its HTML and text. */
    const pasted = async () => {
      await using tab = await page.context().newPage()
      await tab.setContent('<div contenteditable style="white-space: pre-wrap"></div>')
      await tab.locator('div').press('Control+V')
      return await tab.locator('div').evaluate((mail) => [mail.innerHTML, mail.textContent])
    }
    await page.getByRole('button', { name: 'Copy the content' }).click()
    const [html] = await pasted()
    expect(html).toContain(`/calendar/${first}/add/apple`)
    expect(html).toMatch(/<img[^>]+\.png\?lang=ar/)
    expect(html).toMatch(/max-width: ?600px/)
    await page.getByRole('button', { name: 'Copy the HTML' }).click()
    expect((await pasted())[1]).toContain('<table role="presentation"')
    await expectAccessible(page)
    await screenshot(page, 'admin-mail-block')

    const match = await rugby.event(first, { name: 'Cup final' })
    await page.goto(`${app.url}/admin/events/${match}`)
    await page.getByRole('button', { name: 'Put it in a mail' }).click()
    await mail.getByText('Add to your calendar:').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-mail-block-event')
    expect(complaints).toEqual([])
  })

  it('are listed, searched, filtered and sorted', async () => {
    const { club: rugby } = await club()
    const { page, complaints } = await admin.enter(rugby, 'editor', '/calendars')
    const rows = () => page.locator('tbody tr td:first-child a').allTextContents()
    await expect.poll(rows).toEqual(['Choir', 'First team', 'Juniors'])
    await page.getByText('3 calendars').waitFor()
    await page
      .getByRole('row', { name: /First team/ })
      .getByText('City v Town')
      .waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-calendars')
    await page.getByRole('button', { name: 'Events' }).click()
    await page.getByRole('button', { name: 'Events' }).click()
    await expect.poll(async () => (await rows())[0]).toBe('First team')
    await page.getByRole('group', { name: 'State' }).getByText('Draft', { exact: true }).click()
    await expect.poll(rows).toEqual(['Choir'])
    await page.getByRole('group', { name: 'State' }).getByText('All').click()
    await page.getByRole('combobox', { name: 'Category' }).fill('Rugby')
    await page.getByRole('option', { name: 'Sports/Rugby', exact: true }).click()
    await expect.poll(async () => (await rows()).toSorted()).toEqual(['First team', 'Juniors'])
    await page.getByLabel('Search').fill('nothing like it')
    await page.getByText('No calendar matches').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(async () => (await rows()).length).toBe(3)
    await page.getByRole('button', { name: 'Actions for Juniors' }).click()
    await page.getByRole('menuitem', { name: 'Copy feed link' }).waitFor()
    await expectAccessible(page)
    expect(complaints).toEqual([])
  })

  it('are created by keyboard with a name alone, and lead to the next step', async () => {
    const rugby = await app.publisher()
    await rugby.calendar({ name: 'Taken', reference: 's2' })
    const { page, complaints } = await admin.enter(rugby, 'editor', '/calendars/new')
    const { keyboard } = page
    await page.getByLabel('Name').focus()
    await keyboard.press('Enter')
    await page.getByText('Enter a name. People see it').waitFor()
    await keyboard.type('Second team')
    const state = page.getByRole('radiogroup', { name: 'State' })
    expect(await state.getByRole('radio', { name: 'Draft' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'More' }).press('Enter')
    const reference = page.getByLabel('Reference')
    await reference.fill('s2')
    await page.getByText('Another calendar has this reference').waitFor()
    await reference.fill('')
    await page.getByText('Another calendar has this reference').waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Categories' }).fill('Sports//Rugby')
    await keyboard.press('Enter')
    await page.getByText('has an empty level').waitFor()
    await keyboard.press('Backspace')
    await page.getByText('has an empty level').waitFor({ state: 'detached' })
    await page.getByLabel('Note').focus()
    await expectAccessible(page)
    await screenshot(page, 'portal-calendar-new')
    await page.getByRole('button', { name: 'Create the calendar' }).press('Enter')
    await page.waitForURL(/calendars\/[0-9a-f]{24}$/)
    await expect.poll(() => headingOf(page)).toBe('Second team')
    const [id] = page.url().split('/').slice(-1)
    expect((await rugby.get(`/calendar/${id}`)).body.data).toMatchObject({
      ...{ name: 'Second team', reference: 'second-team', genre: 'General', draftCalendar: 1 },
    })
    await page.getByText('No events yet').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-calendar-empty')
    await state.getByText('Live', { exact: true }).click()
    await page.getByText('The calendar is live').waitFor()
    await page.getByRole('link', { name: 'Open the page' }).waitFor()
    expect((await rugby.get(`/calendar/${id}`)).body.data.draftCalendar).toBe(0)
    await state.getByText('Draft', { exact: true }).click()
    await page.getByRole('dialog').getByText('Its page and feed close. 0 subscribers').waitFor()
    await page.getByRole('button', { name: 'Make it a draft' }).click()
    await page.getByText('The calendar is a draft').waitFor()
    await page.getByRole('link', { name: 'Add the first event' }).click()
    await page.waitForURL(`**/events/new?calendar=${id}`)
    expect(complaints).toEqual([])
  })

  /** A form whose fault goes away when the field that is typed into is left, and moves the button below it. */
  async function typedAfterFault(rugby: TestPublisher, over: Json) {
    // So high that the bar with the button does not stick to the bottom of the window.
    const viewport = { ...PHONE.viewport, ...over.viewport, height: 1600 }
    const { page } = await admin.enter(rugby, 'editor', '/calendars/new', { ...over, viewport })
    const create = page.getByRole('button', { name: 'Create the calendar' })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByLabel('Name').fill('Second team')
    // The service alone knows of some faults. This one is told once.
    const fault = 'These are not the categories of your league, which it keeps in a list of its own'
    const refusal = { status: '400', statusLong: 'Invalid Calendar Data', errors: { categories: fault } }
    const refuse = { status: 400, json: refusal }
    await page.route('**/admin/api/calendars', (route) => route.fulfill(refuse), { times: 1 })
    await create.click()
    await page.getByText(fault).waitFor()
    await page.getByRole('combobox', { name: 'Categories' }).fill('Sports/Rugby')
    expect(await page.getByText(fault).isVisible()).toBe(true)
    return { page, create, before: (await create.boundingBox())! }
  }

  it.each([
    ['mouse', { viewport: { width: 1280, height: 1600 } }],
    ['finger', PHONE],
  ])('are created by one press although a fault goes away meanwhile: %s', async (pointer, over) => {
    const rugby = await app.publisher()
    const left = await typedAfterFault(rugby, over)
    await left.page.keyboard.press('Tab')
    const moved = async () => left.before.y - (await left.create.boundingBox())!.y
    await expect.poll(moved, { message: 'the button moves when the field is left' }).toBeGreaterThan(10)

    const { page, before } = await typedAfterFault(rugby, over)
    const at = [before.x + before.width / 2, before.y + before.height - 3] as const
    await (pointer === 'finger' ? page.touchscreen.tap(...at) : pressSlowly(page, ...at))
    await page.waitForURL(/calendars\/[0-9a-f]{24}$/)
    const { data } = (await rugby.get('/admin/api/calendars')).body
    expect(data).toMatchObject([{ name: 'Second team', categories: ['Sports/Rugby'] }])
  })

  it('show their next events and their growth, and take a picture as logo', async () => {
    const { club: rugby, first } = await club()
    const { page, complaints } = await admin.enter(rugby, 'editor', `/calendars/${first}`)
    await page.locator('.coming-events').getByRole('link', { name: 'Town v City' }).waitFor()
    await page.getByText('Joined and left in the last 30 days').waitFor()
    const file = { mimeType: 'image/png', name: 'logo.png' }
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ ...file, buffer: Buffer.from('no picture') })
    await page.getByText('The picture must be a PNG or JPEG file').waitFor()
    await input.setInputFiles({ ...file, buffer: png(300, 200) })
    const logo = page.getByRole('textbox', { name: 'Logo' })
    await expect.poll(() => logo.inputValue()).toMatch(/\/logo\/[0-9a-f]{24}\.png$/)
    await expectAccessible(page)
    await screenshot(page, 'portal-calendar-logo')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await rugby.get(`/calendar/${first}`)).body.data.logo).toBe(await logo.inputValue())
    await page.getByRole('button', { name: 'Put it on your site' }).click()
    await page.waitForURL(/widgets\/\w+\?tab=share/)
    // Browsers complain of the refused file.
    expect(complaints).toEqual([expect.stringContaining('400')])
  })

  it('are changed, and tell what the service refused, at the field', async () => {
    const { club: rugby, first } = await club()
    const { page } = await admin.enter(rugby, 'editor', `/calendars/${first}`)
    await page.getByText('2 events', { exact: true }).waitFor()
    await page.getByText('1 subscriber', { exact: true }).waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Feed' }).inputValue())
      .toBe(`${app.ctx.config.http.publicUrl}/calendar/${first}.ics`)
    await screenshot(page, 'portal-calendar')
    await expectAccessible(page)
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Women')
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Keep as it is' }).click()
    await page.route('**/admin/api/calendars/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            json: {
              status: '400',
              statusLong: 'Invalid Calendar Data',
              errors: { name: 'Calendar name is odd' },
            },
          })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Calendar name is odd').waitFor()
    expect(await name.inputValue()).toBe('Women')
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.unroute('**/admin/api/calendars/*')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => headingOf(page)).toBe('Women')
    expect((await rugby.get(`/calendar/${first}`)).body.data).toMatchObject({
      name: 'Women',
      reference: 'first',
    })
  })

  it('are deleted once it is said what goes, and its name is typed', async () => {
    const { club: rugby, first } = await club()
    const { page } = await admin.enter(rugby, 'owner', `/calendars/${first}`)
    await page.getByRole('button', { name: 'Delete the calendar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This also deletes 2 events and 1 subscription').waitFor()
    const button = dialog.getByRole('button', { name: 'Delete', exact: true })
    expect(await button.isDisabled()).toBe(true)
    await screenshot(page, 'portal-calendar-delete')
    await expectAccessible(page)
    await dialog.getByRole('textbox').fill('First team')
    await button.click()
    await page.waitForURL('**/admin/calendars')
    await expect.poll(async () => page.locator('tbody tr').count()).toBe(2)
    expect((await rugby.get(`/calendar/${first}`)).status).toBe(404)
  })

  it('have categories that are renamed, made one and deleted', async () => {
    const { club: rugby } = await club()
    const { page, complaints } = await admin.enter(rugby, 'editor', '/calendars/categories')
    const names = () => page.locator('.category-name').allTextContents()
    await expect.poll(names).toEqual(['Culture', 'Sports', 'Rugby', 'Youth'])
    await screenshot(page, 'portal-categories')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Rename or move Sports/Rugby', exact: true }).click()
    const path = page.getByRole('combobox', { name: 'Path' })
    await path.fill('Sports/Rugby/Youth/More')
    await page.getByText('A category can’t be below itself').waitFor()
    await path.fill('culture')
    await page.getByText('The two will be merged').waitFor()
    await path.fill('Games')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(names).toEqual(['Culture', 'Games', 'Youth', 'Sports'])
    await page.getByRole('button', { name: 'Delete Games', exact: true }).click()
    await page.getByText('2 calendars lose this category').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(names).toEqual(['Culture', 'Sports'])
    expect(complaints).toEqual([])
  })

  it('fit a phone in the dark', async () => {
    const { club: rugby, first } = await club()
    const { page } = await admin.enter(rugby, 'owner', '/calendars', { ...PHONE, ...DARK })
    await page.getByRole('link', { name: 'First team' }).waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'portal-calendars-phone')
    await page.getByRole('link', { name: 'First team' }).click()
    await page.waitForURL(`**/calendars/${first}`)
    await page.getByText('2 events', { exact: true }).waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'portal-calendar-phone')
  })

  it('tell the first step, what failed, and only show what one may', async () => {
    const rugby = await app.publisher()
    const { page } = await admin.enter(rugby, 'editor', '/calendars')
    await page.getByText('No calendars yet').waitFor()
    expect(await page.getByRole('link', { name: 'New calendar' }).count()).toBe(2)
    await rugby.calendar({ name: 'First team' })
    const { page: other } = await admin.enter(rugby, 'viewer', '/calendars/categories')
    await other.route('**/admin/api/calendars?*', (route) => route.fulfill({ status: 503, json: {} as Json }))
    await other.getByText('Sports').waitFor()
    expect(await other.getByRole('button', { name: /Delete|Rename/ }).count()).toBe(0)
    await other.getByRole('link', { name: '← Calendars' }).click()
    await other.getByText('This could not be loaded').waitFor()
    await other.unroute('**/admin/api/calendars?*')
    await other.getByRole('button', { name: 'Try again' }).click()
    await other.getByRole('link', { name: 'First team' }).waitFor()
    expect(await other.getByRole('link', { name: 'New calendar' }).count()).toBe(0)
    await other.getByRole('link', { name: 'First team' }).click()
    await other.getByText('0 events').waitFor()
    expect(await other.getByRole('button', { name: /^Save|Delete/ }).count()).toBe(0)
    expect(await other.getByRole('textbox', { name: 'Name' }).isEditable()).toBe(false)
  })
})

/** Presses and lets go as a person does: what the press changes on the page is there before the release. */
async function pressSlowly(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.mouse.up()
}
