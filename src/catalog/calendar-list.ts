import { byName } from '../calendars/by-name.ts'
import type { Calendar } from '../calendars/calendar.ts'
import { listCalendarsById } from '../calendars/calendar-store.ts'
import { isInCategory, UNCATEGORIZED } from '../calendars/category-path.ts'
import { listCategoryLinks } from '../calendars/category-store.ts'
import type { Db } from '../db/database.ts'
import type { CalendarEvent } from '../events/event.ts'
import { findNextEvents } from '../events/upcoming-store.ts'
import { type CalendarCount, countNow } from './count-calendars.ts'

export const CALENDAR_SORTS = ['name', 'created', 'events', 'subscribers', 'next'] as const
export type CalendarSort = (typeof CALENDAR_SORTS)[number]

/** A calendar in the admin portal. */
export interface ManagedCalendar extends Calendar, CalendarCount {
  /** The current or next live event. */
  next: CalendarEvent | undefined
}

export interface CalendarListQuery {
  /** Part of a name or a reference, compared without case and accents. */
  q?: string | undefined
  /** A whole reference. */
  reference?: string | undefined
  draft?: boolean | undefined
  /** A category path; categories below it match too. */
  category?: string | undefined
  sort: CalendarSort
  descending: boolean
  after?: CalendarPlace | undefined
  limit: number
}

/** The position of a calendar in a sorted list: the sort key, null if there is none, and the id. */
export type CalendarPlace = [key: string | number | null, id: string]

export interface CalendarPage {
  calendars: ManagedCalendar[]
  /** The place to continue after; null: this is the last page. */
  next: CalendarPlace | null
  /** The number of calendars on all pages. */
  count: number
}

/**
 * One page of a publisher's calendars, with drafts. A publisher has at most a few thousand calendars, so they
 * are sorted in memory, in the same order for all databases, and only those of the page are read in full.
 * `counts`: the cached counts.
 */
export async function pageOfCalendars(
  db: Db,
  publisherId: number,
  query: CalendarListQuery,
  counts: ReadonlyMap<string, CalendarCount> | undefined,
  now: number,
): Promise<CalendarPage> {
  const found = await findCalendars(db, publisherId, query)
  const keys = await keysOf(db, publisherId, found, query.sort, counts, now)
  const places = found.map(({ id }): CalendarPlace => [keys(id), id])
  const order = placeOrder(query.descending)
  const { after } = query
  const sorted = places.filter((place) => !after || order(place, after) > 0).sort(order)
  const page = sorted.slice(0, query.limit)
  return {
    calendars: await readInFull(
      db,
      publisherId,
      page.map(([, id]) => id),
      counts,
      now,
    ),
    next: sorted.length > page.length ? page.at(-1)! : null,
    count: found.length,
  }
}

/** Calendars with counts and next event, in the order of the ids. Unknown ids are skipped. */
export async function readInFull(
  db: Db,
  publisherId: number,
  ids: string[],
  counts: ReadonlyMap<string, CalendarCount> | undefined,
  now: number,
): Promise<ManagedCalendar[]> {
  const byId = new Map((await listCalendarsById(db, publisherId, ids)).map((item) => [item.id, item]))
  const next = await findNextEvents(db, publisherId, now, ids)
  const counted = await countNow(db, publisherId, ids, counts)
  return ids
    .map((id) => ({ calendar: byId.get(id), count: counted.get(id)! }))
    .filter(({ calendar }) => calendar !== undefined)
    .map(({ calendar, count }) => ({ ...calendar!, ...count, next: next.get(calendar!.id) }))
}

interface ListedRow {
  id: string
  name: string
  created: number
}

async function findCalendars(db: Db, publisherId: number, query: CalendarListQuery): Promise<ListedRow[]> {
  const { q, reference, draft, category } = query
  let rows = db
    .selectFrom('calendar')
    .select(['id', 'name', 'reference', 'created'])
    .where('publisher_id', '=', publisherId)
  if (draft !== undefined) rows = rows.where('draft', '=', draft ? 1 : 0)
  if (reference !== undefined) rows = rows.where('reference', '=', reference)
  const wanted = plain(q?.trim() ?? '')
  const found = (await rows.execute()).filter(
    (row) => wanted === '' || plain(row.name).includes(wanted) || plain(row.reference).includes(wanted),
  )
  if (category === undefined) return found
  const paths = Map.groupBy(await listCategoryLinks(db, publisherId), (link) => link.calendarId)
  return found.filter(({ id }) =>
    (paths.get(id) ?? [{ path: UNCATEGORIZED }]).some(({ path }) => isInCategory(path, category)),
  )
}

/** Returns the sort key of each calendar; null if it is not counted yet. */
async function keysOf(
  db: Db,
  publisherId: number,
  found: ListedRow[],
  sort: CalendarSort,
  counts: ReadonlyMap<string, CalendarCount> | undefined,
  now: number,
): Promise<(id: string) => string | number | null> {
  if (sort === 'events' || sort === 'subscribers') return (id) => counts?.get(id)?.[sort].value ?? null
  if (sort === 'next') {
    const ids = found.map(({ id }) => id)
    const next = await findNextEvents(db, publisherId, now, ids)
    return (id) => next.get(id)?.startAt ?? null
  }
  const keys = new Map(found.map((item) => [item.id, item[sort]]))
  return (id) => keys.get(id)!
}

/** Compares places. Those without a sort key come last in both directions. */
function placeOrder(descending: boolean) {
  const sign = descending ? -1 : 1
  return ([a, idA]: CalendarPlace, [b, idB]: CalendarPlace): number => {
    if (a !== null && b !== null) {
      const byKey =
        typeof a === 'number'
          ? a - Number(b)
          : byName(a, String(b)) || (a < String(b) ? -1 : a > String(b) ? 1 : 0)
      if (byKey !== 0) return sign * byKey
    } else if (a !== b) return a === null ? 1 : -1
    return sign * (idA < idB ? -1 : idA > idB ? 1 : 0)
  }
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
