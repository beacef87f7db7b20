import { createECDH } from 'node:crypto'
import { REQUESTS, type World } from '../../test/support/admin-requests.ts'
import { freshCookie } from '../../test/support/confirming.ts'
import {
  type Answer,
  expectOk,
  fixture,
  type Json,
  newAccount,
  newCalendar,
  record,
  send,
} from '../../test/support/test-publisher.ts'

/** A sound request: its path, its body, and where what it stored can be read again. */
export interface Sound {
  path: string
  body: Json
  /** The browser's headers, where the path alone does not let it in. */
  headers?: { cookie: string }
  /** Paths below the operation's prefix. */
  reads?: (answer: Answer) => string[]
}

let counter = 0

const calendarRead = ({ body }: Answer) => [`/calendar/${body.calendarId}`]
const eventRead = ({ body }: Answer) => [`/event/${body.eventId}`]

/** A sound request for each operation of the API with a body, by the name its OpenAPI document has for it. */
const API: Record<string, (world: World) => Promise<Sound>> = {
  'POST /apiv2/calendar': async () => ({ path: '/calendar', body: newCalendar(), reads: calendarRead }),
  'PUT /apiv2/calendar/{id}': async ({ club }) => ({
    path: `/calendar/${await club.calendar()}`,
    body: { subGenre: 'Sevens' },
    reads: calendarRead,
  }),
  'POST /apiv2/event': async ({ club }) => ({
    path: '/event',
    body: fixture({ calendarId: await club.calendar() }),
    reads: eventRead,
  }),
  'PUT /apiv2/event/{id}': async ({ club }) => ({
    path: `/event/${await club.event(await club.calendar())}`,
    body: {},
    reads: eventRead,
  }),
  'PUT /apiv2/events/{referenceType}': async ({ club }) => {
    const referenceType = `cup-${++counter}`
    await club.event(await club.calendar(), { referenceType })
    return { path: `/events/${referenceType}`, body: {}, reads: ({ body }) => [`/event/${body.data[0].id}`] }
  },
  'POST /apiv2/batch/events': async ({ club }) => {
    const { svcId } = await club.subscriber()
    const reads = () => [`/batch/events?type=private&svc_id=${svcId}`]
    return { path: '/batch/events', body: { type: 'private', events: [record(svcId)] }, reads }
  },
  'POST /apiv2/batch/events/search': async ({ club }) => ({
    path: '/batch/events/search?type=private',
    body: { ids: [await club.privateEvent((await club.subscriber()).svcId)] },
  }),
  'DELETE /apiv2/batch/events': async ({ club }) => ({
    path: '/batch/events?type=private',
    body: { ids: [await club.privateEvent((await club.subscriber()).svcId)] },
  }),
  'POST /apiv2/subscriber/{svc_id}/devices': async ({ club }) => {
    const { svcId } = await club.subscriber()
    return {
      path: `/subscriber/${svcId}/devices`,
      body: { name: 'Phone' },
      reads: () => [`/subscriber/${svcId}`],
    }
  },
  'POST /apiv2/subscriber/{svc_id}/subscriptions/{action}': async ({ club }) => ({
    path: `/subscriber/${(await club.subscriber()).svcId}/subscriptions/add`,
    body: { calendarIds: [await club.calendar()] },
  }),
  'POST /apiv2/account': async () => ({ path: '/account', body: newAccount(), reads: () => ['/account'] }),
  'POST /w/{id}/subscribe': async ({ club }) => {
    const email = `reader-${++counter}@example.com`
    const body = { email, calendarIds: [await club.calendar()] }
    return { path: `/w/${club.widgetId}/subscribe`, body, reads: () => [`/subscriber/${email}`] }
  },
  'POST /w/{id}/link': async ({ club }) => ({
    path: `/w/${club.widgetId}/link`,
    body: { email: `reader-${++counter}@example.com` },
  }),
  'POST /manage/{token}/calendars': async ({ club }) => ({
    path: `${new URL((await club.subscriber()).manageUrl).pathname}/calendars`,
    body: { calendarIds: [await club.calendar()] },
  }),
  'POST /manage/{token}/links/{number}/name': async ({ club }) => {
    const { svcId, manageUrl } = await club.subscriber()
    const path = `${new URL(manageUrl).pathname}/links/0/name`
    return { path, body: { name: 'Phone' }, reads: () => [`/subscriber/${svcId}`] }
  },
  'POST /manage/{token}/devices': async ({ club }) => {
    const { svcId, manageUrl } = await club.subscriber()
    const path = `${new URL(manageUrl).pathname}/devices`
    return { path, body: { name: 'Phone' }, reads: () => [`/subscriber/${svcId}`] }
  },
  'POST /manage/{token}/push-subscriptions': async ({ app, club }) => {
    const { manageUrl } = await club.subscriber()
    const cookie = await freshCookie(app, manageUrl)
    const browser = () => ({
      endpoint: `https://push.example.com/${++counter}`,
      keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
    })
    const before = browser()
    const first = { method: 'POST', headers: { cookie }, body: JSON.stringify(before) }
    expectOk(await send(`${manageUrl}/push-subscriptions`, first))
    // Anybody may send it who knows the address that the browser had before.
    const body = { ...browser(), replaces: before.endpoint }
    return { path: `${new URL(manageUrl).pathname}/push-subscriptions`, body }
  },
  'POST /manage/{token}/email': async ({ app, club }) => {
    const { manageUrl } = await club.subscriber()
    const body = { email: `reader-${++counter}@example.com` }
    const headers = { cookie: await freshCookie(app, manageUrl) }
    return { path: `${new URL(manageUrl).pathname}/email`, body, headers }
  },
  'POST /manage/{token}/reminders': async ({ club }) => ({
    path: `${new URL((await club.subscriber()).manageUrl).pathname}/reminders`,
    body: { reminders: ['15M'] },
  }),
}

const MANY_CHANGE = {
  location: 'Town Ground',
  setLinks: [{ name: 'Tickets', url: 'https://example.com/tickets' }],
  removeLinks: ['Old'],
}

/** Those of the admin API that need more than test/support/admin-requests.ts tells. */
const ADMIN: Record<string, (world: World) => Promise<Sound>> = {
  'POST /admin/api/callbacks': async () => ({
    path: '/callbacks',
    body: { url: `https://example.com/${++counter}` },
    reads: () => [],
  }),
  'PUT /admin/api/api-keys/{key}': async ({ owner }) => {
    const { data } = (await owner.post('/api-keys', { name: 'Box office' })).body
    return { path: `/api-keys/${data.key ?? data.apiKey}`, body: {}, reads: () => ['/api-keys'] }
  },
  'POST /admin/api/event-changes/preview': async ({ club }) => ({
    path: '/event-changes/preview',
    body: { ids: [await club.event(await club.calendar())], change: MANY_CHANGE },
    reads: () => [],
  }),
  'POST /admin/api/event-changes': async ({ club }) => {
    const id = await club.event(await club.calendar())
    const { modified } = (await club.get(`/admin/api/events/${id}`)).body.data
    return {
      path: '/event-changes',
      body: { events: [{ id, modified }], change: MANY_CHANGE },
      reads: () => [`${SIGNED}/event/${id}`],
    }
  },
}

/** Begins a path that is read with the publisher's key, because the admin API shows less. */
const SIGNED = 'signed:'

/** Undefined: nobody has written one, and whoever walks the operations has to say so. */
export async function soundRequest(world: World, operation: string): Promise<Sound | undefined> {
  const own = API[operation] ?? ADMIN[operation]
  if (own) return own(world)
  const [method, url] = operation.split(' ') as [string, string]
  if (!url.startsWith('/admin/api')) return undefined
  const route = url.slice('/admin/api'.length).replace(/\{(\w+)\}/g, ':$1')
  const request = await REQUESTS[`${method} ${route}`]?.(world)
  if (!request) return undefined
  const [path, body] = request
  return { path, body: body ?? {}, reads: (answer) => readsOf(path, answer) }
}

/** The paths of the admin API that may show a record: its own path, and the list it belongs to. */
function readsOf(path: string, { body }: Answer): string[] {
  const plain = path.replace(/\?.*/, '')
  const id = (body?.data?.id ?? body?.data?.publisherId) as string | undefined
  const list = plain.replace(/\/[^/]*$/, '')
  if (/events/.test(plain) && id) return [`${SIGNED}/event/${id}`]
  return [plain, ...(id ? [`${plain}/${id}`] : []), list].filter(Boolean)
}

/** Sends as whoever may: signed, as an owner who is signed in, or as anybody. */
export function sendAs(
  { app, club, owner }: World,
  operation: string,
  path: string,
  body?: Json,
  more?: Sound['headers'],
): Promise<Answer> {
  const [method, url] = operation.split(' ') as [string, string]
  if (url.startsWith('/admin/api')) return owner.call(method, path, body)
  if (url.startsWith('/apiv2')) return club.call(method, path, body)
  const from = ++counter
  const address = `10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}`
  const headers = { 'x-forwarded-for': address, ...more }
  return send(app.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

/** Reads what an operation stored. */
export function readAs(world: World, operation: string, path: string): Promise<Answer> {
  if (path.startsWith(SIGNED)) return world.club.get(path.slice(SIGNED.length))
  return operation.includes('/admin/api') ? world.owner.get(path) : world.club.get(path)
}
