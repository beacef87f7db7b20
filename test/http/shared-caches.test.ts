import { beforeAll, describe, expect, it } from 'vitest'
import { confirmUrlOf } from '../support/confirming.ts'
import { useTestApp } from '../support/test-app.ts'
import { send, type TestPublisher } from '../support/test-publisher.ts'

const KEPT = 'public, max-age=0, s-maxage=30'
const PAGE_VARY = 'accept-language, accept-encoding'

describe('caches in front of the service', () => {
  const app = useTestApp('sqlite', { reachable: true })
  let club: TestPublisher
  let calendar: string

  beforeAll(async () => {
    club = await app.publisher()
    calendar = await club.calendar()
  })

  const headersOf = async (path: string, init: RequestInit = {}) => {
    const { status, headers } = await send(app.url + path, init)
    return { status, control: headers.get('cache-control'), vary: headers.get('vary') }
  }
  const pages = () => [
    ...['', '/events', '/status'].map((page) => `/w/${club.widgetId}${page}`),
    `/calendar/${calendar}`,
  ]
  const data = () => [
    ...['config', 'upcoming', 'month?month=2027-04'].map((page) => `/w/${club.widgetId}/${page}`),
    `/calendar/${calendar}/upcoming`,
  ]

  it('keep public pages and data for half a minute, and browsers for no time', async () => {
    for (const path of pages())
      expect({ path, ...(await headersOf(path)) }).toEqual({
        ...{ path, status: 200, control: KEPT, vary: PAGE_VARY },
      })
    for (const path of data())
      expect({ path, ...(await headersOf(path)) }).toEqual({ path, status: 200, control: KEPT, vary: null })
    const views = [
      `/w/${club.widgetId}/config?apiKey=${club.apiKey}`,
      `/w/${club.widgetId}/events?calendarIds=${calendar}&lang=de`,
      `/w/${club.widgetId}/events?view=month&month=2027-04&day=2027-04-10`,
      `/calendar/${calendar}/upcoming?limit=5`,
    ]
    for (const path of views)
      expect({ path, ...(await headersOf(path)) }).toMatchObject({ path, control: KEPT })
  })

  it('get the same answer whoever asks', async () => {
    const anybody = { 'accept-language': 'de' }
    const somebody = {
      ...anybody,
      cookie: '__Host-fasti_session=1.x; fresh=x',
      origin: 'https://club.example',
    }
    for (const path of [...pages(), ...data()]) {
      const [one, other] = [
        await fetch(app.url + path, { headers: anybody }),
        await fetch(app.url + path, { headers: somebody }),
      ]
      expect(await other.text(), path).toBe(await one.text())
      expect(other.headers.getSetCookie()).toEqual([])
    }
  })

  it('keep no address that somebody’s data stands in', async () => {
    for (const query of [
      'email=fan%40example.com',
      'calendarIds=x&ticket=y',
      'subscriber_reference=7',
      'EMAIL=x',
    ])
      for (const path of [...pages(), ...data()])
        expect({ path, query, ...(await headersOf(`${path}?${query}`)) }).toMatchObject({
          control: 'no-store',
        })
  })

  it('keep no refusal', async () => {
    const none = '0'.repeat(24)
    const refused = [
      [`/w/${none}`, 404],
      [`/w/${none}/events`, 404],
      [`/w/${none}/config`, 404],
      [`/calendar/${none}`, 404],
      [`/calendar/${none}/upcoming`, 404],
      [`/w/${club.widgetId}/upcoming?limit=x`, 400],
      [`/w/${club.widgetId}/config?apiKey=x`, 403],
    ] as const
    for (const [path, status] of refused)
      expect({ path, ...(await headersOf(path)) }).toMatchObject({ path, status, control: 'no-store' })
  })

  it('keep nothing of subscribers', async () => {
    const fan = await club.subscriber(undefined, [calendar])
    const portal = new URL(fan.manageUrl).pathname
    const token = portal.split('/').at(-1)!
    const gets = [
      portal,
      new URL(confirmUrlOf(app, fan.manageUrl)).pathname,
      `/w/${club.widgetId}/link`,
      '/docs',
      '/admin',
    ]
    for (const path of [...gets, `/manage/${token}/data`])
      expect({ path, ...(await headersOf(path)) }).toMatchObject({ path, control: 'no-store' })
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    for (const path of [`/w/${club.widgetId}/subscribe`, `/w/${club.widgetId}/link`])
      expect({ path, ...(await headersOf(path, init)) }).toMatchObject({ path, control: 'no-store' })
  })
})
