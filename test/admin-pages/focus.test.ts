import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { PHONE } from '../support/browser.ts'
import type { TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, invitationTo, userOf } from '../support/users.ts'

describe('the focus in the admin portal', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin
  let club: TestPublisher
  let svcId: string
  let callback: string

  beforeAll(async () => {
    club = await app.publisher()
    await club.calendar({ name: 'First team' })
    ;({ svcId } = await club.subscriber('ann@example.com'))
    callback = (await club.callback('https://hook.example/', { name: 'Box office' })).id
    await userOf(app, club, 'viewer', { name: 'Nora' })
    await invitationTo(app, club, 'editor', { name: 'Ivo' })
  })

  /** Every menu with items that open a dialog: its place, its button, the items. */
  const MENUS: [menu: string, path: () => string, button: string, items: string[]][] = [
    ['a subscriber', () => `/subscribers/${svcId}`, 'More', ['E-mail their link', 'Erase this person']],
    ['a calendar', () => '/calendars', 'Actions for First team', ['Delete']],
    ['a person', () => '/people', 'Actions for Nora', ['Change', 'Switch off', 'Remove']],
    ['an invitation', () => '/people', 'Actions for Ivo', ['Change', 'Remove']],
    ['a callback', () => `/developers/callbacks/${callback}`, 'More actions', ['Delete']],
    ['an API key', () => '/developers/keys', 'Actions for', ['Change', 'Switch off']],
  ]

  it.each(MENUS)('goes back to the button of the menu that a dialog was opened from: %s', async (...menu) => {
    const [, pathOf, name, items] = menu
    const { page } = await admin.enter(club, 'owner', pathOf())
    const button = page.getByRole('button', { name })
    for (const item of items) {
      await button.click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
      await escapeFromDialog(page)
      await expect.poll(() => hasFocus(button), { message: item }).toBe(true)
    }
  })

  it('goes back to it by the keyboard too, on a phone, and with motion', async () => {
    const options = { ...PHONE, reducedMotion: 'no-preference' } as const
    const { page } = await admin.enter(club, 'owner', '/calendars', options)
    const button = page.getByRole('button', { name: 'Actions for First team' })
    await button.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).focus()
    await page.keyboard.press('Enter')
    await escapeFromDialog(page)
    await expect.poll(() => hasFocus(button)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Copy id' }).tap()
    await page.getByText('Copied the id').waitFor()
    await expect.poll(() => hasFocus(button)).toBe(true)
  })

  /** Buttons that open a dialog, and where they are. */
  const BUTTONS: [button: string, path: () => string][] = [
    ['Invite someone', () => '/people'],
    ['Rename or move Sports/Rugby', () => '/calendars/categories'],
    ['New widget', () => '/widgets'],
    ['Create a key', () => '/developers/keys'],
    ['Add a callback', () => '/developers/callbacks'],
    ['Unsubscribe', () => `/subscribers/${svcId}`],
    ['Change', () => `/developers/callbacks/${callback}`],
  ]

  it.each(BUTTONS)('goes back to the button that a dialog was opened from: %s', async (name, pathOf) => {
    const { page } = await admin.enter(club, 'owner', pathOf())
    const button = page.getByRole('button', { name, exact: true }).first()
    await button.click()
    await escapeFromDialog(page)
    await expect.poll(() => hasFocus(button)).toBe(true)
  })

  it('goes to the heading when what the menu belonged to is gone', async () => {
    const { page } = await admin.enter(club, 'owner', '/people')
    await userOf(app, club, 'viewer', { name: 'Leaving' })
    await page.reload()
    await page.getByRole('button', { name: 'Actions for Leaving' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Leaving is removed').waitFor()
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
  })
})

async function escapeFromDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  // It opens with the focus in it, and hears no key before.
  await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
  // The first may only close a list of suggestions.
  for (let presses = 0; presses < 2 && (await dialog.isVisible()); presses++)
    await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

function hasFocus(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element === document.activeElement)
}
