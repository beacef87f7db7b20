import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBacklogMetrics } from '../../src/metrics/backlog-metrics.ts'
import { finishErasures } from '../../src/personal-data/finish-erasures.ts'
import { alertsOf, confirmedFan, createRule, read, told } from '../support/alerts.ts'
import { freshCookie } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { type SmtpReceiver, smtpReceiver } from '../support/smtp-receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe.each(DATABASES)('what a person has of alerts on %s', (kind) => {
  let start = Date.parse('2027-03-01T12:00:00Z')
  let now = start
  let answer: string | undefined
  let receiver: SmtpReceiver
  let smtpUrl = ''
  beforeAll(async () => {
    receiver = await smtpReceiver({ answer: (command) => (command.startsWith('RCPT') ? answer : undefined) })
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
    answer = undefined
    receiver.mails.length = 0
  })

  async function clubWithFan(rule?: Json) {
    const club = await app.publisher()
    const calendarId = await club.calendar({ name: 'First team' })
    const ruleId = rule && (await createRule(club, rule))
    const day = new Date(now + DAY).toISOString().slice(0, 10)
    const times = { timezone: 'UTC', startDate: day, startTime: '15:00', endDate: day, endTime: '17:00' }
    const eventId = await club.event(calendarId, { name: 'City v Town', ...times })
    const fan = await confirmedFan(app, club, 'fan@example.com', [calendarId])
    await read(app, fan.feedUrl)
    const move = async (startTime: string) =>
      expect(await club.put(`/event/${eventId}`, { startTime })).toMatchObject({ status: 200 })
    const run = alertsOf(app)
    const mails = async () => {
      receiver.mails.length = 0
      await run()
      return told(receiver.mails)
    }
    return { club, calendarId, ruleId, eventId, fan, move, mails }
  }
  type Fan = Awaited<ReturnType<typeof clubWithFan>>['fan']

  const choiceOf = async ({ manageUrl }: Fan) => {
    const cookie = await freshCookie(app, manageUrl)
    return (await send(`${manageUrl}/data`, { headers: { cookie } })).body.alerts
  }
  const choose = async ({ manageUrl }: Fan, body: Json, query = '') => {
    const cookie = await freshCookie(app, manageUrl)
    return send(`${manageUrl}/alerts${query}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { cookie },
    })
  }
  const recordOf = async (club: TestPublisher, { svcId }: Fan) =>
    (await club.get(`/admin/api/subscribers/${svcId}`)).body.data.alerts
  const myData = async ({ manageUrl }: Fan) => {
    const cookie = await freshCookie(app, manageUrl)
    return (await send(`${manageUrl}/download`, { headers: { cookie } })).body.alerts
  }

  it('is a choice in the portal, for a browser that came from a mail', async () => {
    const { fan, move, mails } = await clubWithFan({})
    expect(await choiceOf(fan)).toBe('on')
    now += 2 * HOUR
    expect((await send(`${fan.manageUrl}/data`)).body).toMatchObject({ fresh: false, alerts: null })
    const body = JSON.stringify({ on: false })
    expect((await send(`${fan.manageUrl}/alerts`, { method: 'POST', body })).status).toBe(403)
    expect(await choiceOf(fan)).toBe('on')

    expect((await choose(fan, { on: false })).body).toEqual({ status: '200', statusLong: 'OK' })
    expect(await choiceOf(fan)).toBe('off')
    await move('16:00')
    expect(await mails()).toEqual([])
    expect((await choose(fan, { on: true }, '?lang=de')).status).toBe(200)
    expect(await choiceOf(fan)).toBe('on')
    await move('16:30')
    expect(await mails()).toEqual([['fan@example.com', expect.stringContaining('wurde verlegt')]])
  })

  it.each([[{}], [{ on: 1 }], [{ on: 'yes' }], [{ on: null }]])('is no choice of %j', async (body) => {
    const { fan } = await clubWithFan({})
    const refused = await choose(fan, body)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['on']])
    expect(await choiceOf(fan)).toBe('on')
  })

  it('is offered where the publisher mails, or did', async () => {
    const { club, fan, ruleId, calendarId, move, mails } = await clubWithFan({ channels: ['push'] })
    expect(await choiceOf(fan)).toBeNull()
    const { data: rules } = (await club.get('/admin/api/alert-rules')).body
    const { id: _, created: _c, ...rule } = rules[0]
    const change = (over: Json) => club.put(`/admin/api/alert-rules/${ruleId}`, { ...rule, ...over })
    expect((await change({ channels: ['mail'], active: false })).status).toBe(200)
    expect(await choiceOf(fan)).toBeNull()
    expect((await change({ channels: ['mail', 'push'], active: true })).status).toBe(200)
    expect(await choiceOf(fan)).toBe('on')
    await move('16:00')
    expect(await mails()).toHaveLength(1)
    expect((await club.delete(`/admin/api/alert-rules/${ruleId}`)).status).toBe(200)
    expect(await choiceOf(fan)).toBe('on')
    const other = await confirmedFan(app, club, 'other@example.com', [calendarId])
    expect(await choiceOf(other)).toBeNull()
  })

  it('says that the address was refused, and can be switched on again', async () => {
    const { club, fan, move, mails } = await clubWithFan({})
    answer = '550 5.1.1 no such user'
    for (const time of ['15:30', '16:00', '16:30']) {
      await move(time)
      await mails()
    }
    answer = undefined
    expect(await choiceOf(fan)).toBe('refused')
    expect(await myData(fan)).toMatchObject({ choice: 'refused', refusals: 3, told: [] })
    const { choice, told: record } = await recordOf(club, fan)
    expect([choice, record.map(({ state, at }: Json) => [state, at])]).toEqual([
      'refused',
      Array.from({ length: 3 }, () => ['refused', null]),
    ])
    expect((await choose(fan, { on: true })).status).toBe(200)
    expect(await choiceOf(fan)).toBe('on')
    expect(await myData(fan)).toMatchObject({ choice: 'on', refusals: 0 })
    await move('16:45')
    expect(await mails()).toHaveLength(1)
  })

  it('is in the record and in the data of the person, with names, also of what is gone', async () => {
    const { club, calendarId, eventId, fan, move, mails } = await clubWithFan({})
    const day = new Date(now + DAY).toISOString().slice(0, 10)
    const times = { timezone: 'UTC', startDate: day, startTime: '15:00', endDate: day, endTime: '17:00' }
    const gone = await club.event(calendarId, { name: 'Lake v Hill', ...times })
    now += MINUTE
    await read(app, fan.feedUrl)
    now += MINUTE
    const first = now
    await move('16:00')
    expect(await mails()).toHaveLength(1)
    now += HOUR
    const second = now
    await club.delete(`/event/${gone}`)
    await club.put(`/event/${eventId}`, { name: 'City v Village' })
    expect(await mails()).toHaveLength(1)

    const iso = (at: number) => new Date(at).toISOString()
    expect(await recordOf(club, fan)).toEqual({
      choice: 'on',
      told: [
        {
          ...{ alertId: expect.any(String), created: iso(second), state: 'told', at: iso(second) },
          ...{ events: [{ eventId: gone, name: 'Lake v Hill', gone: true }], eventCount: 1 },
        },
        {
          ...{ alertId: expect.any(String), created: iso(first), state: 'told', at: iso(first) },
          ...{ events: [{ eventId, name: 'City v Village', gone: false }], eventCount: 1 },
        },
      ],
    })
    const data = {
      ...{ choice: 'on', language: 'en', refusals: 0 },
      told: [
        { at: iso(second), events: ['Lake v Hill'] },
        { at: iso(first), events: ['City v Village'] },
      ],
    }
    expect(await myData(fan)).toEqual(data)
    const owner = await userOf(app, club, 'owner')
    const exported = await owner.get(`/subscribers/${fan.svcId}/export`)
    expect(exported.body.alerts ?? exported.body.data?.alerts).toEqual(data)
    // A name that was never told is not shown: the event is hidden now.
    await club.put(`/event/${eventId}`, { name: 'Secret friendly', draft: 1 })
    expect((await myData(fan)).told[1].events).toEqual(['City v Village'])
  })

  it('is gone with the person', async () => {
    const { club, fan, move, mails } = await clubWithFan({})
    await move('16:00')
    expect(await mails()).toHaveLength(1)
    const rows = () =>
      app.ctx.db.selectFrom('alert_recipient').selectAll().where('subscriber_id', '=', fan.svcId).execute()
    const [kept, ...more] = await rows()
    expect([kept!.state, more]).toEqual(['told', []])
    const owner = await userOf(app, club, 'owner')
    expect((await owner.delete(`/subscribers/${fan.svcId}`)).status).toBe(200)
    expect(await rows()).toEqual([])
    // One that another process wrote at that moment.
    await app.ctx.db
      .insertInto('alert_recipient')
      .values({ ...kept!, state: 'waiting', told: null, at: null })
      .execute()
    now += MINUTE
    await finishErasures(app.ctx)
    expect(await rows()).toEqual([])
    const [alert] = (await club.get('/admin/api/alerts')).body.data
    // Numbers stay: they name nobody.
    expect(alert).toMatchObject({ state: 'done', people: 1, counts: { told: 1 } })
  })

  it('leaves an entry in the audit log that names nobody, once', async () => {
    const { club, fan, calendarId, move, mails } = await clubWithFan({})
    const other = await confirmedFan(app, club, 'other@example.com', [calendarId])
    await read(app, other.feedUrl)
    await move('16:00')
    expect(await mails()).toHaveLength(2)
    await mails()
    const [alert] = (await club.get('/admin/api/alerts')).body.data
    const owner = await userOf(app, club, 'owner')
    const log = await owner.get(`/audit-log?subject=alert:${alert.id}`)
    expect(log.body.data).toMatchObject([{ action: 'alert.done', before: null, after: { told: 2 } }])
    expect(log.body.data[0].actor).toMatchObject({ kind: 'system', name: 'Alerts' })
    for (const trace of [fan.svcId, other.svcId, '@example.com']) expect(log.text).not.toContain(trace)
  })

  it('is not told of a calendar that is deleted', async () => {
    const { club, calendarId, move, mails } = await clubWithFan({ grace: 60 })
    await move('16:00')
    expect(await mails()).toEqual([])
    expect((await club.delete(`/calendar/${calendarId}`)).status).toBe(200)
    now += 61 * MINUTE
    expect(await mails()).toEqual([])
    now += HOUR
    expect(await mails()).toEqual([])
    const { data } = (await club.get('/admin/api/alerts')).body
    expect(data.map(({ state, people }: Json) => [state, people])).toEqual([['done', 0]])
  })

  it('is in the metrics: what is due, who waits, and what became of the mails', async () => {
    const metric = async (name: string, label?: string) => {
      const own = await app.ctx.meters.registry.getMetricsAsJSON()
      const waiting = await createBacklogMetrics(app.ctx)()
      const found = [...own, ...waiting].find((one) => one.name === name)!
      const values = found.values as { value: number; labels: Json }[]
      return values.find(({ labels }) => label === undefined || labels.result === label)!.value
    }
    const counted = async () => ({
      due: await metric('fasti_alerts_due'),
      waiting: await metric('fasti_alert_recipients_waiting'),
      sent: await metric('fasti_alert_mails_total', 'sent'),
      refused: await metric('fasti_alert_mails_total', 'refused'),
      later: await metric('fasti_alert_mails_total', 'later'),
    })
    await alertsOf(app)()
    const { move, mails } = await clubWithFan({ grace: 60 })
    const before = await counted()
    expect(before).toMatchObject({ due: 0, waiting: 0 })
    await move('16:00')
    await mails()
    expect(await counted()).toEqual({ ...before, due: 1 })
    now += 61 * MINUTE
    answer = '451 4.7.1 try later'
    await mails()
    const asked = { ...before, later: before.later + 1 }
    expect(await counted()).toEqual({ ...asked, waiting: 1 })
    answer = undefined
    now += 2 * MINUTE
    expect(await mails()).toHaveLength(1)
    expect(await counted()).toEqual({ ...asked, sent: before.sent + 1 })
    answer = '550 5.1.1 no such user'
    await move('16:30')
    await mails()
    now += 61 * MINUTE
    await mails()
    expect(await counted()).toEqual({ ...asked, sent: before.sent + 1, refused: before.refused + 1 })
  })
})
