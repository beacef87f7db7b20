import { describe, expect, it } from 'vitest'
import { newId } from '../../src/ids.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import {
  type Answer,
  fixture,
  type Json,
  record,
  send,
  type TestPublisher,
} from '../support/test-publisher.ts'

/** One of everything a publisher has, by the name it goes under in ROUTES. */
async function everything(club: TestPublisher, name: string) {
  const calendar = await club.calendar({ reference: `${name}-calendar` })
  const draft = await club.calendar({ reference: `${name}-draft`, draftCalendar: 1 })
  const email = `${name}@example.com`
  const callback = (await club.callback(`https://example.com/${name}`)).id
  const fan = await club.subscriber(email, [calendar])
  const event = await club.event(calendar, { reference: `${name}-event`, referenceType: `${name}-group` })
  const privateEvent = await club.privateEvent(fan.svcId, { reference: `${name}-private` })
  const { calendarId: privateCalendar } = (await club.get(`/event/${privateEvent}`)).body.data
  const [{ id: delivery, notificationId: notification }] = (await club.get('/admin/api/deliveries')).body.data
  const references = ['calendar', 'event', 'group', 'private'].map((kind) => [
    `${kind}-key`,
    `${name}-${kind}`,
  ])
  const ids = {
    ...{ calendar, draft, event, privateEvent, privateCalendar, svc: fan.svcId, email },
    ...{ callback, delivery, notification },
  }
  return { ids: { ...ids, ...Object.fromEntries(references) } as Record<string, string>, fan }
}

const IDS = [
  ...['calendar', 'draft', 'event', 'privateEvent', 'privateCalendar', 'svc'],
  ...['callback', 'delivery', 'notification'],
]
const UNKNOWN: Record<string, string> = {
  ...Object.fromEntries(IDS.map((kind) => [kind, newId()])),
  email: 'nobody@example.com',
  'calendar-key': 'no-calendar',
  'event-key': 'no-event',
  'group-key': 'no-group',
  'private-key': 'no-private',
}

/** Wherever an id can be said; `{kind}` is replaced by one that is foreign, then by one that is unknown. */
const KINDS = [
  'calendar',
  'draft',
  'privateCalendar',
  'event',
  'privateEvent',
  'svc',
  'calendar-key',
  'event-key',
  'group-key',
  'private-key',
  'email',
]
const ROUTES: [method: string, path: string, body?: (own: Json) => Json][] = [
  ...KINDS.flatMap((kind): [string, string, (() => Json)?][] => [
    ['GET', `/calendar/{${kind}}`],
    ['PUT', `/calendar/{${kind}}`, () => ({ subGenre: 'Stolen' })],
    ['DELETE', `/calendar/{${kind}}`],
    ['GET', `/event/{${kind}}`],
    ['PUT', `/event/{${kind}}`, () => ({ name: 'Stolen' })],
    ['PUT', `/events/{${kind}}`, () => ({ name: 'Stolen' })],
    ['DELETE', `/event/{${kind}}`],
    ['GET', `/subscriber/{${kind}}`],
    ['POST', `/subscriber/{${kind}}/unsubscribe`],
    ['POST', `/event`, () => ({ ...fixture({ reference: 'mine' }), calendarId: `{${kind}}` })],
    ['GET', `/event?showPastEvents=1&showDraft=1&calendarIds={${kind}}`],
  ]),
  ...['svc', 'email', 'privateCalendar'].flatMap((kind): [string, string, ((own: Json) => Json)?][] => [
    ['GET', `/event?svc_id={${kind}}`],
    ['POST', `/event?svc_id={${kind}}`, () => fixture({ reference: 'mine' })],
    ['GET', `/batch/events?type=private&svc_id={${kind}}`],
    ['POST', `/batch/events/search?type=private&svc_id={${kind}}`, (own) => ({ ids: [own.privateEvent] })],
    [
      'POST',
      '/batch/events',
      () => ({ type: 'private', events: [record(`{${kind}}`, { reference: 'mine' })] }),
    ],
    ['POST', `/subscriber/{${kind}}/subscriptions/add`, (own) => ({ calendarIds: [own.calendar] })],
    ['POST', `/subscriber/{${kind}}/subscriptions/remove`, (own) => ({ calendarIds: [own.calendar] })],
  ]),
  ...['calendar', 'draft', 'privateCalendar', 'calendar-key'].flatMap(
    (kind): [string, string, (own: Json) => Json][] => [
      [
        'POST',
        '/subscriber/{own}/subscriptions/add',
        (own) => ({ calendarIds: [own.calendar, `{${kind}}`] }),
      ],
      ['POST', '/subscriber/{own}/subscriptions/remove', () => ({ calendarIds: [`{${kind}}`] })],
      ['PUT', '/event/{own-event}', () => ({ calendarId: `{${kind}}` })],
    ],
  ),
  ...['event', 'privateEvent'].flatMap((kind): [string, string, () => Json][] => [
    ['POST', '/batch/events/search?type=private', () => ({ ids: [`{${kind}}`] })],
    ['DELETE', '/batch/events?type=private', () => ({ ids: [`{${kind}}`] })],
  ]),
  ['GET', '/batch/events?type=private&referenceType={group-key}'],
  ...['callback', 'delivery', 'notification', 'svc'].flatMap((kind): [string, string, (() => Json)?][] => [
    ['PUT', `/admin/api/callbacks/{${kind}}`, () => ({ active: false, url: 'https://evil.example/' })],
    ['POST', `/admin/api/callbacks/{${kind}}/test`],
    [
      'POST',
      `/admin/api/callbacks/{${kind}}/replay`,
      () => ({ from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }),
    ],
    ['DELETE', `/admin/api/callbacks/{${kind}}`],
    ['GET', `/admin/api/deliveries/{${kind}}`],
    ['POST', `/admin/api/deliveries/{${kind}}/retry`],
    ['GET', `/admin/api/deliveries?callbackId={${kind}}`],
  ]),
]

/** An answer without what differs by chance. */
const essence = ({ status, text }: Answer, ids: Record<string, string>) => {
  const neutral = Object.values(ids).reduce((shown, id) => shown.replaceAll(id, 'ID'), text)
  return { status, text: neutral.replace(/"elapsed":"[^"]*"/, '') }
}

/** How two publishers can stand to each other. */
const RELATIONS = ['a stranger', 'a sibling', 'its partner', 'its sub-account'] as const

describe.each(DATABASES)("another publisher's data on %s", (kind) => {
  let now = Date.now()
  const app = useTestApp(kind, { now: () => (now += 25) })

  /** A publisher and another, which is this to it. */
  async function twoClubs(relation: (typeof RELATIONS)[number] = 'a stranger') {
    const agency = await app.publisher({ partner: true })
    const [us, them] = {
      'a stranger': [agency, await app.publisher()],
      'a sibling': [await agency.account(), await agency.account()],
      'its partner': [await agency.account(), agency],
      'its sub-account': [agency, await agency.account()],
    }[relation] as [TestPublisher, TestPublisher]
    return { us, them, ours: await everything(us, 'ours'), theirs: await everything(them, 'theirs') }
  }

  it.each(RELATIONS)(
    'is answered like what does not exist, and stays as it is: that of %s',
    async (relation) => {
      const { us, them, ours, theirs } = await twoClubs(relation)
      const snapshot = async () => {
        const paths = [
          '/calendar?showDraft=1',
          '/event?showDraft=1',
          `/event?svc_id=${theirs.ids.svc}`,
          `/subscriber/${theirs.ids.svc}`,
          '/admin/api/callbacks',
          '/admin/api/deliveries',
          `/admin/api/deliveries/${theirs.ids.delivery}`,
          '/notifications',
          '/admin/api/notifications.ndjson',
        ]
        // The days until an event become fewer, perhaps at this very moment.
        const read = async (path: string) => (await them.get(path)).text.replace(/"due":"\d+ days"/g, '')
        return Promise.all(paths.map(read))
      }
      const before = await snapshot()
      for (const [method, path, body] of ROUTES) {
        const ask = (ids: Record<string, string>) => {
          const named = { own: ours.ids.svc!, 'own-event': ours.ids.event!, ...ids }
          const fill = (text: string) =>
            text.replace(/\{([\w-]+)\}/g, (_, name: keyof typeof named) => named[name])
          return us.call(method, fill(path), body && fill(JSON.stringify(body(ours.ids))))
        }
        const [foreign, unknown] = [await ask(theirs.ids), await ask(UNKNOWN)]
        const name = `${method} ${path} ${JSON.stringify(body?.({}))}`
        expect({ name, ...essence(foreign, theirs.ids) }).toEqual({ name, ...essence(unknown, UNKNOWN) })
        if (/^\/admin\/api\/\w+\/\{/.test(path)) expect(foreign.status, name).toBe(404)
        expect([204, 207, 400, 404].includes(unknown.status) || unknown.body.data.length === 0, name).toBe(
          true,
        )
      }
      expect(await snapshot()).toEqual(before)
    },
  )

  it.each(RELATIONS)('is in no list: that of %s', async (relation) => {
    const { us, ours, theirs } = await twoClubs(relation)
    const lists = [
      ...['/calendar?showDraft=1', '/event?showPastEvents=1&showDraft=1', '/batch/events?type=private'],
      ...[
        '/notifications',
        '/admin/api/callbacks',
        '/admin/api/deliveries',
        '/admin/api/notifications.ndjson',
      ],
      ...['/admin/api/notifications.csv', '/admin/api/widgets', '/admin/api/publisher'],
    ]
    for (const path of lists) {
      const { status, text } = await us.get(path)
      expect(status, path).toBe(200)
      const own = Object.values(ours.ids).some((id) => text.includes(id))
      expect(own || /widgets|publisher/.test(path), path).toBe(true)
      for (const id of Object.values(theirs.ids)) expect(text, path).not.toContain(id)
    }
  })

  it('is out of reach for widgets and subscribers too', async () => {
    const { us, ours, theirs } = await twoClubs()
    const calendarIds = [theirs.ids.calendar!]
    expect((await us.subscribe('new@example.com', calendarIds)).status).toBe(400)
    expect((await us.get('/subscriber/new@example.com')).status).toBe(404)
    const manage = (path: string, token: string) =>
      send(`${app.url}/manage/${token}/${path}`, { method: 'POST', body: JSON.stringify({ calendarIds }) })
    const token = ours.fan.manageUrl.split('/').at(-1)!
    expect((await manage('calendars', token)).status).toBe(400)
    expect((await us.get(`/subscriber/${ours.ids.svc}`)).body.data.data.calIds).toEqual([ours.ids.calendar])
  })
})
