import { describe, expect, it } from 'vitest'
import { readFeed } from '../support/club.ts'
import { DATABASES } from '../support/databases.ts'
import { insertManyEvents } from '../support/many-events.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, record, type TestPublisher } from '../support/test-publisher.ts'

const LIVE = 900
const AS_WANTED = 700
const DRAFTS = 500
const CANCELLED = 300
const START = Date.parse('2027-04-10T14:00Z')
const AT_THREE = {
  ...{ startDate: '2027-04-10', startTime: '15:00', startAt: START },
  ...{ endDate: '2027-04-10', endTime: '16:00', endAt: START + 3_600_000 },
}

describe.each(DATABASES)('a group of some thousand events on %s', (kind) => {
  const app = useTestApp(kind)

  /** A group in five calendars: live events, some that are as wanted already, drafts, cancelled ones, one in two calendars. */
  async function clubWithGroup() {
    const club = await app.publisher()
    const names = ['live', 'asWanted', 'drafts', 'cancelled', 'others'] as const
    const calendars = {} as Record<(typeof names)[number], string>
    for (const name of names) calendars[name] = await club.calendar()
    const insert = (name: (typeof names)[number], count: number, over: object = {}) =>
      insertManyEvents(app.ctx, club.id, count, {
        ...{ calendarId: calendars[name], private: false, referenceType: 'season', ...AT_THREE, ...over },
      })
    const live = await insert('live', LIVE)
    const ids = [
      ...live,
      ...(await insert('asWanted', AS_WANTED, { location: 'Town Ground' })),
      ...(await insert('drafts', DRAFTS, { draft: true })),
      ...(await insert('cancelled', CANCELLED, { cancelled: true })),
    ]
    await insert('others', 10, { referenceType: 'cup' })
    const shared = { id: live[7]!, calendarIds: [calendars.live, calendars.others] }
    await club.put(`/event/${shared.id}`, { calendarIds: shared.calendarIds, reference: 'derby' })
    const fan = await club.subscriber(undefined, [calendars.live])
    await club.post('/batch/events', {
      ...{ type: 'private', events: [record(fan.svcId, { referenceType: 'season', draft: 0 })] },
    })
    return { club, calendars, ids, shared, fan }
  }

  async function versionsOf(club: TestPublisher, calendars: Record<string, string>) {
    const versions: Record<string, number> = {}
    for (const [name, id] of Object.entries(calendars))
      versions[name] = (await club.get(`/calendar/${id}`)).body.data.latestVersion
    return versions
  }

  /** The feeds of calendars: how many of their events have which place and SEQUENCE, and are cancelled. */
  async function shownIn(club: TestPublisher, calendars: Record<string, string>) {
    const shown: Record<string, Record<string, number>> = {}
    for (const [name, id] of Object.entries(calendars)) {
      const { feed } = (await club.get(`/calendar/${id}`)).body.data
      shown[name] = {}
      for (const { location, sequence, summary } of await readFeed(
        club.url + new URL(feed as string).pathname,
      )) {
        const key = `${location} ${sequence}${summary.startsWith('Event ') ? '' : ' cancelled'}`
        shown[name][key] = (shown[name][key] ?? 0) + 1
      }
    }
    return shown
  }

  const changesAfter = async (club: TestPublisher, revision: number): Promise<Json[]> =>
    (await club.get(`/changes?after=${revision}&limit=1`)).body.data

  it('changes each event as if alone, in feeds, history and versions', { timeout: 60_000 }, async () => {
    const { club, calendars, ids, shared, fan } = await clubWithGroup()
    const before = await versionsOf(club, calendars)
    const draft = ids[LIVE + AS_WANTED]!

    const { body } = await club.put('/events/season', { location: 'Town Ground' })
    expect(body.updated).toBe(ids.length)
    const references = ids.map((id) => ({ id, reference: id === shared.id ? 'derby' : '' }))
    expect(body.data).toEqual(references.sort((a, b) => (a.id < b.id ? -1 : 1)))

    const shown = await shownIn(club, calendars)
    expect(shown.live).toEqual({ 'Town Ground 1': LIVE - 1, 'Town Ground 2': 1 })
    expect(shown.asWanted).toEqual({ 'Town Ground 0': AS_WANTED })
    expect(shown.cancelled).toEqual({ 'Town Ground 1 cancelled': CANCELLED })
    expect(shown.others).toEqual({ 'City Ground 0': 10, 'Town Ground 2': 1 })
    expect((await club.get(`/event/${draft}`)).body.data).toMatchObject({ location: 'Town Ground', draft: 1 })
    const [mine] = (await club.get(`/event?svc_id=${fan.svcId}&type=private`)).body
    expect(mine.location).not.toBe('Town Ground')

    const changes = await changesAfter(club, Math.max(...Object.values(before)))
    const calendarsOf = Map.groupBy(changes, ({ calendarId }) => calendarId as string)
    expect(calendarsOf.get(calendars.live)).toHaveLength(LIVE)
    expect(calendarsOf.get(calendars.cancelled)).toHaveLength(CANCELLED)
    expect(calendarsOf.get(calendars.others)?.map(({ eventId }) => eventId)).toEqual([shared.id])
    expect(calendarsOf.size).toBe(3)
    expect(new Set(changes.map(({ revision }) => revision))).toHaveLength(1)
    for (const { kinds, before, after } of changes)
      expect([kinds.join(), before.location, after.location]).toEqual(['place', 'City Ground', 'Town Ground'])

    const after = await versionsOf(club, calendars)
    const { revision } = changes[0]
    expect(after).toEqual({
      ...{ live: revision, drafts: revision, cancelled: revision, others: revision },
      asWanted: before.asWanted,
    })

    // Nothing differs: no version, no history. Then only what no subscriber sees.
    await club.put('/events/season', { location: 'Town Ground' })
    expect(await versionsOf(club, calendars)).toEqual(after)
    await club.put('/events/season', { sponsored_message: 'Beer' })
    expect(await shownIn(club, calendars)).toEqual(shown)
    expect(await changesAfter(club, revision as number)).toEqual([])
    expect((await club.get(`/event/${ids[0]}`)).body.data.sponsored_message).toBe('Beer')
  })

  it('keeps all events as they are if the last one becomes invalid', { timeout: 60_000 }, async () => {
    const { club, calendars, ids } = await clubWithGroup()
    const [short] = await insertManyEvents(app.ctx, club.id, 1, {
      ...{ calendarId: calendars.asWanted, private: false, referenceType: 'season' },
      ...{ ...AT_THREE, endTime: '15:20', endAt: START + 1_200_000 },
    })
    expect(short! > ids.at(-1)!).toBe(true)
    const before = { versions: await versionsOf(club, calendars), shown: await shownIn(club, calendars) }

    const refused = await club.put('/events/season', { startTime: '15:30' })
    expect(refused.status).toBe(400)
    expect(refused.body.errors.endDate).toContain('must not be before the start')
    expect(await versionsOf(club, calendars)).toEqual(before.versions)
    expect(await shownIn(club, calendars)).toEqual(before.shown)
    expect(await changesAfter(club, Math.max(...Object.values(before.versions)))).toEqual([])
    expect((await club.get(`/event/${ids[0]}`)).body.data.startTime).toBe('15:00')
  })

  it('moves on to another group, or out of all', { timeout: 60_000 }, async () => {
    const { club, ids } = await clubWithGroup()
    const { body } = await club.put('/events/season', { referenceType: 'past' })
    expect(body.updated).toBe(ids.length)
    expect((await club.put('/events/season', { name: 'Nobody' })).status).toBe(404)
    expect((await club.put('/events/past', { referenceType: '' })).body.updated).toBe(ids.length)
    expect((await club.put('/events/past', { name: 'Nobody' })).status).toBe(404)
  })
})
