import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { subscribedAgain } from '../support/confirming.ts'
import { send } from '../support/test-publisher.ts'
import { BEHIND_PROXY } from '../support/users.ts'

describe('links and their confirmation in the portal', () => {
  const portal = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = portal

  it('are listed in the record, and ended one by one', async () => {
    const club = await app.publisher()
    const first = await club.calendar({ name: 'First team' })
    const { svcId, email, feedUrl } = await club.subscriber('fay@example.com', [first])
    await subscribedAgain(app, club, email, [first], { application: 'Google Calendar' })
    const pending = await club.subscribe(email, [first], { application: 'Apple Calendar' })
    const { page, complaints } = await portal.enter(club, 'editor', `/subscribers/${svcId}`)
    const links = page.getByRole('table', { name: 'Links' })
    await expect.poll(() => links.locator('tbody tr').count()).toBe(3)
    await links.getByRole('row', { name: /Apple Calendar.*Pending/ }).waitFor()
    await page
      .getByRole('definition')
      .getByText(/^Confirmed \d/)
      .waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-links')
    await page.getByRole('button', { name: 'End Apple Calendar' }).click()
    await page.getByRole('dialog').getByText('All other links go on.').waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await links.getByRole('row', { name: /Apple Calendar.*Ended/ }).waitFor()
    const { calendarUrl } = pending.body as { calendarUrl: { httpsCalUrl: string } }
    expect((await send(calendarUrl.httpsCalUrl)).text).toContain('subscription ended')
    expect((await send(feedUrl)).text).not.toContain('subscription ended')
    await page.setViewportSize(PHONE.viewport)
    await expectNoSideways(page)
    await screenshot(page, 'admin-links-phone')
    expect(complaints).toEqual([])
  })

  it('the overview advises to confirm new addresses once there are private events, and follows with one click', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber('fay@example.com', [await club.calendar()])
    const { page, complaints } = await portal.enter(club, 'editor', '/')
    const advice = page.getByRole('alert', { name: 'Confirm new addresses too' })
    const policy = async () => (await club.get('/admin/api/publisher')).body.data.confirm as string
    await page.getByRole('heading', { name: 'Next events' }).waitFor()
    expect(await advice.count()).toBe(0)
    await club.privateEvent(svcId, { name: 'Your seat' })
    await page.reload()
    await advice.waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-confirm-advice')
    await advice.getByRole('button', { name: 'Leave it as it is' }).click()
    await expect.poll(() => advice.count()).toBe(0)
    await page.reload()
    await page.getByRole('heading', { name: 'Next events' }).waitFor()
    expect([await advice.count(), await policy()]).toEqual([0, 'known'])

    const other = await portal.enter(club, 'editor', '/')
    await other.page.getByRole('button', { name: 'Always confirm' }).click()
    await other.page.getByText('New addresses are confirmed from now on').waitFor()
    await expect.poll(policy).toBe('always')
    await other.page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(policy).toBe('known')
    expect(complaints).toEqual([])
  })

  it('who has to confirm is chosen in the settings and on a widget', async () => {
    const club = await app.publisher()
    const { page, complaints } = await portal.enter(club, 'editor', '/settings')
    await page.getByRole('radio', { name: 'Every address' }).check()
    await expectAccessible(page)
    await screenshot(page, 'admin-confirm-settings')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All changes saved').waitFor()
    expect((await club.get('/admin/api/publisher')).body.data.confirm).toBe('always')

    await page.goto(`${app.url}/admin/widgets/${club.widgetId}`)
    await expect.poll(() => page.getByRole('radio', { name: 'As in your settings' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'Only addresses that are already subscribed' }).check()
    await expectAccessible(page)
    await screenshot(page, 'admin-confirm-widget')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All changes saved').waitFor()
    const { settings } = (await club.get(`/admin/api/widgets/${club.widgetId}`)).body.data
    expect(settings).toEqual({ confirm: 'known' })
    expect(complaints).toEqual([])
  })
})
