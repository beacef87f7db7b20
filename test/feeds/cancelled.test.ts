import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { lintIcs } from '../support/ics-lint.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, record, send, type TestPublisher } from '../support/test-publisher.ts'

const NEXT_YEAR = new Date().getUTCFullYear() + 1
const AHEAD = { startDate: `${NEXT_YEAR}-04-10`, endDate: `${NEXT_YEAR}-04-10` }

/** A feed as an application reads it; it has to be a sound calendar every time. */
async function read(url: string) {
  const answer = await send(url)
  expect(lintIcs(Buffer.from(answer.text))).toEqual([])
  const events = readCalendar(answer.text).map(({ summary, status, alarms, sequence }) => ({
    summary,
    status,
    alarms: alarms.length,
    sequence,
  }))
  const modified = [...answer.text.matchAll(/^LAST-MODIFIED:(.*)\r$/gm)].map((match) => match[1]!)
  return { events, modified, etag: answer.headers.get('etag')!, text: answer.text }
}

describe.each(DATABASES)('cancelled events, on %s', (kind) => {
  const app = useTestApp(kind)

  async function clubWithFan(settings: Json = {}) {
    const club = await app.publisher()
    if (Object.keys(settings).length > 0) await tell(club, settings)
    const calendar = await club.calendar()
    const match = await club.event(calendar, { name: 'City v Town', alert: '15M', ...AHEAD })
    await club.event(calendar, { name: 'Town v City', ...AHEAD })
    const fan = await club.subscriber(undefined, [calendar])
    return { club, calendar, match, fan, publicFeed: `${app.url}/calendar/${calendar}.ics` }
  }

  const tell = (club: TestPublisher, settings: Json) => club.put('/admin/api/publisher', settings)
  const other = { summary: 'Town v City', status: 'CONFIRMED', alarms: 0, sequence: 0 }

  it.each<[string, Json, { summary: string; status: string } | undefined]>([
    [
      'by a mark in the title, unless told otherwise',
      {},
      { summary: 'Cancelled: City v Town', status: 'CONFIRMED' },
    ],
    [
      'by a mark of the publisher’s own',
      { cancelledMark: ' ABGESAGT; heute ' },
      { summary: 'ABGESAGT; heute: City v Town', status: 'CONFIRMED' },
    ],
    ['by their status', { cancelledEvents: 'strike' }, { summary: 'City v Town', status: 'CANCELLED' }],
    ['by leaving them out', { cancelledEvents: 'remove' }, undefined],
  ])('are told of %s, without reminders, and back again', async (_, settings, told) => {
    const { club, match, fan, publicFeed } = await clubWithFan(settings)
    const before = [await read(fan.feedUrl), await read(publicFeed)]
    const expected = before[0]!.events
    expect(expected).toEqual([{ summary: 'City v Town', status: 'CONFIRMED', alarms: 1, sequence: 0 }, other])

    expect((await club.put(`/event/${match}`, { cancelled: 1 })).status).toBe(200)
    for (const [index, url] of [fan.feedUrl, publicFeed].entries()) {
      const after = await read(url)
      expect(after.etag).not.toBe(before[index]!.etag)
      expect(after.events).toEqual([...(told ? [{ ...told, alarms: 0, sequence: 1 }] : []), other])
      expect((await send(url, { headers: { 'if-none-match': after.etag } })).status).toBe(304)
      // The same again changes nothing.
      await club.put(`/event/${match}`, { cancelled: '1' })
      expect((await read(url)).etag).toBe(after.etag)
    }
    await club.put(`/event/${match}`, { cancelled: 0 })
    for (const url of [fan.feedUrl, publicFeed])
      expect((await read(url)).events).toEqual([{ ...expected[0], sequence: 2 }, other])
  })

  it('follow the setting at the next read, as changed, and only they', async () => {
    const { club, match, fan } = await clubWithFan()
    await club.put(`/event/${match}`, { cancelled: 1 })
    const seen: Awaited<ReturnType<typeof read>>[] = [await read(fan.feedUrl)]
    for (const cancelledEvents of ['strike', 'remove', 'mark']) {
      // Stamps count seconds.
      await new Promise((done) => setTimeout(done, 1100))
      await tell(club, { cancelledEvents })
      const now = await read(fan.feedUrl)
      const tag = { 'if-none-match': seen.at(-1)!.etag }
      expect((await send(fan.feedUrl, { headers: tag })).status).toBe(200)
      seen.push(now)
    }
    const [mark, strike, remove, again] = seen as [
      (typeof seen)[0],
      (typeof seen)[0],
      (typeof seen)[0],
      (typeof seen)[0],
    ]
    expect(remove.events).toEqual([other])
    expect(again.events).toEqual(mark.events)
    expect(strike.modified[0]! > mark.modified[0]!).toBe(true)
    expect(again.modified[0]! > strike.modified[0]!).toBe(true)
    expect(again.modified[1]).toBe(mark.modified[1])
    // Nothing feeds would show of it: the mark is of no use where titles have none.
    await tell(club, { cancelledEvents: 'strike' })
    const { etag } = await read(fan.feedUrl)
    await tell(club, { cancelledMark: 'Abgesagt' })
    expect((await read(fan.feedUrl)).etag).toBe(etag)
  })

  it('leave a note in a feed that has nothing else', async () => {
    const { club, fan } = await clubWithFan({ cancelledEvents: 'remove' })
    const [calendar] = [await club.calendar()]
    const match = await club.event(calendar, AHEAD)
    const alone = await club.subscriber(undefined, [calendar])
    await club.put(`/event/${match}`, { cancelled: 1 })
    expect((await read(alone.feedUrl)).events).toMatchObject([{ summary: 'City Rugby: no events yet' }])
    expect((await read(fan.feedUrl)).events).toHaveLength(2)
  })

  it('may be private, by batch and singly, and drop the subscriber’s own reminders too', async () => {
    const { club, fan } = await clubWithFan()
    const chosen = { method: 'POST', body: JSON.stringify({ reminders: ['1H'] }) }
    expect((await send(`${fan.manageUrl}/reminders`, chosen)).status).toBe(200)
    expect((await read(fan.feedUrl)).events.map(({ alarms }) => alarms)).toEqual([1, 1])
    const batch = await club.post('/batch/events', {
      type: 'private',
      events: [
        record(fan.svcId, { name: 'Off', cancelled: 1, ...AHEAD }),
        record(fan.svcId, { name: 'On', cancelled: 0, ...AHEAD }),
      ],
    })
    expect(batch.body).toMatchObject({ added: 2 })
    const summaries = (await read(fan.feedUrl)).events
    expect(summaries.find(({ summary }) => summary === 'Cancelled: Off')).toMatchObject({ alarms: 0 })
    const id = (batch.body.items as Json[])[1]!.id as string
    await club.put(`/event/${id}?svc_id=${fan.svcId}`, { cancelled: '1' })
    expect((await read(fan.feedUrl)).events.map(({ summary }) => summary)).toContain('Cancelled: On')
  })

  it('say so in records, and only they', async () => {
    const { club, calendar, match, fan } = await clubWithFan()
    const own = await club.privateEvent(fan.svcId, AHEAD)
    for (const id of [match, own]) await club.put(`/event/${id}`, { cancelled: 1 })
    expect((await club.get(`/event/${match}`)).body.data).toMatchObject({ cancelled: 1 })
    const all = (await club.get(`/event?calendarIds=${calendar}`)).body.data as Json[]
    expect(all.map((event) => event.cancelled)).toEqual([1, undefined])
    expect(all.map((event) => 'cancelled' in event)).toEqual([true, false])
    const theirs = (await club.get(`/event?svc_id=${fan.svcId}&type=private`)).body as Json[]
    expect(theirs).toMatchObject([{ eventId: own, cancelled: 1 }])
    // A change of other fields leaves it cancelled.
    await club.put(`/event/${match}`, { location: 'Elsewhere', 'quickLink[1][url]': 'https://example.com/' })
    expect((await club.get(`/event/${match}`)).body.data).toMatchObject({
      cancelled: 1,
      location: 'Elsewhere',
    })
    for (const cancelled of [2, 'yes', true, null, {}]) {
      const refused = await club.put(`/event/${match}`, { cancelled })
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        { cancelled: 'Event cancelled must be 0 or 1' },
      ])
    }
  })

  it('are in public lists as such, or not at all, and are nobody’s next event', async () => {
    const { club, calendar, match } = await clubWithFan()
    await club.put(`/event/${match}`, { cancelled: 1 })
    const upcoming = async () =>
      ((await send(`${app.url}/calendar/${calendar}/upcoming`)).body.data as Json[]).map((event) => [
        event.name,
        event.cancelled,
      ])
    const listed = async () => (await send(`${app.url}/w/${club.widgetId}/upcoming`)).body.data as Json[]
    expect(await upcoming()).toEqual([
      ['City v Town', true],
      ['Town v City', undefined],
    ])
    expect(await listed()).toHaveLength(2)
    const config = async () => (await send(`${app.url}/w/${club.widgetId}/config`)).body.calendars as Json[]
    expect((await config())[0]!.nextEvent.name).toBe('Town v City')
    await tell(club, { cancelledEvents: 'remove' })
    expect(await upcoming()).toEqual([['Town v City', undefined]])
    expect(await listed()).toHaveLength(1)
  })

  it('are left out page by page, and of what lasts long', async () => {
    const { club } = await clubWithFan({ cancelledEvents: 'remove' })
    const calendar = await club.calendar()
    const long = await club.event(calendar, {
      name: 'Exhibition',
      startDate: '2020-01-01',
      endDate: `${NEXT_YEAR}-01-01`,
    })
    const ids: string[] = []
    for (let day = 1; day <= 6; day++)
      ids.push(
        await club.event(calendar, {
          name: `Day ${day}`,
          startDate: `${NEXT_YEAR}-05-0${day}`,
          endDate: `${NEXT_YEAR}-05-0${day}`,
        }),
      )
    const pages = async () => {
      const names: string[][] = []
      for (let after = ''; ;) {
        const { data, next } = (await send(`${app.url}/calendar/${calendar}/upcoming?limit=2&after=${after}`))
          .body
        names.push((data as Json[]).map((event) => event.name as string))
        if (!next) return names
        after = next
      }
    }
    expect(await pages()).toEqual([
      ['Exhibition', 'Day 1'],
      ['Day 2', 'Day 3'],
      ['Day 4', 'Day 5'],
      ['Day 6'],
    ])
    for (const id of [long, ids[0]!, ids[1]!, ids[5]!]) await club.put(`/event/${id}`, { cancelled: 1 })
    expect(await pages()).toEqual([['Day 3', 'Day 4'], ['Day 5']])
  })
})
