import { createDecipheriv } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from './client.ts'
import { atEnd } from './processes.ts'
import { checked, conclusion, headline, line } from './report.ts'
import { startService } from './service.ts'

const SECRET = 'a secret of the publisher'
const LIMIT_MS = 10_000

interface Notification {
  headers: IncomingHttpHeaders
  /** The unparsed body. */
  raw: string
}

/**
 * One person subscribes, changes calendars, unsubscribes and
 * subscribes again. Prints each notification, decrypted.
 */
export async function showNotifications(): Promise<boolean> {
  headline('Notifications, as a publisher gets them')
  process.env.FASTI_ALLOW_PRIVATE_CALLBACKS = '1'
  const service = await startService()
  const client = createClient(service.url, service.publisher)
  const { url, received } = await startReceiver()
  await client.call('POST', '/admin/api/callbacks', {}, { url, secret: SECRET })

  const calendar = async (reference: string, name: string) => {
    const fields = {
      type: 'fixture',
      categories: 'Sports',
      genre: 'Sport',
      subGenre: 'Rugby',
      draftCalendar: 0,
    }
    const input = { ...fields, name, reference }
    return (await client.call<{ calendarId: string }>('POST', '/calendar', {}, input)).calendarId
  }
  const first = await calendar('rugby-first', 'City Rugby, first team')
  const women = await calendar('rugby-women', 'City Rugby, women')
  const widget = `${service.url}/w/${service.publisher.widgets[0]!.id}/subscribe`
  const person = { email: 'fay@example.com', first_name: 'Fay', country: 'GB', subscriber_reference: 'crm-7' }
  const more = { custom_fields: [{ name: 'Seat', value: '12B' }], state: { from: 'home' } }

  const { manageUrl } = await post(widget, { ...person, ...more, calendarIds: [first] })
  await post(`${manageUrl}/calendars`, { calendarIds: [first, women] })
  await post(`${manageUrl}/calendars`, { calendarIds: [women] })
  await post(`${manageUrl}/unsubscribe`, {})
  await post(widget, { ...person, calendarIds: [first] })

  const kinds = ['subscribe', 'schedules added', 'schedules removed', 'unsubscribe', 're-subscribe']
  for (const deadline = Date.now() + LIMIT_MS; received.length < kinds.length && Date.now() < deadline;)
    await sleep(50)
  const bodies = received.map(({ headers, raw }) => ({
    id: String(headers['webhook-id']),
    body: decrypt(raw),
  }))
  // Ids increase with time, but deliveries may arrive out of order.
  bodies.sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const [index, { id, body }] of bodies.entries()) {
    headline(kinds[index] ?? 'one too many')
    line('webhook-id', id)
    console.log(JSON.stringify(body, undefined, 2).replace(/^/gm, '  '))
  }
  headline('At the end')
  checked(
    'notifications',
    `${received.length} came`,
    received.length === kinds.length ? [] : ['not as many as kinds'],
  )
  checked('service log', `${client.counts.calls} API calls in all`, await service.stop())
  return conclusion([])
}

/** Written only from docs/webhooks.md, without the service's code. */
function decrypt(raw: string): unknown {
  const bytes = Buffer.from((JSON.parse(raw) as { payload: string }).payload, 'base64')
  const key = Buffer.from(SECRET.repeat(32)).subarray(0, 32)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  const plain = decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  return JSON.parse(plain)
}

async function startReceiver(): Promise<{ url: string; received: Notification[] }> {
  const received: Notification[] = []
  const server = createServer((request, response) => {
    void text(request).then((raw) => {
      received.push({ headers: request.headers, raw })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

async function post(url: string, input: object): Promise<{ manageUrl: string }> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(input) })
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as { manageUrl: string }
}
