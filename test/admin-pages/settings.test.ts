import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { BEHIND_PROXY } from '../support/users.ts'

describe('settings in the admin portal', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin

  it('are changed, checked while typing, with a preview of the colours', async () => {
    const club = await app.publisher()
    const { page, complaints } = await admin.enter(club, 'editor', '/settings')
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect.poll(() => name.inputValue()).toBe('City Rugby')
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await name.fill('')
    await page.getByText('Enter a name. People see it in their calendars').waitFor()
    await name.fill('Town Rugby')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('dublin')
    await page.getByRole('option', { name: 'Europe/Dublin' }).click()
    await page.getByRole('textbox', { name: 'First colour', exact: true }).fill('#ffee00')
    await page.getByText('First colour: darkened on light pages').waitFor()
    // The colour on white is a darker one than the yellow that was chosen.
    const accent = await page
      .getByRole('img', { name: 'Your pages in light mode' })
      .evaluate((look) => getComputedStyle(look).getPropertyValue('--look-accent'))
    expect(accent).toMatch(/^#[0-9a-f]{6}$/)
    expect(accent).not.toBe('#ffee00')
    const notice = page.getByRole('textbox', { name: 'Privacy notice' })
    await notice.fill('example.com')
    await page.getByText('Enter the full address of a page').waitFor()
    await notice.fill('https://example.com/privacy')
    await page.getByLabel('Days back').fill('30')
    await page.getByRole('radio', { name: 'Keep it and mark the title' }).waitFor()
    await page.getByRole('textbox', { name: 'Mark before the title' }).fill('Off')
    await page.getByText('“Off: City v Town”').waitFor()
    await page.getByRole('radio', { name: 'Remove it from calendars' }).check()
    await page.getByText('Unsaved changes').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-settings')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0)
    expect((await club.get('/admin/api/publisher')).body.data).toMatchObject({
      ...{
        company: 'Town Rugby',
        timezone: 'Europe/Dublin',
        displayPrimaryColor: '#ffee00',
        feedPastDays: 30,
      },
      ...{ privacyNotice: 'https://example.com/privacy', imprint: '' },
      ...{ feedFutureDays: null, cancelledEvents: 'remove', cancelledMark: 'Off' },
    })
    // The header knows the new name.
    await page.getByRole('banner').getByText('Town Rugby').waitFor()
    expect(complaints).toEqual([])
  })

  it('say at the field what the service refused, and keep what was typed', async () => {
    const club = await app.publisher()
    const { page } = await admin.enter(club, 'editor', '/settings')
    const logo = page.getByRole('textbox', { name: 'Logo', exact: true })
    await logo.fill('https://example.com/new.png')
    await page.route('**/admin/api/publisher', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your input is kept').waitFor()
    expect(await logo.inputValue()).toBe('https://example.com/new.png')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => logo.inputValue()).toBe('')
  })

  it('fit a phone in the dark, by keyboard', async () => {
    const club = await app.publisher()
    const { page } = await admin.enter(club, 'owner', '/settings', { ...PHONE, ...DARK })
    const mark = page.getByRole('radio', { name: 'Keep it and mark the title' })
    await mark.focus()
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => page.getByRole('radio', { name: 'Keep it with the status “cancelled”' }).isChecked())
      .toBe(true)
    await page.getByText('Google Calendar hides it without a notice.').waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'portal-settings-phone')
    await page.getByRole('textbox', { name: 'Name' }).press('Enter')
    await expect
      .poll(async () => (await club.get('/admin/api/publisher')).body.data.cancelledEvents)
      .toBe('strike')
  })

  it('are only looked at by viewers', async () => {
    const club = await app.publisher()
    const { page } = await admin.enter(club, 'viewer', '/settings')
    await page.getByText('Editors and owners can change this').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).isEditable()).toBe(false)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(await page.getByRole('radio', { name: 'Remove it from calendars' }).isDisabled()).toBe(true)
    await expectAccessible(page)
  })
})
