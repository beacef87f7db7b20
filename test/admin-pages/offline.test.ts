import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { expectAccessible, PHONE, screenshot } from '../support/browser.ts'

describe('the admin portal without a connection', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin

  it.each([
    ['desktop', {}],
    ['phone', PHONE],
  ])('says so in place of a list, and shows it once there is one: %s', async (name, over) => {
    const club = await app.publisher()
    await club.calendar({ name: 'First team' })
    const { page } = await admin.enter(club, 'editor', '/subscribers', over)
    await page.getByText('No subscribers yet').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('searchbox').fill('alice')
    const alert = page.getByRole('alert')
    await alert.getByText('You are offline').waitFor()
    await page.getByText('Nothing is saved until you are back').waitFor()
    expect(await page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
    await expectAccessible(page)
    await screenshot(page, `offline-${name}`)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.getByText('You are offline').waitFor()
    await page.context().setOffline(false)
    await page.getByText('No subscriber matches').waitFor()
    expect(await alert.count()).toBe(0)
    expect(await page.getByText('Nothing is saved').count()).toBe(0)
  })

  it('says so over a form, keeps what was typed, and saves it once there is one', async () => {
    const club = await app.publisher()
    const id = await club.calendar({ name: 'First team' })
    const { page } = await admin.enter(club, 'editor', `/calendars/${id}`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Second team')
    await page.context().setOffline(true)
    await page.getByText('You are offline. Nothing is saved until you are back.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Try again once you have a connection').waitFor()
    await page.context().setOffline(false)
    expect(await name.inputValue()).toBe('Second team')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await club.get(`/calendar/${id}`)).body.data.name).toBe('Second team')
  })

  it('says so at a place that was not loaded before, and goes there once there is one', async () => {
    const club = await app.publisher()
    const { page } = await admin.enter(club, 'editor', '/')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('alert').getByText('You are offline').waitFor()
    await screenshot(page, 'offline-place')
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  })
})
