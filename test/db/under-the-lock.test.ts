import { expect, it } from 'vitest'
import { watchStatements } from '../support/statements.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Answer, expectOk, fixture, send } from '../support/test-publisher.ts'
import { userOf } from '../support/users.ts'

// Others of the publisher wait from the revision to the commit. Each statement there is a round trip.

const app = useTestApp('postgres')

/** Returns the statements of a request from the publisher's lock to the commit, such as `update event`. */
async function underTheLock(request: () => Promise<Answer>): Promise<string[]> {
  const { seen, stop } = watchStatements()
  try {
    expectOk(await request())
  } finally {
    stop()
  }
  const lock = seen.findIndex(({ text }) => /^update "publisher_revision"/.test(text))
  return seen
    .slice(lock)
    .filter(({ transaction }) => transaction === seen[lock]!.transaction)
    .map(({ text }) => brief(text))
}

function brief(text: string): string {
  const found = /^\s*(?:(update)|(insert) into|(select|delete)\b.*?\bfrom)\s+"?(\w+)/is.exec(text)
  const [verb, table] = found?.filter((part) => part !== undefined).slice(1) ?? []
  return verb ? `${verb} ${table}` : text
}

function locksIn(statements: string[]): number {
  return statements.filter((statement) => statement === 'update publisher_revision').length
}

it('a change of an event takes the lock once and reads the event once', async () => {
  const club = await app.publisher()
  const calendarId = await club.calendar()
  const { svcId } = await club.subscriber(undefined, [calendarId])
  const lock = ['update publisher_revision']
  const event = { ...fixture(), calendarId }
  expect(await underTheLock(() => club.post('/event', { ...event, reference: 'derby' }))).toEqual([
    ...lock,
    'select calendar',
    'select series',
    'insert event',
    'update calendar',
    'commit',
  ])
  expect(await underTheLock(() => club.put('/event/derby', { name: 'Moved' }))).toEqual([
    ...lock,
    'select event',
    'update event',
    'insert event_change',
    'update calendar',
    'commit',
  ])
  expect(await underTheLock(() => club.delete('/event/derby'))).toEqual([
    ...lock,
    'select event',
    'delete event',
    'insert event_change',
    'update calendar',
    'commit',
  ])

  const toOwn = { ...fixture(), type: 'private' }
  expect(await underTheLock(() => club.post(`/event?svc_id=${svcId}`, toOwn))).toEqual([
    ...lock,
    'select subscriber',
    'select event',
    'select series',
    'insert event',
    'commit',
  ])
  const own = await club.privateEvent(svcId)
  expect(await underTheLock(() => club.put(`/event/${own}`, { name: 'Moved' }))).toEqual([
    ...lock,
    'select event',
    'update event',
    'select subscriber',
    'insert event_change',
    'commit',
  ])
  expect(await underTheLock(() => club.delete(`/event/${own}`))).toEqual([
    ...lock,
    'select event',
    'delete event',
    'select subscriber',
    'insert event_change',
    'update subscriber',
    'commit',
  ])
})

it('erasing a subscriber, who is unsubscribed first, takes the lock once', async () => {
  const club = await app.publisher()
  const owner = await userOf(app, club, 'owner')
  const { svcId } = await club.subscriber()
  const statements = await underTheLock(() => owner.delete(`/subscribers/${svcId}`))
  expect(locksIn(statements)).toBe(1)
})

it('a user who changes or deletes dates of a series takes the lock once', async () => {
  const club = await app.publisher()
  const calendarId = await club.calendar()
  const editor = await userOf(app, club, 'editor')
  const { body } = await editor.post('/events', { ...fixture(), calendarId })
  const first = `/events/${body.data.id}`
  const changes = [
    await underTheLock(() => editor.put(first, { recurrence: { rule: 'FREQ=WEEKLY;COUNT=8' } })),
    await underTheLock(() => editor.put(`${first}?scope=all`, { name: 'Moved' })),
    await underTheLock(() => editor.put(first, { name: 'Own' })),
    await underTheLock(() => editor.post(`${first}/as-in-series`)),
  ]
  const { data } = (await editor.get(`/events?calendarIds=${calendarId}`)).body
  const [, second, third] = data.map(({ id }: { id: string }) => `/events/${id}`)
  const deleted = await underTheLock(() => editor.delete(second))
  const rest = await underTheLock(() => editor.delete(`${third}?scope=following`))
  for (const statements of [...changes, deleted, rest]) expect(locksIn(statements)).toBe(1)
  const logged = ['select series', 'select event', 'select series_exclude']
  expect(deleted).toEqual([
    'update publisher_revision',
    'select event',
    ...logged,
    'delete event',
    'insert series_exclude',
    'insert event_change',
    'update calendar',
    ...logged,
    'insert audit_log',
    'commit',
  ])
})

it('a choice of calendars reads them once', async () => {
  const club = await app.publisher()
  const calendarIds = [await club.calendar(), await club.calendar()]
  await club.callback('https://example.com/hook')
  const { manageUrl } = await club.subscriber(undefined, calendarIds.slice(0, 1))
  const statements = await underTheLock(() =>
    send(`${manageUrl}/calendars`, { method: 'POST', body: JSON.stringify({ calendarIds }) }),
  )
  expect(statements).toEqual([
    'update publisher_revision',
    'select subscriber',
    'select subscription',
    'select calendar',
    'select calendar_category',
    'insert subscription',
    'select publisher',
    'insert daily_detail',
    'update subscriber',
    'insert notification',
    'select callback',
    'insert delivery',
    'commit',
  ])
})
