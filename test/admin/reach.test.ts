import { beforeEach, describe, expect, it } from 'vitest'
import { keepReach } from '../../src/reach/keep-reach.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const IOS = 'iOS/18.3 (22D63) dataaccessd/1.0'
const GOOGLE = 'Google-Calendar-Importer'
const THUNDERBIRD = 'Mozilla/5.0 Thunderbird/128.0'

describe.each(DATABASES)('the reach of a change on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { ...BEHIND_PROXY, now: () => now })
  beforeEach(() => {
    now += 30 * DAY
  })

  async function startClub() {
    const club = await app.publisher()
    const calendarId = await club.calendar({ name: 'Rugby' })
    const day = new Date(now + 3 * DAY).toISOString().slice(0, 10)
    const eventId = await club.event(calendarId, { name: 'City v Town', startDate: day, endDate: day })
    const viewer = await userOf(app, club, 'viewer')
    const fan = () => club.subscriber(undefined, [calendarId])
    return { club, calendarId, eventId, viewer, fan }
  }
  const read = async (feedUrl: string, application: string) => {
    expect((await send(feedUrl, { headers: { 'user-agent': application } })).status).toBe(200)
    await app.ctx.feedReads.flush()
  }
  const move = async (club: TestPublisher, eventId: string, startTime = '14:00') => {
    expect((await club.put(`/event/${eventId}`, { startTime })).status).toBe(200)
    return (await club.get('/changes')).body.data.at(-1).revision as number
  }
  /** Counts stay fresh for twenty times as long as they took, which may be seconds on a busy machine. */
  const later = (ms = 10 * MINUTE) => {
    now += ms
  }
  /** Counts are made anew behind an answer. */
  const counted = async (club: TestPublisher, path: string): Promise<Json> => {
    later()
    let data: Json
    await expect
      .poll(async () => {
        data = (await club.get(`/admin/api${path}`)).body.data
        return data.reach.countedAt
      })
      .toBe(new Date(now).toISOString())
    return data
  }

  it('is told before a change: whom it would reach, and how soon if that was measured', async () => {
    const { club, calendarId, eventId, fan } = await startClub()
    const preview = async (query: string) => (await club.get(`/admin/api/reach?${query}`)).body.data
    const other = await club.calendar()
    await fan()
    const both = await club.subscriber(undefined, [calendarId, other])
    const gone = await fan()
    await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
    const people = (value: number) => ({ value, more: false })
    expect(await preview(`eventIds=${eventId}`)).toEqual({ people: people(2), share: null, until: 'today' })
    expect((await preview(`calendarIds=${other}`)).people).toEqual(people(1))
    expect((await preview(`eventIds=${eventId}&calendarIds=${other}`)).people).toEqual(people(2))
    const draft = await club.event(calendarId, { draft: 1 })
    const foreign = await startClub()
    await foreign.fan()
    expect((await preview(`eventIds=${draft},${foreign.eventId},x`)).people).toEqual(people(0))
    expect((await preview('')).people).toEqual(people(0))

    // Ten changes, each fetched within a quarter of an hour by the only application: it is noon, and certain.
    await read(both.feedUrl, IOS)
    for (let i = 0; i < 10; i++) {
      await move(club, eventId, `1${i % 5}:${20 + i}`)
      now += 14 * MINUTE
      await read(both.feedUrl, IOS)
      now += MINUTE
    }
    expect(await preview(`eventIds=${eventId}`)).toMatchObject({ share: 1, until: 'today' })
    now = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T22:30:00Z`)
    expect(await preview(`eventIds=${eventId}`)).toMatchObject({ until: 'tomorrow' })
  })

  it('is everybody whose active applications have all fetched it', async () => {
    const { club, calendarId, eventId, viewer, fan } = await startClub()
    const [both, one, partly, none, silent, left] = [
      ...[await fan(), await fan(), await fan(), await fan(), await fan(), await fan()],
    ] as [Json, Json, Json, Json, Json, Json]
    for (const [{ feedUrl }, ...applications] of [
      [both, IOS, GOOGLE],
      [one, IOS],
      [partly, IOS, GOOGLE],
      [none, GOOGLE],
      [left, IOS],
    ] as [Json, ...string[]][])
      for (const application of applications) await read(feedUrl, application)
    await club.post(`/subscriber/${left.svcId}/unsubscribe`)
    expect(silent.svcId).toBeDefined()
    later()
    const revision = await move(club, eventId)
    const path = `/changes/${revision}/reach?calendarId=${calendarId}`
    const reach = () => counted(club, path)
    const unread = (await reach()).reach
    expect(unread).toMatchObject({ active: 4, reached: 0, partly: 0, silent: 1 })
    later(2 * HOUR)
    for (const application of [IOS, GOOGLE]) await read(both.feedUrl, application)
    await read(one.feedUrl, IOS)
    await read(partly.feedUrl, IOS)
    const newcomer = await fan()
    await read(newcomer.feedUrl, THUNDERBIRD)
    const now = await reach()
    expect(now).toMatchObject({
      ...{ revision, calendarId, calendar: 'Rugby', estimate: null },
      reach: {
        ...{ active: 4, reached: 2, partly: 1, silent: 1 },
        applications: [
          { name: 'Apple Calendar (iOS)', active: 3, reached: 3 },
          { name: 'Google Calendar', active: 3, reached: 1 },
        ],
      },
      changes: [{ eventId, name: 'City v Town', kinds: ['moved'], after: { startTime: '14:00' } }],
      halfAfter: 140,
    })
    const [listed] = (await viewer.get('/changes')).body.data
    expect(listed).toMatchObject({ revision, name: 'City v Town', calendar: 'Rugby', reach: now.reach })

    const editor = await userOf(app, club, 'editor')
    const file = await editor.get(`/changes/${revision}/waiting.csv?calendarId=${calendarId}`)
    const lines = file.text.trim().split('\r\n')
    expect(lines[0]).toBe('svcId,email,applications,lastRead')
    expect(
      lines
        .slice(1)
        .map((line) => line.split(',').slice(0, 3))
        .sort(),
    ).toEqual([partly, none].map(({ svcId, email }) => [svcId, email, 'Google Calendar']).sort())
  })

  it('counts an application that stopped reading no more', async () => {
    const { club, calendarId, eventId, fan } = await startClub()
    const [device, server] = [await fan(), await fan()]
    await read(device.feedUrl, IOS)
    await read(server.feedUrl, GOOGLE)
    const revision = await move(club, eventId)
    const active = async () => {
      const { reach } = await counted(club, `/changes/${revision}/reach?calendarId=${calendarId}`)
      return [reach.active, reach.silent]
    }
    expect(await active()).toEqual([2, 0])
    later(3 * DAY)
    expect(await active()).toEqual([1, 1])
    later(4 * DAY)
    expect(await active()).toEqual([0, 2])
  })

  it('grows in a curve, and how long applications take makes an estimate', async () => {
    const { club, calendarId, eventId, fan } = await startClub()
    const fans = await Promise.all(Array.from({ length: 10 }, () => fan()))
    const keep = () => keepReach(app.ctx.db, club.id, now, new AbortController().signal)
    for (const { feedUrl } of fans) await read(feedUrl, IOS)
    const first = await move(club, eventId)
    await keep()
    for (const { feedUrl } of fans) {
      later(HOUR)
      await read(feedUrl, IOS)
      await keep()
      await keep()
    }
    const data = await counted(club, `/changes/${first}/reach?calendarId=${calendarId}`)
    expect(data.curve.slice(0, 11)).toEqual(
      Array.from({ length: 11 }, (_, hour) => ({ minutes: 60 * hour, active: 10, reached: hour })),
    )
    expect(data).toMatchObject({ halfAfter: 300, estimate: null })
    expect(data.lags).toEqual([{ application: 'Apple Calendar (iOS)', median: 300, most: 600 }])

    const second = await move(club, eventId, '13:00')
    const open = await counted(club, `/changes/${second}/reach?calendarId=${calendarId}`)
    expect(open.reach).toMatchObject({ active: 10, reached: 0 })
    expect(Math.abs(open.estimate - 600)).toBeLessThan(2)
  })

  it('is there for changes of events that are ahead; private and foreign ones are not listed', async () => {
    const { club, calendarId, eventId, viewer, fan } = await startClub()
    const { svcId, feedUrl } = await fan()
    await read(feedUrl, IOS)
    const over = await club.event(calendarId, { startDate: '2026-01-01', endDate: '2026-01-01' })
    await move(club, over)
    await move(club, await club.privateEvent(svcId))
    const revision = await move(club, eventId)
    await counted(club, `/changes/${revision}/reach?calendarId=${calendarId}`)
    const { data, next } = (await viewer.get('/changes')).body
    expect(data.map((change: Json) => [change.eventId, change.ended, change.reach?.active ?? null])).toEqual([
      [eventId, false, 1],
      [over, true, null],
    ])
    expect(next).toBeNull()
    expect((await viewer.get(`/changes?eventId=${over}`)).body.data).toHaveLength(1)
    const path = `/changes/${revision}/reach?calendarId=${calendarId}`
    const stranger = await userOf(app, await app.publisher(), 'owner')
    expect((await stranger.get(path)).status).toBe(404)
    expect((await viewer.get(path.replace(calendarId, 'x'))).status).toBe(404)
    expect((await viewer.get('/changes/0/reach?calendarId=x')).status).toBe(400)
    expect((await viewer.get('/changes?cursor=x')).status).toBe(400)
    expect((await viewer.get(path.replace('reach?', 'waiting.csv?'))).status).toBe(403)
  })

  it('comes in pages', async () => {
    const { club, eventId, viewer } = await startClub()
    const revisions: number[] = []
    for (const startTime of ['10:00', '11:00', '12:00'])
      revisions.unshift(await move(club, eventId, startTime))
    const first = (await viewer.get('/changes?limit=2')).body
    const second = (await viewer.get(`/changes?limit=2&cursor=${first.next}`)).body
    const found = [...first.data, ...second.data].map((change: Json) => change.revision)
    expect([found, second.next]).toEqual([revisions, null])
  })
})
