import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { notificationsOf, type useClubs } from './club.ts'
import type { Json, TestPublisher } from './test-publisher.ts'

export const DESKTOP = { viewport: { width: 1280, height: 800 } }
/** User agents of devices, by which the applications are ordered. */
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
export const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
export const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'
export const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** A widget that asks for everything a widget can ask for. */
export const EVERYTHING = {
  fields: {
    first_name: 'required',
    last_name: 'optional',
    mobile: 'optional',
    country: 'optional',
    zip: 'optional',
    gender: 'optional',
    age_group: 'optional',
    dob: 'required',
  },
  customFields: [
    { name: 'member', label: 'Your membership number', required: true },
    { name: 'player', label: 'Favourite player', required: false },
  ],
  consents: [
    { text: 'I agree to the terms of City Rugby.', url: 'https://example.com/terms', required: true },
    { text: 'Send me the newsletter, at most once a month.', required: false },
  ],
  minimumAge: 10,
  parentConsentAge: 16,
}

/** Changes what a publisher's button asks for. */
export async function ask(club: TestPublisher, settings: Json): Promise<void> {
  const answer = await club.put(`/admin/api/widgets/${club.widgetId}`, { settings })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** Opens the flow of a publisher's button. */
export function openFlow(
  clubs: ReturnType<typeof useClubs>,
  club: TestPublisher,
  params: Record<string, string> = {},
  options: BrowserContextOptions = DESKTOP,
) {
  const query = new URLSearchParams(params).toString()
  return clubs.open(`/w/${club.widgetId}${query && `?${query}`}`, options)
}

export const next = (page: Page) => page.getByRole('button', { name: 'Continue' })
export const tile = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })

/** Waits for a step. */
export async function onStep(page: Page, name: keyof typeof HEADINGS): Promise<void> {
  await page.getByRole('heading', { level: 1, name: HEADINGS[name] }).waitFor()
}
const HEADINGS = {
  calendars: 'Choose your calendars',
  details: /Your e-mail|About you/,
  application: 'Which calendar do you use?',
  done: /^(Confirm in|One step left|Done)/,
}

/** From the first step to the last, with the e-mail alone. */
export async function subscribeByMouse(page: Page, calendar: string, email: string, application: string) {
  await page.getByRole('checkbox', { name: calendar }).check()
  await next(page).click()
  await page.getByLabel('E-mail').fill(email)
  await next(page).click()
  await tile(page, application).click()
  await onStep(page, 'done')
}

/** The one notification a publisher got. */
export async function onlyNotification(club: TestPublisher): Promise<Json> {
  const notifications = await notificationsOf(club)
  expect(notifications).toHaveLength(1)
  return notifications[0]!.payload
}
