import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, screenshot } from '../support/browser.ts'
import { notificationsOf, useClubs } from '../support/club.ts'
import { send } from '../support/test-publisher.ts'

describe('when something is wrong, the portal', () => {
  const clubs = useClubs('sqlite')

  async function portalOfFan() {
    const { club, ...ids } = await clubs.club()
    const fan = await club.subscriber(undefined, [ids.first])
    return { club, fan, ...ids, ...(await clubs.open(fan.manageUrl)) }
  }

  it('keeps what was chosen while there is no connection', async () => {
    const { page } = await portalOfFan()
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await page.context().setOffline(true)
    await saveButton(page).click()
    await page.getByText('No connection. Check your network and try again.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-offline')
    await page.context().setOffline(false)
    await saveButton(page).click()
    await page.getByText('Saved. Your calendar will show the change').waitFor()
  })

  it('saves what it can, and leaves the rest to be saved', async () => {
    const { page, club } = await portalOfFan()
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await page.getByRole('radio', { name: 'None' }).check()
    await page.route('**/reminders', (route) => route.abort(), { times: 1 })
    await saveButton(page).click()
    await page.getByText('No connection.').waitFor()
    await saveButton(page).click()
    await page.getByText('Saved. Your calendar will show the change').waitFor()
    expect((await notificationsOf(club)).map(({ kind }) => kind)).toEqual(['subscribe', 'schedules-added'])
  })

  it('asks for patience after too many changes', async () => {
    const { page, fan } = await portalOfFan()
    for (let i = 0; i < 20; i++) await post(`${fan.manageUrl}/reminders`, { reminders: null })
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await saveButton(page).click()
    await page.getByText('Too many tries.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Unsubscribe' }).click()
    await page.getByRole('button', { name: 'Yes, unsubscribe' }).click()
    await page.getByText('Too many tries.').waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Unsubscribe')
  })

  it('says that its link was replaced meanwhile, and changes nothing', async () => {
    const { page, club, fan } = await portalOfFan()
    await post(`${fan.manageUrl}/rotate`)
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await saveButton(page).click()
    await page.getByText('This link has stopped working. Nothing was changed.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-stopped')
    expect(await notificationsOf(club)).toHaveLength(1)
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-replaced')
  })

  it('says that a calendar is gone, and changes nothing', async () => {
    const { page, club, juniors } = await portalOfFan()
    await club.delete(`/calendar/${juniors}`)
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await saveButton(page).click()
    await page.getByText('The calendars to choose from have changed.').waitFor()
    expect(await notificationsOf(club)).toHaveLength(1)
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(1)
  })

  it('leads back who has left, and who has lost the link', async () => {
    const { page, club, fan, complaints } = await portalOfFan()
    await post(`${fan.manageUrl}/unsubscribe`)
    await page.reload()
    await page.getByRole('heading', { name: 'You are not subscribed' }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-ended')
    await page.getByRole('link', { name: 'Subscribe again' }).click()
    await page.waitForURL(`**/w/${club.widgetId}`)
    expect(complaints).toEqual([])
  })

  it('mails the link, and says the same of an address it does not know', async () => {
    const { club, fan } = await portalOfFan()
    const { page, complaints } = await clubs.open(`/w/${club.widgetId}/link`, { locale: 'de-DE' })
    await page.getByRole('heading', { name: 'Link per E-Mail bekommen' }).waitFor()
    const email = page.getByLabel('E-Mail-Adresse')
    const ask = async (address: string) => {
      await email.fill(address)
      await page.keyboard.press('Enter')
    }
    await ask('fan@')
    await page.getByText('Das ist keine E-Mail-Adresse.').waitFor()
    await expect.poll(() => email.evaluate((input) => input === document.activeElement)).toBe(true)
    await expectAccessible(page)
    await screenshot(page, 'portal-lost-wrong')
    for (const address of ['stranger@example.com', fan.email]) {
      await ask(address)
      await page.getByText('ist der Link unterwegs').waitFor()
    }
    await expectAccessible(page)
    await screenshot(page, 'portal-lost-sent')
    // The first one came when they subscribed.
    await expect.poll(() => mails(fan.email)).toHaveLength(2)
    const texts = (await mails(fan.email)).map(decoded)
    expect(texts.filter((text) => text.includes('Mit diesem Link'))).toHaveLength(1)
    expect(await mails('stranger@example.com')).toEqual([])
    expect(complaints).toEqual([])
  })

  it('knows no forged link', async () => {
    const { page } = await clubs.open(`/manage/${'A'.repeat(46)}`)
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('This page does not exist')
    await expectAccessible(page)
  })

  /** The mails to an address, as they were written to files. */
  async function mails(address: string): Promise<string[]> {
    const folder = join(clubs.app.ctx.config.dataDir, 'mail')
    const names = await readdir(folder).catch(() => [])
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    return texts.filter((text) => text.includes(address))
  }
})

function saveButton(page: Page) {
  return page.getByRole('button', { name: 'Save', exact: true })
}

function post(url: string, body: object = {}) {
  return send(url, { method: 'POST', body: JSON.stringify(body) })
}

/** A mail with its quoted-printable line breaks taken out. */
function decoded(mail: string): string {
  return mail.replace(/=\r?\n/g, '')
}
