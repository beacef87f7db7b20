import { beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, type Json, newAccount, record, type TestPublisher } from '../support/test-publisher.ts'

const VALUES: Json[] = [7, -1, 0.5, '7', true, null, [], ['a'], {}, { a: 1 }]

/** Which of VALUES a field takes; all others have to be refused by its name. */
const TEXT = ['7']
const COUNT = [7, '7']
const EVENT: Record<string, Json[]> = {
  name: TEXT,
  location: TEXT,
  details: TEXT,
  reference: TEXT,
  referenceType: TEXT,
  sponsored_message: TEXT,
  twitterTag: TEXT,
  'focus-x': TEXT,
  'focus-y': TEXT,
  'quickLink[1][name]': TEXT,
  'quickLink[1][url]': [],
  event_banner: [],
  startDate: [],
  startTime: [],
  endDate: [],
  endTime: [],
  timezone: [],
  alert: [],
  alert2: [],
  draft: [],
  type: [],
  allDay: [true],
  featured: COUNT,
  primary_link: COUNT,
  secondary_link: COUNT,
  tags: [[], ['a']],
  social: [{}, { a: 1 }],
  quickLink: [[], {}],
}
const CALENDAR: Record<string, Json[]> = {
  name: [], // two characters at least
  categories: TEXT,
  reference: TEXT,
  genre: TEXT,
  subGenre: TEXT,
  note: TEXT,
  logo: [],
  draftCalendar: [],
  type: [],
}
const PERSON: Record<string, Json[]> = {
  ...{ email: [], secondary_email: [] },
  ...Object.fromEntries(
    ['first_name', 'last_name', 'mobile', 'country', 'zip', 'gender', 'age_group', 'dob', 'application'].map(
      (name) => [name, TEXT],
    ),
  ),
  subscriber_reference: TEXT,
  calendarIds: [[]],
  custom_fields: [[]],
  optin: [true],
  secondary_optin: [true],
  optin3: [true],
  optin4: [true],
  state: [{}, { a: 1 }],
}
const CALLBACK: Record<string, Json[]> = {
  ...{ name: TEXT, secret: TEXT, active: [true] },
  ...{ url: [], kinds: [] },
}

const ACCOUNT: Record<string, Json[]> = {
  ...{ firstName: TEXT, lastName: TEXT, company: TEXT },
  ...{ email: [], timezone: [], phone: [], industry: [], objective: [], custom: [] },
  'custom.reference': TEXT,
  'custom.companyType': TEXT,
  'custom.companyLogo': [],
  'custom.scheduleLogo': [],
  'custom.displayPrimaryColor': [],
  'custom.displaySecondaryColor': [],
}

/** Fields that are ours to set, with values nobody may get in. */
const OURS = {
  id: 'f'.repeat(24),
  eventId: 'f'.repeat(24),
  svc_id: 'f'.repeat(24),
  publisherId: 4242,
  publisherOrgId: 4242,
  publisher_id: 4242,
  created: '2001-01-01T00:00:00.000Z',
  modified: '2001-01-01T00:00:00.000Z',
  IsActive: false,
  active: 0,
  private: 0,
  sequence: 99,
  revision: 4242,
  version: 4242,
  latestVersion: 4242,
  startAt: 0,
  startGmt: '20010101T000000Z',
  source: 'API',
  privateCalendarId: 'f'.repeat(24),
  calendarUrl: { webCalUrl: 'webcal://evil.example' },
  feed: 'https://evil.example/',
  totalActivity: 4242,
}
const STOLEN = /4242|f{24}|2001-?01-?01|evil/

describe.each(DATABASES)('fields on %s', (kind) => {
  let now = Date.now()
  const app = useTestApp(kind, {
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
    now: () => (now += 25),
  })
  let club: TestPublisher
  let calendarId: string
  beforeAll(async () => {
    club = await app.publisher()
    calendarId = await club.calendar()
  })
  const newCalendar = (over: Json) => ({
    ...{ name: 'City', type: 'fixture', categories: 'A', reference: `r${now}`, genre: 'G', subGenre: 'S' },
    ...over,
  })
  const accepts = (taken: Json[], value: Json) =>
    taken.some((each) => JSON.stringify(each) === JSON.stringify(value))

  it.each(Object.entries(EVENT))('of another type are refused by name: event %s', async (field, taken) => {
    for (const value of VALUES) {
      const event = fixture({ calendarId, reference: `e${now}`, [field]: value })
      const { status, body } = await club.post('/event', event)
      const ok = accepts(taken, value) || (field === 'reference' && value === '7')
      expect({ value, status, fields: Object.keys(body.errors ?? {}) }).toEqual(
        ok
          ? { value, status: 200, fields: [] }
          : { value, status: 400, fields: [expect.stringContaining(field)] },
      )
    }
  })

  it.each(Object.entries(CALENDAR))(
    'of another type are refused by name: calendar %s',
    async (field, taken) => {
      for (const value of VALUES) {
        const { status, body } = await club.post('/calendar', newCalendar({ [field]: value }))
        expect({ value, status, fields: Object.keys(body.errors ?? {}) }).toEqual(
          accepts(taken, value)
            ? { value, status: 200, fields: [] }
            : { value, status: 400, fields: [field] },
        )
      }
    },
  )

  it.each(Object.entries(PERSON))(
    'of another type are refused by name: subscriber %s',
    async (field, taken) => {
      for (const value of VALUES) {
        const { status, body } = await club.subscribe(`fan${now}@example.com`, [], { [field]: value })
        expect({ value, status, fields: Object.keys(body.errors ?? {}) }).toEqual(
          accepts(taken, value)
            ? { value, status: 200, fields: [] }
            : { value, status: 400, fields: [field] },
        )
      }
    },
  )

  it.each(Object.entries(CALLBACK))(
    'of another type are refused by name: callback %s',
    async (field, taken) => {
      for (const value of VALUES) {
        const input = { url: `https://example.com/${now}`, [field]: value }
        const { status, body } = await club.post('/admin/api/callbacks', input)
        expect({ value, status, fields: Object.keys(body.errors ?? {}) }).toEqual(
          accepts(taken, value)
            ? { value, status: 200, fields: [] }
            : { value, status: 400, fields: [field] },
        )
      }
    },
  )

  it.each(Object.entries(ACCOUNT))(
    'of another type are refused by name: account %s',
    async (field, taken) => {
      const agency = await app.publisher({ partner: true })
      const [own, inner] = field.split('.') as [string, string?]
      const nested = (value: Json) => ({ custom: { reference: `${now}`, [inner!]: value } })
      const flat = (value: Json) => ({
        custom: undefined,
        'custom:reference': `${now}`,
        [`custom:${inner}`]: value,
      })
      for (const value of VALUES) {
        for (const sent of inner ? [nested(value), flat(value)] : [{ [own]: value }]) {
          const { status, body } = await agency.post('/account', newAccount(sent))
          const fields = Object.keys(body.errors ?? {})
          if (accepts(taken, value)) expect([200, 409], JSON.stringify(body)).toContain(status)
          // An object without a reference is one.
          else if (field === 'custom' && !Array.isArray(value) && typeof value === 'object' && value !== null)
            expect({ value, status, fields }).toEqual({ value, status: 400, fields: ['custom.reference'] })
          else expect({ value, sent, status, fields }).toEqual({ value, sent, status: 400, fields: [field] })
        }
      }
    },
  )

  it.each(['from', 'to'])('of another type are refused by name: replay %s', async (field) => {
    const { id } = await club.callback(`https://example.com/${now}`)
    for (const value of VALUES) {
      const range = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z', [field]: value }
      const { status, body } = await club.post(`/admin/api/callbacks/${id}/replay`, range)
      expect({ value, status, fields: Object.keys(body.errors ?? {}) }).toEqual({
        value,
        status: 400,
        fields: [field],
      })
    }
  })

  it('that are ours are ignored in an event', async () => {
    const eventId = await club.event(calendarId, OURS)
    expect((await club.put(`/event/${eventId}`, { ...OURS, name: 'Changed' })).body.eventId).toBe(eventId)
    const { body, text } = await club.get(`/event/${eventId}`)
    expect(body.data).toMatchObject({ id: eventId, publisherId: club.id, calendarId, name: 'Changed' })
    expect(text).not.toMatch(STOLEN)
  })

  it('that are ours are ignored in private events, and so is another calendar', async () => {
    const fan = await club.subscriber()
    const other = await club.subscriber()
    const { svcId: _, ...rest } = { ...OURS, calendarId, svcId: other.svcId }
    const one = await club.privateEvent(fan.svcId, rest)
    const events = [record(fan.svcId, rest)]
    const two = (await club.post('/batch/events', { type: 'private', events })).body.items[0].id
    await club.put(`/event/${one}`, { ...rest, svcId: other.svcId, name: 'Changed' })
    const { body, text } = await club.get(`/batch/events?type=private&svc_id=${fan.svcId}`)
    expect(body.data.map((event: Json) => event.id).sort()).toEqual([one, two].sort())
    expect(text).not.toMatch(STOLEN)
    expect(text).not.toContain(calendarId)
    expect((await club.get(`/event?svc_id=${other.svcId}`)).body).toEqual([])
  })

  it('that are ours are ignored in a calendar', async () => {
    const id = await club.calendar({ ...OURS, draftCalendar: 1 })
    await club.put(`/calendar/${id}`, { ...OURS, subGenre: 'Changed' })
    const { body, text } = await club.get(`/calendar/${id}`)
    expect(body.data).toMatchObject({ id, publisherId: club.id, subGenre: 'Changed', draftCalendar: 1 })
    expect(text).not.toMatch(STOLEN)
  })

  it('that are ours are ignored in a callback', async () => {
    const ours = { ...OURS, active: true, encrypted: true, signingSecret: 'whsec_evil' }
    const { id } = await club.callback(`https://example.com/${now}`, ours)
    const changed = await club.put(`/admin/api/callbacks/${id}`, { ...ours, name: 'Changed' })
    expect(changed.body.data).toMatchObject({ id, name: 'Changed', encrypted: false })
    expect(changed.text).not.toMatch(STOLEN)
    const { body } = await club.get('/admin/api/callbacks')
    expect(body.data.map((callback: Json) => callback.id)).toContain(id)
  })

  it('that are ours are ignored when a person subscribes', async () => {
    await club.subscribe('fan@example.com', [], OURS)
    const { body, text } = await club.get('/subscriber/fan@example.com')
    expect(body.data).toMatchObject({ publisherId: club.id, IsActive: true, source: 'Widget' })
    expect(text).not.toMatch(STOLEN)
  })
})
