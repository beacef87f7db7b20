import { createECDH } from 'node:crypto'
import { expect, vi } from 'vitest'
import { setUpLink } from '../../src/accounts/set-up.ts'
import { eventKey } from '../../src/events/event-path.ts'
import { newId } from '../../src/ids.ts'
import { insertImage } from '../../src/images/image-store.ts'
import { addRedirect } from '../../src/redirects/save-redirect.ts'
import { newWorld, REQUESTS, type World } from './admin-requests.ts'
import { alertLinkOf } from './alerts.ts'
import { askForEmail, confirmUrlOf, freshCookie, subscribedAgain } from './confirming.ts'
import {
  basic,
  davAsk,
  multigetBody,
  propfind,
  pushRegister,
  queryBody,
  responsesIn,
  syncBody,
} from './dav.ts'
import type { FakeGoogle } from './google/start.ts'
import type { FakeMicrosoft } from './microsoft/start.ts'
import { eventsInOutlook } from './microsoft-app.ts'
import type { TestApp } from './test-app.ts'
import { fixture, type Json, record, send, type TestPublisher } from './test-publisher.ts'
import { PASSWORD, TestBrowser, userOf } from './users.ts'
import { METRICS_TOKEN } from './walked-app.ts'

/** The first publisher, set up by the link of the first start. */
export async function walkSetUp(app: TestApp): Promise<void> {
  const link = await setUpLink(app.ctx)
  const names = { company: 'First Rugby', firstName: 'Olive', lastName: 'Owner' }
  const given = { email: 'first@example.com', timezone: 'Europe/London', password: PASSWORD, ...names }
  await new TestBrowser(app).post('/set-up', { token: new URL(link!).hash.slice(1), ...given })
}

/** After these a browser is somebody else's, has no session, or needs another password or a second step. */
const SIGNED_IN = { password: PASSWORD }
const OF_ONES_OWN = /^POST .session|^DELETE .session|^[A-Z]+ .me.(totp|password|sessions)/

/** Each route of the admin API once, what deletes last and what is deeper first; and every list in all its ways. */
export async function walkAdmin(app: TestApp): Promise<void> {
  const world = await newWorld(app)
  await walkLists(world)
  const rank = (name: string) => (name.startsWith('DELETE') ? 1000 - name.length : 0)
  const names = Object.keys(REQUESTS).filter((name) => name !== 'POST /set-up')
  for (const name of names.sort((a, b) => rank(a) - rank(b))) {
    const owner = OF_ONES_OWN.test(name) ? await userOf(app, world.club, 'owner', SIGNED_IN) : world.owner
    const [path, body] = await REQUESTS[name]!({ ...world, owner })
    await owner.call(name.split(' ')[0]!, path, body)
  }
}

/** Lists by route, with what they can be asked for; each combination asks for other statements. */
const LISTS: Record<string, string[]> = {
  '/accounts': ['q=club', 'sort=company', 'sort=-created'],
  '/audit-log': ['action=widget', 'subject=person', 'actor=x&from=2020-01-01T00:00:00Z'],
  '/calendars': ['q=cal', 'draft=1', 'sort=name', 'sort=-next', 'sort=-events', 'sort=-subscribers'],
  '/deliveries': ['state=waiting', 'state=delivered&from=2020-01-01T00:00:00Z', 'callbackId=CALLBACK'],
  '/events': [
    'sort=-start',
    'sort=name',
    'sort=-modified',
    'q=city',
    'calendarIds=CALENDAR&draft=0',
    'referenceType=r',
  ],
  '/events/range': ['from=2027-03-01&to=2027-04-11&calendarIds=CALENDAR'],
  '/overview': ['days=365', 'days=7'],
  '/reference-types': [''],
  '/requests': ['status=refused', 'method=GET&path=cal', 'key=KEY'],
  '/subscribers': [
    'sort=email',
    'sort=-left',
    'state=active',
    'calendarIds=CALENDAR',
    'calendarIds=CALENDAR,CALENDAR&follows=all&sort=email',
    'source=API',
    'q=fan',
    'widgetId=CALENDAR',
  ],
  '/subscribers.csv': ['state=active&calendarIds=CALENDAR'],
}

async function walkLists({ app, club, owner, callback }: World): Promise<void> {
  const calendarId = await club.calendar()
  for (const referenceType of ['r', 's']) await club.event(calendarId, { referenceType })
  for (let n = 0; n < 2; n++) {
    const fan = await club.subscriber(undefined, [calendarId])
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    await club.subscriber(undefined, [calendarId])
    await club.account()
  }
  await app.ctx.requestLog.flush()
  for (const [path, queries] of Object.entries(LISTS)) {
    for (const query of queries) {
      const named = query
        .replaceAll('CALENDAR', calendarId)
        .replace('CALLBACK', callback)
        .replace('KEY', club.apiKey)
      const { body } = await owner.get(`${path}?limit=1&${named}`)
      if (body?.next)
        await owner.get(`${path}?limit=1&${named}&cursor=${encodeURIComponent(body.next as string)}`)
    }
  }
}

/** Every operation of the API, in an order that leaves each something to work on. */
export async function walkApi(app: TestApp, club: TestPublisher): Promise<void> {
  const calendarId = await club.calendar()
  const rivals = await club.calendar()
  const eventId = await club.event(calendarId, { reference: 'match-1', referenceType: 'match' })
  const fan = await club.subscriber('fan@example.com', [calendarId])
  const batch = { type: 'private', events: [record(fan.svcId), record(fan.svcId)] }
  const { items } = (await club.post('/batch/events', batch, { 'idempotency-key': 'one' })).body
  await club.post('/batch/events', batch, { 'idempotency-key': 'one' })
  await club.post('/batch/events?dryRun=1', batch)
  const ids = (items as Json[]).map((item) => item.id as string)
  await club.account()
  const calls: [method: string, path: string, body?: unknown][] = [
    ['GET', `/calendar?showDraft=1&timestamp=${Math.floor(app.ctx.now() / 1000)}&nonce=only-once`],
    ['GET', `/calendar/${calendarId}`],
    ['PUT', `/calendar/${calendarId}`, { name: 'Seniors', genre: 'Sports', subGenre: 'Rugby' }],
    ['GET', `/events?calendarIds=${calendarId}&showPastEvents=1&tz=Asia/Tokyo&startDate=2027-01-01`],
    ['GET', `/event?svc_id=${fan.svcId}`],
    ['GET', `/events?svc_id=${fan.svcId}`],
    ['GET', `/event?calendarId=${calendarId}`],
    ['GET', `/event/${eventId}`],
    ['GET', '/event/match-1'],
    ['PUT', '/event/match-1', { name: 'City v Town' }],
    ['PUT', '/event/match-1', { addCalendarIds: [rivals] }],
    ['GET', `/event?calendarIds=${rivals}`],
    ['PUT', '/events/match', { location: 'Elsewhere' }],
    ['DELETE', `/event/match-1?calendarId=${calendarId}`],
    ['POST', '/event', fixture({ reference: 'match-1', calendarId, join: true })],
    ['POST', `/event?svc_id=${fan.svcId}`, { ...record(fan.svcId), type: 'private' }],
    ['GET', `/batch/events?type=private&svc_id=${fan.svcId}`],
    ['POST', '/batch/events/search?type=private', { ids }],
    ['GET', `/subscriber/${fan.svcId}`],
    ['POST', `/subscriber/${fan.svcId}/subscriptions/remove`, { calendarIds: [calendarId] }],
    ['POST', `/subscriber/${fan.svcId}/subscriptions/add`, { calendarIds: [calendarId] }],
    ['GET', '/changes?after=0&limit=1'],
    ['GET', '/notifications?after='],
    ['GET', '/account'],
    ['DELETE', '/batch/events?type=private', { ids }],
    ['DELETE', `/event/${eventId}`],
    ['POST', `/subscriber/${fan.svcId}/devices`, { name: 'Tablet' }],
    ['DELETE', `/subscriber/${fan.svcId}/links/0`],
    ['POST', `/subscriber/${fan.svcId}/unsubscribe`],
    ['DELETE', `/calendar/${calendarId}`],
  ]
  for (const [method, path, body] of calls) await club.call(method, path, body)
}

/** Opens what subscribers and their applications open: feeds, links, the widget's pages, the portal. */
export async function walkPublic(app: TestApp, club: TestPublisher): Promise<void> {
  const calendarId = await club.calendar()
  const rivals = await club.calendar()
  const eventId = await club.event(calendarId, {
    calendarIds: [calendarId, rivals],
    'quickLink[1][url]': 'https://example.com/',
    startDate: '2027-04-10',
  })
  const fan = await club.subscriber('reader@example.com', [calendarId, rivals])
  for (const part of ['.png', '/add/google']) await send(`${app.url}/calendar/${calendarId}${part}`)
  await send(`${app.url}/e/${eventKey({ publisherId: club.id, id: eventId })}/add/google`)
  await club.privateEvent(fan.svcId)
  const feed = (await send(fan.feedUrl)).text.replaceAll('\r\n ', '')
  // Each form from another address: ten a minute are allowed.
  let forms = 0
  const from = () => ({ 'x-forwarded-for': `10.7.0.${++forms}` })
  const post = (url: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    send(url, { method: 'POST', body: JSON.stringify(body), headers: { ...from(), ...headers } })

  const image = { publisherId: club.id, id: newId(), contentType: 'image/png', bytes: Buffer.from('x') }
  await insertImage(app.ctx.db, image, app.ctx.now())
  const pages = [
    '',
    '/events',
    '/config',
    '/upcoming',
    '/month?month=2027-04',
    '/events?view=month&month=2027-04',
    '/status',
    '/link',
    '/upcoming?category=Sports&limit=1',
  ].map((page) => `/w/${club.widgetId}${page}`)
  const fixed = `/healthz /readyz /robots.txt /openapi.json /admin/openapi.json /widget.js /manage/worker.js /admin /admin/people
    /admin/widget-preview /docs /docs/contents /calendar/${calendarId} /calendar/${calendarId}.ics /calendar/${calendarId}.json /calendar/${calendarId}.atom
    /calendar/${calendarId}/upcoming?limit=1 /calendar/${calendarId}/sitemap.xml /sitemap.xml /icon.svg /logo/${image.id}.png`
  const link = new URL(/https:\/\/fasti\.test\/l\/[\w-]+/.exec(feed)![0]).pathname
  const [event] = (await send(`${app.url}/calendar/${calendarId}/upcoming`)).body.data
  const key = eventKey({ publisherId: club.id, id: event.id })
  const ofEvent = [event.page, `/e/${key}`, `/e/${key}.ics`, `/e/${key}.png`]
  for (const path of [...fixed.split(/\s+/), ...pages, ...ofEvent, link]) await send(app.url + path)
  await send(app.url, { headers: { accept: 'text/html' } })
  await send(fan.feedUrl.slice(0, fan.feedUrl.lastIndexOf('/')))
  await addRedirect(app.ctx, club.id, 'https://old.example.com/fan.ics', fan.svcId)
  await send(`${app.url}/old/old.example.com/fan.ics`)
  await send(`${app.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  for (const part of ['', '/data', '/upcoming', '/download', '/fetched', '/manifest.webmanifest'])
    await send(fan.manageUrl + part)
  await post(`${app.url}/w/${club.widgetId}/link`, { email: fan.email })
  const form = new URLSearchParams({ email: 'plain@example.com', calendarIds: calendarId })
  await send(`${app.url}/w/${club.widgetId}`, { method: 'POST', body: `${form}`, headers: from() })
  await post(`${fan.manageUrl}/calendars`, { calendarIds: [] })
  await post(`${fan.manageUrl}/calendars`, { calendarIds: [calendarId] })
  await post(`${fan.manageUrl}/reminders`, { reminders: ['15M'] })
  const pending = await club.subscribe(fan.email, [calendarId])
  await send(app.url + new URL(pending.body.calendarUrl.httpsCalUrl as string).pathname)
  await send(app.url + new URL(pending.body.manageUrl as string).pathname)
  await post(`${app.url + new URL(pending.body.manageUrl as string).pathname}/mail`)
  const confirm = confirmUrlOf(app, pending.body.manageUrl as string)
  await send(confirm)
  await post(confirm)
  const cookie = await freshCookie(app, fan.manageUrl)
  const fresh = (path: string, body: unknown = {}) => post(fan.manageUrl + path, body, { cookie })
  await send(`${fan.manageUrl}/links`, { headers: { cookie } })
  await fresh('/links/1/name', { name: 'Phone' })
  const device = await fresh('/devices', { name: 'Phone' })
  await send(`${fan.manageUrl}/devices/${device.body.data.number}/account.mobileconfig`, {
    headers: { cookie },
  })
  await walkAccount(app.url, device.body.data)
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
  const [one, another] = ['one', 'another'].map((name) => `https://push.example.com/${name}`)
  await fresh('/push-subscriptions', { endpoint: one, keys })
  const stored = await fresh('/push-subscriptions', { endpoint: another, keys, replaces: one })
  await send(`${fan.manageUrl}/push-subscriptions`, { headers: { cookie } })
  for (const what of ['test', 'end']) await fresh(`/push-subscriptions/${stored.body.data.id}/${what}`)
  await fresh('/alerts', { on: true })
  const alertLink = alertLinkOf(app, fan.manageUrl)
  await send(alertLink)
  await post(alertLink)
  const emailLink = await askForEmail(app, fan.manageUrl, 'fan-now@example.com', cookie)
  await send(emailLink)
  await post(emailLink)
  await fresh('/links/1/end')
  await fresh('/mail')
  await fresh('/confirm')
  const { body } = await fresh('/rotate')
  await send(fan.feedUrl)
  await post(`${app.url + new URL(body.manageUrl as string).pathname}/unsubscribe`, {}, { cookie })
  await subscribedAgain(app, club, fan.email, [calendarId], { secondary_email: 'x@example.com' })
  // An erased subscriber's feed says that it has ended.
  const gone = await club.subscriber('gone@example.com', [calendarId])
  const owner = await userOf(app, club, 'owner')
  await owner.delete(`/subscribers/${gone.svcId}`)
  await send(gone.feedUrl)
}

/** Asks of a CalDAV account what applications ask. */
async function walkAccount(url: string, { userName, password }: { userName: string; password: string }) {
  const headers = basic(userName, password)
  const ask = (method: string, path: string, body?: string) =>
    davAsk(url + path, method, body, { ...headers, depth: '1' })
  const root = await ask('PROPFIND', '/', propfind('d:current-user-principal'))
  const home = `${/<d:current-user-principal><d:href>(.*?)</.exec(root.text)?.[1]}cal/`
  await ask('PROPFIND', '/.well-known/caldav')
  await ask('PROPFIND', '/dav/')
  await ask('GET', '/dav/')
  await ask('GET', '/.well-known/caldav')
  for (const path of ['/', home]) await ask('OPTIONS', path)
  const listed = await ask('PROPFIND', home, propfind('d:displayname', 'd:sync-token'))
  for (const path of [...responsesIn(listed.text).keys()].slice(1)) {
    const synced = await ask('REPORT', path, syncBody(''))
    const hrefs = [...responsesIn(synced.text).keys()]
    await ask('REPORT', path, multigetBody(hrefs))
    await ask('REPORT', path, queryBody('<c:time-range start="20260101T000000Z"/>'))
    for (const href of hrefs.slice(0, 1)) for (const method of ['GET', 'HEAD']) await ask(method, href)
    await ask('PROPPATCH', path, '<d:propertyupdate xmlns:d="DAV:"/>')
    const registered = await ask('POST', path, pushRegister('https://push.example.com/device'))
    await ask('DELETE', new URL(registered.headers.get('location')!).pathname)
  }
}

/** A mirror and a calendar of a subscriber at Google: connected, written, changed and ended. */
export async function walkGoogle(app: TestApp, club: TestPublisher, google: FakeGoogle): Promise<void> {
  const calendar = await club.calendar()
  const event = await club.event(calendar)
  const fan = await club.subscriber(undefined, [calendar])
  await club.privateEvent(fan.svcId)
  for (const email of ['club@gmail.example', 'fan@gmail.example']) google.addAccount(email)
  const consent = (url: string, email: string, cookie: string) => {
    const back = new URL(google.decide(url, { email, agrees: true }))
    return send(app.url + back.pathname + back.search, { headers: { cookie }, redirect: 'manual' })
  }
  const cookie = await freshCookie(app, fan.manageUrl)
  const mine = (path: string) => send(fan.manageUrl + path, { method: 'POST', headers: { cookie } })
  const asked = await mine('/google')
  const kept = asked.headers.getSetCookie().map((line) => line.split(';')[0]!)
  await consent(asked.body.data.url as string, 'fan@gmail.example', kept.join('; '))
  const owner = await userOf(app, club, 'owner')
  const { url } = (await owner.post('/google/connect')).body.data
  const cookies = [...owner.cookies].map(([name, value]) => `${name}=${value}`)
  await consent(url as string, 'club@gmail.example', cookies.join('; '))
  await owner.put('/google/mirrors', { calendarIds: [calendar] })
  const titles = () =>
    ['club@gmail.example', 'fan@gmail.example'].flatMap((email) =>
      google.calendarsOf(email).flatMap((id) => google.eventsOf(id).map(({ summary }) => summary)),
    )
  await vi.waitFor(() => expect(titles()).toHaveLength(3), WORKED)
  await club.put(`/event/${event}`, { name: 'Later' })
  await vi.waitFor(() => expect(titles().filter((title) => title === 'Later')).toHaveLength(2), WORKED)
  await send(`${fan.manageUrl}/google`, { headers: { cookie } })
  await mine('/google/end')
  await owner.delete('/google')
  await vi.waitFor(() => expect(titles()).toEqual([]), WORKED)
}

/** A calendar of a subscriber in Outlook: connected, written, changed, found again and ended. */
export async function walkOutlook(
  app: TestApp,
  club: TestPublisher,
  microsoft: FakeMicrosoft,
): Promise<void> {
  const calendar = await club.calendar()
  const event = await club.event(calendar)
  await club.event(calendar)
  const fan = await club.subscriber(undefined, [calendar])
  const email = 'fan@outlook.example'
  microsoft.addAccount(email)
  const cookie = await freshCookie(app, fan.manageUrl)
  const mine = (path: string) => send(fan.manageUrl + path, { method: 'POST', headers: { cookie } })
  const asked = await mine('/microsoft')
  const kept = asked.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const back = new URL(microsoft.decide(asked.body.data.url as string, { email, agrees: true }))
  await send(app.url + back.pathname + back.search, {
    headers: { cookie: kept.join('; ') },
    redirect: 'manual',
  })
  const titles = () =>
    microsoft
      .calendarsOf(email)
      .flatMap((id) => eventsInOutlook(microsoft, email, id).map(({ title }) => title))
  await vi.waitFor(() => expect(titles()).toHaveLength(2), WORKED)
  const restingMailbox = { throttled: 0.5, restSeconds: 1, lostAfterWork: 0.5 }
  Object.assign(microsoft.faults, restingMailbox)
  await club.put(`/event/${event}`, { name: 'Later' })
  await club.event(calendar, { name: 'More' })
  await vi.waitFor(() => expect(titles()).toEqual(expect.arrayContaining(['Later', 'More'])), WORKED)
  Object.assign(microsoft.faults, { throttled: 0, lostAfterWork: 0 })
  await club.delete(`/event/${event}`)
  await vi.waitFor(() => expect(titles()).toHaveLength(2), WORKED)
  await send(`${fan.manageUrl}/microsoft`, { headers: { cookie } })
  await mine('/microsoft/end')
  await vi.waitFor(() => expect(titles()).toEqual([]), WORKED)
}

const WORKED = { timeout: 30_000, interval: 50 }
