import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, expectTouchable, useClubs } from '../support/club.ts'
import { ask, DESKTOP, next, onlyNotification, onStep, openFlow, tile } from '../support/subscribing.ts'

const AUTO = { autoSubscribe: 'true' }

const QUESTIONS = {
  customFields: [
    {
      name: 'stand',
      label: 'Your stand',
      required: true,
      kind: 'choice',
      options: [
        {
          value: 'n',
          label: 'North stand',
          translations: { de: { label: 'Nordtribüne' }, ar: { label: 'المدرج الشمالي' } },
        },
        { value: 's', label: 'South stand', translations: { ar: { label: 'المدرج الجنوبي' } } },
      ],
      translations: { de: { label: 'Deine Tribüne' }, ar: { label: 'مدرجك' } },
    },
    {
      name: 'shirt',
      label: 'Size of your shirt',
      required: false,
      kind: 'choice',
      options: ['S', 'M', 'L', 'XL'].map((label) => ({ value: `size-${label}`, label })),
      translations: { ar: { label: 'مقاس قميصك' } },
    },
    { name: 'rules', label: 'I know the rules of the ground.', required: true, kind: 'tick' },
    {
      name: 'away',
      label: 'I travel to away matches.',
      required: false,
      kind: 'tick',
      translations: { ar: { label: 'أسافر إلى المباريات خارج الأرض.' } },
    },
  ],
  consents: [
    {
      text: 'I agree to the terms.',
      url: 'https://example.com/terms',
      required: true,
      translations: {
        de: { text: 'Ich stimme den Bedingungen zu.', url: 'https://example.com/agb' },
        ar: { text: 'أوافق على الشروط.' },
      },
    },
  ],
}

describe('questions of each kind', () => {
  const clubs = useClubs('sqlite')

  async function details(options: object, params: Record<string, string> = {}) {
    const { club } = await clubs.club()
    await club.put('/admin/api/publisher', {
      privacyNotice: 'https://example.com/privacy',
      imprint: 'https://example.com/imprint',
    })
    await ask(club, QUESTIONS)
    const tab = await openFlow(clubs, club, { ...AUTO, ...params }, options)
    await tab.page.locator('[name=email]').waitFor()
    return { club, ...tab }
  }

  /** The description of a field that has an error; empty if it has none. */
  const faultOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate((field) => {
      const id = field.getAttribute('aria-describedby')
      return field.getAttribute('aria-invalid') === 'true' ? document.getElementById(id!)!.innerText : ''
    })

  it('are answered by the keyboard, and stored as the publisher’s values', async () => {
    const { club, page, complaints } = await details(DESKTOP)
    await page.getByLabel('E-mail').fill('fan@example.com')
    await next(page).click()
    const group = page.getByRole('radiogroup', { name: 'Your stand' })
    await expect.poll(() => faultOf(page, '[role=radiogroup]')).toBe('Choose an answer.')
    await expect.poll(() => faultOf(page, '[name="custom_fields.rules"]')).toBe('Tick this to continue.')
    await expect.poll(() => faultOf(page, '[name="custom_fields.shirt"]')).toBe('')
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('n')
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => group.getByRole('radio', { name: 'South stand' }).isChecked()).toBe(true)
    await expect.poll(() => faultOf(page, '[role=radiogroup]')).toBe('')
    await page.getByRole('combobox', { name: 'Size of your shirt' }).selectOption('XL')
    await page.getByRole('checkbox', { name: 'I know the rules' }).check()
    await page.getByRole('checkbox', { name: 'I agree' }).check()
    await next(page).click()
    await onStep(page, 'application')
    await page.goBack()
    await expect.poll(() => group.getByRole('radio', { name: 'South stand' }).isChecked()).toBe(true)
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    const { svcId, custom_fields } = await onlyNotification(club)
    expect(custom_fields).toEqual([
      { name: 'stand', value: 's' },
      { name: 'shirt', value: 'size-XL' },
      { name: 'rules', value: 'true' },
      { name: 'away', value: 'false' },
    ])
    expect((await club.get(`/subscriber/${svcId}`)).body.data.custom_fields).toEqual(custom_fields)
    expect(complaints).toEqual([])
  })

  it('are in the person’s language where the publisher has it, and so is what was agreed to', async () => {
    const { club, page } = await details({ ...DESKTOP, locale: 'de-AT' })
    await page.getByRole('radio', { name: 'South stand' }).waitFor()
    await page.getByRole('radiogroup', { name: 'Deine Tribüne' }).getByText('Nordtribüne').click()
    await page.getByRole('checkbox', { name: 'I know the rules' }).check()
    const consent = page.getByRole('checkbox', { name: 'Ich stimme den Bedingungen zu.' })
    await consent.check()
    const more = page.getByRole('link', { name: 'Mehr lesen: Ich stimme den Bedingungen zu.' })
    expect(await more.getAttribute('href')).toBe('https://example.com/agb')
    await page.getByLabel('E-Mail').fill('fan@example.com')
    await page.getByRole('button', { name: 'Weiter' }).click()
    await tile(page, 'Google Kalender').click()
    await page.getByText('fan@example.com').waitFor()
    const { svcId } = await onlyNotification(club)
    const { data } = (await club.get(`/admin/api/subscribers/${svcId}`)).body
    expect(data).toMatchObject({
      consentLanguage: 'de',
      customFields: [{ name: 'stand', value: 'n' }, {}, {}],
    })
    expect(data.consents[0]).toEqual({ field: 'optin', text: 'I agree to the terms.', given: true })
  })

  it('may be answered by the page; what is not an option is asked', async () => {
    const given = { stand: 's', shirt: 'size-XXL', rules: true, away: 'no' }
    const { page } = await details(DESKTOP, { custom_fields: JSON.stringify(given) })
    expect(await page.getByRole('radio', { name: 'South stand' }).isChecked()).toBe(true)
    expect(await page.getByRole('combobox', { name: 'Size of your shirt' }).inputValue()).toBe('')
    expect(await page.getByRole('checkbox', { name: 'I know the rules' }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'I travel' }).isChecked()).toBe(false)
  })

  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
    ['phone in the dark', { ...PHONE, ...DARK }],
    ['320 pixels', NARROW],
    ['Arabic', { ...PHONE, ...ARABIC }],
    ['Arabic desktop', { ...DESKTOP, ...ARABIC, ...DARK }],
  ])('fit and can be touched: %s', async (name, options) => {
    const { page } = await details(options)
    await page.locator('.action .button').click()
    await page.locator('.fault').first().waitFor()
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await screenshot(page, `subscribe-questions ${name}`)
  })
})
