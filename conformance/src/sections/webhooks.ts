import { createDecipheriv, createHmac } from 'node:crypto'
import { expectExactly, expectOk, expectThat, filled, text } from '../expect.ts'
import { type Received, Receiver } from '../receiver.ts'
import type { Json } from '../signed-requests.ts'
import type { Section, Trial } from '../trial.ts'

const UNIX = /^\d{10}$/
const SECRET = 'conformance-test'
const NOT_REACHED = 'no notification came'

interface Registered {
  /** Undefined if the callback was registered before the run. */
  id?: string
  signingSecret?: string
}

/** The four notifications, sent to our own receiver. */
export const webhooks: Section = {
  name: 'webhooks',
  async run(trial) {
    const { options, api } = trial
    const widgetId = await trial.widget()
    if (!widgetId) return trial.skip('webhooks', 'nobody can subscribe: give --widget-id')
    const outside = options.webhookUrl !== undefined
    await using receiver = await Receiver.listen(options.receiverPort, outside ? '0.0.0.0' : '127.0.0.1')
    const url = options.webhookUrl ?? `http://127.0.0.1:${receiver.port}/conformance`
    const local = /^https?:\/\/(localhost|127\.|\[::1\])/.test(api.base)
    if (!outside && !local)
      return trial.skip('webhooks', 'the server has to reach the receiver: give --webhook-url')
    const callback = options.callbackReady ? {} : await register(trial, url)
    if (typeof callback === 'string') return trial.skip('webhooks', callback)
    await checkKinds(trial, widgetId, receiver, callback)
  },
}

/** Registers the receiver for the time of the run. If the server refuses, returns what the user has to do. */
async function register(trial: Trial, url: string): Promise<Registered | string> {
  const { status, body, text } = await trial.api.post('/admin/api/callbacks', {
    url,
    name: 'Conformance test',
  })
  if (status !== 200)
    return `register ${url} as a callback and give --callback-ready (the server says ${status} ${text.slice(0, 150)})`
  const { id, signingSecret } = body.data as { id: string; signingSecret: string }
  trial.later(() => trial.api.delete(`/admin/api/callbacks/${id}`))
  return { id, signingSecret }
}

async function checkKinds(
  trial: Trial,
  widgetId: string,
  receiver: Receiver,
  callback: Registered,
): Promise<void> {
  const { api, options } = trial
  const [one, other] = await trial.calendars()
  const records: Json[] = []
  for (const id of [one, other]) records.push(expectOk(await api.get(`/calendar/${id}`)).data)
  const lists = (...calendars: Json[]) => ({
    calendarIds: Object.fromEntries(calendars.map((calendar, position) => [position, calendar.id])),
    calendarNames: calendars.map((calendar) => calendar.name),
    calendarReferences: calendars.map((calendar) => calendar.reference),
  })
  const email = `conformance-hook-${trial.run}@example.com`
  const subscribed = await trial.subscribe(widgetId, email, {
    calendarIds: [one],
    skip_schedule_selection: false,
    first_name: 'Fay',
    state: { seat: '7' },
    custom_fields: [{ name: 'member', value: '42' }],
  })
  const { manageUrl } = expectOk(subscribed) as { manageUrl?: string }
  const { data } = expectOk(await api.get(`/subscriber/${email}`))
  const svcId = data.id as string
  trial.later(() => api.post(`/subscriber/${svcId}/unsubscribe`))
  const common = { svcId, email, timestamp: UNIX }
  let secret = options.callbackSecret
  const next = async (): Promise<Json> => {
    const received = await receiver.next((body) => decrypt(body, secret)?.svcId === svcId)
    if (!received) throw new Error(NOT_REACHED)
    if (callback.signingSecret) requireSigned(received, callback.signingSecret)
    expectThat(received.headers['content-type'] ?? '', /^application\/json\b/, 'Content-Type')
    return decrypt(received.body, secret)
  }

  let reached = false
  await trial.check('subscribe: all documented fields, no action', async () => {
    const body = await next()
    reached = true
    expectExactly(body, {
      ...common,
      ...lists(records[0]),
      first_name: 'Fay',
      custom_fields: [{ name: 'member', value: '42' }],
      state: { seat: '7' },
    })
  })
  if (!reached) return trial.skip('the other notifications', NOT_REACHED)
  if (!manageUrl) return trial.skip('changes in the portal', 'the widget tells no manage link')

  const portal = (operation: string, body?: object) =>
    api.fetch(`${api.base}${new URL(manageUrl).pathname}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
  await trial.check('changes by the API are not told of', async () => {
    expectOk(await api.post(`/subscriber/${svcId}/subscriptions/remove`, { calendarIds: [one] }))
    expectOk(await api.post(`/subscriber/${svcId}/subscriptions/add`, { calendarIds: [one] }))
  })
  await trial.check('schedules added: the new full list', async () => {
    expectOk(await portal('calendars', { calendarIds: [one, other] }))
    expectExactly(await next(), { ...common, ...lists(...records), reference: text })
  })
  await trial.check('schedules removed: the remaining ones', async () => {
    expectOk(await portal('calendars', { calendarIds: [other] }))
    expectExactly(await next(), { ...common, ...lists(records[1]), reference: text })
  })
  if (callback.id) {
    await trial.check('a callback can be given a secret', async () => {
      expectOk(await api.put(`/admin/api/callbacks/${callback.id}`, { secret: SECRET }))
      secret = SECRET
    })
  }
  await trial.check(`unsubscribe: action and reference${secret ? ', encrypted' : ''}`, async () => {
    expectOk(await portal('unsubscribe'))
    expectExactly(await next(), { ...common, reference: text, action: 'unsubscribe' })
  })
}

/** Decrypts a body as documented if there is a secret; undefined if that fails. */
function decrypt(body: Json, secret: string | undefined): Json {
  if (secret === undefined) return body
  try {
    const encrypted = Buffer.from(body.payload as string, 'base64')
    const key = Buffer.alloc(32, secret)
    const cipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12)).setAuthTag(
      encrypted.subarray(-16),
    )
    return JSON.parse(Buffer.concat([cipher.update(encrypted.subarray(12, -16)), cipher.final()]).toString())
  } catch {
    return undefined
  }
}

/** Checks the Standard Webhooks signature: `v1,` and the base64 of HMAC-SHA256 over id, time and body. */
function requireSigned({ headers, raw }: Received, signingSecret: string): void {
  const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']]
  expectThat(id, filled, 'webhook-id')
  expectThat(time, UNIX, 'webhook-timestamp')
  const key = Buffer.from(signingSecret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key)
    .update(`${String(id)}.${String(time)}.${raw}`)
    .digest('base64')
  expectThat(
    String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`),
    true,
    'webhook-signature',
  )
}
