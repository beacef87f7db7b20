import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { pauser } from '../pause.ts'
import type { CalendarEvent } from './event.ts'
import { listEventsById } from './event-store.ts'
import { pageOfIds } from './walk-calendars.ts'

/** Events that one statement reads on the way to a page. */
const SLICE = 2000

export interface PrivateEventFilter {
  calendarId?: string
  referenceType?: string
  ids?: string[]
}

/**
 * One page of private events in creation order. `page` counts from 1. Pauses on the way to a far page, so
 * that other requests can run.
 */
export async function listPrivateEvents(
  db: Db,
  publisherId: number,
  filter: PrivateEventFilter,
  page: number,
  limit: number,
): Promise<CalendarEvent[]> {
  const { calendarId, referenceType, ids } = filter
  if (ids) return listFromIds(db, publisherId, filter, ids, page, limit)
  const pageIds =
    calendarId && !referenceType
      ? await pageOfIds(db, publisherId, calendarId, page, limit)
      : await listPageIds(db, publisherId, filter, (page - 1) * limit, limit)
  return byId(await listEventsById(db, publisherId, pageIds))
}

async function listFromIds(
  db: Db,
  publisherId: number,
  { calendarId, referenceType }: PrivateEventFilter,
  ids: string[],
  page: number,
  limit: number,
): Promise<CalendarEvent[]> {
  const events = (await listEventsById(db, publisherId, ids)).filter(
    (event) =>
      event.private &&
      (!calendarId || event.calendarId === calendarId) &&
      (!referenceType || event.referenceType === referenceType),
  )
  return byId(events).slice((page - 1) * limit, page * limit)
}

/** The ids of a page of all private events, or of those with a grouping key. */
async function listPageIds(
  db: Db,
  publisherId: number,
  { calendarId, referenceType }: PrivateEventFilter,
  skipped: number,
  limit: number,
): Promise<string[]> {
  const pause = pauser()
  const ids: string[] = []
  const wanted = calendarId
    ? sql<boolean>`(private = 1 and calendar_id = ${calendarId})`
    : sql<boolean>`private = 1`
  let toSkip = skipped
  for (let after = ''; ;) {
    const slice = db
      .selectFrom('event')
      .select(['id', 'calendar_id', 'private'])
      .where('publisher_id', '=', publisherId)
      .where('id', '>', after)
      .$if(Boolean(referenceType), (q) => q.where('reference_type', '=', referenceType!))
      .orderBy('id')
      .limit(SLICE)
      .as('slice')
    const { read, matching, last } = await db
      .selectFrom(slice)
      .select((eb) => [
        eb.fn.countAll<number>().as('read'),
        sql<number | null>`sum(case when ${wanted} then 1 else 0 end)`.as('matching'),
        eb.fn.max('id').as('last'),
      ])
      .executeTakeFirstOrThrow()
    if (Number(matching) > toSkip) {
      const rows = await db
        .selectFrom(slice)
        .select('id')
        .where(wanted)
        .orderBy('id')
        .limit(limit - ids.length)
        .offset(toSkip)
        .execute()
      ids.push(...rows.map((row) => row.id))
    }
    toSkip = Math.max(0, toSkip - Number(matching))
    if (ids.length === limit || Number(read) < SLICE) return ids
    after = last
    await pause()
  }
}

function byId(events: CalendarEvent[]): CalendarEvent[] {
  return events.sort((a, b) => (a.id < b.id ? -1 : 1))
}
