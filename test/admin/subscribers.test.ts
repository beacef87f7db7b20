import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { finishErasures } from '../../src/personal-data/finish-erasures.ts'
import { readFeed } from '../support/club.ts'
import { subscribedAgain } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { insertSubscribers } from '../support/many-subscribers.ts'
import { ownTables } from '../support/own-tables.ts'
import { useReceiver } from '../support/receiver.ts'
import { type TestApp, useTestApp } from '../support/test-app.ts'
import { type Json, record, send, type TestPublisher } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, mailedLinks, userOf } from '../support/users.ts'

const GOOGLE = { 'user-agent': 'Google-Calendar-Importer' }
const DAY_MS = 86_400_000

describe.each(DATABASES)('subscribers in the admin portal on %s', (kind) => {
  let clock = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { worker: true, now: () => (clock += 300), ...BEHIND_PROXY })
  const receiver = useReceiver()
  let fans = 0

  async function clubWithFan(over: Json = {}) {
    const club = await app.publisher()
    const calendarId = await club.calendar({ name: 'First team' })
    const email = `Fan-${++fans}@somewhere.example`
    const fan = await club.subscribe(email, [calendarId], over)
    expect(fan.status, fan.text).toBe(200)
    const { id } = (await club.get(`/subscriber/${email}`)).body.data
    const local = (address: string) => app.url + new URL(address).pathname
    const feedUrl = local(fan.body.calendarUrl.httpsCalUrl)
    const token = new URL(fan.body.manageUrl).pathname.split('/').at(-1)!
    return { club, calendarId, email, id: id as string, feedUrl, token }
  }
  const kindsOf = async (club: TestPublisher) =>
    ((await club.get('/notifications')).body?.data ?? []).map((one: Json) => one.kind as string)

  describe('one record', () => {
    it('has all that is known', async () => {
      const { club, calendarId, email, id, feedUrl } = await clubWithFan({ first_name: 'Fay' })
      const owner = await userOf(app, club, 'owner')
      await owner.put(`/widgets/${club.widgetId}`, {
        settings: {
          consents: [{ text: 'Send me news', required: false }],
          fields: { first_name: 'optional' },
        },
      })
      const over = { first_name: 'Fay', optin: true, application: 'google' }
      await subscribedAgain(app, club, email, [], over)
      await club.privateEvent(id)
      await send(feedUrl, { headers: GOOGLE })
      await app.ctx.feedReads.flush()
      const { status, body } = await owner.get(`/subscribers/${id}`)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        ...{ id, email, name: 'Fay', state: 'active', left: null, source: 'Widget' },
        ...{ widgetId: club.widgetId, widget: 'Add to calendar', reminders: null },
        confirmed: expect.any(String),
        feedLinks: [
          { number: 0, application: 'Google Calendar', lastUsed: expect.any(String), ended: null },
          { number: 1, application: '', confirmed: expect.any(String), lastUsed: null, ended: null },
        ],
        answers: { firstName: 'Fay' },
        calendars: [{ id: calendarId, name: 'First team', draft: false }],
        reads: [{ application: 'Google Calendar', aggregator: true, reads: 1, current: true }],
        privateEvents: { value: 1, more: false },
        notifications: [{ kind: 'subscribe' }, { kind: 'subscribe' }],
        history: [],
      })
      expect(body.data.answers).not.toHaveProperty('lastRequest')
      expect(app.url + new URL(body.data.links.feed).pathname).toBe(feedUrl)
      // The feed changes after the last read.
      await club.event(calendarId)
      expect((await owner.get(`/subscribers/${id}`)).body.data.reads[0].current).toBe(false)
    })

    it('shows links to who may change things, and the history to owners', async () => {
      const { club, id } = await clubWithFan()
      const as = async (role: 'viewer' | 'editor' | 'owner') =>
        (await (await userOf(app, club, role)).get(`/subscribers/${id}`)).body.data
      expect(await as('viewer')).toMatchObject({ links: null, history: null })
      expect(await as('editor')).toMatchObject({ links: { manage: expect.any(String) }, history: null })
      expect(await as('owner')).toMatchObject({ links: { manage: expect.any(String) }, history: [] })
    })

    it('is unknown to others', async () => {
      const { id } = await clubWithFan()
      const stranger = await userOf(app, await app.publisher(), 'owner')
      const asked = ['', '/export'].map((rest) => stranger.get(`/subscribers/${id}${rest}`))
      const changes = [
        stranger.put(`/subscribers/${id}/calendars`, { calendarIds: [] }),
        ...['unsubscribe', 'rotate', 'mail-link'].map((what) => stranger.post(`/subscribers/${id}/${what}`)),
        stranger.delete(`/subscribers/${id}`),
        stranger.delete('/subscribers/nobody'),
      ]
      for (const answer of await Promise.all([...asked, ...changes])) {
        expect(answer.status).toBe(404)
        expect(answer.body.statusLong).toMatch(/^Subscriber with ID \[.+\] Not Found$/)
      }
    })
  })

  describe('changes', () => {
    it('sets the calendars, drafts too, and tells no callback', async () => {
      const { club, calendarId, id, feedUrl } = await clubWithFan()
      const editor = await userOf(app, club, 'editor')
      const [juniors, draft] = [await club.calendar(), await club.calendar({ draftCalendar: 1 })]
      await club.event(juniors, { name: 'Summer camp' })
      const { body } = await editor.put(`/subscribers/${id}/calendars`, { calendarIds: [juniors, draft] })
      expect(body.data.calendars.map((one: Json) => [one.id, one.draft])).toEqual([
        [juniors, false],
        [draft, true],
      ])
      expect((await readFeed(feedUrl)).map((event) => event.summary)).toEqual(['Summer camp'])
      expect(await kindsOf(club)).toEqual(['subscribe'])
      const entry = (await auditOf(app, club.id)).at(-1)!
      expect(entry).toMatchObject({ action: 'subscriber.calendars', subject_id: id })
      expect(JSON.parse(entry.before!)).toEqual({ calendarIds: [calendarId] })

      const foreign = await (await app.publisher()).calendar()
      for (const calendarIds of [[foreign], ['x'], 'x', undefined, [juniors, null]]) {
        const { status, body } = await editor.put(`/subscribers/${id}/calendars`, { calendarIds })
        expect(status).toBe(400)
        expect(Object.keys(body.errors)[0]).toMatch(/^calendarIds/)
      }
      expect((await editor.get(`/subscribers/${id}`)).body.data.calendars).toHaveLength(2)
    })

    it('unsubscribes once, and tells the callbacks', async () => {
      const { club, id, feedUrl } = await clubWithFan()
      const editor = await userOf(app, club, 'editor')
      const { body } = await editor.post(`/subscribers/${id}/unsubscribe`)
      expect(body.data).toMatchObject({ state: 'left', left: expect.stringMatching(/^2027/), links: null })
      expect(await kindsOf(club)).toEqual(['subscribe', 'unsubscribe'])
      expect((await readFeed(feedUrl))[0]!.summary).toMatch(/subscription ended$/)
      const refused = [
        await editor.post(`/subscribers/${id}/unsubscribe`),
        await editor.post(`/subscribers/${id}/rotate`),
        await editor.post(`/subscribers/${id}/mail-link`),
        await editor.put(`/subscribers/${id}/calendars`, { calendarIds: [] }),
      ]
      for (const { status, body } of refused)
        expect([status, body.statusLong]).toEqual([409, 'This person has left already'])
      expect(await kindsOf(club)).toHaveLength(2)
    })

    it('replaces the links', async () => {
      const { club, id, feedUrl } = await clubWithFan()
      const editor = await userOf(app, club, 'editor')
      const { body } = await editor.post(`/subscribers/${id}/rotate`)
      expect(body.data.feedLinks).toMatchObject([
        { number: 0, ended: expect.any(String) },
        { number: 1, ended: null },
      ])
      const fresh = app.url + new URL(body.data.links.feed).pathname
      expect(fresh).not.toBe(feedUrl)
      expect((await readFeed(feedUrl))[0]!.summary).toMatch(/subscription ended$/)
      expect((await readFeed(fresh))[0]!.summary).toMatch(/no events yet$/)
    })

    it('ends one link, and no other', async () => {
      const { club, id, email, feedUrl, calendarId } = await clubWithFan()
      const again = await subscribedAgain(app, club, email, [calendarId])
      const second = app.url + new URL(again.body.calendarUrl.httpsCalUrl as string).pathname
      const editor = await userOf(app, club, 'editor')
      const { body } = await editor.post(`/subscribers/${id}/links/0/end`)
      expect(body.data.feedLinks).toMatchObject([{ ended: expect.any(String) }, { number: 1, ended: null }])
      // The record now shows the next link that is alive.
      expect(app.url + new URL(body.data.links.feed).pathname).toBe(second)
      expect((await readFeed(feedUrl))[0]!.summary).toMatch(/subscription ended$/)
      expect((await readFeed(second))[0]!.summary).toMatch(/no events yet$/)
      expect((await editor.post(`/subscribers/${id}/links/0/end`)).status).toBe(404)
      expect((await editor.post(`/subscribers/${id}/links/7/end`)).status).toBe(404)
      expect((await auditOf(app, club.id)).at(-1)).toMatchObject({ action: 'subscriber.end-link' })
      const viewer = await userOf(app, club, 'viewer')
      expect((await viewer.post(`/subscribers/${id}/links/1/end`)).status).toBe(403)
    })

    it('mails the link three times an hour', async () => {
      const { club, id, email, token } = await clubWithFan()
      const mailed = () => mailedLinks(app).filter((link) => link.includes(`/manage/${token}/fresh/`))
      await expect.poll(mailed).toHaveLength(1)
      clock += 3_600_000
      const editor = await userOf(app, club, 'editor')
      const { links } = (await editor.get(`/subscribers/${id}`)).body.data
      for (let n = 0; n < 3; n++) expect((await editor.post(`/subscribers/${id}/mail-link`)).status).toBe(200)
      await expect.poll(mailed).toHaveLength(4)
      expect(links.manage).toContain(token)
      expect((await editor.post(`/subscribers/${id}/mail-link`)).status).toBe(429)
      expect((await editor.post(`/subscribers/${id}/mail-link`, { language: 'xx' })).status).toBe(400)
      const entries = (await auditOf(app, club.id)).filter((entry) => entry.action === 'subscriber.mail-link')
      expect(entries).toHaveLength(3)
      expect(JSON.stringify(entries)).not.toContain(email)
    })
  })

  describe('downloads', () => {
    it('gives everything held of one person', async () => {
      const { club, id, email, feedUrl } = await clubWithFan({ custom_fields: [] })
      const editor = await userOf(app, club, 'editor')
      await addBatch(club, {
        type: 'private',
        events: Array.from({ length: 501 }, (_, i) => record(id, { name: `Ticket ${i}` })),
      })
      await club.privateEvent(id, { draft: 1, name: 'Not out yet' })
      await send(feedUrl, { headers: GOOGLE })
      await app.ctx.feedReads.flush()
      const answer = await editor.get(`/subscribers/${id}/export`)
      expect(answer.headers.get('content-disposition')).toContain(`subscriber-${id}.json`)
      expect(answer.body).toMatchObject({
        ...{ svcId: id, state: 'active', left: null, email },
        subscriptions: [{ name: 'First team' }],
        feedReads: [{ application: 'Google Calendar', reads: 1 }],
        notifications: [{ kind: 'subscribe', payload: { svcId: id, email } }],
      })
      const names = answer.body.privateEvents.map((event: Json) => event.name)
      expect(new Set(names).size).toBe(502)
      expect((await auditOf(app, club.id)).at(-1)).toMatchObject({
        action: 'subscriber.export',
        subject_id: id,
      })
      const bare = await clubWithFan()
      const other = await userOf(app, bare.club, 'editor')
      expect((await other.get(`/subscribers/${bare.id}/export`)).body.privateEvents).toEqual([])
    })

    it('gives a table of those a filter finds, that runs no formula', async () => {
      const { club, calendarId, id } = await clubWithFan()
      const editor = await userOf(app, club, 'editor')
      const hostile = ['=1+1', '+1', '-1', '@x', '\t=1', '＝1', 'a,"b"\r\nc', ' 日本 é']
      const people = hostile.map((name, i) => ({
        email: `${['=cmd', '+x', '-x', '@x', 'e', 'f', 'g', 'h'][i]}${i}@hostile.example`,
        profile: JSON.stringify({
          ...{ firstName: name, reference: name, optins: [true, false], applications: [name] },
          customFields: [{ name, value: name }],
        }),
        ...(i === 0 && { active: 0 as const, ended_at: clock }),
      }))
      await insertSubscribers(app.ctx.db, club.id, people)
      await club.put(`/calendar/${calendarId}`, { name: '=HYPERLINK("x")' })
      const answer = await editor.get('/subscribers.csv')
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const bytes = Buffer.from(await (await rawOf(app, editor.cookies, '/subscribers.csv')).arrayBuffer())
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const lines = parse<Record<string, string>>(bytes, { bom: true, columns: true })
      expect(lines).toHaveLength(9)
      for (const line of lines)
        for (const cell of Object.values(line)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
      const fan = lines.find((line) => line.svcId === id)!
      expect(fan).toMatchObject({ state: 'active', left: '', source: 'Widget', reads: '0', lastRead: '' })
      expect(fan.since).toMatch(/^2027-03-\d\dT/)
      expect(lines.find((line) => line.email === 'g6@hostile.example')).toMatchObject({
        firstName: 'a,"b"\r\nc',
        optin: 'yes',
        secondary_optin: 'no',
        optin3: '',
      })
      const some = parse((await editor.get('/subscribers.csv?state=left')).text, { bom: true, columns: true })
      expect(some).toMatchObject([{ email: "'=cmd0@hostile.example", state: 'left', firstName: "'=1+1" }])
      const found = await editor.get('/subscribers.csv?q=h7@')
      expect(parse(found.text, { bom: true, columns: true })).toHaveLength(1)
      expect((await editor.get('/subscribers.csv?state=gone')).status).toBe(400)
      const entries = (await auditOf(app, club.id)).filter((entry) => entry.action === 'subscribers.export')
      expect(entries.map((entry) => JSON.parse(entry.after!))).toEqual([
        { count: expect.any(Number) },
        { count: expect.any(Number) },
        { state: 'left', count: 1 },
        { search: true, count: 1 },
      ])
    })

    it('is not for who only looks on', async () => {
      const { club, id } = await clubWithFan()
      const viewer = await userOf(app, club, 'viewer')
      for (const path of ['/subscribers.csv', `/subscribers/${id}/export`])
        expect((await viewer.get(path)).status).toBe(403)
    })
  })

  describe('erasing', () => {
    it('leaves nothing of a person, and tells callbacks once more', async () => {
      const { club, calendarId, email, id, feedUrl, token } = await clubWithFan({ first_name: 'Erasmus' })
      const owner = await userOf(app, club, 'owner')
      let echo = 200
      receiver.answers.set('/erase', (response, { raw }) => response.writeHead(echo).end(`got ${raw}`))
      await club.callback(`${receiver.url}/erase`)
      await subscribedAgain(app, club, email, [calendarId], { first_name: 'Erasmus B.' })
      await expect.poll(() => receiver.at('/erase').length).toBe(1)
      await addBatch(club, {
        type: 'private',
        events: Array.from({ length: 1000 }, (_, i) => record(id, { name: `Ticket of ${email} ${i}` })),
      })
      for (let n = 0; n < 3; n++) await club.privateEvent(id, { details: email })
      await send(feedUrl, { headers: GOOGLE })
      await app.ctx.feedReads.flush()
      expect(await tablesWith(app, email)).toEqual(
        expect.arrayContaining(['delivery_attempt', 'event', 'notification', 'subscriber']),
      )
      const reader = await send(feedUrl, { headers: GOOGLE }) // counted now, written after the erasure
      expect(reader.status).toBe(200)

      echo = 500
      expect((await owner.delete(`/subscribers/${id}`)).status).toBe(200)
      await app.ctx.feedReads.flush()
      // The callback is still to be told, by name, and nothing else is left but what it may have answered by now.
      const left = await tablesWith(app, email)
      expect(left.filter((table) => table !== 'delivery_attempt')).toEqual(['notification'])
      await expect.poll(() => receiver.at('/erase').at(-1)!.body.action).toBe('unsubscribe')
      expect(receiver.at('/erase').at(-1)!.body).toMatchObject({ svcId: id, email })
      await finishErasures(app.ctx)
      expect(await tablesWith(app, email)).toContain('notification')
      echo = 200
      await expect
        .poll(async () => (await club.get('/admin/api/deliveries')).body.data[0].state)
        .toBe('delivered')
      await finishErasures(app.ctx)
      expect(await tablesWith(app, email)).toEqual([])
      expect(await tablesWith(app, 'Erasmus')).toEqual([])

      const kept = (await club.get('/notifications')).body.data
      expect(kept).toMatchObject([
        { kind: 'unsubscribe', payload: { svcId: id, email: '', reference: '', action: 'unsubscribe' } },
      ])
      expect((await auditOf(app, club.id)).at(-1)).toMatchObject({
        action: 'subscriber.erase',
        subject_id: id,
      })
      expect((await club.get(`/subscriber/${id}`)).status).toBe(404)
      expect((await owner.delete(`/subscribers/${id}`)).status).toBe(404)
      expect((await send(`${app.url}/manage/${token}/data`)).status).toBe(404)
    })

    it('leaves a feed that says it has ended, always in the same words', async () => {
      const { club, id, feedUrl } = await clubWithFan()
      const owner = await userOf(app, club, 'owner')
      await club.privateEvent(id, { name: 'Your seat' })
      expect((await readFeed(feedUrl))[0]!.summary).toBe('Your seat')
      await owner.delete(`/subscribers/${id}`)
      const first = await send(feedUrl)
      expect(first.status).toBe(200)
      expect((await readFeed(feedUrl)).map((event) => event.summary)).toEqual([
        'City Rugby: subscription ended',
      ])
      expect(first.text).not.toContain(id)
      const again = await send(feedUrl, { headers: { 'if-none-match': first.headers.get('etag')! } })
      expect(again.status).toBe(304)
      expect((await send(feedUrl)).text).toBe(first.text)
      await app.ctx.feedReads.flush()
    })

    it('gives up telling a callback that is not there after a day', async () => {
      const { club, email, id } = await clubWithFan()
      const owner = await userOf(app, club, 'owner')
      const { id: callback } = await club.callback(`${receiver.url}/deaf`)
      receiver.answers.set('/deaf', (response) => response.writeHead(500).end())
      await owner.delete(`/subscribers/${id}`)
      await owner.put(`/callbacks/${callback}`, { active: false })
      await app.ctx.db
        .updateTable('delivery')
        .set({ state: 'waiting', due_at: clock * 2 })
        .execute()
      await finishErasures(app.ctx)
      expect(await tablesWith(app, email)).toEqual(['notification'])
      clock += DAY_MS
      await finishErasures(app.ctx)
      expect(await tablesWith(app, email)).toEqual([])
    })

    it('tells nobody again of who had left, and lets the address come back as somebody new', async () => {
      const { club, calendarId, email, id } = await clubWithFan()
      const owner = await userOf(app, club, 'owner')
      await club.post(`/subscriber/${id}/unsubscribe`)
      expect((await owner.delete(`/subscribers/${id}`)).status).toBe(200)
      expect(await kindsOf(club)).toEqual([])
      expect(await tablesWith(app, email)).toEqual([])
      const back = await club.subscriber(email, [calendarId])
      expect(back.svcId).not.toBe(id)
      expect((await owner.get('/subscribers?state=active')).body.data).toMatchObject([{ email }])
    })

    it('is for owners', async () => {
      const { club, id } = await clubWithFan()
      const editor = await userOf(app, club, 'editor')
      expect((await editor.delete(`/subscribers/${id}`)).status).toBe(403)
      expect((await club.delete(`/admin/api/subscribers/${id}`)).status).toBe(403)
      expect((await editor.get(`/subscribers/${id}`)).body.data.state).toBe('active')
    })
  })
})

async function addBatch(club: TestPublisher, body: Json): Promise<void> {
  const { text, body: answer } = await club.post('/batch/events', body)
  if (answer.added !== body.events.length) throw new Error(text)
}

function rawOf({ url }: TestApp, cookies: Map<string, string>, path: string): Promise<Response> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  return fetch(`${url}/admin/api${path}`, { headers: { cookie } })
}

/** The tables that have a text anywhere, in any letter case. */
async function tablesWith({ ctx }: TestApp, text: string): Promise<string[]> {
  await ctx.requestLog.flush()
  const found: string[] = []
  for (const db of new Set([ctx.db, ctx.database.limits])) {
    for (const name of await ownTables(db)) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
      if (JSON.stringify(rows).toLowerCase().includes(text.toLowerCase())) found.push(name)
    }
  }
  return found.sort()
}
