import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { headingOf, useAdminPortal } from '../support/admin-portal.ts'
import { createRule } from '../support/alerts.ts'
import { DARK, PHONE, screenshot } from '../support/browser.ts'
import type { TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, invitationTo } from '../support/users.ts'

/** Texts as long as they may be, without a place to break them. */
const word = (letters: number) => 'Donaudampfschifffahrtsgesellschaft'.repeat(10).slice(0, letters)
const email = (n: number) => `${word(60)}${n}@${'verylongpartofaname.'.repeat(5)}example.com`

describe('pages with long words', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin
  let club: TestPublisher
  const paths: Record<string, string> = {}

  beforeAll(async () => {
    club = await app.publisher({ company: word(100), partner: true })
    const calendar = await club.calendar({
      name: word(250),
      reference: word(250).toLowerCase(),
      categories: `${word(100)}/${word(100)}`,
      genre: word(100),
      subGenre: word(100),
      note: word(250),
    })
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const event = await club.event(calendar, {
      ...{ name: word(250), location: word(250), details: word(300), startDate: day, endDate: day },
      ...{ referenceType: word(100) },
    })
    const fan = await club.subscriber(email(1), [calendar])
    await club.privateEvent(fan.svcId, { name: word(250), startDate: day, endDate: day })
    const callback = await club.callback(`https://${'verylong.'.repeat(8)}example/${word(100)}`, {
      name: word(100),
    })
    await club.put(`/admin/api/widgets/${club.widgetId}`, { name: word(100) })
    await club.put(`/admin/api/api-keys/${club.apiKey}`, { name: word(100) })
    await invitationTo(app, club, 'editor', { email: email(2), name: word(100) })
    const account = await club.account({ company: word(100), email: email(3) })
    await createRule(club, { calendarIds: [calendar] })
    await club.put(`/event/${event}`, { location: word(200) })
    Object.assign(paths, {
      overview: '/',
      calendars: '/calendars',
      categories: '/calendars/categories',
      calendar: `/calendars/${calendar}`,
      events: '/events',
      'events in a table': '/events?show=table',
      'events in a week': '/events?show=week',
      event: `/events/${event}`,
      'private events': `/events?subscriber=${fan.svcId}`,
      changes: '/changes',
      alerts: '/changes/alerts',
      import: '/import',
      subscribers: '/subscribers',
      subscriber: `/subscribers/${fan.svcId}`,
      widgets: '/widgets',
      widget: `/widgets/${club.widgetId}`,
      'sharing a widget': `/widgets/${club.widgetId}/share`,
      keys: '/developers/keys',
      callbacks: '/developers/callbacks',
      callback: `/developers/callbacks/${callback.id}`,
      requests: '/developers/requests',
      signature: '/developers/signature',
      accounts: '/accounts',
      account: `/accounts/${account.id}`,
      people: '/people',
      'audit log': '/audit-log',
      settings: '/settings',
      profile: '/profile',
    })
  })

  it.each([
    ['desktop', {}, [1280, 820]],
    ['phone', { ...PHONE, ...DARK }, [390, 360]],
  ] as const)('are never wider than the window: %s', async (name, over, widths) => {
    const { page } = await admin.enter(club, 'owner', '/profile', over)
    for (const [place, path] of Object.entries(paths)) {
      await page.goto(`${app.url}/admin${path}`)
      await headingOf(page)
      await page.waitForLoadState('networkidle')
      await screenshot(page, `long-${name}-${place.replaceAll(' ', '-')}`)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        // Charts take a moment to have the new width.
        await expect.poll(() => sidewaysOf(page), { message: `${place}, ${width} px` }).toEqual([])
      }
      await page.setViewportSize({ width: widths[0], height: 800 })
    }
  })

  it('leave room for the rest of a dialog, and of the search', async () => {
    const { page } = await admin.enter(club, 'owner', '/calendars', PHONE)
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').waitFor()
    expect(await scrolledIn(dialog)).toEqual([])
    await screenshot(page, 'long-dialog')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('donau')
    await page.locator('[data-action][data-selected]').waitFor()
    await page.getByRole('option', { name: /verylong/ }).waitFor()
    expect(await scrolledIn(page.getByRole('dialog'))).toEqual([])
    await screenshot(page, 'long-search')
  })
})

/** The parts of this place, itself included, that have to be scrolled sideways to be read. */
function scrolledIn(place: Locator): Promise<string[]> {
  return place.evaluate((element) =>
    [element, ...element.querySelectorAll('*')]
      .filter(
        (part) => /auto|scroll/.test(getComputedStyle(part).overflowX) && part.scrollWidth > part.clientWidth,
      )
      .map((part) => `${part.className}: ${part.scrollWidth} > ${part.clientWidth}`),
  )
}

/** The elements that make the page wider than its window, or reach out of it where nothing scrolls. */
async function sidewaysOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth
    const excess = document.documentElement.scrollWidth - room
    const scrolls = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (at !== document.documentElement && getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    const out = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, width, height } = element.getBoundingClientRect()
      return right > room + 1 && width > 1 && height > 1 && element.checkVisibility() && !scrolls(element)
    })
    const named = out.slice(0, 3).map((element) => `${element.tagName}.${element.className}`)
    return excess > 0 || named.length > 0 ? [`${excess} px`, ...named] : []
  })
}
