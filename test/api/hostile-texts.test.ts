import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { lintIcs } from '../support/ics-lint.ts'
import { NAUGHTY } from '../support/naughty.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { useTestApp } from '../support/test-app.ts'
import {
  type Answer,
  fixture,
  type Json,
  newAccount,
  record,
  send,
  TestPublisher,
} from '../support/test-publisher.ts'

/** Every field of an event that takes free text of some kind, and how it is shown. */
const EVENT = (text: string) => ({
  name: text,
  location: text,
  details: text,
  reference: text,
  referenceType: text,
  sponsored_message: text,
  twitterTag: text,
  event_banner: text,
  'focus-x': text,
  'focus-y': text,
  timezone: text,
  alert: text,
  alert2: text,
  tags: [text],
  social: { facebook: text, [text]: 1 },
  'quickLink[1][name]': text,
  'quickLink[1][url]': 'https://example.com/',
  'quickLink[2][url]': text,
})
const CALENDAR = (text: string) => ({
  name: text,
  reference: text,
  genre: text,
  subGenre: text,
  note: text,
  logo: text,
})
const PERSON = (text: string) => ({
  first_name: text,
  last_name: text,
  mobile: text,
  country: text,
  zip: text,
  gender: text,
  age_group: text,
  dob: text,
  subscriber_reference: text,
  application: text,
  custom_fields: [{ name: text, value: text }],
})

const ACCOUNT = (text: string) => ({
  firstName: text,
  lastName: text,
  company: text,
  phone: text,
  industry: text,
  objective: text,
  'custom:reference': text,
  'custom:companyType': text,
  'custom:companyLogo': text,
  'custom:scheduleLogo': text,
  'custom:displayPrimaryColor': text,
  'custom:displaySecondaryColor': text,
})

/** Sends the fields; those that are refused, by name, are left out the second time, which has to work. */
async function store<Fields extends object>(
  fields: Fields,
  send: (fields: Partial<Fields>) => Promise<Answer>,
): Promise<{ kept: Partial<Fields>; answer: Answer }> {
  const first = await send(fields)
  if (first.status === 200) return { kept: fields, answer: first }
  expect(first.status, first.text).toBe(400)
  // `tags[0]` and `custom_fields[0].name` refuse the whole field; quick links are fields of their own.
  const refused = Object.keys(first.body.errors).map((name) =>
    name.replace(/^(tags|custom_fields)\[.*/, '$1').replace(/^custom\./, 'custom:'),
  )
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !refused.includes(name)))
  const second = await send(kept as Partial<Fields>)
  expect(second.status, second.text).toBe(200)
  return { kept: kept as Partial<Fields>, answer: second }
}

/** The SUMMARY that a feed has for an event's name. */
function summaryOf(name: string): string {
  return name.trim() === '' ? 'Untitled' : name.replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, '\n')
}

async function summariesIn(feedUrl: string): Promise<string[]> {
  const bytes = Buffer.from(await (await fetch(feedUrl)).arrayBuffer())
  expect(lintIcs(bytes)).toEqual([])
  return readCalendar(bytes.toString()).map((event) => event.summary)
}

describe.each(DATABASES)('naughty texts on %s', (kind) => {
  let now = Date.now()
  const app = useTestApp(kind, {
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
    now: () => (now += 25), // slow enough for the limit of requests
  })

  it('come back equal in public events, or are refused by name, and the feed stays sound', async () => {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    const names: string[] = []
    for (const text of NAUGHTY) {
      const base = fixture({ calendarId })
      const { kept, answer } = await store(EVENT(text), (fields) =>
        club.post('/event', { ...base, ...fields }),
      )
      const { data } = (await club.get(`/event/${answer.body.eventId}`)).body
      expect(data).toMatchObject({ ...base, ...kept })
      const byReference = await club.get(`/event/${encodeURIComponent(data.reference)}`)
      expect(byReference.body.data).toMatchObject({ id: answer.body.eventId })
      names.push(data.name)
    }
    const summaries = await summariesIn(`${app.url}/calendar/${calendarId}.ics`)
    expect(summaries.sort()).toEqual(names.map(summaryOf).sort())
  })

  it('come back equal in private events, or are refused by name, and the feed stays sound', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const names: string[] = []
    for (const text of NAUGHTY) {
      const base = record(fan.svcId)
      const send = async (fields: Json) => {
        const events = [{ ...base, ...fields }]
        const { errors } = (await club.post('/batch/events?dryRun=1', { type: 'private', events })).body
        if (typeof errors !== 'object') return club.post('/batch/events', { type: 'private', events })
        const names = Object.entries(errors).map(([name, error]) => [name.replace('events[0].', ''), error])
        return { status: 400, body: { errors: Object.fromEntries(names) } } as Answer
      }
      const { kept, answer } = await store(EVENT(text), async (fields) => {
        const sent = await send(fields)
        return sent.status === 207 ? { ...sent, status: 200 } : sent
      })
      const ids = answer.body.items.map((item: Json) => item.id)
      const { data } = (await club.post('/batch/events/search?type=private', { ids })).body
      const { svcId, ...shown } = { ...base, ...kept }
      expect(svcId).toBe(fan.svcId)
      expect(data).toMatchObject([{ ...shown, allDay: false }])
      names.push(data[0].name)
    }
    expect((await summariesIn(fan.feedUrl)).sort()).toEqual(names.map(summaryOf).sort())
  })

  it('come back equal in calendars, or are refused by name', async () => {
    const club = await app.publisher()
    for (const text of NAUGHTY) {
      const base = { type: 'fixture', categories: 'A', genre: 'G', subGenre: 'S', draftCalendar: 0 }
      const spare = {
        name: 'City',
        reference: `spare ${text.length} ${encodeURIComponent(text).slice(0, 90)}`,
      }
      const { kept, answer } = await store(CALENDAR(text), (fields) =>
        club.post('/calendar', { ...base, ...spare, ...fields }),
      )
      const { data } = (await club.get(`/calendar/${answer.body.calendarId}`)).body
      expect(data).toMatchObject({ ...spare, ...kept })
      await club.event(answer.body.calendarId as string)
      expect(await summariesIn(data.feed.replace('https://fasti.test', app.url))).toHaveLength(1)
    }
  })

  it('name categories, or are refused', async () => {
    const club = await app.publisher()
    for (const text of NAUGHTY) {
      const answer = await club.post('/calendar', {
        ...CALENDAR('City'),
        logo: '',
        reference: `r${now}`,
        type: 'fixture',
        categories: text,
      })
      if (answer.status === 400) {
        expect(Object.keys(answer.body.errors)).toEqual(['categories'])
        continue
      }
      const { data } = (await club.get(`/calendar/${answer.body.calendarId}`)).body
      const paths = text.split(',').map((path) =>
        path
          .split('/')
          .map((level) => level.trim())
          .join('/'),
      )
      expect(data.categories).toEqual(paths)
    }
  })

  it('come back equal in what a person tells, or are refused by name', async () => {
    const club = await app.publisher()
    for (const [number, text] of NAUGHTY.entries()) {
      const email = `fan${number}@example.com`
      const { kept } = await store(PERSON(text), (fields) => club.subscribe(email, [], fields))
      const { data } = (await club.get(`/subscriber/${email}`)).body
      const { subscriber_reference: reference = '', application: appName = '', ...told } = kept
      expect(data).toMatchObject({ ...told, reference, appName })
    }
    for (const email of NAUGHTY.filter((text) => text !== 'mailto:x@example.com'))
      expect((await club.subscribe(email, [])).status, email).toBe(400)
  })

  it('come back equal in sub-accounts, or are refused by name, and their pages and feeds stay sound', async () => {
    const agency = await app.publisher({ partner: true })
    for (const text of NAUGHTY) {
      const { custom, ...base } = newAccount()
      const { kept, answer } = await store(ACCOUNT(text), (fields) => {
        return agency.post('/account', { ...base, 'custom:reference': custom.reference, ...fields })
      })
      const { firstName, lastName, company } = { ...base, ...kept } as Record<string, string>
      const { data } = (await agency.get('/account')).body
      expect(data.at(-1)).toEqual({
        ...{ publisherId: answer.body.publisherId, email: base.email },
        ...{ firstName: firstName!.trim(), lastName: lastName!.trim(), company: company!.trim() },
        reference: kept['custom:reference'] ?? custom.reference,
      })
      const { publisherId: id, apiKey: key, secret, widgets } = answer.body
      const account = new TestPublisher(app.url, { publisher: { id }, apiKey: { key, secret }, widgets })
      expect((await send(`${app.url}/w/${account.widgetId}`)).status).toBe(200)
      expect(await summariesIn((await account.subscriber()).feedUrl)).toHaveLength(1)
    }
    for (const email of NAUGHTY.filter((text) => text !== 'mailto:x@example.com'))
      expect((await agency.post('/account', newAccount({ email }))).status, email).toBe(400)
  })

  it('come back equal in callbacks, or are refused by name', async () => {
    const club = await app.publisher()
    for (const text of NAUGHTY) {
      const fields = { name: text, secret: text, kinds: [text] }
      const { kept, answer } = await store(fields, (fields) =>
        club.post('/admin/api/callbacks', { url: 'https://example.com/', ...fields }),
      )
      const { secret, ...shown } = kept
      const { id, encrypted } = answer.body.data
      expect(answer.body.data).toMatchObject(shown)
      expect(encrypted).toBe(secret !== undefined && secret !== '')
      expect((await club.delete(`/admin/api/callbacks/${id}`)).status).toBe(200)
      const { status, body } = await club.post('/admin/api/callbacks', { url: text })
      expect({ status, errors: Object.keys(body.errors ?? {}) }).toEqual({ status: 400, errors: ['url'] })
    }
  })

  it('are no fault of ours in the addresses of the admin API', async () => {
    const club = await app.publisher()
    for (const text of NAUGHTY) {
      const escaped = encodeURIComponent(text)
      const asked = [
        await club.get(`/admin/api/deliveries/${escaped}`),
        await club.post(`/admin/api/deliveries/${escaped}/retry`),
        await club.post(`/admin/api/callbacks/${escaped}/test`),
        await club.put(`/admin/api/callbacks/${escaped}`, {}),
        await club.get(`/admin/api/deliveries?state=${escaped}`),
        await club.get(`/admin/api/deliveries?callbackId=${escaped}&before=${escaped}`),
      ]
      for (const [index, { status }] of asked.entries()) {
        const good = index === 5 || (index === 4 && text === '') ? [200, 400] : [400, 404]
        expect(good, `${index} ${JSON.stringify(text)}`).toContain(status)
      }
    }
  })
})
