import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'

/**
 * Counts the calendars that each of these subscribers follows, drafts included; subscribers without any are
 * left out.
 */
export async function countCalendarsOf(
  db: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('subscription')
    .select(['subscriber_id', (eb) => eb.fn.countAll<number>().as('n')])
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'subscriber_id', subscriberIds))
    .groupBy('subscriber_id')
    .execute()
  return new Map(rows.map((row) => [row.subscriber_id, row.n]))
}

/**
 * Returns when (epoch ms) and how often their feeds were read, by all applications together; subscribers
 * whose feed was never read are left out.
 */
export async function readsOfSubscribers(
  db: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<Map<string, { last: number; reads: number }>> {
  const rows = await db
    .selectFrom('feed_read')
    .select(['subscriber_id', 'reads', 'last_read_at'])
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'subscriber_id', subscriberIds))
    .execute()
  const bySubscriber = new Map<string, { last: number; reads: number }>()
  for (const row of rows) {
    const { last, reads } = bySubscriber.get(row.subscriber_id) ?? { last: 0, reads: 0 }
    bySubscriber.set(row.subscriber_id, {
      last: Math.max(last, row.last_read_at),
      reads: reads + row.reads,
    })
  }
  return bySubscriber
}

/** Returns the names of the calendars that each of these subscribers follows, in order of creation. */
export async function calendarNamesOf(
  db: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('subscription as u')
    .innerJoin('calendar as k', (join) =>
      join.onRef('k.publisher_id', '=', 'u.publisher_id').onRef('k.id', '=', 'u.calendar_id'),
    )
    .select(['u.subscriber_id', 'k.name'])
    .where('u.publisher_id', '=', publisherId)
    .where(inList(db, 'u.subscriber_id', subscriberIds))
    .orderBy('u.calendar_id')
    .execute()
  const bySubscriber = Map.groupBy(rows, (row) => row.subscriber_id)
  return new Map([...bySubscriber].map(([id, own]) => [id, own.map((row) => row.name)]))
}
