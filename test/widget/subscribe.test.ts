import { describe, expect, it } from 'vitest'
import { subscribedAgain } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'

let fans = 0

/** Objects within objects. */
function nested(levels: number): Json {
  return JSON.parse('{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1))
}

describe.each(DATABASES)('subscribing through a widget on %s', (kind) => {
  const app = useTestApp(kind, {
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
  })

  it('shows what the widget offers', async () => {
    const club = await app.publisher()
    const id = await club.calendar({
      name: 'First team',
      reference: 'first',
      logo: 'https://example.com/l.png',
    })
    await club.calendar({ draftCalendar: 1 })
    const { body } = await send(`${app.url}/w/${club.widgetId}/config`)
    expect(body).toEqual({
      status: '200',
      statusLong: 'OK',
      widget: {
        id: club.widgetId,
        type: 'button',
        name: expect.any(String),
        fields: {},
        customFields: [],
        consents: [],
        minimumAge: false,
        parentConsentAge: false,
        view: 'list',
      },
      publisher: {
        name: 'City Rugby',
        timezone: 'Europe/London',
        logo: false,
        primaryColor: false,
        secondaryColor: false,
        privacyNotice: false,
        imprint: false,
      },
      calendars: [
        {
          id,
          name: 'First team',
          reference: 'first',
          logo: 'https://example.com/l.png',
          categories: ['Sports/Rugby'],
          nextEvent: false,
          mirror: false,
        },
      ],
      providers: ['google', 'microsoft'],
    })
  })

  it('answers links and never the svc_id', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const answer = await club.subscribe('fan@example.com', [calendar], {
      application: 'Google Calendar',
      first_name: 'Fay',
      last_name: 'Fan',
      subscriber_reference: 'crm-1',
      optin: true,
      custom_fields: [{ name: 'Seat', value: '12B' }],
      state: { page: 'home' },
    })
    expect(answer.body).toEqual({
      status: '200',
      statusLong: 'OK',
      calendarUrl: expect.any(Object),
      manageUrl: expect.stringMatching(/^https:\/\/fasti\.test\/manage\/[\w-]+$/),
    })
    const { data } = (await club.get('/subscriber/fan@example.com')).body
    expect(answer.text).not.toContain(data.id)
    expect(data).toMatchObject({
      calendarUrl: answer.body.calendarUrl,
      first_name: 'Fay',
      name: 'Fay Fan',
      reference: 'crm-1',
      optin: true,
      optin3: false,
      custom_fields: [{ name: 'Seat', value: '12B' }],
      appName: 'Google Calendar',
      applications: [{ name: 'Google Calendar' }],
    })
  })

  it('takes a person who wants private events only', async () => {
    const club = await app.publisher()
    expect(
      (await club.subscribe('a@example.com', [], { skip_schedule_selection: false })).body.errors,
    ).toHaveProperty('calendarIds')
    expect((await club.subscribe('a@example.com', [], { skip_schedule_selection: true })).status).toBe(200)
  })

  it('gives the same e-mail the same svc_id, and keeps what it had', async () => {
    const club = await app.publisher()
    const [a, b] = [await club.calendar(), await club.calendar()]
    const fan = await club.subscriber('fan@example.com', [a])
    await subscribedAgain(app, club, 'FAN@example.com', [b])
    const { data } = (await club.get('/subscriber/fan@example.com')).body
    expect(data.id).toBe(fan.svcId)
    expect(data.data.calIds).toEqual([a, b])
  })

  it('brings back who has left under the same svc_id and links, with the calendars chosen now', async () => {
    const club = await app.publisher()
    const [a, b] = [await club.calendar(), await club.calendar()]
    const fan = await club.subscriber('fan@example.com', [a])
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    await subscribedAgain(app, club, 'fan@example.com', [b])
    const { data } = (await club.get(`/subscriber/${fan.svcId}`)).body
    expect(data).toMatchObject({ id: fan.svcId, IsActive: true, data: { calIds: [b] } })
    expect(data.calendarUrl).toEqual(fan.record.calendarUrl)
    expect((await send(fan.feedUrl)).text).not.toContain('ended')
  })

  it('makes one subscriber of 10 clicks at once', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => club.subscribe('eager@example.com', [calendar])),
    )
    expect(new Set(answers.map((answer) => answer.body.manageUrl)).size).toBe(10)
    expect((await club.get('/notifications')).body.data).toHaveLength(1)
  })

  it.each([
    ['no e-mail', { email: undefined }, 'email'],
    ['half an e-mail', { email: 'fan@' }, 'email'],
    ['an e-mail with a line break', { email: 'fan@example.com\r\nBcc: x@example.com' }, 'email'],
    ['an unknown calendar', { calendarIds: ['0'.repeat(24)] }, 'calendarIds'],
    ['calendars that are no list', { calendarIds: 'x' }, 'calendarIds'],
    ['custom fields that are no list', { custom_fields: 'x' }, 'custom_fields'],
    ['a custom field without a value', { custom_fields: [{ name: 'x' }] }, 'custom_fields[0].value'],
    ['a number for a name', { first_name: 5 }, 'first_name'],
    ['a state that is no object', { state: 'x' }, 'state'],
    ['a state nested 17 deep', { state: nested(17) }, 'state'],
    ['a state of 4,001 bytes', { state: { seat: 'x'.repeat(4001 - '{"seat":""}'.length) } }, 'state'],
    ['a state of more bytes than characters', { state: { seat: 'é'.repeat(2000) } }, 'state'],
    ['a body nested 65 deep', { whatever: nested(64) }, 'body'],
  ])('refuses %s', async (_, fault, field) => {
    const club = await app.publisher()
    const answer = await club.subscribe('fan@example.com', [await club.calendar()], fault)
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Subscriber Data' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect((await club.get('/subscriber/fan@example.com')).status).toBe(404)
  })

  it.each([70, 3000, 6000, 40_000])(
    'refuses a state nested %i deep before anything recurses',
    async (levels) => {
      const club = await app.publisher()
      const state = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
      const body = `{"email":"fan@example.com","calendarIds":[],"skip_schedule_selection":true,"state":${state}}`
      const answer = await send(`${app.url}/w/${club.widgetId}/subscribe`, { method: 'POST', body })
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: { body: 'The body is nested more than 64 levels deep' } },
      })
      expect((await club.get('/subscriber/fan@example.com')).status).toBe(404)
    },
  )

  it('hands on a state that is as deep and as long as it may be, in a body that is as deep as it may be', async () => {
    const club = await app.publisher()
    for (const state of [nested(16), { seat: 'x'.repeat(4000 - '{"seat":""}'.length) }]) {
      const answer = await club.subscribe(`fan-${++fans}@example.com`, [], { state, whatever: nested(63) })
      expect(answer.status).toBe(200)
      const { data } = (await club.get('/notifications')).body
      expect(data.at(-1).payload.state).toEqual(state)
    }
  })

  it('does not offer a draft calendar', async () => {
    const club = await app.publisher()
    const draft = await club.calendar({ draftCalendar: 1 })
    expect((await club.subscribe('fan@example.com', [draft])).body.errors.calendarIds).toContain(draft)
  })

  it('refuses an unknown or switched-off widget', async () => {
    const club = await app.publisher()
    await app.ctx.db.updateTable('widget').set({ active: 0 }).where('publisher_id', '=', club.id).execute()
    for (const id of [club.widgetId, '0'.repeat(24), 'x']) {
      expect((await send(`${app.url}/w/${id}/config`)).body.statusLong).toBe(
        `Widget with ID [${id}] Not Found`,
      )
      expect(
        (
          await send(`${app.url}/w/${id}/subscribe`, {
            method: 'POST',
            body: '{"email":"a@example.com","calendarIds":[]}',
          })
        ).status,
      ).toBe(404)
    }
  })
})
