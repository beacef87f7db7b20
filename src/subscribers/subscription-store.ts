import type { Calendar } from '../calendars/calendar.ts'
import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'

export async function listSubscribedCalendarIds(
  db: Db,
  publisherId: number,
  subscriberId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('calendar_id')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .orderBy('calendar_id')
    .execute()
  return rows.map((row) => row.calendar_id)
}

/** The calendars a subscriber follows, drafts too, in creation order. */
export async function listSubscribedCalendars(
  db: Db,
  publisherId: number,
  subscriberId: string,
): Promise<Calendar[]> {
  return listCalendarsById(db, publisherId, await listSubscribedCalendarIds(db, publisherId, subscriberId))
}

/** The calendars a subscriber follows, drafts too, with when it began to (epoch ms). */
export async function listSubscriptions(
  db: Db,
  publisherId: number,
  subscriberId: string,
): Promise<{ calendarId: string; name: string; draft: boolean; since: number }[]> {
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

/** Subscribes to calendars; those already subscribed to stay as they are. */
export async function addSubscriptions(
  tx: Db,
  publisherId: number,
  subscriberId: string,
  calendarIds: string[],
  now: number,
): Promise<void> {
  if (calendarIds.length === 0) return
  await tx
    .insertInto('subscription')
    .values(
      calendarIds.map((calendarId) => ({
        publisher_id: publisherId,
        subscriber_id: subscriberId,
        calendar_id: calendarId,
        created: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeSubscriptions(
  tx: Db,
  publisherId: number,
  subscriberId: string,
  calendarIds: string[],
): Promise<void> {
  await tx
    .deleteFrom('subscription')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where(inList(tx, 'calendar_id', calendarIds))
    .execute()
}
