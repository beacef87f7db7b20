import { sql } from 'kysely'
import { type Counted, countUpTo } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'
import { isId } from '../ids.ts'
import { subscribersBefore } from '../statistics/statistic-store.ts'
import { emailKey } from './subscriber.ts'
import { LAST, type SubscriberFilter } from './subscriber-order.ts'
import { walkSubscribers } from './walk-subscribers.ts'

/** Counting stops here, because there may be a million. */
export const COUNTED = 10_000
/** Rows examined if no index helps. */
const EXAMINED = 5000
const END_OF_DAYS = '9999-12-31'

/** Counts the subscribers that match a filter, up to `COUNTED`. */
export async function countSubscribers(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
): Promise<Counted> {
  const { q, state, calendarIds, source, widgetId } = filter
  if (q) {
    const only = !source && !widgetId && !calendarIds && !state
    const first = only ? await countByEmail(db, publisherId, q) : await countByWalk(db, publisherId, filter)
    if (first.more || isId(q)) return first
    const others = await countByWalk(db, publisherId, filter, true)
    return { value: first.value + others.value, more: others.more }
  }
  const [calendarId, ...more] = calendarIds ?? []
  if (source || widgetId || more.length > 0 || (calendarId && state))
    return countByWalk(db, publisherId, filter)
  if (calendarId) return countFollowers(db, publisherId, calendarId)
  const left = state === 'active' ? { value: 0, more: false } : await countLeavers(db, publisherId)
  if (state === 'left') return left
  const active = Math.max(0, await subscribersBefore(db, publisherId, END_OF_DAYS))
  return { value: active + left.value, more: left.more }
}

/** `others`: counts those who have the searched text elsewhere than at the beginning of the address. */
async function countByWalk(
  db: Db,
  publisherId: number,
  filter: SubscriberFilter,
  others = false,
): Promise<Counted> {
  const by = filter.q && !others ? 'email' : filter.state === 'left' ? 'left' : 'created'
  const order = { by, descending: false } as const
  const walk = { filter, order, others, limit: COUNTED, examine: EXAMINED }
  const { matches, next } = await walkSubscribers(db, publisherId, walk)
  return { value: matches.length, more: next !== null }
}

async function countByEmail(db: Db, publisherId: number, q: string): Promise<Counted> {
  const matches = db
    .selectFrom('subscriber')
    .select('email_key')
    .where('publisher_id', '=', publisherId)
    .where('email_key', '>=', emailKey(q))
    .where('email_key', '<', emailKey(q) + LAST)
  return countUpTo(db, matches, COUNTED)
}

async function countFollowers(db: Db, publisherId: number, calendarId: string): Promise<Counted> {
  const followers = db
    .selectFrom('subscription')
    .select('subscriber_id')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
  return countUpTo(db, followers, COUNTED)
}

async function countLeavers(db: Db, publisherId: number): Promise<Counted> {
  const leavers = db
    .selectFrom('subscriber')
    .select('ended_at')
    .where('publisher_id', '=', publisherId)
    .where('active', '=', sql.lit(0))
  return countUpTo(db, leavers, COUNTED)
}
