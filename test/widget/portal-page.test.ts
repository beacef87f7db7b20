import { describe, expect, it } from 'vitest'
import { portalState } from '../../src/http/widget/portal-data.ts'
import { confirmed, freshCookie, subscribedAgain } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'

const LOOK = {
  name: 'City Rugby',
  timezone: 'Europe/London',
  logo: false,
  primaryColor: '#123',
  secondaryColor: false,
  privacyNotice: false,
  imprint: false,
}

describe.each(DATABASES)('the page behind a manage link on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, {
    now: () => (now += 25),
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
  })
  let address = 0
  const post = (url: string, body: unknown = {}) =>
    send(url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-forwarded-for': `10.2.0.${address++}` },
    })
  const tokenOf = (url: string) => url.split('/').at(-1)!

  async function clubWithFan() {
    const club = await app.publisher()
    await club.put('/admin/api/publisher', { displayPrimaryColor: '#123' })
    const [first, second] = [await club.calendar({ name: 'First team' }), await club.calendar()]
    const draft = await club.calendar({ draftCalendar: 1 })
    await club.event(first, { name: 'Final', alert: '1D' })
    return { club, first, second, draft, fan: await club.subscriber('fan@example.com', [first]) }
  }

  it('has all it needs, in its data and in its state', async () => {
    const { club, first, second, fan } = await clubWithFan()
    const { body } = await send(`${fan.manageUrl}/data`)
    expect(body).toEqual({
      status: '200',
      statusLong: 'OK',
      calendarUrl: fan.record.calendarUrl,
      addUrl: `https://fasti.test/manage/${tokenOf(fan.manageUrl)}#add`,
      manageUrl: `https://fasti.test/manage/${tokenOf(fan.manageUrl)}`,
      fresh: true,
      fromMail: false,
      confirmed: false,
      email: 'fan@example.com',
      profile: { applications: [] },
      reminders: null,
      alerts: null,
      publisher: LOOK,
      calendars: [
        {
          id: first,
          name: 'First team',
          reference: expect.any(String),
          logo: false,
          categories: ['Sports/Rugby'],
          nextEvent: expect.objectContaining({ name: 'Final', startDate: '2027-04-10', startTime: '15:00' }),
          mirror: false,
          subscribed: true,
        },
        expect.objectContaining({ id: second, nextEvent: false, subscribed: false }),
      ],
      upcoming: {
        ...{ status: '200', statusLong: 'OK', next: false },
        data: [expect.objectContaining({ name: 'Final', calendarName: 'First team' })],
      },
      readers: [],
      changedAt: expect.any(Number),
      widgetId: club.widgetId,
      providers: ['google', 'microsoft'],
      pushKey: expect.stringMatching(/^B[\w-]{86}$/),
    })
    expect(await portalState(app.ctx, tokenOf(fan.manageUrl))).toEqual({ state: 'active', ...body })
  })

  it('merges private events into what comes next, for a browser that came from a mail alone', async () => {
    const { club, first, second, fan } = await clubWithFan()
    const on = (startDate: string) => ({ startDate, endDate: startDate })
    await club.event(second, { name: 'Not followed', ...on('2027-04-02') })
    await club.event(first, { name: 'Off', cancelled: 1, ...on('2027-04-12') })
    await club.privateEvent(fan.svcId, { name: 'Over', ...on('2027-01-02') })
    await club.privateEvent(fan.svcId, { name: 'Draft', draft: 1, ...on('2027-04-02') })
    for (const day of [1, 11, 13])
      await club.privateEvent(fan.svcId, {
        name: `Seat ${day}`,
        ...on(`2027-04-${day < 10 ? '0' : ''}${day}`),
      })
    const stranger = await club.subscriber('stranger@example.com', [first])
    await club.privateEvent(stranger.svcId, { name: 'Of a stranger', ...on('2027-04-03') })
    await app.ctx.db.updateTable('feed_link').set({ fresh_until: null }).execute()

    const list = async (cookie: string, query = '') => {
      const { body } = await send(`${fan.manageUrl}/upcoming${query}`, { headers: { cookie } })
      const shown = (body.data as Json[]).map(
        (one) => `${one.name}${one.private ? ' (private)' : ''}${one.cancelled ? ' (off)' : ''}`,
      )
      return { shown, next: body.next as string | false }
    }
    expect(await list('')).toEqual({ shown: ['Final', 'Off (off)'], next: false })
    const { body } = await send(`${fan.manageUrl}/data`)
    expect(body).toMatchObject({ fresh: false, readers: [], changedAt: null })
    expect(JSON.stringify(body)).not.toContain('Seat')

    const cookie = await freshCookie(app, fan.manageUrl)
    const all = ['Seat 1 (private)', 'Final', 'Seat 11 (private)', 'Off (off)', 'Seat 13 (private)']
    expect(await list(cookie)).toEqual({ shown: all, next: false })
    const pages = []
    for (let next: string | false = ''; next !== false;) {
      const page = await list(cookie, `?limit=2&after=${next}`)
      pages.push(page.shown)
      next = page.next
    }
    expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)])
    await club.put('/admin/api/publisher', { cancelledEvents: 'remove' })
    expect((await list(cookie)).shown).not.toContain('Off (off)')
    // A pending link has nothing of the person.
    const pending = await club.subscribe(fan.email, [first])
    const page = app.url + new URL(pending.body.manageUrl as string).pathname
    expect((await send(`${page}/upcoming`, { headers: { cookie } })).status).toBe(403)
    expect((await send(page)).text).not.toContain('Seat')
  })

  it('says which applications fetched the calendar, and which have not the last change', async () => {
    const { club, first, fan } = await clubWithFan()
    const cookie = await freshCookie(app, fan.manageUrl)
    const poll = async (userAgent: string) => {
      await send(fan.feedUrl, { headers: { 'user-agent': userAgent } })
      await app.ctx.feedReads.flush()
    }
    const readers = async () => {
      const { body } = await send(`${fan.manageUrl}/data`, { headers: { cookie } })
      return (body.readers as Json[]).map(({ application, current, active }) => ({
        application,
        current,
        active,
      }))
    }
    expect(await readers()).toEqual([])
    await poll('Google-Calendar-Importer')
    await poll('Thunderbird')
    const [google, thunderbird] = ['Google Calendar', 'Thunderbird'].map((application) => ({
      application,
      current: true,
      active: true,
    }))
    expect(await readers()).toEqual([thunderbird, google])
    const other = await club.calendar()
    await club.event(other, { name: 'Not followed' })
    expect(await readers()).toEqual([thunderbird, google])
    await club.event(first, { name: 'Replay' })
    await poll('Thunderbird')
    expect(await readers()).toEqual([thunderbird, { ...google, current: false }])
    await poll('Google-Calendar-Importer')
    await club.privateEvent(fan.svcId, { name: 'Seat 12B' })
    expect(await readers()).toEqual([
      { ...google, current: false },
      { ...thunderbird, current: false },
    ])
  })

  it('says that a link was replaced or a subscription ended, and how to come back', async () => {
    const { club, fan } = await clubWithFan()
    const token = tokenOf(fan.manageUrl)
    const { body } = await post(`${fan.manageUrl}/rotate`)
    const ended = { publisher: LOOK, widgetId: club.widgetId }
    expect(await portalState(app.ctx, token)).toEqual({ state: 'replaced', ...ended })
    const fresh = tokenOf(body.manageUrl as string)
    expect(await portalState(app.ctx, fresh)).toMatchObject({ state: 'active' })
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    for (const link of [token, fresh])
      expect(await portalState(app.ctx, link)).toEqual({ state: 'ended', ...ended })
    for (const action of ['data', 'download']) {
      expect((await send(`${app.url}/manage/${fresh}/${action}`)).body.statusLong).toBe(
        'subscriber is not active',
      )
    }
    expect((await post(`${app.url}/manage/${fresh}/reminders`, { reminders: [] })).status).toBe(403)
  })

  it('does not exist for a forged link', async () => {
    const { fan } = await clubWithFan()
    for (const token of ['x', `${tokenOf(fan.manageUrl)}x`, fan.feedUrl.split('/').at(-2)!]) {
      expect(await portalState(app.ctx, token)).toBeUndefined()
      expect((await send(`${app.url}/manage/${token}/download`)).status).toBe(404)
      expect((await post(`${app.url}/manage/${token}/reminders`, { reminders: null })).status).toBe(404)
    }
  })

  it('leads back to the widget last used, else to the standard button, else nowhere', async () => {
    const { club, fan } = await clubWithFan()
    const widgetId = async () => (await send(`${fan.manageUrl}/data`)).body.widgetId
    const { data: other } = (await club.post('/admin/api/widgets', { type: 'event', name: 'Other' })).body
    const again = await post(`${app.url}/w/${other.id}/subscribe`, {
      email: fan.email,
      skip_schedule_selection: true,
      calendarIds: [],
    })
    expect(await widgetId()).toBe(club.widgetId)
    await confirmed(app, again)
    expect(await widgetId()).toBe(other.id)
    await club.put(`/admin/api/widgets/${other.id}`, { active: false })
    expect(await widgetId()).toBe(club.widgetId)
    await club.put(`/admin/api/widgets/${club.widgetId}`, { active: false })
    expect(await widgetId()).toBe(false)
  })

  it('sets reminders, and the feed has them at once', async () => {
    const { club, first, fan } = await clubWithFan()
    const other = await club.subscriber('other@example.com', [first])
    const feed = async (url: string) => {
      const answer = await send(url)
      return { alarms: readCalendar(answer.text)[0]!.alarms, etag: answer.headers.get('etag') }
    }
    const alarms = async (url = fan.feedUrl) => (await feed(url)).alarms.map((alarm) => alarm.split(' ')[0])
    const set = async (reminders: Json) =>
      expect(await post(`${fan.manageUrl}/reminders`, { reminders })).toMatchObject({
        status: 200,
        body: { status: '200', statusLong: 'OK' },
      })
    const published = await feed(fan.feedUrl)
    expect(await alarms()).toEqual(['-P1D'])
    await set([])
    expect(await alarms()).toEqual([])
    expect((await feed(fan.feedUrl)).etag).not.toBe(published.etag)
    await set(['15M'])
    expect(await alarms()).toEqual(['-PT15M'])
    await set(['2H', '2H'])
    expect((await send(`${fan.manageUrl}/data`)).body.reminders).toEqual(['2H'])
    await set(['15M', '2D'])
    expect(await alarms()).toEqual(['-PT15M', '-P2D'])
    expect(await alarms(other.feedUrl)).toEqual(['-P1D'])
    await set(null)
    expect(await alarms()).toEqual(['-P1D'])
    expect((await send(`${fan.manageUrl}/data`)).body.reminders).toBeNull()
  })

  it.each<[string, Json]>([
    ['three', { reminders: ['15M', '1H', '1D'] }],
    ['another unit', { reminders: ['15S'] }],
    ['five digits', { reminders: ['12345M'] }],
    ['an empty one', { reminders: [''] }],
    ['one that breaks the line', { reminders: ['15M\r\nX-EVIL:1'] }],
    ['a number', { reminders: [15] }],
    ['a text', { reminders: '15M' }],
    ['nothing', {}],
  ])('takes no reminders of %s', async (_, body) => {
    const { fan } = await clubWithFan()
    const answer = await post(`${fan.manageUrl}/reminders`, body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['reminders']])
    expect((await send(`${fan.manageUrl}/data`)).body.reminders).toBeNull()
  })

  it('gives all that is stored of the person, as a file', async () => {
    const { club, first, draft, fan } = await clubWithFan()
    await club.post(`/subscriber/${fan.svcId}/subscriptions/add`, { calendarIds: [draft] })
    await subscribedAgain(app, club, fan.email, [], {
      first_name: '<b>Fay</b>',
      optin: true,
      optin3: true,
      application: 'google',
      custom_fields: [{ name: 'Seat', value: '12B' }],
    })
    await club.privateEvent(fan.svcId, { name: 'Your payment is due' })
    await send(fan.feedUrl, { headers: { 'user-agent': 'Google-Calendar-Importer' } })
    await app.ctx.feedReads.flush()
    const cookie = await freshCookie(app, fan.manageUrl)
    const answer = await send(`${fan.manageUrl}/download`, { headers: { cookie } })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    const time = expect.stringMatching(/^2027-03-01T12:\d\d:\d\d\.\d{3}Z$/)
    expect(answer.body).toEqual({
      publisher: 'City Rugby',
      exported: time,
      email: 'fan@example.com',
      emailChanges: [],
      subscribedSince: time,
      lastChanged: time,
      source: 'Widget',
      campaign: '',
      answers: { firstName: '<b>Fay</b>', customFields: [{ name: 'Seat', value: '12B' }] },
      consents: { optin: true, secondary_optin: false, optin3: true, optin4: false },
      consentLanguage: '',
      applicationsChosen: ['google'],
      reminders: 'as the publisher sets them',
      links: [
        {
          ...{ name: '', application: 'Google Calendar', since: time, confirmed: time },
          ...{ lastUsed: time, ended: null },
        },
        { name: '', application: '', since: time, confirmed: time, lastUsed: null, ended: null },
      ],
      subscriptions: [
        { calendarId: first, name: 'First team', since: time },
        { calendarId: draft, name: expect.any(String), since: time },
      ],
      privateEvents: [expect.objectContaining({ name: 'Your payment is due', startDate: '2027-04-10' })],
      feedReads: [{ application: 'Google Calendar', reads: 1, last: time }],
      notifications: [],
      alerts: { choice: 'on', language: 'en', refusals: 0, told: [] },
    })
    expect(answer.text).not.toContain(fan.svcId)
  })
})
