import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { MyPushed } from '../../src/http/widget/answers.ts'
import { DARK, expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import { ARABIC, expectNoSideways, expectTouchable, GERMAN, useClubs } from '../support/club.ts'
import { freshCookie } from '../support/confirming.ts'
import { eventsInOutlook, useMicrosoft } from '../support/microsoft-app.ts'
import { DESKTOP, openFlow, subscribeByMouse } from '../support/subscribing.ts'
import { expectOk, send } from '../support/test-publisher.ts'

let accounts = 0

describe('a calendar in Outlook', () => {
  const { microsoft, options } = useMicrosoft()
  const clubs = useClubs('sqlite', options)
  const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 15_000, interval: 50 })

  /** The screen of a person who came from a mail, with an account at Microsoft. */
  async function screen(over: BrowserContextOptions = DESKTOP, needsAdministrator = false) {
    const { club, first } = await clubs.club()
    const event = await club.event(first, { startDate: '2027-05-01', endDate: '2027-05-01' })
    const fan = await club.subscriber(undefined, [first])
    const account = `fan-${++accounts}@outlook.example`
    microsoft.addAccount(account, { needsAdministrator })
    const { page, complaints } = await clubs.open('/healthz-page', over)
    const cookie = await freshCookie(clubs.app, fan.manageUrl)
    const [name, value] = cookie.split('=') as [string, string]
    await page.context().addCookies([{ name, value, url: `${clubs.app.url}/manage` }])
    complaints.length = 0
    await page.goto(fan.manageUrl)
    await page.locator('#open-microsoft').click()
    await page.locator('h1:focus').waitFor()
    const remote = () => microsoft.calendarsOf(account)
    return { club, event, fan, account, page, complaints, cookie, remote }
  }
  type Opened = Awaited<ReturnType<typeof screen>>
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const look = async (page: Page, name: string) => {
    await expectNoSideways(page)
    await expectTouchable(page)
    await expectAccessible(page)
    await screenshot(page, `outlook-${name}`)
  }
  /** Goes to Microsoft and decides there. */
  async function decide({ page, account }: Opened, decision: 'Accept' | 'Cancel') {
    await page.locator('.action button.main').click()
    await page.getByLabel(account).check()
    await page.getByRole('button', { name: decision }).click()
    await page.locator('h1:focus').waitFor()
  }
  const stateOf = async ({ fan, cookie }: Opened) =>
    (expectOk(await send(`${fan.manageUrl}/microsoft`, { headers: { cookie } })).data as MyPushed['data'])
      .state

  it('says what Microsoft asks before it is asked, and is connected and ended', async () => {
    const opened = await screen()
    const { page, complaints, remote, account } = opened
    await page.getByText('it asks you to open all of yours to us').waitFor()
    await page.getByText('an administrator may have to agree first').waitFor()
    await look(page, 'none')
    await decide(opened, 'Accept')
    await page.getByText('Connected. Your calendar in Outlook is up to date.').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await poll(() => eventsInOutlook(microsoft, account, remote()[0] ?? '').length).toBe(2)
    await look(page, 'active')
    await button(page, 'Disconnect').click()
    await page.getByText('Microsoft goes on listing the consent.').waitFor()
    await look(page, 'asking')
    await button(page, 'Yes, disconnect').click()
    await page.getByText('Disconnected.').waitFor()
    await poll(remote).toEqual([])
    await button(page, 'Continue to Microsoft').waitFor()
    expect(complaints).toEqual([])
  })

  it('says what was refused, by whom, and what failed, and goes there again', async () => {
    const opened = await screen()
    const { page, fan, remote } = opened
    await decide(opened, 'Cancel')
    await page.getByText('You did not agree at Microsoft.').waitFor()
    await look(page, 'refused')
    for (const [outcome, text] of [
      ['unticked', 'Microsoft did not give us the right to calendars'],
      ['failed', 'Microsoft did not complete this.'],
      ['other', 'This was begun with a link that has ended.'],
    ] as const) {
      await page.goto(`${fan.manageUrl}?microsoft=${outcome}#microsoft`)
      await page.getByText(text).waitFor()
      await look(page, outcome)
    }
    await decide(opened, 'Accept')
    await page.getByText('Connected.').waitFor()
    expect(remote()).toHaveLength(1)
  })

  it('leads to the link where an administrator has to agree first', async () => {
    const opened = await screen(DESKTOP, true)
    const { page, remote } = opened
    await decide(opened, 'Accept')
    await page.getByText('an administrator of your company or school has to agree first').waitFor()
    await look(page, 'administrator')
    await page.locator('.notice a').click()
    await page.getByRole('button', { name: 'Outlook, within seconds' }).waitFor()
    expect([await stateOf(opened), remote()]).toEqual(['none', []])
  })

  it('tells that the consent is over, and that the calendar was deleted there, each with its way back', async () => {
    const opened = await screen()
    const { page, club, event, account, remote, fan } = opened
    await decide(opened, 'Accept')
    await page.getByText('Connected.').waitFor()
    const titles = () => eventsInOutlook(microsoft, account, remote()[0] ?? '').map(({ title }) => title)

    microsoft.revokeAccess(account)
    await club.put(`/event/${event}`, { name: 'Second' })
    await poll(() => stateOf(opened)).toBe('disconnected')
    await page.reload()
    await page.getByText('Microsoft no longer lets us write').waitFor()
    await look(page, 'disconnected')
    await decide(opened, 'Accept')
    await page.getByText('Connected.').waitFor()
    await poll(titles).toContain('Second')

    microsoft.deleteCalendar(account, remote()[0]!)
    await club.put(`/event/${event}`, { name: 'Third' })
    await poll(() => stateOf(opened)).toBe('removed')
    await page.reload()
    await page.getByText('You deleted the calendar in Outlook').waitFor()
    await look(page, 'removed')
    await decide(opened, 'Accept')
    await page.getByText('Connected.').waitFor()
    await poll(titles).toContain('Third')

    await page.goto(`${fan.manageUrl}#devices`)
    await button(page, 'End: Outlook').click()
    await page.getByText('The calendar in Outlook is deleted').waitFor()
    await button(page, 'Yes, end it').click()
    await poll(remote).toEqual([])
  })

  it('is a tile of the subscribe flow, which leads to the portal', async () => {
    const { club } = await clubs.club()
    const { page, complaints } = await openFlow(clubs, club)
    await subscribeByMouse(page, 'First team', 'fan@example.com', 'Outlook, within seconds')
    await page.getByText('it asks you to open all of yours to us').waitFor()
    await look(page, 'flow')
    const [portal] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Connect Outlook' }).click(),
    ])
    await portal.waitForLoadState()
    expect(new URL(portal.url()).hash).toBe('#microsoft')
    expect(complaints).toEqual([])
  })

  it.each([
    ['phone', PHONE],
    ['narrow', { ...NARROW, ...GERMAN }],
    ['dark', { ...DARK, ...PHONE }],
    ['arabic', { ...ARABIC, ...PHONE }],
  ])('fits: %s', async (name, over) => {
    const opened = await screen(over, true)
    const { page, complaints } = opened
    await look(page, `${name}-none`)
    await decide(opened, 'Accept')
    await page.locator('.notice.info').waitFor()
    await look(page, `${name}-administrator`)
    expect(complaints).toEqual([])
  })
})
