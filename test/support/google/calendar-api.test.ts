import { type calendar_v3 } from '@googleapis/calendar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calendarClient } from './google-client.ts'
import { type FakeGoogle, startGoogle } from './start.ts'

const ANN = 'ann@example.com'
const BEN = 'ben@example.com'
const WHOLE = ['https://www.googleapis.com/auth/calendar']
const MIRROR = [
  'https://www.googleapis.com/auth/calendar.app.created',
  'https://www.googleapis.com/auth/calendar.acls',
]
const DAY = { start: { date: '2026-08-15' }, end: { date: '2026-08-16' } }
const MATCH = {
  id: 'match1',
  summary: 'City v Town',
  start: { dateTime: '2026-08-15T15:00:00+01:00' },
  end: { dateTime: '2026-08-15T17:00:00+01:00' },
}

/** Google's own client drives the fake: it checks what both believe of the API. */
describe("the fake Google, by Google's own client", () => {
  let google: FakeGoogle
  let client: calendar_v3.Calendar
  let calendarId: string

  beforeEach(async () => {
    google = await startGoogle()
    google.addAccount(ANN)
    google.addAccount(BEN)
    client = calendarClient(google, ANN)
    const made = await client.calendars.insert({
      requestBody: { summary: 'City', timeZone: 'Europe/London' },
    })
    calendarId = made.data.id!
  })

  afterEach(() => google.close())

  it('leads a calendar from its making to its end', async () => {
    const { data } = await client.calendars.get({ calendarId })
    expect(data).toMatchObject({ kind: 'calendar#calendar', summary: 'City', dataOwner: ANN })
    const renamed = await client.calendars.patch({ calendarId, requestBody: { description: 'All matches' } })
    expect(renamed.data).toMatchObject({ summary: 'City', description: 'All matches' })
    const whole = await client.calendars.update({ calendarId, requestBody: { summary: 'Town' } })
    expect(whole.data).toMatchObject({ summary: 'Town', timeZone: 'Europe/London' })
    expect(whole.data.description).toBeUndefined()
    const colors = { backgroundColor: '#112233', foregroundColor: '#ffffff' }
    await client.calendarList.patch({ calendarId, colorRgbFormat: true, requestBody: colors })
    const entry = await client.calendarList.get({ calendarId })
    expect(entry.data).toMatchObject({ ...colors, summary: 'Town', accessRole: 'owner' })
    await client.calendars.delete({ calendarId })
    await expect(client.calendars.get({ calendarId })).rejects.toMatchObject(refused(404, 'notFound'))
    expect(google.violations).toEqual([])
  })

  it('leads an event from its making to its end and to a second life', async () => {
    const reminders = { useDefault: false, overrides: [{ method: 'popup', minutes: 60 }] }
    const made = await client.events.insert({ calendarId, requestBody: { ...MATCH, reminders } })
    expect(made.data).toMatchObject({
      ...{ id: 'match1', status: 'confirmed', iCalUID: 'match1@google.com', sequence: 0, reminders },
      start: { dateTime: '2026-08-15T15:00:00+01:00', timeZone: 'Europe/London' },
      creator: { email: ANN },
    })
    const event = { calendarId, eventId: 'match1' }
    await expect(client.events.insert({ calendarId, requestBody: MATCH })).rejects.toMatchObject(
      refused(409, 'duplicate'),
    )
    const patched = await client.events.patch({ ...event, requestBody: { summary: 'Town v City' } })
    expect(patched.data).toMatchObject({ summary: 'Town v City', reminders })
    const moved = await client.events.update({ ...event, requestBody: { summary: 'Off', ...DAY } })
    expect(moved.data).toMatchObject({ ...DAY, sequence: 1, reminders: { useDefault: true } })
    await client.events.delete(event)
    await expect(client.events.delete(event)).rejects.toMatchObject(refused(410, 'deleted'))
    expect((await client.events.get(event)).data.status).toBe('cancelled')
    expect((await client.events.list({ calendarId })).data.items).toEqual([])
    await expect(client.events.insert({ calendarId, requestBody: MATCH })).rejects.toMatchObject(
      refused(409, 'duplicate'),
    )
    await client.events.update({ ...event, requestBody: { ...MATCH, sequence: 4 } })
    expect(google.eventsOf(calendarId)).toMatchObject([{ id: 'match1', status: 'confirmed', sequence: 4 }])
    await expect(
      client.events.update({ ...event, requestBody: { ...MATCH, sequence: 3 } }),
    ).rejects.toMatchObject(refused(400, 'invalid'))
  })

  it('imports by UID, once', async () => {
    const requestBody = { ...DAY, iCalUID: 'a@example.com', summary: 'Cup' }
    const first = await client.events.import({ calendarId, requestBody })
    const second = await client.events.import({
      calendarId,
      requestBody: { ...requestBody, summary: 'Final' },
    })
    expect(second.data.id).toBe(first.data.id)
    const { data } = await client.events.list({ calendarId, iCalUID: 'a@example.com' })
    expect(data.items).toMatchObject([{ summary: 'Final' }])
  })

  it('refuses what Google refuses', async () => {
    const refusals: [calendar_v3.Schema$Event, string][] = [
      [{ ...DAY, id: 'Match' }, 'invalid'],
      [{ ...DAY, id: 'abcd' }, 'invalid'],
      [{ ...DAY, id: 'wxyz1' }, 'invalid'],
      [{ ...DAY, id: 'a'.repeat(1025) }, 'invalid'],
      [{ ...DAY, id: 'match1', iCalUID: 'match1@example.com' }, 'invalid'],
      [{ start: DAY.start }, 'required'],
      [{ start: DAY.start, end: DAY.start }, 'timeRangeEmpty'],
      [{ start: MATCH.end, end: MATCH.start }, 'timeRangeEmpty'],
      [{ start: DAY.start, end: MATCH.end }, 'invalid'],
      [{ start: { dateTime: '2026-08-15T15:00:00' }, end: MATCH.end }, 'required'],
      [{ ...DAY, reminders: reminders(6, 10) }, 'eventExceededMaxReminders'],
      [{ ...DAY, reminders: reminders(1, 40_321) }, 'invalid'],
      [{ ...DAY, reminders: reminders(1, -1) }, 'invalid'],
      [
        { ...DAY, reminders: { ...reminders(1, 10), useDefault: true } },
        'cannotUseDefaultRemindersAndSpecifyOverride',
      ],
      [{ ...DAY, colorId: '12' }, 'invalid'],
    ]
    for (const [requestBody, reason] of refusals)
      await expect(client.events.insert({ calendarId, requestBody })).rejects.toMatchObject(
        refused(400, reason),
      )
    await expect(client.events.list({ calendarId, maxResults: 0 })).rejects.toMatchObject(
      refused(400, 'invalidParameter'),
    )
    await client.events.insert({ calendarId, requestBody: { ...DAY, reminders: reminders(5, 40_320) } })
    await client.events.insert({ calendarId, requestBody: { ...DAY, id: 'v'.repeat(1024) } })
    expect(google.eventsOf(calendarId)).toHaveLength(2)
  })

  it('keeps a change away that knows an old version', async () => {
    const { data } = await client.events.insert({ calendarId, requestBody: MATCH })
    const event = { calendarId, eventId: 'match1' }
    const ifMatch = { headers: { 'If-Match': data.etag! } }
    await client.events.patch({ ...event, requestBody: { summary: 'First' } }, ifMatch)
    const late = client.events.patch({ ...event, requestBody: { summary: 'Second' } }, ifMatch)
    await expect(late).rejects.toMatchObject(refused(412, 'conditionNotMet'))
    await expect(client.events.delete(event, ifMatch)).rejects.toMatchObject(refused(412, 'conditionNotMet'))
    expect(google.eventsOf(calendarId)).toMatchObject([{ summary: 'First' }])
  })

  it('lists in pages, and then the changes only, until the token is too old', async () => {
    for (let n = 0; n < 5; n++)
      await client.events.insert({ calendarId, requestBody: { ...DAY, id: `event${n}` } })
    const ids: string[] = []
    let page: calendar_v3.Schema$Events = {}
    do {
      const query = page.nextPageToken ? { pageToken: page.nextPageToken } : {}
      page = (await client.events.list({ calendarId, maxResults: 2, ...query })).data
      ids.push(...page.items!.map(({ id }) => id!))
    } while (page.nextPageToken)
    expect(ids).toEqual(['event0', 'event1', 'event2', 'event3', 'event4'])
    await client.events.delete({ calendarId, eventId: 'event1' })
    await client.events.patch({ calendarId, eventId: 'event3', requestBody: { summary: 'Moved' } })
    const syncToken = page.nextSyncToken!
    const { data } = await client.events.list({ calendarId, syncToken })
    expect(data.items).toMatchObject([
      { id: 'event1', status: 'cancelled' },
      { id: 'event3', summary: 'Moved' },
    ])
    const again = await client.events.list({ calendarId, syncToken: data.nextSyncToken! })
    expect(again.data.items).toEqual([])
    await expect(client.events.list({ calendarId, syncToken, q: 'Moved' })).rejects.toMatchObject(
      refused(400, 'badRequest'),
    )
    google.ageSyncTokens(calendarId)
    await expect(client.events.list({ calendarId, syncToken })).rejects.toMatchObject(
      refused(410, 'fullSyncRequired'),
    )
  })

  it('expands a series into its dates', async () => {
    const zone = { timeZone: 'Europe/London' }
    const requestBody = {
      ...{ id: 'series1', summary: 'Training', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] },
      start: { dateTime: '2026-10-13T19:00:00', ...zone },
      end: { dateTime: '2026-10-13T20:30:00', ...zone },
    }
    await client.events.insert({ calendarId, requestBody })
    const { data } = await client.events.instances({ calendarId, eventId: 'series1' })
    expect(data.items!.map(({ id, start }) => [id, start!.dateTime])).toEqual([
      ['series1_20261013T180000Z', '2026-10-13T19:00:00+01:00'],
      ['series1_20261020T180000Z', '2026-10-20T19:00:00+01:00'],
      ['series1_20261027T190000Z', '2026-10-27T19:00:00Z'],
      ['series1_20261103T190000Z', '2026-11-03T19:00:00Z'],
    ])
    const eventId = 'series1_20261020T180000Z'
    await client.events.patch({ calendarId, eventId, requestBody: { summary: 'Late training' } })
    await client.events.delete({ calendarId, eventId: 'series1_20261027T190000Z' })
    const week = { timeMin: '2026-10-19T00:00:00Z', timeMax: '2026-11-04T00:00:00Z' }
    const singles = await client.events.list({
      calendarId,
      singleEvents: true,
      orderBy: 'startTime',
      ...week,
    })
    expect(singles.data.items).toMatchObject([
      { id: eventId, summary: 'Late training', recurringEventId: 'series1' },
      { id: 'series1_20261103T190000Z', summary: 'Training' },
    ])
  })

  it('opens nothing but calendars of the application, and notes who tries', async () => {
    await expect(client.calendarList.list()).rejects.toMatchObject(refused(403, 'insufficientPermissions'))
    await expect(client.calendarList.insert({ requestBody: { id: calendarId } })).rejects.toMatchObject(
      refused(403, 'insufficientPermissions'),
    )
    const rule = { calendarId, requestBody: { role: 'reader', scope: { type: 'default' } } }
    await expect(client.acl.insert(rule)).rejects.toMatchObject(refused(403, 'insufficientPermissions'))
    await expect(client.events.list({ calendarId: 'primary' })).rejects.toMatchObject(
      refused(404, 'notFound'),
    )
    const own = await calendarClient(google, BEN, WHOLE).calendarList.list()
    expect(own.data.items).toMatchObject([{ id: BEN, primary: true }])
    expect(google.violations.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'scope calendarList.list',
      'scope calendarList.insert',
      'scope acl.insert',
      `outside events.list ${ANN}`,
    ])
  })

  it('shows a calendar to everybody once its owner says so', async () => {
    const reader = calendarClient(google, BEN, WHOLE)
    await client.events.insert({ calendarId, requestBody: MATCH })
    await expect(reader.events.list({ calendarId })).rejects.toMatchObject(refused(404, 'notFound'))
    const owner = calendarClient(google, ANN, MIRROR)
    await owner.acl.insert({ calendarId, requestBody: { role: 'reader', scope: { type: 'default' } } })
    const rules = await owner.acl.list({ calendarId })
    expect(rules.data.items!.map(({ id, role }) => `${id} ${role}`)).toEqual([
      `user:${ANN} owner`,
      'default reader',
    ])
    const { data } = await reader.events.list({ calendarId })
    expect(data).toMatchObject({ accessRole: 'reader', items: [{ id: 'match1' }] })
    await expect(reader.events.delete({ calendarId, eventId: 'match1' })).rejects.toMatchObject(
      refused(403, 'requiredAccessLevel'),
    )
  })

  it('answers with the body of the documented errors, nothing else', async () => {
    const answer = await fetch(`${google.endpoints.api}calendars/unknown`, {
      headers: { authorization: `Bearer ${google.grant(ANN).accessToken}` },
    })
    expect(await answer.json()).toEqual({
      error: {
        errors: [{ domain: 'global', reason: 'notFound', message: 'Not Found' }],
        code: 404,
        message: 'Not Found',
      },
    })
  })
})

function reminders(count: number, minutes: number) {
  return { useDefault: false, overrides: Array.from({ length: count }, () => ({ method: 'popup', minutes })) }
}

/** The parts of an error of Google's client. */
function refused(status: number, reason: string) {
  return { response: { status, data: { error: { code: status, errors: [{ reason }] } } } }
}
