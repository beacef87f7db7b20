import { describe, expect, it } from 'vitest'
import { type AlertedEvent, alertMail } from '../../src/alerts/alert-mail.ts'
import type { Brand } from '../../src/mail/brand.ts'
import type { Mail } from '../../src/mail/mail.ts'
import { accountMail, confirmMail, linkMail, welcomeMail } from '../../src/mail/messages.ts'
import type { Language } from '../../src/words/index.ts'
import { ALERT_LINKS, alerted, CHANGES, CITY, WEDNESDAY } from '../support/alerted-events.ts'
import {
  DARK,
  expectAccessible,
  NARROW,
  PHONE,
  screenshot,
  type Tab,
  useBrowser,
} from '../support/browser.ts'
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

const TO = 'fan@example.com'
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5)
/** A yellow on which white can't be read, and which can't be read on white. */
const YELLOW = '#ffd500'
const CLUB: Brand = { name: 'City Rugby', logo: 'https://club.test/logo.svg', color: YELLOW }
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="150"><rect width="300" height="150" rx="30" fill="#0b5d3b"/></svg>'
const CHOSEN = { calendars: ['First team', 'Women', 'القدماء'], application: 'Google Calendar' }
const ASKED = { ...CHOSEN, at: WEDNESDAY, timezone: 'Europe/London' }

const changesMail = (events: AlertedEvent[], brand: Brand) => (language: Language) =>
  alertMail(TO, brand, events, ALERT_LINKS, language, WEDNESDAY)

/** A mail of each kind. */
const KINDS: Record<string, (language: Language) => Mail> = {
  'changes-one': changesMail([CHANGES.moved], CLUB),
  'changes-several': changesMail([CHANGES.all, CHANGES.calledOff, CHANGES.onAgain, CHANGES.wholeDays], CLUB),
  'changes-long': changesMail(
    [alerted(['moved', 'place'], { startTime: '16:00', location: LONG }, { name: LONG })],
    { ...CITY, name: LONG },
  ),
  link: (language) => linkMail(TO, CITY, ALERT_LINKS.portal, language),
  welcome: (language) => welcomeMail(TO, CLUB, ALERT_LINKS.portal, CHOSEN, language),
  confirm: (language) => confirmMail(false, TO, CLUB, ALERT_LINKS.portal, ASKED, language),
  known: (language) => confirmMail(true, TO, CLUB, ALERT_LINKS.portal, ASKED, language),
  invitation: (language) => accountMail('invitation', TO, CLUB, ALERT_LINKS.portal, language),
  'sign-in': (language) => accountMail('sign-in', TO, CITY, ALERT_LINKS.portal, language),
  reset: (language) => accountMail('reset', TO, CITY, ALERT_LINKS.portal, language),
}

describe('mails', () => {
  const browser = useBrowser()

  /** Shows a mail in a program that loads pictures, or blocks them. */
  async function show({ page }: Tab, html: string, pictures = true) {
    await page.unrouteAll()
    await page.route('https://club.test/**', (route) =>
      pictures ? route.fulfill({ body: LOGO, contentType: 'image/svg+xml' }) : route.abort(),
    )
    await page.setContent(html)
    await expectNoSideways(page)
    await expectAccessible(page)
  }

  it.each(LOOKS)('fit, and can be read by everybody: %s', async (name, language: Language, options) => {
    await using tab = await browser.open(options)
    for (const [kind, write] of Object.entries(KINDS)) {
      const mail = write(language)
      await show(tab, mail.html)
      // One button, which leads where the address below it leads.
      const buttons = tab.page.locator('a.button')
      expect(await buttons.count(), kind).toBe(1)
      expect((await buttons.boundingBox())!.height).toBeGreaterThanOrEqual(44)
      const written = await tab.page.getByText(mail.links[0]!, { exact: true }).getAttribute('href')
      expect([await buttons.getAttribute('href'), written], kind).toEqual([mail.links[0], mail.links[0]])
      expect(mail.subject, kind).toContain(kind === 'changes-long' ? LONG.slice(0, 50) : 'City Rugby')
      await screenshot(tab.page, `mail-${kind}-${name}`)
    }
    expect(tab.complaints).toEqual([])
  })

  it('show the logo of the publisher, and its name alone where pictures are blocked', async () => {
    await using tab = await browser.open(PHONE)
    const mail = KINDS.welcome!('en')
    const logo = tab.page.getByRole('img', { name: 'City Rugby' })
    await show(tab, mail.html)
    expect(await logo.boundingBox()).toMatchObject({ width: 80, height: 40 })
    await show(tab, mail.html, false)
    expect(await logo.getAttribute('alt')).toBe('City Rugby')
    const name = tab.page.getByText('City Rugby', { exact: true })
    expect((await name.boundingBox())!.height).toBeLessThan(30)
    await screenshot(tab.page, 'mail-blocked')
  })

  it('read well without their style sheet, which many programs drop', async () => {
    await using tab = await browser.open(PHONE)
    for (const kind of ['changes-several', 'welcome']) {
      const { html } = KINDS[kind]!('ar')
      // Webmail puts the content of the body into a page of its own.
      const body = /<body[^>]*>([^]*)<\/body>/.exec(html)![1]!
      await show(tab, `<!doctype html><html lang="en"><title>Inbox</title>${body}</html>`)
      const heading = tab.page.getByRole('heading', { level: 1 })
      expect(await heading.evaluate((h) => getComputedStyle(h).direction)).toBe('rtl')
      await screenshot(tab.page, `mail-bare-${kind}`)
    }
  })
})

describe('the text of mails', () => {
  it.each(['en', 'de', 'fr', 'es', 'ja', 'ar'] as const)('has short lines and no gaps: %s', (language) => {
    for (const [kind, write] of Object.entries(KINDS)) {
      if (kind === 'changes-long') continue
      const { text } = write(language)
      expect(text, kind).not.toMatch(/[{}]|undefined|\n{3}/)
      for (const line of text.split('\n').filter((line) => !line.startsWith('https:')))
        expect(line.replace(/[\u2068\u2069]/g, '').length, line).toBeLessThanOrEqual(78)
    }
  })

  it('says to a new subscriber what they follow, and to keep the mail', () => {
    expect(KINDS.welcome!('en').text).toBe(`City Rugby

Your calendar of City Rugby is ready. New events and changes come into it by
themselves.

Calendars: First team, Women, and القدماء
Application: Google Calendar

Keep this e-mail: with this link you can change your calendars at any time.
For an hour, it also shows your data and your devices, and you can unsubscribe
with it:

${ALERT_LINKS.portal}

You get this e-mail because someone subscribed to calendars of City Rugby with
your address. If it was not you, this link also ends the subscription.
`)
  })
})
