import type { Calendar } from '../calendars/calendar.ts'
import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { insertMany } from '../db/insert-many.ts'
import { countsOfCalendars } from '../statistics/origins.ts'
import type { Count } from '../statistics/statistic.ts'
import { addCounts } from '../statistics/statistic-store.ts'

export const SUBSCRIPTION_COLUMNS = {
  publisher_id: 'integer',
  subscriber_id: 'text',
  calendar_id: 'text',
  created: 'bigint',
} as const

/** A calendar that a subscriber follows. */
export interface Subscription {
  calendarId: string
  name: string
  draft: boolean
  /** Epoch milliseconds. */
  since: number
}

export async function listSubscribedCalendarIds(
  db: Db,
  publisherId: number,
  subscriberId: string,
): Promise<string[]> {
  return (await calendarIdsOfMany(db, publisherId, [subscriberId])).get(subscriberId) ?? []
}

/** Returns the ids of the calendars that subscribers follow, by theirs; those who follow none are left out. */
export async function calendarIdsOfMany(
  db: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<Map<string, string[]>> {
  if (subscriberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('subscription')
    .select(['subscriber_id', 'calendar_id'])
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'subscriber_id', subscriberIds))
    .orderBy('calendar_id')
    .execute()
  const bySubscriber = Map.groupBy(rows, (row) => row.subscriber_id)
  return new Map([...bySubscriber].map(([id, own]) => [id, idsOf(own)]))
}

/** Lists the calendars that a subscriber follows, drafts included, in order of creation. */
export async function listSubscribedCalendars(
  db: Db,
  publisherId: number,
  subscriberId: string,
): Promise<Calendar[]> {
  return listCalendarsById(db, publisherId, await listSubscribedCalendarIds(db, publisherId, subscriberId))
}

/** Returns the same of several subscribers, by their ids. */
export async function calendarsOfMany(
  db: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<Map<string, Calendar[]>> {
  const idsOfEach = await calendarIdsOfMany(db, publisherId, subscriberIds)
  const ids = [...new Set([...idsOfEach.values()].flat())]
  const calendars = ids.length > 0 ? await listCalendarsById(db, publisherId, ids) : []
  const of = (subscriberId: string) => {
    const own = new Set(idsOfEach.get(subscriberId))
    return calendars.filter(({ id }) => own.has(id))
  }
  return new Map(subscriberIds.map((id) => [id, of(id)]))
}

/** Lists the calendars that a subscriber follows, drafts included, in order of creation. */
export async function listSubscriptions(
  db: Db,
  publisherId: number,
  subscriberId: string,
): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscription as s')
    .innerJoin('calendar as k', (join) =>
      join.onRef('k.publisher_id', '=', 's.publisher_id').onRef('k.id', '=', 's.calendar_id'),
    )
    .select(['k.id', 'k.name', 'k.draft', 's.created'])
    .where('s.publisher_id', '=', publisherId)
    .where('s.subscriber_id', '=', subscriberId)
    .orderBy('k.id')
    .execute()
  return rows.map(({ id, name, draft, created }) => ({
    calendarId: id,
    name,
    draft: draft === 1,
    since: created,
  }))
}

/** Subscribes an active subscriber to calendars, and counts it; existing subscriptions stay unchanged. */
export async function addSubscriptions(
  tx: Db,
  publisherId: number,
  subscriberId: string,
  calendarIds: string[],
  now: number,
): Promise<void> {
  await addSubscriptionsOfMany(tx, publisherId, new Map([[subscriberId, calendarIds]]), now)
}

/**
 * Subscribes active subscribers to calendars, by their ids, and counts it, together with `others`; existing subscriptions
 * stay unchanged.
 */
export async function addSubscriptionsOfMany(
  tx: Db,
  publisherId: number,
  calendarIds: Map<string, string[]>,
  now: number,
  others: Count[] = [],
): Promise<void> {
  const rows = [...calendarIds].flatMap(([subscriberId, ids]) =>
    [...new Set(ids)].map((calendarId) => ({
      publisher_id: publisherId,
      subscriber_id: subscriberId,
      calendar_id: calendarId,
      created: now,
    })),
  )
  const inserted = await insertMany(tx, 'subscription', SUBSCRIPTION_COLUMNS, rows, [
    'subscriber_id',
    'calendar_id',
  ])
  const added = rows.filter((_, i) => inserted[i])
  await addCounts(tx, publisherId, [...others, ...countsOfCalendars('joined', now, idsOf(added))])
}

/** Ends subscriptions of an active subscriber, and counts it. */
export async function removeSubscriptions(
  tx: Db,
  publisherId: number,
  subscriberId: string,
  calendarIds: string[],
  now: number,
): Promise<void> {
  if (calendarIds.length === 0) return
  const removed = await tx
    .deleteFrom('subscription')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where(inList(tx, 'calendar_id', calendarIds))
    .returning('calendar_id')
    .execute()
  await addCounts(tx, publisherId, countsOfCalendars('left', now, idsOf(removed)))
}

/** Deletes the subscriptions of subscribers who had left, which was counted then. */
export async function forgetSubscriptions(
  tx: Db,
  publisherId: number,
  subscriberIds: string[],
): Promise<void> {
  if (subscriberIds.length === 0) return
  await tx
    .deleteFrom('subscription')
    .where('publisher_id', '=', publisherId)
    .where(inList(tx, 'subscriber_id', subscriberIds))
    .execute()
}

/**
 * Finds the last of the `slice` subscribers of a calendar that come after the id `after`; undefined if there are fewer.
 */
export async function findEndOfSlice(
  db: Db,
  publisherId: number,
  calendarId: string,
  after: string,
  slice: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscription')
    .select('subscriber_id')
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where('subscriber_id', '>', after)
    .orderBy('subscriber_id')
    .offset(slice - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.subscriber_id
}

function idsOf(rows: { calendar_id: string }[]): string[] {
  return rows.map((row) => row.calendar_id)
}
