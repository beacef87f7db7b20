import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { MICROSOFT_SCOPES } from '../../src/push-targets/microsoft/microsoft.ts'
import { freshCookie } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { eventsOfFeed, type SeenEvent } from '../support/google-events.ts'
import { eventsInOutlook, useMicrosoftApp, withLastReminder } from '../support/microsoft-app.ts'
import { useReceiver } from '../support/receiver.ts'
import { readMail } from '../support/smtp-receiver.ts'
import { expectOk, record, send, type TestPublisher } from '../support/test-publisher.ts'

let accounts = 0

it('no consent of Microsoft asks for more than these rights', () => {
  const asked = ['Calendars.ReadWrite', 'offline_access', 'User.Read']
  expect(MICROSOFT_SCOPES).toEqual({ person: { asked, needed: ['Calendars.ReadWrite'] } })
})

describe.each(DATABASES)('calendars of people in Outlook on %s', (kind) => {
  const later = 0
  const holder = useMicrosoftApp(kind, { now: () => Date.now() + later })
  const receiver = useReceiver()
  const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000, interval: 50 })

  async function fan(
    over: { club?: TestPublisher; events?: number; account?: string; administrator?: boolean } = {},
  ) {
    const { app, microsoft } = holder
    const publisher = over.club ?? (await app.publisher())
    const calendar = await publisher.calendar()
    const events: string[] = []
    for (let n = 0; n < (over.events ?? 1); n++)
      events.push(await publisher.event(calendar, { name: `Match ${n}`, alert: '2H', alert2: '1D' }))
    const person = await publisher.subscriber(undefined, [calendar])
    const account = over.account ?? `fan-${++accounts}@outlook.example`
    if (!over.account) microsoft.addAccount(account, { needsAdministrator: over.administrator ?? false })
    const cookie = await freshCookie(app, person.manageUrl)
    const post = (address: string, body?: object) =>
      send(person.manageUrl + address, {
        method: 'POST',
        headers: { cookie },
        ...(body && { body: JSON.stringify(body) }),
      })
    /** Consents as the person's browser does; returns how the page says it came out. */
    const connect = async (change: { agrees?: boolean; email?: string } = {}) => {
      const asked = await post('/microsoft')
      const { url } = expectOk(asked).data
      const back = new URL(microsoft.decide(url, { email: account, agrees: true, ...change }))
      const kept = asked.headers.getSetCookie().map((line) => line.split(';')[0]!)
      const answer = await send(app.url + back.pathname + back.search, {
        headers: { cookie: kept.join('; ') },
        redirect: 'manual',
      })
      const location = new URL(answer.headers.get('location')!)
      expect(location.pathname).toBe(new URL(person.manageUrl).pathname)
      return location.searchParams.get('microsoft')
    }
    const state = async () =>
      expectOk(await send(`${person.manageUrl}/microsoft`, { headers: { cookie } })).data.state as string
    const remote = () => microsoft.calendarsOf(account)
    const seen = () => withoutTokens(eventsInOutlook(microsoft, account, remote()[0] ?? ''))
    const feed = async () =>
      withoutTokens(eventsOfFeed((await send(person.feedUrl)).text).map(withLastReminder))
    const first = events[0]!
    const rename = async (name: string) => expectOk(await publisher.put(`/event/${first}`, { name }))
    const titles = () => seen().map(({ title }) => title)
    return {
      ...{ publisher, calendar, events, first, ...person, account, cookie, post, connect, state, remote },
      ...{ seen, feed, rename, titles },
    }
  }

  const rowsOf = async (svcId: string) => {
    const { db } = holder.app.ctx
    const targets = await db
      .selectFrom('push_target')
      .select(['id', 'failures'])
      .where('subscriber_id', '=', svcId)
      .execute()
    const ids = ['', ...targets.map(({ id }) => id)]
    const items = await db.selectFrom('push_item').selectAll().where('target_id', 'in', ids).execute()
    const grants = await db
      .selectFrom('push_grant')
      .select(['id', 'account'])
      .where('subscriber_id', '=', svcId)
      .execute()
    return { targets, items, grants }
  }

  it('hold what their feed shows, in a calendar with the name of the publisher, and follow each change', async () => {
    const { microsoft } = holder
    const one = await fan()
    const { publisher, calendar, svcId } = one
    await publisher.privateEvent(svcId, { name: 'Renewal <b>& more</b>' })
    const days = { allDay: 'yes', startTime: undefined, endTime: undefined, endDate: '2027-04-12' }
    const long = await publisher.event(calendar, {
      ...days,
      details: 'See https://club.example/a?b=1&c="x".',
    })
    expect(await one.connect()).toBe('connected')
    await poll(one.state).toBe('active')
    await poll(one.seen).toEqual(await one.feed())
    expect(one.seen().find(({ id }) => id === one.first)).toMatchObject({ reminders: [120] })
    expect(one.seen().find(({ id }) => id === long)).toMatchObject({ start: '2027-04-10', end: '2027-04-13' })
    const { body, start, showAs } = microsoft
      .eventsOf(one.account, one.remote()[0]!)
      .find(({ transactionId }) => transactionId!.startsWith(long))!
    expect(body!.content).toContain('<a href="https://club.example/a?b=1&#38;c=">')
    expect(body!.content).not.toContain('"x"')
    expect([start!.timeZone, showAs]).toEqual(['UTC', 'free'])
    const names = () => holder.microsoft.namesOf(one.account)
    await poll(names).toEqual(['Calendar', await nameOf(one)])

    expectOk(await one.post('/reminders', { reminders: ['30M', '1D'] }))
    await poll(() => new Set(one.seen().map(({ reminders }) => reminders.join()))).toEqual(new Set(['30']))
    expectOk(
      await publisher.put(`/event/${one.first}`, { startTime: '19:00', endTime: '21:00', cancelled: 1 }),
    )
    await poll(one.seen).toEqual(await one.feed())
    expectOk(await publisher.delete(`/event/${one.first}`))
    expectOk(await publisher.put(`/event/${long}`, { draft: 1 }))
    await poll(one.titles).toEqual(['Renewal <b>& more</b>'])
    expectOk(await publisher.put(`/event/${long}`, { draft: 0 }))
    await poll(one.seen).toEqual(await one.feed())
    expect(one.seen()).toHaveLength(2)
    expect(microsoft.violations).toEqual([])
  })

  it('keep apart from calendars of the same name, and from events that the person made there', async () => {
    const { microsoft } = holder
    const one = await fan()
    const name = await nameOf(one)
    const token = microsoft.grant(one.account).accessToken
    const ask = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const url = microsoft.endpoints.graph + path
      const prefer = 'IdType="ImmutableId"'
      return fetch(url, { method: 'POST', headers: { ...headers, prefer }, body: JSON.stringify(body) })
    }
    await ask('/me/calendars', { name })
    const own = one.remote()
    await one.connect()
    const names = () => microsoft.namesOf(one.account)
    await poll(names).toEqual(['Calendar', name, `${name} (2)`])
    const made = () => one.remote().find((id) => !own.includes(id))!
    await poll(() => eventsInOutlook(microsoft, one.account, made()).length).toBe(1)
    const at = { dateTime: '2027-05-01T10:00:00', timeZone: 'UTC' }
    await ask(`/me/calendars/${made()}/events`, { subject: 'Dentist', start: at, end: at })
    // Another look compares the whole.
    expectOk(await one.post('/reminders', { reminders: ['1D'] }))
    await poll(() => eventsInOutlook(microsoft, one.account, made())[0]!.reminders).toEqual([1440])
    expect(microsoft.eventsOf(one.account, made()).map(({ subject }) => subject)).toContain('Dentist')
  })

  it('count as a read of each change', async () => {
    const one = await fan()
    await one.connect()
    await poll(one.titles).toEqual(['Match 0'])
    await one.rename('Other')
    await poll(one.titles).toEqual(['Other'])
    const readers = async () => {
      const { db, feedReads } = holder.app.ctx
      await feedReads.flush()
      const reads = await db
        .selectFrom('feed_read')
        .selectAll()
        .where('subscriber_id', '=', one.svcId)
        .execute()
      return reads.map(({ application }) => application)
    }
    await poll(readers).toEqual(['Outlook (push)'])
  })

  it('go with the person: leaving, new links and the end of the connection delete them and forget the tokens', async () => {
    const ends: ((one: Awaited<ReturnType<typeof fan>>) => Promise<unknown>)[] = [
      async (one) => expectOk(await one.post('/unsubscribe')),
      async (one) => expectOk(await one.post('/rotate')),
      async (one) => expectOk(await one.post('/microsoft/end')),
    ]
    for (const end of ends) {
      const one = await fan()
      await one.connect()
      await poll(one.titles).toEqual(['Match 0'])
      await end(one)
      await poll(one.remote).toEqual([])
      await poll(() => rowsOf(one.svcId)).toEqual({ targets: [], items: [], grants: [] })
    }
  })

  it('are not made again when the person deletes them; callbacks hear of it, and the person may connect again', async () => {
    const one = await fan()
    await one.publisher.callback(receiver.url, { kinds: ['push.removed'] })
    await one.connect()
    await poll(one.titles).toEqual(['Match 0'])
    expect((await one.post('/microsoft')).status).toBe(409)
    holder.microsoft.deleteCalendar(one.account, one.remote()[0]!)
    await one.rename('Other')
    await poll(one.state).toBe('removed')
    await poll(() => receiver.received.length).toBe(1)
    expect(one.remote()).toEqual([])
    expect(await one.connect()).toBe('connected')
    await poll(one.titles).toEqual(['Other'])
  })

  it('come back event by event when the person deletes some, and never twice', async () => {
    const { microsoft } = holder
    const one = await fan({ events: 3 })
    await one.connect()
    await poll(() => one.seen().length).toBe(3)
    const [calendar] = one.remote()
    const [gone] = microsoft.eventsOf(one.account, calendar!).filter((event) => {
      return event.transactionId!.startsWith(one.first)
    })
    microsoft.deleteEvent(one.account, gone!.id!)
    await one.rename('Back')
    await poll(() => one.titles().sort()).toEqual(['Back', 'Match 1', 'Match 2'])
  })

  it('wait for another consent when the old one is over, ask for it by mail, and are found again', async () => {
    const one = await fan()
    const { app, microsoft } = holder
    await one.connect()
    await poll(one.titles).toEqual(['Match 0'])
    const [calendar] = one.remote()
    microsoft.revokeAccess(one.account)
    await one.rename('Other')
    await poll(one.state).toBe('disconnected')
    const mails = async () => {
      const written = app.log.filter((line) => line.includes('mail written'))
      const files = written.map((line) => (JSON.parse(line) as { file: string }).file)
      const texts = await Promise.all(
        files.map(async (file) => readMail(await readFile(file, 'utf8').catch(() => ''))),
      )
      return texts.filter(
        ({ headers: { to, subject } }) => to?.includes(one.email) && subject?.includes('Outlook'),
      ).length
    }
    await poll(mails).toBe(1)
    expect(await one.connect()).toBe('connected')
    await poll(one.titles).toEqual(['Other'])
    expect(one.remote()).toEqual([calendar])

    // Another account: its calendar is a new one, and the ids of the first are forgotten.
    microsoft.revokeAccess(one.account)
    await one.rename('Third')
    await poll(one.state).toBe('disconnected')
    const other = `fan-${++accounts}@outlook.example`
    microsoft.addAccount(other)
    await one.connect({ email: other })
    await poll(() =>
      eventsInOutlook(microsoft, other, microsoft.calendarsOf(other)[0] ?? '').map(({ title }) => title),
    ).toEqual(['Third'])
  })

  it('need a yes of the person, and of the administrator where there is one; nothing is stored without', async () => {
    const one = await fan()
    expect(await one.connect({ agrees: false })).toBe('refused')
    const employed = await fan({ administrator: true })
    expect(await employed.connect()).toBe('administrator')
    expect(await employed.state()).toBe('none')
    const forged = await send(`${holder.app.url}/microsoft/callback?state=x&code=y`, { redirect: 'manual' })
    expect(forged.status).toBe(400)
    // A consent that was asked for at the other provider does not count.
    const asked = await one.post('/google')
    const { searchParams } = new URL(expectOk(asked).data.url)
    const cookie = asked.headers.getSetCookie()[0]!.split(';')[0]!
    const mixed = await send(
      `${holder.app.url}/microsoft/callback?state=${searchParams.get('state')}&code=y`,
      { headers: { cookie }, redirect: 'manual' },
    )
    expect(mixed.status).toBe(400)
    expect(await rowsOf(one.svcId)).toEqual({ targets: [], items: [], grants: [] })
  })

  it('never have an event twice when answers are lost after the work, and the events change meanwhile', async () => {
    const { microsoft } = holder
    const one = await fan({ events: 5 })
    microsoft.faults.lostAfterWork = 1
    await one.connect()
    // The calendar was made, and nobody was told.
    await poll(() => one.remote().length).toBe(1)
    await poll(async () => (await rowsOf(one.svcId)).targets[0]!.failures).toBeGreaterThan(1)
    microsoft.faults.lostAfterWork = 0
    await poll(() => microsoft.namesOf(one.account)).toContain(await nameOf(one))
    await poll(one.seen).toEqual(await one.feed())
    expect(one.remote()).toHaveLength(1)

    const { publisher, calendar } = one
    const added = [await publisher.event(calendar), await publisher.event(calendar)]
    microsoft.faults.lostAfterWork = 1
    const unanswered = async () =>
      (await rowsOf(one.svcId)).items.filter((item) => item.remote_id === null).length
    await publisher.event(calendar, { name: 'Third' })
    await poll(unanswered).toBeGreaterThan(0)
    // One changes, one goes: what was made without an answer has to be found.
    expectOk(await publisher.put(`/event/${added[0]}`, { name: 'Changed' }))
    expectOk(await publisher.delete(`/event/${added[1]}`))
    microsoft.faults.lostAfterWork = 0
    await poll(async () => (await one.feed()).length).toBe(7)
    await poll(one.seen).toEqual(await one.feed())
    await poll(unanswered).toBe(0)
    expect(microsoft.violations).toEqual([])
  })

  it('survive refusals: a rest, faults, an expired token, a time zone that Outlook does not know', async () => {
    const { microsoft } = holder
    const one = await fan({ events: 30 })
    Object.assign(microsoft.faults, { throttled: 0.2, restSeconds: 1, failedAfterWork: 0.1 })
    await one.connect()
    await poll(one.seen).toEqual(await one.feed())
    Object.assign(microsoft.faults, { throttled: 0, failedAfterWork: 0 })
    microsoft.expireTokens()
    await one.rename('After a token')
    await poll(one.titles).toContain('After a token')
    // With the first private event all is compared, beginning with a single request.
    await one.publisher.privateEvent(one.svcId, { name: 'Own' })
    await poll(one.titles).toContain('Own')
    // In a batch each part is refused by itself.
    microsoft.expireTokens()
    const records = ['First', 'Second'].map((name) => record(one.svcId, { name }))
    const added = await one.publisher.post('/batch/events', { type: 'private', events: records })
    expect(added).toMatchObject({ status: 207, body: { added: 2 } })
    await poll(one.titles).toEqual(expect.arrayContaining(['First', 'Second']))
    const before = (await rowsOf(one.svcId)).grants[0]
    expect(before!.account).toMatch(/^[0-9a-f]{24}$/)
    microsoft.faults.unknownZones = ['Europe/London']
    await one.rename('In UTC')
    await poll(one.titles).toContain('In UTC')
    const written = microsoft.eventsOf(one.account, one.remote()[0]!)
    expect(written.find(({ subject }) => subject === 'In UTC')!.start!.timeZone).toBe('UTC')
    expect(one.seen()).toEqual(await one.feed())
    microsoft.faults.unknownZones = []
    expect(microsoft.violations).toEqual([])
  })

  it('of several publishers in one mailbox keep to four requests at a time', async () => {
    const { microsoft } = holder
    microsoft.faults.latencyMs = 20
    const one = await fan({ events: 25 })
    const two = await fan({ events: 25, account: one.account })
    expect([await one.connect(), await two.connect()]).toEqual(['connected', 'connected'])
    const counts = () => one.remote().map((id) => eventsInOutlook(microsoft, one.account, id).length)
    await poll(counts).toEqual([25, 25])
    microsoft.faults.latencyMs = 0
    expect(microsoft.violations).toEqual([])
  })

  it('are not offered without credentials', async () => {
    const one = await fan()
    const { microsoft } = holder.app.ctx.config
    const { credentials } = microsoft
    microsoft.credentials = undefined
    expect((await one.post('/microsoft')).status).toBe(404)
    expect((await send(`${holder.app.url}/microsoft/callback?state=x&code=y`)).status).toBe(400)
    const { data } = expectOk(await send(`${one.manageUrl}/microsoft`, { headers: { cookie: one.cookie } }))
    expect(data).toMatchObject({ offered: false, state: 'none' })
    microsoft.credentials = credentials
  })

  async function nameOf({ publisher }: { publisher: TestPublisher }): Promise<string> {
    const { data } = expectOk(await publisher.call('GET', '/admin/api/publisher'))
    return data.company as string
  }
})

/** The manage link of each link has its own token. */
function withoutTokens(events: SeenEvent[]): SeenEvent[] {
  return events.map((event) => ({
    ...event,
    description: event.description.replace(/\/manage\/[\w-]+/, '/manage/'),
  }))
}
