import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alertsOf, AT_ONCE, confirmedFan, createRule, GOOGLE, IOS, read, told } from '../support/alerts.ts'
import { freshCookie } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { type PushedMessage, usePushService } from '../support/push-service.ts'
import { readMail, type SmtpReceiver, smtpReceiver } from '../support/smtp-receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe.each(DATABASES)('alerts on %s', (kind) => {
  const service = usePushService()
  service.now = () => now
  let start = Date.parse('2027-03-01T12:00:00Z')
  let now = start
  let answer: ((command: string) => string | undefined) | undefined
  let receiver: SmtpReceiver
  let smtpUrl = ''
  beforeAll(async () => {
    receiver = await smtpReceiver({ answer: (command) => answer?.(command) })
    smtpUrl = receiver.url
  })
  afterAll(() => receiver.close())
  const app = useTestApp(kind, {
    ...BEHIND_PROXY,
    now: () => now,
    config: (config) => ({
      ...BEHIND_PROXY.config(config),
      mail: {
        ...config.mail,
        get smtpUrl() {
          return smtpUrl
        },
        from: { name: undefined, address: 'calendars@fasti.test' },
      },
    }),
  })
  beforeEach(() => {
    now = start += 30 * DAY
    receiver.mails.length = 0
    answer = undefined
  })

  async function startClub(rule: Json = {}) {
    const club = await app.publisher()
    const calendarId = await club.calendar({ name: 'First team' })
    const event = (name: string, hours = 24) => {
      const start = new Date(now + hours * HOUR).toISOString()
      const day = start.slice(0, 10)
      const times = { startDate: day, startTime: start.slice(11, 16), endDate: day, endTime: '23:30' }
      return club.event(calendarId, { name, timezone: 'UTC', ...times })
    }
    const fan = async (email: string, application = IOS) => {
      const one = await confirmedFan(app, club, email, [calendarId])
      await read(app, one.feedUrl, application)
      return one
    }
    const ruleId = await createRule(club, rule)
    const run = alertsOf(app)
    const mails = async () => {
      receiver.mails.length = 0
      await run()
      return told(receiver.mails)
    }
    return { club, calendarId, event, fan, run, mails, ruleId }
  }
  const move = async (club: TestPublisher, id: string, startTime: string, over: Json = {}) =>
    expect(await club.put(`/event/${id}`, { startTime, ...over })).toMatchObject({ status: 200 })

  it('go to whoever has not fetched the change, once', async () => {
    const { club, event, fan, mails } = await startClub()
    const id = await event('City v Town')
    const [fast, slow] = [await fan('fast@example.com'), await fan('slow@example.com', GOOGLE)]
    await club.subscriber('silent@example.com')
    now += MINUTE
    await move(club, id, '13:30')
    await read(app, fast.feedUrl)
    const sent = await mails()
    expect(sent).toEqual([
      ['slow@example.com', expect.stringMatching(/^City v Town moved: .*12:00 → .*13:30 · City Rugby$/)],
    ])
    expect(await mails()).toEqual([])
    await read(app, slow.feedUrl, GOOGLE)
    now += HOUR
    expect(await mails()).toEqual([])
    const [alert] = (await club.get('/admin/api/alerts')).body.data
    const [{ kind, payload }] = (await club.get('/notifications')).body.data.slice(-1)
    expect({ kind, payload }).toMatchObject({
      kind: 'alert.sent',
      payload: { alertId: alert.id, people: 1, told: 1, refused: 0, eventIds: [id], eventCount: 1 },
    })
    expect(alert).toMatchObject({
      ...{ state: 'done', people: 1, askedBy: '', eventCount: 1 },
      counts: { told: 1, waiting: 0, current: 0 },
      events: [{ eventId: id, name: 'City v Town', calendar: 'First team' }],
    })
  })

  it('have the headers of RFC 8058 and a message id, and their link switches them off', async () => {
    const { club, event, fan, mails } = await startClub()
    const id = await event('City v Town')
    await fan('fan@example.com')
    await move(club, id, '13:30')
    await mails()
    const { headers, parts } = readMail(receiver.mails.at(-1)!.data)
    expect(headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'message-id': expect.stringMatching(/^<[0-9a-f]{24}@fasti\.test>$/),
    })
    const address = /^<(https:\/\/fasti\.test\/alerts\/[\w-]+)>$/.exec(headers['list-unsubscribe']!)![1]!
    expect(parts['text/plain']).toContain(address)
    const off = app.url + new URL(address).pathname
    const page = await send(off)
    expect(page.text).toContain('<form method="post">')
    const switched = await send(off, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(switched).toMatchObject({ status: 200, text: expect.stringContaining('Switched off') })
    now += DAY / 2
    await move(club, id, '14:30')
    expect(await mails()).toEqual([])
    const again = await send(off, { method: 'POST', body: 'alerts=on' })
    expect(again.text).toContain('Switched on')
    await move(club, id, '15:30')
    expect(await mails()).toHaveLength(1)
    expect((await send(`${off}x`)).status).toBe(404)
  })

  it('wait for the grace, and merge changes; nothing is told where nothing is left of them', async () => {
    const { club, event, fan, mails } = await startClub({ grace: 60 })
    const [one, two] = [await event('City v Town'), await event('Lake v Hill')]
    await fan('fan@example.com')
    await move(club, one, '13:00')
    await move(club, two, '13:00')
    expect(await mails()).toEqual([])
    now += 30 * MINUTE
    await move(club, one, '14:00')
    await move(club, two, '12:00')
    expect(await mails()).toEqual([])
    now += 31 * MINUTE
    expect(await mails()).toEqual([
      ['fan@example.com', expect.stringMatching(/^City v Town moved: .*12:00 → .*14:00 · City Rugby$/)],
    ])
  })

  it('are told at once if the event is about to begin, and not after it has begun', async () => {
    const { club, event, fan, mails } = await startClub({ grace: 60 })
    const [soon, begun] = [await event('City v Town', 1 / 3), await event('Lake v Hill', 1 / 6)]
    await fan('fan@example.com')
    await club.put(`/event/${soon}`, { location: 'Lake Ground' })
    expect(await mails()).toEqual([['fan@example.com', expect.stringContaining('Lake Ground')]])
    now += 15 * MINUTE
    await club.put(`/event/${begun}`, { location: 'Hill Ground' })
    expect(await mails()).toEqual([])
  })

  it('tell again only whoever was told, when it moves back', async () => {
    const { club, event, fan, mails } = await startClub()
    const id = await event('City v Town')
    await fan('told@example.com')
    const refreshed = await fan('refreshed@example.com')
    await move(club, id, '13:30')
    await read(app, refreshed.feedUrl)
    expect((await mails()).map(([to]) => to)).toEqual(['told@example.com'])
    const late = await fan('late@example.com')
    now += HOUR
    await move(club, id, '12:00')
    // Both calendars that fetched 13:30 show it still; the one that was told of it never did.
    expect((await mails()).map(([to]) => to)).toEqual([
      'late@example.com',
      'refreshed@example.com',
      'told@example.com',
    ])
    await read(app, late.feedUrl)
    expect(await mails()).toEqual([])
  })

  it('say nothing to whom the calendar shows the right time again, without a word before', async () => {
    const { club, event, fan, mails } = await startClub({ grace: 10 })
    const id = await event('City v Town')
    await fan('never-asked@example.com')
    const asked = await fan('asked@example.com')
    await move(club, id, '13:30')
    await read(app, asked.feedUrl)
    await move(club, id, '12:00')
    now += 11 * MINUTE
    expect((await mails()).map(([to]) => to)).toEqual(['asked@example.com'])
  })

  it('are one mail to each for more than three events, and ask before many are told', async () => {
    const { club, event, fan, mails } = await startClub({ askAbove: 1 })
    const ids = await Promise.all(['A v B', 'C v D', 'E v F', 'G v H'].map((name) => event(name)))
    await fan('one@example.com')
    await fan('two@example.com')
    for (const id of ids) await move(club, id, '13:30')
    expect(await mails()).toEqual([])
    const [alert] = (await club.get('/admin/api/alerts')).body.data
    expect(alert).toMatchObject({ state: 'asking', people: 2, eventCount: 4 })
    const path = `/admin/api/alerts/${alert.id}`
    expect((await club.post(`${path}/agree`)).body.data).toMatchObject({ state: 'sending' })
    expect(await mails()).toEqual([
      ['one@example.com', '4 events of City Rugby have changed'],
      ['two@example.com', '4 events of City Rugby have changed'],
    ])
    expect(await club.post(`${path}/agree`)).toMatchObject({ status: 403 })
    expect((await club.get(path)).body.data.counts.told).toBe(2)
  })

  it('keep to the mails a day, and put into one mail what would be too many', async () => {
    const { club, event, fan, mails } = await startClub({ dailyCap: 2 })
    const [one, two, three] = await Promise.all(['A v B', 'C v D', 'E v F'].map((name) => event(name)))
    await fan('fan@example.com')
    for (const id of [one, two, three]) await move(club, id!, '13:30')
    expect(await mails()).toEqual([['fan@example.com', '3 events of City Rugby have changed']])
    await move(club, one!, '14:30')
    expect(await mails()).toHaveLength(0)
    const [alert] = (await club.get('/admin/api/alerts')).body.data
    expect(alert.counts).toMatchObject({ capped: 1 })
  })

  it('try again while the mail server is away, with the same message id, until the event begins', async () => {
    const { club, event, fan, run, mails } = await startClub()
    const id = await event('City v Town', 2)
    await fan('fan@example.com')
    await move(club, id, new Date(now + 3 * HOUR).toISOString().slice(11, 16))
    answer = (command) => (command.startsWith('RCPT') ? '451 4.7.1 try later' : undefined)
    await run()
    expect(told(receiver.mails)).toEqual([])
    answer = undefined
    expect(await mails()).toEqual([])
    now += 2 * MINUTE
    expect(await mails()).toHaveLength(1)

    await club.put(`/event/${id}`, { location: 'Lake Ground' })
    answer = (command) => (command.startsWith('MAIL') ? '421 closing' : undefined)
    await run()
    answer = undefined
    now += 4 * HOUR
    expect(await mails()).toEqual([])
    const [alert] = (await club.get('/admin/api/alerts')).body.data
    expect(alert).toMatchObject({ state: 'done', counts: { late: 1, told: 0 } })
  })

  it('are not sent of a move into the past, nor to whoever leaves or is erased before their turn', async () => {
    const { club, event, fan, run, mails } = await startClub({ grace: 60 })
    const [past, moved] = [await event('City v Town'), await event('Lake v Hill')]
    const [left, erased] = [await fan('left@example.com'), await fan('erased@example.com')]
    await fan('stays@example.com')
    await move(club, past, '10:00', { startDate: new Date(now - 2 * DAY).toISOString().slice(0, 10) })
    await move(club, moved, '13:30')
    await run()
    now += 61 * MINUTE
    answer = (command) => (command.startsWith('RCPT') ? '451 4.7.1 try later' : undefined)
    await run()
    expect(await club.post(`/subscriber/${left.svcId}/unsubscribe`)).toMatchObject({ status: 200 })
    const owner = await userOf(app, club, 'owner')
    expect(await owner.delete(`/subscribers/${erased.svcId}`)).toMatchObject({ status: 200 })
    answer = undefined
    now += 5 * MINUTE
    expect(await mails()).toEqual([['stays@example.com', expect.stringMatching(/^Lake v Hill moved/)]])
    const [alert] = (await club.get('/admin/api/alerts')).body.data
    expect(alert).toMatchObject({ state: 'done', counts: { told: 1, off: 1, waiting: 0 } })
  })

  it('tell of an event in several calendars once, and not that it is gone to whom another still shows it', async () => {
    const { club, calendarId, event, fan, mails } = await startClub()
    const town = await club.calendar({ name: 'Town' })
    const id = await event('City v Town')
    await club.put(`/event/${id}`, { addCalendarIds: [town] })
    await fan('one@example.com')
    const both = await confirmedFan(app, club, 'both@example.com', [calendarId, town])
    await read(app, both.feedUrl)
    now += MINUTE
    await move(club, id, '13:30')
    const sent = await mails()
    expect(sent.map(([to]) => to)).toEqual(['both@example.com', 'one@example.com'])
    for (const [, subject] of sent)
      expect(subject).toMatch(/^City v Town moved: .*12:00 → .*13:30 · City Rugby$/)
    now += MINUTE
    await club.delete(`/event/${id}?calendarId=${calendarId}`)
    expect(await mails()).toEqual([['one@example.com', expect.stringContaining('removed')]])
    now += MINUTE
    await club.delete(`/event/${id}`)
    expect(await mails()).toEqual([['both@example.com', expect.stringContaining('removed')]])
  })

  it('say that an event was removed, if it was deleted while its change was due', async () => {
    const { club, event, fan, run, mails } = await startClub({ grace: 60 })
    const id = await event('City v Town')
    await fan('fan@example.com')
    await move(club, id, '13:30')
    await run()
    expect(await club.delete(`/event/${id}`)).toMatchObject({ status: 200 })
    now += 61 * MINUTE
    expect(await mails()).toEqual([['fan@example.com', expect.stringContaining('removed')]])
    expect(await mails()).toEqual([])
  })

  it.each([
    ['without channels', { channels: [] }, 'channels'],
    ['without kinds', { kinds: [] }, 'kinds'],
    ['of a kind that is never told', { kinds: ['text'] }, 'kinds'],
    ['with quiet hours of no length', { quietHours: { from: '22:00', to: '22:00' } }, 'quietHours'],
    ['with quiet hours at no time', { quietHours: { from: '22:00', to: '24:00' } }, 'quietHours'],
    ['of a calendar that is not there', { calendarIds: ['0'.repeat(24)] }, 'calendarIds'],
    ['with a negative grace', { grace: -1 }, 'grace'],
  ])('have no rule %s', async (_, over, field) => {
    const { club } = await startClub()
    const answer = await club.post('/admin/api/alert-rules', { ...AT_ONCE, ...over })
    expect(answer).toMatchObject({ status: 400 })
    expect(JSON.stringify(answer.body.errors)).toContain(field)
    expect((await club.get('/admin/api/alert-rules')).body.data).toHaveLength(1)
  })

  it('go no more to an address that the mail server refused three times', async () => {
    const { club, event, fan, mails } = await startClub()
    const id = await event('City v Town')
    await fan('gone@example.com')
    answer = (command) => (command.startsWith('RCPT') ? '550 5.1.1 no such user' : undefined)
    for (const time of ['13:00', '14:00', '15:00']) {
      await move(club, id, time)
      await mails()
      const [alert] = (await club.get('/admin/api/alerts')).body.data
      expect(alert).toMatchObject({ state: 'done', counts: { refused: 1 } })
    }
    answer = undefined
    await move(club, id, '16:00')
    expect(await mails()).toEqual([])
  })

  it('go only to confirmed addresses, of people who are there', async () => {
    const { club, calendarId, event, fan, mails } = await startClub()
    const id = await event('City v Town')
    const typed = await club.subscriber('typed@example.com', [calendarId])
    await read(app, typed.feedUrl)
    const left = await fan('left@example.com')
    await club.post(`/subscriber/${left.svcId}/unsubscribe`)
    const other = await fan('other@example.com')
    const otherCalendar = await club.calendar()
    await club.post(`/subscriber/${other.svcId}/calendars`, { calendarIds: [otherCalendar] })
    await move(club, id, '13:30')
    expect((await mails()).map(([to]) => to)).not.toContain('typed@example.com')
    expect(receiver.mails.map(({ to }) => to.join())).not.toContain('left@example.com')
  })

  it('are notifications too, in browsers that show them, one for each event', async () => {
    const { club, calendarId, event, mails } = await startClub({ channels: ['mail', 'push'] })
    const id = await event('City v Town')
    const fan = await club.subscriber('push@example.com', [calendarId])
    await read(app, fan.feedUrl)
    const cookie = await freshCookie(app, fan.manageUrl)
    const [browser, gone] = [service.browser(), service.browser()]
    service.answer(gone, (response) => response.writeHead(410).end())
    for (const own of [browser, gone])
      expect(
        await send(`${fan.manageUrl}/push-subscriptions`, {
          ...{
            method: 'POST',
            headers: { cookie, 'x-forwarded-for': '10.9.9.9' },
            body: JSON.stringify(own),
          },
        }),
      ).toMatchObject({ status: 200 })
    await move(club, id, '13:30')
    expect(await mails()).toEqual([])
    expect(service.faults).toEqual([])
    expect(service.messages).toHaveLength(1)
    const [{ payload, topic, urgency, ttl }] = service.messages as [PushedMessage]
    expect(payload).toMatchObject({ title: 'Moved: City v Town', lang: 'en', dir: 'ltr', tag: topic })
    expect(payload.body).toMatch(/12:00 → .*13:30/)
    expect(new URL(payload.url, app.url).pathname).toBe(new URL(fan.manageUrl).pathname)
    expect({ urgency, ttl }).toEqual({ urgency: 'normal', ttl: (25.5 * HOUR) / 1000 })
    expect(await mails()).toEqual([])
    await move(club, id, '14:30')
    await mails()
    expect(service.messages.map((message) => message.topic)).toEqual([topic, topic])
    const [alert] = (await club.get('/admin/api/alerts')).body.data
    expect(alert.counts).toMatchObject({ told: 1 })
  })

  it('are shown in browsers also while the mail server takes nothing', async () => {
    const { club, calendarId, event, run } = await startClub({ channels: ['mail', 'push'] })
    const id = await event('City v Town')
    for (const email of ['one@example.com', 'two@example.com', 'three@example.com']) {
      const fan = await confirmedFan(app, club, email, [calendarId])
      await read(app, fan.feedUrl)
      const headers = { cookie: await freshCookie(app, fan.manageUrl), 'x-forwarded-for': '10.9.9.8' }
      const body = JSON.stringify(service.browser())
      const on = await send(`${fan.manageUrl}/push-subscriptions`, { method: 'POST', headers, body })
      expect(on).toMatchObject({ status: 200 })
    }
    await move(club, id, '13:30')
    answer = (command) => (command.startsWith('MAIL') ? '421 closing' : undefined)
    const before = service.messages.length
    await run()
    expect(service.messages).toHaveLength(before + 3)
    answer = undefined
    now += 5 * MINUTE
    receiver.mails.length = 0
    await run()
    expect(told(receiver.mails)).toHaveLength(3)
    expect(service.messages).toHaveLength(before + 3)
  })

  it('have another message id, if the event has changed again before the next attempt', async () => {
    const { club, event, fan, run, mails } = await startClub()
    const [one, two] = [await event('City v Town', 24), await event('Lake v Hill', 25)]
    await fan('fan@example.com')
    await move(club, one, '13:30')
    await move(club, two, '14:30')
    let taken = 0
    answer = (command) => (command.startsWith('RCPT') && ++taken > 1 ? '451 4.7.1 try later' : undefined)
    receiver.mails.length = 0
    await run()
    answer = undefined
    const [first] = receiver.mails
    await move(club, one, '15:30')
    now += 5 * MINUTE
    const rest = await mails()
    expect(rest.map(([, subject]) => subject.slice(0, 11)).sort()).toEqual(['City v Town', 'Lake v Hill'])
    const ids = [first!, ...receiver.mails].map(({ data }) => readMail(data).headers['message-id'])
    expect(new Set(ids).size).toBe(3)
  })

  it('are told by hand, after a dry run, to whoever waits', async () => {
    const { club, calendarId, event, fan, mails, ruleId } = await startClub()
    await club.delete(`/admin/api/alert-rules/${ruleId}`)
    const id = await event('City v Town', 200)
    await fan('waits@example.com')
    const has = await fan('has@example.com')
    await move(club, id, '21:00')
    await read(app, has.feedUrl)
    const { revision } = (await club.get('/changes')).body.data.at(-1)
    const tell = (dryRun: boolean) =>
      club.post(`/admin/api/changes/${revision}/tell?calendarId=${calendarId}`, { dryRun })
    const tried = await tell(true)
    expect(tried.body.data).toMatchObject({ people: 1, alertId: null })
    expect(tried.body.data.mail.subject).toMatch(/^City v Town moved: /)
    expect(await mails()).toEqual([])
    now += MINUTE
    const { alertId } = (await tell(false)).body.data
    expect(await mails()).toEqual([['waits@example.com', tried.body.data.mail.subject]])
    expect((await club.get(`/admin/api/alerts/${alertId}`)).body.data).toMatchObject({ state: 'done' })
    const owner = await userOf(app, club, 'owner')
    const entries = (await owner.get(`/audit-log?subjectKind=alert&subjectId=${alertId}`)).body.data
    expect(entries.map(({ action }: Json) => action)).toEqual(expect.arrayContaining(['alert.tell']))
    expect(await tell(true)).toMatchObject({ body: { data: { people: 0 } } })
  })

  it('are listed by their state, by an event and page by page', async () => {
    const { club, event, fan, run } = await startClub()
    const ids = [await event('City v Town'), await event('Lake v Hill')]
    await fan('fan@example.com')
    const alertIds: string[] = []
    for (const id of ids) {
      now += MINUTE
      await move(club, id, '13:30')
      await run()
      alertIds.unshift((await club.get('/admin/api/alerts')).body.data[0].id)
    }
    const list = async (query: string) => {
      const { data } = (await club.get(`/admin/api/alerts?${query}`)).body
      return data.map(({ id }: Json) => id)
    }
    expect(await list('state=done')).toEqual(alertIds)
    expect(await list('state=asking')).toEqual([])
    expect(await list(`eventId=${ids[0]}`)).toEqual([alertIds[1]])
    expect(await list(`eventId=${ids[1]}&state=done`)).toEqual([alertIds[0]])
    expect(await list(`cursor=${alertIds[0]}`)).toEqual([alertIds[1]])
    expect(await club.get('/admin/api/alerts?state=lost')).toMatchObject({ status: 400 })
    expect(await club.get('/admin/api/alerts?eventId=%25')).toMatchObject({ status: 400 })
  })

  it('that were taken back are told to those who read in between', async () => {
    const { club, calendarId, event, fan, ruleId } = await startClub()
    await club.delete(`/admin/api/alert-rules/${ruleId}`)
    const id = await event('City v Town')
    const one = await fan('fan@example.com')
    now += MINUTE
    await move(club, id, '13:30')
    await read(app, one.feedUrl)
    now += MINUTE
    await move(club, id, '12:00')
    const { revision } = (await club.get('/changes')).body.data[0]
    const tried = await club.post(`/admin/api/changes/${revision}/tell?calendarId=${calendarId}`, {
      dryRun: true,
    })
    expect(tried.body.data).toMatchObject({ people: 1 })
    expect(tried.body.data.mail.subject).toMatch(/^City v Town moved: .*13:30 → .*12:00 · .+$/)
  })
})
