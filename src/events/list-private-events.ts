import { breather } from '../breather.ts'
import type { Db } from '../db/database.ts'
import type { CalendarEvent } from './event.ts'
import { listEventsById } from './event-store.ts'
import { pageOfIds } from './walk-calendars.ts'

/** Events that one statement looks at on the way to a page. */
const SLICE = 2000

export interface PrivateEventFilter {
  calendarId?: string
  referenceType?: string
  ids?: string[]
}

/** One page of private events in creation order. `page` counts from 1. The way to a far page holds nobody up. */
export async function listPrivateEvents(
  db: Db,
  publisherId: number,
  filter: PrivateEventFilter,
  page: number,
  limit: number,
): Promise<CalendarEvent[]> {
  const { calendarId, referenceType, ids } = filter
  if (ids) return listAmong(db, publisherId, filter, ids, page, limit)
  const pageIds =
    calendarId && !referenceType
      ? await pageOfIds(db, publisherId, calendarId, page, limit)
      : await walkTo(db, publisherId, filter, (page - 1) * limit, limit)
  return byId(await listEventsById(db, publisherId, pageIds))
}

async function listAmong(
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

/** The ids of a page among all private events, or among those of a grouping key. */
async function walkTo(
  db: Db,
  publisherId: number,
  { calendarId, referenceType }: PrivateEventFilter,
  skipped: number,
  limit: number,
): Promise<string[]> {
  const breathe = breather()
  const ids: string[] = []
  let met = 0
  for (let after = ''; ;) {
    let slice = db
      .selectFrom('event')
      .select(['id', 'calendar_id', 'private'])
      .where('publisher_id', '=', publisherId)
      .where('id', '>', after)
    if (referenceType) slice = slice.where('reference_type', '=', referenceType)
    const rows = await slice.orderBy('id').limit(SLICE).execute()
    for (const row of rows) {
      if (row.private === 0 || (calendarId && row.calendar_id !== calendarId)) continue
      if (++met > skipped) ids.push(row.id)
      if (ids.length === limit) return ids
    }
    if (rows.length < SLICE) return ids
    after = rows.at(-1)!.id
    await breathe()
  }
}

function byId(events: CalendarEvent[]): CalendarEvent[] {
  return events.sort((a, b) => (a.id < b.id ? -1 : 1))
}
