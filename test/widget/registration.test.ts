import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'

describe.each(DATABASES)('what a widget asks for on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, {
    now: () => now,
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
  })

  async function clubThatAsks(settings: Json, over: Json = {}) {
    const club = await app.publisher(over)
    const answer = await club.put(`/admin/api/widgets/${club.widgetId}`, { settings })
    expect(answer.status).toBe(200)
    return club
  }
  const subscribe = (club: TestPublisher, fields: Json) => club.subscribe('fan@example.com', [], fields)
  const record = async (club: TestPublisher) => (await club.get('/subscriber/fan@example.com')).body.data
  async function errorsOf(club: TestPublisher, fields: Json): Promise<Json> {
    const answer = await subscribe(club, fields)
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Subscriber Data' } })
    expect((await club.get('/subscriber/fan@example.com')).status).toBe(404)
    return answer.body.errors
  }

  it('has to be told, and all that is missing is named at once', async () => {
    const club = await clubThatAsks({
      fields: { first_name: 'required', last_name: 'optional', dob: 'required', zip: 'required' },
      customFields: [
        { name: 'seat', label: 'Seat', required: true },
        { name: 'bus', label: 'Bus', required: false },
      ],
      consents: [
        { text: 'News', required: false },
        { text: 'Terms', required: true },
      ],
    })
    expect(
      await errorsOf(club, {
        zip: ' ',
        optin: true,
        mobile: 5,
        custom_fields: [{ name: 'seat', value: '' }],
      }),
    ).toEqual({
      first_name: 'Subscriber first_name is required',
      dob: 'Subscriber dob is required',
      zip: 'Subscriber zip is required',
      'custom_fields.seat': 'Subscriber custom_fields.seat is required',
      secondary_optin: 'Subscriber secondary_optin is required',
      mobile: expect.stringContaining('Subscriber mobile must be a text'),
    })
    expect(await errorsOf(club, { secondary_optin: false })).toHaveProperty('secondary_optin')
    const answer = await subscribe(club, {
      first_name: 'Fay',
      dob: '2000-02-29',
      zip: 'N1',
      secondary_optin: true,
      custom_fields: [{ name: 'seat', value: '12B' }],
      unknown: { a: 1 },
    })
    expect(answer.status).toBe(200)
    expect(await record(club)).toMatchObject({
      first_name: 'Fay',
      last_name: '',
      dob: '2000-02-29',
      zip: 'N1',
      optin: false,
      secondary_optin: true,
      custom_fields: [{ name: 'seat', value: '12B' }],
      requiredAge: 0,
      parentConsentAge: 0,
      parentEmail: '',
      parentConsentOn: '',
    })
  })

  it('takes of a choice the value of an option, and of a tick true or false', async () => {
    const settings = {
      customFields: [
        {
          name: 'stand',
          label: 'Stand',
          required: true,
          kind: 'choice',
          options: ['n', 's'].map((value) => ({ value, label: value })),
        },
        { name: 'rules', label: 'Rules', required: true, kind: 'tick' },
        { name: 'away', label: 'Away', required: false, kind: 'tick' },
      ],
    }
    const club = await clubThatAsks(settings)
    const answers = (given: Json) => ({
      custom_fields: Object.entries(given).map(([name, value]) => ({ name, value })),
    })
    const option = 'Subscriber custom_fields.stand must be the value of one of its options'
    expect(await errorsOf(club, {})).toEqual({
      'custom_fields.stand': 'Subscriber custom_fields.stand is required',
      'custom_fields.rules': 'Subscriber custom_fields.rules is required',
    })
    expect(await errorsOf(club, answers({ stand: 'N', rules: 'false', away: 'yes' }))).toEqual({
      'custom_fields.stand': option,
      'custom_fields.rules': 'Subscriber custom_fields.rules is required',
      'custom_fields.away': 'Subscriber custom_fields.away must be true or false',
    })
    // A second answer under the same name does not get past the first.
    const twice = ['n', 'x'].map((value) => ({ name: 'stand', value }))
    expect(await errorsOf(club, { custom_fields: [...twice, { name: 'rules', value: 'true' }] })).toEqual({
      'custom_fields.stand': option,
    })
    const valid = answers({ stand: 's', rules: 'true', away: 'false' })
    expect((await subscribe(club, valid)).status).toBe(200)
    expect(await record(club)).toMatchObject(valid)
    const { data } = (await club.get('/notifications')).body
    expect(data[0].payload).toMatchObject(valid)
  })

  it('keeps the language of the consents beside them', async () => {
    const consents = [{ text: 'News', required: false, translations: { de: { text: 'Neuigkeiten' } } }]
    const club = await clubThatAsks({ consents })
    expect(await errorsOf(club, { optin: true, consent_language: 'tlh' })).toHaveProperty('consent_language')
    const languageOf = async () => {
      const { id } = await record(club)
      const { data } = (await club.get(`/admin/api/subscribers/${id}`)).body
      const file = (await club.get(`/admin/api/subscribers/${id}/export`)).body
      expect(file.consentLanguage).toBe(data.consentLanguage)
      expect(data.answers).toEqual({})
      expect(data.consents[0]).toMatchObject({ field: 'optin', text: 'News' })
      return data.consentLanguage
    }
    await subscribe(club, { optin: true, consent_language: 'de' })
    expect(await languageOf()).toBe('de')
    // A program that the publisher trusts; without the consents it changes nothing of them.
    const signed = async (fields: Json) => {
      const body = JSON.stringify({ email: 'fan@example.com', skip_schedule_selection: true, ...fields })
      const { search } = new URL(club.signedUrl('/x', body))
      const url = `${app.url}/w/${club.widgetId}/subscribe${search}`
      expect((await send(url, { method: 'POST', body })).status).toBe(200)
    }
    await signed({})
    expect(await languageOf()).toBe('de')
    await signed({ optin: false })
    expect(await languageOf()).toBe('')
  })

  it('is told together with calendars and an e-mail that are wrong', async () => {
    const club = await clubThatAsks({ fields: { zip: 'required' } })
    const draft = await club.calendar({ draftCalendar: 1 })
    const errors = await errorsOf(club, { email: 'fan', calendarIds: [draft, 'x'] })
    expect(errors).toMatchObject({ email: expect.any(String), zip: expect.any(String) })
    expect(errors.calendarIds).toBe(`Subscriber calendarIds has no calendar with ID [${draft}], [x]`)
  })

  it.each(['2027-03-02', '2027-02-29', '1899-12-31', '01.02.2000', '2000-1-1', '2000-01-01T00:00:00Z', 'x'])(
    'takes no date of birth such as %s',
    async (dob) => {
      const club = await clubThatAsks({ fields: { dob: 'optional' } })
      expect(await errorsOf(club, { dob })).toEqual({
        dob: 'Subscriber dob must be a date of the past, as YYYY-MM-DD',
      })
      // A widget that did not ask for it takes any text.
      expect((await subscribe(await app.publisher(), { dob })).status).toBe(200)
    },
  )

  it('may leave out an optional date of birth', async () => {
    const club = await clubThatAsks({ fields: { dob: 'optional' } })
    expect((await subscribe(club, { dob: '' })).status).toBe(200)
  })

  it('keeps the young out, by the day in the publisher’s own zone', async () => {
    const settings = { minimumAge: 16 }
    const club = await clubThatAsks(settings)
    expect(await errorsOf(club, {})).toEqual({ dob: 'Subscriber dob is required' })
    expect(await errorsOf(club, { dob: '2011-03-02' })).toEqual({
      dob: 'Subscriber dob must be that of a person of at least 16 years',
    })
    expect((await subscribe(club, { dob: '2011-03-01' })).status).toBe(200)
    expect(await record(club)).toMatchObject({ requiredAge: 16, parentConsentAge: 0, dob: '2011-03-01' })
    const kiribati = await clubThatAsks(settings, { timezone: 'Pacific/Kiritimati' })
    expect((await subscribe(kiribati, { dob: '2011-03-02' })).status).toBe(200)
  })

  it('asks a parent of the very young', async () => {
    const club = await clubThatAsks({ minimumAge: 8, parentConsentAge: 13 })
    const dob = '2016-05-05'
    expect(await errorsOf(club, { dob })).toEqual({
      parent_email: 'Subscriber parent_email is required',
      parent_consent: 'Subscriber parent_consent is required',
    })
    expect(await errorsOf(club, { dob, parent_email: 'mum', parent_consent: false })).toEqual({
      parent_email: 'Subscriber parent_email must be an e-mail address',
      parent_consent: 'Subscriber parent_consent is required',
    })
    const parent = { parent_email: 'mum@example.com', parent_consent: true }
    expect(await errorsOf(club, { dob: '2026-01-01', ...parent })).toHaveProperty('dob')
    expect((await subscribe(club, { dob, ...parent })).status).toBe(200)
    expect(await record(club)).toMatchObject({
      parentEmail: 'mum@example.com',
      parentConsentOn: '2027-03-01',
      requiredAge: 8,
      parentConsentAge: 13,
    })
  })

  it('keeps nothing of a parent who was not needed', async () => {
    const club = await clubThatAsks({ parentConsentAge: 13 })
    await subscribe(club, { dob: '2000-01-01', parent_email: 'mum@example.com', parent_consent: true })
    expect(await record(club)).toMatchObject({ parentEmail: '', parentConsentOn: '', parentConsentAge: 13 })
  })

  it('is for the calendars it offers and no others', async () => {
    const club = await app.publisher()
    const [offered, kept] = [await club.calendar(), await club.calendar()]
    await club.put(`/admin/api/widgets/${club.widgetId}`, { settings: { calendarIds: [offered] } })
    const answer = await club.subscribe('fan@example.com', [offered, kept])
    expect(answer.body.errors).toEqual({
      calendarIds: `Subscriber calendarIds has no calendar with ID [${kept}]`,
    })
    expect((await club.get('/subscriber/fan@example.com')).status).toBe(404)
    expect((await club.subscribe('fan@example.com', [offered])).status).toBe(200)
  })

  it('tells the publisher where the person came from, if that is known', async () => {
    const club = await app.publisher()
    const referringPage = 'https://www.example.com/tickets?x=<script>'
    await subscribe(club, { referringPage, state: { a: [1] } })
    await club.subscribe('other@example.com', [], { referringPage: '' })
    const { data } = (await club.get('/notifications')).body
    expect(data[0].payload).toMatchObject({ referringPage, state: { a: [1] } })
    expect(data[1].payload).not.toHaveProperty('referringPage')
    for (const page of [
      'javascript:alert(1)',
      'www.example.com',
      'https://a b',
      `https://${'x'.repeat(2000)}`,
    ]) {
      expect((await subscribe(club, { referringPage: page })).body.errors).toHaveProperty('referringPage')
    }
  })

  it('keeps hostile words as words', async () => {
    const script = '"><script>alert(1)</script>'
    const club = await clubThatAsks({ customFields: [{ name: script, label: script, required: true }] })
    expect(Object.keys(await errorsOf(club, { first_name: script }))).toEqual([`custom_fields.${script}`])
    for (const custom_fields of [
      [{ name: '__proto__', value: 'x' }],
      [{ name: 'constructor', value: 'x' }],
    ]) {
      expect(Object.keys(await errorsOf(club, { custom_fields }))).toEqual([`custom_fields.${script}`])
    }
    await subscribe(club, { first_name: script, custom_fields: [{ name: script, value: script }] })
    expect(await record(club)).toMatchObject({
      first_name: script,
      custom_fields: [{ name: script, value: script }],
    })
    now += 1000
  })
})
