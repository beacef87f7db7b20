import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { useReceiver } from '../support/receiver.ts'
import { send, type TestPublisher } from '../support/test-publisher.ts'

const run = promisify(execFile)

describe('the page for developers', () => {
  const admin = useAdminPortal('sqlite', { worker: true })
  const { app } = admin
  const receiver = useReceiver()

  /** Signed as somebody might think it is done; it is refused. */
  async function sendWrong(club: TestPublisher): Promise<void> {
    const text = `${club.secret}tzUTCpage1apiKey${club.apiKey}`
    const apiSign = createHash('md5').update(text).digest('hex')
    const url = `${app.url}/apiv2/event?tz=UTC&page=1&apiKey=${club.apiKey}&apiSign=${apiSign}`
    expect((await send(url)).status).toBe(403)
    await app.ctx.requestLog.flush()
  }
  const rowsOf = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr')

  it('creates a key whose secret signs a real request, which is then in the log', async () => {
    const club = await app.publisher()
    const { page, complaints } = await admin.enter(club, 'owner', '/developers')
    await page.getByRole('tab', { name: 'API keys', selected: true }).waitFor()
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByText('Give it a name').waitFor()
    await page.getByLabel('Name').fill('Box office')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create the key' }).click()
    const line = page.getByLabel('Try it in a terminal')
    await line.waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-developers-new-key')
    const { stdout } = await run('sh', ['-c', `${await line.inputValue()} -s`])
    expect(JSON.parse(stdout)).toMatchObject({ status: '200', data: [] })
    await page.getByRole('button', { name: /^I have copied/ }).click()
    await expect.poll(() => rowsOf(page, 'API keys').allTextContents()).toHaveLength(2)
    await expectAccessible(page)
    await screenshot(page, 'admin-developers-keys')

    await app.ctx.requestLog.flush()
    await page.getByRole('tab', { name: 'Requests' }).click()
    await page.waitForURL('**/developers/requests')
    const row = rowsOf(page, 'Requests').first()
    await row.getByText('Box office').waitFor()
    expect(await row.textContent()).toContain('GET /apiv2/calendar')
    expect(complaints).toEqual([])
  })

  it('signs with SHA-256 where a key asks for it, and switches keys off and on again', async () => {
    const club = await app.publisher()
    const { page } = await admin.enter(club, 'owner', '/developers/keys')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('Strict')
    await page.getByRole('switch', { name: 'Accept only SHA-256 signatures' }).check()
    await page.getByRole('switch', { name: 'Accept each request once' }).check()
    await page.getByRole('combobox', { name: 'Where it may be used from' }).fill('127.0.0.0/8')
    await screenshot(page, 'admin-developers-key-fields')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const line = await page.getByLabel('Try it in a terminal').inputValue()
    expect(JSON.parse((await run('sh', ['-c', `${line} -s`])).stdout)).toMatchObject({ status: '200' })
    await page.getByRole('button', { name: /^I have copied/ }).click()
    await page.getByRole('button', { name: 'Actions for Strict' }).click()
    await page.getByRole('menuitem', { name: 'Switch off' }).click()
    await page.getByText('Every request with this key is refused').waitFor()
    await page.getByRole('button', { name: 'Switch off', exact: true }).click()
    await rowsOf(page, 'API keys').getByText('Switched off').waitFor()
    expect(JSON.parse((await run('sh', ['-c', `${line} -s`])).stdout).statusLong).toBe(
      'The API Key is not active',
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => rowsOf(page, 'API keys').getByText('Switched off').count()).toBe(0)
    expect(JSON.parse((await run('sh', ['-c', `${line} -s`])).stdout).status).toBe('200')
  })

  it('says why a signature was refused, and what to change', async () => {
    const club = await app.publisher()
    await sendWrong(club)
    await club.post('/calendar', { name: 'x' })
    await app.ctx.requestLog.flush()
    const { page, complaints } = await admin.enter(club, 'owner', '/developers/requests?status=refused')
    await rowsOf(page, 'Requests').getByText('Invalid Calendar Data').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-developers-requests')
    await page.getByRole('button', { name: 'POST /apiv2/calendar' }).click()
    await page.getByRole('dialog').getByText('Calendar genre is required').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'GET /apiv2/event' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('API signature does not match').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-developers-request')
    await dialog.getByRole('link', { name: 'Check the signature' }).click()
    await page.getByText('The parameters were signed in the order in which they were sent.').waitFor()
    await page.getByText('Sort them by name before signing.').waitFor()
    const ours = page.getByRole('region', { name: 'The text we sign' })
    expect(await ours.textContent()).toBe(`‹secret›apiKey${club.apiKey}page1tzUTC`)
    await page.getByRole('region', { name: 'The text that was signed' }).locator('mark').waitFor()
    expect(await page.content()).not.toContain(club.secret)
    await expectAccessible(page)
    await screenshot(page, 'admin-developers-signature')
    expect(complaints).toEqual([])
  })

  it('checks what is pasted, by the keyboard', async () => {
    const club = await app.publisher()
    const { page } = await admin.enter(club, 'owner', '/developers/signature')
    const address = page.getByLabel('Address as it was sent')
    await address.fill('not an address')
    await page.keyboard.press('Tab')
    await page.getByLabel('Body').fill('{"name": "x"}')
    await page.getByLabel('Body').press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Paste the whole address').waitFor()
    await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true)
    await address.fill(club.signedUrl('/calendar', '{"name":"x"}'))
    await page.getByRole('combobox', { name: 'Method' }).click()
    await page.getByRole('option', { name: 'POST' }).click()
    await page.getByRole('button', { name: 'Check the signature' }).press('Enter')
    await page.getByText('The signed JSON differs from the sent JSON').waitFor()
    await page.getByLabel('Body').fill('{"name":"x"}')
    await page.getByRole('button', { name: 'Check the signature' }).press('Enter')
    await page.getByText('The signature matches (MD5)').waitFor()
  })

  it('adds a callback, tries it out, shows its log and delivers again', async () => {
    const club = await app.publisher()
    receiver.answers.set('/pages', (response) => response.writeHead(200).end('thank you'))
    const { page, complaints } = await admin.enter(club, 'editor', '/developers')
    await page.getByRole('button', { name: 'Add a callback' }).first().click()
    await page.getByLabel('Address').fill('ftp://x')
    await page.getByText('Start it with https://').waitFor()
    await page.getByLabel('Address').fill(`${receiver.url}/pages`)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add the callback' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Signing secret' }).inputValue())
      .toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'I have copied the secret' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Status 200 after').waitFor()
    expect(await page.getByRole('region', { name: 'The response' }).textContent()).toBe('thank you')
    await rowsOf(page, 'Delivery log').getByText('Delivered').waitFor()
    expect((await receiver.wait('/pages'))[0]!.body.email).toBe('test@example.com')

    await club.subscribe('fan@example.com', [])
    await receiver.wait('/pages', 2)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => rowsOf(page, 'Delivery log').count()).toBe(2)
    await page.getByText('1 notification in this time.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-developers-callback')
    await page.getByRole('button', { name: 'Deliver 1 again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deliver again' }).click()
    await page.getByText('All 1 were sent.').waitFor()
    const ids = (await receiver.wait('/pages', 3)).map(({ headers }) => headers['webhook-id'])
    expect(ids[2]).toBe(ids[1])
    expect(complaints).toEqual([])
  })

  it.each([
    ['desktop', {}],
    ['phone', { ...PHONE, ...DARK }],
  ])('lets a callback choose what new ones do not get, on a %s', async (name, over) => {
    const club = await app.publisher()
    const { id } = await club.callback(`${receiver.url}/kinds`)
    const { page, complaints } = await admin.enter(club, 'editor', '/developers', over)
    await page.getByText('All about subscribers').first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Add a callback' }).first().click()
    const fetched = page.getByRole('dialog').getByLabel('Change fetched')
    await fetched.waitFor()
    expect(await fetched.isChecked()).toBe(false)
    expect(await page.getByRole('dialog').getByRole('checkbox', { checked: true }).count()).toBe(4)
    await page.getByLabel('Address').fill(`${receiver.url}/all-kinds`)
    await fetched.check()
    await expectAccessible(page)
    await screenshot(page, `admin-developers-kinds-${name}`)
    await page.getByRole('button', { name: 'Add the callback' }).click()
    await page.getByRole('button', { name: 'I have copied the secret' }).click()
    const kindsOf = async () => {
      const { data } = (await club.get('/admin/api/callbacks')).body
      return (data as { id: string; kinds: string[] }[]).map((one) => [one.id === id, one.kinds.length])
    }
    expect(await kindsOf()).toEqual([
      [true, 4],
      [false, 5],
    ])
    expect(complaints).toEqual([])
  })

  it('shows each attempt of a delivery, and tries again', async () => {
    const club = await app.publisher()
    receiver.answers.set('/broken', (response) => response.writeHead(500).end('oh dear'))
    const { id } = await club.callback(`${receiver.url}/broken`)
    await club.subscribe('late@example.com', [])
    await receiver.wait('/broken', 4)
    const path = `/developers/callbacks/${id}?state=failed`
    const { page, complaints } = await admin.enter(club, 'editor', path)
    await rowsOf(page, 'Delivery log').getByRole('button').click()
    await page.getByText('Attempt 4').waitFor()
    expect(await page.getByText('answered 500').count()).toBe(0)
    await expectAccessible(page)
    await screenshot(page, 'admin-developers-delivery')
    await page.getByRole('region', { name: 'The body' }).getByText('late@example.com').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    await run('sh', ['-c', `${command} -s`])
    const [first, again] = [receiver.at('/broken')[3]!, (await receiver.wait('/broken', 5))[4]!]
    expect(again.raw).toBe(first.raw)
    expect(again.headers['webhook-signature']).toBe(first.headers['webhook-signature'])
    // The address alone opens the same delivery.
    await page.reload()
    await page.getByText('Attempt 4').waitFor()
    receiver.answers.delete('/broken')
    await page.getByRole('button', { name: 'Try again now' }).click()
    await page.getByText('Attempt 5').waitFor()
    expect(complaints).toEqual([])
  })

  it('shows each role what it may look at', async () => {
    const club = await app.publisher()
    await club.callback(`${receiver.url}/roles`)
    const tabs = (page: Page) => page.getByRole('tab').allTextContents()
    const editor = await admin.enter(club, 'editor', '/developers')
    expect(await tabs(editor.page)).toEqual(['Callbacks', 'Requests'])
    const viewer = await admin.enter(club, 'viewer', '/developers')
    expect(await tabs(viewer.page)).toEqual(['Callbacks'])
    await rowsOf(viewer.page, 'Callbacks').getByRole('link').click()
    await viewer.page.getByText('Nothing has been sent to it yet').waitFor()
    const buttons = await viewer.page.getByRole('main').getByRole('button').allTextContents()
    expect(buttons.filter(Boolean)).toEqual(['Refresh'])
    await viewer.page.goto(`${app.url}/admin/developers/keys`)
    await viewer.page.getByText('Your role can’t see this').waitFor()
  })

  it('fits a phone, in the dark, and says when the service has a problem', async () => {
    const club = await app.publisher()
    await sendWrong(club)
    const { page } = await admin.enter(club, 'owner', '/developers/keys', { ...PHONE, ...DARK })
    await rowsOf(page, 'API keys').first().waitFor()
    for (const tab of ['API keys', 'Callbacks', 'Requests', 'Signature']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first().waitFor()
      await expectNoSideways(page)
      await expectAccessible(page)
      await screenshot(page, `admin-developers-${tab.replace(' ', '-').toLowerCase()}-dark-phone`)
    }
    await page.route('**/admin/api/requests?*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(`${app.url}/admin/developers/requests`)
    await page.getByText('This could not be loaded').waitFor()
    await page.unroute('**/admin/api/requests?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowsOf(page, 'Requests').first().waitFor()
  })
})
