import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../src/db/transact.ts'
import { note } from '../../src/users/audit.ts'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { changeMany } from '../support/change-many.ts'
import { expectNoSideways } from '../support/club.ts'
import type { TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, type TestBrowser, userOf } from '../support/users.ts'

describe('the page of the audit log', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin
  let club: TestPublisher
  let editor: TestBrowser
  beforeEach(async () => {
    club = await app.publisher()
    editor = await userOf(app, club, 'editor', { name: 'Ed' })
    const settings = { minimumAge: 13, fields: { first_name: 'required' } }
    await editor.put(`/widgets/${club.widgetId}`, { name: 'Juniors', settings })
    await club.put('/admin/api/publisher', { company: 'Town Rugby' })
  })

  const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
  const actions = (page: Page) => rows(page).locator('td:nth-child(2) button').allInnerTexts()

  it('shows an entry field by field', async () => {
    const { page, complaints } = await admin.enter(club, 'owner', '/audit-log')
    await page.getByRole('button', { name: 'Widget changed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Widget changed' })
    const changed = dialog.getByRole('table', { name: 'Changed fields' }).locator('tbody tr')
    await expect
      .poll(async () => (await changed.allInnerTexts()).map((text) => text.split('\t')))
      .toEqual([
        ['Name', 'Add to calendar', 'Juniors'],
        ['First name', '–', 'required'],
        ['Date of birth', '–', 'required'],
        ['Minimum age', '–', '13'],
      ])
    await dialog.getByText(editor.email).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-audit-log-entry')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await screenshot(page, 'admin-audit-log')
    await expectAccessible(page)
    expect(complaints).toEqual([])
  })

  it('names the calendars of an event, also two of the same name, and has the id of a deleted one', async () => {
    const city = await club.calendar({ name: 'City' })
    const [town, cup] = [await club.calendar({ name: 'Town' }), await club.calendar({ name: 'Town' })]
    const id = await club.event(city, { referenceType: 'cup', calendarIds: [city, town] })
    await editor.put(`/events/${id}`, { calendarIds: [town, cup] })
    const all = { addCalendarIds: [city], removeCalendarIds: [town] }
    await changeMany(editor, { filter: { referenceType: 'cup' } }, all)
    const { page, complaints } = await admin.enter(club, 'owner', '/audit-log')
    const changesOf = async (action: string) => {
      await page.getByRole('button', { name: action }).click()
      const changed = page.getByRole('dialog', { name: action }).getByRole('table', { name: /^Changed / })
      await changed.getByText('Town').first().waitFor()
      const texts = (await changed.locator('tbody tr').allInnerTexts()).map((text) => text.split(/\s*\t\s*/))
      await page.keyboard.press('Escape')
      return texts
    }
    expect(await changesOf('Event changed')).toEqual([['Calendars', 'City, Town', 'Town, Town']])
    expect(await changesOf('Events changed in bulk')).toEqual([
      [expect.stringMatching(/Calendars$/), 'Town, Town', 'Town, City'],
    ])
    await club.delete(`/calendar/${city}`)
    await page.reload()
    expect(await changesOf('Event changed')).toEqual([['Calendars', `${city}, Town`, 'Town, Town']])
    await page.getByRole('button', { name: 'Event changed' }).click()
    await expectAccessible(page)
    await screenshot(page, 'admin-audit-log-calendars')
    expect(complaints).toEqual([])
  })

  it('is filtered by who, what, when and about what, in its address', async () => {
    const { page, user } = await admin.enter(club, 'owner', '/audit-log')
    await expect.poll(() => actions(page)).toContain('Publisher settings changed')
    await page.getByRole('combobox', { name: 'Who' }).fill('Ed')
    await page.getByRole('option', { name: `Ed (${editor.email})` }).click()
    await expect.poll(() => actions(page)).toEqual(['Widget changed', 'Signed in'])
    expect(new URL(page.url()).searchParams.get('actor')).toBe(editor.id)

    await page.getByRole('combobox', { name: 'What' }).click()
    await page.getByRole('option', { name: 'Widgets' }).click()
    await expect.poll(() => actions(page)).toEqual(['Widget changed'])
    await page.reload()
    await expect.poll(() => actions(page)).toEqual(['Widget changed'])

    await page.getByLabel('Until').fill('2020-01-01')
    await page.getByText('No entry matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect.poll(() => actions(page)).toContain('Publisher settings changed')
    expect(new URL(page.url()).search).toBe('')
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
    await page.getByLabel('From').fill(today)
    await page.getByLabel('Until').fill(today)
    await expect.poll(() => actions(page)).toContain('Publisher settings changed')

    const about = page.getByRole('link', { name: 'Juniors' }).first()
    expect(await about.getAttribute('href')).toBe(`/admin/widgets/${club.widgetId}`)
    await page.getByRole('button', { name: 'Widget: all entries about it' }).first().click()
    await expect.poll(() => actions(page)).toEqual(['Widget changed'])
    await page.getByRole('button', { name: 'Show changes to everything' }).click()
    await page.getByRole('button', { name: 'First key' }).click()
    await expect.poll(() => actions(page)).toEqual(['Publisher settings changed'])
    expect(new URL(page.url()).searchParams.get('actor')).toBe(club.apiKey)
    expect(user.id).not.toBe(editor.id)
  })

  it('goes on page by page, and is downloaded as it is filtered', async () => {
    await transact(app.ctx.db, async (tx) => {
      const by = { kind: 'system' as const, id: 'test', name: 'Test', homeId: club.id, requestId: '' }
      const actor = { ...by, publisherId: club.id, at: app.ctx.now() }
      const subject = { kind: 'widget', id: club.widgetId }
      for (let n = 0; n < 60; n++) await note(tx, actor, 'widget.change', subject, { name: `${n + 1}` })
    })
    const { page } = await admin.enter(club, 'owner', '/audit-log?action=widget')
    await expect.poll(() => rows(page).count()).toBe(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows(page).count()).toBe(61)
    await page.getByText('61 entries shown').waitFor()
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Table (CSV)' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('audit-log.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(62)
    expect(lines.slice(1).every((line) => line.includes(',widget.change,'))).toBe(true)
  })

  it('is for owners alone', async () => {
    const { page, complaints } = await admin.enter(club, 'editor', '/audit-log')
    await page.getByText('Only owners see this log').waitFor()
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('fits a phone in the dark, and opens an entry with the keyboard', async () => {
    const { page } = await admin.enter(club, 'owner', '/audit-log', { ...PHONE, ...DARK })
    const entry = page.getByRole('button', { name: 'Widget changed' })
    await entry.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Widget changed' })
    await dialog.getByRole('cell', { name: 'Juniors', exact: true }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-audit-log-phone-dark')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectNoSideways(page)
    await expectAccessible(page)
  })

  it('says that it could not be read, and tries again', async () => {
    const { page } = await admin.enter(club, 'owner', '/people')
    await page.route('**/admin/api/audit-log?*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.route('**/admin/api/audit-log', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('The service has a problem').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => actions(page)).toContain('Widget changed')
  })
})
