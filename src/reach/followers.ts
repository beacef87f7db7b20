import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { LastRead } from './reach.ts'

/** A subscriber of a calendar, with the last reads of their applications. */
export interface Follower {
  id: string
  email: string
  /** Epoch ms. */
  since: number
  reads: LastRead[]
}

/**
 * Reads the active followers of a calendar with ids after `after` and up to `upTo`, in the order of ids. One table at a
 * time: PostgreSQL knows little of a publisher who came after it last looked at the tables, and joined two thousand
 * people with themselves for seconds.
 */
export async function readFollowers(
  db: Db,
  publisherId: number,
  calendarId: string,
  after: string,
  upTo: string | undefined,
): Promise<Follower[]> {
  let subscriptions = db
    .selectFrom('subscription')
    .select(['subscriber_id', 'created'])
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where('subscriber_id', '>', after)
    .orderBy('subscriber_id')
  if (upTo !== undefined) subscriptions = subscriptions.where('subscriber_id', '<=', upTo)
  const rows = await subscriptions.execute()
  const [first, last] = [rows[0]?.subscriber_id, rows.at(-1)?.subscriber_id]
  if (first === undefined || last === undefined) return []
  const ids = rows.map((row) => row.subscriber_id)
  // Applications still read the feed for some time after a subscriber has left.
  const active = await db
    .selectFrom('subscriber')
    .select(['id', 'email'])
    .where('publisher_id', '=', publisherId)
    .where('active', '=', 1)
    .where('id', '>=', first)
    .where('id', '<=', last)
    .where(inList(db, 'id', ids))
    .orderBy('id')
    .execute()
  const reads = await db
    .selectFrom('feed_read')
    .select(['subscriber_id', 'application', 'revision', 'last_read_at'])
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '>=', first)
    .where('subscriber_id', '<=', last)
    .where(inList(db, 'subscriber_id', ids))
    .execute()
  const since = new Map(rows.map((row) => [row.subscriber_id, row.created]))
  const bySubscriber = Map.groupBy(reads, (row) => row.subscriber_id)
  return active.map(({ id, email }) => ({
    ...{ id, email, since: since.get(id)! },
    reads: (bySubscriber.get(id) ?? []).map(({ application, revision, last_read_at: lastReadAt }) => ({
      ...{ application, revision, lastReadAt },
    })),
  }))
}
