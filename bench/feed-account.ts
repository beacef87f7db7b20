import { signMd5 } from '../src/publishers/signature.ts'
import { createBatchClient } from './batch-client.ts'
import { makeRecords } from './events.ts'
import type { Account, Service } from './service.ts'

const CALENDARS = 3
const PUBLIC_EVENTS = 42
const PRIVATE_EVENTS = 8

/** Makes a subscriber with three public calendars and some private events, and tells the address of its feed. */
export async function makeFeed(service: Service, account: Account): Promise<string> {
  const api = signedApi(service.url, account)
  const calendarIds: string[] = []
  for (let i = 0; i < CALENDARS; i++) {
    await api('POST', '/apiv2/calendar', { ...CALENDAR, name: `Calendar ${i}`, reference: `calendar-${i}` })
  }
  const { data } = await api('GET', '/apiv2/calendar')
  calendarIds.push(...data.map((calendar: { id: string }) => calendar.id))

  const nobody = { svcId: '', calendarId: '' }
  for (const [i, record] of makeRecords(PUBLIC_EVENTS, [nobody]).entries()) {
    await api('POST', '/apiv2/event', { ...record, calendarId: calendarIds[i % CALENDARS] })
  }
  const { calendarUrl } = await api('POST', `/w/${account.widgets[0]!.id}/subscribe`, {
    email: EMAIL,
    calendarIds,
  })
  const { data: subscriber } = await api('GET', `/apiv2/subscriber/${EMAIL}`)
  using client = createBatchClient(service.url, account)
  await client.post(makeRecords(PRIVATE_EVENTS, [{ svcId: subscriber.id, calendarId: '' }]))
  return calendarUrl.httpsCalUrl
}

const EMAIL = 'fan@example.com'
const CALENDAR = {
  type: 'fixture',
  categories: 'Sports/Football',
  genre: 'Sport',
  subGenre: 'Football',
  draftCalendar: 0,
}

/** Sends signed requests, and waits where the service asks to. */
function signedApi(url: string, { apiKey, secret }: Account) {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what comes back differs from operation to operation
  return async function api(method: string, path: string, input?: object): Promise<any> {
    const body = input ? JSON.stringify(input) : ''
    const apiSign = signMd5(secret, { query: [['apiKey', apiKey]], body: Buffer.from(body) })
    const init = { method, ...(input && { body, headers: { 'content-type': 'application/json' } }) }
    const response = await fetch(`${url}${path}?apiKey=${apiKey}&apiSign=${apiSign}`, init)
    const answer = await response.json()
    if (response.status === 429) {
      await new Promise((done) => setTimeout(done, 1000 * Number(response.headers.get('retry-after'))))
      return api(method, path, input)
    }
    if (!response.ok) throw new Error(`${method} ${path} answered ${JSON.stringify(answer)}`)
    return answer
  }
}
