import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { emailKey } from './subscriber.ts'
import {
  fits,
  type Listed,
  type Place,
  placeIn,
  type SubscriberFilter,
  type SubscriberOrder,
} from './subscriber-order.ts'

/** Rows looked at in one statement: a few milliseconds, in which SQLite answers nobody else. */
const SLICE = 1000
const FIRST_SLICE = 200
/** Behind every address that begins with a text: nothing sorts after it. */
export const LAST = '\u{10ffff}'

const COLUMNS = ['s.id', 's.email_key', 's.active', 's.ended_at', 's.source', 's.widget_id'] as const

export interface Walk {
  filter: SubscriberFilter
  order: SubscriberOrder
  /** Where the walk before this one ended. */
  after?: Place
  /** It ends when it has found so many, */
  limit: number
  /** or has looked at so many. */
  examine: number
}

/**
 * Walks along an index and picks who fits, in slices that let others in between. `next`: where to go on; null:
 * that was the end. There may be less than `limit`, or none, and yet a `next`.
 */
export async function walkSubscribers(
  db: Db,
  publisherId: number,
  { filter, order, after, limit, examine }: Walk,
): Promise<{ found: Listed[]; next: Place | null }> {
  const found: Listed[] = []
  const picky = isPicky(filter, order)
  let at = after
  for (let examined = 0; ;) {
    if (examined > 0) await nextTurn()
    const size = !picky ? limit + 1 : examined === 0 ? FIRST_SLICE : SLICE
    const rows = await readSlice(db, publisherId, filter, order, at, Math.min(size, SLICE))
    for (const row of await pick(db, publisherId, filter, order, rows)) {
      if (found.length === limit) return { found, next: placeIn(order, found.at(-1)!) }
      found.push(row)
    }
    if (rows.length < Math.min(size, SLICE)) return { found, next: null }
    at = placeIn(order, rows.at(-1)!)
    examined += rows.length
    if (examined >= examine) return { found, next: at }
  }
}

/** Whether some of the rows of the index may be none of those wanted. */
function isPicky(
  { state, source, widgetId, calendarId }: SubscriberFilter,
  { by }: SubscriberOrder,
): boolean {
  return Boolean((state && by !== 'left') || source || widgetId || (calendarId && by !== 'created'))
}

async function pick(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
  { by }: SubscriberOrder,
  rows: Listed[],
): Promise<Listed[]> {
  const fitting = rows.filter((row) => fits(row, filter))
  const { calendarId } = filter
  if (!calendarId || by === 'created') return fitting
  return keepFollowers(db, publisherId, calendarId, fitting)
}

/** Those of the subscribers who follow a calendar, or did when they left. */
export async function keepFollowers(
  db: Db,
  publisherId: number,
  calendarId: string,
  rows: Listed[],
): Promise<Listed[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const followers = await db
    .selectFrom('subscription')
    .select('subscriber_id')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where(inList(db, 'subscriber_id', ids))
    .execute()
  const known = new Set(followers.map((row) => row.subscriber_id))
  return rows.filter((row) => known.has(row.id))
}

/** The next rows of the index that an order goes along. */
function readSlice(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
  order: SubscriberOrder,
  after: Place | undefined,
  limit: number,
): Promise<Listed[]> {
  const direction = order.descending ? 'desc' : 'asc'
  const beyond = order.descending ? '<' : '>'
  if (order.by === 'created' && filter.calendarId) {
    let query = db
      .selectFrom('subscription as u')
      .innerJoin('subscriber as s', (join) =>
        join.onRef('s.publisher_id', '=', 'u.publisher_id').onRef('s.id', '=', 'u.subscriber_id'),
      )
      .select(COLUMNS)
      .where('u.publisher_id', '=', publisherId)
      .where('u.calendar_id', '=', filter.calendarId)
    if (after) query = query.where('u.subscriber_id', beyond, after.id)
    return query.orderBy('u.subscriber_id', direction).limit(limit).execute()
  }
  let query = db.selectFrom('subscriber as s').select(COLUMNS).where('s.publisher_id', '=', publisherId)
  if (order.by === 'created') {
    if (after) query = query.where('s.id', beyond, after.id)
    return query.orderBy('s.id', direction).limit(limit).execute()
  }
  if (order.by === 'email') {
    const { q } = filter
    if (q) query = query.where('s.email_key', '>=', emailKey(q)).where('s.email_key', '<', emailKey(q) + LAST)
    if (after) query = query.where('s.email_key', beyond, String(after.key))
    return query.orderBy('s.email_key', direction).limit(limit).execute()
  }
  query = query.where('s.active', '=', sql.lit(0))
  if (after)
    query = query.where(sql<boolean>`(s.ended_at, s.id) ${sql.raw(beyond)} (${after.key}, ${after.id})`)
  return query.orderBy('s.ended_at', direction).orderBy('s.id', direction).limit(limit).execute()
}
