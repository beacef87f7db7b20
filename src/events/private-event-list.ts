import { breather } from '../breather.ts'
import type { Counted } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'
import { type EventListQuery, pageOfRows, type Place, placeOf, rowFilter } from './event-list.ts'
import { type EventRow, listRowsById } from './event-row.ts'
import { type CalendarPlace, listByStart } from './walk-calendars.ts'

/** Events that one statement reads. */
const SLICE = 500
/** Events that one request reads: no list, however large, takes long. */
const MOST = 10_000

export interface PrivateEventPage {
  rows: EventRow[]
  /** The cursor of the next page; null: there is none. A page may have fewer rows than asked for, or none, and a next one. */
  next: Place | null
  /** Undefined where counting would take reading them all. */
  count: Counted | undefined
}

/**
 * One page of a private calendar in any order. By start, any number of events can be gone through; by name or last
 * change only the `MOST` that start last.
 */
export async function pageOfPrivateEvents(
  db: Db,
  publisherId: number,
  calendarId: string,
  query: EventListQuery,
): Promise<PrivateEventPage> {
  const places = await listByStart(db, publisherId, [calendarId])
  if (query.sort === 'start' && places.length > SLICE) return pageByStart(db, publisherId, places, query)
  const rows: EventRow[] = []
  for await (const slice of readRows(db, publisherId, places.slice(-MOST))) rows.push(...slice)
  const { count, ...page } = pageOfRows(rows, query)
  return { ...page, count: { value: count, more: places.length > MOST } }
}

async function pageByStart(
  db: Db,
  publisherId: number,
  places: CalendarPlace[],
  query: EventListQuery,
): Promise<PrivateEventPage> {
  const { after, descending, limit } = query
  const matches = rowFilter(query)
  const wanted = places.filter(({ draft }) => query.draft === undefined || draft === query.draft)
  const inOrder = descending ? wanted.toReversed() : wanted
  const behind = after ? inOrder.filter((place) => isBehind(place, after, descending)) : inOrder
  const found: EventRow[] = []
  let last: EventRow | undefined
  for await (const slice of readRows(db, publisherId, behind.slice(0, MOST))) {
    for (const row of slice) {
      // This one more tells that there is a next page.
      if (found.length === limit) return { rows: found, next: placeOf(last!, 'start'), count: countOf() }
      last = row
      if (matches(row)) found.push(row)
    }
  }
  return {
    rows: found,
    next: behind.length > MOST ? placeOf(last!, 'start') : null,
    count: countOf(),
  }

  function countOf(): Counted | undefined {
    const known = !query.fromDate && !query.toDate && !query.q?.trim() && query.referenceType === undefined
    return known ? { value: wanted.length, more: false } : undefined
  }
}

/** Events as lists show them, slice by slice, with others in between. */
async function* readRows(db: Db, publisherId: number, places: CalendarPlace[]) {
  const breathe = breather()
  for (let at = 0; at < places.length; at += SLICE) {
    const ids = places.slice(at, at + SLICE).map(({ id }) => id)
    yield await listRowsById(db, publisherId, ids)
    await breathe()
  }
}

/** `place`: start date, start and id. All private events of a person are sorted by the start alone. */
function isBehind({ startAt, id }: CalendarPlace, place: Place, descending: boolean): boolean {
  const [, start, last] = place as [string, number, string]
  const sign = startAt - start || (id < last ? -1 : id > last ? 1 : 0)
  return descending ? sign < 0 : sign > 0
}
