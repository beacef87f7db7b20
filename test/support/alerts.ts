import { expect } from 'vitest'
import { createAlerts } from '../../src/alerts/tell-of-changes.ts'
import { freshCookie } from './confirming.ts'
import { readMail, type ReceivedMail } from './smtp-receiver.ts'
import type { TestApp } from './test-app.ts'
import { type Json, send, type TestPublisher } from './test-publisher.ts'

export const IOS = 'iOS/18.3 (22D63) dataaccessd/1.0'
export const GOOGLE = 'Google-Calendar-Importer'

/** A rule that tells at once, of everything, at any hour. */
export const AT_ONCE = {
  ...{ calendarIds: null, kinds: ['removed', 'moved', 'place', 'calledOff', 'onAgain'], leastMove: 0 },
  ...{ withinHours: 336, grace: 0, quietHours: null, dailyCap: 20, askAbove: 500, channels: ['mail'] },
  ...{ language: 'en', active: true },
}

/** Creates a rule of a publisher; returns its id. */
export async function createRule(club: TestPublisher, over: Json = {}): Promise<string> {
  const answer = await club.post('/admin/api/alert-rules', { ...AT_ONCE, ...over })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.data.id
}

/** Fetches a feed as an application does. */
export async function read(app: TestApp, feedUrl: string, application = IOS): Promise<void> {
  expect((await send(feedUrl, { headers: { 'user-agent': application } })).status).toBe(200)
  await app.ctx.feedReads.flush()
}

/** The link of an alert that switches alerts off. */
export function alertLinkOf({ ctx, url }: TestApp, manageUrl: string): string {
  const { publisherId, id } = ctx.links.read('manage', manageUrl.split('/').at(-1)!)!
  return `${url}/alerts/${ctx.links.token('alerts', { publisherId, id, number: 0 })}`
}

/** One round of the service's work on alerts; it does one every five seconds. */
export function alertsOf(app: TestApp, signal = new AbortController().signal): () => Promise<void> {
  return createAlerts(app.ctx, signal)
}

/** Which alerts went to whom, by the order of the addresses. */
export function told(mails: ReceivedMail[]): [string, string][] {
  return mails
    .filter(({ data }) => readMail(data).headers['list-unsubscribe'])
    .map(({ to, data }): [string, string] => [to.join(), readMail(data).headers.subject ?? ''])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** A subscriber who has proved the address. */
export async function confirmedFan(app: TestApp, club: TestPublisher, email: string, calendarIds: string[]) {
  const fan = await club.subscriber(email, calendarIds)
  const cookie = await freshCookie(app, fan.manageUrl)
  const token = fan.manageUrl.split('/').at(-1)!
  const answer = await send(`${app.url}/manage/${token}/confirm`, { method: 'POST', headers: { cookie } })
  expect(answer).toMatchObject({ status: 200 })
  return fan
}
