import { describe, expect, it } from 'vitest'
import { BATCH_LIMITS, type BatchRecord, FastiClient, FastiError } from '../../client/src/index.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, newAccount, record, type TestPublisher } from '../support/test-publisher.ts'

const app = useTestApp('sqlite')

function clientOf({ url, apiKey, secret }: TestPublisher, sha256 = false): FastiClient {
  return new FastiClient({ url, apiKey, secret, sha256 })
}

const CALENDAR = {
  name: 'Rugby',
  type: 'fixture',
  categories: 'Sports/Rugby',
  reference: 'rugby',
  genre: 'Sports',
  subGenre: 'Rugby',
  draftCalendar: 0,
} as const

describe.each([false, true])('the client, with SHA-256 signatures: %s', (sha256) => {
  it('looks after calendars and events from the first to the last', async () => {
    const client = clientOf(await app.publisher(), sha256)
    const calendarId = await client.createCalendar({ ...CALENDAR, note: 'Été 🏁 + & =' })
    expect(await client.getCalendar('rugby')).toMatchObject({ id: calendarId, note: 'Été 🏁 + & =' })
    expect(await client.updateCalendar(calendarId, { name: 'Rugby 2027', subGenre: 'Rugby' })).toBe(
      calendarId,
    )
    expect(await client.listCalendars()).toMatchObject([{ name: 'Rugby 2027' }])
    const eventId = await client.createEvent(
      fixture({ calendarId, reference: 'a b/ü?#%', referenceType: 'cup' }),
    )
    expect(await client.getEvent('a b/ü?#%', { tz: 'Asia/Tokyo' })).toMatchObject({
      id: eventId,
      startTime: '23:00',
    })
    const other = await client.createCalendar({ ...CALENDAR, reference: 'other' })
    const shared = fixture({ calendarId: other, reference: 'a b/ü?#%', name: 'Other name' })
    await expect(client.createEvent(shared)).rejects.toMatchObject({ status: 409 })
    expect(await client.createOrJoinEvent(shared)).toEqual({ eventId, joined: true })
    expect(await client.getEvent(eventId)).toMatchObject({
      calendarIds: [calendarId, other],
      name: expect.stringMatching(/^City v Town/),
    })
    const fresh = await client.createOrJoinEvent({ ...shared, reference: 'fresh' })
    expect(fresh).toEqual({ eventId: expect.any(String), joined: false })
    await client.deleteCalendar('other')
    expect(await client.updateEvent('a b/ü?#%', { name: 'Final' })).toBe(eventId)
    expect(await client.updateEventGroup('cup', { location: 'Park' })).toEqual([
      { id: eventId, reference: 'a b/ü?#%' },
    ])
    expect(await client.listEvents({ calendarIds: calendarId, showPastEvents: true })).toMatchObject([
      { name: 'Final', location: 'Park', 'quickLink[10][name]': '' },
    ])
    await client.deleteEvent(eventId)
    expect(await client.listEvents()).toEqual([])
    await client.deleteCalendar('rugby')
    expect(await client.listCalendars({ showDraft: true })).toEqual([])
  })
})

describe('the client', () => {
  it('looks after subscribers and their private events', async () => {
    const publisher = await app.publisher()
    const client = clientOf(publisher)
    const calendarId = await publisher.calendar()
    const { svcId, email } = await publisher.subscriber()
    expect(await client.getSubscriber(email)).toMatchObject({ id: svcId, IsActive: true })
    expect((await client.addCalendars(svcId, [calendarId])).data.calIds).toEqual([calendarId])
    expect((await client.removeCalendars(svcId, [calendarId])).data.calIds).toEqual([])
    const id = await client.createPrivateEvent(svcId, fixture({ reference: 'p1' }))
    expect(await client.listSubscriberEvents(svcId, 'private')).toMatchObject([{ eventId: id }])
    const answer = await client.addBatch([record(svcId, { reference: 'p2' })], { dryRun: true })
    expect(answer).toMatchObject({ total_processed: 1, added: 1 })
    expect(await client.addBatch([record(svcId, { reference: 'p2' })])).toMatchObject({ added: 1 })
    const events = await client.listPrivateEvents({ svc_id: svcId })
    expect(events.map((event) => event.reference)).toEqual(['p1', 'p2'])
    expect(await client.searchPrivateEvents([id])).toMatchObject([{ id }])
    expect(await client.deleteBatch([id])).toMatchObject({ deleted: 1 })
    const fates = await Array.fromAsync(client.deleteEvents([events[1]!.id, id, 'no id', id]))
    expect(fates.map(({ outcome }) => outcome)).toEqual(['deleted', 'missing', 'refused', 'missing'])
    await client.unsubscribe(svcId)
    const refused = client.getSubscriber(svcId)
    await expect(refused).rejects.toMatchObject({ status: 403, message: 'subscriber is not active' })
    const told = await Array.fromAsync(client.notifications())
    expect(told.map(({ kind }) => kind)).toEqual(['subscribe', 'unsubscribe'])
    expect(await client.listNotifications({ after: told[0]!.id })).toMatchObject([
      { payload: { svcId, action: 'unsubscribe' } },
    ])
  })

  it('creates sub-accounts of a partner', async () => {
    const client = clientOf(await app.publisher({ partner: true }))
    const { apiKey, secret, publisherId } = await client.createAccount(newAccount({ company: 'Town' }))
    expect(await client.listAccounts()).toMatchObject([{ publisherId, company: 'Town' }])
    expect(await new FastiClient({ url: app.url, apiKey, secret }).listCalendars()).toEqual([])
  })

  it('walks pages until one is empty', async () => {
    const publisher = await app.publisher()
    const client = clientOf(publisher)
    const calendarId = await publisher.calendar()
    for (let i = 0; i < 5; i++) await publisher.event(calendarId)
    const { svcId } = await publisher.subscriber()
    await client.addBatch(Array.from({ length: 205 }, () => record(svcId)))
    const walked = await Array.fromAsync(client.events({ limit: 2 }))
    expect(new Set(walked.map((event) => event.id)).size).toBe(5)
    const own = await Array.fromAsync(client.privateEvents({ svc_id: svcId }))
    expect(new Set(own.map((event) => event.id)).size).toBe(205)
  })

  it('says what the server says of a refusal, by field, with the id of the request', async () => {
    const publisher = await app.publisher()
    const client = clientOf(publisher)
    const refused = await client.createCalendar({ ...CALENDAR, name: 'R', genre: '' }).catch((error) => error)
    expect(refused).toBeInstanceOf(FastiError)
    expect(refused).toMatchObject({
      status: 400,
      errors: { name: expect.any(String), genre: expect.any(String) },
      uncertain: false,
      attempts: 1,
    })
    expect(refused.message).toMatch(/^Invalid Calendar Data: /)
    expect(app.log.join('')).toContain(refused.requestId)
    const other = new FastiClient({ url: app.url, apiKey: 'no-such-key', secret: 'x' })
    await expect(other.listCalendars()).rejects.toThrow('The API Key does not exist in the system')
    await expect(client.getEvent('..')).rejects.toThrow("can't be an id or reference")
    expect(() => new FastiClient({ url: 'ftp://x', apiKey: 'a', secret: 'b' })).toThrow('url must be')
  })
})

describe('addEvents', () => {
  /** Counts the requests a client sends, and the most bytes one of them had. */
  async function counted() {
    const publisher = await app.publisher()
    const sent: number[] = []
    const client = new FastiClient({
      ...{ url: app.url, apiKey: publisher.apiKey, secret: publisher.secret },
      fetch: (url, init) => {
        sent.push((init?.body as Uint8Array | undefined)?.length ?? 0)
        return fetch(url, init)
      },
    })
    const { svcId } = await publisher.subscriber()
    return { client, sent, svcId, publisher }
  }

  it('cuts what comes by number', async () => {
    const { client, sent, svcId } = await counted()
    const some = (async function* () {
      for (let i = 0; i < 2001; i++) yield record(svcId, { details: '' }) as BatchRecord
    })()
    const outcomes = await Array.fromAsync(client.addEvents(some))
    expect(sent).toHaveLength(3)
    expect(outcomes.every(({ outcome }) => outcome === 'added')).toBe(true)
    expect(outcomes.map(({ index }) => index)).toEqual(outcomes.map((_, index) => index))
  })

  it('cuts what comes by bytes, to the last one, and refuses only what fits nowhere', async () => {
    const { client, sent, svcId } = await counted()
    const large = Array.from({ length: 130 }, () => record(svcId, { details: 'é'.repeat(7900) }))
    const outcomes = await Array.fromAsync(client.addEvents(large))
    expect(outcomes.filter(({ outcome }) => outcome === 'added')).toHaveLength(130)
    expect(sent).toHaveLength(3)
    const bytes = Math.max(...sent)
    expect(bytes).toBeLessThanOrEqual(BATCH_LIMITS.bytes)
    const one = JSON.stringify(large[0]).length + 7900
    expect(bytes).toBeGreaterThan(BATCH_LIMITS.bytes - one - 100)
    // A limit that is just met, and one that is missed by a byte.
    const two = [record(svcId), record(svcId)]
    const exactly = JSON.stringify({ type: 'private', events: two }).length
    for (const [limit, requests] of [
      [exactly, 1],
      [exactly - 1, 2],
    ] as const) {
      sent.length = 0
      await Array.fromAsync(client.addEvents(two, { limits: { bytes: limit } }))
      expect([sent.length, Math.max(...sent) <= limit]).toEqual([requests, true])
    }
    const huge = { ...record(svcId), details: 'x'.repeat(BATCH_LIMITS.bytes) }
    const fates = await Array.fromAsync(client.addEvents([record(svcId), huge, record(svcId)]))
    expect(fates.map(({ outcome }) => outcome)).toEqual(['added', 'refused', 'added'])
  })

  it('tells what became of each record, whatever is wrong with the others', async () => {
    const { client, sent, svcId, publisher } = await counted()
    const gone = await publisher.subscriber()
    await client.unsubscribe(gone.svcId)
    await client.addBatch([record(svcId, { reference: 'taken' })])
    sent.length = 0
    const records = [
      record(svcId, { reference: 'good-1' }),
      record(svcId, { reference: 'zone', timezone: 'Mars/Olympus' }),
      record(svcId, { reference: 'taken' }),
      record(svcId, { reference: 'good-1', name: 'Again' }),
      record(gone.svcId, { reference: 'gone' }),
      record('nobody', { reference: 'nobody' }),
      record(svcId, { reference: 'two faults', startDate: '2027-02-30' }),
      record(svcId, { reference: 'good-2' }),
    ]
    const fates = await Array.fromAsync(client.addEvents(records))
    expect(fates.map(({ outcome }) => outcome)).toEqual([
      'added',
      'refused',
      'exists',
      'refused',
      'refused',
      'refused',
      'refused',
      'added',
    ])
    expect(fates).toMatchObject([
      { id: expect.stringMatching(/^[0-9a-f]{24}$/), record: { reference: 'good-1' } },
      { errors: { timezone: expect.stringContaining('IANA') } },
      { error: 'one event with same reference already exists', uncertain: false },
      { error: expect.stringContaining('already in this batch') },
      { error: 'subscriber is not active' },
      { error: 'subscriber id is not valid id' },
      { errors: { reference: expect.any(String), startDate: expect.any(String) } },
      {},
    ])
    expect(sent).toHaveLength(2)
  })

  it('holds one batch, and ends where the caller does', async () => {
    const { client, sent, svcId } = await counted()
    let made = 0
    const endless = (function* () {
      for (;;) yield record(svcId, { reference: `endless-${++made}` }) as BatchRecord
    })()
    const seen: string[] = []
    for await (const { record } of client.addEvents(endless, { limits: { records: 10 } })) {
      seen.push(record.reference)
      if (seen.length === 25) break
    }
    expect(sent).toHaveLength(3)
    expect(made).toBe(31)
  })
})
