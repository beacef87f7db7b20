import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { useGoogle } from '../support/google-app.ts'
import { expectOk } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

let clients = 0

describe('the part of the settings for Google and Outlook', () => {
  const { google, options } = useGoogle()
  const admin = useAdminPortal('sqlite', {
    ...BEHIND_PROXY,
    ...options,
    config(read) {
      const own = options.config!(BEHIND_PROXY.config(read))
      return { ...own, google: { ...own.google, credentials: undefined } }
    },
  })
  const { app } = admin
  const look = async (page: Page, name: string) => {
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, `admin-credentials-${name}`)
  }

  /** A client that Google knows, with the redirect address of the service. */
  function newClient() {
    const client = { id: `own-${++clients}.apps.googleusercontent.com`, secret: `GOCSPX-own-${clients}` }
    google.addClient({ ...client, redirectUris: [`${app.url}/google/callback`], status: 'production' })
    return client
  }

  async function open(language = 'en', over: BrowserContextOptions = {}) {
    const club = await app.publisher()
    const user = await userOf(app, club, 'owner', { language })
    const { page, complaints } = await admin.open('/admin/settings', over, user)
    const ofGoogle = page.locator('.provider').first()
    await ofGoogle.waitFor()
    return { club, user, page, complaints, ofGoogle }
  }

  const fill = async (page: Page, { id, secret }: { id: string; secret: string }) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /Client ID/ }).fill(id)
    await dialog.locator('input[type=password]').fill(secret)
  }

  it('takes a client after a check, shows the place of Google, and asks in numbers before it ends consents', async () => {
    const { page, user, ofGoogle } = await open()
    const place = page.getByRole('link', { name: 'Google Calendar' })
    expect(await place.count()).toBe(0)
    await ofGoogle.getByText('Not offered').waitFor()
    await ofGoogle.scrollIntoViewIfNeeded()
    await look(page, 'none')
    await ofGoogle.getByRole('button', { name: 'Enter a client' }).click()
    const client = newClient()
    await fill(page, { ...client, secret: 'wrong' })
    await page.getByRole('button', { name: 'Check and save' }).click()
    await page.getByText('do not fit together').waitFor()
    await look(page, 'refused')
    await fill(page, client)
    await page.getByRole('button', { name: 'Check and save' }).click()
    await ofGoogle.getByText(`Client ID: ${client.id}`).waitFor()
    await place.first().waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await look(page, 'own')

    const account = `club-${clients}@gmail.example`
    google.addAccount(account)
    await page.goto(`${app.url}/admin/google`)
    await page.getByRole('button', { name: 'Connect with Google' }).click()
    await page.getByLabel(account).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Connected. Now choose').waitFor()
    await page.goto(`${app.url}/admin/settings`)
    await ofGoogle.getByRole('button', { name: 'Change' }).click()
    const next = newClient()
    await fill(page, next)
    await page.getByText('Consents belong to the client that they were given to.').waitFor()
    await look(page, 'ends')
    await page.getByRole('button', { name: 'End them and save' }).click()
    await ofGoogle.getByText(`Client ID: ${next.id}`).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await ofGoogle.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Then nothing of Google is offered any more.').waitFor()
    await look(page, 'removal')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await ofGoogle.getByText('Not offered').waitFor()
    expect(expectOk(await user.get('/providers')).data[0]).toMatchObject({ used: 'none', clientId: null })
  })

  it('is for owners alone', async () => {
    const club = await app.publisher()
    const editor = await admin.enter(club, 'editor', '/settings')
    await editor.page.getByRole('button', { name: 'Save' }).waitFor()
    expect(await editor.page.locator('.provider').count()).toBe(0)
  })

  it.each([
    ['phone', 'de', PHONE],
    ['dark', 'en', DARK],
    ['arabic', 'ar', PHONE],
  ])('fits: %s', async (name, language, over) => {
    const { page, user, ofGoogle } = await open(language, over)
    const { id, secret } = newClient()
    expectOk(await user.put('/providers/google/credentials', { clientId: id, clientSecret: secret }))
    await page.reload()
    await ofGoogle.locator('.client-id').waitFor()
    await ofGoogle.scrollIntoViewIfNeeded()
    await look(page, name)
    await ofGoogle.getByRole('button').first().click()
    await page.getByRole('dialog').waitFor()
    await look(page, `${name}-form`)
  })
})
