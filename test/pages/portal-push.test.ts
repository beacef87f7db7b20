import type { BrowserContextOptions, Page, Worker } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, expectTouchable, GERMAN, useClubs } from '../support/club.ts'
import { freshCookie } from '../support/confirming.ts'
import { type PushedBrowser, usePushService } from '../support/push-service.ts'
import { stubPush } from '../support/stub-push.ts'
import { DESKTOP, IPHONE } from '../support/subscribing.ts'
import { send } from '../support/test-publisher.ts'

describe('notifications in the portal', () => {
  const service = usePushService()
  const clubs = useClubs('sqlite', { notifications: true })
  service.now = () => clubs.app.ctx.now()

  /** The portal of a person who came from a mail, or did not. */
  async function portal(options: BrowserContextOptions = DESKTOP, permission = true, mailed = true) {
    const { club, first } = await clubs.club()
    const fan = await club.subscriber(undefined, [first])
    const { page, complaints } = await clubs.open('/healthz-page', options)
    const context = page.context()
    const browser = service.browser()
    await stubPush(context, browser)
    if (permission) await context.grantPermissions(['notifications'], { origin: clubs.app.url })
    if (mailed) {
      const [name, value] = (await freshCookie(clubs.app, fan.manageUrl)).split('=') as [string, string]
      await context.addCookies([{ name, value, url: `${clubs.app.url}/manage` }])
    }
    complaints.length = 0
    await page.goto(fan.manageUrl)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { club, fan, page, complaints, browser }
  }
  const link = (page: Page) => page.locator('#open-notify')
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  it('are switched on by a tap, and the words that were sent are shown by the service worker', async () => {
    const { page, complaints, fan } = await portal()
    await link(page).click()
    await page.getByText('Your calendar may take hours').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'push-off')
    await button(page, 'Switch on notifications').click()
    await page.getByText('Notifications are on for this device.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'push-on')

    await button(page, 'Send a test message').click()
    await page.getByText('The test message is on its way.').waitFor()
    expect(service.faults).toEqual([])
    const [{ payload }] = service.messages as [(typeof service.messages)[0]]
    expect(payload).toMatchObject({ title: 'City Rugby', body: 'Notifications work on this device.' })
    await deliver(page, JSON.stringify(payload))
    expect(await shown(page)).toEqual([
      {
        title: 'City Rugby',
        body: 'Notifications work on this device.',
        tag: 'test',
        lang: 'en',
        dir: 'ltr',
        data: { url: new URL(fan.manageUrl).pathname },
      },
    ])
    // A newer message of the same subject takes the place of the older one.
    await deliver(page, JSON.stringify({ ...payload, title: 'Once more' }))
    await expect.poll(async () => (await shown(page)).map(({ title }) => title)).toEqual(['Once more'])
    expect(complaints).toEqual([])
  })

  it('stay on after a reload, and are switched off', async () => {
    const { page, fan } = await portal()
    await switchOn(page)
    await page.reload()
    await page.getByText('Notifications are on for this device.').waitFor()
    await button(page, 'Switch off').click()
    await page.getByText('Notifications are off for this device.').waitFor()
    await button(page, 'Switch on notifications').waitFor()
    expect(await subscriptionsOf(fan.manageUrl)).toEqual([])
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  })

  it('are off after the push service has forgotten the browser, and say so', async () => {
    const { page, browser } = await portal()
    await switchOn(page)
    service.answer(browser, (response) => response.writeHead(410).end())
    await button(page, 'Send a test message').click()
    await page.getByText('This browser takes no more messages.').waitFor()
    await button(page, 'Switch on notifications').waitFor()
  })

  it('tell when the push service is away', async () => {
    const { page, browser } = await portal()
    await switchOn(page)
    service.answer(browser, (response) => response.writeHead(503).end())
    await button(page, 'Send a test message').click()
    await page.getByText('cannot be reached now').waitFor()
    await expectAccessible(page)
  })

  it('ask for nothing before the tap, and for a mail before that', async () => {
    const { page } = await portal(DESKTOP, false, false)
    await page.evaluate(() => {
      Notification.requestPermission = () => Promise.reject(new Error('asked'))
    })
    // The data was just typed, so other screens need no mail.
    await link(page).click()
    await page.getByText('Anyone you forward an event to').waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  })

  it('that are blocked say how to allow them', async () => {
    const { page } = await portal(DESKTOP, false)
    await page.context().clearPermissions()
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
    await page.reload()
    await link(page).click()
    await page.getByText('This browser blocks notifications').waitFor()
    await expect.poll(() => page.getByText('Open the settings of this page').isVisible()).toBe(true)
    await expect.poll(() => button(page, 'Switch on notifications').count()).toBe(0)
    await expectAccessible(page)
    await screenshot(page, 'push-denied')
  })

  it('that were not allowed change nothing', async () => {
    const { page, fan } = await portal(DESKTOP, false)
    await page.evaluate(() => {
      Notification.requestPermission = () => Promise.resolve('default')
    })
    await link(page).click()
    await button(page, 'Switch on notifications').click()
    await page.getByText('Notifications were not allowed.').waitFor()
    expect(await subscriptionsOf(fan.manageUrl)).toEqual([])
  })

  it('are not offered where the browser has no web push, except on an iPhone, with the steps', async () => {
    const without = async (options: BrowserContextOptions) => {
      const opened = await portal(options)
      await opened.page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
      await opened.page.reload()
      await opened.page.getByRole('heading', { level: 1 }).waitFor()
      return opened.page
    }
    expect(await link(await without(DESKTOP)).count()).toBe(0)
    const phone = await without({ ...PHONE, userAgent: IPHONE })
    await link(phone).click()
    await phone.getByText('Choose "Add to Home Screen".').waitFor()
    await expectAccessible(phone)
    await expectTouchable(phone)
    await screenshot(phone, 'push-iphone')
  })

  it('open their page at a tap, or the tab that shows it, and no page of another site', async () => {
    const { page, fan } = await portal()
    await switchOn(page)
    const worker = await workerOf(page)
    const path = new URL(fan.manageUrl).pathname
    const tap = async (url: string) => {
      await deliver(page, JSON.stringify({ title: 'Moved', body: '', url, tag: 'x', lang: 'en', dir: 'ltr' }))
      await shown(page)
      return worker.evaluate(tapNotification)
    }
    expect(await tap(path)).toEqual({ focused: [fan.manageUrl], opened: [], left: 0 })
    expect(await tap('/manage/other')).toMatchObject({
      focused: [],
      opened: [`${clubs.app.url}/manage/other`],
    })
    for (const foreign of ['https://evil.example/', '//evil.example/x', 'javascript:alert(1)'])
      expect(await tap(foreign)).toMatchObject({ focused: [fan.manageUrl], opened: [] })
  })

  it('go on when the browser changes its subscription by itself', async () => {
    const { page, browser, fan, complaints } = await portal()
    await switchOn(page)
    const before = await subscriptionsOf(fan.manageUrl)
    await page.context().clearCookies()
    const next = service.browser()
    const worker = await workerOf(page)
    await worker.evaluate(changeSubscription, { old: browser.endpoint, next })
    const after = await subscriptionsOf(fan.manageUrl)
    expect([before.length, after.length]).toEqual([1, 1])
    expect(after[0]!.id).not.toBe(before[0]!.id)
    await send(`${fan.manageUrl}/push-subscriptions/${after[0]!.id}/test`, { method: 'POST' })
    expect(service.messages.at(-1)!.path).toBe(new URL(next.endpoint).pathname)
    expect(complaints).toEqual([])
  })

  it('list the other devices of the person, which can be switched off here', async () => {
    const { page, fan } = await portal()
    const cookie = await freshCookie(clubs.app, fan.manageUrl)
    await send(`${fan.manageUrl}/push-subscriptions`, {
      method: 'POST',
      headers: { cookie, 'user-agent': IPHONE },
      body: JSON.stringify(service.browser()),
    })
    await switchOn(page)
    await page.getByText('Other devices with notifications').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'push-devices')
    await button(page, 'Switch off: Safari on iOS').click()
    await page.getByText('Switched off: Safari on iOS').waitFor()
    expect((await subscriptionsOf(fan.manageUrl)).map(({ browser }) => browser)).not.toContain(
      'Safari on iOS',
    )
  })

  it('fit a phone, the dark, German and Arabic', async () => {
    const { page: phone } = await portal(PHONE)
    await switchOn(phone)
    await expectNoSideways(phone)
    await expectTouchable(phone)
    await screenshot(phone, 'push-phone')
    const { page: dark } = await portal({ ...DESKTOP, ...DARK })
    await switchOn(dark)
    await expectAccessible(dark)
    await screenshot(dark, 'push-dark')
    const { page: german } = await portal({ ...PHONE, ...GERMAN })
    await link(german).click()
    await button(german, 'Benachrichtigungen einschalten').waitFor()
    await expectNoSideways(german)
    await screenshot(german, 'push-german')
    const { page: arabic } = await portal({ ...PHONE, ...ARABIC })
    await link(arabic).click()
    await button(arabic, 'تشغيل الإشعارات').click()
    await arabic.getByText('الإشعارات مشغّلة على هذا الجهاز.').waitFor()
    await expectNoSideways(arabic)
    await expectAccessible(arabic)
    await screenshot(arabic, 'push-arabic')
    await button(arabic, 'إرسال رسالة تجريبية').click()
    await arabic.getByText('الرسالة التجريبية في الطريق.').waitFor()
    const { payload } = service.messages.at(-1)!
    expect(payload).toMatchObject({ body: 'الإشعارات تعمل على هذا الجهاز.', lang: 'ar', dir: 'rtl' })
    await deliver(arabic, JSON.stringify(payload))
    expect(await shown(arabic)).toMatchObject([{ body: payload.body, lang: 'ar', dir: 'rtl' }])
  })

  it('have a manifest with which the page goes to the home screen', async () => {
    const { page, fan, complaints } = await portal()
    const path = new URL(fan.manageUrl).pathname
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const session = await page.context().newCDPSession(page)
    const { errors, data, url } = await session.send('Page.getAppManifest')
    expect({ errors, url }).toEqual({ errors: [], url: clubs.app.url + href })
    const manifest = JSON.parse(data!)
    expect(manifest).toMatchObject({
      id: path,
      name: 'City Rugby',
      display: 'standalone',
      scope: '/manage/',
      lang: 'en',
    })
    // A page of the home screen has no cookies of the browser: its address brings the rest of the hour.
    expect(manifest.start_url).toMatch(new RegExp(`^${path}/fresh/[\\w.-]+$`))
    const { headers } = await send(clubs.app.url + manifest.start_url)
    expect(headers.get('set-cookie')).toContain('fasti_fresh=')
    const stranger = await send(clubs.app.url + href!)
    expect(stranger.body.start_url).toBe(path)
    expect((await send(`${clubs.app.url}/manage/x/manifest.webmanifest`)).status).toBe(404)
    expect(complaints).toEqual([])
  })

  async function switchOn(page: Page): Promise<void> {
    await link(page).click()
    await page.getByRole('main').getByRole('button').last().waitFor()
    await button(page, 'Switch on notifications').click()
    await page.getByText('Notifications are on for this device.').waitFor()
  }

  async function subscriptionsOf(manageUrl: string): Promise<{ id: string; browser: string }[]> {
    const cookie = await freshCookie(clubs.app, manageUrl)
    return (await send(`${manageUrl}/push-subscriptions`, { headers: { cookie } })).body.data
  }
})

async function workerOf(page: Page): Promise<Worker> {
  const context = page.context()
  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
}

/** The scope of the service worker, in which the following functions run. */
interface Scope {
  registration: ServiceWorkerRegistration
  clients: { openWindow: (url: string) => Promise<null> }
  WindowClient: { prototype: { url: string; focus: () => Promise<unknown> } }
}

/** Taps the notification that is shown. What the worker opens is noted, since only a person's tap may open it. */
async function tapNotification() {
  const { registration, clients, WindowClient } = globalThis as unknown as Scope
  const [focused, opened]: [string[], string[]] = [[], []]
  clients.openWindow = (url) => {
    opened.push(url)
    return Promise.resolve(null)
  }
  WindowClient.prototype.focus = function (this: { url: string }) {
    focused.push(this.url)
    return Promise.resolve(this)
  }
  const [notification] = await registration.getNotifications()
  let work: Promise<unknown> | undefined
  const waitUntil = (promise: Promise<unknown>) => void (work = promise)
  dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
  await work
  return { focused, opened, left: (await registration.getNotifications()).length }
}

/** Tells the service worker that the browser has another subscription. */
async function changeSubscription({ old, next }: { old: string; next: PushedBrowser }) {
  let work: Promise<unknown> | undefined
  const waitUntil = (promise: Promise<unknown>) => void (work = promise)
  const oldSubscription = { endpoint: old, options: {} }
  const newSubscription = { toJSON: () => ({ ...next, expirationTime: null }) }
  const event = new Event('pushsubscriptionchange')
  dispatchEvent(Object.assign(event, { oldSubscription, newSubscription, waitUntil }))
  await work
}

/** Hands a message to the service worker of the page, as the browser does with one of its push service. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((done) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted)
      if (found) done(found.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await session.detach()
}

/** The notifications that the browser shows, once there are any. */
async function shown(page: Page) {
  return page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    for (;;) {
      const found = await registration!.getNotifications()
      if (found.length > 0)
        return found.map(({ title, body, tag, lang, dir, data }) => ({
          ...{ title, body, tag, lang, dir },
          data: data as unknown,
        }))
      await new Promise(requestAnimationFrame)
    }
  })
}
