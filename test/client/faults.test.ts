import { describe, expect, it } from 'vitest'
import { type ClientSettings, FastiClient, type FastiError, type Wait } from '../../client/src/index.ts'
import { type Fault, startFaultyProxy } from '../support/faulty-proxy.ts'
import { freePort } from '../support/free-port.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, type Json, record } from '../support/test-publisher.ts'

const app = useTestApp('sqlite')

/** A client whose requests meet these faults, one after the other; later ones pass. */
async function startClient(faults: Fault[], over: Partial<ClientSettings> = {}) {
  const publisher = await app.publisher()
  const proxy = await startFaultyProxy(app.url, (_, count) => faults[count - 1] ?? 'pass')
  const waits: Wait[] = []
  const { apiKey, secret } = publisher
  const onWait = (wait: Wait) => void waits.push(wait)
  const client = new FastiClient({ url: proxy.url, apiKey, secret, onWait, ...over })
  return { client, publisher, proxy, waits }
}

const BUSY: Fault = { status: 503, headers: { 'retry-after': '0.2' }, body: 'try later' }
const LIMITED: Fault = { status: 429, headers: { 'retry-after': '0.2' }, body: '{"statusLong":"Too many"}' }
const BAD_GATEWAY: Fault = { status: 502, body: '<html>' }

describe('what may be sent again', () => {
  it.each<[string, Fault]>([
    ['429', LIMITED],
    ['503', BUSY],
    ['502', BAD_GATEWAY],
    ['a lost request', 'lose-request'],
    ['a lost answer', 'lose-answer'],
  ])('is after %s', async (_, fault) => {
    const { client, proxy, waits, publisher } = await startClient([fault])
    await publisher.calendar({ name: 'Rugby' })
    expect(await client.listCalendars()).toMatchObject([{ name: 'Rugby' }])
    expect(proxy.requests).toHaveLength(2)
    expect(waits.map(({ why }) => why)).toEqual(['retry'])
    const asked = fault === LIMITED || fault === BUSY
    if (asked) expect(waits.every(({ ms }) => ms >= 200)).toBe(true)
  })

  it('is an event without a reference that was refused for the limit', async () => {
    const { client, publisher } = await startClient([LIMITED])
    const calendarId = await publisher.calendar()
    const { reference: _, ...event } = fixture({ calendarId })
    await client.createEvent(event)
    expect(await client.listEvents()).toHaveLength(1)
  })

  it('is signed anew, with the time of the new attempt, in the SHA-256 form', async () => {
    const { client } = await startClient(['lose-answer'], { sha256: true })
    expect(await client.listCalendars()).toEqual([])
  })
})

describe('what may not be sent again', () => {
  it.each<[string, Fault, number]>([
    ['its answer is lost', 'lose-answer', 1],
    ['its request may have been lost', 'lose-request', 0],
    ['a gateway failed', BAD_GATEWAY, 0],
  ])('is an event without a reference after %s', async (_, fault, stored) => {
    const { client, publisher, proxy } = await startClient([fault])
    const calendarId = await publisher.calendar()
    const { reference: __, ...event } = fixture({ calendarId })
    const failed = await client.createEvent(event).catch((error) => error as FastiError)
    expect(failed).toMatchObject({ name: 'FastiError', uncertain: true, attempts: 1 })
    expect(proxy.requests).toHaveLength(1)
    expect(await client.listEvents()).toHaveLength(stored)
  })

  it('is a new account, whose secret would be lost', async () => {
    const { client, proxy } = await startClient(['lose-answer'])
    const custom = { reference: 'r' }
    const account = {
      email: 'a@b.example',
      firstName: 'f',
      lastName: 'l',
      timezone: 'UTC',
      company: 'c',
      custom,
    }
    await expect(client.createAccount(account)).rejects.toMatchObject({ uncertain: true })
    expect(proxy.requests).toHaveLength(1)
  })

  it('is a change that renames what it is found by', async () => {
    const { client, publisher } = await startClient(['lose-answer'])
    await publisher.event(await publisher.calendar(), { reference: 'old' })
    const renaming = client.updateEvent('old', { reference: 'new' })
    await expect(renaming).rejects.toMatchObject({ uncertain: true })
    expect(await client.getEvent('new')).toMatchObject({ reference: 'new' })
  })

  it('is what the server refuses', async () => {
    const { client, proxy } = await startClient([])
    await expect(client.getEvent('x')).rejects.toMatchObject({ status: 404, attempts: 1, uncertain: false })
    expect(proxy.requests).toHaveLength(1)
  })
})

describe('what was done by an attempt whose answer was lost', () => {
  it('is known to be done when it is deleted or unsubscribed', async () => {
    const { client, publisher, proxy } = await startClient(['lose-answer', 'pass', 'lose-answer', 'pass'])
    const id = await publisher.event(await publisher.calendar())
    await client.deleteEvent(id)
    const { svcId } = await publisher.subscriber()
    await client.unsubscribe(svcId)
    expect(proxy.requests).toHaveLength(4)
    await expect(client.deleteEvent(id)).rejects.toMatchObject({ status: 404 })
    await expect(client.unsubscribe(svcId)).rejects.toMatchObject({ status: 403 })
  })

  it('is said to be uncertain when it is an event with a reference', async () => {
    const { client, publisher } = await startClient(['lose-answer'])
    const event = fixture({ calendarId: await publisher.calendar(), reference: 'once' })
    await expect(client.createEvent(event)).rejects.toMatchObject({ status: 409, uncertain: true })
    expect(await client.listEvents()).toHaveLength(1)
  })

  it('is answered as it was, when it is a batch, and stored once', async () => {
    const { client, publisher, proxy } = await startClient(['lose-answer', 'lose-answer'])
    const { svcId } = await publisher.subscriber()
    const records = [record(svcId, { reference: 'a' }), record('nobody'), record(svcId, { reference: 'b' })]
    const fates = await Array.fromAsync(client.addEvents(records))
    expect(fates.map(({ outcome }) => outcome)).toEqual(['added', 'refused', 'added'])
    const keys = proxy.requests.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
    const stored = await client.listPrivateEvents()
    expect(stored.map(({ id }) => id)).toEqual(fates.flatMap((fate) => ('id' in fate ? [fate.id] : [])))
  })

  it('is said to be uncertain when it is a batch at a server that knows no Idempotency-Key', async () => {
    const { publisher } = await startClient([])
    const { svcId } = await publisher.subscriber()
    const forgetful: typeof fetch = (url, init) => {
      const headers = new Headers(init?.headers)
      headers.delete('idempotency-key')
      return fetch(url, { ...init, headers })
    }
    const proxy = await startFaultyProxy(app.url, (_, count) => (count === 1 ? 'lose-answer' : 'pass'))
    const { apiKey, secret } = publisher
    const client = new FastiClient({ url: proxy.url, apiKey, secret, fetch: forgetful })
    const fates = await Array.fromAsync(client.addEvents([record(svcId)]))
    expect(fates).toMatchObject([{ outcome: 'exists', uncertain: true }])
  })

  it('counts as deleted when it is a batch deletion', async () => {
    const { client, publisher } = await startClient(['lose-answer'])
    const { svcId } = await publisher.subscriber()
    const ids = [await publisher.privateEvent(svcId), await publisher.privateEvent(svcId)]
    const fates = await Array.fromAsync(client.deleteEvents(ids))
    expect(fates.map(({ outcome }) => outcome)).toEqual(['deleted', 'deleted'])
  })
})

describe('a client', () => {
  it('gives up in time, and says what it met', async () => {
    const { client, proxy } = await startClient(Array<Fault>(50).fill('lose-request'), { giveUpAfterMs: 900 })
    const failed = await client.listCalendars().catch((error) => error as FastiError)
    expect(failed).toMatchObject({ status: 0, message: expect.stringContaining('does not answer') })
    expect((failed as FastiError).attempts).toBe(proxy.requests.length)
    expect(proxy.requests.length).toBeGreaterThan(1)
  })

  it('gives up at once where the server asks for more patience than it has', async () => {
    const later: Fault = { status: 503, headers: { 'retry-after': '3600' } }
    const { client, waits } = await startClient([later], { giveUpAfterMs: 5000 })
    await expect(client.listCalendars()).rejects.toMatchObject({ status: 503, retryAfter: 3600 })
    expect(waits).toEqual([])
  })

  it('waits where the server says that no wait is needed, and refuses all the same', async () => {
    const waiting = new AbortController()
    const waits: number[] = []
    const onWait = ({ ms }: Wait) => {
      waits.push(ms)
      waiting.abort()
    }
    const now: Fault = { status: 429, headers: { 'retry-after': '0' } }
    const { client, proxy } = await startClient([now], { onWait })
    await expect(client.listCalendars({}, { signal: waiting.signal })).rejects.toThrow('abort')
    expect(waits).toEqual([expect.closeTo(2100, -3)])
    expect(proxy.requests).toHaveLength(1)
  })

  it('sends again what never reached anybody, whatever it is', async () => {
    const publisher = await app.publisher()
    const calendarId = await publisher.calendar()
    const nobody = `http://127.0.0.1:${await freePort()}`
    let calls = 0
    const first: typeof fetch = (url, init) =>
      fetch(calls++ === 0 ? (url as string).replace(app.url, nobody) : url, init)
    const { apiKey, secret } = publisher
    const client = new FastiClient({ url: app.url, apiKey, secret, fetch: first })
    const { reference: _, ...event } = fixture({ calendarId })
    await client.createEvent(event)
    expect(calls).toBe(2)
  })

  it('ends when it is told to: before it sends, while it waits, and while it is answered', async () => {
    const { client } = await startClient([BUSY])
    const reason = new Error('enough')
    await expect(client.listCalendars({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const waiting = new AbortController()
    const slow = await startClient([{ status: 503, headers: { 'retry-after': '60' } }], {
      onWait: () => waiting.abort(reason),
    })
    await expect(slow.client.listCalendars({}, { signal: waiting.signal })).rejects.toBe(reason)
    const answering = new AbortController()
    const proxy = await startFaultyProxy(app.url, () => {
      answering.abort(reason)
      return new Promise(() => {})
    })
    const { apiKey, secret } = slow.publisher
    const silent = new FastiClient({ url: proxy.url, apiKey, secret })
    await expect(silent.listCalendars({}, { signal: answering.signal })).rejects.toBe(reason)
  })

  it('does not wait for ever for an answer', async () => {
    const { publisher } = await startClient([])
    const proxy = await startFaultyProxy(app.url, () => new Promise(() => {}))
    const { apiKey, secret } = publisher
    const client = new FastiClient({ url: proxy.url, apiKey, secret, timeoutMs: 200, giveUpAfterMs: 0 })
    await expect(client.listCalendars()).rejects.toThrow('no answer within 0.2 s')
  })

  it.each<[string, Fault, Json]>([
    [
      'says where it is led',
      { status: 301, headers: { location: 'https://x.example/' } },
      { message: expect.stringContaining('https://x.example/') },
    ],
    [
      'says so when it met a web page',
      { status: 200, body: '<html>' },
      { message: expect.stringContaining('not JSON') },
    ],
    [
      'takes a 500 as it is',
      { status: 500, body: '{"requestId":"r1","statusLong":"Internal Server Error"}' },
      { status: 500, requestId: 'r1' },
    ],
  ])('%s', async (_, fault, error) => {
    const { client, proxy } = await startClient([fault])
    await expect(client.listCalendars()).rejects.toMatchObject(error)
    expect(proxy.requests).toHaveLength(1)
  })

  it('says that its clock is off, in the form that needs it', async () => {
    const refusal: Fault = {
      status: 403,
      headers: { date: new Date(Date.now() + 3_600_000).toUTCString() },
      body: '{"statusLong":"API signature does not match"}',
    }
    const { client } = await startClient([refusal], { sha256: true })
    await expect(client.listCalendars()).rejects.toThrow(
      /does not match\. The clock .* 3\d\d\d seconds behind/,
    )
    const md5 = await startClient([refusal])
    await expect(md5.client.listCalendars()).rejects.toThrow(/does not match$/)
  })
})

describe('pacing', () => {
  const paced = useTestApp('sqlite', { config: (config) => ({ ...config, batchIntervalMs: 300 }) })

  it('waits between batches as the answers say, so that none is refused', async () => {
    const publisher = await paced.publisher()
    const { svcId } = await publisher.subscriber()
    const proxy = await startFaultyProxy(paced.url, () => 'pass')
    const waits: Wait[] = []
    const { apiKey, secret } = publisher
    const client = new FastiClient({
      url: proxy.url,
      apiKey,
      secret,
      onWait: (wait) => void waits.push(wait),
    })
    const records = [record(svcId), record(svcId), record(svcId)]
    const fates = await Array.fromAsync(client.addEvents(records, { limits: { records: 1 } }))
    expect(fates.map(({ outcome }) => outcome)).toEqual(['added', 'added', 'added'])
    expect([...new Set(waits.map(({ why }) => why))]).toEqual(['pace'])
    expect(proxy.requests).toHaveLength(3)
  })

  it('lets what is asked at once pass one after the other', async () => {
    const publisher = await paced.publisher()
    const { apiKey, secret } = publisher
    const waits: Wait[] = []
    const client = new FastiClient({
      url: paced.url,
      apiKey,
      secret,
      onWait: (wait) => void waits.push(wait),
    })
    await Promise.all([client.listPrivateEvents(), client.listPrivateEvents()])
    expect([...new Set(waits.map(({ why }) => why))]).toEqual(['pace'])
  })
})
