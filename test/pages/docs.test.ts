import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, screenshot } from '../support/browser.ts'
import { expectLight, expectNoSideways, useClubs } from '../support/club.ts'

const openKey = (page: Page) => page.getByText('Your API key, to try operations').click()

describe('the reference, in the browser', () => {
  const clubs = useClubs('sqlite')

  it('shows each operation, with its fields, samples and answers, to everybody', async () => {
    const { page, complaints } = await clubs.open('/docs')
    await page.getByRole('heading', { level: 1, name: 'Fasti API' }).waitFor()
    await expectLight(page)
    await expectAccessible(page)
    await screenshot(page, 'docs')
    const { paths } = (await (await fetch(new URL('/openapi.json', page.url()))).json()) as {
      paths: Record<string, object>
    }
    const contents = page.getByRole('navigation')
    const search = page.getByRole('searchbox')
    await search.fill('/')
    const count = Object.values(paths).flatMap((item) => Object.keys(item)).length
    await expect.poll(() => contents.locator('li a').count()).toBe(count)
    await search.fill('calendar delete events')
    await expect
      .poll(() => contents.locator('li a').allTextContents())
      .toEqual(['DELETE Delete a calendar with its events'])
    await search.fill('batch events')
    await contents.getByText('Add up to 1000 private events').click()
    const batch = page.locator('#addPrivateEvents')
    await batch.getByText('events[].svcId').waitFor()
    await batch.getByText('207', { exact: true }).click()
    await batch.getByText('"total_processed": 2').waitFor()
    await batch.getByText('openssl dgst -sha256').waitFor()
    await batch.getByRole('button', { name: 'Python', exact: true }).click()
    await batch.getByText('import hashlib').waitFor()
    await expectAccessible(page)
    await batch.getByRole('button', { name: 'TypeScript' }).click()
    await batch.getByText('@fasti/client').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'docs-batch')
    expect(complaints).toEqual([])
  })

  it('signs and sends requests in both forms, and shows what was signed', async () => {
    const { club } = await clubs.club()
    const { page, complaints } = await clubs.open('/docs#createCalendar')
    await openKey(page)
    await page.getByLabel('API key', { exact: true }).fill(club.apiKey)
    await page.getByLabel('Secret').fill(club.secret)
    const create = page.locator('#createCalendar')
    await create.getByText('Try it').click()
    for (const [form, lead] of [
      ['MD5', '‹secret›'],
      ['SHA-256', 'POST/apiv2/calendar'],
    ] as const) {
      await page.getByLabel(form).check()
      const fields = { type: 'fixture', categories: 'A', genre: 'S', subGenre: 'R', draftCalendar: 0 }
      const body = JSON.stringify({ name: 'Été 🏁', reference: form, ...fields })
      await create.getByLabel('Body').fill(body)
      await create.getByRole('button', { name: 'Send POST' }).click()
      const signed = create.getByRole('group', { name: 'The signed text' })
      await expect.poll(() => signed.textContent()).toContain(body)
      expect((await signed.textContent())!.startsWith(`${lead}apiKey${club.apiKey}`)).toBe(true)
      await create.getByText('200 OK').waitFor()
      expect((await club.get(`/calendar/${form}`)).body.data.name).toBe('Été 🏁')
    }
    expect(await page.content()).not.toContain(club.secret)
    await screenshot(page, 'docs-tried')
    expect(complaints).toEqual([])
  })

  it('says what is missing, shows refusals, and forgets the secret with the page', async () => {
    const { club } = await clubs.club()
    const { page } = await clubs.open('/docs#getCalendar')
    const one = page.locator('#getCalendar')
    await one.getByText('Try it').click()
    const press = () => one.getByRole('button', { name: 'Send GET' }).click()
    await press()
    await one.getByText('Fill in id: it is part of the path.').waitFor()
    await one.getByLabel('id').fill('not there')
    await press()
    await one.getByText('Fill in your API key and its secret at the top first').waitFor()
    await openKey(page)
    await page.getByLabel('API key', { exact: true }).fill(club.apiKey)
    await page.getByLabel('Secret').fill('wrong')
    await press()
    await one.getByText('API signature does not match').waitFor()
    await page.getByLabel('Secret').fill(club.secret)
    await press()
    await one.getByText('Calendar with ID [not there] Not Found').waitFor()
    await page.reload()
    await openKey(page)
    expect(await page.getByLabel('Secret').inputValue()).toBe('')
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  })

  it('lists the fields of each kind of body', async () => {
    const { page } = await clubs.open('/docs#listNotifications')
    const one = page.locator('#listNotifications')
    await one.getByText('200', { exact: true }).click()
    for (const field of ['email', 'calendarNames', 'percent', 'eventIds'])
      await one.getByText(`data[].payload.${field}`, { exact: true }).waitFor()
    await screenshot(page, 'docs-notifications')
  })

  it('has a way past the contents, and tells what was copied', async () => {
    const permissions = ['clipboard-write']
    const { page, complaints } = await clubs.open('/docs#addPrivateEvents', { permissions })
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
    await page.locator('main:focus').waitFor()
    const batch = page.locator('#addPrivateEvents')
    await batch.getByRole('button', { name: 'Copy: curl' }).click()
    await batch.getByText('Copied').waitFor()
    await batch.getByRole('button', { name: 'TypeScript', exact: true }).click()
    await batch.getByText('@fasti/client').waitFor()
    expect(await batch.getByText('Copied').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('fits a narrow phone, and is as readable in the dark', async () => {
    const { page, complaints } = await clubs.open('/docs#listNotifications', { ...NARROW, ...DARK })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('#listNotifications').getByText('400', { exact: true }).click()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'docs-phone-dark')
    expect(complaints).toEqual([])
  })
})
