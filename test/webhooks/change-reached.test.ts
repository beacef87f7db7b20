import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Value } from 'typebox/value'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifyWebhook } from '../../client/src/index.ts'
import { createReachKeeper, keepReach } from '../../src/reach/keep-reach.ts'
import { findLastReach } from '../../src/reach/reach-store.ts'
import { KINDS, NOTIFICATION_KINDS } from '../../src/webhooks/kinds.ts'
import { DATABASES } from '../support/databases.ts'
import { insertSubscribers } from '../support/many-subscribers.ts'
import { useReceiver } from '../support/receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const IOS = 'iOS/18.3 (22D63) dataaccessd/1.0'
const GOOGLE = 'Google-Calendar-Importer'
const CHOSEN = { kinds: ['change.reached'] }
const never = new AbortController().signal

describe.each(DATABASES)('the notification that a change was fetched, on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { worker: true, now: () => now })
  const receiver = useReceiver()
  beforeEach(() => {
    now += 30 * DAY
  })

  async function startClub(fans: number) {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    const eventId = await club.event(calendarId, onDay(3))
    const feeds: string[] = []
    for (let n = 0; n < fans; n++) feeds.push((await club.subscriber(undefined, [calendarId])).feedUrl)
    await read(feeds, IOS)
    const callback = (over: Json = CHOSEN, at = `/${club.id}`) => club.callback(receiver.url + at, over)
    return { club, calendarId, eventId, feeds, callback, at: `/${club.id}` }
  }
  const onDay = (days: number) => {
    const day = new Date(now + days * DAY).toISOString().slice(0, 10)
    return { startDate: day, endDate: day }
  }
  const read = async (feeds: string[], application = IOS) => {
    for (const feedUrl of feeds)
      expect((await send(feedUrl, { headers: { 'user-agent': application } })).status).toBe(200)
    await app.ctx.feedReads.flush()
  }
  const move = async (club: TestPublisher, eventId: string, startTime = '14:00') => {
    now += HOUR
    expect((await club.put(`/event/${eventId}`, { startTime })).status).toBe(200)
    return lastRevision(club)
  }
  const lastRevision = async (club: TestPublisher) =>
    (await club.get('/changes')).body.data.at(-1).revision as number
  const keep = (club: TestPublisher) => keepReach(app.ctx.db, club.id, now, never)
  const notified = async (club: TestPublisher): Promise<Json[]> => {
    const { data } = (await club.get('/notifications')).body
    return (data as Json[]).filter((one) => one.kind === 'change.reached').map(({ payload }) => payload)
  }
  const percents = async (club: TestPublisher) => (await notified(club)).map(({ percent }) => percent)

  it('is sent once for each percentage, to the callbacks that choose it', async () => {
    const { club, calendarId, eventId, feeds, callback, at } = await startClub(10)
    await callback()
    const other = await callback({}, `${at}-other`)
    const revision = await move(club, eventId)
    for (const feed of feeds) {
      await keep(club)
      await keep(club)
      now += HOUR
      await read([feed])
    }
    await keep(club)
    await keep(club)
    const bodies = (await receiver.wait(at, 3)).map(({ raw }) => raw)
    const expected = [
      { percent: 50, reached: 5, hours: 5 },
      { percent: 90, reached: 9, hours: 9 },
      { percent: 99, reached: 10, hours: 10 },
    ].map(({ percent, reached, hours }) => ({
      ...{ kind: 'change.reached', calendarId, revision, percent, active: 10, reached },
      ...{ eventIds: [eventId], eventCount: 1 },
      timestamp: String((now - (10 - hours) * HOUR) / 1000),
    }))
    expect(bodies.sort()).toEqual(expected.map((body) => JSON.stringify(body)).sort())
    expect(await notified(club)).toEqual(expected)
    for (const body of expected) expect([...Value.Errors(KINDS['change.reached'].payload, body)]).toEqual([])

    const deliveries = async (query = '') =>
      ((await club.get(`/admin/api/deliveries?${query}`)).body.data as Json[]).length
    expect([await deliveries(), await deliveries(`callbackId=${other.id}`)]).toEqual([3, 0])
  })

  it('is only replayed to a callback that chooses it', async () => {
    const { club, eventId, feeds, callback, at } = await startClub(1)
    const chosen = await callback()
    const other = await callback({}, `${at}-other`)
    await move(club, eventId)
    await read(feeds)
    await keep(club)
    await receiver.wait(at)
    const range = `from=${new Date(now - DAY).toISOString()}`
    const replay = async (id: string, body: Json = { from: new Date(now - DAY).toISOString() }) => [
      (await club.get(`/admin/api/callbacks/${id}/replay?${range}`)).body.data.value,
      (await club.post(`/admin/api/callbacks/${id}/replay`, body)).body.replayed,
    ]
    // The subscription of the fan.
    expect(await replay(other.id)).toEqual([1, 1])
    expect(await replay(chosen.id)).toEqual([1, 1])
    expect((await receiver.wait(`${at}-other`))[0]!.body).toMatchObject({ email: expect.any(String) })
    expect((await receiver.wait(at, 2))[1]!.body).toMatchObject({ kind: 'change.reached' })
  })

  it('is about the highest percentage only, even if it passed others at once', async () => {
    const { club, eventId, feeds } = await startClub(2)
    await move(club, eventId)
    await keep(club)
    expect(await percents(club)).toEqual([])
    await read(feeds)
    await keep(club)
    expect(await percents(club)).toEqual([99])

    const second = await move(club, eventId, '15:00')
    const shares = async () => {
      await keep(club)
      return (await notified(club)).filter(({ revision }) => revision === second).map((one) => one.percent)
    }
    await read([feeds[1]!], GOOGLE)
    await read([feeds[1]!])
    expect(await shares()).toEqual([50])
    await read([feeds[0]!])
    expect(await shares()).toEqual([50, 99])
  })

  it('does not come again when the share falls and rises', async () => {
    const { club, calendarId, eventId } = await startClub(0)
    const [server, device] = [
      await club.subscriber('a@b.org', [calendarId]),
      await club.subscriber('c@d.org', [calendarId]),
    ]
    await read([server.feedUrl], GOOGLE)
    await read([device.feedUrl])
    await move(club, eventId)
    const shares = async () => {
      await keep(club)
      const { db } = app.ctx
      const [reach] = await findLastReach(db, club.id, [await lastRevision(club)])
      return [reach!.reached, reach!.active, ...(await percents(club))]
    }
    await read([server.feedUrl], GOOGLE)
    expect(await shares()).toEqual([1, 2, 50])
    // Google counts as active for three days after a read, a device for seven.
    now += 4 * DAY
    expect(await shares()).toEqual([0, 1, 50])
    await read([server.feedUrl], GOOGLE)
    now += 6 * HOUR
    expect(await shares()).toEqual([1, 2, 50])
  })

  it('does not come while nobody is active, and comes for a single person', async () => {
    const { club, eventId, feeds, calendarId } = await startClub(1)
    now += 8 * DAY
    const event = await club.event(calendarId, onDay(3))
    await move(club, event)
    await move(club, eventId)
    await keep(club)
    expect(await percents(club)).toEqual([])
    await read(feeds)
    await keep(club)
    // The first event is over: nobody waits for its change.
    expect(await notified(club)).toMatchObject([
      { percent: 99, active: 1, reached: 1, eventIds: [event], eventCount: 1 },
    ])
  })

  it('names at most 100 events of a change, and their number', async () => {
    const { club, calendarId, feeds } = await startClub(1)
    const ids: string[] = []
    for (let n = 0; n < 104; n++)
      ids.push(await club.event(calendarId, { ...onDay(n + 1), referenceType: 'cup', reference: `r${n}` }))
    now += HOUR
    expect((await club.put('/events/cup', { location: 'Wembley' })).status).toBe(200)
    await read(feeds)
    await keep(club)
    const [payload, ...others] = await notified(club)
    expect(payload).toMatchObject({ eventIds: ids.sort().slice(0, 100), eventCount: 104 })
    expect(others).toEqual([])
  })

  it('is one for each calendar that a change concerns', async () => {
    const { club, calendarId, feeds } = await startClub(1)
    const quiet = await club.calendar()
    const reader = await club.subscriber(undefined, [quiet])
    await read([reader.feedUrl])
    for (const id of [calendarId, quiet]) await club.event(id, { ...onDay(2), referenceType: 'cup' })
    now += HOUR
    await club.put('/events/cup', { location: 'Wembley' })
    await read(feeds)
    await keep(club)
    expect(await notified(club)).toMatchObject([{ calendarId, percent: 99 }])
    await read([reader.feedUrl])
    await keep(club)
    expect(await notified(club)).toMatchObject([{ calendarId }, { calendarId: quiet, percent: 99 }])
  })

  it('is not about private events', async () => {
    const { club, feeds, calendarId } = await startClub(1)
    const { svcId } = await club.subscriber(undefined, [calendarId])
    await move(club, await club.privateEvent(svcId, onDay(2)))
    await read(feeds)
    await keep(club)
    expect(await notified(club)).toEqual([])
  })

  it('is signed and encrypted like every other one', async () => {
    const { club, calendarId, eventId, feeds, callback, at } = await startClub(1)
    const { signingSecret } = await callback({ ...CHOSEN, secret: 'our secret' })
    await move(club, eventId)
    await read(feeds)
    await keep(club)
    const [{ raw, headers }] = (await receiver.wait(at)) as [Json]
    expect(raw).not.toContain(calendarId)
    const options = { secret: signingSecret, encryptionSecret: 'our secret', now }
    const { body } = await verifyWebhook({ body: raw, headers }, options)
    if (body.kind !== 'change.reached') throw new Error(`It is of the kind ${body.kind}`)
    expect([body.percent, body.eventIds]).toEqual([99, [eventId]])
    await expect(verifyWebhook({ body: `${raw} `, headers }, options)).rejects.toThrow('does not match')
  })

  it('is sent once by several processes that count at the same time', async () => {
    const { club, eventId, feeds, callback, at } = await startClub(4)
    await callback()
    await move(club, eventId)
    await read(feeds.slice(0, 2))
    const ended = await Promise.all([
      keepElsewhere(club),
      keepElsewhere(club),
      keepElsewhere(club),
      keep(club),
    ])
    expect(ended.slice(0, 3)).toEqual([0, 0, 0])
    await read(feeds.slice(2))
    const keepers = [1, 2, 3, 4].map(() => createReachKeeper(app.ctx, never)())
    await Promise.all([...keepers, keepElsewhere(club)])
    expect(await percents(club)).toEqual([50, 99])
    await receiver.wait(at, 2)
    expect((await club.get('/admin/api/deliveries')).body.data).toHaveLength(2)
  })

  it.each(['change_reach', 'reach_notification', 'notification', 'delivery', 'end'])(
    'is sent once, also when a process is killed after: %s',
    async (killedAfter) => {
      const { club, eventId, feeds, callback, at } = await startClub(2)
      await callback()
      await move(club, eventId)
      await read(feeds)
      expect(await keepElsewhere(club, killedAfter)).toBe('SIGKILL')
      expect(await percents(club)).toEqual(killedAfter === 'end' ? [99] : [])
      await keep(club)
      await keep(club)
      expect(await percents(club)).toEqual([99])
      await receiver.wait(at)
      expect((await club.get('/admin/api/deliveries')).body.data).toHaveLength(1)
    },
  )

  it('counts the readers of a large calendar to the person', async () => {
    const { club, calendarId, eventId } = await startClub(0)
    const people = Array.from({ length: 1000 }, (_, n) => ({ email: `fan-${n}@example.com` }))
    const rows = await insertSubscribers(app.ctx.db, club.id, people)
    const ids = { publisher_id: club.id }
    const all = rows.map(({ id }) => ({ ...ids, subscriber_id: id, calendar_id: calendarId, created: 1 }))
    for (let from = 0; from < all.length; from += 500)
      await app.ctx.db
        .insertInto('subscription')
        .values(all.slice(from, from + 500))
        .execute()
    const revision = await move(club, eventId)
    const fetched = async (from: number, to: number, upTo: number) => {
      for (const { id: subscriberId } of rows.slice(from, to)) {
        const ids = { publisherId: club.id, subscriberId, link: 1, pending: false }
        app.ctx.feedReads.count({ ...ids, application: GOOGLE, etag: 'x', revision: upTo, at: now })
      }
      await app.ctx.feedReads.flush()
      await keep(club)
      return (await notified(club)).map(({ percent, reached, active }) => [percent, reached, active])
    }
    expect(await fetched(0, 1000, revision - 1)).toEqual([])
    expect(await fetched(0, 499, revision)).toEqual([])
    expect(await fetched(499, 500, revision)).toEqual([[50, 500, 1000]])
    expect(await fetched(500, 899, revision)).toHaveLength(1)
    expect((await fetched(899, 900, revision)).at(-1)).toEqual([90, 900, 1000])
    expect(await fetched(900, 989, revision)).toHaveLength(2)
    expect((await fetched(989, 990, revision)).at(-1)).toEqual([99, 990, 1000])
    expect(await fetched(990, 1000, revision)).toHaveLength(3)
  })

  /** Counts in another process; returns how that ended. */
  async function keepElsewhere(club: TestPublisher, killedAfter = ''): Promise<number | NodeJS.Signals> {
    const { db, dataDir } = app.ctx.config
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: db.kind === 'sqlite' ? `sqlite:${db.file}` : db.url,
      FASTI_DATA: dataDir,
      FASTI_URL: 'https://fasti.test',
    }
    const script = path.join(import.meta.dirname, '../support/keep-reach.ts')
    const child = spawn(process.execPath, [script, String(club.id), String(now), killedAfter], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return signal ?? code!
  }
})

it('no kind is new to a callback that chooses none, and a body of a new kind names it', () => {
  const added = NOTIFICATION_KINDS.filter((kind) => !KINDS[kind].byDefault)
  expect(added).toContain('change.reached')
  for (const kind of added) expect(KINDS[kind].payload.properties).toMatchObject({ kind: { const: kind } })
  const others = NOTIFICATION_KINDS.filter((kind) => KINDS[kind].byDefault)
  expect(others).toEqual(['subscribe', 'schedules-added', 'schedules-removed', 'unsubscribe'])
})
