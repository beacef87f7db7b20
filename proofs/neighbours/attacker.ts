// A process of its own: performs one attack over and over, until it is ended.
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { send, TestPublisher } from '../../test/support/test-publisher.ts'
import type { AttackName, AttackReport, Order } from './attack.ts'

const { name, target } = JSON.parse(process.argv[2]!) as Order
const club = new TestPublisher(target.url, target.publisher)
const report: AttackReport = { ready: false, begun: 0, statuses: {} }

/** Prepares an attack; what comes back begins it. */
type Attack = () => (() => void) | Promise<() => void>

const NEVER_ENDS = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:a',
  'DTSTART:20260101T100000Z',
  'RRULE:FREQ=WEEKLY;INTERVAL=999999999',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')
const DEEP = `${'{"a":'.repeat(6000)}1${'}'.repeat(6000)}`
/** Connections whose bodies are never ended: more than there is memory for. */
const BODIES = 300
const BODY_BYTES = 250_000
const AGAIN_MS = 4000
const CALLBACKS = 20
const FANS = 12
const ANSWER_AFTER_MS = 9500

const attacks: Record<AttackName, Attack> = {
  'an import that never ends': () => () => keepOn(1, 200, importNeverEnding),
  'four imports that never end': () => () => keepOn(4, 200, importNeverEnding),
  'a state nested 6,000 deep': () => () =>
    keepOn(4, 200, (n) => {
      const body = `{"email":"deep-${n}@example.com","calendarIds":[],"skip_schedule_selection":true,"state":${DEEP}}`
      return post(`/w/${club.widgetId}/subscribe`, body, `10.8.${(n >> 8) & 255}.${n & 255}`)
    }),
  'a person with many events': () => () =>
    keepOn(1, 200, async (n) => {
      await club.put(`/event/${target.person.eventId}`, { location: `Ground ${n}` })
      return send(target.person.feedUrl)
    }),
  'a calendar with many events': () => () =>
    keepOn(1, 200, async (n) => {
      await club.put(`/event/${target.calendar.eventId}`, { location: `Ground ${n}` })
      return send(target.calendar.feedUrl)
    }),
  'downloads of a portal': () => () => keepOn(1, 200, () => send(`${target.person.manageUrl}/download`)),
  'records in the admin portal': () => {
    const { svcId } = target.person
    const paths = [
      `/admin/api/subscribers/${svcId}`,
      `/admin/api/subscribers/${svcId}/events`,
      `/admin/api/subscribers/${svcId}/events?q=City`,
      `/event?svc_id=${svcId}`,
      `/admin/api/calendars/${target.calendar.id}`,
      `/admin/api/events?calendarId=${target.calendar.id}`,
      `/admin/api/events?calendarId=${target.calendar.id}&q=City`,
    ]
    return () => keepOn(1, 200, (n) => club.get(paths[n % paths.length]!))
  },
  'sign-ins of one IPv6 network': () => () =>
    keepOn(20, 500, (n) => {
      const body = JSON.stringify({ email: `somebody-${n}@example.com`, password: 'wrong horse battery' })
      return post('/admin/api/session', body, `2001:db8:1:2::${n.toString(16)}`)
    }),
  'bodies that never end': async () => {
    // They take all the memory there is first. From then on each new one costs somebody's.
    for (let n = 0; n < BODIES; n++) {
      sendUnended(n)
      await sleep(20)
    }
    return () => {}
  },
  'callbacks that take long': async () => {
    const urls = await Promise.all([takesLong(), takesLong(), takesLong()])
    for (let n = 0; n < FANS; n++) await club.subscribe(`fan-${n}@example.com`, [])
    const ids: string[] = []
    for (let n = 0; n < CALLBACKS; n++) ids.push((await club.callback(`${urls[n % 3]}/${n}`)).id)
    const from = '2020-01-01T00:00:00Z'
    return () => {
      // Each callback has twelve, and its first ones take until the others have come too.
      keepOn(1, 200, (n) => club.post(`/admin/api/callbacks/${ids[n % CALLBACKS]!}/replay`, { from }))
      keepOn(4, 500, (n) => club.post(`/admin/api/callbacks/${ids[n % CALLBACKS]!}/test`))
    }
  },
}

/** Does it in lanes side by side, each with a pause between the answer and the next. They begin one after the other. */
function keepOn(lanes: number, pauseMs: number, act: (n: number) => Promise<{ status: number }>): void {
  let n = 0
  for (let lane = 0; lane < lanes; lane++)
    void (async () => {
      await sleep((lane * pauseMs) / lanes)
      for (;;) {
        await count(act(n++))
        await sleep(pauseMs)
      }
    })()
}

async function count(asking: Promise<{ status: number }>): Promise<void> {
  report.begun++
  const { status } = await asking.catch(() => ({ status: 0 }))
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
}

function importNeverEnding() {
  const { smallCalendarId: calendarId } = target
  return club.post('/admin/api/imports/preview', { calendarId, fileName: 'season.ics', text: NEVER_ENDS })
}

function post(path: string, body: string, address: string) {
  return send(target.url + path, { method: 'POST', headers: { 'x-forwarded-for': address }, body })
}

/** Begins a form, which nobody has to sign, and does not end it; begins another when it is cut off. */
function sendUnended(n: number): void {
  report.begun++
  const socket = connect(Number(new URL(target.url).port), '127.0.0.1')
  const head = [
    `POST /w/${club.widgetId}/subscribe HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: 2001:db8:1:2::${n.toString(16)}`,
    `Content-Length: ${BODY_BYTES + 1}`,
  ]
  socket.on('error', () => {}).resume()
  socket.once('connect', () => socket.write(`${head.join('\r\n')}\r\n\r\n${' '.repeat(BODY_BYTES)}`))
  socket.once('close', () => {
    report.statuses[0] = (report.statuses[0] ?? 0) + 1
    setTimeout(() => sendUnended(n), AGAIN_MS)
  })
}

/** A server that accepts everything, just before the service would lose its patience. */
async function takesLong(): Promise<string> {
  const server = createServer((req, res) => {
    req.resume()
    setTimeout(() => res.writeHead(204).end(), ANSWER_AFTER_MS)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const begin = await attacks[name]()
process.once('message', () => begin())
process.once('disconnect', () => process.exit())
report.ready = true
setInterval(() => process.send!(report), 100)
