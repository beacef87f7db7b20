import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { findLivePerson } from '../../src/push-targets/connect-person.ts'
import { GOOGLE_SCOPES } from '../../src/push-targets/google/google.ts'
import { freshCookie } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { useGoogleApp } from '../support/google-app.ts'
import { eventsAtGoogle, eventsOfFeed, type SeenEvent } from '../support/google-events.ts'
import { useReceiver } from '../support/receiver.ts'
import { readMail } from '../support/smtp-receiver.ts'
import { expectOk, send, type TestPublisher } from '../support/test-publisher.ts'
import { userOf } from '../support/users.ts'

const OWN = 'https://www.googleapis.com/auth/calendar.app.created'
const ACLS = 'https://www.googleapis.com/auth/calendar.acls'
let accounts = 0

it('no consent asks for more than these rights', () => {
  expect(GOOGLE_SCOPES).toEqual({
    mirror: { asked: [OWN, ACLS], needed: [OWN] },
    person: { asked: [OWN], needed: [OWN] },
  })
})

describe.each(DATABASES)('calendars of people at Google on %s', (kind) => {
  let later = 0
  const holder = useGoogleApp(kind, { now: () => Date.now() + later })
  const receiver = useReceiver()
  const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 15_000, interval: 50 })

  async function fan(club?: TestPublisher) {
    const publisher = club ?? (await holder.app.publisher())
    const calendar = await publisher.calendar()
    const event = await publisher.event(calendar, { alert: '2H' })
    const person = await publisher.subscriber(undefined, [calendar])
    const email = `fan-${++accounts}@gmail.example`
    holder.google.addAccount(email)
    const cookie = await freshCookie(holder.app, person.manageUrl)
    const post = (address: string, body?: object) =>
      send(person.manageUrl + address, {
        method: 'POST',
        headers: { cookie },
        ...(body && { body: JSON.stringify(body) }),
      })
    type Decision = { agrees?: boolean; ticked?: string[]; email?: string }
    const ask = () => post('/google')
    /** Consents as the person's browser does; returns how the page says it came out. */
    const comeBack = async (asked: Awaited<ReturnType<typeof ask>>, over: Decision = {}) => {
      const { url } = expectOk(asked).data
      const back = new URL(holder.google.decide(url, { email, agrees: true, ...over }))
      const kept = asked.headers.getSetCookie().map((line) => line.split(';')[0]!)
      const answer = await send(holder.app.url + back.pathname + back.search, {
        headers: { cookie: kept.join('; ') },
        redirect: 'manual',
      })
      const location = new URL(answer.headers.get('location')!)
      expect(location.pathname).toBe(new URL(person.manageUrl).pathname)
      return location.searchParams.get('google')
    }
    const connect = async (over?: Decision) => comeBack(await ask(), over)
    const state = async () =>
      expectOk(await send(`${person.manageUrl}/google`, { headers: { cookie } })).data.state as string
    const remote = () => holder.google.calendarsOf(email)
    const seen = () => withoutTokens(eventsAtGoogle(holder.google, remote()[0] ?? ''))
    const feed = async () => withoutTokens(eventsOfFeed((await send(person.feedUrl)).text))
    return {
      publisher,
      calendar,
      event,
      ...person,
      account: email,
      cookie,
      post,
      ask,
      comeBack,
      connect,
      state,
      remote,
      seen,
      feed,
    }
  }

  const tokensOf = async ({ publisher, svcId }: { publisher: TestPublisher; svcId: string }) => {
    const live = await findLivePerson(holder.app.ctx.db, publisher.id, svcId, 'google')
    return live!.grant.tokens
  }
  const grantsOf = ({ publisher: { id } }: { publisher: TestPublisher }) =>
    holder.app.ctx.db.selectFrom('push_grant').select('id').where('publisher_id', '=', id).execute()

  it('hold what their feed shows: public and private events, chosen calendars and reminders', async () => {
    const one = await fan()
    const { publisher, svcId } = one
    await publisher.privateEvent(svcId, { name: 'Renewal' })
    expect(await one.connect()).toBe('connected')
    await poll(one.state).toBe('active')
    await poll(one.seen).toEqual(await one.feed())
    expect(one.seen().map(({ reminders }) => reminders)).toContainEqual([120])
    const colored = holder.google.calls.filter(({ method }) => method === 'calendarList.patch')
    expect(colored.map(({ calendarId, status }) => [calendarId, status])).toContainEqual([
      one.remote()[0],
      200,
    ])

    const second = await publisher.calendar()
    const both = await publisher.event(second, { name: 'Second team' })
    expectOk(await one.post('/calendars', { calendarIds: [one.calendar, second] }))
    await poll(async () => one.seen().map(({ id }) => id)).toContain(both)
    expectOk(await one.post('/reminders', { reminders: ['30M', '1D'] }))
    await poll(async () => new Set(one.seen().map(({ reminders }) => reminders.join()))).toEqual(
      new Set(['30,1440']),
    )
    expectOk(await one.post('/calendars', { calendarIds: [second] }))
    await poll(async () =>
      one
        .seen()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Renewal', 'Second team'])
    await publisher.call('DELETE', `/calendar/${second}`)
    await poll(async () => one.seen().map(({ title }) => title)).toEqual(['Renewal'])
    expect(holder.google.violations).toEqual([])
  })

  it('count as a read of each change', async () => {
    const one = await fan()
    await one.connect()
    await poll(() => one.seen().length).toBe(1)
    expectOk(await one.publisher.put(`/event/${one.event}`, { startTime: '18:00', endTime: '20:00' }))
    await poll(() => one.seen()[0]!.start).toBe(Date.parse('2027-04-10T17:00Z'))
    const readers = async () => {
      await holder.app.ctx.feedReads.flush()
      const { db } = holder.app.ctx
      const { revision } = await db
        .selectFrom('publisher_revision')
        .select('revision')
        .where('publisher_id', '=', one.publisher.id)
        .executeTakeFirstOrThrow()
      const reads = await db
        .selectFrom('feed_read')
        .selectAll()
        .where('subscriber_id', '=', one.svcId)
        .execute()
      return reads.map((read) => [read.application, read.revision === revision])
    }
    await poll(readers).toEqual([['Google Calendar (push)', true]])
  })

  it('go with the person: leaving, new links, erasing and the end of the connection delete and revoke', async () => {
    const club = await holder.app.publisher()
    const boss = await userOf(holder.app, club, 'owner')
    const ends: ((one: Awaited<ReturnType<typeof fan>>) => Promise<unknown>)[] = [
      async (one) => expectOk(await one.post('/unsubscribe')),
      async (one) => expectOk(await one.post('/rotate')),
      async (one) => expectOk(await one.post('/google/end')),
      async (one) => expectOk(await boss.delete(`/subscribers/${one.svcId}`)),
    ]
    for (const end of ends) {
      const one = await fan(club)
      await one.connect()
      await poll(() => one.seen().length).toBe(1)
      await end(one)
      await poll(one.remote).toEqual([])
      await poll(() => grantsOf(one)).toEqual([])
    }
  })

  it('of one account at two publishers: the end of one leaves the other, and the last one revokes the consent', async () => {
    const [one, other] = [await fan(), await fan()]
    await one.connect()
    await other.connect({ email: one.account })
    const seen = () => one.remote().map((id) => eventsAtGoogle(holder.google, id).length)
    await poll(seen).toEqual([1, 1])
    const { google } = await holder.app.ctx.providers.of(one.publisher.id)
    const refresh = async () => google!.refresh((await tokensOf(other)).refresh)
    expectOk(await one.post('/google/end'))
    await poll(() => grantsOf(one)).toEqual([])
    expect(one.remote()).toHaveLength(1)
    expectOk(await other.publisher.put(`/event/${other.event}`, { name: 'Goes on' }))
    await poll(() => eventsAtGoogle(holder.google, one.remote()[0]!)[0]!.title).toBe('Goes on')
    const { refresh: last } = await tokensOf(other)
    await expect(refresh()).resolves.toMatchObject({ refresh: last })
    expectOk(await other.post('/google/end'))
    await poll(() => grantsOf(other)).toEqual([])
    await expect(google!.refresh(last)).rejects.toMatchObject({ fault: 'revoked' })
  })

  it('leave no consent behind that ended at Google before the person left', async () => {
    const one = await fan()
    await one.connect()
    await poll(() => one.seen().length).toBe(1)
    holder.google.revokeAccess(one.account)
    expectOk(await one.post('/google/end'))
    await poll(() => grantsOf(one)).toEqual([])
  })

  it('of somebody who ends and consents again at once: the end of the first leaves the second', async () => {
    const one = await fan()
    const { google } = holder
    await one.connect()
    await poll(() => one.seen().length).toBe(1)
    const [first] = one.remote()
    // The calendar of the second consent, by which Google tells its account, is made late.
    google.refuse({ method: 'calendars.insert', status: 500, reason: 'backendError', times: 2 })
    expectOk(await one.post('/google/end'))
    expect(await one.connect()).toBe('connected')
    await poll(async () => (await grantsOf(one)).length).toBe(1)
    expect(google.findCalendar(first!)).toBeUndefined()
    expectOk(await one.publisher.put(`/event/${one.event}`, { name: 'Goes on' }))
    await poll(() => one.seen().map(({ title }) => title)).toEqual(['Goes on'])
    google.expireTokens(one.account)
    expectOk(await one.publisher.put(`/event/${one.event}`, { name: 'Still' }))
    await poll(() => one.seen().map(({ title }) => title)).toEqual(['Still'])
    expect(await one.state()).toBe('active')
  })

  it('of somebody who ends before there is a calendar, and consents again: only the second stays', async () => {
    const one = await fan()
    holder.google.refuse({ method: 'calendars.insert', status: 500, reason: 'backendError', times: 1 })
    await one.connect()
    expectOk(await one.post('/google/end'))
    expect(await one.connect()).toBe('connected')
    await poll(async () => (await grantsOf(one)).length).toBe(1)
    await poll(() => one.seen().length).toBe(1)
    holder.google.expireTokens(one.account)
    expectOk(await one.publisher.put(`/event/${one.event}`, { name: 'Goes on' }))
    await poll(() => one.seen().map(({ title }) => title)).toEqual(['Goes on'])
  })

  it('keep their tokens to themselves: sealed in the database, in no log, no answer and no download', async () => {
    const one = await fan()
    await one.connect()
    await poll(() => one.seen().length).toBe(1)
    const secrets = Object.values(await tokensOf(one)).filter((value) => typeof value === 'string')
    expect(secrets).toHaveLength(2)
    holder.google.revokeAccess(one.account)
    expectOk(await one.publisher.put(`/event/${one.event}`, { name: 'Other' }))
    await poll(one.state).toBe('disconnected')
    const row = await holder.app.ctx.db
      .selectFrom('push_grant')
      .selectAll()
      .where('publisher_id', '=', one.publisher.id)
      .executeTakeFirstOrThrow()
    const owner = await userOf(holder.app, one.publisher, 'owner')
    const shown = [
      JSON.stringify(row),
      ...holder.app.log,
      (await send(`${one.manageUrl}/google`, { headers: { cookie: one.cookie } })).text,
      (await send(`${one.manageUrl}/download`, { headers: { cookie: one.cookie } })).text,
      (await owner.get(`/subscribers/${one.svcId}/export`)).text,
      (await owner.get('/audit-log')).text,
    ]
    for (const text of shown) for (const secret of secrets) expect(text).not.toContain(secret)
    expect(row.account).toMatch(/^[\w-]{43}$/)
  })

  it('are not made again when the person deletes them; callbacks hear of it, and the person may connect again', async () => {
    const one = await fan()
    await one.publisher.callback(receiver.url, { kinds: ['push.removed'] })
    await one.connect()
    await poll(() => one.seen().length).toBe(1)
    expect((await one.post('/google')).status).toBe(409)
    holder.google.deleteCalendar(one.remote()[0]!)
    expectOk(await one.publisher.put(`/event/${one.event}`, { name: 'Other' }))
    await poll(one.state).toBe('removed')
    await poll(() => receiver.received.length).toBe(1)
    expect(await one.connect()).toBe('connected')
    await poll(() => one.seen().map(({ title }) => title)).toEqual(['Other'])
  })

  it('wait for another consent when the old one is over, ask for it by mail, and are found again', async () => {
    const one = await fan()
    await one.connect()
    await poll(() => one.seen().length).toBe(1)
    const [calendar] = one.remote()
    holder.google.revokeAccess(one.account)
    expectOk(await one.publisher.put(`/event/${one.event}`, { name: 'Other' }))
    await poll(one.state).toBe('disconnected')
    const mails = async () => {
      const written = holder.app.log.filter((line) => line.includes('mail written'))
      const files = written.map((line) => (JSON.parse(line) as { file: string }).file)
      const texts = await Promise.all(
        files.map(async (file) => readMail(await readFile(file, 'utf8').catch(() => ''))),
      )
      return texts.filter(
        ({ headers: { to, subject } }) => to?.includes(one.email) && subject?.includes('Google'),
      ).length
    }
    await poll(mails).toBe(1)
    expect(await one.connect()).toBe('connected')
    await poll(() => one.seen().map(({ title }) => title)).toEqual(['Other'])
    expect(one.remote()).toEqual([calendar])

    // Another account: its calendar is a new one.
    holder.google.revokeAccess(one.account)
    expectOk(await one.publisher.put(`/event/${one.event}`, { name: 'Third' }))
    await poll(one.state).toBe('disconnected')
    const other = `fan-${++accounts}@gmail.example`
    holder.google.addAccount(other)
    await one.connect({ email: other })
    await poll(() => eventsAtGoogle(holder.google, holder.google.calendarsOf(other)[0] ?? '').length).toBe(1)
  })

  it('move to another account whose owner consents while the first is connected', async () => {
    const one = await fan()
    const { google } = holder
    const second = `fan-${++accounts}@gmail.example`
    google.addAccount(second)
    // Two windows ask before one of them comes back.
    const late = await one.ask()
    await one.connect()
    await poll(() => one.seen().length).toBe(1)
    expect(await one.comeBack(late, { email: second })).toBe('connected')
    await poll(() => one.remote()).toEqual([])
    await poll(() => google.hasConsent(one.account)).toBe(false)
    expectOk(await one.publisher.put(`/event/${one.event}`, { name: 'Other' }))
    const titles = () =>
      google.calendarsOf(second).flatMap((id) => eventsAtGoogle(google, id).map(({ title }) => title))
    await poll(titles).toEqual(['Other'])
    expect(await one.state()).toBe('active')
    expect(google.violations).toEqual([])
  })

  it('need the box ticked and a yes; nothing is stored without', async () => {
    const one = await fan()
    expect(await one.connect({ agrees: false })).toBe('refused')
    expect(await one.connect({ ticked: [] })).toBe('unticked')
    expect(await one.state()).toBe('none')
    later += 2 * 3_600_000
    expect((await send(`${one.manageUrl}/google`, { method: 'POST' })).status).toBe(403)
    const forged = await send(`${holder.app.url}/google/callback?state=x&code=y`, { redirect: 'manual' })
    expect(forged.status).toBe(400)
  })

  it('survive refusals: too fast, a fault after the work, an expired token, a higher sequence', async () => {
    const one = await fan()
    const { google } = holder
    await one.connect()
    await poll(() => one.seen().length).toBe(1)
    const rename = async (name: string) => expectOk(await one.publisher.put(`/event/${one.event}`, { name }))
    for (const [status, reason] of [
      [403, 'rateLimitExceeded'],
      [403, 'userRateLimitExceeded'],
      [429, 'rateLimitExceeded'],
      [500, 'backendError'],
      [409, 'conflict'],
    ] as const) {
      google.refuse({ status, reason, times: 2 })
      await rename(`After ${status} ${reason}`)
      await poll(() => one.seen()[0]!.title).toBe(`After ${status} ${reason}`)
    }
    google.expireTokens()
    await rename('After a token')
    await poll(() => one.seen()[0]!.title).toBe('After a token')
    const stored = google.findCalendar(one.remote()[0]!)!.events.get(one.event)!
    stored.fields.sequence = 40
    await rename('After a change there')
    await poll(() => one.seen()[0]!.title).toBe('After a change there')
    google.refuse({ status: 403, reason: 'quotaExceeded', times: 1 })
    await rename('After hours')
    const waits = () =>
      holder.app.ctx.db
        .selectFrom('push_target')
        .select(['failures', 'next_at'])
        .where('subscriber_id', '=', one.svcId)
        .executeTakeFirstOrThrow()
    await poll(async () => (await waits()).failures).toBe(1)
    expect((await waits()).next_at! - Date.now() - later).toBeGreaterThan(5 * 3_600_000)
    later += 6 * 3_600_000
    await poll(() => one.seen()[0]!.title).toBe('After hours')
    expect(google.violations).toEqual([])
  })

  it('forget what the feed window leaves behind, once a day', async () => {
    const one = await fan()
    const today = new Date(Date.now() + later).toISOString().slice(0, 10)
    const day = { allDay: 'yes', startTime: undefined, endTime: undefined, startDate: today, endDate: today }
    const passing = await one.publisher.event(one.calendar, day)
    await one.connect()
    await poll(() => one.seen().length).toBe(2)
    const owner = one.publisher
    expectOk(await owner.call('PUT', '/admin/api/publisher', { feedPastDays: 1 }))
    later += 4 * 86_400_000
    await poll(() => one.seen().map(({ id }) => id)).not.toContain(passing)
    expect(one.seen()).toHaveLength(1)
  })
})

/** The manage link of each link has its own token. */
function withoutTokens(events: SeenEvent[]): SeenEvent[] {
  return events.map((event) => ({
    ...event,
    description: event.description.replace(/\/manage\/[\w-]+/, '/manage/'),
  }))
}
