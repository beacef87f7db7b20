import type { BrowserContextOptions, Frame, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, expectTouchable, useClubs } from '../support/club.ts'
import { dialogFrame, useEmbedding } from '../support/embedding.ts'
import { ANDROID, DESKTOP, IPHONE, next, onStep, openFlow, tile, WINDOWS } from '../support/subscribing.ts'
import { send } from '../support/test-publisher.ts'

const WEB_APPLICATIONS = /^https:\/\/(www\.google\.com|outlook\.live\.com)\//

/** Notes which links the page opens. Web applications answer with an empty page. */
async function watchOpened(page: Page, { vendor = 'Google Inc.' } = {}): Promise<string[]> {
  const opened: string[] = []
  const context = page.context()
  await context.route(WEB_APPLICATIONS, (route) => {
    opened.push(`tab ${route.request().url()}`)
    return route.fulfill({ contentType: 'text/html', body: '<title>Calendar</title>' })
  })
  await context.addInitScript((maker) => {
    Object.defineProperty(navigator, 'vendor', { get: () => maker })
    // Nothing on this machine takes `webcal:`.
    const click = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'click')!.value as () => void
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      if (this.protocol === 'webcal:') console.info(`opened ${this.target} ${this.href}`)
      else click.call(this)
    }
  }, vendor)
  page.on('console', (message) => {
    if (message.text().startsWith('opened ')) opened.push(message.text().slice('opened '.length))
  })
  return opened
}

describe('the taps from the button of a page to the calendar application', () => {
  const embedding = useEmbedding()

  it.each<[string, BrowserContextOptions, string, string, RegExp]>([
    [
      'an iPhone',
      { ...PHONE, userAgent: IPHONE },
      'Apple Computer, Inc.',
      'Apple Calendar',
      /^_top webcal:.*\.ics$/,
    ],
    [
      'an iPhone with Google',
      { ...PHONE, userAgent: IPHONE },
      'Apple Computer, Inc.',
      'Google Calendar',
      /^tab .*cid=webcal/,
    ],
    ['Android', { ...PHONE, userAgent: ANDROID }, 'Google Inc.', 'Google Calendar', /^tab .*cid=webcal/],
    ['a desktop', { ...DESKTOP, userAgent: WINDOWS }, 'Google Inc.', 'Outlook.com', /^tab .*addfromweb/],
  ])('are three with one calendar: %s', async (name, options, vendor, application, link) => {
    let opened: string[] = []
    await using tab = await embedding.open(embedding.button(), {
      browser: options,
      before: async (page) => void (opened = await watchOpened(page, { vendor })),
    })
    let taps = 0
    const tap = async (place: Locator) => {
      taps++
      await (options.hasTouch ? place.tap() : place.click())
    }
    await tap(tab.page.getByRole('button', { name: 'Get the dates' }))
    const frame = await dialogFrame(tab.page)
    await frame.getByText('First team').waitFor()
    // The tap led to the field: it takes what is typed.
    await expect.poll(() => focusedName(frame)).toBe('email')
    await frame.getByLabel('E-mail').fill(`${name.replaceAll(' ', '-')}@example.com`)
    await tap(frame.getByRole('button', { name: 'Continue' }))
    await tap(frame.getByRole('main').getByRole('button', { name: application }))
    await expect.poll(() => opened).toEqual([expect.stringMatching(link)])
    expect(taps).toBe(3)

    // The page is still there, and has the end.
    await frame.getByRole('heading', { name: `Confirm in ${application}` }).waitFor()
    await frame.getByText('City v Town').waitFor()
    await expect.poll(() => frame.getByRole('link', { name: `Add to ${application}` }).isVisible()).toBe(true)
    for (const page of tab.page.context().pages().slice(1))
      await expect.poll(() => page.evaluate(() => window.opener)).toBeNull()
  })

  it('lead on by the button where the browser refuses to open a tab', async () => {
    await using tab = await embedding.open(embedding.button(), {
      browser: DESKTOP,
      before: (page) => page.context().addInitScript(() => void (window.open = () => null)),
    })
    await tab.page.getByRole('button', { name: 'Get the dates' }).click()
    const frame = await dialogFrame(tab.page)
    await frame.getByLabel('E-mail').fill('refused@example.com')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await frame.getByRole('button', { name: 'Google Calendar' }).click()
    await frame.getByRole('link', { name: 'Add to Google Calendar' }).waitFor()
    expect(tab.page.context().pages()).toHaveLength(1)
    expect(tab.complaints).toEqual([])
  })

  it('are in a dialog as high as what it shows', async () => {
    await using tab = await embedding.open(embedding.button(), { browser: DESKTOP })
    await tab.page.getByRole('button', { name: 'Get the dates' }).click()
    const frame = await dialogFrame(tab.page)
    const height = async () => (await tab.page.locator('dialog').boundingBox())!.height
    await expect.poll(height).toBeLessThan(560)
    await screenshot(tab.page, 'embed-dialog-low')
    await frame.getByLabel('E-mail').fill('high@example.com')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await frame.getByRole('button', { name: 'My phone' }).click()
    await expect.poll(height).toBeGreaterThan(600)
  })

  const focusedName = (frame: Frame) => frame.evaluate(() => document.activeElement!.getAttribute('name'))
})

describe('the end of subscribing', () => {
  const clubs = useClubs('sqlite')
  const GOOGLE = 'Google-Calendar-Importer'

  /** Subscribes to one calendar, as far as the end. */
  async function subscribed(options: BrowserContextOptions, application: string) {
    const { club, first } = await clubs.club()
    for (const [i, name] of ['City v Village', 'City v County'].entries()) {
      const day = `2027-05-0${i + 1}`
      await club.event(first, { name, startDate: day, endDate: day })
    }
    const tab = await openFlow(clubs, club, { calendarIds: first }, options)
    const opened = await watchOpened(tab.page)
    await tab.page.locator('[name=email]').fill('fan@example.com')
    await tab.page.locator('.action button').click()
    await tile(tab.page, application).click()
    await tab.page.locator('.next-dates').waitFor()
    return { ...tab, club, opened }
  }
  async function read(page: Page, userAgent: string) {
    const href = (await page.locator('.action a').getAttribute('href'))!
    const url = new URL(href).searchParams.get('cid')!.replace('webcal:', 'http:')
    expect((await send(url, { headers: { 'user-agent': userAgent } })).status).toBe(200)
    await clubs.app.ctx.feedReads.flush()
  }

  it('shows the next dates, and notices when an application has fetched them', async () => {
    const { page, complaints } = await subscribed(DESKTOP, 'Google Calendar')
    await expect
      .poll(() => page.locator('.next-dates .name').allInnerTexts())
      .toEqual(['City v Town', 'City v Village', 'City v County'])
    await page.getByText('Still to do: confirm your e-mail').waitFor()
    await page.getByRole('button', { name: 'Code for another device' }).click()
    await page.getByRole('img', { name: 'Code that opens your calendar on another device' }).waitFor()
    await page.getByRole('button', { name: 'Send it to me' }).click()
    await page.getByText('The e-mail is on its way').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'subscribe-end')

    // A program that previews links is no application.
    await read(page, 'WhatsApp/2.23')
    const asked = page.waitForResponse((response) => response.url().endsWith('/fetched'))
    expect((await (await asked).json()).application).toBeNull()
    await read(page, GOOGLE)
    await page.getByText('Google Calendar has fetched it.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Done' }).waitFor()
    expect(await page.locator('.action').count()).toBe(0)
    await expectAccessible(page)
    await screenshot(page, 'subscribe-fetched')

    // Another application is a new attempt.
    await page.getByText('Other calendars').click()
    await tile(page, 'Outlook.com').click()
    await page.getByRole('link', { name: 'Add to Outlook.com' }).waitFor()
    expect(complaints).toEqual([])
  })

  it.each([
    ['on a phone', { ...PHONE, userAgent: ANDROID }, 'Google Calendar'],
    ['in the dark', { ...PHONE, ...DARK, userAgent: ANDROID }, 'Google Calendar'],
    ['from right to left', { ...PHONE, ...ARABIC, userAgent: ANDROID }, 'تقويم Google'],
  ])('holds %s', async (name, options, application) => {
    const { page } = await subscribed(options, application)
    await page.locator('.ways button').first().click()
    await page.locator('.ways .notice').waitFor()
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await screenshot(page, `subscribe-end ${name}`)
    await read(page, GOOGLE)
    await page.locator('.notice.ok strong').waitFor()
    await expectAccessible(page)
    await screenshot(page, `subscribe-fetched ${name}`)
  })

  it('gives up after two minutes, and says what to do', async () => {
    const { club, first } = await clubs.club()
    const { page } = await openFlow(clubs, club, { calendarIds: first })
    await page.clock.install()
    await page.reload()
    await page.getByLabel('E-mail').fill('fan@example.com')
    await next(page).click()
    await tile(page, 'Another calendar').click()
    await onStep(page, 'done')
    let asked = 0
    page.on('request', (request) => void (request.url().endsWith('/fetched') && asked++))
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000)
        return page.getByText('Nothing has fetched it yet').isVisible()
      })
      .toBe(true)
    expect(asked).toBeLessThan(25)
    const before = asked
    await page.clock.runFor(60_000)
    expect(asked).toBe(before)
  })
})

describe('the address', () => {
  const clubs = useClubs('sqlite')

  it('is remembered on the device if the person wants, and forgotten again', async () => {
    const { club, first } = await clubs.club()
    const { page, complaints } = await openFlow(clubs, club, { calendarIds: first })
    const tick = page.getByRole('checkbox', { name: 'Remember this address on this device' })
    expect(await tick.isChecked()).toBe(false)
    await page.getByLabel('E-mail').fill('fan@example.com')
    await next(page).click()
    await onStep(page, 'application')
    await page.reload()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('')

    await page.getByLabel('E-mail').fill('fan@example.com')
    await tick.check()
    await next(page).click()
    await onStep(page, 'application')
    await page.reload()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('fan@example.com')
    await tick.uncheck()
    await page.reload()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('')
    expect(complaints).toEqual([])
  })

  it('needs no memory: browsers may refuse it in frames', async () => {
    const { club, first } = await clubs.club()
    const { page, complaints } = await openFlow(clubs, club, { calendarIds: first })
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    })
    await page.reload()
    await page.getByLabel('E-mail').fill('fan@example.com')
    await page.getByRole('checkbox', { name: 'Remember this address on this device' }).check()
    await next(page).click()
    await onStep(page, 'application')
    expect(complaints).toEqual([])
  })

  it('is mended where it has a likely mistake, and never refused', async () => {
    const { club, first } = await clubs.club()
    const { page } = await openFlow(clubs, club, { calendarIds: first })
    const email = page.getByLabel('E-mail')
    await email.fill('fan@gmial.con')
    await next(page).click()
    await page.getByText('Did you mean fan@gmail.com?').waitFor()
    await onStep(page, 'details')
    await expectAccessible(page)
    await screenshot(page, 'subscribe-typo')
    await page.getByRole('button', { name: 'Correct it' }).click()
    await expect.poll(() => email.inputValue()).toBe('fan@gmail.com')

    await email.fill('fan@gmal.com')
    await next(page).click()
    await page.getByText('Did you mean fan@gmail.com?').waitFor()
    await next(page).click()
    await onStep(page, 'application')
  })
})
