import type { Example } from '../../src/http/reference/examples.ts'
import { connectPerson } from '../../src/push-targets/connect-person.ts'
import { askForEmail, confirmUrlOf, freshCookie } from './confirming.ts'
import type { TestApp } from './test-app.ts'
import { type Answer, type Json, newAccount, send, type TestPublisher } from './test-publisher.ts'

interface Call {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  /** Sent, but no part of the example. */
  cookie?: string
}

const UNKNOWN = '01a1fdb1cee9000000009999'
/** A browser that gets notifications. */
export const PUSH = {
  endpoint: 'https://push.example.com/send/a-browser',
  keys: {
    p256dh: 'BIR6VfKtQHWjEB-5DJUWCK2B8apxdDyrdbedF0b_BxFiu8tMR0W6cO618jjAKa1UHvFuMCzhmyXj8rTVrd_0xL0',
    auth: 'wVYcJSCGLXhHCcJ5JPnBqg',
  },
}
const CALENDAR = {
  name: 'First team',
  type: 'fixture',
  reference: 'first-team',
  categories: 'Sports/Rugby, Men',
  genre: 'Sports',
  subGenre: 'Rugby',
  draftCalendar: 0,
}
const EVENT = {
  name: 'City v Town',
  location: 'City Ground',
  reference: 'city-town',
  referenceType: 'round-1',
  startDate: '2027-04-10',
  startTime: '15:00',
  endDate: '2027-04-10',
  endTime: '17:00',
  timezone: 'Europe/London',
  alert: '2H',
  'quickLink[1][name]': 'Tickets',
  'quickLink[1][url]': 'https://example.com/tickets',
  draft: 0,
}
const RENEWAL = {
  reference: 'renewal-2027-alice',
  name: 'Your membership renews',
  allDay: 'yes',
  startDate: '2027-04-01',
  endDate: '2027-04-01',
  alert: '1D',
  draft: 0,
}

/**
 * Calls each operation of the interface as its example has it, and then so that it refuses; what was sent and
 * answered is what the reference shows. `tick` moves the service's clock on.
 */
export async function callEverything(
  app: TestApp,
  tick: (ms?: number) => void,
): Promise<Record<string, Example>> {
  const examples: Record<string, Example> = {}
  const partner = await app.publisher({ partner: true })
  const alone = await app.publisher()
  const call = recorder(app, partner, examples, tick)

  const calendarId = (await call('POST /apiv2/calendar', { body: CALENDAR })).calendarId as string
  const second = await partner.calendar({ name: 'Women', reference: 'women' })
  await call('POST /apiv2/calendar', { body: CALENDAR })
  await call('POST /apiv2/calendar', { body: { ...CALENDAR, name: 'F', subGenre: undefined } })
  await call('PUT /apiv2/calendar/{id}', {
    params: { id: 'first-team' },
    body: { name: 'Men', subGenre: 'Rugby' },
  })
  await call('PUT /apiv2/calendar/{id}', { params: { id: 'first-team' }, body: { name: 'Men' } })
  await call('PUT /apiv2/calendar/{id}', {
    params: { id: 'first-team' },
    body: { reference: 'women', subGenre: 'Rugby' },
  })
  await call('PUT /apiv2/calendar/{id}', { params: { id: UNKNOWN }, body: { subGenre: 'Rugby' } })
  await call('GET /apiv2/calendar/{id}', { params: { id: 'first-team' } })
  await call('GET /apiv2/calendar/{id}', { params: { id: UNKNOWN } })

  const event = { calendarId, ...EVENT }
  const eventId = (await call('POST /apiv2/event', { body: event })).eventId as string
  await partner.event(calendarId, {
    ...EVENT,
    name: 'City v Port',
    reference: 'city-port',
    startDate: '2027-04-17',
    endDate: '2027-04-17',
  })
  await call('POST /apiv2/event', { body: event })
  await call('POST /apiv2/event', { body: { ...event, alert: 'soon', startTime: '25:00' } })
  await call('POST /apiv2/event', { query: { svc_id: UNKNOWN }, body: RENEWAL })
  await call('GET /apiv2/event', { query: { calendarIds: calendarId, tz: 'Europe/London' } })
  await call('GET /apiv2/event', { query: { startDate: '1.4.2027' } })
  await call('GET /apiv2/event', { query: { svc_id: UNKNOWN } })
  await call('GET /apiv2/event', { query: { calendarIds: calendarId, page: '9' } })
  await call('GET /apiv2/event/{id}', { params: { id: 'city-town' } })
  await call('GET /apiv2/event/{id}', { params: { id: 'city-town' }, query: { tz: 'London' } })
  await call('GET /apiv2/event/{id}', { params: { id: UNKNOWN } })
  const moved = { startTime: '17:30', endTime: '19:30' }
  await call('PUT /apiv2/event/{id}', { params: { id: 'city-town' }, body: moved })
  await call('PUT /apiv2/event/{id}', { params: { id: 'city-town' }, body: { startTime: 'noon' } })
  await call('PUT /apiv2/event/{id}', { params: { id: 'city-town' }, body: { reference: 'city-port' } })
  await call('PUT /apiv2/event/{id}', { params: { id: UNKNOWN }, body: moved })
  const group = { location: 'Town Stadium' }
  await call('PUT /apiv2/events/{referenceType}', { params: { referenceType: 'round-1' }, body: group })
  await call('PUT /apiv2/events/{referenceType}', {
    params: { referenceType: 'round-1' },
    body: { reference: 'x' },
  })
  await call('PUT /apiv2/events/{referenceType}', { params: { referenceType: 'round-9' }, body: group })

  const widget = { id: partner.widgetId }
  await call('GET /w/{id}/config', { params: widget })
  await call('GET /w/{id}/config', { params: { id: UNKNOWN } })
  await call('GET /w/{id}/config', { params: widget, query: { apiKey: 'unknown' } })
  await call('GET /w/{id}/upcoming', { params: widget, query: { limit: '1' } })
  await call('GET /w/{id}/upcoming', { params: widget, query: { limit: '1000' } })
  await call('GET /w/{id}/upcoming', { params: { id: UNKNOWN } })
  await call('GET /w/{id}/month', { params: widget, query: { month: '2027-04' } })
  await call('GET /w/{id}/month', { params: widget, query: { month: '2027-13' } })
  await call('GET /w/{id}/month', { params: { id: UNKNOWN }, query: { month: '2027-04' } })
  await call('GET /calendar/{id}/upcoming', { params: { id: calendarId }, query: { limit: '1' } })
  await call('GET /calendar/{id}/upcoming', { params: { id: calendarId }, query: { limit: '1000' } })
  await call('GET /calendar/{id}/upcoming', { params: { id: UNKNOWN } })

  const alice = { email: 'alice@example.com', calendarIds: [calendarId] }
  const links = await call('POST /w/{id}/subscribe', { params: widget, body: alice })
  await call('GET /manage/{token}/fetched', { params: { token: tokenOf(links) } })
  await call('POST /w/{id}/subscribe', { params: widget, body: { ...alice, email: 'alice' } })
  await call('POST /w/{id}/subscribe', { params: widget, body: { ...alice, ticket: 'not a ticket' } })
  await call('POST /w/{id}/subscribe', { params: { id: UNKNOWN }, body: alice })
  await call('POST /w/{id}/link', { params: widget, body: { email: alice.email } })
  await call('POST /w/{id}/link', { params: widget, body: { email: 'alice' } })
  await call('POST /w/{id}/link', { params: { id: UNKNOWN }, body: { email: alice.email } })

  const record = await call('GET /apiv2/subscriber/{key}', { params: { key: alice.email } })
  const svcId = record.data.id as string
  await call('GET /apiv2/subscriber/{key}', { params: { key: UNKNOWN } })
  const follow = { body: { calendarIds: [second] } }
  const subscriptions = 'POST /apiv2/subscriber/{svc_id}/subscriptions/{action}'
  await call(subscriptions, { params: { svc_id: svcId, action: 'add' }, ...follow })
  await call(subscriptions, { params: { svc_id: svcId, action: 'add' }, body: { calendarIds: [UNKNOWN] } })
  await call(subscriptions, { params: { svc_id: UNKNOWN, action: 'add' }, ...follow })

  const askAgain = async () => {
    const { body } = await partner.subscribe(alice.email, alice.calendarIds)
    return confirmUrlOf(app, body.manageUrl as string)
      .split('/')
      .at(-1)!
  }
  const [first, other] = [await askAgain(), await askAgain()]
  await call('POST /confirm/{token}', { params: { token: first } })
  await call('POST /confirm/{token}', { params: { token: 'unknown' } })
  await call('POST /confirm/{token}', { params: { token: other } })
  const device = 'POST /apiv2/subscriber/{svc_id}/devices'
  await call(device, { params: { svc_id: svcId }, body: { name: 'Phone' } })
  await call(device, { params: { svc_id: svcId }, body: { name: '' } })
  await call(device, { params: { svc_id: UNKNOWN }, body: { name: 'Phone' } })
  const link = 'DELETE /apiv2/subscriber/{svc_id}/links/{number}'
  await call(link, { params: { svc_id: svcId, number: '1' } })
  await call(link, { params: { svc_id: svcId, number: '1' } })
  await call(link, { params: { svc_id: svcId, number: 'first' } })
  await call('POST /confirm/{token}', { params: { token: first } })

  const batch = {
    type: 'private',
    events: [
      { svcId, ...RENEWAL },
      { svcId: UNKNOWN, ...RENEWAL, reference: 'renewal-2027-bob' },
    ],
  }
  const once = { headers: { 'idempotency-key': 'renewals-2027-1' } }
  const added = await call('POST /apiv2/batch/events', { ...once, body: batch })
  const privateId = (added.items as Json[]).find(({ id }) => id).id as string
  await call('POST /apiv2/batch/events', { ...once, body: { ...batch, events: batch.events.slice(0, 1) } })
  await call('POST /apiv2/batch/events', {
    body: { ...batch, events: [{ svcId, ...RENEWAL, timezone: 'London' }] },
  })
  await call('GET /apiv2/batch/events', { query: { type: 'private', svc_id: svcId } })
  await call('GET /apiv2/batch/events', {})
  await call('GET /apiv2/batch/events', { query: { type: 'private', svc_id: UNKNOWN } })
  const ids = { ids: [privateId, UNKNOWN] }
  const isPrivate = { query: { type: 'private' } }
  await call('POST /apiv2/batch/events/search', { ...isPrivate, body: ids })
  await call('POST /apiv2/batch/events/search', { ...isPrivate, body: { ids: ['1'] } })
  await call('POST /apiv2/batch/events/search', { query: { type: 'private', svc_id: UNKNOWN }, body: ids })
  await call('DELETE /apiv2/batch/events', { ...isPrivate, body: ids })
  await call('DELETE /apiv2/batch/events', { ...isPrivate, body: { ids: [] } })

  await call('GET /apiv2/calendar', {})
  await call('POST /apiv2/account', {
    body: newAccount({
      email: 'sam@town-rugby.example',
      company: 'Town Rugby',
      custom: { reference: 'crm-1042' },
    }),
  })
  await call('POST /apiv2/account', {
    body: newAccount({ email: 'pat@town-rugby.example', custom: { reference: 'crm-1042' } }),
  })
  await call('POST /apiv2/account', { body: newAccount({ email: 'sam', timezone: 'London' }) })
  await call('GET /apiv2/account', {})
  const asAlone = recorder(app, alone, examples, tick)
  await asAlone('GET /apiv2/account', {})
  await asAlone('POST /apiv2/account', { body: newAccount() })

  let token = tokenOf(links)
  // The hour's mails to this address are used up.
  tick(3_600_000)
  const cookie = await freshCookie(app, `${app.url}/manage/${token}`)
  const mine = (more: Call = {}) => ({ params: { token }, cookie, ...more })
  await call('GET /manage/{token}/data', mine())
  await call('GET /manage/{token}/download', mine())
  await call('GET /manage/{token}/upcoming', mine({ query: { limit: '2' } }))
  await call('GET /manage/{token}/upcoming', mine({ query: { limit: '1000' } }))
  await call('POST /manage/{token}/calendars', mine({ body: { calendarIds: [second] } }))
  await call('POST /manage/{token}/calendars', mine({ body: { calendarIds: [UNKNOWN] } }))
  await call('POST /manage/{token}/reminders', mine({ body: { reminders: ['1D', '2H'] } }))
  await call('POST /manage/{token}/reminders', mine({ body: { reminders: ['soon'] } }))
  await call('POST /manage/{token}/alerts', mine({ body: { on: true } }))
  await call('POST /manage/{token}/alerts', mine({ body: { on: 'yes' } }))
  await call('GET /manage/{token}/links', mine())
  const { publisherId, id: fanId } = app.ctx.links.read('manage', token)!
  const tokens = { refresh: 'refresh', access: 'access', accessExpiresAt: 0 }
  for (const provider of ['google', 'microsoft'] as const) {
    const path = `/manage/{token}/${provider}` as const
    for (const operation of [`GET ${path}`, `POST ${path}`] as const) {
      await call(operation, mine())
      await call(operation, { params: { token: 'unknown' } })
    }
    await connectPerson(app.ctx, provider, publisherId, fanId, { tokens, scopes: [] })
    await call(`POST ${path}`, mine())
    await call(`POST ${path}/end`, mine())
    await call(`POST ${path}/end`, mine())
  }
  const named = { body: { name: 'Phone' } }
  await call('POST /manage/{token}/devices', mine(named))
  await call('POST /manage/{token}/devices', mine({ body: { name: 1 } }))
  await call('POST /manage/{token}/devices', { params: { token }, ...named })
  await call('POST /manage/{token}/devices', { params: { token: 'unknown' }, ...named })
  for (const number of ['0', 'first'])
    await call('POST /manage/{token}/links/{number}/name', mine({ params: { token, number }, ...named }))
  for (const number of ['2', 'first'])
    await call('POST /manage/{token}/links/{number}/end', mine({ params: { token, number } }))
  const push = 'POST /manage/{token}/push-subscriptions'
  await call(push, mine({ body: PUSH }))
  await call(push, mine({ body: { ...PUSH, endpoint: 'push.example.com' } }))
  const { data: browsers } = await call('GET /manage/{token}/push-subscriptions', mine())
  for (const what of ['test', 'end'])
    for (const id of [browsers[0].id as string, UNKNOWN, 'first'])
      await call(`POST /manage/{token}/push-subscriptions/{id}/${what}`, mine({ params: { token, id } }))
  const url = await askForEmail(app, `${app.url}/manage/${token}`, 'alice@new.example.com', cookie)
  await call('POST /manage/{token}/email', mine({ body: { email: 'alice@example.org' } }))
  await call('POST /manage/{token}/email', mine({ body: { email: 'alice' } }))
  const asked = await askForEmail(app, `${app.url}/manage/${token}`, 'alice@example.net', cookie)
  for (const emailToken of [asked, url, 'unknown'].map((link) => link.split('/').at(-1)!))
    await call('POST /email/{token}', { params: { token: emailToken } })
  await call('POST /manage/{token}/mail', mine())
  await call('POST /manage/{token}/mail', mine({ query: { screen: 'data' } }))
  await call('POST /manage/{token}/confirm', mine())
  const fresh = await call('POST /manage/{token}/rotate', mine())
  await refusedLinks(app, call, token)
  token = tokenOf(fresh)
  await call('POST /manage/{token}/unsubscribe', mine())
  await call('POST /manage/{token}/unsubscribe', mine())
  await call('GET /apiv2/changes', { query: { limit: '2' } })
  await call('GET /apiv2/changes', { query: { after: '9007199254740991' } })
  await call('GET /apiv2/notifications', { query: { limit: '2' } })
  await call('GET /apiv2/notifications', { query: { limit: '1000' } })
  await partner.subscribe('bob@example.com', [calendarId])
  const bob = (await partner.get('/subscriber/bob@example.com')).body.data.id as string
  await call('POST /apiv2/subscriber/{svc_id}/unsubscribe', { params: { svc_id: bob } })
  await call('POST /apiv2/subscriber/{svc_id}/unsubscribe', { params: { svc_id: UNKNOWN } })

  await call('DELETE /apiv2/event/{id}', { params: { id: eventId }, query: { scope: 'this' } })
  await call('DELETE /apiv2/event/{id}', { params: { id: 'city-port' }, query: { scope: 'some' } })
  await call('DELETE /apiv2/event/{id}', { params: { id: eventId } })
  await call('DELETE /apiv2/calendar/{id}', { params: { id: calendarId } })
  await call('DELETE /apiv2/calendar/{id}', { params: { id: calendarId } })
  examples['*'] = { params: {}, query: {}, headers: {}, answers: await refusalsOfAll(app, partner) }
  return examples
}

type Caller = (operation: string, call: Call) => Promise<Json>

/** Links that were replaced, and one that never was. */
async function refusedLinks(app: TestApp, call: Caller, replaced: string): Promise<void> {
  const { paths } = (await send(`${app.url}/openapi.json`)).body as { paths: Record<string, object> }
  const bodies: Record<string, unknown> = {
    'push-subscriptions': PUSH,
    ...{ calendars: { calendarIds: [] }, reminders: { reminders: null }, name: { name: 'Phone' } },
    alerts: { on: false },
    email: { email: 'alice@example.org' },
  }
  for (const [path, operations] of Object.entries(paths).filter(([path]) => path.startsWith('/manage/'))) {
    const body = bodies[path.split('/').at(-1)!]
    for (const method of Object.keys(operations))
      for (const token of [replaced, 'unknown'])
        await call(`${method.toUpperCase()} ${path}`, {
          params: {
            token,
            ...(path.includes('{number}') && { number: '0' }),
            ...(path.includes('{id}') && { id: UNKNOWN }),
          },
          ...(body && method === 'post' ? { body } : {}),
        })
  }
}

/** Refusals that any signed operation may give: a wrong signature, too many bytes, too many requests. */
async function refusalsOfAll(app: TestApp, publisher: TestPublisher): Promise<Record<string, Json>> {
  const forged = await send(`${publisher.signedUrl('/calendar')}0`)
  const large = await publisher.post('/event', 'x'.repeat(300_000))
  let rate: Answer | undefined
  // 500 at once, then as many as have their turns within two seconds.
  for (let sent = 0; !rate && sent < 1000; sent += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => publisher.get('/calendar')))
    rate = answers.find(({ status }) => status === 429)
  }
  return { 403: forged.body, 413: large.body, 429: rate!.body }
}

/** Calls, and keeps the first answer of each status. */
function recorder(
  app: TestApp,
  publisher: TestPublisher,
  examples: Record<string, Example>,
  tick: (ms?: number) => void,
): Caller {
  return async (operation, { params = {}, query = {}, headers = {}, body, cookie }) => {
    tick()
    const [method, template] = operation.split(' ') as [string, string]
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
    const search = new URLSearchParams(query).toString()
    const address = path + (search && `?${search}`)
    const answer = path.startsWith('/apiv2/')
      ? await publisher.call(method, address.slice('/apiv2'.length), body, headers)
      : await send(app.url + address, {
          method,
          ...(cookie && { headers: { cookie } }),
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
    const example = (examples[operation] ??= {
      params,
      query,
      headers,
      ...(body !== undefined && { body }),
      answers: {},
    })
    example.answers[answer.status] ??= answer.body ?? null
    return answer.body
  }
}

function tokenOf({ manageUrl }: Json): string {
  return new URL(manageUrl as string).pathname.split('/').at(-1)!
}
