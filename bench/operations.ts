import type { Crowd } from './crowd.ts'
import { makeRecords } from './events.ts'
import type { Service } from './service.ts'
import { signedRequest } from './signed-requests.ts'
import { fetchRaw } from './stage.ts'

/** One use of the API for subscriber number `i`; each number is used once. */
export type Operation = (i: number) => Promise<unknown>

/** Everything a publisher and a calendar application do, in an order in which each finds what it needs. */
export function operationsOf(service: Service, crowd: Crowd): Record<string, Operation> {
  const { publisher, shape } = crowd
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as signedRequest answers it
  const api = (method: string, path: string, input?: object): Promise<any> =>
    signedRequest(service, publisher, method, `/apiv2${path}`, input)
  const id = (i: number) => crowd.recipient(i).svcId
  const eventIds = new Map<number, string>()
  const etags = new Map<number, string>()
  const subscribe = (i: number, action: string) =>
    api('POST', `/subscriber/${id(i)}/subscriptions/${action}`, {
      calendarIds: [crowd.calendarId(shape.calendars)],
    })

  return {
    'GET subscriber': (i) => api('GET', `/subscriber/${id(i)}`),
    'GET events of a subscriber': (i) => api('GET', `/event?svc_id=${id(i)}&type=private`),
    'POST event': async (i) => {
      const [record] = makeRecords(1, [crowd.recipient(i)])
      const { eventId } = await api('POST', `/event?svc_id=${id(i)}`, record)
      eventIds.set(i, eventId as string)
    },
    'PUT event': (i) => api('PUT', `/event/${eventIds.get(i)}`, { location: `Room ${i}` }),
    'feed, 200': async (i) => etags.set(i, await readFeed(service, crowd.feedPath(i), 200)),
    'feed, 304': (i) => readFeed(service, crowd.feedPath(i), 304, { 'if-none-match': etags.get(i)! }),
    'DELETE event': (i) => api('DELETE', `/event/${eventIds.get(i)}`),
    'PUT calendar': (i) =>
      api('PUT', `/calendar/${crowd.calendarId(i % shape.calendars)}`, {
        subGenre: 'Rugby',
        note: `Note ${i}`,
      }),
    'PUT public event': (i) =>
      api('PUT', `/event/${crowd.eventOf(i % shape.calendars)}`, { location: `Ground ${i}` }),
    'add subscription': (i) => subscribe(i, 'add'),
    'remove subscription': (i) => subscribe(i, 'remove'),
    'GET notifications': (i) => api('GET', `/notifications?after=${crowd.notificationId(i)}&limit=100`),
    unsubscribe: (i) => api('POST', `/subscriber/${id(i)}/unsubscribe`),
  }
}

async function readFeed(
  service: Service,
  path: string,
  expected: number,
  headers?: Record<string, string>,
): Promise<string> {
  const { status, etag } = await fetchRaw(service, path, headers)
  if (status !== expected) throw new Error(`a feed was answered ${status}, not ${expected}`)
  return etag
}
