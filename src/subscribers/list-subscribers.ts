import type { Db } from '../db/database.ts'
import { isId } from '../ids.ts'
import { emailKey, type Subscriber } from './subscriber.ts'
import {
  comparePlaces,
  fits,
  type Listed,
  type Place,
  placeIn,
  type SubscriberFilter,
  type SubscriberOrder,
} from './subscriber-order.ts'
import { listSubscribersById } from './subscriber-store.ts'
import { keepFollowers, walkSubscribers } from './walk-subscribers.ts'

/** So many found by their e-mail, or by a calendar, can be put into any order. */
const SORTABLE = 2000
/** Subscribers looked at for one page. */
const EXAMINED = 5000
/** The order of what was found by its e-mail where it is too much for another. */
const BY_EMAIL: SubscriberOrder = { by: 'email', descending: false }

export interface SubscriberPage {
  subscribers: Subscriber[]
  /** Where the next page begins; null: there is none. */
  next: Place | null
  /** The order it is in, which may be another than was asked for. */
  order: SubscriberOrder
}

/**
 * A page of the publisher's subscribers. With filters that no index helps, it has fewer than `limit` where
 * looking further would take too long; `next` then goes on from there. `after` comes with the order of the page
 * that it was the end of.
 */
export async function listSubscribers(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
  wanted: SubscriberOrder,
  after: Place | undefined,
  limit: number,
): Promise<SubscriberPage> {
  const { q } = filter
  const small = await findFew(db, publisherId, filter, wanted, after)
  if (small) {
    const page = pageOf(small, wanted, after, limit)
    return { ...(await withRecords(db, publisherId, page)), order: wanted }
  }
  const order = q && wanted.by !== 'email' ? BY_EMAIL : wanted
  const page = await walkSubscribers(db, publisherId, { filter, order, after, limit, examine: EXAMINED })
  return { ...(await withRecords(db, publisherId, page)), order }
}

/** All there are, in no order, where no index has the order wanted; null: an index has, or they are many. */
async function findFew(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
  { by }: SubscriberOrder,
  after: Place | undefined,
): Promise<Listed[] | null> {
  const { q, calendarId } = filter
  if (q && isId(q)) {
    const known = await findListed(db, publisherId, q)
    if (known) return fits(known, filter) ? ofCalendar(db, publisherId, filter, [known]) : []
  }
  const byEmail = q && by !== 'email'
  if (!byEmail && !(calendarId && by !== 'created')) return null
  // Some may come between one page and the next: the order then stays what it was.
  const most = after ? 2 * SORTABLE : SORTABLE
  const walk = byEmail
    ? { filter: { q }, order: BY_EMAIL }
    : { filter: { calendarId }, order: { by: 'created', descending: false } as const }
  const { found, next } = await walkSubscribers(db, publisherId, { ...walk, limit: most, examine: most + 1 })
  if (next) return null
  const key = emailKey(q ?? '')
  const fitting = found.filter((row) => fits(row, filter) && row.email_key.startsWith(key))
  return byEmail ? ofCalendar(db, publisherId, filter, fitting) : fitting
}

async function ofCalendar(db: Db, publisherId: number, { calendarId }: SubscriberFilter, rows: Listed[]) {
  return calendarId ? keepFollowers(db, publisherId, calendarId, rows) : rows
}

async function findListed(db: Db, publisherId: number, id: string): Promise<Listed | undefined> {
  return db
    .selectFrom('subscriber')
    .select(['id', 'email_key', 'active', 'ended_at', 'source', 'widget_id'])
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
}

function pageOf(rows: Listed[], order: SubscriberOrder, after: Place | undefined, limit: number) {
  const places = rows
    .filter((row) => order.by !== 'left' || row.active === 0)
    .map((row) => ({ row, place: placeIn(order, row) }))
    .filter(({ place }) => !after || comparePlaces(order, place, after) > 0)
    .sort((a, b) => comparePlaces(order, a.place, b.place))
  const page = places.slice(0, limit)
  return { found: page.map(({ row }) => row), next: places.length > limit ? page.at(-1)!.place : null }
}

async function withRecords(
  db: Db,
  publisherId: number,
  { found, next }: { found: Listed[]; next: Place | null },
) {
  const ids = found.map((row) => row.id)
  return { subscribers: await listSubscribersById(db, publisherId, ids), next }
}
