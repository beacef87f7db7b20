import { readFile } from 'node:fs/promises'
import jsQr from 'jsqr'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { typeWhereFocused, useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { EVERYTHING } from '../support/subscribing.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'

describe('widgets in the admin portal', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin
  const previewOf = (page: Page) => page.frameLocator('iframe[title="Preview of the widget"]')
  const settingsOf = async (club: TestPublisher, id = club.widgetId): Promise<Json> =>
    (await club.get(`/admin/api/widgets/${id}`)).body.data.settings
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

  async function world() {
    const club = await app.publisher({ company: 'Riverside FC' })
    await club.put('/admin/api/publisher', { displayPrimaryColor: '#0b5d3b' })
    const first = await club.calendar({ name: 'First team' })
    const juniors = await club.calendar({ name: 'Juniors' })
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    await club.event(first, { name: 'City v Town', startDate: day, endDate: day })
    return { club, first, juniors }
  }

  it('shows a change in the preview, then on the public page once it is saved', async () => {
    const { club, juniors } = await world()
    const { page, complaints } = await admin.enter(club, 'editor', `/widgets/${club.widgetId}`)
    const preview = previewOf(page)
    await preview.getByRole('checkbox', { name: 'First team' }).waitFor()
    await page.getByRole('radio', { name: 'Selected calendars' }).check()
    await page.getByRole('checkbox', { name: 'Juniors' }).check()
    await preview.getByRole('checkbox', { name: 'First team' }).waitFor({ state: 'detached' })
    // The only calendar is not asked for.
    await preview.getByText('Juniors').waitFor()

    await page.getByRole('radiogroup', { name: 'First name' }).getByText('Required').click()
    // Exactly: each field has its own label, and no other one.
    await preview.getByRole('textbox', { name: 'First name', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add a question' }).click()
    await typeWhereFocused(page, 'Your seat')
    await preview.getByRole('textbox', { name: 'Your seat (optional)', exact: true }).waitFor()
    await screenshot(page, 'admin-widget')
    await expectAccessible(page)
    expect(await settingsOf(club)).toEqual({})

    await save(page).click()
    await page.getByText('All changes saved').waitFor()
    expect(await settingsOf(club)).toEqual({
      calendarIds: [juniors],
      fields: { first_name: 'required' },
      customFields: [{ name: 'question_1', label: 'Your seat', required: false }],
    })
    const { body } = await send(`${app.url}/w/${club.widgetId}/config`)
    expect(body.widget.fields).toEqual({ first_name: 'required' })
    expect(body.calendars.map((calendar: Json) => calendar.name)).toEqual(['Juniors'])
    expect(complaints).toEqual([])
  })

  it('lets a viewer look, who changes nothing and subscribes nobody from the preview', async () => {
    const { club } = await world()
    const { page, complaints } = await admin.enter(club, 'viewer', `/widgets/${club.widgetId}`)
    await page.getByText('Editors can change them.').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(await page.getByRole('radiogroup', { name: 'State' }).count()).toBe(0)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const preview = previewOf(page)
    await preview.getByRole('checkbox', { name: 'First team' }).check()
    await preview.getByRole('button', { name: 'Continue' }).click()
    await preview.getByLabel('E-mail').fill('fan@example.com')
    await preview.getByRole('button', { name: 'Continue' }).click()
    await preview.getByRole('button', { name: 'Google Calendar' }).click()
    await preview.getByText('This is a preview. Nobody was subscribed').waitFor()
    await preview.getByRole('link', { name: 'Add to Google Calendar' }).click()
    await preview.getByRole('link', { name: 'Change or unsubscribe now' }).click({ button: 'middle' })
    expect(page.context().pages()).toHaveLength(1)
    await preview.getByRole('button', { name: 'Back' }).click()
    await preview.getByText('Which calendar do you use?').waitFor()
    expect(asked.filter((url) => /\/subscribe$|google/.test(url))).toEqual([])
    expect((await club.get('/subscriber/fan@example.com')).status).toBe(404)
    // The frame's steps are none of this page's history.
    await page.goBack()
    expect(page.url()).not.toContain('/widgets/')
    expect(complaints).toEqual([])
  })

  it('shows the preview on a desktop, in the dark, in another language and in colours of its own', async () => {
    const { club } = await world()
    const { page } = await admin.enter(club, 'editor', `/widgets/${club.widgetId}`)
    const preview = previewOf(page)
    const accent = () => cssOf(preview, '--accent')
    await expect.poll(accent).toBe('#0b5d3b')
    await page.getByRole('radio', { name: 'Own colours' }).check()
    await page.getByLabel('First colour', { exact: true }).fill('#7a1fa2')
    await expect.poll(accent).toBe('#7a1fa2')
    await page.getByRole('radio', { name: 'The colours in your settings' }).check()
    await expect.poll(accent).toBe('#0b5d3b')

    expect(await cssOf(preview, '--paper')).toBe('#fbfaf7')
    await page.getByText('Dark', { exact: true }).click()
    await expect.poll(() => cssOf(preview, '--paper')).toBe('#171614')
    await expect.poll(accent).not.toBe('#0b5d3b') // lightened, so that it can be read
    await page.getByText('Desktop', { exact: true }).click()
    await expect.poll(() => preview.locator('html').evaluate(() => innerWidth)).toBe(1024)
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'العربية' }).click()
    await expect.poll(() => preview.locator('html').getAttribute('dir')).toBe('rtl')
    // After its new load it still is what was chosen.
    await expect.poll(() => cssOf(preview, '--paper')).toBe('#171614')
    await screenshot(page, 'admin-widget-preview-desktop')
  })

  it('asks questions with options, in several languages, and the preview speaks them', async () => {
    const { club } = await world()
    const { page, complaints } = await admin.enter(club, 'editor', `/widgets/${club.widgetId}`)
    const preview = previewOf(page)
    await preview.getByRole('checkbox', { name: 'First team' }).waitFor()
    await page.getByRole('button', { name: 'Add a question' }).click()
    await typeWhereFocused(page, 'Your stand')
    await preview.getByRole('textbox', { name: 'Your stand (optional)', exact: true }).waitFor()
    const question = page.getByRole('group', { name: 'Question 1' })
    await question.getByText('One of a list').click()
    await question.getByRole('textbox', { name: 'Text of option 1' }).fill('North')
    await question.getByRole('textbox', { name: 'Text of option 2' }).fill('South')
    await question.getByRole('button', { name: 'Add an option' }).click()
    await typeWhereFocused(page, 'West')
    const value = question.getByRole('textbox', { name: 'Value of option 3' })
    await value.fill('North')
    await question.getByText('Another option has this value').first().waitFor()
    await value.fill('w')
    await preview.getByRole('combobox', { name: 'Your stand (optional)', exact: true }).waitFor()
    await question.getByRole('checkbox', { name: 'Required' }).check()
    await preview.getByRole('radiogroup', { name: 'Your stand' }).waitFor()

    const addLanguage = async (where: Locator, name: string) => {
      await where.getByRole('button', { name: 'Add a language' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await addLanguage(question, 'Deutsch')
    const german = question.getByRole('group', { name: 'Deutsch' })
    const text = german.getByRole('textbox', { name: 'Text of the question' })
    await expect.poll(() => text.evaluate((node) => node === document.activeElement)).toBe(true)
    await text.fill('Deine Tribüne')
    await german.getByRole('textbox', { name: 'Text of option 1' }).fill('Nord')
    await addLanguage(question, 'Français')

    await page.getByRole('button', { name: 'Add a consent' }).click()
    await typeWhereFocused(page, 'I agree.')
    const consent = page.getByRole('group', { name: 'Consent 1' })
    await addLanguage(consent, 'Deutsch')
    await consent.getByRole('group', { name: 'Deutsch' }).getByLabel('Text', { exact: true }).fill('Ja.')
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await preview.getByRole('radiogroup', { name: 'Deine Tribüne' }).getByText('Nord').waitFor()
    await preview.getByRole('radio', { name: 'South' }).waitFor()
    await preview.getByRole('checkbox', { name: 'Ja.' }).waitFor()
    await expectAccessible(page)

    await save(page).click()
    await page.getByText('Enter the text, or remove this language').waitFor()
    await question.getByRole('button', { name: 'Remove Français' }).click()
    await save(page).click()
    await page.getByText('All changes saved').waitFor()
    expect(await settingsOf(club)).toEqual({
      customFields: [
        {
          name: 'question_1',
          label: 'Your stand',
          required: true,
          kind: 'choice',
          options: [
            { value: 'North', label: 'North', translations: { de: { label: 'Nord' } } },
            { value: 'South', label: 'South' },
            { value: 'w', label: 'West' },
          ],
          translations: { de: { label: 'Deine Tribüne' } },
        },
      ],
      consents: [{ text: 'I agree.', required: false, translations: { de: { text: 'Ja.' } } }],
    })
    // Another kind drops the options when it is saved.
    await question.getByText('A tick', { exact: true }).click()
    await preview.getByRole('checkbox', { name: 'Deine Tribüne' }).waitFor()
    await save(page).click()
    await page.getByText('All changes saved').waitFor()
    const [saved] = (await settingsOf(club)).customFields
    expect(saved).toMatchObject({ kind: 'tick', translations: { de: { label: 'Deine Tribüne' } } })
    expect(saved).not.toHaveProperty('options')
    // Last, since the window it takes the picture of is another: the preview begins anew in it.
    await question.getByText('One of a list').click()
    await screenshot(page, 'admin-widget-languages')
    expect(complaints).toEqual([])
  })

  it('moves and removes questions by the keyboard, and puts the cursor on the first fault', async () => {
    const { club } = await world()
    const settings = {
      ...EVERYTHING,
      customFields: ['a', 'b', 'c'].map((name) => ({ name, label: name, required: false })),
    }
    await club.put(`/admin/api/widgets/${club.widgetId}`, { settings })
    const { page } = await admin.enter(club, 'editor', `/widgets/${club.widgetId}`)
    await page.getByRole('button', { name: 'Move question 1 down' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Moved to place 2 of 3').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await page.getByText('Moved to place 3 of 3').waitFor({ state: 'attached' })
    expect(await focused(page)).toBe('Move question 3 up')
    await page.getByRole('button', { name: 'Remove question 1' }).press('Enter')
    await page.getByLabel('Parental consent below').fill('9')
    await page.getByText('Must be higher than the minimum age').waitFor()
    await save(page).click()
    await expect
      .poll(() => page.getByLabel('Parental consent below').evaluate((it) => it === document.activeElement))
      .toBe(true)
    await page.getByLabel('Parental consent below').fill('14')
    await save(page).click()
    await page.getByText('All changes saved').waitFor()
    const saved = await settingsOf(club)
    expect(saved.customFields.map((question: Json) => question.name)).toEqual(['c', 'a'])
    expect(saved).toMatchObject({
      fields: EVERYTHING.fields,
      consents: EVERYTHING.consents,
      parentConsentAge: 14,
    })
  })

  it('finds no fault with what was only begun, before its field is left', async () => {
    const { club } = await world()
    const { page } = await admin.enter(club, 'editor', `/widgets/${club.widgetId}`)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/widgets/preview') && !response.ok()) refused.push(response.url())
    })
    let age = 10
    /** Changes something that the preview asks for, with all that was changed before. */
    const previewHasIt = async () => {
      const wanted = `"minimumAge":${++age}`
      const asked = page.waitForResponse((answer) => answer.request().postData()?.includes(wanted) ?? false)
      await page.getByLabel('Minimum age').fill(`${age}`)
      await asked
    }
    for (const [begin, field, fault] of [
      ['Add a question', 'Text of the question', 'Enter the question'],
      ['Add a consent', 'Text', 'Enter what people agree to'],
    ] as const) {
      await page.getByRole('button', { name: begin }).click()
      const input = page.getByRole('textbox', { name: field, exact: true })
      await expect.poll(() => input.evaluate((node) => node === document.activeElement)).toBe(true)
      expect(await page.getByText(fault).count()).toBe(0)
      await page.keyboard.press('Tab')
      await page.getByText(fault).waitFor()
      await previewHasIt()
    }
    await page.getByRole('radio', { name: 'Selected calendars' }).check()
    await page.getByRole('radio', { name: 'Only on these' }).check()
    await page.getByRole('radio', { name: 'Own colours' }).check()
    await previewHasIt()
    expect(refused).toEqual([])
    expect(await page.getByText(/^Not up to date/).count()).toBe(0)
    await save(page).click()
    await page.getByText('Choose at least one calendar, or offer all').waitFor()
    expect(await settingsOf(club)).toEqual({})
  })

  it('keeps what was typed when the service refuses, and asks before it is lost', async () => {
    const { club } = await world()
    const { page } = await admin.enter(club, 'editor', `/widgets/${club.widgetId}`)
    await page.getByRole('radio', { name: 'Only on these' }).check()
    await page.getByRole('combobox', { name: 'Addresses' }).fill('https://a.example;')
    await page.keyboard.press('Enter')
    await save(page).click()
    await page.getByText(/^Enter an origin such as/).waitFor()
    await page.getByText(/^Not up to date: .*Enter an origin/).waitFor()
    expect(await settingsOf(club)).toEqual({})
    await page.getByRole('link', { name: 'Subscribers' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Keep as it is' }).click()
    await page.getByText('https://a.example;').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('All changes saved').waitFor()
    await page.getByRole('link', { name: 'Subscribers' }).click()
    await page.waitForURL('**/admin/subscribers')
  })

  it('gives a code, a link and QR codes that say what the link says', async () => {
    const { club, juniors } = await world()
    await club.put(`/admin/api/widgets/${club.widgetId}`, { name: 'Get <b>& more' })
    const { page } = await admin.enter(club, 'viewer', `/widgets/${club.widgetId}?tab=share`)
    await page.getByText(`data-svc-api-key="${club.apiKey}"`).waitFor()
    await page.getByRole('combobox', { name: 'Preselected calendars' }).click()
    await page.getByRole('option', { name: 'Juniors' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Campaign' }).fill(' Spring & Easter ')
    await page.getByLabel('State').fill('{"order": "1234"')
    await page.getByText('Enter a JSON object, such as').waitFor()
    await page.getByLabel('State').fill('{"order": "1234"}')
    const link = `${app.url}/w/${club.widgetId}?calendarIds=${juniors}&campaign=Spring+%26+Easter&state=%7B%22order%22%3A%221234%22%7D`
    await expect.poll(() => page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toBe(link)
    await page.getByRole('img', { name: `QR code that opens ${link}` }).waitFor()
    await screenshot(page, 'admin-widget-share')
    await expectAccessible(page)

    const expected = encode(link, { border: 4, ecc: 'M' }).data
    expect(await modulesOf(page, await download(page, 'PNG'), 'image/png', expected.length)).toEqual(expected)
    const svg = await download(page, 'SVG')
    expect(await modulesOf(page, svg, 'image/svg+xml', expected.length)).toEqual(expected)
    // The link does what it says.
    const fan = await admin.open(link.slice(app.url.length))
    await fan.page.getByText('Juniors').waitFor()
    await fan.page.getByRole('button', { name: 'Choose other calendars' }).waitFor()
  })

  it('puts the logo into codes that decoders still read, and into no code that is too long', async () => {
    const { club } = await world()
    const { page, complaints } = await admin.enter(club, 'editor', `/widgets/${club.widgetId}?tab=share`)
    await page.getByText('You have no logo yet').waitFor()
    const choice = page.getByRole('checkbox', { name: 'Your logo in the middle' })
    expect(await choice.isDisabled()).toBe(true)
    await giveLogo(page, club)
    await page.reload()
    await choice.check()
    await page.locator('.qr-code image').first().waitFor()
    const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    for (const [name, type] of [
      ['PNG', 'image/png'],
      ['SVG', 'image/svg+xml'],
    ] as const) {
      const picture = await pixelsOf(page, await download(page, name, 'Add-to-calendar'), type)
      expect(decode(picture)).toBe(link)
      // The logo is in the middle, with its white margin in place of dark modules.
      expect(colorAt(picture, 0.5)).toEqual(RED)
    }

    // 1,400 letters are too many for a code with a logo, 2,800 for any.
    await page.getByRole('textbox', { name: 'State' }).fill(JSON.stringify({ order: 'x'.repeat(1400) }))
    await page.getByText('The link is too long for a code with a logo.').waitFor()
    await page.getByRole('textbox', { name: 'State' }).fill(JSON.stringify({ order: 'x'.repeat(2800) }))
    await page.getByText('The link is too long for a QR code.').waitFor()
    expect(await page.locator('.qr-code').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('prints a poster of one page, in the language chosen, with a code that decoders read', async () => {
    const { club, juniors } = await world()
    await club.put(`/admin/api/widgets/${club.widgetId}`, { settings: { calendarIds: [juniors] } })
    const { page, complaints } = await admin.enter(
      club,
      'viewer',
      `/widgets/${club.widgetId}?tab=share`,
      {},
      async (tab) => {
        await tab.addInitScript(() => Object.assign(window, { print: () => (document.title = 'printing') }))
      },
    )
    await page.getByRole('textbox', { name: 'Campaign' }).fill('Poster')
    // The only calendar gives the title, and the publisher stands above it.
    const preview = page.getByRole('group', { name: 'The poster: Juniors' })
    await preview.getByText('Riverside FC').waitFor()
    await preview.getByText('All dates in your calendar').waitFor()
    await page.getByRole('combobox', { name: 'Language of the poster' }).click()
    await page.getByRole('option', { name: 'العربية' }).click()
    await page.getByRole('textbox', { name: 'Title of the poster' }).fill('الناشئون')
    await page.getByRole('textbox', { name: 'Address on the poster' }).fill('riverside.example/dates')
    await screenshot(page, 'admin-widget-poster')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Print the poster' }).click()
    await expect.poll(() => page.title()).toBe('printing')

    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 794, height: 1123 })
    const sheet = page.locator('.poster-print .poster')
    expect(await sheet.getAttribute('dir')).toBe('rtl')
    const text = await page.evaluate(() => document.body.innerText)
    expect(text).toContain('الناشئون')
    expect(text).toContain('كل المواعيد في تقويمك')
    expect(text).toContain('riverside.example/dates')
    // The rest of the page is not printed.
    expect(text).not.toContain('Embed and share')
    const printed = await pixelsOf(page, await page.screenshot(), 'image/png')
    expect(decode(printed)).toBe(`${app.url}/w/${club.widgetId}?campaign=Poster`)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    // A4 in points.
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12]/)
    // What is printed ends with the printing.
    await expect.poll(() => page.locator('.poster-print').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('lists, filters, creates and switches off', async () => {
    const { club } = await world()
    const { page, complaints } = await admin.enter(club, 'editor', '/widgets')
    await page.getByRole('link', { name: 'Add to calendar', exact: true }).waitFor()
    await screenshot(page, 'admin-widgets')
    await expectAccessible(page)
    await page.getByText('Event lists', { exact: true }).click()
    await page.getByText('1 widget', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'New widget' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Give it a name').waitFor()
    await page.getByRole('dialog').getByRole('radio', { name: 'Event list' }).check()
    await page.getByLabel('Name').fill('Next matches')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Next matches' }).waitFor()
    await previewOf(page).getByText('City v Town').waitFor()
    const id = page.url().split('/').at(-1)!
    const state = page.getByRole('radiogroup', { name: 'State' })
    await state.getByText('Draft').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make it a draft' }).click()
    await page.getByText('The widget is a draft').waitFor()
    expect((await send(`${app.url}/w/${id}/config`)).status).toBe(404)
    await state.getByText('Live').click()
    await page.getByText('The widget is live').waitFor()
    expect((await send(`${app.url}/w/${id}/config`)).status).toBe(200)
    expect(complaints).toEqual([])
  })

  it('lets a list of events begin with the month, which the preview shows', async () => {
    const { club } = await world()
    const { data } = (await club.get('/admin/api/widgets')).body
    const { id } = data.find(({ type }: Json) => type === 'event')
    const { page, complaints } = await admin.enter(club, 'editor', `/widgets/${id}`)
    const preview = previewOf(page)
    await preview.getByRole('heading', { name: 'City v Town' }).waitFor()
    await page.getByRole('radio', { name: 'Month' }).check()
    await preview.getByRole('grid').waitFor()
    await preview.locator('.month-grid [aria-current=date]').click()
    await preview.getByText('No events on this day').waitFor()
    await preview.getByRole('link', { name: 'List' }).click()
    await preview.getByRole('heading', { name: 'City v Town' }).waitFor()
    await screenshot(page, 'admin-widget-month')
    await save(page).click()
    await page.getByText('All changes saved').waitFor()
    expect(await settingsOf(club, id)).toEqual({ view: 'month' })
    await page.getByRole('radio', { name: 'List' }).check()
    await save(page).click()
    await expect.poll(() => settingsOf(club, id)).toEqual({})
    expect(complaints).toEqual([])
  })

  it('fits a phone in the dark, with the preview behind a button', async () => {
    const { club } = await world()
    const options = ['North', 'South'].map((label) => ({ value: label.toLowerCase(), label }))
    const translations = { ar: { label: 'مدرجك' } }
    const stand = {
      name: 'stand',
      label: 'Your stand',
      required: true,
      kind: 'choice',
      options,
      translations,
    }
    const settings = { ...EVERYTHING, customFields: [...EVERYTHING.customFields, stand] }
    await club.put(`/admin/api/widgets/${club.widgetId}`, { settings })
    const { page } = await admin.enter(club, 'editor', `/widgets/${club.widgetId}`, { ...PHONE, ...DARK })
    await page.getByLabel('Name', { exact: true }).waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-widget-phone-dark')
    await page.getByRole('button', { name: 'Preview' }).click()
    await previewOf(page).getByRole('checkbox', { name: 'First team' }).waitFor()
    await expect.poll(() => cssOf(previewOf(page), '--paper')).toBe('#171614')
    await screenshot(page, 'admin-widget-phone-preview')
    await expectNoSideways(page)
    await page.getByRole('button', { name: 'Close the preview' }).click()
    await page.getByRole('tab', { name: 'Embed and share' }).click()
    const code = page.getByRole('region', { name: 'Embed code' })
    const chosen = async (look: string, part: RegExp) => {
      await page.getByRole('radio', { name: look }).check()
      await expect.poll(() => code.textContent()).toMatch(part)
    }
    await chosen('Quiet, as a link', /data-svc-style="quiet">Add to calendar</)
    await chosen('Filled, in your colour', /data-svc-style="filled">Add to calendar</)
    await expect.poll(() => page.locator('.button-sample svg').count()).toBe(3)
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-widget-share-phone-dark')
    await chosen('Like the other buttons of your page', /data-svc-widget-id="[0-9a-f]{24}">Add to calendar</)
    await page.goto(`${app.url}/admin/widgets`)
    await page.getByRole('link', { name: 'Add to calendar', exact: true }).waitFor()
    await expectNoSideways(page)
    await screenshot(page, 'admin-widgets-phone-dark')
  })
})

function cssOf(preview: FrameLocator, name: string): Promise<string> {
  return preview
    .locator('html')
    .evaluate((html, name) => getComputedStyle(html).getPropertyValue(name).trim(), name)
}

function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement!.getAttribute('aria-label'))
}

async function download(page: Page, name: string, widget = 'Get-b-more'): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${widget}-qr.${name.toLowerCase()}`)
  return readFile(await file.path())
}

const RED = [200, 30, 30, 255]

/** Gives the publisher a logo that is one red square. */
async function giveLogo(page: Page, club: TestPublisher): Promise<void> {
  const file = await page.evaluate(([red, green, blue]) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 200 })
    const draw = canvas.getContext('2d')!
    draw.fillStyle = `rgb(${red} ${green} ${blue})`
    draw.fillRect(0, 0, 200, 200)
    return canvas.toDataURL('image/png').split(',')[1]!
  }, RED)
  const { body } = await club.post('/admin/api/pictures', { file })
  await club.put('/admin/api/publisher', { logo: body.data.url })
}

interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** The pixels of a picture, as a camera sees them. */
async function pixelsOf(page: Page, file: Buffer, type: string): Promise<Pixels> {
  const picture = `data:${type};base64,${file.toString('base64')}`
  const { width, height, data } = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const { width, height } = image
    const draw = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!
    draw.drawImage(image, 0, 0)
    let data = ''
    for (const value of draw.getImageData(0, 0, width, height).data) data += String.fromCharCode(value)
    return { width, height, data: btoa(data) }
  }, picture)
  return { width, height, data: new Uint8ClampedArray(Buffer.from(data, 'base64')) }
}

function decode({ width, height, data }: Pixels): string | undefined {
  return jsQr.default(data, width, height)?.data
}

/** The colour on the diagonal, at this part of it. */
function colorAt({ width, height, data }: Pixels, part: number): number[] {
  const at = 4 * (Math.floor(height * part) * width + Math.floor(width * part))
  return [...data.slice(at, at + 4)]
}

/**
 * The dark and light modules of a picture of a QR code of this many: seen as a camera sees them, by its
 * pixels.
 */
async function modulesOf(page: Page, file: Buffer, type: string, size: number): Promise<boolean[][]> {
  const picture = `data:${type};base64,${file.toString('base64')}`
  const read = await page.evaluate(
    async ([source, size]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const { width, height } = image
      const draw = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!
      draw.drawImage(image, 0, 0)
      const { data } = draw.getImageData(0, 0, width, height)
      const grey = data.some((value, at) => (at % 4 === 3 ? value !== 255 : value !== 0 && value !== 255))
      const dark = (x: number, y: number) => data[(y * width + x) * 4] === 0
      const module = Math.floor(width / size)
      const at = (n: number) => Math.floor((width - module * size) / 2) + Math.floor((n + 0.5) * module)
      const numbers = [...Array(size).keys()]
      return { width, height, grey, modules: numbers.map((y) => numbers.map((x) => dark(at(x), at(y)))) }
    },
    [picture, size] as const,
  )
  expect(read).toMatchObject({ height: read.width, grey: false })
  expect(read.width).toBe(type === 'image/png' ? 1024 : size * 8)
  return read.modules
}
