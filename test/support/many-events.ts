import type { KyselyPlugin } from 'kysely'
import type { AppContext } from '../../src/context.ts'
import type { NewEvent } from '../../src/events/event-columns.ts'
import { insertEvents } from '../../src/events/event-write-store.ts'
import { newId } from '../../src/ids.ts'
import { nextRevision } from '../../src/revisions/revision.ts'
import { BLANK_EVENT } from './blank-event.ts'

const AT_ONCE = 1000
const START = Date.parse('2027-04-10T14:00Z')
const HOUR_MS = 3_600_000

/** Inserts live events an hour apart, as a publisher would have sent them in many batches; returns their ids. */
export async function insertManyEvents(
  ctx: AppContext,
  publisherId: number,
  count: number,
  over: Partial<NewEvent> & Pick<NewEvent, 'calendarId' | 'private'>,
): Promise<string[]> {
  const events = Array.from({ length: count }, (_, at): NewEvent => {
    const startAt = START + at * HOUR_MS
    const [day, time] = [new Date(startAt).toISOString().slice(0, 10), '15:00']
    const when = {
      startDate: day,
      startTime: time,
      endDate: day,
      endTime: '16:00',
      timezone: 'Europe/London',
    }
    const texts = { name: `Event ${at}`, location: 'City Ground' }
    const times = { startAt, endAt: startAt + HOUR_MS }
    return { ...BLANK_EVENT, id: newId(), draft: false, ...texts, ...when, ...times, ...over }
  })
  for (let at = 0; at < count; at += AT_ONCE) {
    await ctx.db.transaction().execute(async (tx) => {
      const revision = await nextRevision(tx, publisherId, ctx.now())
      await insertEvents(tx, publisherId, events.slice(at, at + AT_ONCE), revision)
    })
  }
  return events.map(({ id }) => id)
}

/** Counts the rows that the service reads from its database, by statement, until it is stopped. */
export function watchRows(ctx: AppContext, onRead: (rows: number) => void = () => {}) {
  const { db } = ctx
  const reads: number[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      reads.push(result.rows.length)
      onRead(result.rows.length)
      return Promise.resolve(result)
    },
  }
  ctx.db = db.withPlugin(plugin)
  return { reads, stop: () => void (ctx.db = db) }
}
