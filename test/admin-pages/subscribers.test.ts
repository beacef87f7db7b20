import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { alertsOf, confirmedFan, createRule, read } from '../support/alerts.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { insertSubscribers } from '../support/many-subscribers.ts'
import { send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY } from '../support/users.ts'

describe('subscribers in the admin portal', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin
  let clubs = 0

  /** A club with 70 subscribers, and Fay, who has been reading her feed. */
  async function clubWithFay() {
    const club = await app.publisher({ company: 'Riverside FC' })
    const first = await club.calendar({ name: 'First team' })
    const juniors = await club.calendar({ name: 'Juniors' })
    await insertSubscribers(
      app.ctx.db,
      club.id,
      Array.from({ length: 70 }, (_, i) => ({
        email: `anna.${String(i).padStart(2, '0')}@example.com`,
        profile: JSON.stringify({ firstName: 'Anna', lastName: `Number ${i}` }),
        ...(i % 10 === 0 && { active: 0 as const, ended_at: Date.parse('2027-02-01T00:00Z') + i }),
      })),
    )
    const email = `fay-${++clubs}@example.com`
    const over = { first_name: 'Fay', last_name: 'Anders', application: 'google' }
    const { svcId, feedUrl } = await club.subscriber(email, [first], over)
    await club.privateEvent(svcId, { name: 'Your seat' })
    await send(feedUrl, { headers: { 'user-agent': 'Google-Calendar-Importer' } })
    await app.ctx.feedReads.flush()
    return { club, first, juniors, email, id: svcId, feedUrl }
  }
  const rows = (page: Page) => page.getByRole('table', { name: 'Subscribers' }).locator('tbody tr')
  const stateOf = async (club: TestPublisher, id: string) =>
    (await club.get(`/admin/api/subscribers/${id}`)).body.data?.state as string | undefined
  const dialog = (page: Page) => page.getByRole('dialog')
  const chooseCalendar = async (page: Page, name: string) => {
    await page.getByRole('combobox', { name: 'Calendars' }).click()
    await page.getByRole('option', { name }).click()
    await page.keyboard.press('Escape')
  }

  it('finds somebody, shows the record, and unsubscribes them', async () => {
    const { club, email, id } = await clubWithFay()
    const { page, complaints } = await admin.enter(club, 'owner', '/subscribers')
    await expect.poll(() => rows(page).count()).toBe(50)
    await page.getByText('50 of', { exact: false }).waitFor()
    await screenshot(page, 'admin-subscribers')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows(page).count()).toBe(64)

    await page.getByRole('searchbox').fill('fay')
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(new URL(page.url()).search).toBe('?q=fay')
    await page.getByRole('link', { name: email }).click()
    await page.getByRole('heading', { level: 1, name: email }).waitFor()
    await page
      .getByRole('table', { name: 'Applications' })
      .getByRole('row', { name: /Google Calendar/ })
      .waitFor()
    await page.getByRole('link', { name: '1 event', exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Feed' }).inputValue()).toContain('/feed/')
    await screenshot(page, 'admin-subscriber')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await dialog(page).getByText('one note that the subscription has ended').waitFor()
    expect(await stateOf(club, id)).toBe('active')
    await dialog(page).getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('Unsubscribed', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor({ state: 'detached' })
    expect(await stateOf(club, id)).toBe('left')
    await page.getByText('unsubscribed this person').waitFor()
    expect(complaints).toEqual([])
  })

  it('filters and sorts, and says where nobody fits', async () => {
    const { club, first } = await clubWithFay()
    const { page, complaints } = await admin.enter(club, 'viewer', '/subscribers')
    await page.getByText('Unsubscribed', { exact: true }).click()
    await expect.poll(() => rows(page).count()).toBe(7)
    await page.getByRole('button', { name: 'Unsubscribed' }).click()
    await expect.poll(() => rows(page).first().textContent()).toContain('anna.00@')
    await page.getByRole('button', { name: 'Unsubscribed' }).click()
    await expect.poll(() => rows(page).first().textContent()).toContain('anna.60@')
    await page.getByText('Active', { exact: true }).first().click()
    await chooseCalendar(page, 'First team')
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(page.url()).toContain(`calendarIds=${first}`)
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText('No subscriber matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect.poll(() => rows(page).count()).toBe(50)
    await page.getByRole('button', { name: 'E-mail' }).click()
    await expect.poll(() => rows(page).first().textContent()).toContain('anna.01@')
    expect(complaints).toEqual([])
  })

  it('keeps filters by several calendars as a segment', async () => {
    const { club, first, juniors, email } = await clubWithFay()
    await club.subscriber(`both-${clubs}@example.com`, [first, juniors])
    const { page, complaints } = await admin.enter(club, 'editor', '/subscribers')
    await chooseCalendar(page, 'First team')
    await expect.poll(() => rows(page).count()).toBe(2)
    await chooseCalendar(page, 'Juniors')
    await page.getByText('All of them').click()
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('searchbox').fill('both')
    await page.getByRole('button', { name: 'Keep as a segment' }).click()
    await dialog(page).getByText('The text in the search field is not kept.').waitFor()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('Give it a name').waitFor()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Families')
    await screenshot(page, 'admin-segment-keep')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    const segment = page.getByRole('combobox', { name: 'Segment' })
    await expect.poll(() => segment.inputValue()).toBe('Families')
    await dialog(page).waitFor({ state: 'detached' })
    await screenshot(page, 'admin-segments')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows(page).count()).toBe(50)
    expect(await segment.inputValue()).toBe('')
    await segment.click()
    await page.getByRole('option', { name: 'Families' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    await expect.poll(() => rows(page).first().textContent()).toContain('both-')
    await page.getByText('Any of them').click()
    await page.getByRole('link', { name: email }).waitFor()
    expect(await segment.inputValue()).toBe('')

    await segment.click()
    await page.getByRole('option', { name: 'Families' }).click()
    await page.getByRole('button', { name: 'Actions for Families' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Parents')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expect.poll(() => segment.inputValue()).toBe('Parents')
    await page.getByRole('button', { name: 'Actions for Parents' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page).getByText('Delete the segment “Parents”?').waitFor()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Segment deleted').waitFor()
    await segment.waitFor({ state: 'detached' })
    expect(await rows(page).count()).toBe(1)
    expect(complaints).toEqual([])
  })

  it('changes calendars, mails the link, and ends all links', async () => {
    const { club, juniors, id, feedUrl, email } = await clubWithFay()
    const { page, complaints } = await admin.enter(club, 'editor', `/subscribers/${id}`)
    await page.getByRole('button', { name: 'Change calendars' }).click()
    await dialog(page).getByRole('checkbox', { name: 'Juniors' }).check()
    await dialog(page).getByRole('checkbox', { name: 'First team' }).uncheck()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Juniors' }).waitFor()
    const { calendars } = (await club.get(`/admin/api/subscribers/${id}`)).body.data
    expect(calendars).toMatchObject([{ id: juniors }])

    // By keyboard.
    await page.getByRole('button', { name: 'More' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'E-mail their link' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog(page).getByText(email).waitFor()
    await dialog(page).getByRole('button', { name: 'Send' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('E-mail on its way').waitFor()
    await page.getByRole('button', { name: 'End all' }).click()
    await dialog(page).getByText('End all links?').waitFor()
    await dialog(page).getByRole('button', { name: 'End all' }).click()
    await page.getByText('Links ended').waitFor()
    expect((await send(feedUrl)).text).toContain('subscription ended')
    // An editor does not erase, and does not see who did what.
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Download their data' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Erase' }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'History' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('erases a person whose address was typed', async () => {
    const { club, id, email } = await clubWithFay()
    const { page, complaints } = await admin.enter(club, 'owner', `/subscribers/${id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Erase this person' }).click()
    const erase = dialog(page).getByRole('button', { name: 'Erase' })
    await dialog(page).getByText('1 private event').waitFor()
    expect(await erase.isDisabled()).toBe(true)
    await dialog(page).getByRole('textbox').fill('somebody@example.com')
    expect(await erase.isDisabled()).toBe(true)
    await dialog(page).getByRole('textbox').fill(email)
    await screenshot(page, 'admin-subscriber-erase')
    await erase.click()
    await page.getByRole('heading', { level: 1, name: 'Subscribers' }).waitFor()
    await page.getByText('Erased').waitFor()
    await expect.poll(() => page.getByRole('link', { name: email }).count()).toBe(0)
    expect(await stateOf(club, id)).toBeUndefined()
    expect(complaints).toEqual([])
  })

  it('downloads the table and the record', async () => {
    const { club, id, email } = await clubWithFay()
    const { page } = await admin.enter(club, 'editor', '/subscribers?q=fay')
    await expect.poll(() => rows(page).count()).toBe(1)
    const saved = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      return readFile(await download.path(), 'utf8')
    }
    await page.getByRole('button', { name: 'Export' }).click()
    const table = await saved(() => page.getByRole('menuitem', { name: 'Table (CSV)' }).click())
    expect(table.split('\r\n').slice(1)).toEqual([expect.stringContaining(email), ''])
    await page.getByRole('link', { name: email }).click()
    await page.getByRole('button', { name: 'More' }).click()
    const data = await saved(() => page.getByRole('menuitem', { name: 'Download their data' }).click())
    expect(JSON.parse(data)).toMatchObject({ svcId: id, email, privateEvents: [{ name: 'Your seat' }] })
  })

  it('shows whether somebody gets alerts, and what was told', async () => {
    const club = await app.publisher({ company: 'Riverside FC' })
    const first = await club.calendar({ name: 'First team' })
    await createRule(club)
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const times = { timezone: 'UTC', startDate: day, startTime: '15:00', endDate: day, endTime: '17:00' }
    const [match, gone] = [
      await club.event(first, { name: 'City v Town', ...times }),
      await club.event(first, { name: 'Lake v Hill', ...times }),
    ]
    const fan = await confirmedFan(app, club, `gwen-${++clubs}@example.com`, [first])
    const typed = await club.subscriber(`typed-${clubs}@example.com`, [first])
    await read(app, fan.feedUrl)
    const run = alertsOf(app)
    await club.put(`/event/${match}`, { startTime: '16:00' })
    await club.delete(`/event/${gone}`)
    await run()

    const { page, complaints } = await admin.enter(club, 'viewer', `/subscribers/${fan.svcId}`)
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Alerts' }) })
    await section.getByText('has not fetched: on.', { exact: false }).waitFor()
    const item = section.getByRole('listitem')
    await expect.poll(() => item.count()).toBe(1)
    await item.getByText('Sent').waitFor()
    expect(await item.textContent()).toContain('City v Town and Lake v Hill')
    expect(await item.getByRole('link', { name: 'Lake v Hill' }).count()).toBe(0)
    expect(await item.getByRole('link').last().getAttribute('href')).toBe('/admin/changes/alerts')
    await expectAccessible(page)
    await screenshot(page, 'admin-subscriber-alerts')
    await item.getByRole('link', { name: 'City v Town' }).click()
    await page.waitForURL(`**/events/${match}`)

    await page.goto(`${app.url}/admin/subscribers/${typed.svcId}`)
    await section.getByText('none, because the address is not confirmed').waitFor()
    await section.getByText('Nothing in the last 90 days.').waitFor()
    const choose = (alerts: string) =>
      app.ctx.db.updateTable('subscriber').set({ alerts }).where('id', '=', fan.svcId).execute()
    for (const [choice, text] of [
      ['off', 'switched off by the person'],
      ['refused', 'the mail server refused the address three times'],
    ] as const) {
      await choose(choice)
      await page.goto(`${app.url}/admin/subscribers/${fan.svcId}`)
      await section.getByText(text).waitFor()
    }
    expect(complaints).toEqual([])

    const { page: phone } = await admin.enter(club, 'viewer', `/subscribers/${fan.svcId}`, {
      ...PHONE,
      ...DARK,
    })
    await phone.getByRole('heading', { name: 'Alerts' }).waitFor()
    await expectNoSideways(phone)
    await expectAccessible(phone)
    await screenshot(phone, 'admin-subscriber-alerts-phone')
  })

  it('shows a viewer everything but what would be refused, on a phone and in the dark', async () => {
    const { club, id } = await clubWithFay()
    const { page, complaints } = await admin.enter(club, 'viewer', `/subscribers/${id}`, {
      ...PHONE,
      ...DARK,
    })
    await page
      .getByRole('table', { name: 'Applications' })
      .getByRole('row', { name: /Google Calendar/ })
      .waitFor()
    for (const name of ['Unsubscribe', 'More', 'Change calendars'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Feed' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^End/ }).count()).toBe(0)
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-subscriber-phone')
    await page.goto(`${app.url}/admin/subscribers`)
    await expect.poll(() => rows(page).count()).toBe(50)
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-subscribers-phone')
    expect(complaints).toEqual([])
  })

  it('says what to do where there is nobody yet, and where the service fails', async () => {
    const club = await app.publisher()
    const { page } = await admin.enter(club, 'owner', '/subscribers')
    await page.getByText('No subscribers yet').waitFor()
    await page.route(/api\/subscribers\?/, (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('searchbox').fill('x')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute(/api\/subscribers\?/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No subscriber matches').waitFor()
    await page.goto(`${app.url}/admin/subscribers/${'0'.repeat(24)}`)
    await page.getByText('This no longer exists').first().waitFor()
  })
})
