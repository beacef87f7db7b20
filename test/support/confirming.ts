import { listEmailChanges } from '../../src/subscribers/email-change-store.ts'
import type { TestApp } from './test-app.ts'
import { type Answer, expectOk, type Json, send, type TestPublisher } from './test-publisher.ts'

let address = 0

/** Presses the button of the page that the mail about a request links to. */
export async function confirmed(app: TestApp, answer: Answer): Promise<Answer> {
  return send(confirmUrlOf(app, answer.body.manageUrl as string), {
    method: 'POST',
    headers: { 'x-forwarded-for': `10.77.${address >> 8}.${address++ & 255}` },
  })
}

/** The link of the mail about a request, which only the mailbox gets. */
export function confirmUrlOf({ ctx, url }: TestApp, manageUrl: string): string {
  const target = ctx.links.read('manage', manageUrl.split('/').at(-1)!)!
  return `${url}/confirm/${ctx.links.token('confirm', target)}`
}

/** Subscribes an address that is known, and confirms it. */
export async function subscribedAgain(
  app: TestApp,
  club: TestPublisher,
  email: string,
  calendarIds: string[],
  over: Json = {},
): Promise<Answer> {
  const answer = await confirmed(app, await club.subscribe(email, calendarIds, over))
  expectOk(answer)
  return answer
}

/** The cookie of a browser that came from a mail to this subscriber. */
export async function freshCookie({ ctx, url }: TestApp, manageUrl: string): Promise<string> {
  const token = manageUrl.split('/').at(-1)!
  const code = ctx.links.freshCode('mail', ctx.links.read('manage', token)!, ctx.now() + 3_600_000)
  const { headers } = await send(`${url}/manage/${token}/fresh/${code}`)
  return headers.get('set-cookie')!.split(';')[0]!
}

/** Asks for another address in the portal, and returns the link of the mail to it, which only the mailbox gets. */
export async function askForEmail(
  { ctx, url }: TestApp,
  manageUrl: string,
  email: string,
  cookie: string,
): Promise<string> {
  const request = { method: 'POST', headers: { cookie }, body: JSON.stringify({ email }) }
  expectOk(await send(`${manageUrl}/email`, request))
  const { publisherId, id: subscriberId } = ctx.links.read('manage', manageUrl.split('/').at(-1)!)!
  const [asked] = await listEmailChanges(ctx.db, publisherId, subscriberId)
  const { id } = asked!
  return `${url}/email/${ctx.links.token('email', { publisherId, id, number: 0 })}`
}
