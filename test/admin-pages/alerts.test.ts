import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { alertsOf, confirmedFan, createRule, GOOGLE, IOS, read, told } from '../support/alerts.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { type SmtpReceiver, smtpReceiver } from '../support/smtp-receiver.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ARABIC = 'الفريق الأول'

describe('alerts in the admin portal', () => {
  let now = Date.now()
  let answer: ((command: string) => string | undefined) | undefined
  let receiver: SmtpReceiver
  let smtpUrl = ''
  beforeAll(async () => {
    receiver = await smtpReceiver({ answer: (command) => answer?.(command) })
    smtpUrl = receiver.url
  })
  afterAll(() => receiver.close())
  const admin = useAdminPortal('sqlite', {
    ...BEHIND_PROXY,
    now: () => now,
    config: (config) => ({
      ...BEHIND_PROXY.config(config),
      mail: {
        ...config.mail,
        get smtpUrl() {
          return smtpUrl
        },
        from: { name: undefined, address: 'calendars@fasti.test' },
      },
    }),
  })
  const { app } = admin
  beforeEach(() => {
    now = Date.now()
    answer = undefined
    receiver.mails.length = 0
  })

  /** A match in a day, and two subscribers who can be told. */
  async function startClub(name = 'First team') {
    const club = await app.publisher({ company: 'Riverside FC' })
    const calendarId = await club.calendar({ name })
    const start = new Date(now + 24 * HOUR).toISOString()
    const day = start.slice(0, 10)
    const times = { startDate: day, startTime: start.slice(11, 16), endDate: day, endTime: '23:59' }
    const event = (title: string, over: Json = {}) =>
      club.event(calendarId, { name: title, location: 'City Ground', timezone: 'UTC', ...times, ...over })
    const id = await event('City v Town')
    const fan = async (email: string, application: string) => {
      const one = await confirmedFan(app, club, email, [calendarId])
      await read(app, one.feedUrl, application)
      return one
    }
    const fast = await fan('fast@example.com', IOS)
    const slow = await fan('slow@example.com', GOOGLE)
    receiver.mails.length = 0
    return { club, calendarId, event, fan, id, fast, slow, run: alertsOf(app) }
  }
  const change = async (club: TestPublisher, id: string, over: Json) =>
    expect(await club.put(`/event/${id}`, over)).toMatchObject({ status: 200 })
  const rules = async (club: TestPublisher): Promise<Json[]> =>
    (await club.get('/admin/api/alert-rules')).body.data
  const pathOf = async (club: TestPublisher) => {
    const { revision, calendarId } = (await club.get('/admin/api/changes')).body.data[0]
    return `/changes/${revision}/${calendarId}`
  }
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const offer = (page: Page) => page.getByRole('heading', { name: 'Tell those who still have the old time' })

  it('are offered after a change, shown as the mail they are, and switched on', async () => {
    const { club, id } = await startClub()
    const { page, complaints } = await admin.enter(club, 'editor', '/changes')
    await page.getByText('No event has been changed yet').waitFor()
    expect(await offer(page).count()).toBe(0)
    await change(club, id, { location: 'Lake Ground' })
    await offer(page).waitFor()
    await screenshot(page, 'admin-changes-offer')
    await expectAccessible(page)

    await button(page, 'Look at the mail').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'The mail' })
    const mail = dialog.frameLocator('iframe')
    await mail.getByRole('heading', { name: 'City v Town' }).waitFor()
    await mail.getByText('Lake Ground').waitFor()
    const style = () =>
      mail.locator('a.button').evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await style()).toBe('rgb(166, 58, 34)')
    expect(await mail.locator('a[href]').count()).toBe(0)
    await screenshot(page, 'admin-alert-mail')
    await expectAccessible(page)
    await dialog.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await mail.getByText('Neuer Ort').first().waitFor()
    await dialog.getByText('As plain text').click()
    await dialog.getByLabel('Text of the mail').getByText('Lake Ground').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Look at the mail')

    await button(page, 'Switch on').click()
    await page.getByText('Switched on.').waitFor()
    await offer(page).waitFor({ state: 'detached' })
    const { suggested } = (await club.get('/admin/api/alert-rules')).body
    expect(await rules(club)).toMatchObject([{ ...suggested, active: true }])
    expect(complaints).toEqual([])
  })

  it('have a rule that is changed in a form, with what is refused at its field', async () => {
    const { club } = await startClub(ARABIC)
    const lost = await club.calendar({ name: 'Women' })
    await createRule(club, {
      withinHours: 48,
      grace: 60,
      leastMove: 15,
      quietHours: { from: '22:00', to: '07:00' },
    })
    const { page, complaints } = await admin.enter(club, 'editor', '/changes')
    await page.getByRole('tab', { name: 'Alerts' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
    await page
      .getByText('When an event moves by 15 minutes or more, gets another place, is cancelled,')
      .waitFor()
    await page.getByText('22:00 to 07:00 (Europe/London)').waitFor()
    await page.getByText('Nobody was told of a change yet').waitFor()
    await screenshot(page, 'admin-alerts-empty')
    await expectAccessible(page)

    await button(page, 'Change the rule').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Change the rule' })
    await dialog.getByRole('radio', { name: 'Only these' }).check()
    const choose = async (name: string) => {
      await dialog.getByRole('combobox', { name: 'Only these calendars' }).click()
      await page.getByRole('option', { name }).click()
    }
    await choose(ARABIC)
    await choose('Women')
    await page.keyboard.press('Escape')
    await dialog.getByRole('checkbox', { name: 'It gets another place' }).uncheck()
    await dialog.getByRole('checkbox', { name: 'It gets another title' }).check()
    const hours = dialog.getByRole('textbox', { name: 'Hours before the start' })
    await hours.fill('400')
    await dialog.getByText('Enter a number from 1 to 336.').waitFor()
    await button(page, 'Save').click()
    await expect.poll(() => hours.evaluate((field) => document.activeElement === field)).toBe(true)
    await hours.fill('24')
    await dialog.getByRole('textbox', { name: 'Wait after a change, in minutes' }).fill('0')
    await dialog.getByLabel('To', { exact: true }).fill('22:00')
    await page.setViewportSize({ width: 1280, height: 1500 })
    await screenshot(page, 'admin-alert-rule')
    // The head of the dialog lies over what is scrolled below it.
    await dialog
      .getByRole('radio', { name: 'Only these' })
      .evaluate((radio) => radio.scrollIntoView({ block: 'center' }))
    await expectAccessible(page)
    await button(page, 'Save').click()
    const from = dialog.getByLabel('From', { exact: true })
    await dialog.getByText('The quiet hours must begin and end at different times').waitFor()
    await expect.poll(() => from.evaluate((field) => document.activeElement === field)).toBe(true)
    await dialog.getByRole('checkbox', { name: 'Quiet hours' }).uncheck()
    // Somebody else deletes a calendar meanwhile.
    await club.delete(`/calendar/${lost}`)
    await button(page, 'Save').click()
    await dialog.getByText('There is no such calendar').waitFor()
    await dialog.getByRole('combobox', { name: 'Only these calendars' }).focus()
    await page.keyboard.press('Backspace')
    await button(page, 'Save').click()
    await dialog.waitFor({ state: 'detached' })
    expect(await rules(club)).toMatchObject([
      {
        ...{ withinHours: 24, grace: 0, quietHours: null, active: true },
        kinds: expect.arrayContaining(['title', 'moved']),
        calendarIds: [expect.any(String)],
      },
    ])
    expect((await rules(club))[0]!.kinds).not.toContain('place')
    await page.getByText(ARABIC).waitFor()
    await screenshot(page, 'admin-alerts-rule')

    await button(page, 'Switch off').click()
    await page.getByText('Off', { exact: true }).waitFor()
    await button(page, 'Undo').click()
    await page.getByText('On', { exact: true }).waitFor()
    await button(page, 'Add a rule').click()
    await button(page, 'Add the rule').click()
    await page.getByText('The first one that fits a change decides').waitFor()
    await button(page, 'Delete rule 1').click()
    await page.getByRole('dialog').getByText('Changes that wait to be told by it are not told.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The rule is deleted').waitFor()
    expect(await rules(club)).toMatchObject([{ withinHours: 48, calendarIds: null }])
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  /** An alert that waits for a yes: three events have another place. */
  async function asking() {
    const setting = await startClub()
    const { club, event, fan, run } = setting
    await createRule(club, { askAbove: 1 })
    const ids: string[] = []
    for (let i = 1; i <= 3; i++) ids.push(await event(`City v Town ${i}`))
    await fan('third@example.com', GOOGLE)
    now += MINUTE
    for (const id of ids) await change(club, id, { location: 'Lake Ground' })
    await run()
    return setting
  }
  const question = (page: Page) =>
    page.getByRole('alert').filter({ hasText: '3 people would be told of 3 changes' })

  it('ask before they tell many, also on the overview, and tell after a yes', async () => {
    const { club, run } = await asking()
    const { page, complaints } = await admin.enter(club, 'editor', '/')
    await question(page).getByText('City v Town 1').waitFor()
    await screenshot(page, 'admin-overview-asking')
    await expectAccessible(page)
    await page.goto(`${app.url}/admin/changes/alerts`)
    await question(page).waitFor()
    await page.getByRole('table').getByText('Waits for your yes').filter({ visible: true }).waitFor()
    await screenshot(page, 'admin-alerts-asking')
    await expectAccessible(page)
    expect(told(receiver.mails)).toEqual([])
    await button(page, 'Tell them').focus()
    await page.keyboard.press('Enter')
    await question(page).waitFor({ state: 'detached' })
    const row = page.getByRole('table').locator('tbody tr').first()
    await row.getByText('Sending').filter({ visible: true }).waitFor()
    await screenshot(page, 'admin-alerts-sending')
    await expectAccessible(page)
    await run()
    await row.getByText('3 told').filter({ visible: true }).waitFor()
    await row.getByText('Done').filter({ visible: true }).waitFor()
    expect(told(receiver.mails)).toHaveLength(9)
    expect(complaints).toEqual([])
  })

  it('are dismissed, and stopped while they go out', async () => {
    const { club, id, run } = await asking()
    const { page } = await admin.enter(club, 'editor', '/changes/alerts')
    await button(page, 'Don’t tell them').click()
    await question(page).waitFor({ state: 'detached' })
    const row = page.getByRole('table').locator('tbody tr').first()
    await row.getByText('Stopped').filter({ visible: true }).waitFor()
    await row.getByText('3 not told').filter({ visible: true }).waitFor()

    answer = (command) => (command.startsWith('RCPT') ? '451 4.3.0 later' : undefined)
    const [first] = await rules(club)
    const { id: _id, created: _created, ...rule } = first!
    await club.put(`/admin/api/alert-rules/${first!.id}`, { ...rule, askAbove: 500 })
    now += HOUR
    await change(club, id, { location: 'Hill Ground' })
    await run()
    await page.reload()
    await row.getByText('Sending').filter({ visible: true }).waitFor()
    await row.getByRole('button', { name: 'Stop' }).filter({ visible: true }).click()
    await page.getByRole('dialog').getByText('people will not be told').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await row.getByText('Stopped').filter({ visible: true }).waitFor()
    answer = undefined
    now += HOUR
    await run()
    expect(told(receiver.mails)).toEqual([])
  })

  it('are sent by hand from the page of a change, after a look at the mail', async () => {
    const { club, id, fast, run } = await startClub()
    now += MINUTE
    await change(club, id, { location: 'Lake Ground' })
    await read(app, fast.feedUrl)
    now += MINUTE
    const { page, complaints } = await admin.enter(club, 'editor', await pathOf(club))
    const tell = button(page, 'Tell the other one')
    await tell.waitFor()
    await screenshot(page, 'admin-change-tell')
    await expectAccessible(page)
    await tell.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Tell 1 person?' })
    await dialog.frameLocator('iframe').getByText('Lake Ground').waitFor()
    await screenshot(page, 'admin-change-tell-dialog')
    await expectAccessible(page)
    expect((await club.get('/admin/api/alerts')).body.data).toEqual([])
    await button(page, 'Tell them now').click()
    await dialog.waitFor({ state: 'detached' })
    const part = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Tell the others' }) })
    await part.getByText('Looking who to tell').waitFor()
    expect(await tell.count()).toBe(0)
    await run()
    await part.getByText('1 told').waitFor()
    await part.getByText('There is nobody to tell.').waitFor()
    expect(told(receiver.mails).map(([to]) => to)).toEqual(['slow@example.com'])
    await screenshot(page, 'admin-change-told')
    expect(complaints).toEqual([])
  })

  it('say in words why there is nothing to tell', async () => {
    const { club, id } = await startClub()
    await change(club, id, { details: 'Bring a coat.' })
    const { page } = await admin.enter(club, 'editor', await pathOf(club))
    await page.getByText('Only details changed. Nobody is told of those').waitFor()
    now += MINUTE
    await change(club, id, { location: 'Lake Ground' })
    const path = await pathOf(club)
    await page.goto(`${app.url}/admin${path}`)
    await button(page, 'Tell the other 2').waitFor()
    now += MINUTE
    await change(club, id, { location: 'City Ground' })
    await page.goto(`${app.url}/admin${path}`)
    await page.getByText('There is nobody to tell.').waitFor()
    now += MINUTE
    const begun = new Date(now - HOUR).toISOString()
    await change(club, id, { startDate: begun.slice(0, 10), startTime: begun.slice(11, 16) })
    await change(club, id, { location: 'Hill Ground' })
    await page.goto(`${app.url}/admin${await pathOf(club)}`)
    await page.getByText('The event has begun, so nobody is told.').waitFor()
  })

  it('are seen by viewers, who change nothing', async () => {
    const { club, run } = await asking()
    const { page } = await admin.enter(club, 'viewer', '/changes/alerts')
    await question(page).getByText('An editor or an owner can decide.').waitFor()
    await page.getByText('City v Town 1').first().waitFor()
    for (const name of [
      'Tell them',
      'Don’t tell them',
      'Change the rule',
      'Switch off',
      'Delete the rule',
      'Add a rule',
    ])
      expect(await button(page, name).count(), name).toBe(0)
    await button(page, 'Look at the mail').waitFor()
    await page.goto(`${app.url}/admin${await pathOf(club)}`)
    await page.getByRole('heading', { name: 'Tell the others' }).waitFor()
    expect(await page.getByRole('button', { name: /^Tell the other/ }).count()).toBe(0)
    await run()
    expect(told(receiver.mails)).toEqual([])
    const viewer = await userOf(app, club, 'viewer')
    const [alert] = (await viewer.get('/alerts')).body.data
    expect(await viewer.post(`/alerts/${alert.id}/agree`)).toMatchObject({ status: 403 })
  })

  it('fit on a phone, in the dark, with names that run from right to left', async () => {
    const { club, id, event, run } = await startClub(ARABIC)
    // Not at the hour of the test, which is that of the machine.
    const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)
    await createRule(club, { quietHours: { from: clock(now + 6 * HOUR), to: clock(now + 14 * HOUR) } })
    const other = await event('المدينة ضد البلدة')
    now += MINUTE
    await change(club, other, { location: 'ملعب البحيرة' })
    await run()
    now += HOUR
    await change(club, id, { name: `City v ${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}` })
    await change(club, id, { location: 'Lake Ground' })
    const { page, complaints } = await admin.enter(club, 'editor', '/changes/alerts', { ...PHONE, ...DARK })
    await page.getByText('Done').filter({ visible: true }).waitFor()
    await expectNoSideways(page)
    await screenshot(page, 'admin-alerts-phone-dark')
    await expectAccessible(page)
    await button(page, 'Change the rule').click()
    await page.getByRole('dialog').getByText('Least move').waitFor()
    await expectNoSideways(page)
    await screenshot(page, 'admin-alert-rule-phone-dark')
    await expectAccessible(page)
    await button(page, 'Cancel').click()
    await button(page, 'Look at the mail').click()
    await page.frameLocator('iframe').getByText('Lake Ground').waitFor()
    await screenshot(page, 'admin-alert-mail-phone-dark')
    await page.goto(`${app.url}/admin${await pathOf(club)}`)
    await button(page, /^Tell the other/).waitFor()
    await expectNoSideways(page)
    await screenshot(page, 'admin-change-tell-phone-dark')
    await expectAccessible(page)
    expect(complaints).toEqual([])
  })
})
