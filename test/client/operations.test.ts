import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Caller } from '../../client/src/caller.ts'
import { FastiClient } from '../../client/src/index.ts'
import { clientTypes, type Paths, TYPES_FILE } from '../../scripts/client-types.ts'
import { useTestApp } from '../support/test-app.ts'

const app = useTestApp('sqlite')

it('has a method for every operation of the API, and for no other', async () => {
  const { paths } = await openApi()
  const operations = Object.entries(paths)
    .filter(([url]) => url.startsWith('/apiv2/'))
    .flatMap(([url, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`))
  expect(operations.length).toBeGreaterThan(15)
  const called = (await callEverything()).map((request) => {
    const [method, path] = request.split(' ') as [string, string]
    const fits = operations.filter((operation) => {
      const [itsMethod, url] = operation.split(' ') as [string, string]
      return itsMethod === method && new RegExp(`^${url.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
    })
    // `/batch/events` fits nothing else; `/event/{id}` does not fit `/event`.
    return fits[0] ?? `no operation: ${request}`
  })
  expect([...new Set(called)].sort()).toEqual(operations.sort())
})

it('has the types that the schemas of the service give; if not, run: node scripts/client-types.ts', async () => {
  const { paths } = await openApi()
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await clientTypes(paths))
})

async function openApi(): Promise<{ paths: Paths }> {
  return (await (await fetch(`${app.url}/openapi.json`)).json()) as { paths: Paths }
}

/** Methods that only other methods call. */
const HELPERS = ['constructor', 'create', 'sendBatch', 'sendDeletion', 'changeSubscriptions', 'store']

/** The names of the client's own methods, without those of its base class. */
function methodsOf(client: FastiClient): string[] {
  const names: string[] = []
  for (
    let at: object = Object.getPrototypeOf(client);
    at !== Caller.prototype;
    at = Object.getPrototypeOf(at)
  )
    names.push(...Object.getOwnPropertyNames(at).filter((name) => !HELPERS.includes(name)))
  return names
}

/** Calls every method of the client once. Returns what each sent. */
async function callEverything(): Promise<string[]> {
  const sent: string[] = []
  const client = new FastiClient({
    url: 'https://fasti.test',
    apiKey: 'key',
    secret: 'secret',
    fetch: async (url, init) => {
      sent.push(`${init!.method} ${new URL(url as string).pathname}`)
      return Response.json({ data: [], items: [] })
    },
  })
  const event = { calendarId: 'c', name: 'n', location: 'l', startDate: '2027-01-01', endDate: '2027-01-01' }
  const record = { ...event, svcId: 's', reference: 'r' }
  const calendar = {
    name: 'n',
    type: 'fixture',
    categories: 'c',
    reference: 'r',
    genre: 'g',
    subGenre: 's',
  } as const
  const custom = { reference: 'r' }
  const account = { email: 'e', firstName: 'f', lastName: 'l', timezone: 'UTC', company: 'c', custom }
  const id = '0123456789abcdef01234567'
  // The others take an id or a reference, and fields.
  const calls: Partial<Record<string, () => unknown>> = {
    ticket: () => client.ticket({ widgetId: id, email: 'a@example.com' }), // sends nothing
    createCalendar: () => client.createCalendar(calendar),
    listCalendars: () => client.listCalendars(),
    listEvents: () => client.listEvents(),
    events: () => Array.fromAsync(client.events()),
    createEvent: () => client.createEvent(event),
    createSeries: () => client.createSeries({ ...event, recurrence: { rule: 'FREQ=WEEKLY' } }),
    createPrivateSeries: () =>
      client.createPrivateSeries('x', { ...event, recurrence: { rule: 'FREQ=WEEKLY' } }),
    createOrJoinEvent: () => client.createOrJoinEvent({ ...event, reference: 'r' }),
    createPrivateEvent: () => client.createPrivateEvent('x', event),
    addBatch: () => client.addBatch([record]),
    addEvents: () => Array.fromAsync(client.addEvents([record])),
    addEventBatches: () => Array.fromAsync(client.addEventBatches([record])),
    listPrivateEvents: () => client.listPrivateEvents(),
    privateEvents: () => Array.fromAsync(client.privateEvents()),
    searchPrivateEvents: () => client.searchPrivateEvents([id]),
    deleteBatch: () => client.deleteBatch([id]),
    deleteEvents: () => Array.fromAsync(client.deleteEvents([id])),
    addCalendars: () => client.addCalendars('x', [id]),
    removeCalendars: () => client.removeCalendars('x', [id]),
    unsubscribe: () => client.unsubscribe('x'),
    addDevice: () => client.addDevice('x', 'Phone'),
    endLink: () => client.endLink('x', 0),
    listAccounts: () => client.listAccounts(),
    createAccount: () => client.createAccount(account),
    listNotifications: () => client.listNotifications(),
    notifications: () => Array.fromAsync(client.notifications()),
  }
  const methods = client as unknown as Record<string, (...given: unknown[]) => unknown>
  for (const name of methodsOf(client)) await (calls[name] ?? (() => methods[name]!('x', {})))()
  return sent
}
