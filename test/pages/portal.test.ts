import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, screenshot } from '../support/browser.ts'
import { expectLight, notificationsOf, readFeed, useClubs } from '../support/club.ts'
import { DATABASES } from '../support/databases.ts'

describe.each(DATABASES)('the portal on %s', (kind) => {
  const clubs = useClubs(kind)

  async function portalOfFan(calendars: ('first' | 'juniors')[] = ['first']) {
    const { club, ...ids } = await clubs.club()
    const fan = await club.subscriber(
      undefined,
      calendars.map((name) => ids[name]),
    )
    const tab = await clubs.open(fan.manageUrl)
    return { club, fan, ...ids, ...tab }
  }

  it('says whose it is and what is switched on', async () => {
    const { page, fan, complaints } = await portalOfFan()
    await page.getByRole('heading', { name: 'Your calendar of City Rugby' }).waitFor()
    await expect.poll(() => page.getByText(`You follow City Rugby as ${fan.email}.`).isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('checkbox', { name: 'First team' }).isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Juniors' }).isChecked()).toBe(false)
    await expect.poll(() => saveButton(page).count()).toBe(0)
    await expectLight(page)
    await expectAccessible(page)
    await screenshot(page, 'portal')
    expect(complaints).toEqual([])
  })

  it('switches calendars, saves them as one, and tells the publisher', async () => {
    const { page, club, fan, juniors } = await portalOfFan()
    await page.getByRole('checkbox', { name: 'First team' }).uncheck()
    await page.getByText('Nothing is switched on').waitFor()
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await page.getByText('Unsaved changes').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-unsaved')
    expect((await readFeed(fan.feedUrl)).map(({ summary }) => summary)).toEqual(['City v Town'])

    await saveButton(page).dblclick()
    await page.getByText('Saved. Your calendar will show the change').waitFor()
    await expect.poll(() => saveButton(page).count()).toBe(0)
    await expectAccessible(page)
    await screenshot(page, 'portal-saved')
    expect((await readFeed(fan.feedUrl)).map(({ summary }) => summary)).toEqual(['Summer camp'])
    const [, removed, added, ...more] = await notificationsOf(club)
    expect([removed!.kind, added!.kind, more]).toEqual(['schedules-removed', 'schedules-added', []])
    expect(added!.payload).toMatchObject({ svcId: fan.svcId, calendarIds: { 0: juniors } })

    await page.reload()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Juniors' }).isChecked()).toBe(true)
  })

  it('undoes what was not saved', async () => {
    const { page, club } = await portalOfFan()
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await page.getByRole('radio', { name: 'None' }).check()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Juniors' }).isChecked()).toBe(false)
    await expect.poll(() => page.getByRole('radio', { name: 'As set by City Rugby' }).isChecked()).toBe(true)
    await expect.poll(() => saveButton(page).count()).toBe(0)
    expect(await notificationsOf(club)).toHaveLength(1)
  })

  it('chooses reminders: none, own ones, the publisher’s again', async () => {
    const { page, fan } = await portalOfFan(['juniors'])
    const alarms = async () => (await readFeed(fan.feedUrl))[0]!.alarms.map((alarm) => alarm.split(' ')[0])
    const save = async () => {
      await saveButton(page).click()
      await page.getByText('Saved. Your calendar will show the change').waitFor()
    }
    expect(await alarms()).toEqual(['-PT30M'])

    await page.getByRole('radio', { name: 'None' }).check()
    await save()
    expect(await alarms()).toEqual([])

    await page.getByRole('radio', { name: 'My own' }).check()
    await page.getByLabel('First reminder').selectOption('2 hours before')
    await page.getByLabel('Second reminder').selectOption('1 day before')
    await expectAccessible(page)
    await screenshot(page, 'portal-reminders')
    await save()
    expect(await alarms()).toEqual(['-PT2H', '-P1D'])

    await page.reload()
    await expect.poll(() => page.getByLabel('Second reminder').inputValue()).toBe('1D')
    await page.getByLabel('Second reminder').selectOption('None')
    await save()
    expect(await alarms()).toEqual(['-PT2H'])
    await page.getByRole('radio', { name: 'As set by City Rugby' }).check()
    await save()
    expect(await alarms()).toEqual(['-PT30M'])
  })

  it('replaces the link, and the address with it', async () => {
    const { page, fan, complaints } = await portalOfFan()
    await page.getByRole('link', { name: 'New link' }).click()
    await page.getByText('All your links stop working at once').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-fresh')
    await page.getByRole('button', { name: 'Yes, replace all links' }).dblclick()

    await page.getByRole('heading', { name: 'Your new link' }).waitFor()
    await expect.poll(() => focusedText(page)).toBe('Your new link')
    const link = await page.getByLabel('Your link').first().inputValue()
    expect((await readFeed(link)).map(({ summary }) => summary)).toEqual(['City v Town'])
    expect((await readFeed(fan.feedUrl))[0]!.summary).not.toBe('City v Town')
    await expectAccessible(page)
    await screenshot(page, 'portal-fresh-done')

    const token = new URL(page.url()).pathname
    expect(fan.manageUrl).not.toContain(token)
    await page.goBack()
    await page.getByRole('heading', { name: 'Calendars' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(token)
    await page.reload()
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await saveButton(page).click()
    await page.getByText('Saved. Your calendar will show the change').waitFor()
    expect(await readFeed(link)).toHaveLength(2)
    expect(complaints).toEqual([])
  })

  it('unsubscribes after saying what happens, once, and shows the way back', async () => {
    const { page, club, fan, complaints } = await portalOfFan()
    await page.getByRole('link', { name: 'Unsubscribe' }).click()
    await page.getByText('City Rugby is told that you unsubscribed.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-leave')
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('heading', { name: 'Calendars' }).waitFor()
    await expect.poll(() => focusedText(page)).toContain('Unsubscribe')
    expect(await notificationsOf(club)).toHaveLength(1)

    await page.getByRole('link', { name: 'Unsubscribe' }).click()
    await page.getByRole('button', { name: 'Yes, unsubscribe' }).dblclick()
    await page.getByRole('heading', { name: 'You have unsubscribed' }).waitFor()
    await expect.poll(() => focusedText(page)).toBe('You have unsubscribed')
    await expectAccessible(page)
    await screenshot(page, 'portal-left')
    expect((await notificationsOf(club)).map(({ kind }) => kind)).toEqual(['subscribe', 'unsubscribe'])
    const [notice, ...rest] = await readFeed(fan.feedUrl)
    expect([notice!.summary, rest]).not.toEqual(['City v Town', []])

    // Going back leads to no screen that pretends otherwise.
    await page.goBack()
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('You have unsubscribed')
    await page.getByRole('link', { name: 'Subscribe again' }).click()
    await page.waitForURL(`**/w/${club.widgetId}`)
    expect(complaints).toEqual([])
  })

  it('gives all that is stored as a file', async () => {
    const { page, fan } = await portalOfFan()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'My data' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('my-data.json')
    const stream = await download.createReadStream()
    const text = (await stream.toArray()).join('')
    expect(JSON.parse(text)).toMatchObject({ email: fan.email })
    expect(text).not.toContain(fan.svcId)
  })

  it('adds the calendar to another application, also when an address leads there', async () => {
    const { page, fan, complaints } = await portalOfFan()
    await page.getByRole('link', { name: 'Add to another calendar' }).click()
    await page.getByRole('button', { name: 'Outlook.com' }).click()
    const link = page.getByRole('link', { name: 'Add to Outlook.com' })
    await expect.poll(() => link.getAttribute('href')).toBe(fan.record.calendarUrl.outlookcomUrl)
    await expectAccessible(page)
    await screenshot(page, 'portal-add')
    await page.getByRole('button', { name: 'My phone' }).click()
    await page.getByRole('img', { name: 'Code that opens your calendar' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Calendars' }).waitFor()

    await using other = await clubs.open(`${fan.manageUrl}#add`)
    await other.page.getByRole('heading', { name: 'Add to another calendar' }).waitFor()
    await other.page.getByRole('button', { name: 'Back' }).click()
    await other.page.getByRole('heading', { name: 'Calendars' }).waitFor()
    expect(complaints).toEqual([])
  })
})

function saveButton(page: Page) {
  return page.getByRole('button', { name: 'Save', exact: true })
}

function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '')
}
