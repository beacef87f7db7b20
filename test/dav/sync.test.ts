import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { davClientOf, freshClient, objectsOf, syncAll } from '../support/dav-client.ts'
import { startTestApp, useTestApp } from '../support/test-app.ts'
import { expectOk, send, type TestPublisher } from '../support/test-publisher.ts'

const DAY_MS = 86_400_000
const OPERATIONS = [
  'add',
  'own',
  'edit',
  'draft',
  'live',
  'cancel',
  'move',
  'share',
  'delete',
  'batch',
] as const
const SETTINGS = ['follow', 'leave', 'reminders', 'mode', 'window', 'midnight', 'hide'] as const
type Operation = (typeof OPERATIONS)[number] | (typeof SETTINGS)[number]

const step = fc.record({
  operation: fc.constantFrom<Operation>(...OPERATIONS, ...OPERATIONS, ...SETTINGS),
  /** Chooses the event, the calendar or the value. */
  pick: fc.nat(1000),
  /** The second device syncs after this step, with answers of so many changes. */
  syncs: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  /** The first device syncs while this step is written. */
  beside: fc.boolean(),
})

describe.each(DATABASES)('syncing on %s', (kind) => {
  let later = 0
  const app = useTestApp(kind, { now: () => Date.now() + later })

  it(
    'ends with what a fresh device sees, after any changes, with devices that sync meanwhile',
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          later = 0
          const club = await app.publisher()
          const calendars = [await club.calendar(), await club.calendar(), await club.calendar()]
          const { svcId, manageUrl } = await club.subscriber(undefined, calendars.slice(0, 2))
          const [one, another] = [await davClientOf(club, svcId), await davClientOf(club, svcId)]
          const world = { club, calendars, svcId, manageUrl, events: [] as string[] }
          for (const { operation, pick, syncs, beside } of steps) {
            const written = write(world, operation, pick)
            if (beside) await syncAll(one)
            await written
            if (syncs !== undefined) await syncAll(another, syncs)
          }
          for (const client of [one, another]) {
            await syncAll(client)
            const fresh = freshClient(client.device)
            await syncAll(fresh)
            expect(objectsOf(client)).toEqual(objectsOf(fresh))
          }
        }),
        { numRuns: 25 },
      )
    },
  )

  it('sees at once what another process wrote', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const { svcId } = await club.subscriber(undefined, [calendar])
    const client = await davClientOf(club, svcId)
    await syncAll(client)
    const second = await startTestApp(kind, { beside: app })
    try {
      await club.at(second.url).event(calendar)
      await syncAll(client)
      expect(objectsOf(client)).toHaveLength(1)
    } finally {
      await second.close()
    }
  })

  interface World {
    club: TestPublisher
    calendars: string[]
    svcId: string
    manageUrl: string
    events: string[]
  }

  /** Makes a change. One that does not fit what is there is refused, which is a history like any other. */
  async function write(world: World, operation: Operation, pick: number): Promise<void> {
    const { club, calendars, svcId, manageUrl, events } = world
    const calendar = calendars[pick % calendars.length]!
    const other = calendars[(pick + 1) % calendars.length]!
    const event = events[pick % Math.max(1, events.length)] ?? 'none'
    const day = new Date(Date.now() + ((pick % 9) - 4) * DAY_MS).toISOString().slice(0, 10)
    const times = { startDate: day, endDate: day }
    const setting = (settings: object) => club.put('/admin/api/publisher', settings)
    switch (operation) {
      case 'add':
        return void events.push(await club.event(calendar, times))
      case 'own':
        return void events.push(await club.privateEvent(svcId, times))
      case 'batch': {
        const records = [1, 2, 3].map((n) => ({
          svcId,
          name: `${n}`,
          location: '',
          ...times,
          reference: `b-${svcId}-${pick}-${n}`,
          draft: 0,
        }))
        const { body } = await club.post('/batch/events', { type: 'private', events: records })
        for (const { id } of body.items ?? []) if (id) events.push(id as string)
        return
      }
      case 'edit':
        return void (await club.put(`/event/${event}`, { name: `Name ${pick}`, ...times }))
      case 'draft':
      case 'live':
        return void (await club.put(`/event/${event}`, { draft: operation === 'draft' ? 1 : 0 }))
      case 'cancel':
        return void (await club.put(`/event/${event}`, { cancelled: pick % 2 }))
      case 'move':
        return void (await club.put(`/event/${event}`, { calendarIds: [calendar] }))
      case 'share':
        return void (await club.put(`/event/${event}`, { calendarIds: [calendar, other] }))
      case 'delete':
        return void (await club.delete(`/event/${event}`))
      case 'follow':
      case 'leave':
        return void (await club.post(
          `/subscriber/${svcId}/subscriptions/${operation === 'follow' ? 'add' : 'remove'}`,
          { calendarIds: [calendar] },
        ))
      case 'reminders':
        return void (await send(`${manageUrl}/reminders`, {
          method: 'POST',
          body: JSON.stringify({ reminders: [`${1 + (pick % 3)}H`] }),
        }))
      case 'mode':
        return void expectOk(await setting({ cancelledEvents: ['remove', 'strike', 'mark'][pick % 3] }))
      case 'window':
        return void expectOk(
          await setting({
            feedPastDays: pick % 2 ? 1 + (pick % 3) : null,
            feedFutureDays: pick % 5 ? 2 : null,
          }),
        )
      case 'midnight':
        later += DAY_MS
        return
      case 'hide':
        return void (await club.put(`/calendar/${calendar}`, { draftCalendar: pick % 2 }))
    }
  }
})
