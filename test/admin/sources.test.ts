import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSourceReader } from '../../src/sources/read-due-sources.ts'
import { DATABASES } from '../support/databases.ts'
import { type SourceServer, startSourceServer } from '../support/source-server.ts'
import { startTestApp, type TestApp, useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, mailedLinks, userOf } from '../support/users.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const START = Date.parse('2027-03-01T06:00:00Z')

interface Match {
  /** Day of March 2027. */
  day: number
  time?: string
  name?: string
  location?: string
  details?: string
  status?: string
  more?: string
}

const match = (uid: string, { day, time = '150000', name = `Match ${uid}`, ...rest }: Match) =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    // Many servers write the time of the answer into each event.
    `DTSTAMP:2027030${Math.ceil(Math.random() * 9)}T060000Z`,
    `DTSTART;TZID=Europe/London:202703${String(day).padStart(2, '0')}T${time}`,
    'DURATION:PT2H',
    `SUMMARY:${name}`,
    `LOCATION:${rest.location ?? 'City Ground'}`,
    ...(rest.details ? [`DESCRIPTION:${rest.details}`] : []),
    ...(rest.status ? [`STATUS:${rest.status}`] : []),
    ...(rest.more ? [rest.more] : []),
    'END:VEVENT',
  ].join('\r\n')
const calendar = (matches: Record<string, Match>) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
    ...Object.entries(matches).map(([uid, about]) => match(uid, about)),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')
/** Matches `m10` to `m19`, each on its day. */
const season = (over: Record<string, Partial<Match> | null> = {}) => {
  const all: Record<string, Match> = {}
  for (let day = 10; day < 20; day++) all[`m${day}`] = { day }
  for (const [uid, changed] of Object.entries(over)) {
    if (changed === null) delete all[uid]
    else all[uid] = { ...all[uid]!, ...changed }
  }
  return calendar(all)
}

describe.each(DATABASES)('sources on %s', (kind) => {
  let now = START
  const app = useTestApp(kind, { ...BEHIND_PROXY, now: () => now })
  let server: SourceServer
  beforeAll(async () => {
    server = await startSourceServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())
  beforeEach(() => {
    now = Math.max(now, START)
  })

  /** What the service does every few seconds. */
  const tick = (at: TestApp = app) => createSourceReader(at.ctx, new AbortController().signal)()
  /** Lets time pass until the source is due again. */
  const pass = async (minutes: number) => {
    now += minutes * MINUTE
    await tick()
  }

  async function startClub(over: Json = {}) {
    const club = await app.publisher()
    const calendarId = await club.calendar({ name: 'Rugby' })
    let signedIn = { at: 0, user: await userOf(app, club, 'editor') }
    // A session ends while weeks pass.
    const editor = async () => {
      if (now - signedIn.at > DAY / 4) signedIn = { at: now, user: await userOf(app, club, 'editor') }
      return signedIn.user
    }
    const url = `${server.url}?${calendarId}`
    const created = await (await editor()).post('/sources', { calendarId, url, every: 60, ...over })
    expect(created.status, created.text).toBe(200)
    const id: string = created.body.data.id
    const events = async () => {
      const path = `/event?calendarIds=${calendarId}&showPastEvents=1&showDraft=1`
      const list = ((await club.get(path)).body?.data ?? []) as Json[]
      return new Map(list.map((event) => [event.reference as string, event]))
    }
    return {
      ...{ club, editor, calendarId, id, url, events },
      source: async () => (await (await editor()).get(`/sources/${id}`)).body.data,
      run: async (body: Json = {}) => (await editor()).post(`/sources/${id}/run`, body),
      change: async (reference: string, fields: Json) => {
        const event = (await events()).get(reference)!
        const answer = await club.put(`/event/${event.id}`, fields)
        expect(answer.status, answer.text).toBe(200)
      },
    }
  }

  it('take over a week of changes, faults and losses, and lose nothing', async () => {
    now = START
    server.serve(season())
    const { source, events, change, editor, id, club, calendarId, run } = await startClub()
    expect(await source()).toMatchObject({ state: 'new', lastRun: null, every: 60 })
    await tick()
    expect((await events()).size).toBe(10)
    expect(await source()).toMatchObject({
      ...{
        state: 'good',
        lastRun: new Date(START).toISOString(),
        nextRun: new Date(now + 60 * MINUTE).toISOString(),
      },
      runs: [{ outcome: 'changed', counts: { added: 10, changed: 0, removed: 0 } }],
    })

    // Monday: nothing is new, first by its version and then by its content.
    await pass(59)
    expect(server.requests).toHaveLength(1)
    await pass(1)
    expect(server.requests.at(-1)).toMatchObject({ 'if-none-match': '"v1"' })
    expect(server.statuses).toEqual([200, 304])
    server.serve(season())
    await pass(60)
    expect(server.statuses).toEqual([200, 304, 200])
    expect((await source()).runs).toMatchObject([{ outcome: 'same', times: 2 }, { outcome: 'changed' }])

    // Tuesday: a match moves and one comes; the title that we gave another one stays.
    await change('m12', { name: 'Derby' })
    server.serve(season({ m10: { time: '193000' }, m12: { location: 'New Ground' }, m20: { day: 20 } }))
    await pass(DAY / MINUTE)
    const tuesday = await events()
    expect(tuesday.get('m10')).toMatchObject({ startTime: '19:30' })
    expect(tuesday.get('m12')).toMatchObject({ name: 'Derby', location: 'New Ground' })
    expect(tuesday.get('m20')).toMatchObject({ startDate: '2027-03-20' })
    expect((await source()).runs[0]).toMatchObject({ outcome: 'changed', counts: { added: 1, changed: 2 } })

    // Wednesday: it breaks in four ways. The time between two runs doubles each time.
    const day = season({ m10: { time: '193000' }, m12: { location: 'New Ground' }, m20: { day: 20 } })
    const faults: [() => void, RegExp][] = [
      [() => server.refuse(500), /answered 500/],
      [() => server.serve(day.slice(0, day.length / 2)), /cut off/],
      [
        () => server.serve('<!doctype html><a href="https://accounts.google.com/">', 'text/html'),
        /Share the sheet/,
      ],
      [() => server.serve(calendar({})), /has no events/],
    ]
    let wait = 60
    for (const [index, [breakIt, message]] of faults.entries()) {
      breakIt()
      await pass(wait)
      wait *= 2
      const failing = await source()
      expect(failing).toMatchObject({
        state: 'failing',
        nextRun: new Date(now + wait * MINUTE).toISOString(),
      })
      expect(failing.runs[0]).toMatchObject({ outcome: 'failed', message: expect.stringMatching(message) })
      expect(failing.message).toMatch(message)
      expect((await events()).size, `after fault ${index}`).toBe(11)
    }
    server.refuse(503, { 'retry-after': `${20 * 60 * 60}` })
    await pass(wait)
    expect((await source()).nextRun).toBe(new Date(now + DAY).toISOString())

    // Thursday: it is back.
    server.serve(day)
    await pass(DAY / MINUTE)
    expect(await source()).toMatchObject({ state: 'good', failingSince: null, message: null })
    expect((await events()).size).toBe(11)

    // Friday: one match is gone, which is little; then four of ten, which is too much.
    server.serve(season({ m10: { time: '193000' }, m12: { location: 'New Ground' } }))
    await pass(60)
    expect((await events()).size).toBe(10)
    const few = { m14: null, m15: null, m16: null, m17: { status: 'CANCELLED' }, m18: { time: '120000' } }
    server.serve(season(few))
    await pass(60)
    expect(await source()).toMatchObject({
      state: 'waits',
      waiting: {
        gone: 4,
        of: 10,
        events: expect.arrayContaining([expect.objectContaining({ name: 'Match m14', how: 'removed' })]),
      },
    })
    expect((await source()).runs.slice(0, 2)).toMatchObject([
      { outcome: 'waits', counts: { removed: 0 } },
      { outcome: 'changed', counts: { removed: 1 } },
    ])
    expect((await events()).get('m18')).toMatchObject({ startTime: '15:00' })
    // It asks once, however often it is read.
    await pass(60)
    expect((await source()).runs[0]).toMatchObject({ outcome: 'waits', times: 2 })

    // A yes holds for what was shown, and for no more.
    server.serve(season({ ...few, m19: null }))
    expect((await run({ takeAway: true })).body.data).toMatchObject({ outcome: 'waits' })
    expect(await source()).toMatchObject({ waiting: { gone: 5 } })
    expect((await events()).size).toBe(10)
    server.serve(season(few))
    expect((await run({ takeAway: true })).body.data).toMatchObject({
      outcome: 'changed',
      counts: { removed: 3 },
    })
    const after = await events()
    expect([...after.keys()].sort()).toEqual(['m10', 'm11', 'm12', 'm13', 'm17', 'm18', 'm19'])
    expect(after.get('m17')).toMatchObject({ cancelled: 1 })
    expect(after.get('m18')).toMatchObject({ startTime: '12:00' })
    expect((await run({ takeAway: true })).status).toBe(409)

    // Saturday: too much is gone again, and we say no until it changes.
    server.serve(season({ ...few, m11: null, m13: null, m19: null }))
    await pass(60)
    expect((await (await editor()).post(`/sources/${id}/keep`)).body.data).toMatchObject({
      state: 'good',
      keeps: true,
    })
    await pass(60)
    expect(await source()).toMatchObject({ state: 'good', keeps: true })
    expect((await events()).size).toBe(7)
    server.serve(season(few))
    await pass(60)
    expect(await source()).toMatchObject({ state: 'good', keeps: false })

    // Sunday: matches that are over leave the source, and stay here.
    now = Date.parse('2027-03-14T06:00:00Z')
    server.serve(season({ ...few, m10: null, m11: null, m12: null, m13: null }))
    await tick()
    expect(await source()).toMatchObject({ state: 'good' })
    expect((await events()).size).toBe(7)

    const log = (await auditOf(app, club.id)).filter(({ action }) => action === 'source.run')
    expect(log[0]).toMatchObject({ actor_kind: 'system', actor_name: 'Sources', subject_id: calendarId })
    expect(JSON.stringify(log)).not.toContain('season.ics')
  })

  it('tell owners when they fail three times in a row, once until they work again, and when they wait', async () => {
    now = START
    server.serve(season())
    const { club, id } = await startClub()
    await userOf(app, club, 'owner')
    await tick()
    const mails = () => mailedLinks(app).filter((link) => link.endsWith(`/admin/import/sources/${id}`)).length
    server.refuse(500)
    for (let times = 0; times < 5; times++) await pass(DAY / MINUTE)
    await expect.poll(() => mails()).toBe(1)
    server.serve(season())
    await pass(DAY / MINUTE)
    server.serve(season({ m17: null, m18: null, m19: null, m16: null, m15: null }))
    await pass(DAY / MINUTE)
    await pass(DAY / MINUTE)
    await expect.poll(() => mails()).toBe(2)
  })

  it('compare three versions of each field, and decide by its rule', async () => {
    now = START
    server.serve(season({ m10: { details: 'Bring a scarf' } }))
    const rules = { details: 'ask', name: 'mine', location: 'ask' }
    const { source, events, change, editor, id } = await startClub({ rules })
    await tick()
    await change('m10', {
      name: 'Derby',
      details: 'Bring a flag',
      startTime: '14:00',
      location: 'Our Ground',
    })
    // Nobody but us changed anything: all stays, also when other fields change.
    server.serve(season({ m10: { details: 'Bring a scarf', more: 'URL:https://example.com/' } }))
    await pass(60)
    expect((await events()).get('m10')).toMatchObject({
      ...{ name: 'Derby', details: 'Bring a flag', startTime: '14:00', location: 'Our Ground' },
    })
    expect(await source()).toMatchObject({ questions: 0 })
    // Both did: times are the source's, the title is ours, and we are asked about two.
    const theirs = { name: 'Match 10', details: 'Bring a drum', time: '193000', location: 'Their Ground' }
    server.serve(season({ m10: theirs }))
    await pass(60)
    expect((await events()).get('m10')).toMatchObject({
      ...{ name: 'Derby', details: 'Bring a flag', startTime: '19:30', location: 'Our Ground' },
    })
    expect(await source()).toMatchObject({
      questions: 1,
      open: [
        { reference: 'm10', name: 'Derby', field: 'location', mine: 'Our Ground', theirs: 'Their Ground' },
        { reference: 'm10', field: 'details', mine: 'Bring a flag', theirs: 'Bring a drum' },
      ],
    })
    const answer = async (field: string, take: string) =>
      (await editor()).post(`/sources/${id}/answers`, { answers: [{ reference: 'm10', field, take }] })
    expect((await answer('details', 'theirs')).body.data).toMatchObject({ open: [{ field: 'location' }] })
    expect((await answer('location', 'mine')).body.data).toMatchObject({ questions: 0, open: [] })
    expect((await answer('location', 'mine')).status).toBe(409)
    expect((await events()).get('m10')).toMatchObject({ details: 'Bring a drum', location: 'Our Ground' })
    // The answer holds until the source changes the field again.
    server.serve(season({ m10: theirs, m11: { name: 'Other' } }))
    await pass(60)
    expect(await source()).toMatchObject({ questions: 0 })
    server.serve(season({ m10: { ...theirs, location: 'Third Ground' } }))
    await pass(60)
    expect(await source()).toMatchObject({ open: [{ mine: 'Our Ground', theirs: 'Third Ground' }] })
    // Agreement ends the question.
    await change('m10', { location: 'Third Ground' })
    await (await editor()).post(`/sources/${id}/run`)
    expect(await source()).toMatchObject({ questions: 0 })
  })

  it('leave an event deleted that was deleted here', async () => {
    now = START
    server.serve(season())
    const { events, club, run } = await startClub()
    await tick()
    await club.delete(`/event/${(await events()).get('m13')!.id}`)
    server.serve(season({ m13: { time: '120000' }, m14: { time: '120000' } }))
    await pass(60)
    await run()
    const now14 = await events()
    expect(now14.has('m13')).toBe(false)
    expect(now14.get('m14')).toMatchObject({ startTime: '12:00' })
  })

  it('keep a series as somebody changed it until the source changes it, and the past of one that goes', async () => {
    now = START
    const training = (time: string, more = '') =>
      calendar({
        a: { day: 2, time, name: 'Training', more: `RRULE:FREQ=DAILY;COUNT=20${more}` },
        b: { day: 25 },
        c: { day: 26 },
        d: { day: 27 },
      })
    server.serve(training('180000'))
    const { events, change, club, run } = await startClub()
    await tick()
    await change('a@2027-03-05', { location: 'Sports hall' })
    await club.delete(`/event/${(await events()).get('a@2027-03-06')!.id}`)
    server.serve(training('180000').replace('Match b', 'Match B'))
    await pass(60)
    const same = await events()
    expect(same.get('a@2027-03-05')).toMatchObject({ location: 'Sports hall', startTime: '18:00' })
    expect(same.has('a@2027-03-06')).toBe(false)
    server.serve(training('190000'))
    await pass(60)
    const moved = await events()
    expect(moved.get('a@2027-03-05')).toMatchObject({ location: 'Sports hall', startTime: '19:00' })
    expect(moved.has('a@2027-03-06')).toBe(false)
    expect(moved.size).toBe(22)
    now = Date.parse('2027-03-10T06:00:00Z')
    server.serve(calendar({ b: { day: 25 }, c: { day: 26 }, d: { day: 27 } }))
    await tick()
    expect((await run({ takeAway: true })).body.data).toMatchObject({
      outcome: 'changed',
      counts: { removed: 12 },
    })
    const left = [...(await events()).keys()].filter((reference) => reference.startsWith('a@'))
    expect(left).toHaveLength(7)
  })

  it('are read by one of several processes at a time, and by another one after a kill', async () => {
    now = START
    const other = await startTestApp(kind, { ...BEHIND_PROXY, now: () => now, beside: app })
    try {
      server.serve(season())
      const { events, run, editor, id, source, club } = await startClub()
      const before = server.requests.length
      const release = server.hold()
      const running = Promise.all([tick(), tick(other), tick(), tick(other)])
      await expect.poll(() => server.requests.length).toBe(before + 1)
      expect((await run()).status).toBe(409)
      expect((await (await editor()).put(`/sources/${id}`, { every: 15 })).status).toBe(409)
      expect(await source()).toMatchObject({ state: 'reading' })
      release()
      await running
      expect(server.requests).toHaveLength(before + 1)
      expect((await events()).size).toBe(10)

      // A process that is killed leaves its claim behind.
      await app.ctx.db
        .updateTable('source')
        .set({ lease_until: now + 61 * MINUTE })
        .where('publisher_id', '=', club.id)
        .where('id', '=', id)
        .execute()
      await pass(60)
      expect(server.requests).toHaveLength(before + 1)
      now += MINUTE
      await tick(other)
      expect(server.requests).toHaveLength(before + 2)
    } finally {
      await other.close()
    }
  })

  it('read every publisher in turn', async () => {
    now = START
    server.serve(season())
    const clubs = [await startClub(), await startClub(), await startClub()]
    await tick()
    for (const { source } of clubs) expect(await source()).toMatchObject({ state: 'good' })
  })

  it('read the matches of openfootball, which keep their references when they move', async () => {
    now = START
    const matches = (date: string, time: string) =>
      JSON.stringify({
        name: 'Bundesliga 2026/27',
        matches: [
          { round: 'Matchday 1', date, time, team1: 'Mainz', team2: 'Bremen', score: {} },
          { round: 'Matchday 1', date: '2027-03-21', team1: 'Köln', team2: 'Kiel', ground: 'Köln' },
          {
            round: 'Final',
            num: 64,
            date: '2027-03-22',
            time: '13:00 UTC-6',
            team1: 'W62',
            team2: 'W63',
            score: { ft: [2, 1], ht: [1, 0] },
          },
        ],
      })
    server.serve(matches('2027-03-20', '15:30'), 'application/json')
    const { events, source } = await startClub()
    await tick()
    expect(await events()).toMatchObject(
      new Map([
        [
          'Matchday 1/Mainz/Bremen',
          { name: 'Mainz – Bremen', startDate: '2027-03-20', startTime: '15:30', endTime: '17:30' },
        ],
        ['Matchday 1/Köln/Kiel', { startDate: '2027-03-21', startTime: '', location: 'Köln' }],
        ['match/64', { startDate: '2027-03-22', startTime: '19:00', details: '2–1 (1–0)' }],
      ]),
    )
    server.serve(matches('2027-03-23', '18:00'), 'application/json')
    await pass(60)
    expect((await events()).get('Matchday 1/Mainz/Bremen')).toMatchObject({
      startDate: '2027-03-23',
    })
    server.serve('{"matches": [{', 'application/json')
    await pass(60)
    expect(await source()).toMatchObject({ state: 'failing', message: expect.stringContaining('cut off') })
  })

  it('end with 410, are paused and changed, and are forgotten with their calendar', async () => {
    now = START
    server.refuse(410)
    const { source, editor, id, events, club, calendarId, url } = await startClub()
    await tick()
    expect(await source()).toMatchObject({
      state: 'paused',
      paused: true,
      nextRun: null,
      message: expect.stringContaining('gone for good'),
    })
    server.serve(season())
    expect(
      (await (await editor()).put(`/sources/${id}`, { paused: false, every: 15 })).body.data,
    ).toMatchObject({
      every: 15,
    })
    await tick()
    expect((await events()).size).toBe(10)
    expect((await (await editor()).post('/sources', { calendarId, url, every: 60 })).status).toBe(409)
    const entries = (await auditOf(app, club.id)).map(({ action }) => action)
    expect(entries).toEqual(expect.arrayContaining(['source.create', 'source.update', 'source.run']))
    expect((await club.delete(`/calendar/${calendarId}`)).status).toBe(200)
    expect((await (await editor()).get('/sources')).body.data).toEqual([])
    expect((await (await editor()).delete(`/sources/${id}`)).status).toBe(404)
  })

  it('belong to their publisher, and to those who edit', async () => {
    server.serve(season())
    const { id, club } = await startClub()
    const stranger = await userOf(app, await app.publisher(), 'owner')
    const viewer = await userOf(app, club, 'viewer')
    for (const answer of [
      await stranger.get(`/sources/${id}`),
      await stranger.put(`/sources/${id}`, { every: 15 }),
      await stranger.post(`/sources/${id}/run`),
      await stranger.post(`/sources/${id}/keep`),
      await stranger.delete(`/sources/${id}`),
    ])
      expect(answer.status).toBe(404)
    expect((await viewer.get('/sources')).status).toBe(403)
    expect((await viewer.get(`/sources/${id}`)).status).toBe(403)
  })

  it.each([
    [{ every: 20 }, 'every'],
    [{ url: 'ftp://example.com/a.ics' }, 'url'],
    [{ rules: { when: 'theirs' } }, 'rules'],
  ])('refuse %j', async (over, field) => {
    const club = await app.publisher()
    const editor = await userOf(app, club, 'editor')
    const calendarId = await club.calendar({ name: 'Rugby' })
    const answer = await editor.post('/sources', { calendarId, url: server.url, every: 60, ...over })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors).join()).toContain(field)
  })
})

describe('sources in a service that is closed to private networks', () => {
  const app = useTestApp('sqlite', {
    ...BEHIND_PROXY,
    config: (config) => ({ ...config, webhooks: { ...config.webhooks, allowPrivate: false } }),
  })

  it('are refused', async () => {
    const club = await app.publisher()
    const editor = await userOf(app, club, 'editor')
    const calendarId = await club.calendar({ name: 'Rugby' })
    for (const url of [
      'http://127.0.0.1:8080/a.ics',
      'http://169.254.169.254/',
      'webcal://localhost/a.ics',
    ]) {
      const answer = await editor.post('/sources', { calendarId, url, every: 60 })
      expect(answer.status).toBe(400)
      expect(answer.body.errors.url).toContain('private network')
    }
  })
})
