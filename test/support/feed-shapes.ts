import { copyEvent } from './big-calendar.ts'
import type { TestApp } from './test-app.ts'
import { type Json, record, send, type TestPublisher } from './test-publisher.ts'

const UNICODE = [
  'Café 🏁 Ünïcödé',
  '東京 対 大阪 '.repeat(20),
  'مباراة ودية',
  '👩‍👩‍👧‍👦'.repeat(40),
  'a\u0301\u0302 zalgo',
  '\u2028\u2029 \u{1F1E9}\u{1F1EA}',
]

/** Feeds of many kinds, by what they are: the address of each. */
export async function feedsOfManyShapes(app: TestApp): Promise<Record<string, string>> {
  const club = await app.publisher({ company: 'Città Rugby ⚽' })
  const feeds: Record<string, string> = {}
  const fanOf = async (calendarIds: string[] = []) => club.subscriber(undefined, calendarIds)

  feeds.empty = (await fanOf()).feedUrl
  const gone = await fanOf()
  await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
  feeds.ended = gone.feedUrl
  const rotated = await fanOf()
  await send(`${rotated.manageUrl}/rotate`, { method: 'POST', body: '{}' })
  feeds.rotated = rotated.feedUrl

  const one = await club.calendar({ name: 'One' })
  await club.event(one, {
    'quickLink[1][url]': 'https://example.com/tickets',
    'quickLink[1][name]': 'Tickets',
  })
  feeds['one event'] = (await fanOf([one])).feedUrl
  feeds['public calendar'] = `${app.url}/calendar/${one}.ics`

  const fifty = await club.calendar({ name: 'Fifty' })
  await copyInto(app, club, fifty, 49, {})
  const unicode = await club.calendar({ name: 'Ünïcödé' })
  for (const name of UNICODE) await club.event(unicode, { name, details: name.repeat(3) })
  feeds['50 events'] = (await fanOf([fifty])).feedUrl
  feeds.unicode = (await fanOf([unicode])).feedUrl

  const several = await fanOf([one, fifty, unicode])
  await club.post('/batch/events', { type: 'private', events: days(several.svcId, 20) })
  feeds['three calendars and private events'] = several.feedUrl
  const reminded = await fanOf([one, fifty])
  await send(`${reminded.manageUrl}/reminders`, { method: 'POST', body: '{"reminders":["15M","1D"]}' })
  feeds['reminders of their own'] = reminded.feedUrl

  const thousand = await fanOf()
  await club.post('/batch/events', { type: 'private', events: days(thousand.svcId, 1000) })
  feeds['1000 events'] = thousand.feedUrl
  const big = await club.calendar({ name: 'Big' })
  await copyInto(app, club, big, 10_000, { startDate: '2021-01-01', endDate: '2021-01-01' })
  feeds['10,000 events, cut'] = (await fanOf([big])).feedUrl
  feeds['10,000 events and others, cut'] = (await fanOf([one, big, unicode])).feedUrl

  const windowed = await app.publisher({ company: 'Window' })
  const wide = await windowed.calendar()
  const offset = (by: number) => new Date(app.ctx.now() + by * 86_400_000).toISOString().slice(0, 10)
  for (const by of [-40, -10, 10, 400])
    await windowed.event(wide, { startDate: offset(by), endDate: offset(by), name: `in ${by}` })
  await app.ctx.db
    .updateTable('publisher')
    .set({ settings: '{"feedPastDays":30,"feedFutureDays":365}', settings_revision: 1_000_000 })
    .where('publisher_id', '=', windowed.id)
    .execute()
  feeds['a window that cuts'] = (await windowed.subscriber(undefined, [wide])).feedUrl
  return feeds
}

/** Puts an event and copies of it into a calendar. */
async function copyInto(app: TestApp, club: TestPublisher, calendarId: string, copies: number, over: Json) {
  const eventId = await club.event(calendarId, {
    location: 'Stadium',
    details: 'Gates open at 14:00.',
    ...over,
  })
  const { db } = app.ctx.config
  if (db.kind === 'sqlite') copyEvent(db.file, eventId, copies)
  await club.put(`/event/${eventId}`, { location: 'City Ground' })
}

/** Private records, one a day. */
function days(svcId: string, count: number): Json[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10)
    return record(svcId, { name: `Day ${index}`, startDate: day, endDate: day })
  })
}
