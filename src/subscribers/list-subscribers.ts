import type { Db } from '../db/database.ts'
import { isId } from '../ids.ts'
import { emailKey, type Subscriber } from './subscriber.ts'
import {
  comparePlaces,
  type Listed,
  matchesFilter,
  type Place,
  placeIn,
  startOf,
  type SubscriberFilter,
  type SubscriberOrder,
} from './subscriber-order.ts'
import { listSubscribersById } from './subscriber-store.ts'
import { keepFollowers, walkSubscribers } from './walk-subscribers.ts'

/** At most this many matches of an e-mail prefix or a calendar are sorted in memory. */
const SORTABLE = 2000
/** Rows examined for one page. */
const EXAMINED = 5000
/** The same for a search of names and parts of addresses: a million are looked through by 50 requests. */
const SEARCHED = 20_000
/** The order of matches by e-mail if there are too many to sort. */
const BY_EMAIL: SubscriberOrder = { by: 'email', descending: false }

export interface SubscriberPage {
  subscribers: Subscriber[]
  /** The start of the next page; null at the end. */
  next: Place | null
  /** The actual order of the page, which may differ from the requested one. */
  order: SubscriberOrder
}

/**
 * Returns a page of the publisher's subscribers. A search has those first whose address begins with the text. If no
 * index supports the filters, the page may have fewer than `limit` rows, because the search is bounded; `next`
 * continues it. Pass `after` together with the order of the page that returned it.
 */
export async function listSubscribers(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
  requested: SubscriberOrder,
  after: Place | undefined,
  limit: number,
): Promise<SubscriberPage> {
  const { q } = filter
  if (q && after?.others) {
    const walk = { filter, order: requested, after, others: true, limit, examine: SEARCHED }
    const page = await withRecords(db, publisherId, await walkSubscribers(db, publisherId, walk))
    return { ...page, next: page.next && { ...page.next, others: true }, order: requested }
  }
  const first = await listFirst(db, publisherId, filter, requested, after, limit)
  if (!q || isId(q) || first.next) return first
  const { order, subscribers } = first
  const next: Place = { ...startOf(order), others: true }
  const missing = limit - subscribers.length
  if (missing === 0) return { ...first, next }
  const rest = await listSubscribers(db, publisherId, filter, order, next, missing)
  return { ...rest, subscribers: [...subscribers, ...rest.subscribers] }
}

/** Returns a page of those whose address begins with the searched text, or of all without a search. */
async function listFirst(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
  requested: SubscriberOrder,
  after: Place | undefined,
  limit: number,
): Promise<SubscriberPage> {
  const { q } = filter
  const sortable = await findSortable(db, publisherId, filter, requested, after)
  if (sortable) {
    const page = pageOf(sortable, requested, after, limit)
    return { ...(await withRecords(db, publisherId, page)), order: requested }
  }
  const order = q && requested.by !== 'email' ? BY_EMAIL : requested
  const page = await walkSubscribers(db, publisherId, { filter, order, after, limit, examine: EXAMINED })
  return { ...(await withRecords(db, publisherId, page)), order }
}

/**
 * Returns all matches, unsorted, if no index has the requested order. Returns null if an index has it or
 * there are too many.
 */
async function findSortable(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
  { by }: SubscriberOrder,
  after: Place | undefined,
): Promise<Listed[] | null> {
  const { q, calendarIds, follows = 'any' } = filter
  if (q && isId(q)) {
    const row = await findListed(db, publisherId, q)
    if (row) return matchesFilter(row, filter) ? keepFollowers(db, publisherId, filter, [row]) : []
  }
  const byEmail = q && by !== 'email'
  if (!byEmail && !(calendarIds && by !== 'created')) return null
  // Later pages allow more: subscribers may join between two pages, and the order must not change.
  const most = after ? 2 * SORTABLE : SORTABLE
  const walk = byEmail
    ? { filter: { q }, order: BY_EMAIL }
    : { filter: { calendarIds: calendarIds!, follows }, order: { by: 'created', descending: false } as const }
  const bounds = { limit: most, examine: most + 1 }
  const { matches, next } = await walkSubscribers(db, publisherId, { ...walk, ...bounds })
  if (next) return null
  const key = emailKey(q ?? '')
  const filtered = matches.filter((row) => matchesFilter(row, filter) && row.email_key.startsWith(key))
  return byEmail ? keepFollowers(db, publisherId, filter, filtered) : filtered
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
  return { matches: page.map(({ row }) => row), next: places.length > limit ? page.at(-1)!.place : null }
}

async function withRecords(
  db: Db,
  publisherId: number,
  { matches, next }: { matches: Listed[]; next: Place | null },
) {
  const ids = matches.map((row) => row.id)
  return { subscribers: await listSubscribersById(db, publisherId, ids), next }
}
