import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createRule } from '../support/alerts.ts'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, GERMAN, useClubs } from '../support/club.ts'

describe('e-mails about changes in the portal', () => {
  const clubs = useClubs('sqlite')
  const { app } = clubs

  async function clubWithFan(rule = true) {
    const { club, first } = await clubs.club()
    if (rule) await createRule(club)
    return { club, fan: await club.subscriber(undefined, [first]) }
  }
  type Fan = Awaited<ReturnType<typeof clubWithFan>>['fan']

  /** Opens the portal as the link of an e-mail does. */
  async function openFromMail({ manageUrl }: Fan, options: BrowserContextOptions = {}) {
    const token = manageUrl.split('/').at(-1)!
    const code = app.ctx.links.freshCode(
      'mail',
      app.ctx.links.read('manage', token)!,
      app.ctx.now() + 3_600_000,
    )
    return clubs.open(`/manage/${token}/fresh/${code}`, options)
  }
  /** A subscriber who has proved the address, and the portal as an e-mail opened it. */
  async function confirmedPortal(options: BrowserContextOptions = {}) {
    const { fan } = await clubWithFan()
    const asked = await openFromMail(fan)
    await asked.page.getByRole('button', { name: 'Yes, this is my address' }).click()
    await asked.page.getByText('The address is confirmed').waitFor()
    return { fan, ...(await openFromMail(fan, options)) }
  }
  const stored = async ({ svcId }: Fan) =>
    app.ctx.db
      .selectFrom('subscriber')
      .select(['alerts', 'language', 'mail_refusals'])
      .where('id', '=', svcId)
      .executeTakeFirstOrThrow()
  const alertsSwitch = (page: Page) => page.getByRole('checkbox', { name: /^Tell me by e-mail/ })
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

  it('are offered once the address is confirmed, and switched off and on with the other choices', async () => {
    const { fan } = await clubWithFan()
    const { page, complaints } = await openFromMail(fan)
    await page.getByRole('heading', { name: 'Reminders' }).waitFor()
    expect(await alertsSwitch(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Yes, this is my address' }).click()
    await alertsSwitch(page).waitFor()
    expect(await alertsSwitch(page).isChecked()).toBe(true)

    await alertsSwitch(page).uncheck()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => alertsSwitch(page).isChecked()).toBe(true)
    await alertsSwitch(page).focus()
    await page.keyboard.press('Space')
    await save(page)
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await stored(fan)).toMatchObject({ alerts: 'off', language: 'en' })
    await expectAccessible(page)

    await page.reload()
    await alertsSwitch(page).waitFor()
    expect(await alertsSwitch(page).isChecked()).toBe(false)
    await alertsSwitch(page).check()
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await save(page)
    await page.getByText('Saved. Your calendar will show the change').waitFor()
    expect(await stored(fan)).toMatchObject({ alerts: 'on' })
    expect(complaints).toEqual([])
  })

  it('are not offered by a forwarded link, nor where the publisher sends none', async () => {
    const { fan } = await confirmedPortal()
    const token = fan.manageUrl.split('/').at(-1)!
    await app.ctx.db
      .updateTable('feed_link')
      .set({ fresh_until: null })
      .where('subscriber_id', '=', fan.svcId)
      .execute()
    const forwarded = await clubs.open(`/manage/${token}`)
    await forwarded.page.getByRole('heading', { name: 'Reminders' }).waitFor()
    expect(await alertsSwitch(forwarded.page).count()).toBe(0)

    const none = await clubWithFan(false)
    const { page } = await openFromMail(none.fan)
    await page.getByRole('button', { name: 'Yes, this is my address' }).click()
    await page.getByText('The address is confirmed').waitFor()
    expect(await alertsSwitch(page).count()).toBe(0)
  })

  it('say that the hour is over, and change nothing then', async () => {
    const { fan, page } = await confirmedPortal()
    await alertsSwitch(page).uncheck()
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await page.context().clearCookies()
    await app.ctx.db
      .updateTable('feed_link')
      .set({ fresh_until: null })
      .where('subscriber_id', '=', fan.svcId)
      .execute()
    await save(page)
    await page.getByText('the hour after your e-mail is over').waitFor()
    expect(await stored(fan)).toMatchObject({ alerts: 'on' })
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Juniors' }).isChecked()).toBe(false)
    expect(await alertsSwitch(page).count()).toBe(0)
  })

  it('that the mail server refused are switched on again', async () => {
    const { fan } = await confirmedPortal()
    await app.ctx.db
      .updateTable('subscriber')
      .set({ alerts: 'refused', mail_refusals: 3 })
      .where('id', '=', fan.svcId)
      .execute()
    const { page, complaints } = await openFromMail(fan)
    await page.getByText('The mail server refused your address several times').waitFor()
    expect(await alertsSwitch(page).isChecked()).toBe(false)
    await expectAccessible(page)
    await screenshot(page, 'portal-alerts-refused')
    await alertsSwitch(page).check()
    await save(page)
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await stored(fan)).toEqual({ alerts: 'on', language: 'en', mail_refusals: 0 })
    expect(complaints).toEqual([])
  })

  it.each<[string, BrowserContextOptions, string]>([
    ['desktop', {}, 'E-mails about changes'],
    ['phone', PHONE, 'E-mails about changes'],
    ['narrow', { ...NARROW, ...GERMAN }, 'E-Mails über Änderungen'],
    ['dark', DARK, 'E-mails about changes'],
    ['arabic', { ...PHONE, ...ARABIC }, 'رسائل عن التغييرات'],
  ])('fit: %s', async (name, options, title) => {
    const { page, complaints } = await confirmedPortal(options)
    const heading = page.getByRole('heading', { name: title })
    await heading.waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, `portal-alerts-${name}`)
    expect(complaints).toEqual([])
  })
})
