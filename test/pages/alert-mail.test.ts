import { describe, expect, it } from 'vitest'
import { type AlertedEvent, alertMail } from '../../src/alerts/alert-mail.ts'
import { linkMail } from '../../src/mail/messages.ts'
import type { Language } from '../../src/words/index.ts'
import { ALERT_LINKS, alerted, CHANGES, WEDNESDAY } from '../support/alerted-events.ts'
import { DARK, expectAccessible, NARROW, PHONE, screenshot, useBrowser } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'

const DESKTOP = { viewport: { width: 1000, height: 800 } }
const LOOKS = [
  ['desktop', 'en', DESKTOP],
  ['phone', 'en', PHONE],
  ['dark', 'en', { ...PHONE, ...DARK }],
  ['dark-desktop', 'de', { ...DESKTOP, ...DARK }],
  ['german', 'de', NARROW],
  ['french', 'fr', NARROW],
  ['spanish', 'es', PHONE],
  ['japanese', 'ja', PHONE],
  ['arabic', 'ar', PHONE],
  ['arabic-dark', 'ar', { ...DESKTOP, ...DARK }],
] as const

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5)
const ONE: Record<string, AlertedEvent[]> = {
  one: [CHANGES.moved],
  several: [CHANGES.all, CHANGES.calledOff, CHANGES.onAgain, CHANGES.wholeDays],
  long: [alerted(['moved', 'place'], { startTime: '16:00', location: LONG }, { name: LONG })],
}

describe('the mail about changes', () => {
  const browser = useBrowser()

  it.each(LOOKS)('fits, and can be read by everybody: %s', async (name, language: Language, options) => {
    await using tab = await browser.open(options)
    const { page, complaints } = tab
    for (const [kind, events] of Object.entries(ONE)) {
      const { html } = alertMail('fan@example.com', 'City Rugby', events, ALERT_LINKS, language, WEDNESDAY)
      await page.setContent(html)
      await expectNoSideways(page)
      await expectAccessible(page)
      await screenshot(page, `alert-mail-${kind}-${name}`)
    }
    expect(complaints).toEqual([])
  })

  it('reads well without its style sheet, which many programs drop', async () => {
    await using tab = await browser.open(PHONE)
    const { html } = alertMail('fan@example.com', 'City Rugby', ONE.several!, ALERT_LINKS, 'ar', WEDNESDAY)
    // Webmail puts the content of the body into a page of its own.
    const body = /<body[^>]*>([^]*)<\/body>/.exec(html)![1]!
    await tab.page.setContent(`<!doctype html><html lang="en"><title>Inbox</title>${body}</html>`)
    await expectNoSideways(tab.page)
    await expectAccessible(tab.page)
    expect(
      await tab.page.getByRole('heading', { level: 1 }).evaluate((h) => getComputedStyle(h).direction),
    ).toBe('rtl')
    await screenshot(tab.page, 'alert-mail-bare')
  })

  it.each([
    ['light', PHONE],
    ['dark', { ...PHONE, ...DARK }],
  ])('goes with the mails with one link: %s', async (name, options) => {
    await using tab = await browser.open(options)
    await tab.page.setContent(linkMail('fan@example.com', 'City Rugby', ALERT_LINKS.portal, 'en').html)
    await expectNoSideways(tab.page)
    await expectAccessible(tab.page)
    await screenshot(tab.page, `mail-${name}`)
  })
})
