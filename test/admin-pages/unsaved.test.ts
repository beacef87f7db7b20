import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { headingOf, useAdminPortal } from '../support/admin-portal.ts'
import { PHONE } from '../support/browser.ts'
import type { TestPublisher } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY } from '../support/users.ts'

describe('leaving a page with unsaved changes', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin

  /** Each place with a form that guards its changes: its address, and a field to change. */
  const PLACES: [name: string, path: (club: TestPublisher) => Promise<string> | string, field: string][] = [
    ['settings', () => '/settings', 'Name'],
    ['a calendar', async (club) => `/calendars/${await club.calendar()}`, 'Note'],
    [
      'an event',
      async (club) => `/events/${await club.event(await club.calendar(), { name: 'Derby' })}`,
      'Place',
    ],
    ['a widget', (club) => `/widgets/${club.widgetId}`, 'Name'],
  ]

  /** Opens the place, changes the field and asks for another page. */
  async function changeAndGo(place: (typeof PLACES)[number], over = {}) {
    const [, pathOf, field] = place
    const club = await app.publisher()
    const { page } = await admin.enter(club, 'editor', await pathOf(club), over)
    const changes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !new URL(request.url()).pathname.endsWith('/preview'))
        changes.push(request.url())
    })
    const input = page.getByRole('textbox', { name: field, exact: true })
    await input.fill('Half a thought')
    await goTo(page, 'People')
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.waitFor()
    return { club, page, dialog, input, changes, before: (await auditOf(app, club.id)).length }
  }

  async function goTo(page: Page, place: string) {
    const menu = page.getByRole('button', { name: 'Open the menu' })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('link', { name: place }).click()
  }

  it.each(PLACES)('saves nothing when one leaves: %s', async (...place) => {
    const { club, page, dialog, changes, before } = await changeAndGo(place)
    const publisher = (await club.get('/admin/api/publisher')).body.data
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect.poll(() => headingOf(page)).toBe('People')
    await page.waitForLoadState('networkidle')
    expect(changes).toEqual([])
    expect(await auditOf(app, club.id)).toHaveLength(before)
    expect((await club.get('/admin/api/publisher')).body.data).toEqual(publisher)
  })

  it.each(PLACES)('keeps what was typed when one stays: %s', async (...place) => {
    const { page, dialog, input, changes } = await changeAndGo(place)
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await input.inputValue()).toBe('Half a thought')
    await page.waitForLoadState('networkidle')
    expect(changes).toEqual([])
  })

  it('saves nothing on a phone, by the keyboard', async () => {
    const { club, page, dialog, changes, before } = await changeAndGo(PLACES[0]!, PHONE)
    await dialog.getByRole('button', { name: 'Leave' }).press('Enter')
    await expect.poll(() => headingOf(page)).toBe('People')
    await page.waitForLoadState('networkidle')
    expect(changes).toEqual([])
    expect(await auditOf(app, club.id)).toHaveLength(before)
  })
})
