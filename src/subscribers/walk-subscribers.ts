import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { pause } from '../pause.ts'
import { emailKey } from './subscriber.ts'
import {
  comparePlaces,
  isElsewhere,
  LAST,
  type Listed,
  matchesFilter,
  type Place,
  placeIn,
  type SubscriberFilter,
  type SubscriberOrder,
} from './subscriber-order.ts'

/** Rows read per query. SQLite serves no other request for the few milliseconds that it takes. */
const SLICE = 1000
const FIRST_SLICE = 200

const COLUMNS = ['s.id', 's.email_key', 's.active', 's.ended_at', 's.source', 's.widget_id'] as const
const COLUMNS_WITH_NAME = [...COLUMNS, 's.profile'] as const

export interface Walk {
  filter: SubscriberFilter
  order: SubscriberOrder
  /** The end of the previous walk. */
  after?: Place
  /** True: looks at all for those who have the searched text elsewhere than at the beginning of the address. */
  others?: boolean
  /** Ends the walk after this many matches, */
  limit: number
  /** or this many examined rows. */
  examine: number
}

/**
 * Searches along an index in slices, with pauses for other requests. `next`: the place to continue from, or
 * null at the end. There can be a `next` after fewer matches than `limit`, or none.
 */
export async function walkSubscribers(
  db: Db,
  publisherId: number,
  { filter, order, after, others = false, limit, examine }: Walk,
): Promise<{ matches: Listed[]; next: Place | null }> {
  const matches: Listed[] = []
  const { q } = filter
  const exact = !others && isExact(filter, order)
  let at = after
  for (let examined = 0; ;) {
    if (examined > 0) await pause()
    const size = exact ? limit + 1 : examined === 0 ? FIRST_SLICE : SLICE
    const rows = await readSlice(db, publisherId, filter, order, at, Math.min(size, SLICE), others)
    const candidates = others && q ? rows.filter((row) => isElsewhere(row, q)) : rows
    for (const row of await pick(db, publisherId, filter, order, candidates)) {
      if (matches.length === limit) return { matches, next: placeIn(order, matches.at(-1)!) }
      matches.push(row)
    }
    if (rows.length < Math.min(size, SLICE)) return { matches, next: null }
    at = placeIn(order, rows.at(-1)!)
    examined += rows.length
    if (examined >= examine) return { matches, next: at }
  }
}

/** Returns true if every row of the index matches the filter. */
function isExact(filter: SubscriberFilter, order: SubscriberOrder): boolean {
  const { state, source, widgetId } = filter
  const unchecked = uncheckedCalendars(filter, order)
  return !((state && order.by !== 'left') || source || widgetId || unchecked.calendarIds)
}

/** Returns the calendars that the rows of an index are still to be checked for. */
function uncheckedCalendars(
  { calendarIds, follows = 'any' }: SubscriberFilter,
  { by }: SubscriberOrder,
): Pick<SubscriberFilter, 'calendarIds' | 'follows'> {
  if (!calendarIds) return {}
  if (by !== 'created') return { calendarIds, follows }
  // Those of several calendars are read from each. Those who follow all of them are looked for among the first's.
  const rest = follows === 'all' ? calendarIds.slice(1) : []
  return rest.length > 0 ? { calendarIds: rest, follows } : {}
}

async function pick(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
  order: SubscriberOrder,
  rows: Listed[],
): Promise<Listed[]> {
  const filtered = rows.filter((row) => matchesFilter(row, filter))
  return keepFollowers(db, publisherId, uncheckedCalendars(filter, order), filtered)
}

/**
 * Keeps the subscribers who follow one of the calendars, or each of them, or did when they unsubscribed; without
 * calendars, all.
 */
export async function keepFollowers(
  db: Db,
  publisherId: number,
  { calendarIds, follows }: Pick<SubscriberFilter, 'calendarIds' | 'follows'>,
  rows: Listed[],
): Promise<Listed[]> {
  if (!calendarIds || rows.length === 0) return rows
  const ids = rows.map((row) => row.id)
  const followers = await db
    .selectFrom('subscription')
    .select('subscriber_id')
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'calendar_id', calendarIds))
    .where(inList(db, 'subscriber_id', ids))
    .execute()
  const followed = new Map<string, number>()
  for (const { subscriber_id: id } of followers) followed.set(id, (followed.get(id) ?? 0) + 1)
  const enough = follows === 'all' ? calendarIds.length : 1
  return rows.filter((row) => (followed.get(row.id) ?? 0) >= enough)
}

/** Reads the next rows of the index for an order. */
async function readSlice(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
  order: SubscriberOrder,
  after: Place | undefined,
  limit: number,
  others: boolean,
): Promise<Listed[]> {
  const columns = others ? COLUMNS_WITH_NAME : COLUMNS
  const direction = order.descending ? 'desc' : 'asc'
  const beyond = order.descending ? '<' : '>'
  if (order.by === 'created' && filter.calendarIds) {
    const { calendarIds, follows } = filter
    const rows = new Map<string, Listed>()
    for (const calendarId of follows === 'all' ? calendarIds.slice(0, 1) : calendarIds) {
      let query = db
        .selectFrom('subscription as u')
        .innerJoin('subscriber as s', (join) =>
          join.onRef('s.publisher_id', '=', 'u.publisher_id').onRef('s.id', '=', 'u.subscriber_id'),
        )
        .select(columns)
        .where('u.publisher_id', '=', publisherId)
        .where('u.calendar_id', '=', calendarId)
      if (after) query = query.where('u.subscriber_id', beyond, after.id)
      for (const row of await query.orderBy('u.subscriber_id', direction).limit(limit).execute())
        rows.set(row.id, row)
    }
    const placed = (row: Listed) => placeIn(order, row)
    return [...rows.values()].sort((a, b) => comparePlaces(order, placed(a), placed(b))).slice(0, limit)
  }
  let query = db.selectFrom('subscriber as s').select(columns).where('s.publisher_id', '=', publisherId)
  if (order.by === 'created') {
    if (after) query = query.where('s.id', beyond, after.id)
    return query.orderBy('s.id', direction).limit(limit).execute()
  }
  if (order.by === 'email') {
    const { q } = filter
    if (q && !others)
      query = query.where('s.email_key', '>=', emailKey(q)).where('s.email_key', '<', emailKey(q) + LAST)
    if (after) query = query.where('s.email_key', beyond, String(after.key))
    return query.orderBy('s.email_key', direction).limit(limit).execute()
  }
  query = query.where('s.active', '=', sql.lit(0))
  if (after)
    query = query.where(sql<boolean>`(s.ended_at, s.id) ${sql.raw(beyond)} (${after.key}, ${after.id})`)
  return query.orderBy('s.ended_at', direction).orderBy('s.id', direction).limit(limit).execute()
}
