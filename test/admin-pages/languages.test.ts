import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Language } from '../../src/words/index.ts'
import { headingOf, useAdminPortal } from '../support/admin-portal.ts'
import { expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { BEHIND_PROXY, PASSWORD, userOf } from '../support/users.ts'

describe('the languages of the admin portal', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin

  async function userWho(language: Language) {
    const club = await app.publisher()
    const user = await userOf(app, club, 'owner', { password: PASSWORD, language })
    return { club, user }
  }

  const htmlOf = (page: Page) =>
    page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }))

  it('follow the browser before somebody signs in, and the user afterwards', async () => {
    const { user } = await userWho('de')
    const { page, complaints } = await admin.open('/admin/subscribers?q=x', { locale: 'fr-CA' })
    expect(await headingOf(page)).toBe('Se connecter')
    expect(await htmlOf(page)).toEqual({ lang: 'fr', dir: 'ltr' })
    await expectAccessible(page)
    await screenshot(page, 'portal-fr-sign-in', 'window')
    await page.getByLabel('Adresse e-mail').fill(user.email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
    await page.waitForURL('**/admin/subscribers?q=x')
    await page.getByRole('link', { name: 'Abonnenten' }).waitFor()
    expect(await htmlOf(page)).toEqual({ lang: 'de', dir: 'ltr' })
    // The browser itself tells of the request that nobody was signed in for.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
  })

  it('change with the profile', async () => {
    const { club } = await userWho('en')
    const { page } = await admin.enter(club, 'editor', '/profile')
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: '日本語' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: '購読者' }).waitFor()
    expect(await htmlOf(page)).toEqual({ lang: 'ja', dir: 'ltr' })
  })

  it('are right to left in Arabic: menu, dialogs and the search', async () => {
    const { user } = await userWho('ar')
    for (const [name, over] of [
      ['desktop', {}],
      ['phone', PHONE],
    ] as const) {
      const { page, complaints } = await admin.open('/admin', over, user)
      expect(await htmlOf(page)).toEqual({ lang: 'ar', dir: 'rtl' })
      await expectAccessible(page)
      await expectNoSideways(page)
      await screenshot(page, `portal-ar-${name}`, 'window')
      if (name === 'desktop') {
        const menu = await page.getByRole('navigation').boundingBox()
        expect(menu!.x + menu!.width).toBe(1280)
      }
      await page.getByRole('button', { name: 'بحث' }).click()
      await page.getByRole('option', { name: 'الأحداث' }).first().waitFor()
      await expectAccessible(page)
      await screenshot(page, `portal-ar-search-${name}`, 'window')
      expect(complaints).toEqual([])
    }
  })

  it('reach what only the service finds wrong', async () => {
    const { user } = await userWho('de')
    const { page } = await admin.open('/admin/people', { locale: 'de-AT' }, user)
    await page.getByRole('button', { name: 'Jemanden einladen' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-Mail').fill(user.email)
    await dialog.getByLabel('Name').fill('Somebody')
    await dialog.getByRole('button', { name: 'Einladung senden' }).click()
    await dialog.getByText('Jemand hat diese E-Mail-Adresse schon').waitFor()
  })

  /** Fails for lines with words that only English has, except the line that feeds have in English for everybody. */
  async function expectNoEnglish(page: Page) {
    const text = await page.locator('body').innerText()
    const english = /\b(the|must|is|are|this|not|its|which|with|from|and|has|of)\b/i
    expect(
      text.split('\n').filter((line) => english.test(line) && !line.startsWith('Change or leave')),
    ).toEqual([])
  }

  it('reach what the service says of an event, of a file and of requests', async () => {
    const { club, user } = await userWho('de')
    const calendarId = await club.calendar({ name: 'Handball', draft: 0 })
    const { page } = await admin.open(`/admin/events/new?calendarIds=${calendarId}`, {}, user)
    await page.getByText('Titel fehlt').waitFor()
    await expectNoEnglish(page)
    await page.getByLabel('Titel').fill('Ein Heimspiel mit einem Titel, der viel zu lang ist')
    await page.getByText(/^Der Titel hat 51 Buchstaben\. Listen/).waitFor()
    for (const name of ['Google', 'Android', 'Apple', 'Outlook.com', 'Outlook']) {
      await page.getByRole('tab', { name, exact: true }).click()
      await expectNoEnglish(page)
    }
    await screenshot(page, 'portal-de-event')

    await page.goto(`${app.url}/admin/import?calendarId=${calendarId}`)
    const table =
      'reference,name,date,time,location\n1,Spiel,31.02.2027,15:00,Halle\n2,,1.3.2027,15:00,Halle\n3,Spiel,TBC,15:00,Halle'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'saison.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await page.getByRole('button', { name: 'Datei lesen' }).click()
    await page.getByRole('button', { name: 'Zeigen, was sich ändern würde' }).click()
    await page.getByText('Die Zeile hat keinen Titel.').waitFor()
    await expectNoEnglish(page)
    await screenshot(page, 'portal-de-import')
  })

  it('reach the log of requests and the names of fields in the audit log', async () => {
    const { club, user } = await userWho('de')
    await club.post('/calendar', { name: 'x'.repeat(300), genre: 'G', subGenre: 'S' })
    await app.ctx.requestLog.flush()
    expect((await user.put('/publisher', { feedPastDays: 30 })).status).toBe(200)
    const { page } = await admin.open('/admin/developers/requests?status=refused', {}, user)
    await page.getByText('Einige Felder wurden nicht angenommen').waitFor()
    await page.getByRole('button', { name: 'POST /apiv2/calendar' }).click()
    await page.getByRole('dialog').getByText('2 bis 250 Zeichen').waitFor()
    await expectNoEnglish(page)
    await page.goto(`${app.url}/admin/audit-log`)
    await page.getByRole('button', { name: 'Einstellungen der Organisation geändert' }).click()
    await page.getByRole('dialog').getByRole('rowheader', { name: 'Tage zurück' }).waitFor()
    await expectNoEnglish(page)
    await screenshot(page, 'portal-de-audit-log')
  })

  it('reach dialogs of a German user', async () => {
    const { user } = await userWho('de')
    const { page } = await admin.open('/admin/profile', { locale: 'de-AT', ...PHONE }, user)
    await page.getByRole('textbox').first().fill('Somebody else')
    await page.getByRole('button', { name: 'Menü öffnen' }).click()
    await screenshot(page, 'portal-de-phone', 'window')
    await page.getByRole('link', { name: 'Termine', exact: true }).click()
    await page.getByRole('link', { name: 'Neuer Termin' }).first().click()
    await page.getByRole('textbox').first().fill('Heimspiel')
    await page.getByRole('button', { name: 'Menü öffnen' }).click()
    await page.getByRole('link', { name: 'Übersicht' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ohne Speichern verlassen?' })
    await dialog.waitFor()
    await expectAccessible(page)
    await screenshot(page, 'portal-de-dialog', 'window')
    await dialog.getByRole('button', { name: 'So lassen' }).click()
    await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe('Heimspiel')
  })

  it('are not kept by caches for another visitor', async () => {
    const response = await fetch(`${app.url}/admin`, { headers: { 'accept-language': 'es' } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('vary')).toBe('accept-language, accept-encoding, cookie')
    expect(await response.text()).toContain('<html lang="es" dir="ltr">')
  })
})
