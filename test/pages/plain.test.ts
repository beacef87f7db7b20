import { describe, expect, it } from 'vitest'
import { expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, expectTouchable, readFeed, useClubs } from '../support/club.ts'
import { DATABASES } from '../support/databases.ts'
import { send } from '../support/test-publisher.ts'

describe.each(DATABASES)('subscribing without scripts on %s', (kind) => {
  const clubs = useClubs(kind)

  it('takes one form, and ends with a link for each application', async () => {
    const { club } = await clubs.club()
    const { page } = await clubs.open(`/w/${club.widgetId}?subscriber_reference=A7`, {
      ...PHONE,
      javaScriptEnabled: false,
    })
    // Its locators by text skip what is in a noscript element.
    await page.getByRole('checkbox').nth(1).check()
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('This was not accepted. Change it and try again.').first().waitFor()
    await page.getByText('Fill this in.').waitFor()
    expect(await page.getByRole('checkbox').nth(1).isChecked()).toBe(true)
    await page.getByRole('textbox', { name: 'E-mail' }).fill('plain@example.com')
    await screenshot(page, `plain-form-${kind}`)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('heading', { name: 'One step left' }).waitFor()
    expect(await page.getByRole('link', { name: /^Add to/ }).count()).toBe(5)
    const link = await page.getByRole('textbox').inputValue()
    expect((await readFeed(link)).map(({ summary }) => summary)).toEqual(['Summer camp'])
    await screenshot(page, `plain-done-${kind}`)
    const { body } = await club.get('/subscriber/plain@example.com')
    expect(body.data).toMatchObject({ email: 'plain@example.com', reference: 'A7' })
  })
})

describe('the form for people without scripts', () => {
  const clubs = useClubs('sqlite')

  it('is not for pages of other sites', async () => {
    const { club, first } = await clubs.club()
    const answer = (site: string) =>
      send(`${clubs.app.url}/w/${club.widgetId}`, {
        method: 'POST',
        headers: { 'sec-fetch-site': site, 'x-forwarded-for': '10.8.0.1' },
        body: `calendarIds=${first}&email=other%40example.com`,
      })
    expect((await answer('cross-site')).status).toBe(403)
    expect((await club.get('/subscriber/other@example.com')).status).toBe(404)
    expect((await answer('same-origin')).status).toBe(200)
  })

  it('fits a phone, right to left', async () => {
    const { club } = await clubs.club()
    const { page } = await clubs.open(`/w/${club.widgetId}`, {
      ...ARABIC,
      ...PHONE,
    })
    // As the form does without scripts: axe needs them.
    await page.evaluate(() => {
      const form = document.body.appendChild(document.createElement('form'))
      form.method = 'post'
      form.submit()
    })
    await page.locator('form[method=post]').waitFor()
    await expectNoSideways(page)
    await screenshot(page, 'plain-form-arabic')
    await expectTouchable(page)
    await expectAccessible(page)
  })
})
