import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'

const SHAPE: Record<string, string> = {
  id: 'string',
  publisherId: 'number',
  publisherOrgId: 'number',
  subscriptionWidgetId: 'string',
  standardWidgetId: 'string',
  email: 'string',
  first_name: 'string',
  last_name: 'string',
  age_group: 'string',
  name: 'string',
  applications: 'array',
  data: 'object',
  location: 'object',
  custom_fields: 'array',
  appName: 'string',
  category: 'string',
  country: 'string',
  device: 'string',
  fingerprint: 'string',
  gender: 'string',
  icsFilename: 'string',
  ip: 'string',
  mobile: 'string',
  os: 'string',
  source: 'string',
  zip: 'string',
  logged: 'string',
  created: 'string',
  modified: 'string',
  optin: 'boolean',
  secondary_optin: 'boolean',
  optin3: 'boolean',
  optin4: 'boolean',
  optin_id: 'number',
  secondary_optin_id: 'number',
  optin3_id: 'number',
  optin4_id: 'number',
  requiredAge: 'number',
  parentConsentAge: 'number',
  totalActivity: 'number',
  dob: 'string',
  parentConsentOn: 'string',
  parentEmail: 'string',
  reference: 'string',
  lastActive: 'string',
  selectedAppcalTypes: 'array',
  calendarUrl: 'object',
  links: 'array',
  IsActive: 'boolean',
}
const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
const shapeOf = (record: object) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, typeOf(value)]))

describe.each(DATABASES)('subscribers on %s', (kind) => {
  const app = useTestApp(kind)

  it('shows every documented field, by id or e-mail', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar({ name: 'First team' })
    const event = await club.event(calendar)
    const fan = await club.subscriber('Zoë.Fan@Example.com', [calendar])
    const privateEvent = await club.privateEvent(fan.svcId)
    const byId = await club.get(`/subscriber/${fan.svcId}`)
    expect(byId).toMatchObject({ status: 200, body: { status: '200', statusLong: 'OK' } })
    const { data } = byId.body
    expect(shapeOf(data)).toEqual(SHAPE)
    expect(data).toMatchObject({
      id: fan.svcId,
      email: 'Zoë.Fan@Example.com',
      source: 'Widget',
      IsActive: true,
      icsFilename: 'City Rugby.ics',
      subscriptionWidgetId: club.widgetId,
    })
    expect(data.data).toMatchObject({
      calIds: [calendar],
      calNames: ['First team'],
      eventIds: [event],
      privateEventIds: [privateEvent],
      privateCalIds: [expect.any(String)],
      tags: [],
    })
    expect(Object.keys(data.location).sort()).toEqual([
      'city_name',
      'country_code',
      'country_name',
      'latitude',
      'longitude',
      'state_code',
      'state_name',
      'timezone',
      'zip_code',
    ])
    expect((await club.get('/subscriber/zoë.fan@EXAMPLE.com')).body).toEqual(byId.body)
    const { calendarUrl: urls } = data
    expect(urls.httpsCalUrl).toMatch(/^https:\/\/fasti\.test\/feed\/[\w-]+\/City%20Rugby\.ics$/)
    const webcal = urls.httpsCalUrl.replace('https:', 'webcal:')
    expect(urls).toEqual({
      httpsCalUrl: urls.httpsCalUrl,
      httpCalUrl: urls.httpsCalUrl.replace('https:', 'http:'),
      webCalUrl: webcal,
      appleCalUrl: webcal,
      webCalUrlNoIcs: webcal.replace(/\.ics$/, ''),
      googleUrl: `https://www.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`,
      outlookcomUrl: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(urls.httpsCalUrl)}&name=City%20Rugby`,
    })
    expect(urls.httpsCalUrl).not.toContain(fan.svcId)
  })

  it('keeps feed addresses under 200 characters, however long the name', async () => {
    const club = await app.publisher({ company: '浦和レッドダイヤモンズ'.repeat(20) })
    const fan = await club.subscriber()
    const address = fan.record.calendarUrl.httpsCalUrl
    expect(address.length).toBeLessThan(200)
    expect(decodeURIComponent(address)).toContain('浦和')
  })

  it('adds and removes calendars; doing it twice is no error', async () => {
    const club = await app.publisher()
    const [a, b, draft] = [
      await club.calendar(),
      await club.calendar(),
      await club.calendar({ draftCalendar: 1 }),
    ]
    const fan = await club.subscriber(undefined, [a])
    const change = async (action: string, calendarIds: unknown) =>
      club.post(`/subscriber/${fan.svcId}/subscriptions/${action}`, { calendarIds })
    const added = await change('add', [b, a, draft])
    expect(added).toMatchObject({
      status: 200,
      body: { status: '200', statusLong: 'OK', data: { id: fan.svcId } },
    })
    expect(added.body.data.data.calIds).toEqual([a, b, draft])
    expect((await change('remove', [b, draft])).body.data.data.calIds).toEqual([a])
    expect((await change('remove', [b])).body.data.data.calIds).toEqual([a])
    expect((await change('toggle', [a])).status).toBe(404)
  })

  it('changes nothing when one calendar is unknown, foreign or private', async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    const [mine, foreign] = [await club.calendar(), await other.calendar()]
    const fan = await club.subscriber()
    await club.privateEvent(fan.svcId)
    const own = (await club.get(`/subscriber/${fan.svcId}`)).body.data.data.privateCalIds[0]
    for (const bad of [foreign, '0'.repeat(24), 'x', own]) {
      for (const action of ['add', 'remove']) {
        const answer = await club.post(`/subscriber/${fan.svcId}/subscriptions/${action}`, {
          calendarIds: [mine, bad],
        })
        expect(answer).toMatchObject({
          status: 400,
          body: {
            statusLong: 'Invalid Subscriber Data',
            errors: { calendarIds: expect.stringContaining(`[${bad}]`) },
          },
        })
      }
    }
    for (const calendarIds of [[], 'x', null, [5], undefined]) {
      expect(
        (await club.post(`/subscriber/${fan.svcId}/subscriptions/add`, { calendarIds })).body,
      ).toMatchObject({ statusLong: 'Invalid Subscriber Data', errors: { calendarIds: expect.any(String) } })
    }
    expect((await club.get(`/subscriber/${fan.svcId}`)).body.data.data.calIds).toEqual([])
  })

  it('makes the svc_id unusable once unsubscribed', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber()
    expect((await club.post(`/subscriber/${fan.svcId}/unsubscribe`)).body).toEqual({
      status: '200',
      statusLong: 'OK',
    })
    for (const answer of [
      await club.get(`/subscriber/${fan.svcId}`),
      await club.post(`/subscriber/${fan.svcId}/unsubscribe`),
      await club.post(`/subscriber/${fan.svcId}/subscriptions/add`, { calendarIds: [calendar] }),
    ]) {
      expect(answer).toMatchObject({
        status: 403,
        body: { status: '403', statusLong: 'subscriber is not active' },
      })
    }
    expect((await club.get(`/subscriber/${fan.email}`)).body).toEqual({
      status: '404',
      statusLong: `Subscriber with ID [${fan.email}] Not Found`,
    })
  })

  it('has one winner when 20 clients unsubscribe one person', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => club.post(`/subscriber/${fan.svcId}/unsubscribe`)),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(19).fill(403)])
  })

  it("knows nothing of another publisher's subscribers", async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    const fan = await club.subscriber()
    for (const key of [fan.svcId, fan.email]) expect((await other.get(`/subscriber/${key}`)).status).toBe(404)
    expect((await other.post(`/subscriber/${fan.svcId}/unsubscribe`)).body.statusLong).toBe(
      `Subscriber with ID [${fan.svcId}] Not Found`,
    )
  })

  it('counts feed reads by application', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    for (const agent of [
      'Google-Calendar-Importer',
      'iOS/26.6 (23G71) dataaccessd/1.0',
      'iOS/26.6 (23G71) dataaccessd/1.0',
    ]) {
      await fetch(fan.feedUrl, { headers: { 'user-agent': agent } })
    }
    await app.ctx.feedReads.flush()
    const { data } = (await club.get(`/subscriber/${fan.svcId}`)).body as { data: Json }
    expect(data.totalActivity).toBe(3)
    expect(Date.parse(data.lastActive)).toBeGreaterThan(Date.now() - 60_000)
    const rows = await app.ctx.db
      .selectFrom('feed_read')
      .select(['application', 'reads'])
      .where('subscriber_id', '=', fan.svcId)
      .orderBy('application')
      .execute()
    expect(rows).toEqual([
      { application: 'Apple Calendar (iOS)', reads: 2 },
      { application: 'Google Calendar', reads: 1 },
    ])
  })
})
