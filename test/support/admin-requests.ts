import type { FastifyContextConfig, RouteOptions } from 'fastify'
import { TOTP } from 'otpauth'
import { NOBODY_YET } from '../../src/alerts/alert.ts'
import type { AlertRule } from '../../src/alerts/alert-rule.ts'
import { insertAlert } from '../../src/alerts/alert-store.ts'
import { termsOf } from '../../src/alerts/begin-alerts.ts'
import type { Credentials } from '../../src/config.ts'
import { transact } from '../../src/db/transact.ts'
import { newId } from '../../src/ids.ts'
import { saveImportSource } from '../../src/imports/import-source-store.ts'
import { chooseMirrors, connectMirror } from '../../src/push-targets/connect-mirror.ts'
import { saveCredentials } from '../../src/push-targets/credentials-store.ts'
import { GOOGLE_SCOPES } from '../../src/push-targets/google/google.ts'
import { addSource } from '../../src/sources/save-source.ts'
import { saveKnown } from '../../src/sources/source-event-store.ts'
import { insertSegment } from '../../src/subscribers/segment-store.ts'
import { AT_ONCE, createRule } from './alerts.ts'
import type { DatabaseKind } from './databases.ts'
import { type FakeGoogle, startGoogle } from './google/start.ts'
import { png } from './pictures.ts'
import { watchingRoutes } from './routes.ts'
import { startTestApp, type TestApp, type TestOptions } from './test-app.ts'
import { fixture, newAccount, type TestPublisher } from './test-publisher.ts'
import { invitationTo, PASSWORD, type TestBrowser, userOf } from './users.ts'

/** A route of the admin API as it was registered. */
export interface AdminRoute {
  /** `PUT /widgets/:id` */
  name: string
  method: string
  config: FastifyContextConfig
}

/** An app with the table of its admin routes, whoever registered them. */
export async function appWithRoutes(
  kind: DatabaseKind,
  options: TestOptions,
): Promise<{ app: TestApp; routes: AdminRoute[] }> {
  const routes: AdminRoute[] = []
  const note = ({ url, config = {} }: RouteOptions, method: string) => {
    if (!url.startsWith('/admin/api')) return
    routes.push({ name: `${method} ${url.slice('/admin/api'.length)}`, method, config })
  }
  return { app: await watchingRoutes(() => startTestApp(kind, options), note), routes }
}

/** One of everything a publisher has. */
export interface World {
  app: TestApp
  club: TestPublisher
  owner: TestBrowser
  callback: string
  delivery: string
  /** A colleague, and somebody who was only invited. */
  colleague: string
  invited: string
  /** Texts that stand for this publisher's data wherever they appear. */
  marks: string[]
}

let worlds = 0

/** Around a publisher of its own, a partner, or around one that is given. */
export async function newWorld(app: TestApp, given?: TestPublisher): Promise<World> {
  const n = ++worlds
  const company = `Marked Rugby ${n}`
  const details = { company, email: `marked-${n}@example.com`, partner: true }
  const club = given ?? (await app.publisher(details))
  const owner = await userOf(app, club, 'owner', { email: `boss@marked-${n}.example`, password: PASSWORD })
  const { id: callback } = await club.callback(`https://hook.marked-${n}.example/`)
  await club.subscriber(`fan@marked-${n}.example`)
  const deliveries = (await club.get('/admin/api/deliveries')).body.data as { id: string }[]
  const colleague = (await userOf(app, club, 'viewer', { email: `mate@marked-${n}.example` })).id
  const { user: invited } = await invitationTo(app, club, 'viewer', { email: `new@marked-${n}.example` })
  const marks = [company, callback, club.widgetId, club.apiKey, owner.id, `marked-${n}.example`]
  return { app, club, owner, callback, delivery: deliveries[0]!.id, colleague, invited: invited.id, marks }
}

/** A valid request for each route: the path, and the body if there is one. Makes the records it needs. */
type Request = (world: World) => [path: string, body?: unknown] | Promise<[path: string, body?: unknown]>

/** A subscriber that no other request has touched. */
async function fanOf({ club }: World): Promise<string> {
  return (await club.subscriber()).svcId
}

let segments = 0

async function segmentOf({ app, club }: World): Promise<string> {
  const segment = { id: newId(), name: `Segment ${++segments}`, filter: {}, created: 0 }
  await insertSegment(app.ctx.db, club.id, segment)
  return segment.id
}

const RANGE = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }

/** A route that is missing here fails the tests that walk them all. */
export const REQUESTS: Record<string, Request> = {
  'POST /session': ({ owner }) => ['/session', { email: owner.email, password: PASSWORD }],
  'POST /session/link': ({ owner }) => ['/session/link', { email: owner.email }],
  'POST /session/link/check': async ({ app, club }) => [
    '/session/link/check',
    { token: (await invitationTo(app, club, 'viewer')).token },
  ],
  'POST /session/redeem': async ({ app, club }) => [
    '/session/redeem',
    { token: (await invitationTo(app, club, 'viewer')).token },
  ],
  'POST /set-up': () => [
    '/set-up',
    { token: 'x', email: 'x@example.com', company: 'X', timezone: 'UTC', password: PASSWORD },
  ],
  'DELETE /session': () => ['/session'],
  'GET /me': () => ['/me'],
  'PUT /me': () => ['/me', { name: 'Another name' }],
  'POST /me/password': () => ['/me/password', { current: PASSWORD, password: 'a wholly new sentence' }],
  'DELETE /me/sessions': () => ['/me/sessions'],
  'POST /me/totp': () => ['/me/totp', { password: PASSWORD }],
  'POST /me/totp/confirm': async (world) => ['/me/totp/confirm', { code: await totpCode(world) }],
  'POST /me/totp/backup-codes': async (world) => {
    await world.owner.post('/me/totp/confirm', { code: await totpCode(world) })
    return ['/me/totp/backup-codes', { password: PASSWORD }]
  },
  'DELETE /me/totp': () => ['/me/totp', { password: PASSWORD }],
  'GET /people': () => ['/people'],
  'POST /people': () => ['/people', { email: `walker-${++worlds}@example.com`, role: 'editor' }],
  'POST /people/:id/invitation': ({ invited }) => [`/people/${invited}/invitation`],
  'PUT /people/:id': ({ colleague }) => [`/people/${colleague}`, { role: 'editor' }],
  'DELETE /people/:id': ({ colleague }) => [`/people/${colleague}`],
  'DELETE /people/:id/totp': ({ colleague }) => [`/people/${colleague}/totp`],
  'GET /api-keys': () => ['/api-keys'],
  'POST /api-keys': () => ['/api-keys', { name: 'Box office' }],
  'PUT /api-keys/:key': ({ club }) => [`/api-keys/${club.apiKey}`, { name: 'Ticket shop' }],
  'GET /audit-log': () => ['/audit-log'],
  'GET /audit-log.csv': () => ['/audit-log.csv'],
  'GET /callbacks': () => ['/callbacks'],
  'POST /callbacks': () => ['/callbacks', { url: 'https://example.com/another' }],
  'PUT /callbacks/:id': ({ callback }) => [`/callbacks/${callback}`, { active: false, secret: 'top secret' }],
  'DELETE /callbacks/:id': ({ callback }) => [`/callbacks/${callback}`],
  'POST /callbacks/:id/test': ({ callback }) => [`/callbacks/${callback}/test`],
  'POST /callbacks/:id/replay': ({ callback }) => [`/callbacks/${callback}/replay`, RANGE],
  'GET /callbacks/:id/replay': ({ callback }) => [
    `/callbacks/${callback}/replay?${new URLSearchParams(RANGE).toString()}`,
  ],
  'GET /requests': () => ['/requests'],
  'GET /requests/:id': async ({ app, club }) => {
    const requestId = (await club.get('/calendar')).headers.get('x-request-id')!
    await app.ctx.requestLog.flush()
    return [`/requests/${requestId}`]
  },
  'POST /signature-check': ({ club }) => [
    '/signature-check',
    { method: 'GET', url: club.signedUrl('/calendar') },
  ],
  'GET /deliveries': () => ['/deliveries'],
  'GET /events.ics': () => ['/events.ics'],
  'GET /deliveries/health': ({ callback }) => [`/deliveries/health?callbackId=${callback}`],
  'GET /deliveries/:id': ({ delivery }) => [`/deliveries/${delivery}`],
  'POST /deliveries/:id/retry': ({ delivery }) => [`/deliveries/${delivery}/retry`],
  'GET /notifications.ndjson': () => ['/notifications.ndjson'],
  'GET /notifications.csv': () => ['/notifications.csv'],
  'GET /widgets': () => ['/widgets'],
  'POST /widgets': () => ['/widgets', { type: 'button', name: 'Juniors' }],
  'POST /widgets/preview': () => ['/widgets/preview', { type: 'event' }],
  'GET /widgets/:id': ({ club }) => [`/widgets/${club.widgetId}`],
  'PUT /widgets/:id': ({ club }) => [`/widgets/${club.widgetId}`, { name: 'Seniors' }],
  'GET /publisher': () => ['/publisher'],
  'PUT /publisher': () => ['/publisher', { displayPrimaryColor: '#123456' }],
  'GET /overview': () => ['/overview'],
  'POST /pictures': async () => ['/pictures', { file: png(100, 100).toString('base64') }],
  'GET /reach': async ({ club }) => [`/reach?calendarIds=${await club.calendar()}`],
  'POST /imports/preview': async ({ club }) => ['/imports/preview', await importOf(club)],
  'POST /imports': async ({ club, owner }) => {
    const input = await importOf(club)
    const { digest } = (await owner.post('/imports/preview', input)).body.data
    return ['/imports', { ...input, digest }]
  },
  'GET /imports': () => ['/imports'],
  'DELETE /imports/:id': async ({ app, club }) => {
    const source = { kind: 'file', name: `season-${++worlds}.csv`, calendarId: club.widgetId } as const
    const options = { draft: false, removeMissing: false }
    const remembered = { publisherId: club.id, ...source, options, lastRunAt: app.ctx.now() }
    return [`/imports/${await saveImportSource(app.ctx.db, remembered)}`]
  },
  'GET /providers': () => ['/providers'],
  'PUT /providers/:provider/credentials': async ({ app }) => {
    const client = { clientId: 'own-client', clientSecret: 'own-secret' }
    await knownToGoogle(app, client)
    return ['/providers/google/credentials', client]
  },
  'DELETE /providers/:provider/credentials': async ({ app, club }) => {
    const client = { clientId: 'removed-client', clientSecret: 'removed-secret' }
    const of = { publisherId: club.id, provider: 'microsoft', since: app.ctx.now(), retiredAt: null } as const
    await saveCredentials(app.ctx.db, { ...of, ...client })
    return ['/providers/microsoft/credentials', {}]
  },
  'GET /google': () => ['/google'],
  'POST /google/connect': () => ['/google/connect'],
  'PUT /google/mirrors': async (world) => {
    await connectedGoogle(world)
    return ['/google/mirrors', { calendarIds: [await world.club.calendar()] }]
  },
  'POST /google/mirrors/:id/open': async (world) => {
    const { id } = await connectedGoogle(world)
    const calendarId = await world.club.calendar()
    await chooseMirrors(world.app.ctx, id, [calendarId])
    await world.app.ctx.db
      .updateTable('push_target')
      .set({ state: 'active' })
      .where('publisher_id', '=', id)
      .execute()
    return [`/google/mirrors/${calendarId}/open`]
  },
  'DELETE /google': async (world) => {
    const { id } = await connectedGoogle(world)
    await chooseMirrors(world.app.ctx, id, [await world.club.calendar()])
    return ['/google']
  },
  'GET /sources': () => ['/sources'],
  'POST /sources': async ({ club }) => ['/sources', await sourceOf(club)],
  'GET /sources/:id': async (world) => [`/sources/${await addedSource(world)}`],
  'PUT /sources/:id': async (world) => [`/sources/${await addedSource(world)}`, { every: 15 }],
  'DELETE /sources/:id': async (world) => [`/sources/${await addedSource(world)}`],
  'POST /sources/:id/run': async (world) => [`/sources/${await addedSource(world)}/run`, {}],
  'POST /sources/:id/keep': async (world) => {
    const id = await addedSource(world)
    const waiting = { digest: 'd', gone: 2, of: 4, since: world.app.ctx.now(), events: [] }
    await world.app.ctx.db
      .updateTable('source')
      .set({ waiting: JSON.stringify(waiting) })
      .where('publisher_id', '=', world.club.id)
      .where('id', '=', id)
      .execute()
    return [`/sources/${id}/keep`]
  },
  'POST /sources/:id/answers': async (world) => {
    const id = await addedSource(world)
    const { id: publisherId } = world.club
    const asked = { name: { digest: 'd', theirs: { name: 'City v Town' } } }
    await saveKnown(world.app.ctx.db, publisherId, id, [['match', { said: {}, asked }]])
    return [`/sources/${id}/answers`, { answers: [{ reference: 'match', field: 'name', take: 'mine' }] }]
  },
  'GET /accounts': () => ['/accounts'],
  'POST /accounts': () => ['/accounts', newAccount()],
  'GET /accounts/:id': async ({ club }) => [`/accounts/${(await club.account()).id}`],
  'GET /calendars': () => ['/calendars'],
  'POST /calendars': () => ['/calendars', calendarOf(`walked-${++worlds}`)],
  'GET /calendars/:id': async ({ club }) => [`/calendars/${await club.calendar()}`],
  'PUT /calendars/:id': async ({ club }) => [
    `/calendars/${await club.calendar()}`,
    { name: 'Second team', subGenre: 'Rugby' },
  ],
  'GET /calendars/:id/growth': async ({ club }) => [`/calendars/${await club.calendar()}/growth`],
  'GET /calendars/:id/deletion': async ({ club }) => [`/calendars/${await club.calendar()}/deletion`],
  'DELETE /calendars/:id': async ({ club }) => [`/calendars/${await club.calendar()}`],
  'GET /categories': () => ['/categories'],
  'PUT /categories/:id': async (world) => [
    `/categories/${await categoryOf(world)}`,
    { path: `Games ${++worlds}` },
  ],
  'DELETE /categories/:id': async (world) => [`/categories/${await categoryOf(world)}`],
  'GET /genres': () => ['/genres'],
  'GET /changes': () => ['/changes'],
  'GET /changes/:revision/reach': async ({ club }) => [`/changes/${await changeOf(club, 'reach')}`],
  'GET /changes/:revision/waiting.csv': async ({ club }) => [
    `/changes/${await changeOf(club, 'waiting.csv')}`,
  ],
  'POST /changes/:revision/tell': async ({ club }) => [
    `/changes/${await changeOf(club, 'tell', '2099-05-05')}`,
    { dryRun: false },
  ],
  'GET /alert-rules': () => ['/alert-rules'],
  'POST /alert-rules': () => ['/alert-rules', AT_ONCE],
  'PUT /alert-rules/:id': async ({ club }) => [`/alert-rules/${await createRule(club)}`, AT_ONCE],
  'DELETE /alert-rules/:id': async ({ club }) => [`/alert-rules/${await createRule(club)}`],
  'GET /alerts': () => ['/alerts'],
  'GET /alerts/sample': () => ['/alerts/sample'],
  'GET /alerts/:id': async (world) => [`/alerts/${await askingAlert(world)}`],
  'POST /alerts/:id/agree': async (world) => [`/alerts/${await askingAlert(world)}/agree`],
  'POST /alerts/:id/dismiss': async (world) => [`/alerts/${await askingAlert(world)}/dismiss`],
  'GET /events': () => ['/events'],
  'GET /events.csv': () => ['/events.csv'],
  'GET /events/calendars': () => ['/events/calendars'],
  'GET /events/range': () => ['/events/range?from=2027-03-01&to=2027-04-11'],
  'GET /events/:id': async ({ club }) => [`/events/${await club.event(await club.calendar())}`],
  'GET /events/:id/mail-block': async ({ club }) => [
    `/events/${await club.event(await club.calendar())}/mail-block`,
  ],
  'GET /calendars/:id/mail-block': async ({ club }) => [`/calendars/${await club.calendar()}/mail-block`],
  'POST /events': async ({ club }) => ['/events', { ...fixture(), calendarId: await club.calendar() }],
  'POST /events/preview': async ({ club }) => [
    '/events/preview',
    { ...fixture(), calendarId: await club.calendar() },
  ],
  'POST /events/dates': () => [
    '/events/dates',
    { ...fixture(), recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } },
  ],
  'POST /events/:id/as-in-series': async (world) => [`${await changedDateOf(world)}/as-in-series`],
  'PUT /events/:id': async ({ club }) => [
    `/events/${await club.event(await club.calendar())}`,
    { name: 'City v Rovers' },
  ],
  'DELETE /events/:id': async ({ club }) => [`/events/${await club.event(await club.calendar())}`],
  'GET /reference-types': () => ['/reference-types'],
  'POST /event-changes/preview': async (world) => [
    '/event-changes/preview',
    { ids: [(await seenEvent(world)).id], change: { location: 'Town Ground' } },
  ],
  'POST /event-changes': async (world) => [
    '/event-changes',
    { events: [await seenEvent(world)], change: { location: 'Town Ground' } },
  ],
  'GET /event-changes/:id/undo': async (world) => [`/event-changes/${await bulkChange(world)}/undo`],
  'POST /event-changes/:id/undo': async (world) => [`/event-changes/${await bulkChange(world)}/undo`],
  'GET /subscribers': () => ['/subscribers?q=fan'],
  'GET /subscribers.csv': () => ['/subscribers.csv'],
  'GET /segments': () => ['/segments'],
  'POST /segments': () => ['/segments', { name: `Juniors ${++segments}`, filter: { state: 'active' } }],
  'PUT /segments/:id': async (world) => [
    `/segments/${await segmentOf(world)}`,
    { name: `Youth ${segments}` },
  ],
  'DELETE /segments/:id': async (world) => [`/segments/${await segmentOf(world)}`],
  'GET /subscribers/:id': async (world) => [`/subscribers/${await fanOf(world)}`],
  'GET /subscribers/:id/export': async (world) => [`/subscribers/${await fanOf(world)}/export`],
  'PUT /subscribers/:id/calendars': async (world) => [
    `/subscribers/${await fanOf(world)}/calendars`,
    { calendarIds: [] },
  ],
  'POST /subscribers/:id/unsubscribe': async (world) => [`/subscribers/${await fanOf(world)}/unsubscribe`],
  'POST /subscribers/:id/rotate': async (world) => [`/subscribers/${await fanOf(world)}/rotate`],
  'POST /subscribers/:id/links/:number/end': async (world) => [
    `/subscribers/${await fanOf(world)}/links/0/end`,
  ],
  'POST /subscribers/:id/mail-link': async (world) => [`/subscribers/${await fanOf(world)}/mail-link`, {}],
  'DELETE /subscribers/:id': async (world) => [`/subscribers/${await fanOf(world)}`],
  'GET /subscribers/:svcId/events': async ({ club }) => [
    `/subscribers/${(await club.subscriber()).svcId}/events`,
  ],
  'GET /subscribers/:svcId/events/:id': async ({ club }) => [await privateEventOf(club)],
  'POST /subscribers/:svcId/events': async ({ club }) => [
    `/subscribers/${(await club.subscriber()).svcId}/events`,
    fixture(),
  ],
  'PUT /subscribers/:svcId/events/:id': async ({ club }) => [
    await privateEventOf(club),
    { name: 'Card payment' },
  ],
  'DELETE /subscribers/:svcId/events/:id': async ({ club }) => [await privateEventOf(club)],
  'POST /subscribers/:svcId/events/:id/as-in-series': async (world) => {
    const { svcId } = await world.club.subscriber()
    return [`${await changedDateOf(world, svcId)}/as-in-series`]
  },
}

/** The path of a date of a new series that was changed by hand, of everybody or of a subscriber. */
async function changedDateOf({ club, owner }: World, svcId?: string): Promise<string> {
  const recurrence = { rule: 'FREQ=WEEKLY;COUNT=3' }
  const [place, query] = svcId ? [{}, `?svc_id=${svcId}`] : [{ calendarId: await club.calendar() }, '']
  const { eventId } = (await club.post(`/event${query}`, { ...fixture(), ...place, recurrence })).body
  const path = svcId ? `/subscribers/${svcId}/events` : '/events'
  const { data } = (await owner.get(`${path}?seriesId=${eventId}`)).body
  await club.put(`/event/${data[0].id}`, { location: 'Hall' })
  return `${path}/${data[0].id}`
}

/** The path of a private event of some subscriber. */
async function privateEventOf(club: TestPublisher): Promise<string> {
  const { svcId } = await club.subscriber()
  return `/subscribers/${svcId}/events/${await club.privateEvent(svcId)}`
}

async function importOf(club: TestPublisher) {
  const calendarId = await club.calendar()
  const shared = `shared-${++worlds}`
  await club.event(await club.calendar(), { reference: shared })
  const text = `name,location,date,reference\nOpen day,Hall,2027-05-01,import-${++worlds}\nShared,Hall,2027-05-01,${shared}`
  return { calendarId, fileName: 'season.csv', text, options: { join: true } }
}

/** The rest of an address below a change of a moved event. */
/** A source that is read only by hand, of an address that nobody answers at. */
async function sourceOf(club: TestPublisher) {
  return {
    calendarId: await club.calendar(),
    url: 'http://127.0.0.1:9999/season.ics',
    every: 60,
    paused: true,
  }
}

async function addedSource({ app, club }: World): Promise<string> {
  const { calendarId, url: address, every: everyMinutes, paused } = await sourceOf(club)
  const options = { draft: false, removeMissing: false }
  const input = { calendarId, address, everyMinutes, paused, options }
  return (await transact(app.ctx.db, (tx) => addSource({ ...app.ctx, db: tx }, club.id, input))).id
}

/** An alert that waits for a yes; returns its id. */
async function askingAlert({ app, club }: World): Promise<string> {
  const created = app.ctx.now()
  const id = newId(created)
  const topics = [{ eventId: await club.event(await club.calendar()), calendarId: await club.calendar() }]
  const [publisherId, state] = [club.id, 'asking' as const]
  const terms = termsOf({ ...AT_ONCE, id: '', created } as AlertRule)
  await insertAlert(app.ctx.db, {
    ...{ id, publisherId, state, created, topics, terms, people: 2, askedBy: '', counts: NOBODY_YET },
  })
  return id
}

async function changeOf(club: TestPublisher, rest: string, startDate?: string): Promise<string> {
  const calendarId = await club.calendar()
  const day = startDate === undefined ? {} : { startDate, endDate: startDate }
  await club.put(`/event/${await club.event(calendarId, day)}`, { startTime: '14:00' })
  const { data } = (await club.get('/changes')).body
  return `${data.at(-1).revision}/${rest}?calendarId=${calendarId}`
}

let googleOfAll: Promise<FakeGoogle> | undefined

/** Has the service ask a Google that knows a client. It serves until the process ends. */
async function knownToGoogle({ ctx }: TestApp, client: Credentials): Promise<void> {
  const google = await (googleOfAll ??= startGoogle())
  const { clientId: id, clientSecret: secret } = client
  google.addClient({ id, secret, redirectUris: [], status: 'production' })
  ctx.config.google.addresses = { ...ctx.config.google.addresses, token: google.endpoints.token }
}

/** A publisher whose account at Google is connected. */
async function connectedGoogle({ app, club }: World): Promise<{ id: number }> {
  const tokens = { refresh: 'refresh', access: 'access', accessExpiresAt: 0 }
  await connectMirror(app.ctx, 'google', club.id, { tokens, scopes: GOOGLE_SCOPES.mirror.asked })
  return { id: club.id }
}

/** Routes that change something and write no entry, and why. */
export const NOT_AUDITED: Record<string, string> = {
  'POST /signature-check': 'it answers a question and changes nothing',
  'POST /event-changes/preview': 'it only tells what a change would do',
  'POST /events/preview': 'it only tells what would be seen',
  'POST /events/dates': 'it only tells which dates there would be',
  'POST /google/connect': 'nothing is stored before the browser comes back',
  'POST /pictures': 'nothing shows it yet; the change of the field that does has an entry',
  'POST /sources/:id/run': 'an entry only for what it changes; test/admin/sources.test.ts finds it',
  'POST /imports/preview': 'it only tells what an import would do',
  'POST /session/link': 'nobody is known yet, and nothing changes before the link is used',
  'POST /session/link/check': 'it only tells what a link is for',
  'POST /widgets/preview': 'keeps nothing',
  'POST /set-up': 'once in the life of a service; test/admin/set-up.test.ts finds its entry',
}

function calendarOf(reference: string) {
  return { name: 'First team', categories: 'Sports', reference, genre: 'Sports', subGenre: 'Rugby' }
}

async function categoryOf({ club }: World): Promise<string> {
  const path = `Category ${++worlds}`
  await club.calendar({ categories: path })
  const { data } = (await club.get('/admin/api/categories')).body
  return (data as { id: string; path: string }[]).find((category) => category.path === path)!.id
}

/** A code the owner can confirm; where codes are asked for already, it is none that helps. */
async function totpCode({ app, owner }: Pick<World, 'app' | 'owner'>): Promise<string> {
  const { data } = (await owner.post('/me/totp', { password: PASSWORD })).body
  return new TOTP({ secret: data?.secret }).generate({ timestamp: app.ctx.now() })
}

/** A public event with the time of its last change. */
async function seenEvent({ club }: World): Promise<{ id: string; modified: string }> {
  const id = await club.event(await club.calendar())
  const { modified } = (await club.get(`/admin/api/events/${id}`)).body.data
  return { id, modified }
}

/** The id of a change that can be undone. */
async function bulkChange(world: World): Promise<string> {
  const body = { events: [await seenEvent(world)], change: { location: 'Town Ground' } }
  return (await world.club.post('/admin/api/event-changes', body)).body.data.change
}
