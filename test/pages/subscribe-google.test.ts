import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chooseMirrors, connectMirror } from '../../src/push-targets/connect-mirror.ts'
import { GOOGLE_SCOPES } from '../../src/push-targets/google/google.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, expectTouchable, useClubs } from '../support/club.ts'
import { useGoogle } from '../support/google-app.ts'
import { eventsAtGoogle } from '../support/google-events.ts'
import { DESKTOP, onStep, openFlow, subscribeByMouse, tile } from '../support/subscribing.ts'
import { expectOk, send, type TestPublisher } from '../support/test-publisher.ts'

let accounts = 0

describe('Google within seconds in the subscribe flow', () => {
  const { google, options } = useGoogle()
  const clubs = useClubs('sqlite', options)
  const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 15_000, interval: 50 })
  const look = async (page: Page, name: string) => {
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await screenshot(page, `google-flow-${name}`)
  }

  function account(name: string): string {
    const email = `${name}-${++accounts}@gmail.example`
    google.addAccount(email)
    return email
  }

  /** Keeps a mirror of a calendar at Google; returns its address. */
  async function mirror(club: TestPublisher, calendarId: string): Promise<string> {
    const scopes = GOOGLE_SCOPES.mirror.asked
    const { refreshToken: refresh, accessToken: access } = google.grant(account('club'), scopes)
    const consent = { tokens: { refresh, access, accessExpiresAt: 0 }, scopes }
    await connectMirror(clubs.app.ctx, 'google', club.id, consent)
    await chooseMirrors(clubs.app.ctx, club.id, [calendarId])
    const address = async () => {
      const { calendars } = expectOk(await send(`${clubs.app.url}/w/${club.widgetId}/config`))
      return (calendars as { id: string; mirror: string | false }[]).find(({ id }) => id === calendarId)!
        .mirror
    }
    await poll(address).toBeTruthy()
    return (await address()) as string
  }

  /** Subscribes by the tile, and opens the page that the last step leads to. */
  async function toPortal(email: string, over: BrowserContextOptions = DESKTOP) {
    const { club, first, juniors } = await clubs.club()
    const { page, complaints } = await openFlow(clubs, club, { email, calendarIds: first }, over)
    return { club, first, juniors, page, complaints }
  }

  it('opens nothing by itself, leads to the consent, and comes back to a page that says it is done', async () => {
    const { club } = await clubs.club()
    const { page, complaints } = await openFlow(clubs, club)
    await subscribeByMouse(page, 'First team', 'fan@example.com', 'Google, within seconds')
    expect(page.context().pages()).toHaveLength(1)
    await page.getByText('Google asks whether we may make that calendar.').waitFor()
    expect(await page.getByText('This page notices when').count()).toBe(0)
    await look(page, 'done')
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Connect Google Calendar' }).click()
    const portal = await opening
    const email = account('fan')
    await portal.getByRole('button', { name: 'Continue to Google' }).click()
    await portal.getByLabel(email).check()
    await portal.getByRole('button', { name: 'Continue' }).click()
    await portal.getByText('Connected. Your calendar in Google Calendar is up to date.').waitFor()
    await poll(() =>
      eventsAtGoogle(google, google.calendarsOf(email)[0] ?? '').map(({ title }) => title),
    ).toEqual(['City v Town'])
    expect(complaints).toEqual([])
  })

  it('shows nothing of an address that was only typed: its mail comes first', async () => {
    const { club, first } = await clubs.club()
    const fan = await club.subscriber(undefined, [first])
    const { page } = await openFlow(clubs, club)
    await subscribeByMouse(page, 'Juniors', fan.email, 'Google, within seconds')
    const href = await page.getByRole('link', { name: 'Connect Google Calendar' }).getAttribute('href')
    const portal = await clubs.open(href!)
    await portal.page.getByRole('heading', { name: 'Confirm your calendar' }).waitFor()
    expect(await portal.page.getByRole('button', { name: 'Continue to Google' }).count()).toBe(0)
    const refused = await send(`${href!.split('#')[0]}/google`, { method: 'POST' })
    expect(refused.status).toBe(403)
  })

  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
    ['dark', { ...DARK, ...PHONE }],
    ['arabic', { ...ARABIC, ...PHONE }],
  ])('offers open mirrors for what they are, there and in the portal: %s', async (name, over) => {
    const { club, first, page, complaints } = await toPortal('fan@example.com', over)
    const address = await mirror(club, first)
    await page.goto(
      `${clubs.app.url}/w/${club.widgetId}?autoSubscribe=true&email=fan@example.com&calendarIds=${first}`,
    )
    await page.locator('.tile').nth(1).waitFor()
    await look(page, `${name}-tiles`)
    await page
      .locator('.tile')
      .filter({ has: page.locator('svg path[d^="m19 18"]') })
      .click()
    await page.locator('.mirrors a').waitFor()
    await look(page, `${name}-done`)
    expect(await page.locator('.mirrors a').getAttribute('href')).toBe(address)
    const href = await page.locator('.action a').getAttribute('href')
    const portal = await clubs.open(href!, over)
    await portal.page.locator('.mirrors a').waitFor()
    expect(await portal.page.locator('.mirrors a').getAttribute('href')).toBe(address)
    await look(portal.page, `${name}-portal`)
    const calendar = await clubs.open(`/calendar/${first}`, over)
    await calendar.page.locator('details.more').last().locator('summary').click()
    await look(calendar.page, `${name}-calendar`)
    expect([...complaints, ...portal.complaints, ...calendar.complaints]).toEqual([])
  })

  it('is a tile in the portal as well', async () => {
    const { club, first } = await clubs.club()
    const { page } = await openFlow(clubs, club, {
      autoSubscribe: 'true',
      email: 'fan@example.com',
      calendarIds: first,
    })
    await onStep(page, 'application')
    await tile(page, 'Another calendar').click()
    await onStep(page, 'done')
    const manage = await page.getByRole('link', { name: 'Change or unsubscribe now' }).getAttribute('href')
    const portal = await clubs.open(`${manage!}#add`)
    await tile(portal.page, 'Google, within seconds').click()
    await portal.page.getByRole('link', { name: 'Connect Google Calendar' }).click()
    await portal.page.getByRole('button', { name: 'Continue to Google' }).waitFor()
  })
})
