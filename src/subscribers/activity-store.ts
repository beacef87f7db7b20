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

/** The reads of a subscriber's feed. */
export interface Reads {
  /** Epoch ms. */
  last: number
  reads: number
  /** The application that read last. */
  application: string
  /** It has all changes up to this revision of the publisher; 0: unknown. */
  revision: number
}

/**
 * Returns when (epoch ms) and how often their feeds were read, by all applications together, with the application
 * that read last and the revision that it has; subscribers whose feed was never read are left out.
 */
export async function readsOfSubscribers(
  db: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<Map<string, Reads>> {
  const rows = await db
    .selectFrom('feed_read')
    .select(['subscriber_id', 'reads', 'last_read_at', 'application', 'revision'])
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'subscriber_id', subscriberIds))
    .execute()
  const bySubscriber = new Map<string, Reads>()
  for (const row of rows) {
    const before = bySubscriber.get(row.subscriber_id)
    const latest =
      before && before.last >= row.last_read_at
        ? before
        : { last: row.last_read_at, application: row.application, revision: row.revision }
    bySubscriber.set(row.subscriber_id, { ...latest, reads: (before?.reads ?? 0) + row.reads })
  }
  return bySubscriber
}

/**
 * Returns the revision of the last change in the feed of each of these subscribers: of themselves, of the calendars
 * that they follow, and of their private events.
 */
export async function revisionsOfSubscribers(
  db: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('subscriber as s')
    .select([
      's.id',
      's.revision',
      (eb) =>
        eb
          .selectFrom('event as e')
          .select((sub) => sub.fn.max('e.revision').as('newest'))
          .whereRef('e.publisher_id', '=', 's.publisher_id')
          .whereRef('e.calendar_id', '=', 's.private_calendar_id')
          .as('private_revision'),
      (eb) =>
        eb
          .selectFrom('subscription as u')
          .innerJoin('calendar as k', (join) =>
            join.onRef('k.publisher_id', '=', 'u.publisher_id').onRef('k.id', '=', 'u.calendar_id'),
          )
          .select((sub) => sub.fn.max('k.version').as('newest'))
          .whereRef('u.publisher_id', '=', 's.publisher_id')
          .whereRef('u.subscriber_id', '=', 's.id')
          .as('calendar_version'),
    ])
    .where('s.publisher_id', '=', publisherId)
    .where(inList(db, 's.id', subscriberIds))
    .execute()
  return new Map(
    rows.map((row) => [row.id, Math.max(row.revision, row.private_revision ?? 0, row.calendar_version ?? 0)]),
  )
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
