import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { call, dialogFrame, eventually, pageIn, useEmbedding } from '../support/embedding.ts'
import type { Json } from '../support/test-publisher.ts'

const UNKNOWN = '0123456789abcdef01234567'

describe('the embed script in a page of another origin with a strict policy', () => {
  const embedding = useEmbedding()

  it('shows the button once it is known to work, and complains of nothing', async () => {
    await using tab = await embedding.open(embedding.button())
    const button = tab.page.getByRole('button', { name: 'Get the dates' })
    await button.waitFor()
    await expect.poll(() => button.getAttribute('style')).toBeNull()
    // The frame that asked is gone.
    expect(tab.page.frames()).toHaveLength(1)
    expect({ complaints: tab.complaints, warnings: tab.warnings }).toEqual({ complaints: [], warnings: [] })
    await expectAccessible(tab.page)
    await screenshot(tab.page, 'embed-button')
  })

  it('shows a button that the page hid, and one that its styles would show', async () => {
    await using tab = await embedding.open(
      embedding.button('hidden') + embedding.button('id="wrong"', UNKNOWN),
      {
        csp: `${embedding.csp}; style-src 'unsafe-inline'`,
        head: '<style>button { display: inline-flex }</style>',
      },
    )
    await tab.page.locator('button:visible').waitFor()
    await eventually(() => tab.warnings).toHaveLength(1)
    await expect.poll(() => tab.page.locator('#wrong').isVisible()).toBe(false)
  })

  it('opens the flow by the mouse, and closes it', async () => {
    await using tab = await embedding.open(embedding.button())
    await tab.page.getByRole('button', { name: 'Get the dates' }).click()
    const dialog = tab.page.getByRole('dialog', { name: 'Add to your calendar' })
    await dialog.locator('iframe').waitFor()
    await expect.poll(() => dialog.locator('iframe').getAttribute('title')).toBe('Add to your calendar')
    const frame = await dialogFrame(tab.page)
    await frame.getByRole('heading').first().waitFor()
    expect(new URL(frame.url()).pathname).toBe(`/w/${embedding.buttonId}`)
    await screenshot(tab.page, 'embed-dialog')

    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectClosed(tab.page)
    await expect.poll(() => tab.page.locator('svc-widget').count()).toBe(0)
    expect(tab.complaints).toEqual([])
  })

  it.each(['button', 'div', 'a', 'span'])('opens by the keyboard: %s', async (tag) => {
    await using tab = await embedding.open(embedding.element(tag, 'id="it"'))
    await tab.page.locator('#it').waitFor()
    await expectAccessible(tab.page)
    await tab.page.keyboard.press('Tab')
    await expect.poll(() => focused(tab.page)).toBe('it')
    for (const key of ['Enter', 'Space']) {
      await tab.page.keyboard.press(key)
      await tab.page.locator('dialog iframe').waitFor()
      await tab.page.keyboard.press('Escape')
      await expectClosed(tab.page)
      await expect.poll(() => focused(tab.page)).toBe('it')
    }
  })

  it('gives the focus to the frame, and takes Escape from it', async () => {
    await using tab = await embedding.open(embedding.button('id="it"'))
    await tab.page.locator('#it').click()
    const frame = await dialogFrame(tab.page)
    await frame.getByRole('heading').first().waitFor()
    const inDialog = () =>
      tab.page
        .locator('svc-widget')
        .evaluate((host: Json) => host.shadowRoot.activeElement?.tagName as string)
    await eventually(inDialog).toBe('IFRAME')
    // There and back: through the frame to the button that closes, and into the frame again.
    for (const [key, tag] of [
      ['Shift+Tab', 'BUTTON'],
      ['Tab', 'IFRAME'],
    ] as const) {
      for (let i = 0; i < 30 && (await inDialog()) !== tag; i++) await tab.page.keyboard.press(key)
      expect(await inDialog()).toBe(tag)
    }
    await tab.page.keyboard.press('Escape')
    await expectClosed(tab.page)
    await expect.poll(() => focused(tab.page)).toBe('it')
  })

  it('keeps the page behind where it is while the dialog is open', async () => {
    const lines = '<p>Line</p>'.repeat(100)
    await using tab = await embedding.open(embedding.button() + lines)
    const y = () => tab.page.evaluate(() => (globalThis as Json).scrollY as number)
    await tab.page.getByRole('button', { name: 'Get the dates' }).click()
    await tab.page.mouse.move(5, 300)
    await tab.page.mouse.wheel(0, 500)
    await tab.page.waitForTimeout(200)
    expect(await y()).toBe(0)
    await call(tab.page, 'hideWidget')
    await tab.page.mouse.wheel(0, 500)
    await eventually(y).toBe(500)
    await expect.poll(() => tab.page.locator('html').getAttribute('style')).toBeOneOf([null, ''])
  })

  it.each([
    ['phone', PHONE],
    ['dark', DARK],
    ['dark-phone', { ...PHONE, ...DARK }],
    ['narrow', { viewport: { width: 320, height: 568 } }],
  ])('fits: %s', async (name, browser) => {
    await using tab = await embedding.open(embedding.button(), { browser })
    await tab.page.getByRole('button', { name: 'Get the dates' }).click()
    const frame = await dialogFrame(tab.page)
    await frame.getByRole('heading').first().waitFor()
    await expectAccessible(tab.page)
    const { width, height } = (await tab.page.locator('dialog').boundingBox())!
    const { width: wide, height: high } = tab.page.viewportSize()!
    if (wide < 600) expect({ width, height }).toEqual({ width: wide, height: high })
    else {
      // As high as what it shows, within limits.
      expect(width).toBe(480)
      expect(height).toBeLessThanOrEqual(Math.min(704, 0.9 * high))
      expect(height).toBeGreaterThanOrEqual(320)
    }
    await screenshot(tab.page, `embed-dialog-${name}`)
  })

  it('says that the flow does not come, and offers it in a new tab', async () => {
    await using tab = await embedding.open(embedding.button('data-svc-email="a@example.com"'), {
      before: async (page) => {
        await page.clock.install()
        await page.route(/\?embed=1/, () => {})
      },
    })
    await tab.page.getByRole('button', { name: 'Get the dates' }).click()
    await tab.page.getByText('Loading').waitFor()
    await screenshot(tab.page, 'embed-loading')
    await tab.page.clock.fastForward(16_000)
    const link = tab.page.getByRole('link', { name: 'Open it in a new tab' })
    await link.waitFor()
    await expectAccessible(tab.page)
    await screenshot(tab.page, 'embed-slow')
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.pathname + address.search).toBe(`/w/${embedding.buttonId}?lang=en`)
    expect(new URLSearchParams(address.hash.slice(1)).get('email')).toBe('a@example.com')
    await expect.poll(() => link.getAttribute('target')).toBe('_blank')
  })

  it('shows why a widget can not be used, where the page asks for one itself', async () => {
    await using tab = await embedding.open('')
    await call(tab.page, 'show', { widgetId: UNKNOWN })
    const frame = tab.page.frameLocator('dialog iframe')
    await frame.getByRole('heading', { name: 'You cannot subscribe here at the moment' }).waitFor()
    await screenshot(tab.page, 'embed-closed')
    await tab.page.keyboard.press('Escape')
    await expectClosed(tab.page)
  })

  it.each([
    ['of the page', { lang: 'ar-EG' }, ''],
    ['of the browser, where that of the page is none of ours', { lang: 'pt', browser: { locale: 'ar' } }, ''],
    ['the page asks for', { lang: 'de', browser: { locale: 'fr' } }, 'data-svc-lang="ar"'],
  ])('speaks the language %s', async (_, options, attribute) => {
    await using tab = await embedding.open(embedding.button(attribute), options)
    await tab.page.getByRole('button', { name: 'Get the dates' }).click()
    const dialog = tab.page.getByRole('dialog', { name: 'إضافة إلى تقويمك' })
    await expect.poll(() => dialog.getAttribute('dir')).toBe('rtl')
    await dialog.frameLocator('iframe').getByRole('heading', { name: 'بريدك الإلكتروني' }).waitFor()
    await dialog.getByRole('button', { name: 'إغلاق' }).click()
    await expectClosed(tab.page)
  })

  it('leads a fan through the flow, and tells the page when they have subscribed', async () => {
    const email = 'fan-of-the-page@example.com'
    const attributes = `id="it" data-svc-email="${email}" data-svc-calendar-ids="${embedding.calendarId}" data-svc-auto-subscribe`
    await using tab = await embedding.open(embedding.button(attributes), { browser: PHONE })
    await tab.page.evaluate(() => {
      const page = globalThis as Json
      page.document.addEventListener('svc-subscribed', ({ target, detail }: Json) => {
        page.document.body.dataset.told = `${target.id} ${detail.widgetId}`
      })
    })
    await tab.page.locator('#it').click()
    const frame = tab.page.frameLocator('dialog iframe')
    await frame.getByRole('button', { name: /Google Calendar/ }).click()
    await frame.getByRole('heading', { name: 'Confirm in Google Calendar' }).waitFor()
    await screenshot(tab.page, 'embed-done')
    const told = () => tab.page.locator('body').getAttribute('data-told')
    await eventually(told).toBe(`it ${embedding.buttonId}`)
    const { data } = (await embedding.publisher.get(`/subscriber/${email}`)).body
    expect(data).toMatchObject({ email, source: 'Widget' })
    expect(tab.complaints).toEqual([])
  })

  it('shows the list of events in the page, as high as it is', async () => {
    await using tab = await embedding.open(embedding.list(), { browser: { viewport: PHONE.viewport } })
    const list = tab.page.locator('.svc-sync-widget-button iframe')
    await list.waitFor()
    await expect.poll(() => list.getAttribute('title')).toBe('Events')
    const frame = await pageIn(list)
    expect(new URL(frame.url()).pathname).toBe(`/w/${embedding.listId}/events`)
    await frame.getByText('City v Town').first().waitFor()
    const unused = () =>
      frame.evaluate(() => {
        const { document, innerHeight } = globalThis as Json
        return innerHeight - document.body.getBoundingClientRect().height
      })
    await eventually(async () => Math.abs(await unused())).toBeLessThan(20)
    await screenshot(tab.page, 'embed-list')

    await frame.getByRole('link', { name: 'Get the events in my calendar' }).click()
    const flow = await dialogFrame(tab.page)
    expect(new URL(flow.url()).pathname).toBe(`/w/${embedding.listId}`)
    expect(tab.complaints).toEqual([])
  })
})

async function expectClosed(page: Json): Promise<void> {
  await eventually(() => page.locator('dialog').count()).toBe(0)
}

/** The id of what has the focus. */
function focused(page: Json): Promise<string> {
  return page.evaluate(() => (globalThis as Json).document.activeElement.id)
}
