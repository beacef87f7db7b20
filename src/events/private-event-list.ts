import type { Counted } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'
import { pauser } from '../pause.ts'
import { type EventListQuery, pageOfRows, type Place, placeOf, rowFilter } from './event-list.ts'
import { type EventRow, listRowsById } from './event-row.ts'
import { type CalendarPlace, listByStart } from './walk-calendars.ts'

/** Events that one statement reads. */
const SLICE = 100
/** Events that one request reads at most, so that no list takes long. */
const MAX_READ = 10_000

export interface PrivateEventPage {
  rows: EventRow[]
  /**
   * The cursor of the next page; null: this is the last one. A page with a next one may have fewer rows than
   * `limit`, or none.
   */
  next: Place | null
  /** Undefined if counting would read all events. */
  count: Counted | undefined
}

/**
 * One page of a private calendar, in any order. A list by start covers all events; one by name or last change
 * only the `MAX_READ` events that start last.
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
  for await (const slice of readRows(db, publisherId, places.slice(-MAX_READ))) rows.push(...slice)
  const { count, ...page } = pageOfRows(rows, query)
  return { ...page, count: { value: count, more: places.length > MAX_READ } }
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
  const following = after ? inOrder.filter((place) => isAfter(place, after, descending)) : inOrder
  const found: EventRow[] = []
  let last: EventRow | undefined
  for await (const slice of readRows(db, publisherId, following.slice(0, MAX_READ))) {
    for (const row of slice) {
      // One more match means that there is a next page.
      if (found.length === limit) return { rows: found, next: placeOf(last!, 'start'), count: countOf() }
      last = row
      if (matches(row)) found.push(row)
    }
  }
  return {
    rows: found,
    next: following.length > MAX_READ ? placeOf(last!, 'start') : null,
    count: countOf(),
  }

  function countOf(): Counted | undefined {
    const countable =
      !query.fromDate &&
      !query.toDate &&
      !query.q?.trim() &&
      query.referenceType === undefined &&
      query.seriesId === undefined
    return countable ? { value: wanted.length, more: false } : undefined
  }
}

/** Yields rows slice by slice; other requests can run in between. */
async function* readRows(db: Db, publisherId: number, places: CalendarPlace[]) {
  const pause = pauser()
  for (let at = 0; at < places.length; at += SLICE) {
    const ids = places.slice(at, at + SLICE).map(({ id }) => id)
    yield await listRowsById(db, publisherId, ids)
    await pause()
  }
}

/** `place`: start date, start and id. The start date is not compared: it follows from the start. */
function isAfter({ startAt, id }: CalendarPlace, place: Place, descending: boolean): boolean {
  const [, start, last] = place as [string, number, string]
  const sign = startAt - start || (id < last ? -1 : id > last ? 1 : 0)
  return descending ? sign < 0 : sign > 0
}
